"""Scored matches: their hands, the scores, and the payments at the end (rule 10).

A side is identified by its index among the ``sides`` of its match; points are in the same order. Scores are not money:
only the settlement of a match has moves.
"""

from __future__ import annotations

from events.common.event import event
from events.common.play import (
    Bid,
    HandBegun,
    HandBrokenOff,
    InHand,
    InTurn,
    OfGame,
    RoundDealt,
    RoundEnded,
    StepEnded,
    TurnPlayed,
)
from events.frozen import Frozen


class ScoreLine(Frozen, gc=False):
    """Points that a side scored in a hand (negative for a loss): ``why``, and of how many (``count``)."""

    side: int
    why: str
    points: int
    count: int = 0


class MatchPayment(Frozen, gc=False):
    """What a player paid another for a match, in cents."""

    payer: str
    payee: str
    amount_cents: int


class InMatch(OfGame):
    """An event of a match; ``match`` counts those of a game in the night, from 1."""

    game: str
    match: int


@event
class MatchBegun(InMatch):
    """A match was begun between these sides."""

    sides: tuple[tuple[str, ...], ...]


@event
class MatchHandBegun(HandBegun, OfGame):
    """A hand of a match was begun; in a game with an opener instead of a dealer, ``dealer`` is the opener."""

    game: str
    match: int


@event
class PartnersNamed(OfGame, InHand, InTurn):
    """The bidder named their partners; ``card`` is the card that called them, if any."""

    game: str
    hand: int
    turn: int
    partners: tuple[str, ...]
    card: str | None


class HandOver(OfGame, InHand, TurnPlayed, RoundEnded, RoundDealt, StepEnded):
    """A hand is over. ``made`` is ``None`` if nobody bid; ``points`` are those of the hand, by side."""

    game: str
    match: int
    hand: int
    turn: int
    dealer: str
    bid: Bid | None = None
    bidder: str | None = None
    made: bool | None = None
    partners: tuple[str, ...] = ()
    points: tuple[int, ...]


@event
class HandPassedOut(HandOver):
    """Nobody bid: the hand is dead. ``again`` says that the same player deals the next hand."""

    again: bool = False


@event
class HandScored(HandOver):
    """A hand was scored by these lines; ``tricks`` are by side, where the game has tricks.

    ``out`` is the first player out of cards, where that decides.
    """

    tricks: tuple[int, ...] = ()
    out: str | None = None
    trump: str | None = None
    lines: tuple[ScoreLine, ...]


@event
class MatchHandVoided(HandBrokenOff, OfGame):
    """A hand was broken off: it has no row, and the same player deals again."""

    game: str


@event
class MatchWon(InMatch):
    """A side won a match."""

    winner: int


@event
class MatchDrawn(InMatch):
    """A match ended in a tie: nothing is paid."""


@event
class MatchSettled(InMatch):
    """A match that was won was paid, from player to player."""

    paid: tuple[MatchPayment, ...]


@event
class MatchAbandoned(InMatch):
    """A match was broken off before anybody won it: nothing is paid."""

    reason: str
