"""The state of a table with a match: its sides and points, and the phase of the hand. Immutable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from enum import StrEnum
from typing import Any, TypeVar

from msgspec.structs import replace

from dealer.commands.refusal import marked
from dealer.game.bidding import Bidding, Turns, begun, with_call
from dealer.game.forecast import Expression, value_of
from dealer.game.hands import HandTable, with_hand
from events.common.event import ByType, Event
from events.common.matches import (
    HandOver,
    MatchAbandoned,
    MatchBegun,
    MatchDrawn,
    MatchHandBegun,
    MatchSettled,
    MatchWon,
    PartnersNamed,
)
from events.common.play import Called

Sides = tuple[tuple[str, ...], ...]

T = TypeVar("T", bound="MatchTable")


class Phase(StrEnum):
    """The phase of a match."""

    NO_MATCH = "no_match"
    BETWEEN = "between"
    BIDDING = "bidding"
    JOKER = "joker"
    PARTNER = "partner"
    PLAYING = "playing"
    WON = "won"

    @property
    def words(self) -> str:
        """The phase as refusals name it."""
        return _PHASE_WORDS[self]


HAND_ON = (Phase.BIDDING, Phase.JOKER, Phase.PARTNER, Phase.PLAYING)
"""The phases in which a hand is on."""

_PHASE_WORDS = {
    Phase.NO_MATCH: marked("no match has been started"),
    Phase.BETWEEN: marked("no hand has been dealt"),
    Phase.BIDDING: marked("the bidding is not over"),
    Phase.JOKER: marked("the joker must be shown"),
    Phase.PARTNER: marked("the bidder's partner must be named"),
    Phase.PLAYING: marked("the hand is being played"),
    Phase.WON: marked("the match is won and must be settled"),
}


class MatchTable(HandTable):
    """A table with matches for points; games whose hands have other phases extend it.

    ``matches`` has the sides of every match of the night, ``hands_before`` the number of hands before each; ``goes_on``
    says whether the last match is in progress or not settled, and ``winner`` is its winning side. ``hands`` are the
    finished hands of the match that have a row. ``bidding`` is that of the current or last hand of the match, ``None``
    before the first and in games without bidding; ``partners`` are the bidder's.
    """

    matches: tuple[Sides, ...] = ()
    hands_before: tuple[int, ...] = ()
    goes_on: bool = False
    winner: int | None = None
    hands: tuple[HandOver, ...] = ()
    bidding: Bidding | None = None
    partners: tuple[str, ...] = ()

    @property
    def match(self) -> int:
        """The number of the last match; 0 before the first."""
        return len(self.matches)

    @property
    def next_number(self) -> int:
        """The number of the next hand in its match."""
        return self.in_match(self.round)[1] + 1 if self.hands_before and self.round > self.hands_before[-1] else 1

    def in_match(self, hand: int) -> tuple[int, int]:
        """The match of a hand of the night, and the hand's number in it, from 1, which people use."""
        match = sum(before < hand for before in self.hands_before)
        return match, hand - self.hands_before[match - 1] if match else hand

    @property
    def sides(self) -> Sides:
        """The sides of the last match."""
        return self.matches[-1] if self.matches else ()

    @property
    def phase(self) -> Phase:
        """What is due now."""
        if not self.goes_on:
            return Phase.NO_MATCH
        if self.winner is not None:
            return Phase.WON
        if not self.is_on:
            return Phase.BETWEEN
        return Phase.BIDDING if self.bidding and self.bidding.waiting else Phase.PLAYING

    @property
    def position(self) -> dict[str, Any]:
        """What the tablet's keys depend on, with the match, its house and the bidding.

        ``in_match`` are its players, ``side_of`` the index of each player's side. ``bidder`` plays the hand.
        """
        return {
            **super().position,
            "phase": self.phase,
            "house": asdict(self.house),
            "sides": [list(side) for side in self.sides],
            "in_match": list(self.match_players),
            "side_of": {player: side for side, members in enumerate(self.sides) for player in members},
            "score": list(self.score),
            "partners": list(self.partners),
            **(self.bidding or begun(())).position,
            "bidder": self.bidder,
        }

    @property
    def match_players(self) -> tuple[str, ...]:
        """The players of the match, clockwise."""
        members = {player for side in self.sides for player in side}
        return tuple(player for player in self.seats if player in members)

    @property
    def score(self) -> tuple[int, ...]:
        """The points of the match, by side."""
        return tuple(sum(hand.points[side] for hand in self.hands) for side in range(len(self.sides)))

    @property
    def bidder(self) -> str | None:
        """The player whose bid stands in the current hand."""
        return self.bidding.bidder if self.bidding else None

    def side_of(self, player: str) -> int:
        """A player's side; raises :class:`LookupError` if they do not play."""
        for at, side in enumerate(self.sides):
            if player in side:
                return at
        raise LookupError(f"{player} does not play")

    @property
    def bidding_sides(self) -> tuple[int, ...]:
        """The sides of the bidder and their partners, the bidder's first; empty where nobody has bid."""
        with_them = (self.bidder, *self.partners) if self.bidder else ()
        return tuple(dict.fromkeys(self.side_of(player) for player in with_them))


def with_match(table: T, event: Event, order: Expression | None, turns: Turns) -> T:
    """The table after an event of its game; ``order`` and ``turns`` belong to its bidding, if there is any."""
    table = with_hand(table, event)
    if isinstance(event, Called):
        assert table.bidding, "a call is made in a bidding"
        return replace(table, bidding=with_call(table.bidding, event, turns, table.position))
    if isinstance(event, MatchHandBegun):
        speaks = tuple(value_of(order, table.position, {})) if order else None
        return replace(table, bidding=begun(speaks) if speaks else None, partners=())
    for follow in _MATCHES[type(event)]:
        table = follow(table, event)
    return table


def _match_begun(table: T, event: MatchBegun) -> T:
    fresh = replace(table, goes_on=True, winner=None, hands=(), dealer="", deals_again=False)
    # The last bidder of the previous match may not play in this match.
    fresh = replace(fresh, hands_before=(*table.hands_before, table.round))
    return replace(fresh, matches=(*table.matches, event.sides), bidding=None, partners=())


def _hand_over(table: T, event: HandOver) -> T:
    return replace(table, hands=(*table.hands, event), deals_again=getattr(event, "again", False))


def _match_over(table: T, event: Event) -> T:
    return replace(table, goes_on=False)


_MATCHES: ByType[Callable[[Any, Any], Any]] = ByType(
    {
        MatchBegun: _match_begun,
        PartnersNamed: lambda table, event: replace(table, partners=event.partners),
        HandOver: _hand_over,
        MatchWon: lambda table, event: replace(table, winner=event.winner),
        MatchSettled: _match_over,
        MatchDrawn: _match_over,
        MatchAbandoned: _match_over,
    }
)
