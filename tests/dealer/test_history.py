"""A night as of any of its events is what those events alone make, folded at once, one by one, or again."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.night import evolve
from dealer.night.evolve import AT_HAND, CHECKPOINT, FAR, History, SnapshotLoader, fold, night_before
from dealer.night.night import Frame, MarkerSlips, Night, opening
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from events.common.night import NightOpened
from events.records import Recorded
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_games import random_night_with_bidding
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight

SENDER = Sender(who="test", device="test")


@cache
def nights() -> list[list[dict[str, Any]]]:
    """Random nights of Faro, of Fan-Tan, of both, and of games with a match, with more taking back than anywhere."""
    games = (random_night, random_fan_tan_night, random_night_of_both, random_night_with_bidding)
    return [make(seed, voids=0.06, most_lines=130) for make in games for seed in (3, 14, 159)]


def assert_is(result: Night, expected: Night) -> None:
    """Assert that two nights are the same, and have the same to take back."""
    assert result == expected
    assert (result.top is None) == (expected.top is None)
    if result.top and expected.top:
        assert (result.top.command, result.top.moves) == (expected.top.command, expected.top.moves)
        assert night_before(result.top) == night_before(expected.top)


def test_at_every_event_of_random_nights_it_is_what_the_events_so_far_make() -> None:
    looked = 0
    for lines in nights():
        events = PureNight().play(lines).recorded
        history = History.of(events)
        for version, expected in enumerate(afresh(events), start=1):
            assert_is(history.at(version), expected)
            assert list(history.until(version)) == events[:version]
            looked += 1
    assert looked > 500


def test_through_the_book_too_while_the_night_goes_on() -> None:
    """What was kept at hand of a night is continued with what came since, and never differs from the book."""
    for lines in nights()[::3]:
        with Book.open() as book:
            service, night = NightService(book), None
            for number, line in enumerate(lines):
                try:
                    night = service.execute(line, SENDER, night=night).night
                except Refusal:
                    continue
                if number % 25 == 0:
                    assert service.history(night).version == len(book.events(night))
            assert night
            history = service.history(night)
            last = book.head(night)
            assert last
            assert history.head(last.version) == last
            every_seventh = islice(afresh(book.events(night)), 0, None, 7)
            for version, expected in zip(range(1, last.version + 1, 7), every_seventh, strict=True):
                assert_is(history.at(version), expected)
                assert list(history.until(version)) == book.events(night, until=version)
            assert_is(history.at(last.version), service.night(night))


def opened(book: Book, *, seats: int) -> str:
    """A night of one table with so many seats taken."""
    service = NightService(book)
    opening = {"do": "open_night", "table": f"{seats}", "date": "2026-11-21", "game": "faro", "house": "american"}
    night = service.execute({**opening, "roll": 0, "dealer": "D"}, SENDER).night
    for seat in range(seats):
        service.execute({"do": "seat_player", "player": f"seat{seat}", "name": "N"}, SENDER, night=night)
    return night


def test_a_cached_history_is_continued_and_not_folded_again() -> None:
    with Book.open() as book:
        night, service = opened(book, seats=3), NightService(book)
        before = service.history(night)
        assert service.history(night) is before
        service.execute({"do": "seat_player", "player": "late", "name": "N"}, SENDER, night=night)
        after = service.history(night)
        assert after.version == before.version + 1
        assert all(now is then for now, then in zip(after.states, before.states, strict=False))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_cached_history_of_a_replaced_book_is_not_continued(seats: int) -> None:
    """Shorter, as long, or longer than what is at hand: what is shown is what the book has."""
    with Book.open() as book, Book.open() as anew:
        night = opened(book, seats=3)
        assert opened(anew, seats=seats) == night
        service = NightService(book)
        service.history(night)
        service.book = service._nights.book = anew
        assert list(service.history(night).events) == anew.events(night)
        assert list(service.events(night)) == anew.events(night)
        (*_, expected) = afresh(anew.events(night))
        assert_is(service.history(night).at(seats + 1), expected)


def test_an_event_that_the_night_has_not_is_no_moment_of_it() -> None:
    events = PureNight().play(nights()[0]).recorded
    history = History.of(events)
    for version in (0, -1, len(events) + 1):
        for card_test in (history.at, history.until, history.head):
            with pytest.raises(IndexError):
                card_test(version)
    for no_night in ([], events[1:]):
        with pytest.raises(LookupError):
            History.of(no_night)


MAKES = (random_night, random_fan_tan_night, random_night_of_both, random_night_with_bidding)
FEW_KEPT = patch.multiple(evolve, CHECKPOINT=4, AT_HAND=8, FAR=16)
"""Little is kept of a night, so that much is folded again."""

SEEDS = st.tuples(st.sampled_from(MAKES), st.integers(0, 10**6), st.sampled_from((0, 3, AT_HAND)))


def lines(make: Any, seed: int) -> list[dict[str, Any]]:
    """The commands of a random night in which much is taken back and put right; it is not closed."""
    return [line for line in make(seed, amends=0.05, voids=0.08, most_lines=220) if line["do"] != "close_night"]


def stack(night: Night) -> Iterator[Frame]:
    """The frames of a night, corrections too, from the top down."""
    frame = night.top
    while frame:
        yield frame
        frame = frame.previous


def assert_same(result: Night, expected: Night) -> None:
    """Assert that two nights are the same, and have the same to take back, down to the opening."""
    assert (result, result.marker_slips, result.opened_by) == (expected, expected.marker_slips, expected.opened_by)
    both = list(zip(stack(result), stack(expected), strict=True))
    back, back_too = SnapshotLoader(), SnapshotLoader()
    for first, other in both:
        assert (first.command, first.events, first.words_of) == (other.command, other.events, other.words_of)
        before, expected_before = back.before(first), back_too.before(other)
        assert before == night_before(first) == expected_before
        assert before.marker_slips == expected_before.marker_slips
        assert (before.top and before.top.command) == (first.previous and first.previous.command)


@settings(max_examples=8)
@given(SEEDS)
def test_events_folded_at_once_make_what_they_make_one_by_one(drawn: tuple[Any, int, int]) -> None:
    make, seed, later = drawn
    events = PureNight().play(lines(make, seed)).recorded
    (*_, expected) = afresh(events)
    at = max(len(events) - later, 1)
    while at < len(events) and events[at].command == events[at - 1].command:
        at += 1
    with FEW_KEPT:
        assert_same(fold(events), expected)
        assert_same(fold(events[at:], fold(events[:at])), expected)


@settings(max_examples=8)
@given(SEEDS)
def test_dropped_snapshots_are_folded_again_to_the_same_state(drawn: tuple[Any, int, int]) -> None:
    make, seed, _ = drawn
    night, before_each = PureNight(), dict[str, Night]()
    with FEW_KEPT:
        for line in lines(make, seed):
            before = night.night
            night.play([line])
            if before and night.now.top and night.now.top.previous is before.top:
                before_each.setdefault(night.now.top.command, before)
        for frame in stack(night.now):
            result, expected = night_before(frame), before_each[frame.command]
            assert (result, result.marker_slips) == (expected, expected.marker_slips)


def test_a_long_night_keeps_recent_snapshots_and_few_older_ones() -> None:
    night = PureNight()
    opening_line = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "house": "american"}
    night.do({**opening_line, "roll": 500_000, "dealer": "D"})
    night("seat_player", player="red", name="Red")
    for _ in range(1_000):
        night("buy_checks", player="red", amount=500)
    stored, replayed = (
        [frame.snapshot is not None for frame in stack(state)] for state in (night.now, fold(night.recorded))
    )
    assert all(stored[:AT_HAND])
    for result in (stored, replayed):
        assert sum(result) <= AT_HAND + CHECKPOINT + 2 * FAR / CHECKPOINT + len(result) / FAR


def test_the_commands_of_a_night_without_end_are_let_go_of_without_a_stack_as_deep() -> None:
    night = Frame(command="c", previous=None, marker_slips=MarkerSlips(), place=0)
    for number in range(200_000):
        night = Frame(command="c", previous=night, marker_slips=night.marker_slips, place=number % FAR)
    del night
    gc.collect()


def afresh(events: Sequence[Recorded]) -> Iterator[Night]:
    """The nights that events make, folded one by one from the first: as of each of them."""
    first, *rest = events
    assert isinstance(first.event, NightOpened)
    night = opening(first.stream, first.event, first.command)
    yield night
    for record in rest:
        night = evolve.evolve(night, record.command, record.event)
        yield night
