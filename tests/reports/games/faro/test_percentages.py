"""The bank's percentages as they are printed: hundredths that are the fractions beside them, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from dealer.games.faro.commands import FaroHouse
from reports.games.faro.percentages import Percentages, percentages_of
from reports.render_options import HouseStyle
from reports.words.formatting import Figure, figure
from reports.words.language import written_in
from tests.support.houses import faro_house

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "early_bank"},
    {"king_is_odd": True, "hockelty": True, "both_ways": "split", "call_quote": "for_one"},
    {"turns": 26, "kinds": ["single", "parity"], "last_turn_counts": False},
    {"split_takes": "all", "combination_pays": "proportional"},
)


def figures_of(told: Percentages) -> Iterator[Figure]:
    for row in (*told.rows, *told.of_one_check):
        yield from (one for one in (row.laid, row.decided, row.a_turn, row.first_turn) if one)
    for left in told.left:
        yield from (one for one in left.figures if one)
    yield from told.strung


@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_hundredths_and_fractions_say_the_same(rules: dict[str, Any]) -> None:
    told = percentages_of(faro_house(rules))
    shares = 0
    for one in figures_of(told):
        share = Fraction(one.exact.replace("−", "-")) if one.exact else Fraction(one.percent.strip("%−")) / 100
        if one.percent.startswith("under "):
            assert 0 < share < Fraction(1, 100_000)
        else:
            assert abs(Fraction(one.percent.strip("%").replace("−", "-")) - 100 * share) <= Fraction(1, 2_000)
        assert one.is_players == (share < 0)
        shares += 1
    assert shares > 20


def test_a_single_bet_has_the_figures_that_are_known() -> None:
    single, split, *_ = percentages_of(FaroHouse()).rows
    assert (single.bets, single.example, single.lies) == ("single", "Q", "open and coppered")
    assert (single.laid.percent, single.laid.exact, single.decided) == ("1.981%", "33/1666", None)
    assert single.a_turn == Figure(percent="0.226%", exact="1/442", is_players=False)
    assert single.first_turn == Figure(percent="1.546%", exact="3/194", is_players=False)
    assert (split.bets, split.example) == ("split, diagonal and corner", "A-2; 3-10; J-K")
    assert split.decided == Figure(percent="1.839%", exact="64795/3523574", is_players=False)


def test_one_smallest_check_has_lines_of_its_own_for_whatever_can_be_split() -> None:
    told = percentages_of(FaroHouse())
    split = [row.bets for row in told.rows if not row.bets.startswith(("parity", "call"))]
    assert [row.bets for row in told.of_one_check] == split
    single = told.of_one_check[0]
    assert (single.laid.exact, single.first_turn) == (
        "33/833",
        Figure(percent="3.093%", exact="3/97", is_players=False),
    )


def test_at_stuss_a_split_takes_whatever_the_stake_so_that_one_check_has_no_lines_of_its_own() -> None:
    told = percentages_of(faro_house("stuss"))
    assert [(row.bets, row.lies, row.laid.exact) for row in told.rows] == [("single", "open", "33/833")]
    assert not told.of_one_check
    assert "the whole of a stake" in told.notes[-1]


@pytest.mark.parametrize(("sleepers", "assumed"), [("first_claim", 1), ("returned", 0), ("dealer", 0)])
def test_what_is_assumed_of_a_sleeper_that_anybody_may_claim_is_said(sleepers: str, assumed: int) -> None:
    notes = percentages_of(FaroHouse(sleepers=sleepers)).notes
    assert sum("assumed to be its owner" in note for note in notes) == assumed


def test_what_lies_another_way_follows_the_row_it_belongs_to() -> None:
    rows = percentages_of(faro_house("early_bank")).rows
    assert [(row.lies, row.again) for row in rows[:4]] == [("open", False), ("before the soda", True)] * 2
    assert rows[0].example == rows[1].example


def test_a_call_has_no_turn_and_is_not_made_from_the_hand() -> None:
    calls = percentages_of(FaroHouse()).rows[-2:]
    assert [(row.laid.percent, row.laid.exact, row.a_turn) for row in calls] == [
        ("16.667%", "1/6", None),
        ("0.000%", "", None),
    ]
    assert not any("call" in row.bets for row in percentages_of(FaroHouse(turns=26)).rows)


def test_what_is_less_than_the_last_decimal_is_not_said_to_be_nothing() -> None:
    assert figure(Fraction(1, 10**9)) == Figure(percent="under 0.001%", exact="1/1000000000", is_players=False)
    assert figure(Fraction(0)) == Figure(percent="0.000%", exact="", is_players=False)


def test_the_notes_say_what_becomes_of_a_stake_that_nothing_decides() -> None:
    notes = {
        (sleepers, after): percentages_of(FaroHouse(sleepers=sleepers, after_hock=after, kinds=["single"])).notes[1]
        for sleepers in ("first_claim", "returned", "dealer")
        for after in ("dealer", "returned")
    }
    assert len(set(notes.values())) == 4
    assert notes["first_claim", "dealer"] == notes["returned", "dealer"]
    assert "counts as nothing" in notes["returned", "returned"]


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_hundredths_are_written_as_the_language_has_them(language: str) -> None:
    with written_in(HouseStyle(language=language, currency="EUR")):
        assert re.fullmatch("1,981\N{NO-BREAK SPACE}%", figure(Fraction(33, 1666)).percent)
        assert figure(Fraction(-1, 13)).percent.startswith("−7,692")
