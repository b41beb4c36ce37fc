"""Spoil Five: its rules (8.1 to 8.5), house rules as sentences, words and papers."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.commands.refusal import marked
from dealer.games import spoil_five
from dealer.games.spoil_five import IRREGULAR, SPOIL_FIVE, SpoilFiveHouse
from dealer.night.night import Night
from events.common.event import Event
from events.games import spoil_five as spoil_five_events
from reports.rounds.hands import HandWords
from reports.rounds.rounds import RoundStory
from reports.rounds.tables import Column, Columns, Row
from reports.rulebook import Rule, Rulebook, Table
from reports.sheets.hand_papers import hand_papers
from reports.words import night_words
from reports.words.formatting import listed, money, name_of, number_of_chips
from reports.words.game_words import CommandWords, EventWords, GameWords, Say, SettingWords, under
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _
from reports.words.night_words import pot_at_close

_SHEET = "a rule sheet of Spoil Five and the games that came of it"

SPOIL_FIVE_RULES = Rulebook(
    name="spoil-five",
    number="8",
    title="Spoil Five",
    about=(
        "Spoil Five, also Five Cards or Five Fingers: three tricks of five win the pool. The others try to "
        "stop that. If nobody gets three, the hand is spoilt and the pool grows."
    ),
    rules=(
        Rule(
            number="8.1",
            title="Cards and seats",
            says=(
                "52 cards, two to ten players, five cards each. The highest trumps are the five, the jack, "
                "the ace of hearts and the ace. Tricks are played on the table; only each player’s number "
                "of tricks is recorded.",
                "The deal goes to the left, also to a player who has no cards.",
            ),
            sources=(_SHEET,),
        ),
        Rule(
            number="8.2",
            title="The pool",
            says=(
                "Each player puts the ante into the pool when a hand begins, also a player whose hand is "
                "dead or who has no cards. A pool that was not won stays for the next hand, with new antes "
                "added.",
            ),
            sources=(_SHEET,),
            ours="That the chip after a hand that was not won is put in at the next deal.",
            settings={"chip": None, "ante": None},
        ),
        Rule(
            number="8.3",
            title="The end of a hand",
            says=(
                "A hand ends in one of these ways, and in no other:",
                Table(
                    heads=("tricks", "went on", "what comes of it"),
                    rows=(
                        ("a player has three", "no", "they take the pool, and the hand stops"),
                        ("a player has all five", "yes", "they take the pool, and every other player pays them"),
                        ("a player has four, or three of five played", "yes", "spoilt: they ventured it and failed"),
                        ("nobody has three of five played", "no", "spoilt"),
                    ),
                ),
                "A player with three tricks may go on for all five; the hand is then played to its end.",
            ),
            sources=(_SHEET,),
            ours="That a hand gone on with is played to the fifth trick.",
            settings={"all_five": None},
        ),
        Rule(
            number="8.4",
            title="Dead hands",
            says=(
                "A hand is dead for a revoke, for cards exposed after somebody has two tricks, and for "
                "robbing without the ace; its player has no cards until the pool is won, but still pays "
                "antes. A hand with a wrong number of cards is dead for this hand alone.",
                "A dead hand has two tricks at most. Two live hands must remain.",
            ),
            sources=(_SHEET,),
            ours="That two live hands must remain.",
        ),
        Rule(
            number="8.5",
            title="Foul hands and a pool left over",
            says=(
                "A foul hand is broken off: the antes go back, its number is not used again, what killed hands in it "
                "is void, and the same player deals once more; where they have left, the next on their left.",
                "Chips that nobody has won at the close of the night are divided evenly among the seated "
                "players, odd chips from the last dealer’s left. Antes of an unfinished hand go back first "
                "(rule 4.6).",
            ),
            ours="All of it.",
        ),
    ),
)


def spoil_five_rules(house: SpoilFiveHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The pool"): {
            "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
            "ante": _("Each player’s ante is %(chips)s, also without cards.", chips=number_of_chips(house.ante))
            if house.ante
            else _("There is no ante."),
        },
        _("Tricks"): {
            "all_five": _(
                "Three tricks win the pool; a player who takes all five also gets %(chips)s from every other player.",
                chips=number_of_chips(house.all_five),
            )
            if house.all_five
            else _("Three tricks win the pool; all five win nothing more."),
        },
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def banks_part() -> tuple[Numbered, ...]:
    """Where every chip of Spoil Five goes, in sentences."""
    return (
        ("8", _("Spoil Five has no bank: the players play for a pool, and the house percentage is 0.")),
        ("8.3", _("The winner takes the whole pool, and for all five tricks each player pays the winner.")),
        ("8.5", pot_at_close()),
    )


SETTINGS = SettingWords(
    names={
        "all_five": marked("all five tricks: from each player"),
    },
    chips=frozenset({"ante", "all_five"}),
    presets={"spoil_five": marked("usual")},
)

WHY = {
    "revoke": marked("a revoke"),
    "exposure": marked("exposed cards"),
    "robbing": marked("robbing without the ace"),
    "irregular": marked("a wrong number of cards"),
}
"""Why a hand was dead."""

DEAD = marked("The hand of %(name)s is dead: %(why)s.")


def _tricks(say: Say, tricks: Iterable[tuple[str, int]]) -> str:
    return listed([f"{name_of(say.now, player)} {number}" for player, number in tricks if number])


def _taken(say: Say, event: spoil_five_events.TricksTaken) -> str:
    tricks = _tricks(say, ((trick.player, trick.tricks) for trick in event.tricks))
    if event.went_on:
        return say("Tricks of hand %(hand)s, played on: %(tricks)s.", tricks=tricks)
    return say("Tricks of hand %(hand)s: %(tricks)s.", tricks=tricks)


def _to_score(say: Say, command: spoil_five.ScoreHand) -> str:
    return say("The hand is scored: %(tricks)s.", tricks=_tricks(say, command.tricks.items()) or say("no tricks"))


WORDS = GameWords(
    events={
        spoil_five_events.SpoilHandBegun: night_words.BEGUN,
        spoil_five_events.PoolAntePaid: night_words.ANTE,
        spoil_five_events.HandKilled: EventWords(DEAD, receipt="Hand %(hand)s · %(name)s dead, %(why)s"),
        spoil_five_events.TricksTaken: EventWords(_taken),
        spoil_five_events.AllFivePaid: EventWords(marked("%(name)s pays %(chips)s to %(to)s for all five tricks.")),
        spoil_five_events.PoolWon: EventWords(
            marked("%(name)s takes the pool of hand %(hand)s: %(chips)s."),
            receipt="Pool of hand %(hand)s · %(name)s · %(chips)s",
            sums_up=True,
        ),
        spoil_five_events.PoolSpoilt: EventWords(
            marked("Hand %(hand)s is spoilt; the pool keeps %(chips)s."),
            receipt="Hand %(hand)s spoilt · the pool stays",
            sums_up=True,
        ),
        spoil_five_events.SpoilHandVoided: night_words.VOIDED,
        spoil_five_events.PoolAnteReturned: night_words.RETURNED,
        spoil_five_events.PoolDivided: EventWords(marked("%(name)s gets %(chips)s from the pool.")),
    },
    commands={
        spoil_five.StartHand: night_words.DEAL,
        spoil_five.KillHand: CommandWords(marked("Declare a hand dead"), DEAD, waits="the hand of %(name)s is dead"),
        spoil_five.ScoreHand: CommandWords(marked("Score the hand"), _to_score),
        spoil_five.VoidHand: night_words.VOID,
    },
    named={
        "chips": night_words.chips_at(SPOIL_FIVE),
        "why": lambda say, command: _(WHY[command.why]),
    },
    round=night_words.called_of("spoil-five-hand"),
    position=night_words.position,
    settings=SETTINGS,
)


def _columns() -> Columns:
    return Column(_("Tricks"), _tricks_of, kind="who"), Column(_("Dead for"), _dead_for, kind="who")


def _tricks_of(row: Row) -> str:
    taken = row.record.last(spoil_five_events.TricksTaken)
    return next((str(trick.tricks) for trick in taken.tricks if trick.player == row.player), "–") if taken else "–"


def _dead_for(row: Row) -> str:
    killed = (event for event in row.record.all(spoil_five_events.HandKilled) if event.player == row.player)
    without_cards = _("has no cards") if row.player in row.record.begun.without_cards else "–"
    return next((_(WHY[event.why]) for event in killed), without_cards)


HAND_WORDS = HandWords(game=SPOIL_FIVE, own=_columns)


class SpoilFiveHandStory(RoundStory):
    """The story of a hand of Spoil Five, with the rules cited."""

    def why(self, event: Event, now: Night) -> str:
        """The rule that applied."""
        match event:
            case spoil_five_events.PoolAntePaid():
                return under("8.2", _("everybody antes, with cards or without"))
            case spoil_five_events.HandKilled(why=why) if why == IRREGULAR:
                return under("8.4", _("a wrong number of cards kills only that hand"))
            case spoil_five_events.HandKilled():
                return under("8.4", _("an offender has no cards until the pool is won"))
            case spoil_five_events.AllFivePaid():
                return under("8.3", _("every other player pays for all five tricks"))
            case spoil_five_events.PoolWon():
                return under("8.3", _("three tricks win the pool"))
            case spoil_five_events.PoolSpoilt():
                return under("8.3", _("nobody has won the pool; it stays for the next hand"))
            case _:
                return ""


PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    rules=spoil_five_rules,
    banks_part=banks_part,
    rulebook=SPOIL_FIVE_RULES,
    round_story=SpoilFiveHandStory,
)
