"""The effective events of a night, those not taken back or replaced, and what took each of the others back.

No other module computes this. An event replayed by a correction counts under the replayed command, whatever command its
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

from events.common.event import Event
from events.common.night import CommandAmended, CommandGivenAgain, CommandVoided, CommandVoidedForReason, Staying
from events.frozen import Frozen
from events.records import Recorded

_AT_ONCE = 32
"""How many events of a branch are read at a time when iterating backwards."""


class Branch:
    """Effective events in sequence, on top of those ``below``; it only grows while they stay effective.

    Its first event is number ``start`` + 1 of all effective events. ``places`` has the index of each among all
    ``events`` of the night, and ``given`` the events that count under another command. ``states`` caches what
    projections computed, by projection, up to a number of events.
    """

    __slots__ = ("below", "events", "given", "places", "start", "states")

    def __init__(self, events: list[Recorded], below: EffectiveEvents | None = None) -> None:
        self.below = below
        self.start = len(below) if below is not None else 0
        self.events = events
        self.places = array("I")
        self.given: dict[int, Recorded] = {}
        self.states: dict[object, Any] = {}

    def between(self, start: int, stop: int) -> list[Recorded]:
        """The events of the branch from index ``start`` to ``stop`` (exclusive), counted from 0."""
        places = self.places[start:stop]
        if not places:
            return []
        found = self.events[(first := places[0]) : places[-1] + 1]
        if len(found) != len(places):
            found = [found[place - first] for place in places]
        return (
            [self.given.get(place, recorded) for place, recorded in zip(places, found, strict=True)]
            if self.given
            else found
        )


class EffectiveEvents(Sequence[Recorded]):
    """The effective events of a night as of one of its events: a branch up to a length. Immutable.

    All versions of a night share their branches, so that after events are taken back an earlier sequence is reused.
    Access near the end is cheap; the beginning is reached through the branches between.
    """

    __slots__ = ("_length", "branch")

    def __init__(self, branch: Branch | None = None, length: int = 0) -> None:
        """``length`` includes what is below the branch."""
        self.branch = branch if branch is not None else Branch([])
        self._length = length

    @classmethod
    def of(cls, events: Iterable[Recorded]) -> EffectiveEvents:
        """The sequence of some events, all of them effective."""
        stood = EffectiveFold()
        stood.follow_all(list(events))
        return stood.events

    @property
    def last(self) -> Recorded:
        """The last event; raises :class:`IndexError` if there is none."""
        return self[-1]

    def branches(self) -> Iterator[tuple[Branch, int]]:
        """The branches with these events, the last first, each with the number of its last event."""
        now: EffectiveEvents | None = self
        while now is not None:
            if now._length > now.branch.start:
                yield now.branch, now._length
            now = now.branch.below

    def ends(self) -> Iterator[EffectiveEvents]:
        """This sequence, then the one without its last event, and so on down to a single event."""
        for branch, last in self.branches():
            for length in range(last, branch.start, -1):
                yield EffectiveEvents(branch, length)

    def up_to_last(self, *kinds: type[Event]) -> EffectiveEvents | None:
        """The events up to and including the last of some types; empty if there is none."""
        behind = next((at for at, recorded in enumerate(reversed(self)) if isinstance(recorded.event, kinds)), None)
        return None if behind is None else self.without(behind)

    def since(self, earlier: EffectiveEvents) -> list[Recorded]:
        """The events after those of an earlier part of this sequence."""
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
                    (recorded,) = branch.between(place - branch.start, place - branch.start + 1)
                    return recorded
        raise IndexError(at)

    def __reduce__(self) -> tuple[Any, ...]:
        return EffectiveEvents.of, (list(self),)

    def without(self, count: int) -> EffectiveEvents:
        """The sequence without a number of events at its end."""
        length = self._length - count
        branch = next((branch for branch, _ in self.branches() if branch.start < length), None)
        return EffectiveEvents(branch, length)

    def _between(self, start: int, stop: int) -> list[Recorded]:
        parts: list[list[Recorded]] = []
        for branch, length in self.branches():
            parts.append(branch.between(max(start - branch.start, 0), max(min(stop, length) - branch.start, 0)))
            if branch.start <= start:
                break
        return parts[0] if len(parts) == 1 else list(chain.from_iterable(reversed(parts)))


class _Amended(Frozen, kw_only=False):
    """What was effective before a correction and below it, and the correction's own marks."""

    before: EffectiveEvents
    below: EffectiveEvents
    marks: list[Recorded]


