"""The table of the bank's percentages: every kind of bet that a house takes, each once, however it may lie there."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import KINDS, PLACES
from dealer.games.faro.percentages.bank import in_a_deal
from dealer.games.faro.percentages.rates import boxes, by_cards_left, by_ranks_strung, rates_of
from tests.support.tables import faro_house


def kinds_by_way(house: FaroHouse) -> dict[str, list[str]]:
    """The kinds told of each way to lie, in order."""
    told: dict[str, list[str]] = {}
    for rate in rates_of(house):
        for way in rate.lies:
            told.setdefault(way, []).extend(place.kind for place in rate.places)
    return {way: list(dict.fromkeys(kinds)) for way, kinds in told.items()}


@pytest.mark.parametrize(
    ("rules", "ways"),
    [
        ({}, {"open", "coppered"}),
        ({"copper": False}, {"open"}),
        ({"hockelty": True}, {"open", "coppered", "before the soda"}),
        ({"hockelty": True, "turns": 26}, {"open", "coppered"}),
    ],
)
def test_every_kind_taken_is_told_as_it_may_lie(rules: dict[str, Any], ways: set[str]) -> None:
    told = kinds_by_way(faro_house(rules))
    assert set(told) == ways
    for way, kinds in told.items():
        assert set(kinds) == set(KINDS) - (
            {"heeled", "side", "colors", "high_card", "parity"} if "soda" in way else set()
        )


def test_a_kind_that_is_not_taken_is_not_told() -> None:
    house = faro_house("early_bank")
    assert kinds_by_way(house) == {"open": house.kinds, "before the soda": house.kinds}


def test_bets_with_the_same_figures_are_one_row_and_every_example_lies_on_the_layout() -> None:
    rates = rates_of(FaroHouse())
    assert [len(rate.places) for rate in rates] == [1, 3, 2, 1, 3, 1, 1, 1, 1, 1, 4]
    for rate in rates:
        for place in rate.places:
            assert place.kind not in PLACES or frozenset(place.ranks) in PLACES[place.kind]
            assert rate.take == in_a_deal(place, rate.lies == ("coppered",), FaroHouse())


def test_the_figures_in_the_docs_are_those_of_the_usual_house() -> None:
    told = (Path(__file__).parents[5] / "docs" / "the-banks-percentage.md").read_text("utf-8")
    for rate in rates_of(FaroHouse()):
        if rate.places[0].kind not in ("string", "parity"):
            row = (
                f"| {float(100 * rate.take.of_laid):.3f} % | {rate.take.of_laid} | {rate.a_turn} | {rate.first_turn} |"
            )
            assert row in told, rate.places[0].kind
            one = rate.one_check
            row = f"| {float(100 * one.take.of_laid):.3f} % | {one.take.of_laid} | {one.a_turn} | {one.first_turn} |"
            assert row in told, rate.places[0].kind


def test_an_odd_king_parts_the_parities() -> None:
    told = {
        (rate.places[0].choice, rate.lies): rate.take.of_laid
        for rate in rates_of(FaroHouse(king_is_odd=True))
        if rate.places[0].kind == "parity"
    }
    thirteenth = Fraction(1, 13)
    assert told == {
        ("odd", ("open",)): -thirteenth,
        ("odd", ("coppered",)): thirteenth,
        ("even", ("open",)): thirteenth,
        ("even", ("coppered",)): -thirteenth,
    }


@pytest.mark.parametrize("turns", [25, 26])
def test_single_bets_are_told_by_what_is_left_in_boxes_that_can_be(turns: int) -> None:
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
    assert of_decided == sorted((one for one in of_decided if one is not None), reverse=True)


def test_strings_go_from_two_ranks_to_all() -> None:
    strung = by_ranks_strung(FaroHouse())
    assert len(strung) == 12
    assert strung[0] == next(rate.take for rate in rates_of(FaroHouse()) if rate.places[0].kind == "split")
    # Of all ranks no turn but a true split decides: the bank wins a half of that, and all that stands to the end.
    assert strung[-1].play == strung[-1].decided / 2
    assert strung[-1].after_hock == 1 - strung[-1].decided
