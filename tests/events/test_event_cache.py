"""What is at hand: things made once for a version, kept in bounds; old events packed and given back as they were."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from threading import Barrier, Event, Thread
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from events import event_cache
from events.cache import NewestVersions
from events.common.night import PlayerSeated
from events.effective_events import NightEvents
from events.event_cache import BLOCK, RECENT, UNPACKED, EventCache
from events.records import Recorded


def test_a_thing_is_made_once_for_a_version() -> None:
    stored, created = NewestVersions[str](8), iter((1, 2))
    for version in (1, 1, 2, 2):
        assert stored.of("board", version, lambda: next(created)) == version
    assert next(created, None) is None


def test_what_goes_on_is_given_what_it_was_before() -> None:
    stored, given = NewestVersions[str](8), []

    def make(before: int | None) -> int:
        given.append(before)
        return (before or 0) + 1

    created = [stored.going_on("steps", version, make) for version in (None, "a", "a", "b", None, None)]
    assert created == [1, 2, 2, 3, 4, 5], "what has no version is made each time"
    assert given == [None, 1, 2, 3, 4]


def test_those_who_ask_at_once_wait_for_the_first() -> None:
    stored, created, together = NewestVersions[str](8), [], Barrier(8)

    def ask() -> None:
        together.wait()
        stored.of("board", 1, lambda: created.append(1))

    askers = [Thread(target=ask) for _ in range(8)]
    for thread in askers:
        thread.start()
    for thread in askers:
        thread.join()
    assert created == [1]


def test_one_thing_does_not_wait_for_another() -> None:
    stored, begun, done = NewestVersions[str](8), Event(), Event()

    def slowly() -> str:
        begun.set()
        done.wait()
        return "slow"

    slow = Thread(target=stored.of, args=("slow", 1, slowly))
    slow.start()
    begun.wait()
    assert stored.of("quick", 1, lambda: "quick") == "quick"
    done.set()
    slow.join()


def test_what_failed_is_made_again() -> None:
    stored = NewestVersions[str](8)
    try:
        stored.of("board", 1, lambda: 1 // 0)
    except ZeroDivisionError:
        assert stored.of("board", 1, lambda: 7) == 7


def test_it_keeps_no_more_than_its_bound() -> None:
    stored = NewestVersions[int](3)
    for what in range(10):
        stored.of(what, 1, lambda: None)
    assert len(stored) == 3


SEATED = PlayerSeated(player="red", name="Red")


def recorded(count: int) -> list[Recorded]:
    """So many events, each with a time of its own."""
    return [
        Recorded(
            stream="2026-11-21-1",
            version=number,
            event=SEATED,
            at=f"the time of {number}",
            who="M. Earp",
            device="tablet",
            command=f"c{number // 2}",
            hash=f"{number:064x}",
        )
        for number in range(1, count + 1)
    ]


def at_hand(events: list[Recorded]) -> EventCache:
    """The events, put there one by one."""
    created = EventCache()
    for event in events:
        created.pack()
        created.add([event])
    return created


@pytest.fixture
def small() -> Iterator[None]:
    """Few events are kept as they are, and few packed together."""
    with patch.multiple(event_cache, BLOCK=4, RECENT=8):
        yield


@pytest.mark.usefixtures("small")
def test_packed_or_not_the_events_between_two_places_are_the_same() -> None:
    events = recorded(23)
    result = at_hand(events)
    assert result.count == 23
    for start in range(24):
        for stop in range(start, 24):
            assert result.between(start, stop) == events[start:stop]


@pytest.mark.usefixtures("small")
def test_what_somebody_forged_comes_back_as_it_is() -> None:
    """A book at hand may hold anything in any column, and nobody can be told while a command is kept."""
    events = recorded(20)
    odd: list[dict[str, Any]] = [
        {"who": "\udcff"},
        {"at": None},
        {"version": 2**80},
        {"hash": "h1"},
        {"device": 1.5},
    ]
    events[:5] = [replace(event, **changed) for event, changed in zip(events, odd, strict=False)]
    assert at_hand(events).between(0, len(events)) == events


def test_many_events_at_once_are_not_packed_before_the_night_goes_on() -> None:
    """To read a night again costs no more than it did."""
    events = recorded(4 * BLOCK + RECENT)
    with patch.object(zlib, "compress", wraps=zlib.compress) as compress:
        night = NightEvents(events)
        assert compress.call_count == 0
        for count, event in enumerate(recorded(len(events) + 3)[-3:], start=1):
            night = night.followed_by([event])
            assert compress.call_count == count


def test_of_a_long_night_the_records_of_the_last_events_alone_are_kept() -> None:
    events = recorded(RECENT + 8 * BLOCK)
    times = [event.at for event in events]
    events.reverse()
    night = NightEvents()
    held = sys.getrefcount(times[0])
    while events:
        night = night.followed_by([events.pop()])
    # One more for the name that it goes by here.
    stored = [at for at in times if sys.getrefcount(at) > held]
    assert times[-RECENT:] == stored[-RECENT:]
    assert len(stored) <= RECENT + BLOCK
    assert [entry.at for entry in night] == times
    assert event_cache._unpacked.cache_info().currsize <= UNPACKED
