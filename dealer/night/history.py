"""The night at each of its facts, for time travel and dossiers."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.night.evolve import nights_after
from dealer.night.night import Night
from events.effective_facts import NightFacts
from events.frozen import Frozen
from events.records import Head, Recorded


class History(Frozen, kw_only=False):
    """All facts of a night and the night after each of them; the states share unchanged parts.

    Between the facts of a command a state may be unsound. Soundness is checked where commands are decided and verified,
    not here.
    """

    facts: NightFacts
    states: tuple[Night, ...]

    @classmethod
    def of(cls, facts: Sequence[Recorded], known: History | None = None) -> History:
        """The history of a night's facts; reuses ``known`` if that is a beginning of them.

        Raises :class:`LookupError` if the first fact opens no night.
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
        """The number of facts."""
        return len(self.facts)

    def at(self, version: int) -> Night:
        """The night after its fact ``version``; raises :class:`IndexError` if there is no such fact."""
        self._check(version)
        return self.states[version - 1]

    def until(self, version: int) -> NightFacts:
        """The facts up to and including ``version``; raises :class:`IndexError` if there is no such fact."""
        return self.facts.until(version)

    def as_of(self, version: int) -> History:
        """The history up to its fact ``version``; raises :class:`IndexError` if there is no such fact."""
        return History(self.until(version), self.states[:version])

    def head(self, version: int) -> Head:
        """The night's head at ``version``; raises :class:`IndexError` if there is no such fact."""
        self._check(version)
        return Head(version=version, hash=self.facts[version - 1].hash)

    def _check(self, version: int) -> None:
        if not 1 <= version <= self.version:
            raise IndexError(version)
