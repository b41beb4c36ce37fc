"""Five in One: its rules (9.1 to 9.5), house rules as sentences, words, play and papers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealer.commands.refusal import marked
from dealer.games.five_in_one import (
    BANGO,
    COLD_HAND,
    CONSOLATION,
    FIVE_IN_ONE,
    GAME,
    PARTS,
    PLUS_OR_MINUS,
    PUT_AND_TAKE,
    PartResult,
)
from dealer.night.night import Night
from events.common.event import Event
from events.games import five_in_one as facts
from reports.house_rules import CHIP, MARKERS, Preset, Setting
from reports.rounds.hands import HandRecord, HandWords
from reports.rounds.statement import FiguresByRound
from reports.rounds.tables import Column, Columns, Row
from reports.rulebook import Guide, Rule, Rulebook, Table
from reports.sheets.round_sheet import hand_papers
from reports.words import night_words
from reports.words.formatting import listed, name_of, signed_number
from reports.words.game_words import CommandWords, EventWords, RoundWords, Say
from reports.words.language import gettext as _
from reports.words.language import ngettext

_ENCYCLOPEDIA = "an encyclopedia of card games, entry Five in One"


def _why_cold_hand(event: facts.ColdHandWon, now: Night) -> str:
    if len(event.winners) > 1:
        return _("a tie: the others’ chips are divided among the winners")
    return _("each other player pays the winner")


FIVE_IN_ONE_RULES = Rulebook(
    name="five-in-one",
    number="9",
    title="Five in One",
    about=(
        "Five in One, also Garbage or Variety: a round is five short games, dealt one after the other by one dealer. "
        "Each is paid at once, from player to player."
    ),
    without_bank=marked("Five in One has no bank: the players play against each other, and the house percentage is 0."),
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
            ours="how many may play, and that the deal goes to the left.",
            why={facts.FiveRoundBegun: marked("one player deals the whole round, then the next on their left")},
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
            ours="that these parts are recorded by outcome.",
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
            ours="how a tie is divided, and who must have chips.",
            why={
                facts.PartSettled: marked("the book has each player’s win or loss in this part"),
                facts.ColdHandWon: _why_cold_hand,
            },
            without_bank=marked("Players pay each other after each part, and a paid part stays paid."),
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
            why={
                facts.ConsolationTurned: marked(
                    "each other player pays the dealer for every card that is the number called"
                )
            },
            without_bank=marked("In the consolation only the dealer can win. The deal goes around."),
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
            ours="all of it.",
            why={facts.FiveRoundVoided: marked("no part has been paid yet")},
        ),
    ),
)


SETTINGS = {
    marked("The parts"): (
        CHIP.under("9.3"),
        Setting(
            "cold_hand_pays",
            marked("the cold hand: from each player"),
            "9.3",
            says=marked("Every other player pays the winner of the cold hand %(chips)s."),
            off=marked("The cold hand pays nothing."),
            chips=True,
        ),
        Setting(
            "hit_pays",
            marked("a hit in the consolation: from each player"),
            "9.4",
            says=marked("For each hit in the consolation every other player pays the dealer %(chips)s."),
            off=marked("A hit in the consolation pays nothing."),
            chips=True,
        ),
    ),
    **MARKERS,
}

PRESETS = {
    "five_in_one": Preset(marked("usual"), marked("Plus or Minus, Cold Hand, Bango, Put and Take, Consolation")),
}


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
    if isinstance(event, facts.PartPaid):
        for winning in event.won:
            own, part = figures.at(event.hand, winning.player), part_of(event)
            setattr(own, part, getattr(own, part) + winning.chips)


def part_of(event: facts.PartPaid) -> str:
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


def _won(say: Say, won: Iterable[tuple[str, int]]) -> str:
    """The result of each player who won or lost chips."""
    winnings = [f"{name_of(say.now, player)} {signed_number(chips)}" for player, chips in won if chips]
    return ", ".join(winnings) or _("nobody wins a chip")


def _cold_hand(say: Say, event: facts.ColdHandWon) -> str:
    if len(event.winners) > 1:
        return say("The cold hand is tied by %(winners)s: %(won)s.")
    return say("%(winners)s wins the cold hand: %(won)s.")


def _consolation(say: Say, event: facts.ConsolationTurned) -> str:
    return say.ngettext("%(num)s hit in %(cards)s: %(won)s.", "%(num)s hits in %(cards)s: %(won)s.", event.hits)


def _part_asked(say: Say, command: PartResult) -> str:
    return say("%(part)s: %(won)s.", won=_won(say, command.chips.items()))


WORDS = night_words.hand_words(
    GAME,
    events={
        facts.FiveRoundBegun: EventWords(
            marked("%(name)s deals round %(hand)s."), receipt=marked("Round %(hand)s begun · %(name)s deals")
        ),
        facts.PartSettled: EventWords(marked("%(part)s: %(won)s."), receipt=marked("Round %(hand)s · %(part)s")),
        facts.ColdHandWon: EventWords(_cold_hand, receipt=marked("Round %(hand)s · Cold Hand")),
        facts.ConsolationTurned: EventWords(_consolation),
        facts.FiveRoundOver: EventWords(
            marked("Round %(hand)s is over: %(won)s."), receipt=marked("Round %(hand)s over"), sums_up=True
        ),
        facts.FiveRoundVoided: EventWords(
            marked("Round %(hand)s is void: %(reason)s."),
            receipt=lambda say, event: say("Round %(hand)s void · %(reason)s", reason=event.reason),
        ),
    },
    commands={
        "start_hand": CommandWords(
            marked("Begin a round"), marked("%(name)s deals a round."), waits=marked("start the round, %(name)s deals")
        ),
        "part_result": CommandWords(marked("Enter the result of a part"), _part_asked),
        "cold_hand": CommandWords(marked("Enter who won the cold hand"), marked("The cold hand goes to %(winners)s.")),
        "consolation": CommandWords(marked("Turn the consolation"), marked("The consolation is turned: %(cards)s.")),
        "void_hand": CommandWords(marked("Void the round"), marked("The round is void: %(reason)s.")),
    },
    named={
        "part": lambda say, command: _(PART_NAMES[command.part]),
        "winners": lambda say, action: listed([name_of(say.now, winner) for winner in action.winners]) or _("nobody"),
        "won": lambda say, command: _won(say, ((winning.player, winning.chips) for winning in command.won)),
    },
    arguments={
        "part": marked("Part"),
        "chips": marked("Chips won; a minus for chips lost"),
        "winners": marked("Winners"),
    },
    round=RoundWords(
        kind="five-in-one-round",
        turn=marked("part %(turn)s of round %(number)s"),
        counted=(
            (
                marked("Hits"),
                lambda number: ngettext("%(num)s hit", "%(num)s hits", number),
                lambda event: getattr(event, "hits", 0),
            ),
        ),
    ),
)


def _paid(record: HandRecord, part: str) -> facts.PartPaid | None:
    """The event that paid a part of a round, if it was paid."""
    return next((paid for paid in record.all(facts.PartPaid) if part_of(paid) == part), None)


def _parts() -> Columns:
    """A player's results in the parts; a dash for a part that was not played."""

    def column(part: str) -> Column:
        def cell(row: Row) -> str:
            return signed_number(getattr(row.figures, part)) if _paid(row.record, part) else "–"

        return Column(_(PART_NAMES[part]), cell, lambda row: signed_number(getattr(row.figures, part)))

    return tuple(map(column, PARTS))


