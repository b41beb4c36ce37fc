"""How long wrong PINs make the next try wait."""

from __future__ import annotations

import doctest

from dealer.staff import staff as sign_in_delays


def test_the_examples_hold() -> None:
    assert doctest.testmod(sign_in_delays).failed == 0
