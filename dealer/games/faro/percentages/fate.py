"""What becomes of a bet that lies until it is decided for the first time: the chances, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm

from dealer.games.faro.percentages.cover import Cover
from events.frozen import Frozen

NONE = Fraction(0)


class Fate(Frozen):
    """The chances of a bet's first decision, or of none.

    It is ``won`` or ``lost`` first, in a true ``split``, or ``halved`` by two other cards; or all its cards are out
    before the last turn (``asleep``); or it still lies after the last turn (``left``), in part with one of its ranks
    in the hock (``in_hock``). A standoff decides nothing.
    """

    won: Fraction
    lost: Fraction
    split: Fraction
    halved: Fraction
    asleep: Fraction
    left: Fraction
    in_hock: Fraction

    @property
    def decided(self) -> Fraction:
        """The chance that a turn decides the bet."""
        return self.won + self.lost + self.split + self.halved


@lru_cache(maxsize=1024)
def on_ranks(cover: Cover, turns: int, settling: int, halves: bool) -> Fate:
    """The fate of a bet on ranks or on colours.

    ``turns`` are dealt, of which the first ``settling`` settle bets; ``halves`` is whether two cards of one side and
    of different ranks in a turn are a split, as two of one rank are, or a standoff.
    """
    split = sum((_split(cover, before, halves) for before in range(settling)), NONE)
    halved = sum((_halved(cover, before) for before in range(settling)), NONE) if halves else NONE
    lies = sum((chance for _, chance in _lying(cover, settling, halves)), NONE)
    before_last = _lying(cover, turns - 1, halves)
    asleep = sum((chance for sides, chance in before_last if _are_out(cover, sides)), NONE)
    in_hock = NONE
    if cover.cards > 2 * turns:
        to_come = cover.cards - 2 * settling
        for (won_side, _), chance in _lying(cover, settling, halves):
            in_hock += chance * Fraction(cover.winning - 2 * won_side, to_come)
    # Loser and winner come in either order with the same chance, and what one order wins the other loses.
    either = (1 - lies - split - halved) / 2
    return Fate(
        won=either,
        lost=either,
        split=split,
        halved=halved,
        asleep=asleep,
        left=lies - asleep,
        in_hock=in_hock,
    )


@lru_cache(maxsize=256)
def on_high_card(cover: Cover, turns: int, settling: int, halves: bool) -> Fate:
    """The fate of a bet on the high card; ``halves`` is whether equal cards are a split or a standoff."""
    standing = min(settling, 1) if halves else settling
    pairs = pairings(cover.to_win + cover.to_lose)
    equal = Fraction(pairs[standing] if standing < len(pairs) else 0, perm(cover.cards, 2 * standing))
    either = (1 - equal) / 2
    halved = equal if halves and settling else NONE
    return Fate(won=either, lost=either, split=NONE, halved=halved, asleep=NONE, left=equal - halved, in_hock=NONE)


@lru_cache(maxsize=256)
def on_parity(cover: Cover, turns: int, settling: int) -> Fate:
    """The fate of a bet on the parity of the winner or of the loser: one card of every turn acts."""
    cards, acting = cover.cards, cover.winning + cover.losing
    first = sum((Fraction(perm(cover.others, turn), perm(cards, turn + 1)) for turn in range(settling)), NONE)
    lies = Fraction(perm(cover.others, settling), perm(cards, settling))
    asleep, before = NONE, turns - 1
    if acting <= before:
        # All that could act came as the card of a turn that does not count, and others as the one that does.
        asleep = Fraction(perm(cover.others, before) * perm(before, acting), perm(cards, before + acting))
    return Fate(
        won=cover.winning * first,
        lost=cover.losing * first,
        split=NONE,
        halved=NONE,
        asleep=asleep,
        left=lies - asleep,
        in_hock=NONE,
    )


def _are_out(cover: Cover, sides: tuple[int, int]) -> bool:
    """Whether so many turns of two cards of either side have had all of its cards."""
    return 2 * sides[0] == cover.winning and 2 * sides[1] == cover.losing


def _turns_of_sides(turns: int, halves: bool) -> Iterator[tuple[int, int]]:
    """How many of some turns may have brought two cards to win, and two to lose, without a decision."""
    most = 0 if halves else turns
    for won_side in range(most + 1):
        for lost_side in range(most - won_side + 1):
            yield won_side, lost_side


def _ways(cover: Cover, turns: int, sides: tuple[int, int]) -> int:
    """In how many ways the turns of each side fall among all, times the orders of the cards that are no matter."""
    neither = turns - sum(sides)
    shared = factorial(turns) // (factorial(sides[0]) * factorial(sides[1]) * factorial(neither))
    return shared * perm(cover.others, 2 * neither)


@lru_cache(maxsize=4096)
def _lying(cover: Cover, turns: int, halves: bool) -> tuple[tuple[tuple[int, int], Fraction], ...]:
    """The chances that so many turns leave a bet undecided, by how many were standoffs of either side's cards."""
    orders = perm(cover.cards, 2 * turns)
    found = []
    for sides in _turns_of_sides(turns, halves):
        ways = _ways(cover, turns, sides)
        if ways:
            ways *= unmatched(cover.to_win, sides[0]) * unmatched(cover.to_lose, sides[1])
        if ways:
            found.append((sides, Fraction(ways, orders)))
    return tuple(found)


