"""Whether the house is well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from events.book import writer
from events.book.book import Book
from tests.support.forger import bend
from tests.support.house import House
from web.app.hosts import hosts_of
from web.app.security import answer_only_as


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Book.open(tmp_path / "night.db") as opened:
        yield opened


def health_of(house: House, **headers: str) -> tuple[int, dict[str, str]]:
    answer = house.app.test_client().get("/healthz", headers=headers)
    return answer.status_code, answer.get_json()


def test_a_house_that_is_well_says_so_to_anybody_and_nothing_else(book: Book) -> None:
    house = House(book)
    house.open_night()
    before = book.positions()
    assert health_of(house) == (200, {"status": "ok"})
    assert book.positions() == before


def test_it_is_said_under_any_name(book: Book) -> None:
    house = House(book)
    answer_only_as(house.app, hosts_of("127.0.0.1"))
    assert health_of(house, Host="10.1.2.3:8321") == (200, {"status": "ok"})
    assert house.app.test_client().get("/rules", headers={"Host": "10.1.2.3:8321"}).status_code == 421


def test_a_book_that_cannot_be_read_is_no_health() -> None:
    book = Book.open()
    house = House(book)
    book.close()
    status, said = health_of(house)
    assert (status, said["code"]) == (503, "book_closed")


def test_a_writer_that_is_stuck_is_no_health_until_it_goes_on(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(book)
    monkeypatch.setattr(writer, "STUCK_S", -1.0)
    begun, go_on = Event(), Event()

    def job(_: object) -> None:
        begun.set()
        go_on.wait()

    writing = Thread(target=lambda: book.write(job))
    writing.start()
    begun.wait()
    try:
        assert health_of(house)[1]["code"] == "writer_stuck"
    finally:
        go_on.set()
        writing.join()
    book.write(lambda _: None)
    monkeypatch.undo()
    assert health_of(house) == (200, {"status": "ok"})


def test_a_book_that_is_not_written_to_is_no_health(tmp_path: Path) -> None:
    path = tmp_path / "bent.db"
    with Book.open(path) as book:
        House(book).open_night()
        ident = book.commands("staff")[0].id
    assert bend(path, [ident])
    with Book.open(path) as book:
        house = House(book, staff=False)
        with pytest.raises(Exception, match="reindex"):
            house.open_night()
        status, said = health_of(house)
    assert (status, said["code"]) == (503, "book_damaged")
