"""Five in One: its rules (9.1 to 9.5), house rules as sentences, words, play and papers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dealer.commands.refusal import marked
from dealer.game.cards import NUMBER, rank_of
from dealer.games import five_in_one
from dealer.games.five_in_one import (
    BANGO,
    COLD_HAND,
    CONSOLATION,
    FIVE_IN_ONE,
    PARTS,
    PLUS_OR_MINUS,
    PUT_AND_TAKE,
    FiveInOneHouse,
)
from dealer.night.night import Night
from events.common.event import Event
from events.frozen import Frozen
from events.games import five_in_one as five_in_one_events
from reports.rounds.hands import HandRecord, HandWords
from reports.rounds.rounds import RoundStory
from reports.rounds.statement import FiguresByRound
from reports.rounds.tables import Cell, Column, Columns, Row
from reports.rulebook import Rule, Rulebook, Table
from reports.sheets.hand_papers import hand_papers
from reports.words import night_words
from reports.words.formatting import listed, money, name_of, number_of_chips, signed_number
from reports.words.game_words import CommandWords, EventWords, GameWords, RoundWords, Say, SettingWords, under
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Five in One"

FIVE_IN_ONE_RULES = Rulebook(
    name="five-in-one",
    number="9",
    title="Five in One",
    about=(
        "Five in One, also Garbage or Variety: a round is five short games, dealt one after the other by one dealer. "
        "Each is paid at once, from player to player."
    ),
    rules=(
        Rule(
            number="9.1",
            title="Seats and the deal",
            says=(
                "Two to ten players and 52 cards. One player deals a whole round, and the deal then goes "
                "to the left. Anybody may deal first. Everybody who does not sit out (rule 4.9) plays the "
                "round.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="How many may play, and that the deal goes to the left.",
        ),
        Rule(
            number="9.2",
            title="The five parts",
            says=(
                "The order is fixed:",
                Table(
                    heads=("part", "what is dealt", "what the book has of it"),
                    rows=(
                        ("1, Plus or Minus", "a round of that game", "what each won or lost"),
                        ("2, Cold Hand", "nothing: the hands of the first part are shown", "who has the best hand"),
                        ("3, Bango", "a round of that game, the hands still open", "what each won or lost"),
                        ("4, Put and Take", "a round of that game", "what each won or lost"),
                        ("5, Consolation", "ten cards, from the whole pack", "the cards"),
                    ),
                ),
                "The table decides how the three games are played that are recorded only by outcome, and "
                "how cold hands rank. The source refers to pages that are not known here.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="That these parts are recorded by outcome.",
        ),
        Rule(
            number="9.3",
            title="What the parts pay",
            says=(
                "In parts recorded by outcome, wins and losses are equal to the chip. Each other player "
                "pays the winner of the cold hand. In a tie the others’ chips are divided evenly among the "
                "winners, odd chips one each from the dealer’s left. If all tie, nothing is paid.",
                "A part counts by each player’s total: a player who wins needs no chips for it, and a "
                "player who loses must have the chips or buy them first.",
            ),
            sources=(_ENCYCLOPEDIA,),
            ours="How a tie is divided, and who must have chips.",
            settings={"chip": None, "cold_hand_pays": None},
        ),
        Rule(
            number="9.4",
            title="The consolation",
            says=(
                "The whole pack is shuffled. The dealer counts from one to ten and turns a card at each number. For "
                "each card that is the number called, the ace being one, they have chips of every other player; "
                "jacks, queens and kings are never called. The round is then over.",
            ),
            sources=(_ENCYCLOPEDIA,),
            settings={"hit_pays": None},
        ),
        Rule(
            number="9.5",
            title="Foul rounds",
            says=(
                "A paid part stays paid, so a round can be broken off only before its first part. Its "
                "number is not used again, and the same player deals again, or the next on their left if "
                "they have left.",
                "If the night is closed during a round, paid parts stay paid.",
            ),
            ours="All of it.",
        ),
    ),
)


def five_in_one_rules(house: FiveInOneHouse) -> dict[str, Sentences]:
    """The rules of a house by the titles of their groups."""
    return {
        _("The parts"): {
            "chip": _("A chip is %(amount)s.", amount=money(house.chip)),
            "cold_hand_pays": _(
                "Every other player pays the winner of the cold hand %(chips)s.",
                chips=number_of_chips(house.cold_hand_pays),
            )
            if house.cold_hand_pays
            else _("The cold hand pays nothing."),
            "hit_pays": _(
                "For each hit in the consolation every other player pays the dealer %(chips)s.",
                chips=number_of_chips(house.hit_pays),
            )
            if house.hit_pays
            else _("A hit in the consolation pays nothing."),
        },
        _("Markers"): marker_rules(house.marker, house.marker_limit),
    }


def banks_part() -> tuple[Numbered, ...]:
    """Where every chip of Five in One goes, in sentences."""
    return (
        ("9", _("Five in One has no bank: the players play against each other, and the house percentage is 0.")),
        ("9.3", _("Players pay each other after each part, and a paid part stays paid.")),
        ("9.4", _("In the consolation only the dealer can win. The deal goes around.")),
    )


@dataclass(slots=True, kw_only=True)
class PartFigures:
    """A player's results in the parts of a round or of several, in chips; negative if lost."""

    plus_or_minus: int = 0
    cold_hand: int = 0
    bango: int = 0
    put_and_take: int = 0
    consolation: int = 0

    @property
    def net(self) -> int:
        """The result in all parts."""
        return self.plus_or_minus + self.cold_hand + self.bango + self.put_and_take + self.consolation


