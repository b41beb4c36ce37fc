"""The deals of four-deal bridge, with the additional fields of their rows (rule 17)."""

from __future__ import annotations

from events.common.event import event
from events.common.matches import HandPassedOut, HandScored


@event
class DealScored(HandScored):
    """A deal was scored, the first to the fourth; ``doubled`` is 1, 2 or 4, ``vulnerable`` is by side."""

    deal: int
    doubled: int
    vulnerable: tuple[bool, ...]


@event
class DealPassedOut(HandPassedOut):
    """A deal was passed out, and is dealt again."""

    deal: int
    doubled: int
    vulnerable: tuple[bool, ...]
