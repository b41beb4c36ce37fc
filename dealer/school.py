"""The school: the lessons of all games, and the exercises of a lesson from a seed."""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random
from typing import Any

from dealer.commands.commands import OpenNight
from dealer.commands.refusal import Refusal
from dealer.game.school import CHECKS_CENTS, PLAYERS, Exercise, Lesson
from dealer.games import GAMES
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide, open_night
from dealer.night.evolve import evolve_all
from dealer.night.night import Night, opening
from events.common.event import Event

MOST_SEED = 2**31 - 1


def schools() -> dict[str, tuple[Lesson, ...]]:
    """The lessons of each game that is taught, in the order of learning."""
    return {name: game.lessons for name, game in GAMES.items() if game.lessons}


def lesson_called(game: str, name: str) -> Lesson:
    """A lesson by its game and name; :class:`LookupError` if there is none."""
    for lesson in schools().get(game, ()):
        if lesson.name == name:
            return lesson
    raise LookupError(f"{game} has no lesson {name}")


def exercises_of(lesson: Lesson, seed: int) -> tuple[Exercise, ...]:
    """The exercises of a lesson; the same for the same seed."""
    random = Random(f"{lesson.name} {seed}")
    return tuple(lesson.make(NightInMemory(random), number) for number in range(lesson.exercises))


class NightInMemory:
    """A night that no book has."""

    state: Night

    def __init__(self, random: Random) -> None:
        self.random = random
        self._commands = 0

    def open(self, **arguments: Any) -> None:
        """Open the night with these arguments, and seat the school's players with checks."""
        self.state = _opened(json.dumps(arguments))

    def do(self, do: str, **arguments: Any) -> tuple[Event, ...]:
        """Carry out a command; raises the refusal of the rules."""
        events = self._decided(do, arguments)
        self._commands += 1
        self.state = evolve_all(self.state, f"c{self._commands}", events)
        return events

    def tried(self, do: str, **arguments: Any) -> tuple[Event, ...] | Refusal:
        """The events of a command, or its refusal; the night stays as it is."""
        try:
            return self._decided(do, arguments)
        except Refusal as refusal:
            return refusal

    def _decided(self, do: str, arguments: dict[str, Any]) -> tuple[Event, ...]:
        return decide(self.state, read_command({"do": do, **arguments}, self.state))


@lru_cache(maxsize=32)
def _opened(arguments: str) -> Night:
    """The night opened with these arguments as JSON, with the school's players seated."""
    night = NightInMemory(Random(0))
    document = {"do": "open_night", "table": "–", "date": "2000-01-01", "dealer": "–", **json.loads(arguments)}
    command = read_command(document)
    assert isinstance(command, OpenNight)
    night.state = opening("school", open_night(command), "opening")
    for player, name in PLAYERS.items():
        night.do("seat_player", player=player, name=name)
        night.do("buy_checks", player=player, amount=CHECKS_CENTS)
    return night.state
