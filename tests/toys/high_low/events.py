"""What happens at a table of High or Low."""

from __future__ import annotations

from events.common.event import event
from events.common.play import CardsShown, RoundBegun, RoundEnded, StakeLaid, StakePaid, StakeSettled, StakeTaken


@event
class RoundOpened(RoundBegun):
    """The first stake was laid on the next card."""

    round: int


@event
class SideBacked(StakeLaid):
    """A player laid a stake on the next card being high or low."""

    round: int
    side: str


@event
class CardTurned(RoundEnded, CardsShown):
    """The card was turned, and the round is over."""

    round: int
    card: str


@event
class SidePaid(StakePaid):
    """A stake went back with as much again."""

    round: int


@event
class SideTaken(StakeTaken):
    """The bank took a stake."""

    round: int


@event
class SideReturned(StakeSettled):
    """A stake went back: the night was closed before the card was turned."""

    round: int