class EffectiveFold:
    """Folds the events of a night into the effective ones. ``known`` are all events so far.

    The effective events differ from those before the last event from ``changed_at`` on. ``taken_back_by`` has, by
    version, what took back an event that is not effective, and ``took_back``, by version, what an event took back when
    it came.
    """

    __slots__ = ("_amended", "_giving", "branch", "changed_at", "known", "length", "taken_back_by", "took_back")

    def __init__(self) -> None:
        self.known: list[Recorded] = []
        self.branch, self.length = Branch(self.known), 0
        self.changed_at = 0
        self.taken_back_by: dict[int, Recorded] = {}
        self.took_back: dict[int, tuple[Recorded, ...]] = {}
        self._amended: dict[str, _Amended] = {}
        self._giving: tuple[str | None, str] = (None, "")

    @property
    def events(self) -> EffectiveEvents:
        """The effective events, each under the command that it counts for."""
        return EffectiveEvents(self.branch, self.length)

    @classmethod
    def of(cls, events: Iterable[Recorded]) -> EffectiveFold:
        """The fold of the first events of a night."""
        stood = cls()
        for recorded in events:
            stood.follow(recorded)
        return stood

    def follow(self, recorded: Recorded) -> Recorded:
        """Add an event of the night; returns it under the command that it counts for."""
        self.known.append(recorded)
        follow = MARKS.get(type(recorded.event))
        if follow:
            follow(self, recorded, recorded.event)
            return recorded
        by, command = self._giving
        self.changed_at = self.length
        branch = self._add(1)
        if recorded.command != by:
            return recorded
        given = branch.given[branch.places[-1]] = replace(recorded, command=command)
        return given

    def follow_all(self, events: Sequence[Recorded]) -> None:
        """Add several events, none of them a mark."""
        at = 0
        while at < len(events) and events[at].command == self._giving[0]:
            self.follow(events[at])
            at += 1
        if at < len(events):
            self.changed_at = self.length + len(events) - at - 1
            self.known.extend(events[at:])
            self._add(len(events) - at)

    def _add(self, count: int) -> Branch:
        """Make the last ``count`` events effective; returns their branch."""
        last = len(self.known)
        return self._extend(range(last - count, last))

    def _extend(self, places: Sequence[int]) -> Branch:
        """Make events effective, by their places among all events; returns their branch."""
        branch = self.branch
        if self.length - branch.start < len(branch.places):
            branch = self.branch = Branch(self.known, self.events)
        branch.places.extend(places)
        self.length += len(places)
        return branch

    def _void(self, recorded: Recorded, event: CommandVoided) -> None:
        """Take a command back; events of the drawer and of boxes that came after it stay."""
        events, amended = self.events, event.command in self._amended
        since = self._amended[event.command].marks[0].version if amended else 0
        staying = list(takewhile(lambda above: self._stays(above, event.command, since), reversed(events)))[::-1]
        self._stand(events.without(len(staying)))
        if amended:
            self._restore(recorded, self._amended.pop(event.command))
        else:
            self._take_back(recorded, self._below(frozenset({event.command})))
        for above in staying:
            place = above.version - 1
            branch = self._extend([place])
            if above is not self.known[place]:
                branch.given[place] = above

    def _stays(self, recorded: Recorded, voided: str, since: int) -> bool:
        """Whether an event stays when a command below it, of version ``since`` or later, is voided.

        Events that the command gave again do not stay.
        """
        is_above = isinstance(recorded.event, Staying) and recorded.version > since
        return is_above and self.known[recorded.version - 1].command != voided

    def _amend(self, recorded: Recorded, event: CommandAmended) -> None:
        below = self._below(frozenset(event.undone))
        self._amended[recorded.command] = _Amended(self.events, below, [recorded])
        self._take_back(recorded, below)

    def _give_again(self, recorded: Recorded, event: CommandGivenAgain) -> None:
        self._amended[recorded.command].marks.append(recorded)
        self._giving = (recorded.command, event.command)
        self.changed_at = self.length

    def _below(self, commands: frozenset[str]) -> EffectiveEvents:
        """The events below the last events of these commands."""
        events = self.events
        return events.without(
            sum(1 for _ in takewhile(lambda recorded: recorded.command in commands, reversed(events)))
        )

    def _stand(self, events: EffectiveEvents) -> None:
        self.branch, self.length = events.branch, len(events)

    def _take_back(self, by: Recorded, below: EffectiveEvents) -> None:
        taken = self.events.since(below)
        self._stand(below)
        self.changed_at = len(below)
        self.took_back[by.version] = tuple(taken)
        self.taken_back_by.update((recorded.version, by) for recorded in taken)

    def _restore(self, by: Recorded, amended: _Amended) -> None:
        """Take a correction back: its replayed events are gone, and what it replaced is effective again."""
        self._take_back(by, amended.below)
        self.taken_back_by.update((mark.version, by) for mark in amended.marks)
        for recorded in amended.before.since(amended.below):
            del self.taken_back_by[recorded.version]
        self._stand(amended.before)


