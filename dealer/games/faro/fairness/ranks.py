"""Winners and losers rank by rank, and the ranks of soda and hock: cards put up to win or to lose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

from dealer.commands.fields import RANKS
from dealer.commands.wording import counted
from dealer.game.cards import rank_of
from dealer.games.faro.fairness.deals import Dealt
from dealer.statistics.chances import Distribution, sum_of, trials
from dealer.statistics.looks import Look, NoLook

SODA_AND_HOCK = "Soda and hock"


@lru_cache(maxsize=64)
def wins_less_losses(turns: int) -> Distribution:
    """How often a rank wins in a deal of so many turns, less how often it loses.

    Its four cards lie anywhere in the pack: w among the winners, l among the losers, and the rest elsewhere, in
    C(t, w) C(t, l) C(52 - 2t, 4 - w - l) of C(52, 4) ways.
    """
    weights = [0] * 9
    for won in range(5):
        for lost in range(5 - won):
            ways = comb(turns, won) * comb(turns, lost) * comb(52 - 2 * turns, 4 - won - lost)
            weights[4 + won - lost] += ways
    return Distribution.of([Fraction(ways, comb(52, 4)) for ways in weights], least=-4)


def won_and_lost(deals: Iterable[Dealt]) -> dict[str, tuple[int, int]]:
    """How often each rank was a winner and a loser, A to K."""
    turns = [turn for deal in deals for turn in deal.turns]
    won = Counter(rank_of(winner) for _, winner in turns)
    lost = Counter(rank_of(loser) for loser, _ in turns)
    return {rank: (won[rank], lost[rank]) for rank in RANKS}


def look_at_ranks(deals: Sequence[Dealt]) -> Look:
    """The rank that won or lost too often: the rarest of the thirteen, its exact chance taken thirteen times."""
    square = sum_of(wins_less_losses(len(deal.turns)) for deal in deals)
    counts = won_and_lost(deals)
    chances = {rank: square.either_way(won - lost) for rank, (won, lost) in counts.items()}
    rank = min(chances, key=chances.__getitem__)
    won, lost = counts[rank]
    each = sum(4 * len(deal.turns) for deal in deals) / 52
    return Look(
        name="ranks",
        title="Winners and losers",
        observed=f"furthest out is the {rank}: it won {won} and lost {lost}",
        square=f"every rank {each:.1f} of each, give or take",
        chance=float(min(Fraction(1), 13 * chances[rank])),
        way="exact, for the rarest of 13 ranks",
        means=f"that the {rank} was put up to {'win' if won > lost else 'lose'}",
        figures={"won": won, "lost": lost, "expected_each": each},
    )


def look_at_soda_and_hock(deals: Sequence[Dealt]) -> Look | NoLook:
    """The rank that was soda or hock too often: the rarest of 26, its exact chance taken twenty-six times."""
    sodas = Counter(rank_of(deal.tabs.soda) for deal in deals if deal.tabs.soda)
    hocks = Counter(rank_of(deal.tabs.hock) for deal in deals if deal.tabs.hock)
    seen = [
        (float(trials(ranks.total(), Fraction(1, 13)).at_least(times)), rank, times, ranks.total(), place)
        for place, ranks in (("soda", sodas), ("hock", hocks))
        for rank, times in ranks.items()
    ]
    if max(sodas.total(), hocks.total()) < 2:
        return NoLook(name="soda_and_hock", title=SODA_AND_HOCK, why="it wants two deals with a soda or a hock")
    chance, rank, times, among, place = min(seen)
    return Look(
        name="soda_and_hock",
        title=SODA_AND_HOCK,
        observed=f"oftenest the {rank} as {place}, in {times} of {counted(among, 'deal')}",
        square=f"each rank once in 13 deals, which is {among / 13:.1f} here",
        chance=min(1.0, 26 * chance),
        way="exact, for the rarest of 13 ranks in two places",
        means=f"that somebody knew where the {rank} lay before the cards went into the box",
        figures={"times": times, "deals": among, "expected": among / 13},
    )
