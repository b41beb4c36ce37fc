"""Events of a hand of Frog except its bidding (rule 11); ``chips`` are in chips, the moves in cents."""

from __future__ import annotations

from events.common.event import event
from events.common.play import HandBegun, HandBrokenOff, InHand, RoundEnded, StepEnded, TurnPlayed
from events.frozen import Frozen


class FrogChips(Frozen, gc=False):
    """A player's win; ``chips`` is negative for a loss."""

    player: str
    chips: int


@event
class FrogHandBegun(HandBegun):
    """A hand was begun; with four players the dealer, who is the last, sits out."""


@event
class FrogHandPassedOut(InHand, TurnPlayed, RoundEnded, StepEnded):
    """Nobody bid: the hand is dead, and the deal moves on."""

    hand: int
    turn: int


@event
class FrogHandSettled(InHand, TurnPlayed, RoundEnded, StepEnded):
    """A hand was played and paid; ``points`` are those in the bidder's tricks.

    ``won`` is each active player's result, from the dealer's left.
    """

    hand: int
    turn: int
    bid: str
    bidder: str
    points: int
    trump: str | None
    won: tuple[FrogChips, ...]


@event
class FrogHandVoided(HandBrokenOff):
    """A hand was broken off; nothing was paid, and the same player deals again."""
