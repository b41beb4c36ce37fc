"""A game's demonstration: the opening of its night, and rounds played by six players from a random seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, Protocol

from dealer.commands.refusal import Refusal
from dealer.game.actions import Legal
from dealer.game.table import Tables
from events.frozen import Frozen

DEMO_DEVICE = "demo"
"""The device of every command of a demonstration."""

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

    def refusal(self, command: dict[str, Any]) -> Refusal | None:
        """How the rules would refuse a command; ``None`` if they would not."""


class Play(Protocol):
    """A game as played in a demonstration."""

    def round(self, number: int) -> Iterator[Shown]:
        """Play a round and what follows it; yields after every turn."""


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
    def prepares(self) -> str:
        """The word that begins a match of rounds; "" if there are no matches."""

    @property
    def round_called(self) -> str:
        """The noun for its rounds."""

    @property
    def is_on(self) -> Callable[[Any], bool]:
        """Whether a round is on at a table."""

    @property
    def rounds(self) -> Callable[[Any], int]:
        """The number of rounds of a table."""

    def legal(self, table: Any) -> tuple[Legal, ...]:
        """The commands that are possible now."""


class Demonstration(Frozen):
    """How a game is demonstrated.

    ``opening`` has the arguments of the night's opening besides its game. ``house_among_others`` is the game's house in
    a night of several games.
    """

    opening: dict[str, Any]
    house_among_others: Any
    play: Callable[[Evening], Play]


MISHAPS = {2: ("void", "abandon_match"), 3: ("void_hand",)}
"""What goes wrong in a round, by its number: a command is taken back, and a match or a foul hand is broken off."""
MOST_DRAWS = 500


def _text(value: Any) -> str:
    """A value of a command in one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(of)}" for key, of in value.items())
    if isinstance(value, list | tuple):
        return (", " if any(isinstance(of, list | tuple) for of in value) else " ").join(map(_text, value))
    return str(value)


class LegalPlay:
    """A game played by its legal commands, drawn one after the other until a round or a match of rounds is over."""

    def __init__(self, game: DrawnGame, evening: Evening) -> None:
        self._game = game
        self._evening = evening
        self._begins = game.prepares or game.starts

    def round(self, number: int) -> Iterator[Shown]:
        """Play a round, or a match; yields after every command but the first."""
        self._do(self._begins)
        mishaps = list(MISHAPS.get(number, ()))
        while self._begins not in self._legal():
            mishap = mishaps.pop(0) if mishaps and self._can_happen(mishaps[0]) else ""
            if mishap == "void":
                self._do()
                self._evening.do({"do": "void"})
            yield self._shown(self._do(mishap if mishap in self._legal() else ""))

    def _can_happen(self, mishap: str) -> bool:
        if mishap == "abandon_match":
            return mishap in self._legal() and not self._game.is_on(self._table)
        return self._game.is_on(self._table)

    def _shown(self, document: dict[str, Any]) -> Shown:
        sentence = ": ".join(filter(None, (document["do"].replace("_", " "), _text(list(document.values())[2:]))))
        return Shown(self._game.round_called, self._game.rounds(self._table), max(1, self._table.turn), sentence)

    @property
    def _table(self) -> Any:
        return self._evening.state.tables[self._game.name]

    def _legal(self) -> dict[str, Legal]:
        """The legal commands, by word."""
        return {legal.command.do: legal for legal in self._game.legal(self._table)}

    def _do(self, word: str = "") -> dict[str, Any]:
        """Carry out a legal command, of this word if one is given; players who cannot pay buy checks first."""
        random, legal = self._evening.random, self._legal()
        drawn_from = [legal[word]] if word else list(legal.values())
        for _ in range(MOST_DRAWS):
            (drawn,) = random.choices(drawn_from, None if word else [possible.action.often for possible in drawn_from])
            document = {"do": drawn.command.do, "game": self._game.name, **drawn.drawn(random)}
            refusal = self._evening.refusal(document)
            while refusal and refusal.code == "not_enough_checks":
                self._evening.do({"do": "buy_checks", **self._purchase(refusal)})
                refusal = self._evening.refusal(document)
            if not refusal:
                self._evening.do(document)
                return document
        raise AssertionError(f"the demonstration of {self._game.title} cannot go on")

    def _purchase(self, refusal: Refusal) -> dict[str, Any]:
        """The player of a refusal, and the checks that they lack; at least 40."""
        named: dict[str, Any] = dict(refusal.sentence.named)
        due = named.get("due") or named["amount"]
        lacking = due.cents - named["held"].cents
        return {"player": named["player"].seat, "amount": max(lacking, 40 * self._table.house.check)}
