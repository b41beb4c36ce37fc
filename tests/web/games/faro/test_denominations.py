"""Amounts counted out in checks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.games.faro.commands import FaroHouse
from web.games.faro.stacks import denominations, in_checks

BY_VALUE = FaroHouse(check_colours="value")


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (25, "1×25¢"),
        (1_250, "2×$5 2×$1 2×25¢"),
        (6_275, "2×$25 2×$5 2×$1 3×25¢"),
        (260_000, "2×$1,000 1×$500 1×$100"),
    ],
)
def test_an_amount_is_counted_out_largest_first(cents: int, said: str) -> None:
    assert in_checks(cents, BY_VALUE) == said


def test_where_a_colour_means_a_player_the_checks_are_counted() -> None:
    assert in_checks(1_250, FaroHouse()) == ""


def test_a_house_with_an_odd_check_counts_in_multiples_of_it() -> None:
    assert denominations(FaroHouse(check=500)) == (500, 2_500, 10_000, 50_000, 100_000)
    assert denominations(FaroHouse(check=30)) == (30,)
    assert in_checks(90, FaroHouse(check=30, check_colours="value")) == "3×30¢"


@given(st.integers(min_value=1, max_value=1_000_000))
def test_what_is_counted_out_adds_up(count: int) -> None:
    counted = [part.split("×$") if "$" in part else part.split("×") for part in in_checks(count * 25, BY_VALUE).split()]
    values = [int(value[:-1]) if value.endswith("¢") else int(value.replace(",", "")) * 100 for _, value in counted]
    assert sum(int(number) * value for (number, _), value in zip(counted, values, strict=True)) == count * 25
    assert values == sorted(values, reverse=True)
