"""Read models folded from a night's events, and the rounds of a night."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import reduce
from typing import Any, Generic, TypeVar, cast

import msgspec

from events.common.event import ByType, Event
from events.common.play import RoundBegun
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded

State = TypeVar("State")

CHECKPOINT = 32
"""Every so many effective events a state is cached, which bounds the events to fold for a recent state."""

FAR = 1_024
"""Beyond so many effective events, only states this far apart stay cached."""

LOOKED_BACK = 4
"""How many older states are cached that were asked for after newer ones."""

_NONE: Any = object()


class _States(dict[int, Any]):
    """The states of a projection on a branch, by the number of their last event."""

    __slots__ = ("looked_back", "newest")

    def __init__(self) -> None:
        super().__init__()
        self.newest = 0
        self.looked_back: tuple[int, ...] = ()

    def keep(self, at: int, state: Any) -> None:
        """Cache a state that was asked for; if a newer one is cached, only until others were asked for."""
        if at >= self.newest:
            self.newest = at
        elif not self._is_checkpoint(at):
            self.looked_back = (*self.looked_back, at)
            if len(self.looked_back) > LOOKED_BACK:
                self.drop(self.looked_back[0])
        self[at] = state

    def pass_by(self, at: int, state: Any) -> None:
        """Cache an intermediate state if it is a checkpoint."""
        self.newest = max(self.newest, at)
        if self._is_checkpoint(at):
            self[at] = state
            if at % FAR:
                self.pop(at - FAR, None)

    def drop(self, at: int) -> None:
        """Drop a state that a newer one was made from."""
        if not self._is_checkpoint(at):
            self.pop(at, None)
        if at in self.looked_back:
            self.looked_back = tuple(version for version in self.looked_back if version != at)

    def _is_checkpoint(self, at: int) -> bool:
        return at % CHECKPOINT == 0 and (at % FAR == 0 or at > self.newest - FAR)


class Projection(Frozen, Generic[State], kw_only=False, eq=False):
    """A read model: its state before any event, and the state after another event.

    States are immutable; a state that grows with the night should be a persistent collection, which shares its parts
    with earlier states. Thread-safe. ``apply_all`` gives the state after many events, if that is faster than ``apply``
    for each.
    """

    initial: State
    apply: Callable[[State, Recorded], State]
    apply_all: Callable[[State, Sequence[Recorded]], State] | None = None

    def of(self, events: Iterable[Recorded]) -> State:
        """The state after these effective events."""
        if not isinstance(events, EffectiveEvents):
            return reduce(self.apply, events, self.initial)
        parts: list[tuple[_States, int, Sequence[Recorded]]] = []
        known, found = 0, _NONE
        for branch, last in events.branches():
            states, start = branch.states.get(self), branch.start
            if states is None:
                states = branch.states.setdefault(self, _States())
            known, found = _newest(states, last, start)
            parts.append((states, known, branch.between(known - start, last - start)))
            if found is not _NONE:
                break
        state = self._folded(self.initial if found is _NONE else cast(State, found), parts)
        if known < len(events):
            parts[0][0].keep(len(events), state)
            parts[-1][0].drop(known)
        return state

    def _folded(self, state: State, parts: list[tuple[_States, int, Sequence[Recorded]]]) -> State:
        """The state after the events of some branches (the last first), on top of a known state.

        Each branch comes with its states, the number of events with a known state, and the events that follow.
        """
        for states, known, newer in reversed(parts):
            done = 0
            while done < len(newer):
                some = newer[done : done + CHECKPOINT - (known + done) % CHECKPOINT]
                state = self.apply_all(state, some) if self.apply_all else reduce(self.apply, some, state)
                done += len(some)
                states.pass_by(known + done, state)
        return state


def _newest(states: dict[int, Any], last: int, start: int) -> tuple[int, Any]:
    """The last known state up to ``last`` and its number of events; ``start`` and ``None`` if there is none."""
    if states:
        for at in range(last, start, -1):
            found = states.get(at, _NONE)
            if found is not _NONE:
                return at, found
    return start, _NONE


T = TypeVar("T")
_Chain = tuple[Event, Any]
"""An event with the chain of events before it; ``None`` for none."""


class RoundEvents(msgspec.Struct, eq=False):
    """A round: the events of its ``game``, from the one that ``begun`` it to the game's next round.

    ``before`` is the previous round of any game. The ``newest`` events are a linked list, newest first, so that adding
    an event costs the same for any length. When the next round begins they are moved to ``earlier``, which takes an
    eighth of the space.
    """

    game: str
    begun: Recorded
    before: RoundEvents | None
    newest: _Chain | None
    earlier: tuple[Event, ...] = ()
    folded: dict[Hashable, Any] | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """The effective events, in order."""
        found, rest = list[Event](), self.newest
        while rest is not None:
            event, rest = rest
            found.append(event)
        return (*self.earlier, *reversed(found))

    def with_one(self, event: Event) -> RoundEvents:
        """The round with another event."""
        return RoundEvents(self.game, self.begun, self.before, (event, self.newest), self.earlier)

    @property
    def gone_by(self) -> RoundEvents:
        """The same round, after the next has begun."""
        return RoundEvents(self.game, self.begun, self.before, None, self.events, self.folded)

    def __repr__(self) -> str:
        return f"RoundEvents({self.game!r}, begun by {self.begun.version})"


def _after(last: RoundEvents | None, recorded: Recorded) -> RoundEvents | None:
    event = recorded.event
    game = game_of(event)
    if not game:
        return last
    if _BEGINS[type(event)]:
        return RoundEvents(game, recorded, last.gone_by if last else None, (event, None))
    if last is not None and last.game == game:
        return last.with_one(event)
    later: list[RoundEvents] = []
    its = last
    while its is not None and its.game != game:
        later.append(its)
        its = its.before
    if its is None:
        return last
    round_events = its.with_one(event)
    for other in reversed(later):
        round_events = RoundEvents(other.game, other.begun, round_events, other.newest, other.earlier)
    return round_events


def _after_all(last: RoundEvents | None, events: Sequence[Recorded]) -> RoundEvents | None:
    """The same after many events; consecutive events of a round are added together."""
    newest = last.newest if last else None
    for recorded in events:
        event = recorded.event
        if last is not None and game_of(event) == last.game and not _BEGINS[type(event)]:
            newest = (event, newest)
        else:
            last = _after(_with_newest(last, newest), recorded)
            newest = last.newest if last else None
    return _with_newest(last, newest)


def _with_newest(last: RoundEvents | None, newest: _Chain | None) -> RoundEvents | None:
    if last is None or newest is None or newest is last.newest:
        return last
    return RoundEvents(last.game, last.begun, last.before, newest, last.earlier)


_BEGINS = ByType({RoundBegun: True})

ROUNDS: Projection[RoundEvents | None] = Projection(None, _after, _after_all)
"""The last round of any game, linked to the rounds before it."""


def fold(last: RoundEvents | None, what: Hashable, initial: T, apply: Callable[[T, RoundEvents], T]) -> T:
    """What comes of the rounds up to the ``last``, in order; it is kept with each round under ``what``.

    It must hang on nothing but the events of the rounds and ``what``.
    """
    newer: list[RoundEvents] = []
    now, state = last, initial
    while now is not None:
        # Another thread may put another dictionary there.
        folded = now.folded
        if folded is not None and what in folded:
            state = cast(T, folded[what])
            break
        newer.append(now)
        now = now.before
    for round_events in reversed(newer):
        if round_events.folded is None:
            round_events.folded = {}
        state = round_events.folded[what] = apply(state, round_events)
    return state
