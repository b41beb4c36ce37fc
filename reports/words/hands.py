"""What is said alike of all games of hands for chips: how a hand begins and is broken off, antes, where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dealer.commands.phrases import marked
from dealer.game.hands import HANDS, HandTable
from dealer.what_if.differences import Both
from reports.words.formatting import chips_words
from reports.words.game_words import CommandWords, Difference, DifferenceWords, FactWords, Names, Position, RoundWords
from reports.words.language import gettext as _
from reports.words.say import Named

BEGUN = FactWords(marked("%(name)s deals hand %(hand)s."), receipt="Hand %(hand)s begun · %(name)s deals")
ANTE = FactWords(marked("%(name)s antes %(chips)s."))
VOIDED = FactWords(
    marked("Hand %(hand)s is void: %(reason)s."), receipt=lambda say, fact: f"Hand {fact.hand} void · {fact.reason}"
)
RETURNED = FactWords(marked("%(name)s has %(chips)s back."))

DEAL = CommandWords(marked("Deal a hand"), marked("%(name)s deals a hand."), waits="start the hand, %(name)s deals")
VOID = CommandWords(marked("Void the hand"), marked("The hand is void: %(reason)s."))

OWN_PAGE = marked("Your night,<br>hand by hand")


def chips_at(game: str) -> Named:
    """What stands for the chips of a fact: how many, and what they are worth at the table of a game."""
    return lambda say, it: chips_words(it.chips, say.now.tables[game].house.check)


def called_of(kind: str) -> RoundWords:
    """What the hands of a game are called in full, so that those of several games of a night are told apart."""
    return RoundWords(
        kind=kind,
        one=marked("hand %(number)s of %(game)s"),
        over=marked("after hand %(number)s of %(game)s"),
        turn=marked("turn %(turn)s of hand %(number)s of %(game)s"),
        own_page=OWN_PAGE,
    )


def pot_at_close() -> str:
    """What the close does with a pot that nobody has won, as a house rule."""
    return _(
        "What nobody has won at the close of the night is divided evenly among those who sit, odd chips from the last "
        "dealer’s left; of a hand that is broken off everybody gets back their ante."
    )


def position(table: HandTable) -> Position:
    """Where the play stands at a table of hands."""
    return Position(number=table.round, is_on=table.is_on, turn=table.turn, dealer=table.dealer)


def one_by_one(
    came_of: Callable[[Any, Names], str], unsettled: str, *, called: str = "Hand"
) -> Mapping[str, DifferenceWords]:
    """How hands differ in two courses of a night; ``came_of`` says the row of one, ``unsettled`` that there is none."""

    def lines(number: int, both: Both[Any], names: Names) -> Iterable[Difference]:
        said = both.each(lambda row: unsettled if row is None else came_of(row, names))
        yield Difference(what=f"{called} {number}", said=said)

    return {HANDS: DifferenceWords(title=f"{called} by {called.lower()}", first=called, lines=lines)}
