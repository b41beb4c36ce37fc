"""The bank's exact expectation for a stake, over all orders of the cards to come (rulebook G1).

A stake of 1 is placed between coups, open and alone on its punter's livret. It stays until a coup decides it, and is
taken down then; a draw decides nothing. The bank pays in full. An undecided stake counts as 0.
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
"""The bottom card has no rank that the stake covers."""


class Terms(Frozen):
    """How a stake lies: with or without a hockley, opposed or not; a doublet takes ``half``."""

    hockley: bool = True
    opposed: bool = False
    half: Fraction = field(default=HALF)


def half_of(checks: int) -> Fraction:
    """The part of a stake of so many smallest checks that a doublet takes."""
    return Fraction(bigger_half(checks, 1), checks)


def gain(left: tuple[int, ...], cards: int, terms: Terms, bottom: int) -> Fraction:
    """The bank's expectation with a known bottom card; negative if it expects to pay.

    ``left`` are the cards to come of each covered rank, of ``cards`` in all, including the bottom card; ``bottom`` is
    the index in ``left`` of the bottom card's rank, or :data:`ELSEWHERE`.
    """
    others = cards - sum(left)
    if bottom == ELSEWHERE:
        return _gain(None, tuple(sorted(left)), others - 1, terms)
    rest = (*left[:bottom], *left[bottom + 1 :])
    return _gain(left[bottom] - 1, tuple(sorted(rest)), others, terms)


def gain_whatever_bottom(left: tuple[int, ...], cards: int, terms: Terms) -> Fraction:
    """The bank's expectation with an unknown bottom card: the mean over all possible ones."""
    bottoms = [(number, bottom) for bottom, number in enumerate(left) if number]
    if cards > sum(left):
        bottoms.append((cards - sum(left), ELSEWHERE))
    return sum((number * gain(left, cards, terms, bottom) for number, bottom in bottoms), NONE) / cards


@lru_cache(maxsize=65536)
def _gain(own: int | None, unseen: tuple[int, ...], others: int, terms: Terms) -> Fraction:
    """The bank's expectation with these cards to come before the bottom card.

    ``own`` are the cards of the bottom card's rank, ``None`` if the stake does not cover it; ``unseen`` are those of
    the other covered ranks, sorted, and ``others`` all the rest.
    """
    ranks = unseen if own is None else (own, *unseen)
    cards = sum(ranks) + others
    if cards == 1:
        return _in_the_last_coup(own, unseen, terms)
    # A covered card and an uncovered one win as often as they lose; all other pairs are counted here.
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
    """The bank's card is the unseen one, the punters' the bottom card."""
    bank, punters = bool(own) or any(unseen), own is not None
    against, for_it = (punters, bank) if terms.opposed else (bank, punters)
    if terms.hockley or not for_it:
        return Fraction(against)
    if against:
        return terms.half if own else NONE
    return Fraction(-1)
