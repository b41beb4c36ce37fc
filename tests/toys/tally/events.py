"""What happens at a table of Tally."""

from __future__ import annotations

from events.common.event import event
from events.common.play import PointsScored, RoundBegun, RoundEnded


@event
class TallyBegun(RoundBegun):
    """A round was begun."""

    round: int


@event
class TallyScored(PointsScored):
    """A player scored points."""

    round: int


@event
class TallyEnded(RoundEnded):
    """A round was over; who had fewer points than its ``winner`` paid them for the difference."""

    round: int
    winner: str
