"""A disk that is full: nothing half recorded, a sentence with advice, the server lives on, and goes on by itself."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.book import external_head as outside_head
from events.book.book import Book
from events.book.external_head import read_head
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.family import finish, start
from tests.support.house import House


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Book.open(tmp_path / "night.db") as opened:
        yield opened


def give_room(book: Book, pages: int) -> None:
    """Let the file have no more than so many pages; fewer than it has is as many as it has."""
    assert book._writing
    assert book._writer
    with book._writer.set_aside(), book._writing.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def test_the_server_lives_on_and_says_what_to_do(book: Book) -> None:
    house = House(book)
    client = house.client()
    night = house.open_night()
    give_room(book, 1)
    answers = [
        client.post(f"/api/nights/{night}/commands", {"do": "seat_player", "player": f"p{number}", "name": "x" * 60})
        for number in range(100)
    ]
    assert answers[-1].status_code == 503
    fault = answers[-1].get_json()
    assert fault["code"] == "book_full"
    assert "free some space" in fault["why"]
    assert "waits on the tablet" in fault["why"]
    for address in ("/", f"/nights/{night}", "/sign-in"):
        assert client.http.get(address).status_code in (200, 302), address
    kept = len(book.commands(night))
    give_room(book, 1_000_000)
    assert client.post(f"/api/nights/{night}/commands", {"do": "start_deal"}).status_code == 200
    assert len(book.commands(night)) == kept + 1
    assert_whole(book)


def test_no_file_can_grow_any_more_and_then_it_can(tmp_path: Path) -> None:
    """The system refuses, in the middle of what SQLite writes. The book's own files are whole after it."""
    said = finish(start("on_a_small_disk", tmp_path / "night.db"))
    (trouble,) = [words for words in said if words[0] == "trouble"]
    assert "full" in trouble[2]
    with Book.open(tmp_path / "night.db", create=False, read_only=True) as book:
        assert ["kept", book.commands("2026-11-21-1")[-1].id] == said[-1]
        head = read_head(tmp_path / "night.db.head")
        assert head
        assert head.streams["2026-11-21-1"].commands == len(book.commands("2026-11-21-1"))


def test_the_log_has_room_and_the_book_has_none(tmp_path: Path) -> None:
    """A checkpoint breaks off with a part of its pages written: it is the same book, and goes on."""
    said = finish(start("on_a_disk_that_fills_up_at_a_checkpoint", tmp_path / "night.db"))
    (trouble,) = [words for words in said if words[0] == "trouble"]
    assert trouble[1] in ("book_full", "book_unwritable")
    kept = [ident for what, ident in said if what == "kept"]
    assert len(kept) > 5
    assert kept[-1] == "last"
    with Book.open(tmp_path / "night.db", create=False, read_only=True) as book:
        recorded = [one.id for one in book.commands("2026-11-21-1")]
    assert recorded[-len(kept) :] == kept


def test_a_head_that_finds_no_room_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer waits for it, and none is refused for it."""
    monkeypatch.setattr(outside_head, "WRITTEN_EVERY_S", 0.01)
    room = False

    def replace(path: Path, target: Path) -> Path:
        if not room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return path.rename(target)

    monkeypatch.setattr(Path, "replace", replace)
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        for number in range(5):
            accept(book, ask(f"c{number}"), [bought()])
        assert read_head(tmp_path / "night.db.head") is None
        room = True
    head = read_head(tmp_path / "night.db.head")
    assert head
    assert head.streams["2026-11-21-1"].commands == 5
    assert sorted(one.name for one in tmp_path.iterdir()) == ["night.db", "night.db.head"]


def test_a_server_that_cannot_begin_says_why(tmp_path: Path) -> None:
    """A new book where there is no room for one: one sentence, and no half of a book."""
    (said,) = finish(start("begins_on_a_full_disk", tmp_path / "night.db"))
    assert said[0] in ("book_full", "book_unwritable")
    assert "full" in said[1]
    with Book.open(tmp_path / "night.db") as book:
        assert book.positions() == (0, 0)
