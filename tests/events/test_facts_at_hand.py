"""Old facts are packed: they come back as they were, by any way of asking, and little is kept of them meanwhile."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from events import facts_at_hand
from events.effective_facts import NightFacts
from events.facts.night import PlayerSeated
from events.facts_at_hand import BLOCK, RECENT, UNPACKED, FactsAtHand
from events.records import Recorded

SEATED = PlayerSeated(player="red", name="Red")


def recorded(count: int) -> list[Recorded]:
    """So many facts, each with a time of its own."""
    return [
        Recorded(
            stream="2026-11-21-1",
            version=number,
            fact=SEATED,
            at=f"the time of {number}",
            who="M. Earp",
            device="tablet",
            command=f"c{number // 2}",
            hash=f"{number:064x}",
        )
        for number in range(1, count + 1)
    ]


def at_hand(facts: list[Recorded]) -> FactsAtHand:
    """The facts, put there one by one."""
    made = FactsAtHand()
    for one in facts:
        made.pack()
        made.add([one])
    return made


@pytest.fixture
def small() -> Iterator[None]:
    """Few facts are kept as they are, and few packed together."""
    with patch.multiple(facts_at_hand, BLOCK=4, RECENT=8):
        yield


@pytest.mark.usefixtures("small")
def test_packed_or_not_the_facts_between_two_places_are_the_same() -> None:
    facts = recorded(23)
    found = at_hand(facts)
    assert found.count == 23
    for start in range(24):
        for stop in range(start, 24):
            assert found.between(start, stop) == facts[start:stop]


@pytest.mark.usefixtures("small")
def test_what_somebody_forged_comes_back_as_it_is() -> None:
    """A book at hand may hold anything in any column, and nobody can be told while a command is kept."""
    facts = recorded(20)
    odd: list[dict[str, Any]] = [
        {"who": "\udcff"},
        {"at": None},
        {"version": 2**80},
        {"hash": "h1"},
        {"device": 1.5},
    ]
    facts[:5] = [replace(one, **changed) for one, changed in zip(facts, odd, strict=False)]
    assert at_hand(facts).between(0, len(facts)) == facts


def test_many_facts_at_once_are_not_packed_before_the_night_goes_on() -> None:
    """To read a night again costs no more than it did."""
    facts = recorded(4 * BLOCK + RECENT)
    with patch("events.facts_at_hand.zlib.compress", wraps=zlib.compress) as compress:
        night = NightFacts(facts)
        assert compress.call_count == 0
        for count, one in enumerate(recorded(len(facts) + 3)[-3:], start=1):
            night = night.followed_by([one])
            assert compress.call_count == count


def test_of_a_long_night_the_records_of_the_last_facts_alone_are_kept() -> None:
    facts = recorded(RECENT + 8 * BLOCK)
    times = [one.at for one in facts]
    facts.reverse()
    night = NightFacts()
    held = sys.getrefcount(times[0])
    while facts:
        night = night.followed_by([facts.pop()])
    # One more for the name that it goes by here.
    kept = [at for at in times if sys.getrefcount(at) > held]
    assert times[-RECENT:] == kept[-RECENT:]
    assert len(kept) <= RECENT + BLOCK
    assert [one.at for one in night] == times
    assert facts_at_hand._unpacked.cache_info().currsize <= UNPACKED