HAND_WORDS = HandWords(
    game=FIVE_IN_ONE,
    has_pot=False,
    figures=PartFigures,
    counted=_counted,
    own=_parts,
    paid=tuple,
    got=tuple,
    title=marked("What the parts brought"),
)


GUIDE = Guide(
    aim=marked("Play five short games, one after the other. Each is paid at once."),
    steps=(
        marked("One player deals all five games of a round. Then the deal goes to the left."),
        marked("Part 1 is Plus or Minus: the table plays it and says what each player won or lost."),
        marked(
            "Part 2 is Cold Hand: the hands of the first part are shown, and the best one is paid by every other "
            "player."
        ),
        marked("Parts 3 and 4 are Bango and Put and Take: again each player’s win or loss is noted."),
        marked(
            "Part 5 is Consolation: the dealer counts from one to ten and turns a card at each number. For each "
            "card that is the number called, every other player pays the dealer."
        ),
    ),
    terms=(
        (marked("round"), marked("All five games, dealt by one player.")),
        (marked("Consolation"), marked("The last game: the dealer counts and turns ten cards.")),
    ),
)

PAPERS = hand_papers(
    HAND_WORDS,
    words=WORDS,
    settings=SETTINGS,
    presets=PRESETS,
    guide=GUIDE,
    rulebook=FIVE_IN_ONE_RULES,
)
