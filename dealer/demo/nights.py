"""The demonstration nights: one of each game that has a demonstration, and one of all of them in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dealer.demo.evening import AtTheTable
from dealer.game.demonstration import Demonstration, Shown
from dealer.games import GAMES
from events.book.book import Book

_TOGETHER = {"table": "Back Room", "roll": 250_000}
"""How a night of several games opens."""


class Demo:
    """A demonstration night of some games, a round of each in turn.

    ``length`` is how many turns there will be, ``None`` where nobody can know, as in a stops game; ``plays`` is each
    game as it is played, by its name.
    """

    def __init__(self, games: tuple[str, ...], book: Book, date: str, seed: int, rounds: int = 4) -> None:
        self._shown = {game: demonstrations()[game] for game in games}
        self._evening = AtTheTable(book, date, seed)
        self._rounds = rounds
        self.plays: dict[str, Any] = {game: one.play(self._evening) for game, one in self._shown.items()}
        turns = [one.turns for one in self._shown.values() if one.turns is not None]
        self.length = rounds * sum(turns) if len(turns) == len(games) else None

    @property
    def night(self) -> str:
        """The night's id, once it is open."""
        return self._evening.night

    def turns(self) -> Iterator[Shown]:
        """Deal the night from open to close; yields once a turn, for whoever shows the progress."""
        self._open()
        for number in range(1, self._rounds + 1):
            for play in self.plays.values():
                yield from play.round(number)
        for play in self.plays.values():
            play.finish()
        self._evening.close()

    def _open(self) -> None:
        if len(self._shown) == 1:
            ((game, alone),) = self._shown.items()
            self._evening.open(game=game, **alone.opening)
            return
        houses = {game: one.house_among_others for game, one in self._shown.items()}
        self._evening.open(game=list(houses), house=houses, **_TOGETHER)


def demonstrations() -> dict[str, Demonstration]:
    """The demonstrations that there are, by the game's name."""
    return {name: game.demonstration for name, game in GAMES.items() if game.demonstration}


def demos() -> dict[str, tuple[str, ...]]:
    """The demonstration nights by name, each with its games: one of each game, and ``both`` of all of them."""
    games = tuple(demonstrations())
    return {**{game: (game,) for game in games}, "both": games}
