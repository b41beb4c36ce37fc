"""What of a night stands: its facts less those that were taken back or undone, and what took each of them back.

This is worked out here alone. A fact that a correction gave again stands as a fact of the command that was given again,
whichever command is in its row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from events.night import CommandAmended, CommandGivenAgain, CommandVoided
from events.records import Recorded

MARKS = (CommandVoided, CommandAmended, CommandGivenAgain)
"""Facts about commands: they say what stands, and are not among what stands."""


@dataclass(frozen=True, slots=True)
class _Amended:
    """What a correction undid, its own marks, and how many facts stood below."""

    below: int
    undone: list[Recorded]
    marks: list[Recorded]


@dataclass(slots=True)
class Standing:
    """What stands, followed fact by fact from the first of a night.

    ``facts`` are the facts that stand, each with the command as whose fact it stands; from ``changed_at`` on they are
    others than before the fact followed last. ``taken_back_by`` has by version what took a fact back that does not
    stand, and ``took_back`` by version what a fact took back when it came.
    """

    facts: list[Recorded] = field(default_factory=list)
    changed_at: int = 0
    taken_back_by: dict[int, Recorded] = field(default_factory=dict)
    took_back: dict[int, tuple[Recorded, ...]] = field(default_factory=dict)
    _amended: dict[str, _Amended] = field(default_factory=dict)
    _giving: tuple[str, str] = ("", "")

    @classmethod
    def of(cls, facts: Iterable[Recorded]) -> Standing:
        """What stands after these facts, the first of a night and on."""
        stood = cls()
        for one in facts:
            stood.follow(one)
        return stood

    def follow(self, one: Recorded) -> Recorded:
        """One more fact of the night; the same fact, with the command as whose fact it is."""
        match one.fact:
            case CommandVoided(command=command) if command in self._amended:
                self._restore(one, self._amended.pop(command))
            case CommandVoided(command=command):
                self._take_back(one, self._from(frozenset({command})))
            case CommandAmended(undone=undone):
                below = self._from(frozenset(undone))
                self._amended[one.command] = _Amended(below, self.facts[below:], [one])
                self._take_back(one, below)
            case CommandGivenAgain(command=command):
                self._amended[one.command].marks.append(one)
                self._giving = (one.command, command)
                self.changed_at = len(self.facts)
            case _:
                return self._add(one)
        return one

    def _add(self, one: Recorded) -> Recorded:
        by, command = self._giving
        given = replace(one, command=command) if one.command == by else one
        self.changed_at = len(self.facts)
        self.facts.append(given)
        return given

    def _from(self, commands: frozenset[str]) -> int:
        """Where the last facts begin that are of these commands."""
        at = len(self.facts)
        while at and self.facts[at - 1].command in commands:
            at -= 1
        return at

    def _take_back(self, by: Recorded, at: int) -> None:
        taken = self.facts[at:]
        del self.facts[at:]
        self.changed_at = at
        self.took_back[by.version] = tuple(taken)
        self.taken_back_by.update((one.version, by) for one in taken)

    def _restore(self, by: Recorded, amended: _Amended) -> None:
        """Take a correction back: what it gave again is gone, and what it undid stands as it did."""
        self._take_back(by, amended.below)
        self.taken_back_by.update((one.version, by) for one in amended.marks)
        for one in amended.undone:
            del self.taken_back_by[one.version]
        self.facts += amended.undone


def standing(facts: Iterable[Recorded]) -> list[Recorded]:
    """What projections of bets and money fold; a night's history itself keeps everything."""
    return Standing.of(facts).facts


def as_given(facts: Iterable[Recorded]) -> list[Recorded]:
    """All facts of a night, taken back or not, each with the command as whose fact it came."""
    stood = Standing()
    return [stood.follow(one) for one in facts]
