"""The bank's percentages at Faro against every order of a few cards, of a whole pack, and old formulas; their table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK, rank_of
from dealer.game.pairs import pairings, unmatched
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import KINDS, PLACES, parity_ranks
from dealer.games.faro.percentages import (
    boxes,
    by_cards_left,
    by_ranks_strung,
    if_the_first_turn_decides,
    in_a_deal,
    in_a_turn,
    in_the_box,
    on_a_call,
    rates_of,
)
from dealer.games.faro.settlement import settle
from dealer.games.faro.state import Phase
from events.games.faro import Place
from tests.support.dealt_out import open_bet, take_from
from tests.support.tables import faro_house

ODD, EVEN = parity_ranks("odd", False), parity_ranks("even", False)
SINGLE = Place(kind="single", ranks=("A",))
OF_TWO = Place(kind="split", ranks=("A", "2"))
OF_THREE = Place(kind="figure", ranks=("A", "2", "3"))
HEELED = Place(kind="heeled", ranks=("A",), lose=("2",))
TRIED = (
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


def tried_bets() -> Iterator[tuple[Place, bool]]:
    return product(TRIED, (False, True))


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_every_order_of_what_is_left_in_the_box_comes_to_the_same(number: int) -> None:
    house = faro_house(HOUSES[number])
    ends = ENDS_OF_A_DEAL if number == 0 else (ENDS_OF_A_DEAL[0], ENDS_OF_A_DEAL[1 + number % 3])
    for text, (place, coppered) in product(ends, tried_bets()):
        cards = tuple(text.split())[: -1 if house.turns == 26 else None]
        expected = take_from(open_bet(place, coppered, house, cards, Phase.BETTING), cards)
        assert in_the_box(place, coppered, house, cards) == expected, (text, place, coppered)


@pytest.mark.parametrize("checks", [1, 3])
@pytest.mark.parametrize("rules", [HOUSES[0], HOUSES[1], HOUSES[5]], ids=str)
def test_a_stake_that_cannot_be_halved_comes_to_the_same_in_every_order(rules: dict[str, Any], checks: int) -> None:
    house, cards = faro_house(rules), tuple(ENDS_OF_A_DEAL[0].split())
    for place, coppered in tried_bets():
        expected = take_from(open_bet(place, coppered, house, cards, Phase.BETTING, checks), cards)
        assert in_the_box(place, coppered, house, cards, checks=checks) == expected, (place, coppered)


def test_one_smallest_check_is_lost_whole_where_a_larger_stake_is_halved() -> None:
    for place in (SINGLE, OF_TWO, HEELED):
        large, first = (
            in_a_deal(place, False, FaroHouse(after_hock="returned"), checks=checks) for checks in (None, 1)
        )
        assert first.decided == large.decided
        assert first.of_laid == 2 * large.of_laid
    assert in_a_deal(SINGLE, False, FaroHouse(), checks=1).of_laid == Fraction(33, 833)
    # Of a share that is less than a check nothing moves.
    assert in_a_deal(OF_TWO, False, FaroHouse(combination_pays="proportional"), checks=1).play == 0


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_the_first_turn_is_all_pairs_of_the_cards_after_a_soda_that_is_nothing_to_the_bet(
    rules: dict[str, Any],
) -> None:
    for (place, coppered), checks in product(tried_bets(), (None, 1)):
        house = faro_house({**rules, "check": 120 // checks if checks else 1})
        decided, total, possible = 0, 0, sodas(place, house)
        for loser, winner in permutations(PACK, 2):
            verdict = settle(place, coppered, 120, loser, winner, house)
            if verdict is not None and verdict.result != "standoff":
                # A turn settles alike after every soda: it comes after each that is not one of its own cards.
                ways = len(possible - {loser, winner})
                decided += ways
                total += ways * (-verdict.amount_cents if verdict.result == "won" else verdict.amount_cents)
        expected = if_the_first_turn_decides(place, coppered, house, checks=checks)
        assert expected == Fraction(total, 120 * decided), (place, coppered, checks)


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
    for place, coppered in tried_bets():
        before = take_from(open_bet(place, coppered, house, cards, Phase.BEFORE_SODA), cards)
        assert in_a_deal(place, coppered, house, before_soda=True, pack=cards) == before
    # Without the soda's own part it is the bet laid after it.
    plain = faro_house({**rules, "hockelty": False})
    for place, coppered in tried_bets():
        after = take_from(open_bet(place, coppered, plain, cards, Phase.BEFORE_SODA), cards)
        assert in_a_deal(place, coppered, plain, pack=cards) == after


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


@pytest.mark.parametrize("place", TRIED, ids=lambda place: f"{place.kind} {len(place.ranks)}")
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


def by_counting(counts: tuple[int, ...], turns: int, matched: int) -> int:
    """The orders in which the first ``matched`` turns are of one rank, and so many after them of two ranks."""
    cards = [(rank, card) for rank, number in enumerate(counts) for card in range(number)]
    return sum(
        all((order[2 * turn][0] == order[2 * turn + 1][0]) == (turn < matched) for turn in range(matched + turns))
        for order in permutations(cards, 2 * (matched + turns))
    )


@pytest.mark.parametrize("counts", [(), (1,), (4,), (2, 2, 2), (3, 2, 1), (4, 3), (1, 1, 1, 1)])
def test_every_order_is_counted(counts: tuple[int, ...]) -> None:
    for turns in range(sum(counts) // 2 + 1):
        of_one_rank = pairings(counts)[turns] if turns < len(pairings(counts)) else 0
        assert of_one_rank == by_counting(counts, 0, turns)
        for matched in range(sum(counts) // 2 - turns + 1):
            assert unmatched(counts, turns, matched) == by_counting(counts, turns, matched)


def test_a_whole_pack_gives_two_of_one_rank_once_in_seventeen_turns() -> None:
    assert pairings((4,) * 13)[1] * 17 == 52 * 51
    assert unmatched((4,) * 13, 1) * 17 == 52 * 51 * 16


def kinds_by_way(house: FaroHouse) -> dict[str, list[str]]:
    """The kinds told of each way to lie, in order."""
    heard: dict[str, list[str]] = {}
    for rate in rates_of(house):
        for way in rate.lies:
            heard.setdefault(way, []).extend(place.kind for place in rate.places)
    return {way: list(dict.fromkeys(kinds)) for way, kinds in heard.items()}


@pytest.mark.parametrize(
    ("rules", "ways"),
    [
        ({}, {"open", "coppered"}),
        ({"copper": False}, {"open"}),
        ({"hockelty": True}, {"open", "coppered", "before the soda"}),
        ({"hockelty": True, "turns": 26}, {"open", "coppered"}),
    ],
)
def test_every_kind_of_bet_has_a_rate_for_each_way_it_may_lie(rules: dict[str, Any], ways: set[str]) -> None:
    expected = kinds_by_way(faro_house(rules))
    assert set(expected) == ways
    for way, kinds in expected.items():
        assert set(kinds) == set(KINDS) - (
            {"heeled", "side", "colors", "high_card", "parity"} if "soda" in way else set()
        )


def test_bets_with_the_same_figures_are_one_row_and_every_example_lies_on_the_layout() -> None:
    rates = rates_of(FaroHouse())
    assert [len(rate.places) for rate in rates] == [1, 3, 2, 1, 3, 1, 1, 1, 1, 1, 4]
    for rate in rates:
        for place in rate.places:
            assert place.kind not in PLACES or frozenset(place.ranks) in PLACES[place.kind]
            assert rate.take == in_a_deal(place, rate.lies == ("coppered",), FaroHouse())


def test_the_figures_in_the_docs_are_those_of_the_usual_house() -> None:
    expected = (Path(__file__).parents[2] / "docs" / "the-banks-percentage.md").read_text("utf-8")
    for rate in rates_of(FaroHouse()):
        if rate.places[0].kind not in ("string", "parity"):
            row = (
                f"| {float(100 * rate.take.of_laid):.3f} % | {rate.take.of_laid} | {rate.a_turn} | {rate.first_turn} |"
            )
            assert row in expected, rate.places[0].kind
            low = rate.one_check
            row = f"| {float(100 * low.take.of_laid):.3f} % | {low.take.of_laid} | {low.a_turn} | {low.first_turn} |"
            assert row in expected, rate.places[0].kind


def test_an_odd_king_parts_the_parities() -> None:
    heard = {
        (rate.places[0].choice, rate.lies): rate.take.of_laid
        for rate in rates_of(FaroHouse(king_is_odd=True))
        if rate.places[0].kind == "parity"
    }
    thirteenth = Fraction(1, 13)
    assert heard == {
        ("odd", ("open",)): -thirteenth,
        ("odd", ("coppered",)): thirteenth,
        ("even", ("open",)): thirteenth,
        ("even", ("coppered",)): -thirteenth,
    }


@pytest.mark.parametrize("turns", [25, 26])
def test_single_bets_have_a_rate_for_each_possible_box(turns: int) -> None:
    house = FaroHouse(turns=turns)
    rows = by_cards_left(house)
    assert [row.cards for row in rows] == [4, 3, 2, 1]
    for row in rows:
        for box, take in zip(boxes(house), row.takes, strict=True):
            # The other 48 cards cannot be more than are there, and no more of a rank can come than there are cards.
            assert (take is None) == (row.cards > box or box - row.cards > 48)
            assert take is None or take.decided + take.after_hock == 1
    # The more of the rank are left the better for the bank, once the hock is out of account.
    of_decided = [row.takes[3].of_decided for row in rows if row.takes[3]]
    assert of_decided == sorted((entry for entry in of_decided if entry is not None), reverse=True)


def test_strings_go_from_two_ranks_to_all() -> None:
    strung = by_ranks_strung(FaroHouse())
    assert len(strung) == 12
    assert strung[0] == next(rate.take for rate in rates_of(FaroHouse()) if rate.places[0].kind == "split")
    # Of all ranks no turn but a true split decides: the bank wins a half of that, and all that stands to the end.
    assert strung[-1].play == strung[-1].decided / 2
    assert strung[-1].after_hock == 1 - strung[-1].decided


@pytest.mark.parametrize("cards", range(6, 53, 2))
def test_a_single_bet_from_the_hand_has_de_moivres_odds_and_at_stuss_twice_as_much(cards: int) -> None:
    """Of n cards four are of the rank: (2n - 5) / 2(n - 1)(n - 3); three: 3 / 4(n - 1); two: half a pair's chance."""
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
            box = (*own[:left], *others[: cards - left])
            take = in_the_box(SINGLE, False, FaroHouse(turns=26), box)
            assert take.of_laid == take.of_decided == formula
            assert in_the_box(SINGLE, False, faro_house("stuss"), box).of_laid == 2 * formula
