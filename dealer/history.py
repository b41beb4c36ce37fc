"""A night as it stood at each of its facts: what time travel and dossiers look back through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.night import Night, evolve, opening
from events.night import NightOpened
from events.records import Head, Recorded


@dataclass(frozen=True, slots=True)
class History:
    """All facts of a night and the night after each of them; states share what did not change between them.

    In the middle of a command's facts a state is as it was then: what the whole command comes to is asserted where
    it is decided and verified, not here.
    """

    facts: tuple[Recorded, ...]
    states: tuple[Night, ...]

    @classmethod
    def of(cls, facts: Sequence[Recorded]) -> History:
        """The history that a night's facts make; :class:`LookupError` where the first of them opens no night."""
        if not facts or not isinstance(facts[0].fact, NightOpened):
            raise LookupError("the first fact opens no night")
        first = facts[0]
        return cls((first,), (opening(first.night, facts[0].fact),)).continued(facts[1:])

    def continued(self, later: Sequence[Recorded]) -> History:
        """The history with the facts that came since."""
        states = [self.states[-1]]
        for one in later:
            states.append(evolve(states[-1], one.command, one.fact))
        return History((*self.facts, *later), (*self.states, *states[1:]))

    @property
    def version(self) -> int:
        """How many facts the night has."""
        return len(self.facts)

    def at(self, version: int) -> Night:
        """The night as it stood after its fact ``version``; :class:`IndexError` where it has no such fact."""
        self._check(version)
        return self.states[version - 1]

    def until(self, version: int) -> tuple[Recorded, ...]:
        """The facts up to ``version``, that one too; :class:`IndexError` where the night has no such fact."""
        self._check(version)
        return self.facts[:version]

    def head(self, version: int) -> Head:
        """The head that the night had at ``version``; :class:`IndexError` where it has no such fact."""
        self._check(version)
        return Head(version=version, hash=self.facts[version - 1].hash)

    def _check(self, version: int) -> None:
        if not 1 <= version <= self.version:
            raise IndexError(version)
