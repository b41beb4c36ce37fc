"""Amounts typed on forms: digits, commas and a point are read, and no other way to write a number."""

from __future__ import annotations

import pytest

from web.app.schema_fields import FieldRefused, cents_of


def test_amounts_are_read_as_people_write_them() -> None:
    read = {"5,000": 500_000, "$12.50": 1_250, " $ 7 ": 700, "0": 0, ".25": 25, "3.": 300, "12.500": 1_250}
    for typed, cents in {**read, "10,000,000,000": 10**12}.items():
        assert cents_of(typed, "stake", "Stake") == cents, typed


def test_nothing_else_is_an_amount() -> None:
    for typed in (
        "",
        "$",
        ".",
        "1e9",
        "1E2",
        "-5",
        "+5",
        "1_000",
        "٥",
        "NaN",
        "Infinity",
        "0.125",
        "10,000,000,000.01",
    ):
        with pytest.raises(FieldRefused, match="no amount in dollars and cents") as refused:
            cents_of(typed, "stake", "Stake")
        assert refused.value.field == "stake"
    with pytest.raises(FieldRefused):
        cents_of("9" * 5_000, "stake", "Stake")