MARKS: dict[type[Event], Callable[[EffectiveFold, Recorded, Any], None]] = {
    CommandVoided: EffectiveFold._void,
    CommandVoidedForReason: EffectiveFold._void,
    CommandAmended: EffectiveFold._amend,
    CommandGivenAgain: EffectiveFold._give_again,
}
"""How to handle events that are never effective themselves but change which others are."""


class _Course:
    """The events of a night so far, and what was effective after each of them; both only grow.

    Between two of the ``turns`` every event is effective. A turn is the version of the first event after it, the
    branch, and the difference between versions and numbers on that branch.
    """

    __slots__ = ("events", "fold", "lock", "turns")

    def __init__(self) -> None:
        self.fold = EffectiveFold()
        self.events = self.fold.known
        self.turns: list[tuple[int, int, Branch]] = [(0, 0, self.fold.branch)]
        self.lock = Lock()

    def go_on(self, newer: Iterable[Recorded]) -> None:
        """Add events."""
        fold = self.fold
        for is_mark, found in groupby(newer, lambda row: type(row.event) in MARKS):
            some = list(found)
            for events in [[recorded] for recorded in some] if is_mark else [some]:
                begun = len(self.events) + 1
                if is_mark:
                    fold.follow(events[0])
                else:
                    fold.follow_all(events)
                ahead = len(self.events) - fold.length
                if self.turns[-1][1:] != (ahead, fold.branch):
                    self.turns.append((begun, ahead, fold.branch))

    def last_of(self, version: int) -> Recorded:
        """The last of the first so many events."""
        return self.events[version - 1]

    def effective(self, version: int) -> EffectiveEvents:
        """The effective events after so many events."""
        _, ahead, branch = self.turns[bisect_right(self.turns, version, key=itemgetter(0)) - 1]
        return EffectiveEvents(branch, version - ahead)


class NightEvents(Sequence[Recorded]):
    """All events of a night up to a version, taken back or not, with the ``effective`` ones among them.

    Versions of a night share their common parts: a longer version (:meth:`followed_by`) or a shorter one
    (:meth:`until`) costs only what is new in it. Thread-safe.
    """

    __slots__ = ("_course", "_length")

    def __init__(self, events: Iterable[Recorded] = ()) -> None:
        self._course, self._length = _Course(), 0
        self._length = self.followed_by(events)._length

    @property
    def effective(self) -> EffectiveEvents:
        """The effective events."""
        return self._course.effective(self._length)

    def followed_by(self, newer: Iterable[Recorded]) -> NightEvents:
        """These events and the ones after them."""
        newer, course = tuple(newer), self._course
        length = self._length + len(newer)
        with course.lock:
            is_known = len(course.events) == self._length
            if is_known:
                course.go_on(newer)
            elif len(course.events) >= length:
                is_known = not newer or course.last_of(length).hash == newer[-1].hash
        # Otherwise the night went on differently after these events.
        return self._as_of(length) if is_known else NightEvents((*self, *newer))

    def until(self, version: int) -> NightEvents:
        """The events up to and including a version; raises :class:`IndexError` if there is no such event."""
        if not 1 <= version <= self._length:
            raise IndexError(version)
        return self._as_of(version)

    def _as_of(self, version: int) -> NightEvents:
        night_events = NightEvents.__new__(NightEvents)
        night_events._course, night_events._length = self._course, version
        return night_events

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Recorded]:
        return iter(self._course.events[: self._length])

    def __reversed__(self) -> Iterator[Recorded]:
        events = self._course.events
        return (events[place] for place in range(self._length - 1, -1, -1))

    @overload
    def __getitem__(self, at: int) -> Recorded: ...

    @overload
    def __getitem__(self, at: slice) -> list[Recorded]: ...

    def __getitem__(self, at: int | slice) -> Recorded | list[Recorded]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self._length)
            return self._course.events[start:stop:step] if step > 0 else list(self)[at]
        place = at + self._length if at < 0 else at
        if not 0 <= place < self._length:
            raise IndexError(at)
        return self._course.events[place]

    def __reduce__(self) -> tuple[Any, ...]:
        return NightEvents, (list(self),)


def effective(events: Iterable[Recorded]) -> EffectiveEvents:
    """The effective events of a night, for projections."""
    return events.effective if isinstance(events, NightEvents) else EffectiveFold.of(events).events


def as_given(events: Iterable[Recorded]) -> list[Recorded]:
    """All events of a night, taken back or not, each under the command that produced it."""
    stood = EffectiveFold()
    return [stood.follow(recorded) for recorded in events]
