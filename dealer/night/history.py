"""A night as it stood at each of its facts: what time travel and dossiers look back through."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.night.evolve import nights_after
from dealer.night.night import Night
from events.effective_facts import NightFacts
from events.frozen import Frozen
from events.records import Head, Recorded


class History(Frozen, kw_only=False):
    """All facts of a night and the night after each of them; states share what did not change between them.

    In the middle of a command's facts a state is as it was then: what the whole command comes to is asserted where
    it is decided and verified, not here.
    """

    facts: NightFacts
    states: tuple[Night, ...]

    @classmethod
    def of(cls, facts: Sequence[Recorded], known: History | None = None) -> History:
        """The history that a night's facts make, on top of what is ``known`` of it where that is their beginning.

        Raises :class:`LookupError` where the first of them opens no night.
        """
        facts = facts if isinstance(facts, NightFacts) else NightFacts(facts)
        if not facts:
            raise LookupError("no facts")
        if known is None or facts[min(known.version, len(facts)) - 1].hash != known.facts[-1].hash:
            return cls(facts, tuple(nights_after(facts)))
        later = nights_after(facts[known.version :], known.states[-1])
        return cls(facts, (*known.states, *later))

    @property
    def version(self) -> int:
        """How many facts the night has."""
        return len(self.facts)

    def at(self, version: int) -> Night:
        """The night as it stood after its fact ``version``; :class:`IndexError` where it has no such fact."""
        self._check(version)
        return self.states[version - 1]

    def until(self, version: int) -> NightFacts:
        """The facts up to ``version``, that one too; :class:`IndexError` where the night has no such fact."""
        return self.facts.until(version)

    def as_of(self, version: int) -> History:
        """The history up to its fact ``version``; :class:`IndexError` where it has no such fact."""
        return History(self.until(version), self.states[:version])

    def head(self, version: int) -> Head:
        """The head that the night had at ``version``; :class:`IndexError` where it has no such fact."""
        self._check(version)
        return Head(version=version, hash=self.facts[version - 1].hash)

    def _check(self, version: int) -> None:
        if not 1 <= version <= self.version:
            raise IndexError(version)
