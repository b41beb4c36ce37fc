"""How amounts, hours and dates are written."""

from __future__ import annotations

import doctest

from reports import wording


def test_the_examples_hold() -> None:
    assert doctest.testmod(wording).failed == 0


def test_nothing_is_a_dash_where_a_dash_is_asked_for() -> None:
    assert [wording.or_dash(0), wording.signed_or_dash(0)] == ["–", "–"]
    assert [wording.or_dash(-25), wording.signed_or_dash(25)] == ["−$0.25", "+$0.25"]
