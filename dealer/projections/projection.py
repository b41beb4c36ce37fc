"""A projection: what is made of the facts that stand, folded once beside the night and shared by all who look.

The states of a projection are kept with the facts that they were made of. The next state is folded from the one
before it, however long the night is; a fact that is taken back hands out the facts before it, and with them the state
from before. So that a long night keeps few states, an older one is dropped when a newer one is made of it, except at
every :data:`CHECKPOINT`-th fact; what was dropped is folded again from the checkpoint below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any, Generic, TypeVar, cast

from events.effective_facts import EffectiveFacts
from events.records import Recorded

State = TypeVar("State")

CHECKPOINT = 32
"""After so many effective facts a state is kept for good: so many at the most are folded to have any state again."""

_NONE: Any = object()


@dataclass(frozen=True, eq=False)
class Projection(Generic[State]):
    """A read model: its state before any fact, and the state after one more.

    A state is immutable. One that grows with the night is a persistent collection, so that a state shares with the
    one before it what they have in common. Safe to use from many threads.
    """

    initial: State
    apply: Callable[[State, Recorded], State]

    def of(self, facts: Iterable[Recorded]) -> State:
        """The state after these facts, all of which stand."""
        if not isinstance(facts, EffectiveFacts):
            return reduce(self.apply, facts, self.initial)
        newer: list[EffectiveFacts] = []
        now: EffectiveFacts | None = facts
        found = _NONE
        while now is not None and (found := now.folded.get(self, _NONE)) is _NONE:
            newer.append(now)
            now = now.before
        return self._folded(now, found, newer)

    def _folded(self, known: EffectiveFacts | None, found: Any, newer: list[EffectiveFacts]) -> State:
        """The state after ``newer`` facts, the last of them first, on top of the one ``found`` at ``known``."""
        state = cast(State, self.initial if found is _NONE else found)
        for at in reversed(newer):
            if at.before is not None:
                state = self.apply(state, at.last)
            if len(at) % CHECKPOINT == 0:
                at.folded[self] = state
        if newer:
            newer[0].folded[self] = state
            if known is not None and len(known) % CHECKPOINT:
                known.folded.pop(self, None)
        return state
