"""What happens at a table of Tally."""

from __future__ import annotations

from events.fact import Fact, fact
from events.play import RoundBegun


@fact
class TallyBegun(RoundBegun):
    """A round was begun by everybody who sits at the table."""

    round: int
    players: tuple[str, ...]


@fact
class PointsScored(Fact):
    """A player scored points."""

    round: int
    player: str
    points: int


@fact
class TallyEnded(Fact):
    """A round was over; who had fewer points than its ``winner`` paid them for the difference."""

    round: int
    winner: str
