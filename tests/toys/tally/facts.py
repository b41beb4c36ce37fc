"""What happens at a table of Tally."""

from __future__ import annotations

from events.facts.fact import fact
from events.facts.play import PointsScored, RoundBegun, RoundEnded


@fact
class TallyBegun(RoundBegun):
    """A round was begun."""

    round: int


@fact
class TallyScored(PointsScored):
    """A player scored points."""

    round: int


@fact
class TallyEnded(RoundEnded):
    """A round was over; who had fewer points than its ``winner`` paid them for the difference."""

    round: int
    winner: str
