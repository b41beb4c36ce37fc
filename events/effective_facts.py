"""The effective facts of a night: those that stand, less what was taken back or undone, and what took each back.

This is worked out here alone. A fact that a correction gave again stands as a fact of the command that was given again,
whichever command is in its row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock
from typing import Any, overload

from msgspec.structs import replace

from events.facts.fact import Fact
from events.facts.night import CommandAmended, CommandGivenAgain, CommandVoided
from events.records import Recorded


class EffectiveFacts(Sequence[Recorded]):
    """The effective facts of a night as of one of its facts: never changed, one more is added in constant time.

    It shares all but its last fact with the sequence ``before`` it, so that taking facts back is handing out an
    earlier one, and every version of a night can keep its own. Whatever is at the end costs little; the beginning of
    a long night is reached through all that came after it.

    ``folded`` holds what projections made of these facts, by projection; see :mod:`dealer.projections.projection`.
    """

    __slots__ = ("_last", "_length", "before", "folded")

    def __init__(self, before: EffectiveFacts | None = None, last: Recorded | None = None) -> None:
        self.before = before
        self.folded: dict[object, Any] = {}
        self._last = last
        self._length = len(before) + 1 if before is not None else 0

    @classmethod
    def of(cls, facts: Iterable[Recorded]) -> EffectiveFacts:
        """The sequence of some facts, all of which stand."""
        made = cls()
        for one in facts:
            made = made.followed_by(one)
        return made

    def followed_by(self, one: Recorded) -> EffectiveFacts:
        """These facts and one more."""
        return EffectiveFacts(self, one)

    @property
    def last(self) -> Recorded:
        """The last fact; :class:`IndexError` where there is none."""
        if self._last is None:
            raise IndexError("no facts")
        return self._last

    def ends(self) -> Iterator[EffectiveFacts]:
        """This sequence, the one without its last fact, and so on, down to that of the first fact alone."""
        now = self
        while now.before is not None:
            yield now
            now = now.before

    def up_to_last(self, *kinds: type[Fact]) -> EffectiveFacts | None:
        """The facts up to the last one of some kinds, that one too; nothing where there is none."""
        return next((one for one in self.ends() if isinstance(one.last.fact, kinds)), None)

    def since(self, earlier: EffectiveFacts) -> list[Recorded]:
        """The facts after those of an earlier part of this sequence."""
        return self._last_ones(len(self) - len(earlier))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Recorded]:
        return iter(self._last_ones(len(self)))

    def __reversed__(self) -> Iterator[Recorded]:
        return (one.last for one in self.ends())

    @overload
    def __getitem__(self, at: int) -> Recorded: ...

    @overload
    def __getitem__(self, at: slice) -> list[Recorded]: ...

    def __getitem__(self, at: int | slice) -> Recorded | list[Recorded]:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            return self._last_ones(len(self) - start)[: max(stop - start, 0)] if step == 1 else list(self)[at]
        behind = -at - 1 if at < 0 else len(self) - at - 1
        if not 0 <= behind < len(self):
            raise IndexError(at)
        return next(islice(reversed(self), behind, None))

    def __reduce__(self) -> tuple[Any, ...]:
        return EffectiveFacts.of, (list(self),)

    def _last_ones(self, count: int) -> list[Recorded]:
        return list(islice(reversed(self), count))[::-1]


@dataclass(frozen=True, slots=True)
class _Amended:
    """What stood before a correction and below it, and its own marks."""

    before: EffectiveFacts
    below: EffectiveFacts
    marks: list[Recorded]


@dataclass(slots=True)
class EffectiveFold:
    """What stands, folded fact by fact from the first of a night.

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
    def of(cls, facts: Iterable[Recorded]) -> EffectiveFold:
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
    fold: EffectiveFold = field(default_factory=EffectiveFold)
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
                    course.fold.follow(one)
                    course.facts.append(one)
                    course.effective.append(course.fold.facts)
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
    return facts.effective if isinstance(facts, NightFacts) else EffectiveFold.of(facts).facts


def as_given(facts: Iterable[Recorded]) -> list[Recorded]:
    """All facts of a night, taken back or not, each with the command as whose fact it came."""
    stood = EffectiveFold()
    return [stood.follow(one) for one in facts]
