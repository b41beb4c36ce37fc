"""Where players have their settlements printed: the last of each is kept, and nobody waits for two at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock

from dealer.commands.refusal import Refusal
from events.cache import Cache
from web.app.kept import kept_under

KEPT = 32
"""How many players' settlements are kept: some nights' of full tables."""

Holder = tuple[str, str]
"""Whose settlement it is: the night, and the seat key."""


class SettlementDesk:
    """Where settlements are handed to whoever holds a player's link, who takes one thread from the tables at most."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: set[Holder] = set()
        self._kept: Cache[Holder, tuple[Hashable, bytes]] = Cache(KEPT)

    def have(self, holder: Holder, state: Hashable, make: Callable[[], bytes]) -> bytes:
        """A player's settlement: the one that is kept, if it was made of the same ``state``, or else a new one.

        Raises :class:`Refusal` (``too_many_sheets``) where they wait for one already.
        """
        with self._lock:
            kept = self._kept.get(holder)
            if kept and kept[0] == state:
                return kept[1]
            if holder in self._waiting:
                raise Refusal("too_many_sheets", "This settlement is being printed; try again in a moment.")
            self._waiting.add(holder)
        try:
            made = make()
            self._kept.put(holder, (state, made))
        finally:
            with self._lock:
                self._waiting.discard(holder)
        return made


def settlement_desk() -> SettlementDesk:
    """The desk of this application."""
    return kept_under("casekeeper settlements", SettlementDesk)
