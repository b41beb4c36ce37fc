"""The effective facts of a night, those not taken back or replaced, and what took each of the others back.

No other module computes this. A fact replayed by a correction counts under the replayed command, whatever command its
row names.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, takewhile
from operator import itemgetter
from threading import Lock
from typing import Any, overload

from msgspec.structs import replace

from events.facts.fact import Fact
from events.facts.night import CommandAmended, CommandGivenAgain, CommandVoided, CommandVoidedForReason
from events.facts_at_hand import FactsAtHand
from events.frozen import Frozen
from events.records import Recorded

_AT_ONCE, _MANY = 32, 256
"""How many facts are read at a time when iterating backwards, and forwards."""


class Branch:
    """Effective facts in sequence, on top of those ``below``; it only grows while they stay effective.

    Its first fact is number ``start`` + 1 of all effective facts. ``places`` has the index of each among all ``facts``
    of the night, and ``given`` the facts that count under another command. ``states`` caches what projections computed,
    by projection, up to a number of facts.
    """

    __slots__ = ("below", "facts", "given", "places", "start", "states")

    def __init__(self, facts: FactsAtHand, below: EffectiveFacts | None = None) -> None:
        self.below = below
        self.start = len(below) if below is not None else 0
        self.facts = facts
        self.places = array("I")
        self.given: dict[int, Recorded] = {}
        self.states: dict[object, Any] = {}

    def between(self, start: int, stop: int) -> list[Recorded]:
        """The facts of the branch from index ``start`` to ``stop`` (exclusive), counted from 0."""
        places = self.places[start:stop]
        if not places:
            return []
        found = self.facts.between(first := places[0], places[-1] + 1)
        if len(found) != len(places):
            found = [found[place - first] for place in places]
        return (
            [self.given.get(place, recorded) for place, recorded in zip(places, found, strict=True)]
            if self.given
            else found
        )


class EffectiveFacts(Sequence[Recorded]):
    """The effective facts of a night as of one of its facts: a branch up to a length. Immutable.

    All versions of a night share their branches, so that after facts are taken back an earlier sequence is reused.
    Access near the end is cheap; the beginning is reached through the branches between.
    """

    __slots__ = ("_length", "branch")

    def __init__(self, branch: Branch | None = None, length: int = 0) -> None:
        """``length`` includes what is below the branch."""
        self.branch = branch if branch is not None else Branch(FactsAtHand())
        self._length = length

    @classmethod
    def of(cls, facts: Iterable[Recorded]) -> EffectiveFacts:
        """The sequence of some facts, all of them effective."""
        stood = EffectiveFold()
        stood.follow_all(list(facts))
        return stood.facts

    @property
    def last(self) -> Recorded:
        """The last fact; raises :class:`IndexError` if there is none."""
        return self[-1]

    def branches(self) -> Iterator[tuple[Branch, int]]:
        """The branches with these facts, the last first, each with the number of its last fact."""
        now: EffectiveFacts | None = self
        while now is not None:
            if now._length > now.branch.start:
                yield now.branch, now._length
            now = now.branch.below

    def ends(self) -> Iterator[EffectiveFacts]:
        """This sequence, then the one without its last fact, and so on down to a single fact."""
        for branch, last in self.branches():
            for length in range(last, branch.start, -1):
                yield EffectiveFacts(branch, length)

    def up_to_last(self, *kinds: type[Fact]) -> EffectiveFacts | None:
        """The facts up to and including the last of some types; empty if there is none."""
        behind = next((at for at, recorded in enumerate(reversed(self)) if isinstance(recorded.fact, kinds)), None)
        return None if behind is None else self.without(behind)

    def since(self, earlier: EffectiveFacts) -> list[Recorded]:
        """The facts after those of an earlier part of this sequence."""
        return self._between(len(earlier), len(self))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Recorded]:
        return iter(self._between(0, len(self)))

    def __reversed__(self) -> Iterator[Recorded]:
        for branch, length in self.branches():
            for stop in range(length - branch.start, 0, -_AT_ONCE):
                yield from reversed(branch.between(max(stop - _AT_ONCE, 0), stop))

    @overload
    def __getitem__(self, at: int) -> Recorded: ...

    @overload
    def __getitem__(self, at: slice) -> list[Recorded]: ...

    def __getitem__(self, at: int | slice) -> Recorded | list[Recorded]:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            return self._between(start, stop) if step == 1 else list(self)[at]
        place = at + self._length if at < 0 else at
        if 0 <= place < self._length:
            for branch, _ in self.branches():
                if branch.start <= place:
                    (found,) = branch.between(place - branch.start, place - branch.start + 1)
                    return found
        raise IndexError(at)

    def __reduce__(self) -> tuple[Any, ...]:
        return EffectiveFacts.of, (list(self),)

    def without(self, count: int) -> EffectiveFacts:
        """The sequence without a number of facts at its end."""
        length = self._length - count
        branch = next((branch for branch, _ in self.branches() if branch.start < length), None)
        return EffectiveFacts(branch, length)

    def _between(self, start: int, stop: int) -> list[Recorded]:
        parts: list[list[Recorded]] = []
        for branch, length in self.branches():
            parts.append(branch.between(max(start - branch.start, 0), max(min(stop, length) - branch.start, 0)))
            if branch.start <= start:
                break
        return parts[0] if len(parts) == 1 else list(chain.from_iterable(reversed(parts)))


class _Amended(Frozen, kw_only=False):
    """What was effective before a correction and below it, and the correction's own marks."""

    before: EffectiveFacts
    below: EffectiveFacts
    marks: list[Recorded]


