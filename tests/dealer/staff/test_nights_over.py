"""The moments at which no night stood open any more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from dealer.assistant import Assistant
from dealer.staff.keeper import NightsOver
from dealer.streams import Sender
from events.book.book import Book

SENDER = Sender(who="M. Earp", device="tablet-1")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}


class Nights:
    """Nights of a book by a clock that the test sets: the minute past eight."""

    def __init__(self, book: Book) -> None:
        self.minute = 0
        self._assistant = Assistant(book, lambda: at(self.minute))

    def open(self, minute: int) -> str:
        self.minute = minute
        return self._assistant.execute(OPENING, SENDER).night

    def close(self, night: str, minute: int) -> None:
        self.minute = minute
        self._assistant.execute({"do": "close_night"}, SENDER, night=night)


def at(minute: int) -> str:
    return f"2026-11-21T20:{minute:02}:00.000Z"


def moment(minute: int) -> datetime:
    return datetime(2026, 11, 21, 20, minute, tzinfo=UTC)


def first_after(over: NightsOver, minute: int, now: int) -> datetime | None:
    return over.first_after(at(minute), at(now))


def test_a_night_is_over_when_the_last_open_one_is_closed(book: Book) -> None:
    over, nights = NightsOver(book, timedelta(minutes=3)), Nights(book)
    assert first_after(over, 0, 0) is None
    one, other = nights.open(1), nights.open(2)
    nights.close(other, 5)
    assert first_after(over, 0, 6) is None
    nights.close(one, 7)
    assert first_after(over, 0, 8) == first_after(over, 6, 8) == moment(7)
    assert first_after(over, 7, 8) is None
    nights.close(nights.open(10), 20)
    assert first_after(over, 0, 21) == moment(7)
    assert first_after(over, 8, 21) == first_after(NightsOver(book, timedelta(minutes=3)), 8, 21) == moment(20)


def test_another_night_within_the_pause_goes_on_with_the_evening(book: Book) -> None:
    over, nights = NightsOver(book, timedelta(minutes=3)), Nights(book)
    nights.close(nights.open(1), 5)
    assert first_after(over, 0, 6) == moment(5)
    second = nights.open(7)
    assert first_after(over, 0, 9) is None
    nights.close(second, 20)
    assert first_after(over, 0, 21) == moment(20)
    nights.open(23)
    assert first_after(over, 0, 30) == moment(20)


def test_a_clock_set_back_ends_no_evening_too_early_and_leaves_the_moments_in_order(book: Book) -> None:
    over, nights = NightsOver(book, timedelta(minutes=3)), Nights(book)
    nights.close(nights.open(10), 20)
    one, other = nights.open(30), nights.open(40)
    nights.close(other, 50)
    nights.close(one, 35)
    assert first_after(over, 5, 55) == moment(20)
    assert first_after(over, 25, 55) == moment(35)
    nights.open(15)
    assert first_after(over, 25, 16) is None


def test_a_night_that_was_closed_ahead_of_now_is_over_no_earlier(book: Book) -> None:
    """The clock of a demonstration runs ahead of the clock on the wall."""
    over, nights = NightsOver(book, timedelta(minutes=3)), Nights(book)
    nights.close(nights.open(30), 40)
    assert first_after(over, 0, 10) is None
    assert first_after(over, 0, 40) == moment(40)
