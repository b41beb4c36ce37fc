"""The bank's percentages against every order of a few cards on the real table, of a whole pack, and old formulas."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import parity_ranks
from dealer.games.faro.percentages.bank import (
    if_the_first_turn_decides,
    in_a_deal,
    in_a_turn,
    in_the_box,
    on_a_call,
)
from dealer.games.faro.settling import settle
from dealer.games.faro.state import Phase
from events.games.faro import Place
from tests.dealer.games.faro.percentages.every_order import lying, take_from
from tests.support.tables import faro_house

ODD, EVEN = parity_ranks("odd", False), parity_ranks("even", False)
SINGLE = Place(kind="single", ranks=("A",))
OF_TWO = Place(kind="split", ranks=("A", "2"))
OF_THREE = Place(kind="figure", ranks=("A", "2", "3"))
HEELED = Place(kind="heeled", ranks=("A",), lose=("2",))
PLACES = (
    SINGLE,
    OF_TWO,
    OF_THREE,
    HEELED,
    Place(kind="heeled", ranks=("A", "4"), lose=("2", "3")),
    Place(kind="high_card"),
    Place(kind="colors", choice="red"),
    Place(kind="parity", ranks=ODD, lose=EVEN, choice="odd", card="winner"),
    Place(kind="parity", ranks=EVEN, lose=ODD, choice="even", card="loser"),
)
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"both_ways": "split", "high_card_equal": "standoff"},
    {"combination_pays": "proportional", "hockelty": True},
    {"hockelty": True, "after_hock": "returned"},
    {"sleepers": "dealer", "last_turn_counts": False},
    {"sleepers": "returned", "last_turn_counts": False, "hockelty": True, "combination_pays": "proportional"},
    {"turns": 26, "sleepers": "dealer", "both_ways": "split"},
    {"split_takes": "all", "both_ways": "split"},
    {"split_takes": "all", "combination_pays": "proportional", "high_card_equal": "standoff"},
)
ENDS_OF_A_DEAL = ("As Ah Ad 2s 2h 3c 3d", "As 2s 3s 4s Ks Qs Js", "As Ah Ks Kh Kd Kc 5s", "As Ah Ad Ac 2s 2h 3c 3d 4s")
"""What may still be in the box: threes and pairs, no pair, cards of no parity, two ranks that can go to sleep."""

WITH_SODA = "As Ah Ad 2s 2h 3c 3d 3h"


def bets() -> Iterator[tuple[Place, bool]]:
    return product(PLACES, (False, True))


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_every_order_of_what_is_left_in_the_box_comes_to_the_same(rules: dict[str, Any]) -> None:
    house = faro_house(rules)
    for text, (place, coppered) in product(ENDS_OF_A_DEAL, bets()):
        cards = tuple(text.split())[: -1 if house.turns == 26 else None]
        told = take_from(lying(place, coppered, house, cards, Phase.BETTING), cards)
        assert in_the_box(place, coppered, house, cards) == told, (text, place, coppered)


@pytest.mark.parametrize("checks", [1, 3])
@pytest.mark.parametrize("rules", [HOUSES[0], HOUSES[1], HOUSES[5]], ids=str)
def test_a_stake_that_cannot_be_halved_comes_to_the_same_in_every_order(rules: dict[str, Any], checks: int) -> None:
    house, cards = faro_house(rules), tuple(ENDS_OF_A_DEAL[0].split())
    for place, coppered in bets():
        told = take_from(lying(place, coppered, house, cards, Phase.BETTING, checks), cards)
        assert in_the_box(place, coppered, house, cards, checks=checks) == told, (place, coppered)


def test_one_smallest_check_is_lost_whole_where_a_larger_stake_is_halved() -> None:
    for place in (SINGLE, OF_TWO, HEELED):
        large, one = (in_a_deal(place, False, FaroHouse(after_hock="returned"), checks=checks) for checks in (None, 1))
        assert one.decided == large.decided
        assert one.of_laid == 2 * large.of_laid
    assert in_a_deal(SINGLE, False, FaroHouse(), checks=1).of_laid == Fraction(33, 833)
    # Of a share that is less than a check nothing moves.
    assert in_a_deal(OF_TWO, False, FaroHouse(combination_pays="proportional"), checks=1).play == 0


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_the_first_turn_is_all_pairs_of_the_cards_after_a_soda_that_is_nothing_to_the_bet(
    rules: dict[str, Any],
) -> None:
    for (place, coppered), checks in product(bets(), (None, 1)):
        house = faro_house({**rules, "check": 120 // checks if checks else 1})
        decided, total, possible = 0, 0, sodas(place, house)
        for loser, winner in permutations(PACK, 2):
            verdict = settle(place, coppered, 120, loser, winner, house)
            if verdict is not None and verdict.result != "standoff":
                # A turn settles alike after every soda: it comes after each that is not one of its own cards.
                ways = len(possible - {loser, winner})
                decided += ways
                total += ways * (-verdict.amount_cents if verdict.result == "won" else verdict.amount_cents)
        told = if_the_first_turn_decides(place, coppered, house, checks=checks)
        assert told == Fraction(total, 120 * decided), (place, coppered, checks)


def sodas(place: Place, house: FaroHouse) -> set[str]:
    """The cards that are nothing to a bet, or all where none is; nothing where there is no soda."""
    if house.turns == 26:
        return {""}
    if place.kind in ("colors", "high_card"):
        return set(PACK)
    return {card for card in PACK if card[:-1] not in (*place.ranks, *place.lose)}


def test_the_first_turn_of_a_single_bet_has_the_odds_that_old_books_have() -> None:
    assert if_the_first_turn_decides(SINGLE, False, FaroHouse()) == Fraction(3, 194)
    assert if_the_first_turn_decides(SINGLE, False, FaroHouse(turns=26)) == Fraction(1, 66)
    assert if_the_first_turn_decides(SINGLE, False, FaroHouse(), checks=1) == Fraction(3, 97)


@pytest.mark.parametrize("rules", HOUSES[2:4], ids=str)
def test_every_order_of_a_small_pack_with_its_soda_comes_to_the_same(rules: dict[str, Any]) -> None:
    house, cards = faro_house(rules), tuple(WITH_SODA.split())
    for place, coppered in bets():
        before = take_from(lying(place, coppered, house, cards, Phase.BEFORE_SODA), cards)
        assert in_a_deal(place, coppered, house, before_soda=True, pack=cards) == before
    # Without the soda's own part it is the bet laid after it.
    plain = faro_house({**rules, "hockelty": False})
    for place, coppered in bets():
        after = take_from(lying(place, coppered, plain, cards, Phase.BEFORE_SODA), cards)
        assert in_a_deal(place, coppered, plain, pack=cards) == after


@pytest.mark.parametrize("cards", range(6, 53, 2))
def test_a_single_bet_from_the_hand_has_de_moivres_odds(cards: int) -> None:
    """Of n cards four are of the rank: (2n - 5) / 2(n - 1)(n - 3); three: 3 / 4(n - 1); two: half a pair's chance."""
    house = FaroHouse(turns=26)
    own = [card for card in PACK if rank_of(card) in SINGLE.ranks]
    others = [card for card in PACK if card not in own]
    formulas = {
        4: Fraction(2 * cards - 5, 2 * (cards - 1) * (cards - 3)),
        3: Fraction(3, 4 * (cards - 1)),
        2: Fraction(1, 2 * (cards - 1)),
        1: Fraction(0),
    }
    for left, formula in formulas.items():
        if cards - left <= len(others):
            take = in_the_box(SINGLE, False, house, (*own[:left], *others[: cards - left]))
            assert take.of_laid == take.of_decided == formula