class EffectiveFold:
    """Folds the facts of a night into the effective ones. ``known`` are all facts so far.

    The effective facts differ from those before the last fact from ``changed_at`` on. ``taken_back_by`` has, by
    version, what took back a fact that is not effective, and ``took_back``, by version, what a fact took back when it
    came.
    """

    __slots__ = ("_amended", "_giving", "branch", "changed_at", "known", "length", "taken_back_by", "took_back")

    def __init__(self) -> None:
        self.known = FactsAtHand()
        self.branch, self.length = Branch(self.known), 0
        self.changed_at = 0
        self.taken_back_by: dict[int, Recorded] = {}
        self.took_back: dict[int, tuple[Recorded, ...]] = {}
        self._amended: dict[str, _Amended] = {}
        self._giving: tuple[str | None, str] = (None, "")

    @property
    def facts(self) -> EffectiveFacts:
        """The effective facts, each under the command that it counts for."""
        return EffectiveFacts(self.branch, self.length)

    @classmethod
    def of(cls, facts: Iterable[Recorded]) -> EffectiveFold:
        """The fold of the first facts of a night."""
        stood = cls()
        for recorded in facts:
            stood.follow(recorded)
        return stood

    def follow(self, recorded: Recorded) -> Recorded:
        """Add a fact of the night; returns it under the command that it counts for."""
        self.known.add((recorded,))
        follow = MARKS.get(type(recorded.fact))
        if follow:
            follow(self, recorded, recorded.fact)
            return recorded
        by, command = self._giving
        self.changed_at = self.length
        branch = self._add(1)
        if recorded.command != by:
            return recorded
        given = branch.given[branch.places[-1]] = replace(recorded, command=command)
        return given

    def follow_all(self, facts: Sequence[Recorded]) -> None:
        """Add several facts, none of them a mark."""
        at = 0
        while at < len(facts) and facts[at].command == self._giving[0]:
            self.follow(facts[at])
            at += 1
        if at < len(facts):
            self.changed_at = self.length + len(facts) - at - 1
            self.known.add(facts[at:])
            self._add(len(facts) - at)

    def _add(self, count: int) -> Branch:
        """Make the last ``count`` facts effective; returns their branch."""
        branch = self.branch
        if self.length - branch.start < len(branch.places):
            branch = self.branch = Branch(self.known, self.facts)
        last = self.known.count
        branch.places.extend(range(last - count, last))
        self.length += count
        return branch

    def _void(self, recorded: Recorded, fact: CommandVoided) -> None:
        if fact.command in self._amended:
            self._restore(recorded, self._amended.pop(fact.command))
        else:
            self._take_back(recorded, self._below(frozenset({fact.command})))

    def _amend(self, recorded: Recorded, fact: CommandAmended) -> None:
        below = self._below(frozenset(fact.undone))
        self._amended[recorded.command] = _Amended(self.facts, below, [recorded])
        self._take_back(recorded, below)

    def _give_again(self, recorded: Recorded, fact: CommandGivenAgain) -> None:
        self._amended[recorded.command].marks.append(recorded)
        self._giving = (recorded.command, fact.command)
        self.changed_at = self.length

    def _below(self, commands: frozenset[str]) -> EffectiveFacts:
        """The facts below the last facts of these commands."""
        facts = self.facts
        return facts.without(sum(1 for _ in takewhile(lambda recorded: recorded.command in commands, reversed(facts))))

    def _stand(self, facts: EffectiveFacts) -> None:
        self.branch, self.length = facts.branch, len(facts)

    def _take_back(self, by: Recorded, below: EffectiveFacts) -> None:
        taken = self.facts.since(below)
        self._stand(below)
        self.changed_at = len(below)
        self.took_back[by.version] = tuple(taken)
        self.taken_back_by.update((recorded.version, by) for recorded in taken)

    def _restore(self, by: Recorded, amended: _Amended) -> None:
        """Take a correction back: its replayed facts are gone, and what it replaced is effective again."""
        self._take_back(by, amended.below)
        self.taken_back_by.update((mark.version, by) for mark in amended.marks)
        for recorded in amended.before.since(amended.below):
            del self.taken_back_by[recorded.version]
        self._stand(amended.before)


