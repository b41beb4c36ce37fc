"""Matches that are scored: their hands, what these scored, and what is paid at the end (rulebook G0).

A side is named by its place among the ``sides`` of its match, from 0; points are side by side in that order. A score is
no money: only the settlement of a match has moves.
"""

from __future__ import annotations

from events.facts.fact import fact
from events.facts.play import Bid, HandBegun, HandBrokenOff, InHand, InTurn, OfGame, RoundEnded, StepEnded, TurnPlayed
from events.frozen import Frozen


class ScoreLine(Frozen, gc=False):
    """Points that a side scored in a hand, or lost (below zero), and what for: ``why``, and of how many (``count``)."""

    side: int
    why: str
    points: int
    count: int = 0


class MatchPayment(Frozen, gc=False):
    """What a player paid another by a match, in cents."""

    payer: str
    payee: str
    amount_cents: int


class InMatch(OfGame):
    """Something that concerns a match; ``match`` counts those of a game in the night, from 1."""

    game: str
    match: int


@fact
class MatchBegun(InMatch):
    """A match was begun between these sides."""

    sides: tuple[tuple[str, ...], ...]


@fact
class MatchHandBegun(HandBegun, OfGame):
    """A hand of a match was begun; where a game has an opener and no dealer, that is ``dealer``."""

    game: str
    match: int


@fact
class PartnersNamed(OfGame, InHand, InTurn):
    """The bidder named who plays with them; ``card`` is the one by which they were called, where one was."""

    game: str
    hand: int
    turn: int
    partners: tuple[str, ...]
    card: str | None


class HandOver(OfGame, InHand, TurnPlayed, RoundEnded, StepEnded):
    """A hand is over. ``made`` is ``None`` where nobody had bid; ``points`` are those of the hand, side by side."""

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


@fact
class HandPassedOut(HandOver):
    """Nobody bid: the hand is dead. ``again`` says that the same player deals the next hand."""

    again: bool = False


@fact
class HandScored(HandOver):
    """A hand was scored by these lines; ``tricks`` are side by side, where the game has tricks.

    ``out`` is who was out first, where that decides.
    """

    tricks: tuple[int, ...] = ()
    out: str | None = None
    trump: str | None = None
    lines: tuple[ScoreLine, ...]


@fact
class MatchHandVoided(HandBrokenOff, OfGame):
    """A hand was broken off: it leaves no row, and the same player deals again."""

    game: str


@fact
class MatchWon(InMatch):
    """A side won a match."""

    winner: int


@fact
class MatchDrawn(InMatch):
    """A match ended level: nothing is paid."""


@fact
class MatchSettled(InMatch):
    """A match that was won was paid, from player to player."""

    paid: tuple[MatchPayment, ...]


@fact
class MatchAbandoned(InMatch):
    """A match was broken off before anybody won it: nothing is paid."""

    reason: str