@pytest.mark.parametrize("cards", range(6, 53, 2))
def test_a_single_bet_at_stuss_has_twice_the_odds_of_faro_from_the_hand(cards: int) -> None:
    house = faro_house("stuss")
    own = [card for card in PACK if rank_of(card) in SINGLE.ranks]
    others = [card for card in PACK if card not in own] * 2
    formulas = {
        4: Fraction(2 * cards - 5, (cards - 1) * (cards - 3)),
        3: Fraction(3, 2 * (cards - 1)),
        2: Fraction(1, cards - 1),
        1: Fraction(0),
    }
    if cards == 52:
        assert [formulas[left] for left in (2, 3, 4)] == [Fraction(1, 51), Fraction(1, 34), Fraction(33, 833)]
    for left, formula in formulas.items():
        assert in_the_box(SINGLE, False, house, (*own[:left], *others[: cards - left])).of_laid == formula


def test_a_case_card_is_even_but_for_the_hock() -> None:
    others = [card for card in PACK if rank_of(card) not in SINGLE.ranks]
    cards = (SINGLE.ranks[0] + "s", *others[:20])
    take = in_the_box(SINGLE, False, FaroHouse(), cards)
    assert take.of_decided == 0
    assert take.of_laid == take.after_hock == Fraction(1, 21)
    assert in_the_box(SINGLE, False, FaroHouse(after_hock="returned"), cards).of_laid == 0


