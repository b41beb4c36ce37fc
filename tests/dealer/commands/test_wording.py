"""How numbers of things are said."""

from __future__ import annotations

import doctest

from dealer.commands import wording


def test_the_examples_hold() -> None:
    assert doctest.testmod(wording).failed == 0