MARKS: dict[type[Fact], Callable[[EffectiveFold, Recorded, Any], None]] = {
    CommandVoided: EffectiveFold._void,
    CommandVoidedForReason: EffectiveFold._void,
    CommandAmended: EffectiveFold._amend,
    CommandGivenAgain: EffectiveFold._give_again,
}
"""How to handle facts that are never effective themselves but change which others are."""


class _Course:
    """The facts of a night so far, and what was effective after each of them; both only grow.

    Between two of the ``turns`` every fact is effective. A turn is the version of the first fact after it, the branch,
    and the difference between versions and numbers on that branch.
    """

    __slots__ = ("facts", "fold", "lock", "turns")

    def __init__(self) -> None:
        self.fold = EffectiveFold()
        self.facts = self.fold.known
        self.turns: list[tuple[int, int, Branch]] = [(0, 0, self.fold.branch)]
        self.lock = Lock()

    def go_on(self, newer: Iterable[Recorded]) -> None:
        """Add facts."""
        fold = self.fold
        self.facts.pack()
        for is_mark, found in groupby(newer, lambda row: type(row.fact) in MARKS):
            some = list(found)
            for facts in [[recorded] for recorded in some] if is_mark else [some]:
                begun = self.facts.count + 1
                if is_mark:
                    fold.follow(facts[0])
                else:
                    fold.follow_all(facts)
                ahead = self.facts.count - fold.length
                if self.turns[-1][1:] != (ahead, fold.branch):
                    self.turns.append((begun, ahead, fold.branch))

    def last_of(self, version: int) -> Recorded:
        """The last of the first so many facts."""
        return self.facts.between(version - 1, version)[0]

    def effective(self, version: int) -> EffectiveFacts:
        """The effective facts after so many facts."""
        _, ahead, branch = self.turns[bisect_right(self.turns, version, key=itemgetter(0)) - 1]
        return EffectiveFacts(branch, version - ahead)


class NightFacts(Sequence[Recorded]):
    """All facts of a night up to a version, taken back or not, with the ``effective`` ones among them.

    Versions of a night share their common parts: a longer version (:meth:`followed_by`) or a shorter one
    (:meth:`until`) costs only what is new in it. Thread-safe.
    """

    __slots__ = ("_course", "_length")

    def __init__(self, facts: Iterable[Recorded] = ()) -> None:
        self._course, self._length = _Course(), 0
        self._length = self.followed_by(facts)._length

    @property
    def effective(self) -> EffectiveFacts:
        """The effective facts."""
        return self._course.effective(self._length)

    def followed_by(self, newer: Iterable[Recorded]) -> NightFacts:
        """These facts and the ones after them."""
        newer, course = tuple(newer), self._course
        length = self._length + len(newer)
        with course.lock:
            is_known = course.facts.count == self._length
            if is_known:
                course.go_on(newer)
            elif course.facts.count >= length:
                is_known = not newer or course.last_of(length).hash == newer[-1].hash
        # Otherwise the night went on differently after these facts.
        return self._as_of(length) if is_known else NightFacts((*self, *newer))

    def until(self, version: int) -> NightFacts:
        """The facts up to and including a version; raises :class:`IndexError` if there is no such fact."""
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
        for start in range(0, self._length, _MANY):
            yield from self._course.facts.between(start, min(start + _MANY, self._length))

    def __reversed__(self) -> Iterator[Recorded]:
        for stop in range(self._length, 0, -_AT_ONCE):
            yield from reversed(self._course.facts.between(max(stop - _AT_ONCE, 0), stop))

    @overload
    def __getitem__(self, at: int) -> Recorded: ...

    @overload
    def __getitem__(self, at: slice) -> list[Recorded]: ...

    def __getitem__(self, at: int | slice) -> Recorded | list[Recorded]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self._length)
            return self._course.facts.between(start, max(start, stop)) if step == 1 else list(self)[at]
        place = at + self._length if at < 0 else at
        if not 0 <= place < self._length:
            raise IndexError(at)
        return self._course.last_of(place + 1)

    def __reduce__(self) -> tuple[Any, ...]:
        return NightFacts, (list(self),)


def effective(facts: Iterable[Recorded]) -> EffectiveFacts:
    """The effective facts of a night, for projections."""
    return facts.effective if isinstance(facts, NightFacts) else EffectiveFold.of(facts).facts


def as_given(facts: Iterable[Recorded]) -> list[Recorded]:
    """All facts of a night, taken back or not, each under the command that produced it."""
    stood = EffectiveFold()
    return [stood.follow(recorded) for recorded in facts]
