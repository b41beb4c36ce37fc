"""To which side the cards fell: the higher, the red, the last of a rank, and each rank as winner, loser, soda and hock.

The two cards that come next lie in either order with the same chance, whatever came before. So of the turns that have
one card of some sort and one of none, the sort wins in as many as so many coins fall heads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from dealer.commands.fields import RANKS
from dealer.commands.phrases import counted
from dealer.game.cards import is_red, number_of, rank_of, suit_of
from dealer.games.faro.fairness.deals import Dealt
from dealer.statistics.chances import sum_of, trials
from dealer.statistics.looks import Look, NoLook
from dealer.statistics.pack import wins_less_losses

_FAIR = Fraction(1, 2)


def look_at_high_card(deals: Sequence[Dealt]) -> Look | NoLook:
    """Of the turns of two ranks, in how many the higher card won."""
    turns = [(number_of(loser), number_of(winner)) for deal in deals for loser, winner in deal.turns]
    uneven = [winner > loser for loser, winner in turns if winner != loser]
    name, title = "high_card", "The high card"
    if not uneven:
        return NoLook(name=name, title=title, why="no turn of two ranks was dealt")
    return _coins(name, title, uneven, "the higher card", "that high or low cards were brought to one side")


def look_at_winning_colour(deals: Sequence[Dealt]) -> Look | NoLook:
    """Of the turns with a red and a black card, in how many the red one won."""
    noted = [turn for deal in deals for turn in deal.turns if all(map(suit_of, turn))]
    turns = [[is_red(card) for card in turn] for turn in noted]
    mixed = [winner for loser, winner in turns if winner != loser]
    name, title = "winning_colour", "The winning colour"
    if not mixed:
        return NoLook(name=name, title=title, why="no turn has a red and a black card noted")
    return _coins(name, title, mixed, "the red card", "that one colour was brought to one side")


def look_at_case_cards(deals: Sequence[Dealt]) -> Look | NoLook:
    """Of the turns with one case card, the last of its rank, in how many it won: players stake most on these."""
    found = [won for deal in deals for won in _case_cards(deal)]
    name, title = "case_cards", "Case cards"
    if not found:
        return NoLook(name=name, title=title, why="no turn with one case card was dealt")
    return _coins(name, title, found, "the case card", "that case cards were put up to one side, as in a tie-up")


def _case_cards(deal: Dealt) -> Iterator[bool]:
    """For every turn of a deal in which one card, and not both, is the last of its rank: whether that card won."""
    out = Counter({rank_of(deal.tabs.soda): 1} if deal.tabs.soda else {})
    for turn in deal.turns:
        ranks = [rank_of(card) for card in turn]
        out.update(ranks)
        loser, winner = (out[rank] == 4 for rank in ranks)
        if loser != winner:
            yield winner


def _coins(name: str, title: str, won: Sequence[bool], what: str, means: str) -> Look:
    number, heads = len(won), sum(won)
    return Look(
        name=name,
        title=title,
        observed=f"{what} won in {heads} of {counted(number, 'turn')}",
        square=f"{number / 2:g}",
        chance=float(trials(number, _FAIR).either_way(heads)),
        way="exact",
        means=means,
        figures={"times": heads, "turns": number, "expected": number / 2},
    )


SODA_AND_HOCK = "Soda and hock"


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
