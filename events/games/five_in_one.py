"""Facts of a round of Five in One: what each of its five parts brought, and what the whole of it (rulebook G5).

``turn`` is the part's place in the round, from 1. Amounts in chips are named so, what was lost below zero; the moves
carry them in cents, from those who lost to those who won.
"""

from __future__ import annotations

from events.facts.fact import fact
from events.facts.play import CardsShown, HandBegun, HandBrokenOff, InHand, RoundEnded, StepEnded, TurnPlayed
from events.frozen import Frozen


class ChipsWon(Frozen, gc=False):
    """What a player won, or lost: ``chips`` are then below zero."""

    player: str
    chips: int


class PartPaid(InHand, TurnPlayed):
    """A part was played and paid; ``won`` are those who won or lost by it, from the dealer's left."""

    hand: int
    turn: int
    won: tuple[ChipsWon, ...]


@fact
class FiveRoundBegun(HandBegun):
    """A round of five games was begun."""


@fact
class PartSettled(PartPaid):
    """Plus or minus, bango, or put and take was played, as ``part`` says."""

    part: str


@fact
class ColdHandWon(PartPaid):
    """The cold hand was dealt: the ``winners``, several where it was tied, had chips of everybody else."""

    winners: tuple[str, ...]


@fact
class ConsolationTurned(PartPaid, CardsShown):
    """The dealer turned ten cards, counting, and had chips of everybody for each of the ``hits``."""

    cards: tuple[str, ...]
    hits: int


@fact
class FiveRoundOver(InHand, RoundEnded, StepEnded):
    """A round is over; ``won`` is what all who played it won or lost by its five parts, from the dealer's left."""

    hand: int
    won: tuple[ChipsWon, ...]


@fact
class FiveRoundVoided(HandBrokenOff):
    """A round was broken off before its first part; nothing was paid yet, and the same player deals again."""