def _counted(figures: FiguresByRound[PartFigures], record: HandRecord, event: Event, chip_cents: int) -> None:
    if isinstance(event, five_in_one_events.PartPaid):
        for winning in event.won:
            own, part = figures.at(event.hand, winning.player), part_of(event)
            setattr(own, part, getattr(own, part) + winning.chips)


def part_of(event: five_in_one_events.PartPaid) -> str:
    """The part that was paid."""
    return PARTS[event.turn - 1]


PART_NAMES = {
    PLUS_OR_MINUS: marked("Plus or Minus"),
    COLD_HAND: marked("Cold Hand"),
    BANGO: marked("Bango"),
    PUT_AND_TAKE: marked("Put and Take"),
    CONSOLATION: marked("Consolation"),
}
"""The names of the parts of a round."""

SETTINGS = SettingWords(
    names={
        "cold_hand_pays": marked("the cold hand: from each player"),
        "hit_pays": marked("a hit in the consolation: from each player"),
    },
    chips=frozenset({"cold_hand_pays", "hit_pays"}),
    presets={"five_in_one": marked("usual")},
)


def _won(say: Say, won: Iterable[tuple[str, int]]) -> str:
    """The result of each player who won or lost chips."""
    winnings = [f"{name_of(say.now, player)} {signed_number(chips)}" for player, chips in won if chips]
    return ", ".join(winnings) or _("nobody wins a chip")


def _winners(say: Say, winners: Iterable[str]) -> str:
    return listed([name_of(say.now, player) for player in winners])


def _cold_hand(say: Say, event: five_in_one_events.ColdHandWon) -> str:
    names = _winners(say, event.winners)
    if len(event.winners) > 1:
        return say("The cold hand is tied by %(names)s: %(won)s.", names=names)
    return say("%(names)s wins the cold hand: %(won)s.", names=names)


def _consolation(say: Say, event: five_in_one_events.ConsolationTurned) -> str:
    return say.ngettext(
        "%(num)s hit in %(cards)s: %(won)s.",
        "%(num)s hits in %(cards)s: %(won)s.",
        event.hits,
        cards=say.cards(event.cards),
    )


def _part_asked(say: Say, command: five_in_one.PartResult) -> str:
    return say("%(part)s: %(won)s.", won=_won(say, command.chips.items()))


def _cold_hand_asked(say: Say, command: five_in_one.ColdHand) -> str:
    return say("The cold hand goes to %(names)s.", names=_winners(say, command.winners) or _("nobody"))


def _consolation_asked(say: Say, command: five_in_one.Consolation) -> str:
    return say("The consolation is turned: %(cards)s.", cards=say.cards(command.cards) or _("no card"))


WORDS = GameWords(
    events={
        five_in_one_events.FiveRoundBegun: EventWords(
            marked("%(name)s deals round %(hand)s."), receipt="Round %(hand)s begun · %(name)s deals"
        ),
        five_in_one_events.PartSettled: EventWords(marked("%(part)s: %(won)s."), receipt="Round %(hand)s · %(part)s"),
        five_in_one_events.ColdHandWon: EventWords(_cold_hand, receipt="Round %(hand)s · Cold Hand"),
        five_in_one_events.ConsolationTurned: EventWords(_consolation),
        five_in_one_events.FiveRoundOver: EventWords(
            marked("Round %(hand)s is over: %(won)s."), receipt="Round %(hand)s over", sums_up=True
        ),
        five_in_one_events.FiveRoundVoided: EventWords(
            marked("Round %(hand)s is void: %(reason)s."),
            receipt=lambda say, event: f"Round {event.hand} void · {event.reason}",
        ),
    },
    commands={
        five_in_one.StartHand: CommandWords(
            marked("Begin a round"), marked("%(name)s deals a round."), waits="start the round, %(name)s deals"
        ),
        five_in_one.PartResult: CommandWords(marked("Enter the result of a part"), _part_asked),
        five_in_one.ColdHand: CommandWords(marked("Enter who won the cold hand"), _cold_hand_asked),
        five_in_one.Consolation: CommandWords(marked("Turn the consolation"), _consolation_asked),
        five_in_one.VoidHand: CommandWords(marked("Void the round"), marked("The round is void: %(reason)s.")),
    },
    named={
        "part": lambda say, command: _(PART_NAMES[command.part]),
        "won": lambda say, command: _won(say, ((winning.player, winning.chips) for winning in command.won)),
    },
    arguments={"part": "Part", "chips": "Chips won; a minus for chips lost", "winners": "Winners"},
    round=RoundWords(
        kind="five-in-one-round",
        turn=marked("part %(turn)s of round %(number)s"),
        counted=(("Hit", "Hits", lambda event: getattr(event, "hits", 0)),),
    ),
    position=night_words.position,
    settings=SETTINGS,
)


