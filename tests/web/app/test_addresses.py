"""IP addresses as they are kept and counted."""

from __future__ import annotations

import doctest

import pytest

from web.app import addresses
from web.app.addresses import counted_as


def test_the_examples_hold() -> None:
    assert doctest.testmod(addresses).failed == 0


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("10.0.0.7, 10.0.0.8", ""),
        ("unix:", ""),
    ],
)
def test_whom_an_address_is_counted_as(text: str, whom: str) -> None:
    assert counted_as(text) == whom
