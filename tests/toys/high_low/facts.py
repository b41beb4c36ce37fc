"""What happens at a table of High or Low."""

from __future__ import annotations

from events.facts.fact import fact
from events.facts.play import CardsShown, RoundBegun, RoundEnded, StakeLaid, StakePaid, StakeSettled, StakeTaken


@fact
class RoundOpened(RoundBegun):
    """The first stake was laid on the next card."""

    round: int


@fact
class SideBacked(StakeLaid):
    """A player laid a stake on the next card being high or low."""

    round: int
    side: str


@fact
class CardTurned(RoundEnded, CardsShown):
    """The card was turned, and the round is over."""

    round: int
    card: str


@fact
class SidePaid(StakePaid):
    """A stake went back with as much again."""

    round: int


@fact
class SideTaken(StakeTaken):
    """The bank took a stake."""

    round: int


@fact
class SideReturned(StakeSettled):
    """A stake went back: the night was closed before the card was turned."""

    round: int
