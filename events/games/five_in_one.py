"""Events of a round of Five in One: the results of its five parts and of the whole round (rule 9).

``turn`` is the part's number in the round, from 1. Amounts named ``chips`` are in chips, negative for losses; the moves
have them in cents, from losers to winners.
"""

from __future__ import annotations

from events.common import play
from events.common.event import event


class PartPaid(play.InHand, play.TurnPlayed):
    """A part was played and paid; ``won`` are the players who won or lost, from the dealer's left."""

    hand: int
    turn: int
    won: tuple[play.ChipsWon, ...]


@event
class FiveRoundBegun(play.HandBegun):
    """A round of five games was begun."""


@event
class PartSettled(PartPaid):
    """Plus or minus, bango, or put and take was played, as ``part`` says."""

    part: str


@event
class ColdHandWon(PartPaid):
    """The cold hand was dealt: the ``winners`` (several in a tie) got chips from everybody else."""

    winners: tuple[str, ...]


@event
class ConsolationTurned(PartPaid, play.CardsShown):
    """The dealer turned ten cards, counting, and got chips from everybody for each of the ``hits``."""

    cards: tuple[str, ...]
    hits: int


@event
class FiveRoundOver(play.InHand, play.RoundEnded, play.RoundDealt, play.StepEnded):
    """A round is over; ``won`` is each player's result of its five parts, from the dealer's left."""

    hand: int
    won: tuple[play.ChipsWon, ...]


@event
class FiveRoundVoided(play.HandBrokenOff):
    """A round was broken off before its first part was paid; the same player deals again."""