@pytest.mark.parametrize("both_ways", ["standoff", "split"])
@pytest.mark.parametrize("place", [SINGLE, OF_TWO, OF_THREE, HEELED], ids=lambda place: place.kind)
def test_a_whole_pack_walked_through_turn_by_turn_comes_to_the_same(place: Place, both_ways: str) -> None:
    house = FaroHouse(both_ways=both_ways, last_turn_counts=both_ways == "split")
    settling = 25 if house.last_turn_counts else 24
    take = in_a_deal(place, False, house)
    assert (take.play, take.decided) == by_walking(place, house, settling)


def by_walking(place: Place, house: FaroHouse, turns: int) -> tuple[Fraction, Fraction]:
    """Play and chance of a decision by a walk over how many cards of each covered rank are left, turn by turn."""
    covered = (*place.ranks, *place.lose)
    others = [rank for rank in RANKS if rank not in covered][:2]
    start = (*(4 for _ in covered), 52 - 4 * len(covered))
    standing, play, decided = {start: Fraction(1)}, Fraction(0), Fraction(0)
    kinds = (*covered, others[0])
    for _ in range(turns):
        after: dict[tuple[int, ...], Fraction] = {}
        for left, chance in standing.items():
            for (first, loser), (second, winner) in product(enumerate(kinds), repeat=2):
                rest = list(left)
                rest[first] -= 1
                ways = left[first] * rest[second]
                rest[second] -= 1
                if not ways:
                    continue
                here = chance * Fraction(ways, sum(left) * (sum(left) - 1))
                verdict = settle(place, False, 1000, loser, winner, house)
                if verdict is None or verdict.result == "standoff":
                    after[tuple(rest)] = after.get(tuple(rest), Fraction(0)) + here
                else:
                    decided += here
                    moved = Fraction(verdict.amount_cents, 1000)
                    play += here * (-moved if verdict.result == "won" else moved)
        standing = after
    return play, decided


@pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.kind} {len(place.ranks)}")
@pytest.mark.parametrize("rules", HOUSES[1:3], ids=str)
def test_a_turn_is_all_pairs_of_cards(place: Place, rules: dict[str, Any]) -> None:
    house = faro_house({**rules, "check": 1})
    stake, total = 120, 0
    for loser, winner in product(PACK, PACK):
        verdict = settle(place, True, stake, loser, winner, house) if loser != winner else None
        if verdict is not None:
            total += -verdict.amount_cents if verdict.result == "won" else verdict.amount_cents
    assert in_a_turn(place, True, house) == Fraction(total, stake * 52 * 51)


@pytest.mark.parametrize(
    ("rules", "call", "cat"),
    [
        ({}, Fraction(1, 6), Fraction(0)),
        ({"call_quote": "for_one"}, Fraction(1, 3), Fraction(1, 3)),
        ({"call_pays": 5, "cat_pays": 3}, Fraction(0), Fraction(-1, 3)),
    ],
)
def test_a_call_is_one_order_of_six_and_of_a_cat_one_of_three(
    rules: dict[str, Any], call: Fraction, cat: Fraction
) -> None:
    house = faro_house(rules)
    assert (on_a_call(house, cat=False).of_laid, on_a_call(house, cat=True).of_laid) == (call, cat)


def test_an_odd_king_gives_a_parity_to_its_backers() -> None:
    house = FaroHouse(king_is_odd=True)
    odd, even = parity_ranks("odd", True), parity_ranks("even", True)
    bet = Place(kind="parity", ranks=odd, lose=even, choice="odd", card="winner")
    assert in_a_deal(bet, False, house).of_laid == Fraction(-1, 13)
    assert in_a_deal(bet, True, house).of_laid == Fraction(1, 13)