def _halved(cover: Cover, before: int) -> Fraction:
    """The chance that a bet lies for so many turns, and two cards of one side and of different ranks come next."""
    both = perm(cover.winning, 2) + perm(cover.losing, 2) - _of_one_rank(cover)
    return Fraction(_ways(cover, before, (0, 0)) * both, perm(cover.cards, 2 * before + 2))


def _split(cover: Cover, before: int, halves: bool) -> Fraction:
    """The chance that a bet lies for so many turns, and two cards of one side and of one rank come next."""
    orders = perm(cover.cards, 2 * before + 2)
    if halves:
        return Fraction(_ways(cover, before, (0, 0)) * _of_one_rank(cover), orders)
    total = 0
    for won_side, lost_side in _turns_of_sides(before, halves):
        ways = _ways(cover, before, (won_side, lost_side))
        if ways:
            first = unmatched(cover.to_win, won_side, 1) * unmatched(cover.to_lose, lost_side)
            second = unmatched(cover.to_win, won_side) * unmatched(cover.to_lose, lost_side, 1)
            total += ways * (first + second)
    return Fraction(total, orders)


def _of_one_rank(cover: Cover) -> int:
    """In how many orders two cards of one side and of one rank can come."""
    return sum(perm(cards, 2) for cards in (*cover.to_win, *cover.to_lose))


@lru_cache(maxsize=1024)
def pairings(counts: tuple[int, ...]) -> tuple[int, ...]:
    """In how many orders 0, 1, 2, … turns can each bring two cards of one rank; ``counts`` are the cards of each rank.

    A rank of m cards fills j turns in m! / (m − 2j)! orders, and the turns are shared out among the ranks: a product
    of polynomials, as in :mod:`dealer.games.faro.fairness.splits`.
    """
    ways = [1]
    for cards in counts:
        product = [0] * (len(ways) + cards // 2)
        for turns in range(cards // 2 + 1):
            one = perm(cards, 2 * turns) // factorial(turns)
            for before, way in enumerate(ways):
                product[before + turns] += way * one
        ways = product
    return tuple(factorial(turns) * way for turns, way in enumerate(ways))


@lru_cache(maxsize=65536)
def unmatched(counts: tuple[int, ...], turns: int, matched: int = 0) -> int:
    """In how many orders so many turns can each bring two cards of two ranks, after ``matched`` turns of one rank each.

    By inclusion and exclusion over which of the turns are of one rank nevertheless.
    """
    cards, pairs = sum(counts), pairings(counts)
    total = 0
    for also in range(turns + 1):
        together = matched + also
        if together >= len(pairs):
            break
        orders = pairs[together] * perm(cards - 2 * together, 2 * (turns - also))
        total += (-1) ** also * comb(turns, also) * orders
    return total
