"""Facts of a hand of Spoil Five: dead hands, tricks, and the pool, won or spoilt (rulebook G4).

``turn`` counts the recorded plays of a hand from 1. Amounts named ``chips`` are in chips; the moves have them in cents.
"""

from __future__ import annotations

from events.facts.fact import fact
from events.facts.play import (
    AntePut,
    AnteReturned,
    HandBegun,
    HandBrokenOff,
    InHand,
    InTurn,
    PotShared,
    RoundEnded,
    StepEnded,
    TurnPlayed,
)
from events.frozen import Frozen


class TricksOf(Frozen, gc=False):
    """How many tricks a player took."""

    player: str
    tricks: int


@fact
class SpoilHandBegun(HandBegun):
    """Five cards were dealt to each of ``players`` except those ``without_cards``, who also pay antes."""

    without_cards: tuple[str, ...]


@fact
class PoolAntePaid(AntePut):
    """A player put their ante into the pool."""


@fact
class HandKilled(InHand, InTurn):
    """A hand was declared dead: for a ``revoke``, ``exposure``, ``robbing`` without the ace, or as ``irregular``."""

    hand: int
    turn: int
    player: str
    why: str


@fact
class TricksTaken(InHand, TurnPlayed):
    """The hand was played; ``tricks`` are those of the players who took any, from the dealer's left.

    ``went_on`` says that a player with three tricks went on for all five.
    """

    hand: int
    turn: int
    tricks: tuple[TricksOf, ...]
    went_on: bool


@fact
class AllFivePaid(InHand):
    """A player paid ``to``, who took all five tricks."""

    hand: int
    player: str
    to: str
    chips: int


@fact
class PoolWon(InHand, RoundEnded, StepEnded):
    """A player took the pool of ``chips``; everybody has cards again."""

    hand: int
    player: str
    chips: int


@fact
class PoolSpoilt(InHand, RoundEnded, StepEnded):
    """Nobody won the pool: ``chips`` stay in it, and ``out`` have no cards until it is won, sorted by seat key."""

    hand: int
    chips: int
    out: tuple[str, ...]


@fact
class SpoilHandVoided(HandBrokenOff):
    """A foul hand was broken off: the antes are returned, and its offences are void."""


@fact
class PoolAnteReturned(AnteReturned):
    """A player got back their ante of a hand that was broken off."""


@fact
class PoolDivided(PotShared):
    """At the close a player got their part of a pool without a winner."""
