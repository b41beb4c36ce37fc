"""A game's demonstration: the opening of its night, and rounds played by six players from a random seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from dealer.game.actions import Legal
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

    def refusal(self, command: dict[str, Any]) -> str:
        """The code with which the rules would refuse a command; "" if they would not."""

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


class DrawnGame(Protocol):
    """What is needed of a game to draw its commands."""

    @property
    def name(self) -> str:
        """Its name in the contract."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def starts(self) -> str:
        """The word that begins a round."""

    @property
    def round_called(self) -> str:
        """The noun for its rounds."""

    @property
    def is_on(self) -> Callable[[Any], bool]:
        """Whether a round is on at a table."""

    def legal(self, table: Any) -> tuple[Legal, ...]:
        """The commands that are possible now."""


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


FOUL_ROUND, MISTAKEN_ROUND = 3, 2
"""The round that is broken off, and the one in which the dealer takes a command back."""
MOST_DRAWS = 500


class LegalPlay:
    """A game played by its legal commands: one after the other is drawn until the round is over."""

    def __init__(self, game: DrawnGame, evening: Evening) -> None:
        self._game = game
        self._evening = evening

    def round(self, number: int) -> Iterator[Shown]:
        """Play a round; yields after every command but the first."""
        self._do(self._game.starts)
        if number == FOUL_ROUND:
            foul = {"do": "void_hand", "game": self._game.name, "reason": "a card was dealt face up"}
            self._evening.do(foul)
            yield self._shown(foul)
        while self._game.is_on(self._table):
            document = self._do()
            if number == MISTAKEN_ROUND and self._table.turn == 1:
                self._evening.do({"do": "void"})
                document = self._do()
            yield self._shown(document)

    def _shown(self, document: dict[str, Any]) -> Shown:
        values = (
            value if isinstance(value, str) else " ".join(map(str, value)) for value in list(document.values())[2:]
        )
        sentence = ": ".join(filter(None, (document["do"].replace("_", " "), ", ".join(values))))
        return Shown(self._game.round_called, self._table.round, max(1, self._table.turn), sentence)

    def finish(self) -> None:
        """Nothing is left to do."""

    @property
    def _table(self) -> Any:
        return self._evening.state.tables[self._game.name]

    def _do(self, word: str = "") -> dict[str, Any]:
        """Carry out a legal command, of this word if one is given; players who cannot pay buy checks first."""
        random = self._evening.random
        legal = [possible for possible in self._game.legal(self._table) if word in ("", possible.command.do)]
        for _ in range(MOST_DRAWS):
            (drawn,) = random.choices(legal, None if word else [possible.action.often for possible in legal])
            document = {"do": drawn.command.do, "game": self._game.name, **drawn.drawn(random)}
            refused = self._evening.refusal(document)
            if refused == "not_enough_checks":
                for player in self._table.players or DEMO_PLAYERS:
                    self._evening.do({"do": "buy_checks", "player": player, "amount": 40 * self._table.chip_cents})
                refused = self._evening.refusal(document)
            if not refused:
                self._evening.do(document)
                return document
        raise AssertionError(f"the demonstration of {self._game.title} cannot go on")
