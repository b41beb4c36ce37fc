"""Events of a hand of Frog except its bidding (rule 11); ``chips`` are in chips, the moves in cents."""

from __future__ import annotations

from events.common import play
from events.common.event import event


@event
class FrogHandBegun(play.HandBegun):
    """A hand was begun; with four players the dealer, who is the last, sits out."""


@event
class FrogHandPassedOut(play.InHand, play.TurnPlayed, play.RoundEnded, play.RoundDealt, play.StepEnded):
    """Nobody bid: the hand is dead, and the deal moves on."""

    hand: int
    turn: int


@event
class FrogHandSettled(play.InHand, play.TurnPlayed, play.RoundEnded, play.RoundDealt, play.StepEnded):
    """A hand was played and paid; ``points`` are those in the bidder's tricks.

    ``won`` is each active player's result, from the dealer's left.
    """

    hand: int
    turn: int
    bid: str
    bidder: str
    points: int
    trump: str | None
    won: tuple[play.ChipsWon, ...]


@event
class FrogHandVoided(play.HandBrokenOff):
    """A hand was broken off; nothing was paid, and the same player deals again."""