class FiveRoundStory(RoundStory):
    """The story of a round, with its rules cited."""

    def why(self, event: Event, now: Night) -> str:
        """The rule that applied."""
        match event:
            case five_in_one_events.FiveRoundBegun():
                return under("9.1", _("one player deals the whole round, then the next on their left"))
            case five_in_one_events.PartSettled():
                return under("9.3", _("the book has each player’s win or loss in this part"))
            case five_in_one_events.ColdHandWon(winners=winners) if len(winners) > 1:
                return under("9.3", _("a tie: the others’ chips are divided among the winners"))
            case five_in_one_events.ColdHandWon():
                return under("9.3", _("each other player pays the winner"))
            case five_in_one_events.ConsolationTurned():
                return under("9.4", _("each other player pays the dealer for every card that is the number called"))
            case five_in_one_events.FiveRoundVoided():
                return under("9.5", _("no part has been paid yet"))
            case _:
                return ""


def _paid(record: HandRecord, part: str) -> five_in_one_events.PartPaid | None:
    """The event that paid a part of a round, if it was paid."""
    return next((paid for paid in record.all(five_in_one_events.PartPaid) if part_of(paid) == part), None)


def _parts() -> Columns:
    """A player's results in the parts; a dash for a part that was not played."""

    def column(part: str) -> Column:
        def cell(row: Row) -> str:
            return signed_number(getattr(row.figures, part)) if _paid(row.record, part) else "–"

        return Column(_(PART_NAMES[part]), cell, lambda row: signed_number(getattr(row.figures, part)))

    return tuple(map(column, PARTS))


def _outcome() -> Columns:
    """The chips that changed hands in the parts, the hits, and the winners of the cold hand."""

    def column(part: str) -> Column:
        def changed_hands(record: HandRecord) -> int:
            paid = _paid(record, part)
            return sum(won.chips for won in paid.won if won.chips > 0) if paid else 0

        return Column(
            _(PART_NAMES[part]),
            lambda row: str(changed_hands(row.record)) if _paid(row.record, part) else "–",
            lambda row: str(sum(changed_hands(own.record) for own in row.record)),
        )

    def turned(record: HandRecord) -> Sequence[five_in_one_events.ConsolationTurned]:
        return record.all(five_in_one_events.ConsolationTurned)

    def hits(row: Row) -> str:
        return str(turned(row.record)[0].hits) if turned(row.record) else "–"

    def all_hits(row: Row) -> str:
        return str(sum(event.hits for own in row.record for event in turned(own.record)))

    def winners(row: Row) -> Cell:
        won = row.record.last(five_in_one_events.ColdHandWon)
        return Cell(players=won.winners) if won else Cell("–")

    return *map(column, PARTS), Column(_("Hits"), hits, all_hits), Column(_("Best cold hand"), winners, kind="who")


class Turned(Frozen):
    """A card of the consolation, the number called, and whether they match."""

    called: int
    card: str
    hit: bool


class Extras(Frozen):
    """What the sheet of a round has besides its players: the winners of the cold hand, and the consolation."""

    winners: tuple[str, ...]
    turned: tuple[Turned, ...]


def _extras(record: HandRecord, figures: FiguresByRound[PartFigures]) -> Extras:
    won, turned = record.last(five_in_one_events.ColdHandWon), record.last(five_in_one_events.ConsolationTurned)
    return Extras(
        winners=won.winners if won else (),
        turned=tuple(
            Turned(called=called, card=card, hit=NUMBER[rank_of(card)] == called)
            for called, card in enumerate(turned.cards if turned else (), start=1)
        ),
    )


HAND_WORDS = HandWords(
    game=FIVE_IN_ONE,
    has_pot=False,
    figures=PartFigures,
    counted=_counted,
    own=_parts,
    paid=tuple,
    got=tuple,
    outcome=_outcome,
    beside=marked("chips that changed hands, of %(amount)s each"),
    title=marked("What the parts brought"),
    template="five_in_one/papers.html",
    sheet=_extras,
)


PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    folder=Path(__file__).with_suffix(""),
    rules=five_in_one_rules,
    banks_part=banks_part,
    rulebook=FIVE_IN_ONE_RULES,
    round_story=FiveRoundStory,
)
