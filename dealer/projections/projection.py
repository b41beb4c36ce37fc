"""A projection: what is made of the facts that stand, folded once beside the night and shared by all who look.

The states of a projection are kept with the facts that they were made of. The next state is folded from the one
before it, however long the night is; a fact that is taken back hands out the facts before it, and with them the state
from before. So that a long night keeps few states, an older one is dropped when a newer one is made of it, except at
every :data:`CHECKPOINT`-th fact; what was dropped is folded again from the checkpoint below it. Of those who look back
only the last few leave a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any, Generic, TypeVar, cast

from events.effective_facts import EffectiveFacts
from events.frozen import Frozen
from events.records import Recorded

State = TypeVar("State")

CHECKPOINT = 32
"""After so many effective facts a state is kept: so many at the most are folded to have one of the last again."""

FAR = 1_024
"""Further back than so many effective facts only each of these is kept: so many at the most are folded there."""

LOOKED_BACK = 4
"""So many states are kept besides of those that were asked for when newer ones were known."""

_NONE: Any = object()


class _States(dict[int, Any]):
    """The states of a projection on one branch, by the numbers of their last facts."""

    __slots__ = ("looked_back", "newest")

    def __init__(self) -> None:
        super().__init__()
        self.newest = 0
        self.looked_back: tuple[int, ...] = ()

    def keep(self, at: int, state: Any) -> None:
        """Keep the state that was asked for; where a newer one is known, until some others were asked for."""
        if at >= self.newest:
            self.newest = at
        elif not self._is_checkpoint(at):
            self.looked_back = (*self.looked_back, at)
            if len(self.looked_back) > LOOKED_BACK:
                self.drop(self.looked_back[0])
        self[at] = state

    def pass_by(self, at: int, state: Any) -> None:
        """Keep a state on the way to one that is asked for, if it is a checkpoint."""
        self.newest = max(self.newest, at)
        if self._is_checkpoint(at):
            self[at] = state
            if at % FAR:
                self.pop(at - FAR, None)

    def drop(self, at: int) -> None:
        """Let go of a state from which a newer one was made."""
        if not self._is_checkpoint(at):
            self.pop(at, None)
        if at in self.looked_back:
            self.looked_back = tuple(one for one in self.looked_back if one != at)

    def _is_checkpoint(self, at: int) -> bool:
        return at % CHECKPOINT == 0 and (at % FAR == 0 or at > self.newest - FAR)


class Projection(Frozen, Generic[State], kw_only=False, eq=False):
    """A read model: its state before any fact, and the state after one more.

    A state is immutable. One that grows with the night is a persistent collection, so that a state shares with the
    one before it what they have in common. Safe to use from many threads. ``apply_all`` gives the state after many
    facts, for a read model that has it sooner than by ``apply`` for each.
    """

    initial: State
    apply: Callable[[State, Recorded], State]
    apply_all: Callable[[State, Sequence[Recorded]], State] | None = None

    def of(self, facts: Iterable[Recorded]) -> State:
        """The state after these facts, all of which stand."""
        if not isinstance(facts, EffectiveFacts):
            return reduce(self.apply, facts, self.initial)
        parts: list[tuple[_States, int, Sequence[Recorded]]] = []
        known, found = 0, _NONE
        for branch, last in facts.branches():
            states, start = branch.states.get(self), branch.start
            if states is None:
                states = branch.states.setdefault(self, _States())
            known, found = _newest(states, last, start)
            parts.append((states, known, branch.between(known - start, last - start)))
            if found is not _NONE:
                break
        state = self._folded(self.initial if found is _NONE else cast(State, found), parts)
        if known < len(facts):
            parts[0][0].keep(len(facts), state)
            parts[-1][0].drop(known)
        return state

    def _folded(self, state: State, parts: list[tuple[_States, int, Sequence[Recorded]]]) -> State:
        """The state after the facts of some branches, the last branch first, on top of one that is known.

        Of each branch there are its states, after how many facts one is known, and the facts that follow.
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
    """After how many facts, up to the last, a state is known, and which; ``start`` and none where there is none."""
    if states:
        for at in range(last, start, -1):
            found = states.get(at, _NONE)
            if found is not _NONE:
                return at, found
    return start, _NONE
