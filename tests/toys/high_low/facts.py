"""What happens at a table of High or Low."""

from __future__ import annotations

from events.fact import fact
from events.play import CardsShown, RoundBegun, RoundEnded, StakeLaid, StakeSettled, TurnPlayed


@fact
class CardOffered(RoundBegun):
    """The dealer asks for stakes on the next card."""

    round: int


@fact
class SideBacked(StakeLaid):
    """A player laid a stake on the card being high or low."""

    round: int
    side: str


@fact
class CardTurned(TurnPlayed, RoundEnded, CardsShown):
    """The card was turned, and the round is over."""

    round: int
    turn: int = 1
    card: str


@fact
class SidePaid(StakeSettled):
    """The bank paid a stake as much again."""

    result = "win"

    round: int
    turn: int = 1

    @property
    def bank_paid_cents(self) -> int:
        return self.stake_cents


@fact
class SideTaken(StakeSettled):
    """The bank took a stake."""

    result = "lose"

    round: int
    turn: int = 1

    @property
    def bank_took_cents(self) -> int:
        return self.stake_cents


@fact
class SideReturned(StakeSettled):
    """A stake was given back: nobody turned a card."""

    result = "returned"

    round: int
    turn: int = 1
