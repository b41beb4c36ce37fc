"""What the hands of chip games have in common: who dealt, what was put in, and what became of it.

Amounts in chips are named so; the moves carry them in cents.
"""

from __future__ import annotations

from events.facts.fact import Fact
from events.facts.play import InRound, RoundBegun, RoundVoided


class InHand(InRound):
    """Something happened in a hand."""

    round_field = "hand"


class HandBegun(InHand, RoundBegun):
    """A hand was begun; ``players`` are those who play it, from the dealer's left."""

    hand: int
    dealer: str
    players: tuple[str, ...]


class AntePut(InHand):
    """A player put their ante into the pot."""

    hand: int
    player: str
    chips: int


class HandBrokenOff(InHand, RoundVoided):
    """A hand found foul was broken off: it leaves no row, and the same player deals again."""

    hand: int


class AnteReturned(InHand):
    """A player got back what they had put into a hand that was broken off."""

    hand: int
    player: str
    chips: int


class PotShared(Fact):
    """At the close a player got their part of a pot that nobody had won."""

    player: str
    chips: int
