"""The bank's gain on a stake left until it acts, against the rulebook's figures and against all orders dealt out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from dealer.games.pharo.percentages import ELSEWHERE, Terms, gain, gain_whatever_bottom, half_of
from dealer.games.pharo.settlement import Outcome, outcome_of, outcome_of_hockley
from dealer.games.pharo.state import Bet


def orders(cards: list[str]) -> Iterator[tuple[str, ...]]:
    """All orders of some cards of which only the rank counts, each as often as it comes."""
    yield from permutations(cards)


def dealt_out(cards: tuple[str, ...], ranks: tuple[str, ...], terms: Terms) -> Fraction:
    """What the bank gains of a stake of 1 as the cards come, by the table's own settling of a coup."""
    bet = Bet(key="b", player="red", kind="", ranks=ranks, stake_cents=1, placed=1, opposed=terms.opposed)
    for coup in range(0, len(cards), 2):
        bank, punters = cards[coup : coup + 2]
        last = terms.hockley and coup == len(cards) - 2
        outcome = (outcome_of_hockley if last else outcome_of)(bet, bank, punters)
        worth = {Outcome.LOSS: Fraction(1), Outcome.WIN: Fraction(-1), Outcome.DOUBLET: terms.half}
        if outcome in worth:
            return worth[outcome]
    return Fraction(0)


def mean(found: list[Fraction]) -> Fraction:
    return sum(found, Fraction(0)) / len(found)


@pytest.mark.parametrize("cards", range(4, 54, 2))
def test_the_figures_of_the_rulebook(cards: int) -> None:
    n = Fraction(cards)
    figures = [1 / n, (n / 2 + 1) / (n * (n - 1)), 3 / (4 * (n - 1)), (2 * n - 5) / (2 * (n - 1) * (n - 3))]
    for opposed in (False, True):
        assert [gain_whatever_bottom((k,), cards, Terms(opposed=opposed)) for k in (1, 2, 3, 4)] == figures


@pytest.mark.parametrize("cards", [4, 6, 8])
@pytest.mark.parametrize("hockley", [True, False])
@pytest.mark.parametrize("opposed", [True, False])
@pytest.mark.parametrize("left", [(1,), (2,), (3,), (4,), (1, 2), (2, 2)])
def test_every_order_dealt_out_gives_the_same(cards: int, hockley: bool, opposed: bool, left: tuple[int, ...]) -> None:
    terms = Terms(hockley=hockley, opposed=opposed)
    ranks = ("K", "Q")[: len(left)]
    pack = [rank for rank, number in zip(ranks, left, strict=True) for _ in range(number)]
    pack += ["x"] * (cards - len(pack))
    by_bottom: dict[str, list[Fraction]] = {}
    for order in set(orders(pack)):
        by_bottom.setdefault(order[-1], []).append(dealt_out(order, ranks, terms))
    for bottom, found in by_bottom.items():
        place = ranks.index(bottom) if bottom in ranks else ELSEWHERE
        assert gain(left, cards, terms, place) == mean(found)
    assert gain_whatever_bottom(left, cards, terms) == mean([one for found in by_bottom.values() for one in found])


def test_a_house_without_hockley_pays_the_last_card_that_everybody_has_seen() -> None:
    terms = Terms(hockley=False)
    assert gain((1,), 52, terms, 0) == -1
    assert gain((1,), 2, terms, ELSEWHERE) == 1
    assert gain((1,), 52, Terms(hockley=False, opposed=True), 0) == 1


def test_one_check_is_lost_whole_to_a_doublet() -> None:
    assert [half_of(checks) for checks in (1, 2, 3)] == [1, Fraction(1, 2), Fraction(2, 3)]
    whole = gain_whatever_bottom((4,), 52, Terms(half=half_of(1)))
    assert whole > gain_whatever_bottom((4,), 52, Terms())
