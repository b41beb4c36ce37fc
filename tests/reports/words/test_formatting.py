"""How amounts, hours, dates and cards are written."""

from __future__ import annotations

import doctest

from reports.sheets import marker_slips as slips
from reports.words import cards, formatting, number_words


def test_the_examples_hold() -> None:
    for module in (formatting, cards, number_words, slips):
        ran = doctest.testmod(module)
        assert ran.attempted
        assert not ran.failed


def test_nothing_is_a_dash_where_a_dash_is_asked_for() -> None:
    assert [formatting.or_dash(0), formatting.signed_or_dash(0)] == ["–", "–"]
    assert [formatting.or_dash(-25), formatting.signed_or_dash(25)] == ["−$0.25", "+$0.25"]
