"""The night at each of its events, for time travel and dossiers."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.night.evolve import nights_after
from dealer.night.night import Night
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import Head, Recorded


class History(Frozen, kw_only=False):
    """All events of a night and the night after each of them; the states share unchanged parts.

    Between the events of a command a state may be unsound. Soundness is checked where commands are decided and
    verified, not here.
    """

    events: NightEvents
    states: tuple[Night, ...]

    @classmethod
    def of(cls, events: Sequence[Recorded], known: History | None = None) -> History:
        """The history of a night's events; reuses ``known`` if that is a beginning of them.

        Raises :class:`LookupError` if the first event opens no night.
        """
        events = events if isinstance(events, NightEvents) else NightEvents(events)
        if not events:
            raise LookupError("no events")
        if known is None or events[min(known.version, len(events)) - 1].hash != known.events[-1].hash:
            return cls(events, tuple(nights_after(events)))
        later = nights_after(events[known.version :], known.states[-1])
        return cls(events, (*known.states, *later))

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.events)

    def at(self, version: int) -> Night:
        """The night after its event ``version``; raises :class:`IndexError` if there is no such event."""
        self._check(version)
        return self.states[version - 1]

    def until(self, version: int) -> NightEvents:
        """The events up to and including ``version``; raises :class:`IndexError` if there is no such event."""
        return self.events.until(version)

    def as_of(self, version: int) -> History:
        """The history up to its event ``version``; raises :class:`IndexError` if there is no such event."""
        return History(self.until(version), self.states[:version])

    def head(self, version: int) -> Head:
        """The night's head at ``version``; raises :class:`IndexError` if there is no such event."""
        self._check(version)
        return Head(version=version, hash=self.events[version - 1].hash)

    def _check(self, version: int) -> None:
        if not 1 <= version <= self.version:
            raise IndexError(version)
