"""Every open night stays at hand: what a command reads of a book does not grow with the nights that are open."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from dealer import streams as at_hand
from dealer import streams as runtime
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from events.book.unit_of_work import UnitOfWork
from events.records import Head, Recorded
from tests.support.house import OPENING

SENDER = Sender(who="test", device="test")
NIGHTS = 60


class Reads:
    """How often events were read from a book, by anybody."""

    def __init__(self, book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for owner in (Book, UnitOfWork):
            monkeypatch.setattr(owner, "events", self._counted(owner.events))

    def _counted(self, read: Callable[..., list[Recorded]]) -> Callable[..., list[Recorded]]:
        def counted(*arguments: Any, **named: Any) -> list[Recorded]:
            self.count += 1
            return read(*arguments, **named)

        return counted


def open_night(service: NightService) -> str:
    night = service.execute({"do": "open_night", **OPENING}, SENDER).night
    service.execute({"do": "seat_player", "player": "red", "name": "Red"}, SENDER, night=night)
    return night


def test_events_of_open_nights_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Book.open() as book:
        service, reads = NightService(book), Reads(book, monkeypatch)
        nights = [open_night(service) for _ in range(NIGHTS)]
        for amount in (100, 200):
            for night in nights:
                receipt = service.execute({"do": "buy_checks", "player": "red", "amount": amount}, SENDER, night=night)
                state, head, events = service.with_events(night)
                assert (head.version, len(events)) == (receipt.version, receipt.version)
                assert state.seats["red"].taken
        assert reads.count == 0


def test_closed_nights_give_way_to_one_another_and_to_no_open_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_hand, "OTHERS_AT_HAND", 2)
    with Book.open() as book:
        service, reads = NightService(book), Reads(book, monkeypatch)
        still_open = open_night(service)
        closed = [open_night(service) for _ in range(4)]
        for night in closed:
            service.execute({"do": "close_night"}, SENDER, night=night)
        assert reads.count == 0
        service.night(still_open)
        service.night(closed[-1])
        assert reads.count == 0
        assert service.night(closed[0]).closed
        assert reads.count == 1


def test_a_look_that_a_commit_overtakes_folds_nothing_and_sets_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has read a head may be put off until later ones are committed: what is at hand then is on disk too."""
    with Book.open() as book:
        service, reads = NightService(book), Reads(book, monkeypatch)
        night = open_night(service)
        head_of = book.head

        def overtaken(stream: str) -> Head | None:
            head = head_of(stream)
            for amount in (100, 200):
                service.execute({"do": "buy_checks", "player": "red", "amount": amount}, SENDER, night=night)
            return head

        with monkeypatch.context() as put_off:
            put_off.setattr(book, "head", overtaken)
            state, head, events = service.with_events(night)
        assert head == head_of(night)
        assert len(events) == head.version
        assert state.seats["red"].taken
        assert service.with_events(night)[1] == head
        assert reads.count == 0


def test_a_book_replaced_by_a_shorter_one_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Book.open() as book, Book.open() as shorter:
        service = NightService(book)
        night = open_night(service)
        NightService(shorter).execute({"do": "open_night", **OPENING}, SENDER)
        assert service.with_events(night)[1].version > 1
        for request in ("head", "events"):
            monkeypatch.setattr(book, request, getattr(shorter, request))
        state, head, events = service.with_events(night)
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
        service, other = NightService(book), NightService(book)
        night = open_night(service)
        receipt = other.execute({"do": "buy_checks", "player": "red", "amount": 100}, SENDER, night=night)
        assert service.with_events(night)[1] == receipt.head


def test_a_look_at_a_night_that_nobody_has_read_sets_back_no_commit_that_overtakes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Book.open() as book:
        night = open_night(NightService(book))
        service, events_of = NightService(book), book.events

        def overtaken(stream: str, **which: Any) -> list[Recorded]:
            result = events_of(stream, **which)
            service.execute({"do": "buy_checks", "player": "red", "amount": 100}, SENDER, night=night)
            return result

        with monkeypatch.context() as put_off:
            put_off.setattr(book, "events", overtaken)
            read = service.with_events(night)[1]
        reads = Reads(book, monkeypatch)
        assert service.with_events(night)[1].version > read.version
        assert reads.count == 0
