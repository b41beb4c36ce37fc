"""What the bank may expect of a stake left until it acts (rulebook G1): exactly, over all orders of the cards to come.

A stake of 1 is laid between coups, lies shown and alone on its punter's livret until a coup decides it for the first
time, and is taken down then; a draw decides nothing. The bank pays in full. What is never decided counts as nothing.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from msgspec import field

from dealer.games.pharo.settlement import bigger_half
from events.frozen import Frozen

NONE, HALF = Fraction(0), Fraction(1, 2)
ELSEWHERE = -1
"""The bottom card is of no rank that the stake covers."""


class Terms(Frozen):
    """How a stake lies: in a house with a hockley or without, opposed or not; ``half`` a doublet takes."""

    hockley: bool = True
    opposed: bool = False
    half: Fraction = field(default=HALF)


def half_of(checks: int) -> Fraction:
    """The part of a stake of so many smallest checks that a doublet takes."""
    return Fraction(bigger_half(checks, 1), checks)


def gain(left: tuple[int, ...], cards: int, terms: Terms, bottom: int) -> Fraction:
    """The bank's gain where the bottom card is seen; below nothing what it may expect to pay.

    ``left`` are the cards to come of each covered rank, of ``cards`` in all, the bottom card among them; ``bottom`` is
    the place in ``left`` of the rank of that, or :data:`ELSEWHERE`.
    """
    others = cards - sum(left)
    if bottom == ELSEWHERE:
        return _gain(None, tuple(sorted(left)), others - 1, terms)
    rest = (*left[:bottom], *left[bottom + 1 :])
    return _gain(left[bottom] - 1, tuple(sorted(rest)), others, terms)


def gain_whatever_bottom(left: tuple[int, ...], cards: int, terms: Terms) -> Fraction:
    """The bank's gain, whatever the bottom card is: the mean of all that it may be."""
    bottoms = [(number, bottom) for bottom, number in enumerate(left) if number]
    if cards > sum(left):
        bottoms.append((cards - sum(left), ELSEWHERE))
    return sum((number * gain(left, cards, terms, bottom) for number, bottom in bottoms), NONE) / cards


@lru_cache(maxsize=65536)
def _gain(own: int | None, unseen: tuple[int, ...], others: int, terms: Terms) -> Fraction:
    """The bank's gain with these cards to come before the bottom card.

    ``own`` are those of its rank, ``None`` where the stake does not cover that; ``unseen`` are those of the covered
    ranks besides, in order, and ``others`` all the rest.
    """
    ranks = unseen if own is None else (own, *unseen)
    cards = sum(ranks) + others
    if cards == 1:
        return _in_the_last_coup(own, unseen, terms)
    # A covered card and another, in either order, win as often as they lose; what else comes is counted here.
    gained = sum((number * (number - 1) * terms.half for number in ranks), NONE)
    if others > 1:
        gained += others * (others - 1) * _gain(own, unseen, others - 2, terms)
    for lost, won in permutations(range(len(ranks)), 2):
        if ranks[lost] and ranks[won]:
            left = [number - (place in (lost, won)) for place, number in enumerate(ranks)]
            after = (None, left) if own is None else (left[0], left[1:])
            gained += ranks[lost] * ranks[won] * _gain(after[0], tuple(sorted(after[1])), others, terms)
    return gained / (cards * (cards - 1))


def _in_the_last_coup(own: int | None, unseen: tuple[int, ...], terms: Terms) -> Fraction:
    """The bank's card is the one unseen, the punters' the bottom card."""
    bank, punters = bool(own) or any(unseen), own is not None
    against, for_it = (punters, bank) if terms.opposed else (bank, punters)
    if terms.hockley or not for_it:
        return Fraction(against)
    if against:
        return terms.half if own else NONE
    return Fraction(-1)
