"""The matches of a night, with their hands that are over and how they ended: folded from its facts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, takewhile

from msgspec.structs import replace
from rpds import HashTrieMap

from dealer.projections.projection import Projection
from dealer.score_pad.settling import nets_of
from dealer.score_pad.table import Sides
from events.facts.matches import HandOver, InMatch, MatchBegun, MatchPayment, MatchSettled, MatchWon
from events.frozen import Frozen
from events.records import Recorded


class MatchSoFar(Frozen):
    """A match: its hands that are over, and how it ended; points are side by side.

    ``winner`` is the side that has won, ``ended`` the fact after which nothing is left to be done.
    """

    match: int
    sides: Sides
    hands: tuple[HandOver, ...] = ()
    winner: int | None = None
    ended: InMatch | None = None

    @property
    def points(self) -> tuple[int, ...]:
        """The points of its sides."""
        return tuple(sum(hand.points[side] for hand in self.hands) for side in range(len(self.sides)))

    @property
    def paid(self) -> tuple[MatchPayment, ...]:
        """What was paid when it was settled."""
        return self.ended.paid if isinstance(self.ended, MatchSettled) else ()

    def net_cents(self, player: str) -> int:
        """What it brought or cost a player."""
        return nets_of(self.paid).get(player, 0)


_Called = tuple[str, int]
"""A match by its game and its number."""


def _followed(found: HashTrieMap[_Called, MatchSoFar], one: Recorded) -> HashTrieMap[_Called, MatchSoFar]:
    fact = one.fact
    if isinstance(fact, MatchBegun):
        return found.insert((fact.game, fact.match), MatchSoFar(match=fact.match, sides=fact.sides))
    if not isinstance(fact, HandOver | InMatch):
        return found
    match = found[fact.game, fact.match]
    if isinstance(fact, HandOver):
        match = replace(match, hands=(*match.hands, fact))
    elif isinstance(fact, MatchWon):
        match = replace(match, winner=fact.winner)
    else:
        match = replace(match, ended=fact)
    return found.insert((fact.game, fact.match), match)


_MATCHES: Projection[HashTrieMap[_Called, MatchSoFar]] = Projection(HashTrieMap(), _followed)


_Played = tuple[str, str]
"""A game and a player of it."""


def _paid_after(paid: HashTrieMap[_Played, int], one: Recorded) -> HashTrieMap[_Played, int]:
    fact = one.fact
    if isinstance(fact, MatchSettled):
        for player, cents in nets_of(fact.paid).items():
            paid = paid.insert((fact.game, player), paid.get((fact.game, player), 0) + cents)
    return paid


_PAID: Projection[HashTrieMap[_Played, int]] = Projection(HashTrieMap(), _paid_after)


def match_of(kept: Sequence[Recorded], game: str, number: int) -> MatchSoFar | None:
    """A match of a game by its number; ``kept`` are the night's effective facts."""
    return _MATCHES.of(kept).get((game, number))


def paid_in_all(kept: Sequence[Recorded], game: str, player: str) -> int:
    """What all matches of a game have brought or cost a player, in cents."""
    return _PAID.of(kept).get((game, player), 0)


def matches_of(kept: Sequence[Recorded], game: str) -> tuple[MatchSoFar, ...]:
    """The matches of a game, the first one first; ``kept`` are the night's effective facts."""
    found = _MATCHES.of(kept)
    return tuple(found[called] for called in takewhile(found.__contains__, ((game, number) for number in count(1))))
