"""Events of a hand of Spoil Five: dead hands, tricks, and the pool, won or spoilt (rule 8).

``turn`` counts the recorded plays of a hand from 1. Amounts named ``chips`` are in chips; the moves have them in cents.
"""

from __future__ import annotations

from events.common import play
from events.common.event import event
from events.frozen import Frozen


class TricksOf(Frozen, gc=False):
    """How many tricks a player took."""

    player: str
    tricks: int


@event
class SpoilHandBegun(play.HandBegun):
    """Five cards were dealt to each of ``players`` except those ``without_cards``, who also pay antes."""

    without_cards: tuple[str, ...]


@event
class PoolAntePaid(play.AntePut):
    """A player put their ante into the pool."""


@event
class HandKilled(play.InHand, play.InTurn):
    """A hand was declared dead: for a ``revoke``, ``exposure``, ``robbing`` without the ace, or as ``irregular``."""

    hand: int
    turn: int
    player: str
    why: str


@event
class TricksTaken(play.InHand, play.TurnPlayed):
    """The hand was played; ``tricks`` are those of the players who took any, from the dealer's left.

    ``went_on`` says that a player with three tricks went on for all five.
    """

    hand: int
    turn: int
    tricks: tuple[TricksOf, ...]
    went_on: bool


@event
class AllFivePaid(play.ChipsPaid):
    """A player paid ``to``, who took all five tricks."""


@event
class PoolWon(play.PotWon):
    """A player took the pool of ``chips``; everybody has cards again."""


@event
class PoolSpoilt(play.InHand, play.RoundEnded, play.RoundDealt, play.StepEnded):
    """Nobody won the pool: ``chips`` stay in it, and ``out`` have no cards until it is won, sorted by seat key."""

    hand: int
    chips: int
    out: tuple[str, ...]


@event
class SpoilHandVoided(play.HandBrokenOff):
    """A foul hand was broken off: the antes are returned, and its offences are void."""


@event
class PoolAnteReturned(play.AnteReturned):
    """A player got back their ante of a hand that was broken off."""


@event
class PoolDivided(play.PotShared):
    """At the close a player got their part of a pool without a winner."""
