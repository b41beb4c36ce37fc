"""A game's demonstration: the opening of its night, and rounds played by six players from a random seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from dealer.game.table import Tables
from events.frozen import Frozen

T = TypeVar("T")

DEMO_PLAYERS = {
    "red": "Ada Lamb",
    "blue": "Wm. Hart",
    "white": "J. Oakes",
    "black": "C. Moss",
    "yellow": "Ruth Bell",
    "green": "T. Vane",
}
"""The players by seat key."""


class Shown(NamedTuple):
    """A turn of the demonstration: the round's noun and number, the turn's number, and what was dealt or laid."""

    what: str
    number: int
    turn: int
    sentence: str


class Evening(Protocol):
    """The night on which a demonstration is played."""

    random: Random

    @property
    def state(self) -> Tables:
        """The current night."""

    def do(self, command: dict[str, Any]) -> object:
        """Carry out a command; ``None`` if the rules refuse it."""

    def checks_of(self, player: str) -> int:
        """A player's checks, in cents."""

    def pack(self) -> list[str]:
        """A shuffled pack."""


class Play(Protocol):
    """A game as played in a demonstration."""

    def round(self, number: int) -> Iterator[Shown]:
        """Play a round and what follows it; yields after every turn."""

    def finish(self) -> None:
        """Do what is left before the night closes."""


class Demonstration(Frozen):
    """How a game is demonstrated.

    ``opening`` has the arguments of the night's opening besides its game. ``house_among_others`` is the game's house in
    a night of several games. ``turns`` is the number of turns in a round, ``None`` if it varies.
    """

    opening: dict[str, Any]
    house_among_others: Any
    play: Callable[[Evening], Play]
    turns: int | None = None


def pay(evening: Evening, command: dict[str, Any], payers: Iterable[str], enough_cents: int) -> None:
    """Carry out a command that costs chips; if it is refused, players without ``enough_cents`` buy that much first."""
    if evening.do(command) is not None:
        return
    for player in payers:
        if evening.checks_of(player) < enough_cents:
            evening.do({"do": "buy_checks", "player": player, "amount": enough_cents})
    if evening.do(command) is None:
        raise AssertionError(f"the demonstration cannot {command['do']}")


class HandsPlay(Generic[T]):
    """The common part of demonstrations of games for chips; ``game`` names the game of the table."""

    game: str

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._random = evening.random
        self._do = evening.do

    def finish(self) -> None:
        """Nothing is left to do."""

    @property
    def _table(self) -> T:
        table: T = self._evening.state.tables[self.game]
        return table

    def _pay(self, command: dict[str, Any], payers: Iterable[str] = tuple(DEMO_PLAYERS)) -> None:
        pay(self._evening, command, payers, 40 * self._evening.state.tables[self.game].house.check)
