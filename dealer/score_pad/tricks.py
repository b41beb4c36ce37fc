"""Reading the result of a hand of tricks, and who has won by it (rulebook G0)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from dealer.commands.phrases import Player
from dealer.commands.refusal import Refusal
from dealer.score_pad.score_game import Scored
from dealer.score_pad.table import MatchTable
from events.facts.matches import ScoreLine


def check_in_match(table: MatchTable, players: Collection[str | None]) -> None:
    """Refuse (``bad_input``) anybody who does not play in the match; ``None`` is nobody."""
    for player in players:
        if player is not None and player not in table.match_players:
            raise Refusal("bad_input", "%(player)s does not play in this match.", player=Player(player))


def tricks_of_sides(table: MatchTable, tricks: Mapping[str, int], in_all: int) -> tuple[int, ...]:
    """The tricks of every side: those of its members together.

    Raises :class:`Refusal` (``bad_result``) where they are not as many as a hand has.
    """
    taken = sum(tricks.values())
    if taken != in_all:
        raise Refusal("bad_result", "A hand has %(in_all)s tricks, not %(taken)s.", in_all=in_all, taken=taken)
    return tuple(sum(tricks.get(player, 0) for player in side) for side in table.sides)


def a_trick(tricks: Sequence[int], points: int, *but: int) -> Iterator[ScoreLine]:
    """So many points a trick, for every side that took any, ``but`` for some."""
    for side, taken in enumerate(tricks):
        if taken and side not in but:
            yield ScoreLine(side=side, why="tricks", points=points * taken, count=taken)


def side_told_first(table: MatchTable, first: str | None) -> int | None:
    """The side of whoever is said to have reached the goal first."""
    return None if first is None else table.side_of(first)


def first_at_goal(points: Sequence[int], goal: int, bidding: Sequence[int], scored: Scored) -> int | None:
    """The side that has won by reaching the goal: the bidder, who plays with them, the only one, the one told first.

    ``bidding`` are the sides of the bidder and their partners, in this order. Raises :class:`Refusal`
    (``bad_result``) where it has to be told who got there first, and is not.
    """
    there = [side for side, had in enumerate(points) if had >= goal]
    by_bid = [side for side in bidding if side in there]
    if by_bid or len(there) < 2:
        return next(iter((*by_bid, *there)), None)
    if scored.first not in there:
        raise Refusal("bad_result", "Several have come to %(goal)s: say who got there first.", goal=goal)
    return scored.first
