"""What happens in a hand of Frog besides its bidding (rulebook G6); chips are named so, the moves are in cents."""

from __future__ import annotations

from events.facts.fact import fact
from events.facts.play import HandBegun, HandBrokenOff, InHand, RoundEnded, StepEnded, TurnPlayed
from events.frozen import Frozen


class FrogChips(Frozen, gc=False):
    """What a player won, or lost: ``chips`` are then below zero."""

    player: str
    chips: int


@fact
class FrogHandBegun(HandBegun):
    """A hand was begun; of four players the dealer, who is the last, sits out."""


@fact
class FrogHandPassedOut(InHand, TurnPlayed, RoundEnded, StepEnded):
    """Nobody bid: the hand is dead, and the deal moves on."""

    hand: int
    turn: int


@fact
class FrogHandSettled(InHand, TurnPlayed, RoundEnded, StepEnded):
    """A hand was played and paid; ``points`` are those in the bidder's tricks.

    ``won`` is what each active player won or lost, from the dealer's left.
    """

    hand: int
    turn: int
    bid: str
    bidder: str
    points: int
    trump: str | None
    won: tuple[FrogChips, ...]


@fact
class FrogHandVoided(HandBrokenOff):
    """A hand was broken off; nothing was paid, and the same player deals again."""
