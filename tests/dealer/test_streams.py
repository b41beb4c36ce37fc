"""Every open night stays at hand: what a command reads of a book does not grow with the nights that are open."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from dealer import streams as at_hand
from dealer import streams as runtime
from dealer.assistant import Assistant
from dealer.streams import Sender
from events.book.book import Book
from events.book.unit_of_work import Writing
from events.records import Head, Recorded
from tests.support.house import OPENING

SENDER = Sender(who="test", device="test")
NIGHTS = 60


class Reads:
    """How often events were read from a book, by anybody."""

    def __init__(self, book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for owner in (Book, Writing):
            monkeypatch.setattr(owner, "facts", self._counted(owner.events))

    def _counted(self, read: Callable[..., list[Recorded]]) -> Callable[..., list[Recorded]]:
        def counted(*arguments: Any, **named: Any) -> list[Recorded]:
            self.count += 1
            return read(*arguments, **named)

        return counted


def open_night(assistant: Assistant) -> str:
    night = assistant.execute({"do": "open_night", **OPENING}, SENDER).night
    assistant.execute({"do": "seat_player", "player": "red", "name": "Red"}, SENDER, night=night)
    return night


def test_events_of_open_nights_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Book.open() as book:
        assistant, reads = Assistant(book), Reads(book, monkeypatch)
        nights = [open_night(assistant) for _ in range(NIGHTS)]
        for amount in (100, 200):
            for night in nights:
                receipt = assistant.execute(
                    {"do": "buy_checks", "player": "red", "amount": amount}, SENDER, night=night
                )
                state, head, events = assistant.with_events(night)
                assert (head.version, len(events)) == (receipt.version, receipt.version)
                assert state.seats["red"].taken
        assert reads.count == 0


def test_closed_nights_give_way_to_one_another_and_to_no_open_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_hand, "OTHERS_AT_HAND", 2)
    with Book.open() as book:
        assistant, reads = Assistant(book), Reads(book, monkeypatch)
        still_open = open_night(assistant)
        closed = [open_night(assistant) for _ in range(4)]
        for night in closed:
            assistant.execute({"do": "close_night"}, SENDER, night=night)
        assert reads.count == 0
        assistant.night(still_open)
        assistant.night(closed[-1])
        assert reads.count == 0
        assert assistant.night(closed[0]).closed
        assert reads.count == 1


def test_a_night_since_the_head_of_a_receipt_is_given_without_a_look_at_the_book(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Book.open() as book:
        assistant = Assistant(book)
        night = open_night(assistant)
        receipt = assistant.execute({"do": "buy_checks", "player": "red", "amount": 100}, SENDER, night=night)
        looks: list[str] = []
        head_of = book.head
        monkeypatch.setattr(book, "head", lambda stream: (looks.append(stream), head_of(stream))[1])
        state, head, events = assistant.with_events(night, receipt.head)
        assert (state.seats["red"].taken, head, len(events)) == (True, receipt.head, receipt.version)
        assert looks == []


def test_a_look_that_a_commit_overtakes_folds_nothing_and_sets_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has read a head may be put off until later ones are committed: what is at hand then is on disk too."""
    with Book.open() as book:
        assistant, reads = Assistant(book), Reads(book, monkeypatch)
        night = open_night(assistant)
        head_of = book.head

        def overtaken(stream: str) -> Head | None:
            head = head_of(stream)
            for amount in (100, 200):
                assistant.execute({"do": "buy_checks", "player": "red", "amount": amount}, SENDER, night=night)
            return head

        with monkeypatch.context() as put_off:
            put_off.setattr(book, "head", overtaken)
            state, head, events = assistant.with_events(night)
        assert head == head_of(night)
        assert len(events) == head.version
        assert state.seats["red"].taken
        assert assistant.with_events(night)[1] == head
        assert reads.count == 0


def test_a_book_replaced_by_a_shorter_one_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Book.open() as book, Book.open() as shorter:
        assistant = Assistant(book)
        night = open_night(assistant)
        Assistant(shorter).execute({"do": "open_night", **OPENING}, SENDER)
        assert assistant.with_events(night)[1].version > 1
        for request in ("head", "facts"):
            monkeypatch.setattr(book, request, getattr(shorter, request))
        state, head, events = assistant.with_events(night)
        assert (state.seats, head.version, len(events)) == ({}, 1, 1)


def test_ids_made_here_are_in_the_order_of_time_and_never_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter((1, 999_999, 1_000_000, 1_764_183_600_000_000_000, 1_764_183_600_001_000_000))
    monkeypatch.setattr(runtime, "time_ns", lambda: next(moments))
    first, second, *later = [runtime.new_command_id() for _ in range(5)]
    assert first != second
    assert first[:12] == second[:12] == "0" * 12
    assert all(entry < other for entry, other in pairwise((first, *later)))
    assert all(len(move) == 32 and int(move, 16) for move in (first, second, *later))


def test_a_head_that_another_process_made_has_the_night_read_on() -> None:
    with Book.open() as book:
        assistant, other = Assistant(book), Assistant(book)
        night = open_night(assistant)
        receipt = other.execute({"do": "buy_checks", "player": "red", "amount": 100}, SENDER, night=night)
        assert assistant.with_events(night, receipt.head)[1] == receipt.head


def test_a_look_at_a_night_that_nobody_has_read_sets_back_no_commit_that_overtakes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Book.open() as book:
        night = open_night(Assistant(book))
        assistant, events_of = Assistant(book), book.events

        def overtaken(stream: str, **which: Any) -> list[Recorded]:
            result = events_of(stream, **which)
            assistant.execute({"do": "buy_checks", "player": "red", "amount": 100}, SENDER, night=night)
            return result

        with monkeypatch.context() as put_off:
            put_off.setattr(book, "facts", overtaken)
            read = assistant.with_events(night)[1]
        reads = Reads(book, monkeypatch)
        assert assistant.with_events(night)[1].version > read.version
        assert reads.count == 0
