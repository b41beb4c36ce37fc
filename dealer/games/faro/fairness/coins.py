"""What is a fair coin in every turn of a square box: which of two cards that differ is the loser, and which the winner.

The two cards that come next lie in either order with the same chance, whatever came before. So of the turns that have
one card of some sort and one of none, the sort wins in as many as so many coins fall heads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from dealer.commands.wording import counted
from dealer.game.cards import is_red, number_of, rank_of, suit_of
from dealer.games.faro.fairness.deals import Dealt
from dealer.statistics.chances import trials
from dealer.statistics.looks import Look, NoLook

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
