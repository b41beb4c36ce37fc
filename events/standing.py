"""What of a night stands: its facts less those that were taken back or undone, and what took each of them back.

This is worked out here alone. A fact that a correction gave again stands as a fact of the command that was given again,
whichever command is in its row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from threading import Lock
from typing import Any, overload

from events.effective_facts import EffectiveFacts
from events.facts.night import CommandAmended, CommandGivenAgain, CommandVoided
from events.records import Recorded

MARKS = (CommandVoided, CommandAmended, CommandGivenAgain)
"""Facts about commands: they say what stands, and are not among what stands."""


@dataclass(frozen=True, slots=True)
class _Amended:
    """What stood before a correction and below it, and its own marks."""

    before: EffectiveFacts
    below: EffectiveFacts
    marks: list[Recorded]


@dataclass(slots=True)
class Standing:
    """What stands, followed fact by fact from the first of a night.

    ``facts`` are the facts that stand, each with the command as whose fact it stands; from ``changed_at`` on they are
    others than before the fact followed last. ``taken_back_by`` has by version what took a fact back that does not
    stand, and ``took_back`` by version what a fact took back when it came.
    """

    facts: EffectiveFacts = field(default_factory=EffectiveFacts)
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
                self._take_back(one, self._below(frozenset({command})))
            case CommandAmended(undone=undone):
                below = self._below(frozenset(undone))
                self._amended[one.command] = _Amended(self.facts, below, [one])
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
        self.facts = self.facts.followed_by(given)
        return given

    def _below(self, commands: frozenset[str]) -> EffectiveFacts:
        """The facts below the last ones that are of these commands."""
        below = self.facts
        while below.before is not None and below.last.command in commands:
            below = below.before
        return below

    def _take_back(self, by: Recorded, below: EffectiveFacts) -> None:
        taken = self.facts.since(below)
        self.facts = below
        self.changed_at = len(below)
        self.took_back[by.version] = tuple(taken)
        self.taken_back_by.update((one.version, by) for one in taken)

    def _restore(self, by: Recorded, amended: _Amended) -> None:
        """Take a correction back: what it gave again is gone, and what it undid stands as it did."""
        self._take_back(by, amended.below)
        self.taken_back_by.update((one.version, by) for one in amended.marks)
        for one in amended.before.since(amended.below):
            del self.taken_back_by[one.version]
        self.facts = amended.before


@dataclass(slots=True)
class _Course:
    """The facts of a night as far as they are known, and what stood after each of them; both only grow."""

    facts: list[Recorded] = field(default_factory=list)
    effective: list[EffectiveFacts] = field(default_factory=list)
    standing: Standing = field(default_factory=Standing)
    lock: Lock = field(default_factory=Lock)


class NightFacts(Sequence[Recorded]):
    """All facts of a night up to one of them, taken back or not, and with them those that are ``effective``.

    Versions of one night share what they have in common: a longer one (:meth:`followed_by`) and a shorter one
    (:meth:`until`) cost no more than what is new in them. Safe to use from many threads.
    """

    __slots__ = ("_course", "_length")

    def __init__(self, facts: Iterable[Recorded] = ()) -> None:
        self._course, self._length = _Course(), 0
        self._length = self.followed_by(facts)._length

    @property
    def effective(self) -> EffectiveFacts:
        """The facts that stand."""
        return self._course.effective[self._length - 1] if self._length else EffectiveFacts()

    def followed_by(self, newer: Iterable[Recorded]) -> NightFacts:
        """These facts and those that came after them."""
        newer, course = tuple(newer), self._course
        length = self._length + len(newer)
        with course.lock:
            if len(course.facts) == self._length:
                for one in newer:
                    course.standing.follow(one)
                    course.facts.append(one)
                    course.effective.append(course.standing.facts)
            is_known = len(course.facts) >= length and (not newer or course.facts[length - 1].hash == newer[-1].hash)
        # Else the night went on otherwise after these facts.
        return self._as_of(length) if is_known else NightFacts((*self, *newer))

    def until(self, version: int) -> NightFacts:
        """The facts up to a version, that one too; :class:`IndexError` where there is no such fact."""
        if not 1 <= version <= self._length:
            raise IndexError(version)
        return self._as_of(version)

    def _as_of(self, version: int) -> NightFacts:
        made = NightFacts.__new__(NightFacts)
        made._course, made._length = self._course, version
        return made

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Recorded]:
        return islice(self._course.facts, self._length)

    def __reversed__(self) -> Iterator[Recorded]:
        return (self._course.facts[at] for at in range(self._length - 1, -1, -1))

    @overload
    def __getitem__(self, at: int) -> Recorded: ...

    @overload
    def __getitem__(self, at: slice) -> list[Recorded]: ...

    def __getitem__(self, at: int | slice) -> Recorded | list[Recorded]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self._length)
            return self._course.facts[start : max(start, stop)] if step == 1 else list(self)[at]
        place = at + self._length if at < 0 else at
        if not 0 <= place < self._length:
            raise IndexError(at)
        return self._course.facts[place]

    def __reduce__(self) -> tuple[Any, ...]:
        return NightFacts, (list(self),)


def effective(facts: Iterable[Recorded]) -> EffectiveFacts:
    """What projections fold of a night's facts: those that stand."""
    return facts.effective if isinstance(facts, NightFacts) else Standing.of(facts).facts


def as_given(facts: Iterable[Recorded]) -> list[Recorded]:
    """All facts of a night, taken back or not, each with the command as whose fact it came."""
    stood = Standing()
    return [stood.follow(one) for one in facts]
