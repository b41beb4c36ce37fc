"""A game's demonstration: how its night opens, and how its rounds are played by six players from one seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from dealer.game.table import Tables
from events.frozen import Frozen

T = TypeVar("T")

PLAYERS = {
    "red": "Ada Lamb",
    "blue": "Wm. Hart",
    "white": "J. Oakes",
    "black": "C. Moss",
    "yellow": "Ruth Bell",
    "green": "T. Vane",
}
"""Who plays, by seat key."""


class Shown(NamedTuple):
    """A turn of the demonstration: a round by its noun and number, the turn's number, and what was dealt or laid."""

    what: str
    number: int
    turn: int
    said: str


class Evening(Protocol):
    """The evening on which a demonstration is played."""

    random: Random

    @property
    def state(self) -> Tables:
        """The night as it stands."""

    def do(self, command: dict[str, Any]) -> object:
        """Carry out one command; ``None`` where the rules refuse it."""

    def checks_of(self, player: str) -> int:
        """What a player has in checks, in cents."""

    def pack(self) -> list[str]:
        """A pack, shuffled."""


class Play(Protocol):
    """A game as it is played on one evening."""

    def round(self, number: int) -> Iterator[Shown]:
        """Play a round and what follows it; yields after every turn."""

    def finish(self) -> None:
        """What is left to do before the night closes."""


class Demonstration(Frozen):
    """How a game is demonstrated.

    ``opening`` has the arguments of the night's opening besides its game, ``house_among_others`` is the game's house on
    a night of several, ``turns`` is how many turns a round has, ``None`` where nobody can know.
    """

    opening: dict[str, Any]
    house_among_others: Any
    play: Callable[[Evening], Play]
    turns: int | None = None


def pay(evening: Evening, command: dict[str, Any], payers: Iterable[str], enough_cents: int) -> None:
    """Carry out a command that costs chips; where it is refused, who has not ``enough_cents`` buys as much first."""
    if evening.do(command) is not None:
        return
    for player in payers:
        if evening.checks_of(player) < enough_cents:
            evening.do({"do": "buy_checks", "player": player, "amount": enough_cents})
    if evening.do(command) is None:
        raise AssertionError(f"the demonstration cannot {command['do']}")


class HandsPlay(Generic[T]):
    """What the plays of games of hands for chips have in common: ``game`` names the table of which they are."""

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

    def _pay(self, command: dict[str, Any], payers: Iterable[str] = tuple(PLAYERS)) -> None:
        pay(self._evening, command, payers, 40 * self._evening.state.tables[self.game].house.check)
