"""Facts as a night keeps them: what they are asked for comes back as it was, and they take little room."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from msgspec.structs import replace

from events.facts.night import PlayerSeated
from events.records import Recorded, packed

ONE = Recorded.in_no_book(PlayerSeated(player="red", name="Red"), stream="night", version=1, command="c1", at="")
HASH = "0f" * 32


@pytest.mark.parametrize("digest", [HASH, "", "h1", HASH.upper(), f" {HASH}", f"{HASH}0", "0f 0f"])
def test_a_hash_comes_back_as_it_was_given(digest: str) -> None:
    assert replace(ONE, packed_hash=packed(digest)).hash == digest


def test_what_is_no_text_in_the_place_of_a_hash_is_left_as_it_is() -> None:
    """As it may stand in a book that somebody forged."""
    forged: Any
    for forged in (None, 7):
        assert packed(forged) is forged


def test_a_fact_takes_half_the_room_of_its_hash_beside_itself() -> None:
    assert sys.getsizeof(packed(HASH)) + sys.getsizeof(ONE) <= 80 + 80
