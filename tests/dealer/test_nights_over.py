"""The moments at which no night stood open any more."""

from __future__ import annotations

from datetime import UTC, datetime

from dealer.assistant import Assistant, Sender
from dealer.nights_over import NightsOver
from events.book import Book

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


def test_a_night_is_over_when_the_last_open_one_is_closed(book: Book) -> None:
    over, nights = NightsOver(book), Nights(book)
    assert over.first_after(at(0)) is None
    one, other = nights.open(1), nights.open(2)
    nights.close(other, 5)
    assert over.first_after(at(0)) is None
    nights.close(one, 7)
    assert over.first_after(at(0)) == over.first_after(at(6)) == moment(7)
    assert over.first_after(at(7)) is None
    nights.close(nights.open(10), 20)
    assert over.first_after(at(0)) == moment(7)
    assert over.first_after(at(8)) == NightsOver(book).first_after(at(8)) == moment(20)


def test_a_clock_set_back_leaves_the_moments_in_order(book: Book) -> None:
    over, nights = NightsOver(book), Nights(book)
    nights.close(nights.open(30), 40)
    nights.close(nights.open(10), 20)
    assert over.first_after(at(35)) == moment(40)
    assert over.first_after(at(40)) is None
