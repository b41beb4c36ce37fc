"""Words in a journal: what means something to it is written as in an address."""

from __future__ import annotations

import sys
from string import ascii_letters, digits
from urllib.parse import unquote

import pytest

from ledger.export.formats import _harmless

LET_THROUGH = ascii_letters + digits + "_ .-:/@+&()'!?"


def test_of_the_characters_of_ascii_and_the_controls_above_it_only_these_are_let_through() -> None:
    kept = [one for one in map(chr, range(0xA0)) if _harmless(f"a{one}b") == f"a{one}b"]
    assert kept == sorted(LET_THROUGH)


def test_all_others_are() -> None:
    others = "".join(map(chr, range(0xA0, sys.maxunicode + 1)))
    assert _harmless(others) == others


@pytest.mark.parametrize(
    ("words", "written"),
    [(" a", "%20a"), ("a ", "a%20"), ("a  b", "a%20 b"), ("50%, or [all]; a|b", "50%25%2C or %5Ball%5D%3B a%7Cb")],
)
def test_what_is_not_can_be_had_back(words: str, written: str) -> None:
    assert _harmless(words) == written
    assert unquote(written) == words
