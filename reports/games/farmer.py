"""Farmer: its rules (7.1 to 7.5), house rules as sentences, words and papers."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games import farmer
from dealer.games.farmer import FARMER, FarmerHouse
from dealer.night.night import Night
from events.common.event import Event
from events.games import farmer as farmer_events
from reports.rounds.hands import HandWords
from reports.rounds.rounds import RoundStory
from reports.rounds.tables import Cell, Column, Columns, Row, cards_cell
from reports.rulebook import Rule, Rulebook
from reports.sheets.hand_papers import hand_papers
from reports.words import night_words
from reports.words.formatting import money, number_of_chips
from reports.words.game_words import CommandWords, EventWords, GameWords, Say, SettingWords, under
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _
from reports.words.night_words import pot_at_close

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Farm or Farmer"
_USUAL = "usual in card books"

FARMER_RULES = Rulebook(
    name="farmer",
    number="7",
    title="Farmer",
    about=(
        "Farmer, also Farm: everybody draws cards towards sixteen. A player who counts exactly sixteen "
        "wins the farm (the chips in the middle) and the deal. A player who goes over pays the farmer."
    ),
    rules=(
        Rule(
            number="7.1",
            title="Cards and seats",
            says=(
                "45 cards: without the eights, and without the sixes except the six of hearts. An ace "
                "counts one, a court card ten, any other card its spots. Two to eight players.",
            ),
            sources=(_ENCYCLOPEDIA, _USUAL),
            ours="That the only six is the six of hearts: the source has lost its suit.",
        ),
        Rule(
            number="7.2",
            title="Antes and the deal",
            says=(
                "Each player puts the ante into the farm. The farmer deals a card to each player. Each "
                "asks for at least one more, then for as many as they like. Anybody may be the first "
                "farmer.",
                "In some houses the farmer plays no hand, does not ante and is only the banker for the others.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="The choice between a farmer who plays and one who only banks.",
            settings={"chip": None, "ante": None, "farmer_plays": None},
        ),
        Rule(
            number="7.3",
            title="Who wins the farm",
            says=(
                "All hands are shown. A player who counts sixteen with the six wins the farm; otherwise "
                "sixteen with the fewest cards wins, and of equal hands the first from the farmer’s left. "
                "The winner takes the whole farm and is the next farmer.",
                "A farmer who has left is followed by the next player on their left.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="Who follows a farmer who has left.",
        ),
        Rule(
            number="7.4",
            title="Nobody at sixteen, and hands over it",
            says=(
                "If nobody counts sixteen, the farm and the farmer stay, and new antes are added. Each "
                "other hand, including hands over sixteen and the farmer’s own, pays the hand nearest "
                "below sixteen. Of equal hands that is the first from the farmer’s left. If all are over, "
                "nobody is paid.",
                "In either case each hand over sixteen pays the farmer for every point over. Nobody pays "
                "out of winnings from the same hand.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="The first of equals, new antes on a farm that stayed, and that players pay before they receive.",
            settings={"nearest_pays": None, "over_pays": None},
        ),
        Rule(
            number="7.5",
            title="Foul hands and a farm left over",
            says=(
                "A foul hand is broken off: the antes go back, its number is not used again, and the farmer deals "
                "once more.",
                "Chips that nobody has won at the close of the night are divided evenly among the seated "
                "players, odd chips from the last dealer’s left. Antes of an unfinished hand go back first "
                "(rule 4.6).",
            ),
            ours="All of it.",
        ),
    ),
)


def farmer_rules(house: FarmerHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The farm"): {
            "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
            "ante": _("Each player’s ante is %(chips)s.", chips=number_of_chips(house.ante))
            if house.ante
            else _("There is no ante."),
            "farmer_plays": _("The farmer plays a hand and antes like the others.")
            if house.farmer_plays
            else _("The farmer plays no hand and does not ante, but is the banker for the others."),
        },
        _("Sixteen"): {
            "nearest_pays": _(
                "If nobody counts sixteen, each other hand pays %(chips)s to the nearest below it.",
                chips=number_of_chips(house.nearest_pays),
            )
            if house.nearest_pays
            else _("If nobody counts sixteen, the nearest below it gets nothing."),
            "over_pays": _(
                "A hand over sixteen pays the farmer %(chips)s for each point over.",
                chips=number_of_chips(house.over_pays),
            )
            if house.over_pays
            else _("A hand over sixteen pays nothing."),
        },
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def banks_part() -> tuple[Numbered, ...]:
    """Where every chip of Farmer goes, in sentences."""
    return (
        ("7", _("Farmer has no bank: the players play for a farm, and the house percentage is 0.")),
        ("7.3", _("The winner takes the whole farm.")),
        ("7.4", _("Payments for the nearest hand and for points over sixteen go from player to player.")),
        ("7.5", pot_at_close()),
    )


SETTINGS = SettingWords(
    names={
        "farmer_plays": marked("the farmer plays"),
        "nearest_pays": marked("each other hand pays the nearest"),
        "over_pays": marked("a point over sixteen costs"),
    },
    chips=frozenset({"ante", "nearest_pays", "over_pays"}),
    presets={"farm": marked("farm"), "banker": marked("banker")},
)

SHOWS = marked("%(name)s shows %(cards)s.")


def _shown(say: Say, event: farmer_events.FarmHandShown) -> str:
    return say("%(name)s shows %(cards)s and counts %(points)s.")


def _over(say: Say, event: farmer_events.OverdrawnPaid) -> str:
    return say.ngettext(
        "%(name)s is %(num)s point over sixteen and pays the farmer %(chips)s.",
        "%(name)s is %(num)s points over sixteen and pays the farmer %(chips)s.",
        event.over,
    )


def _won(say: Say, event: farmer_events.FarmWon) -> str:
    if event.with_six:
        return say("%(name)s counts sixteen with the six and takes the farm of hand %(hand)s: %(chips)s.")
    return say("%(name)s counts sixteen and takes the farm of hand %(hand)s: %(chips)s.")


WORDS = GameWords(
    events={
        farmer_events.FarmHandBegun: night_words.BEGUN,
        farmer_events.FarmAntePaid: night_words.ANTE,
        farmer_events.FarmHandShown: EventWords(_shown),
        farmer_events.NearestPaid: EventWords(marked("%(name)s pays %(chips)s to %(to)s, the nearest to sixteen.")),
        farmer_events.OverdrawnPaid: EventWords(_over),
        farmer_events.FarmWon: EventWords(_won, receipt="Farm of hand %(hand)s · %(name)s · %(chips)s", sums_up=True),
        farmer_events.FarmStayed: EventWords(
            marked("Nobody counts sixteen in hand %(hand)s; the farm keeps %(chips)s."),
            receipt="Hand %(hand)s · the farm stays",
            sums_up=True,
        ),
        farmer_events.FarmHandVoided: night_words.VOIDED,
        farmer_events.FarmAnteReturned: night_words.RETURNED,
        farmer_events.FarmDivided: EventWords(marked("%(name)s gets %(chips)s from the farm.")),
    },
    commands={
        farmer.StartHand: night_words.DEAL,
        farmer.ShowHand: CommandWords(marked("Show a hand"), SHOWS, waits="%(name)s shows %(cards)s"),
        farmer.SettleHand: CommandWords(marked("Settle the hand"), marked("The hand is settled.")),
        farmer.VoidHand: night_words.VOID,
    },
    named={"chips": night_words.chips_at(FARMER)},
    round=night_words.called_of("farmer-hand"),
    position=night_words.position,
    settings=SETTINGS,
)


def _columns() -> Columns:
    def shown(row: Row) -> farmer_events.FarmHandShown | None:
        hands = row.record.all(farmer_events.FarmHandShown)
        return next((hand for hand in reversed(hands) if hand.player == row.player), None)

    def held(row: Row) -> Cell:
        hand = shown(row)
        return cards_cell(hand.cards if hand else ())

    def points(row: Row) -> str:
        hand = shown(row)
        return str(hand.points) if hand else "–"

    return Column(_("Shown"), held, kind="who"), Column(_("Counts"), points, kind="who")


HAND_WORDS = HandWords(game=FARMER, own=_columns)


class FarmerHandStory(RoundStory):
    """The story of a hand of Farmer, with the rules cited."""

    def why(self, event: Event, now: Night) -> str:
        """The rule that applied."""
        match event:
            case farmer_events.FarmHandBegun():
                return under("7.2", _("the farmer deals, from their left"))
            case farmer_events.NearestPaid():
                return under("7.4", _("nobody counts sixteen, so each other hand pays the nearest below"))
            case farmer_events.OverdrawnPaid():
                return under("7.4", _("a hand over sixteen pays the farmer"))
            case farmer_events.FarmWon(with_six=True):
                return under("7.3", _("sixteen with the six beats any other"))
            case farmer_events.FarmWon():
                return under("7.3", _("sixteen with the fewest cards; if equal, the first from the farmer’s left"))
            case farmer_events.FarmStayed():
                return under("7.4", _("nobody counts sixteen: the farm stays, and the farmer"))
            case _:
                return ""


PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    rules=farmer_rules,
    banks_part=banks_part,
    rulebook=FARMER_RULES,
    round_story=FarmerHandStory,
)
