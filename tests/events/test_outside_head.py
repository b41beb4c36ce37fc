"""The head outside of the book: never ahead of it, never lost by what comes later, and read as it was written."""

from __future__ import annotations

import os
from errno import EACCES
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from events.book import external_head as outside_head
from events.book.book import Book
from events.book.external_head import BookHead, StreamHead, read_head, write_head
from events.book.file import beside
from tests.events.by_hand import accept, ask, bought, refuse
from tests.support.pure import refusal_code

NIGHT = "2026-11-21-1"
HEAD = BookHead(at="2026-11-21T20:00:00Z", position=7, streams={NIGHT: StreamHead(events=7, event_hash="7f3a")})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "night.db"


def test_a_head_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_head(tmp_path / "a.head", HEAD)
    assert read_head(tmp_path / "a.head") == HEAD
    assert [file.name for file in tmp_path.iterdir()] == ["a.head"]
    assert (tmp_path / "a.head").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"form": "another"}', b"\xff\xfe", b'{"form": "casekeeper head 1"}']
)
def test_what_is_no_head_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.head").write_bytes(content)
    assert refusal_code(read_head, tmp_path / "a.head") == "head_unreadable"
    assert read_head(tmp_path / "none.head") is None


def test_a_path_that_is_no_file_s_is_neither_waited_for_nor_read_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A book made by others names the paths of its heads."""
    monkeypatch.setattr(outside_head, "MOST_BYTES", 4_096)
    os.mkfifo(tmp_path / "pipe")
    for named in (Path("/a\0b"), Path("/dev/zero"), tmp_path, tmp_path / ("x" * 5_000), tmp_path / "pipe"):
        assert refusal_code(read_head, named) == "head_unreadable"
    # Somebody holds the pipe and writes nothing.
    writer = os.open(tmp_path / "pipe", os.O_RDWR)
    assert refusal_code(read_head, tmp_path / "pipe") == "head_unreadable"
    os.close(writer)


def test_the_head_of_a_closed_book_is_its_newest(path: Path) -> None:
    """Of every stream, of refused commands too; and only what was written to is asked for."""
    with Book.open(path) as book:
        accept(book, ask("a"), [bought(), bought()])
        accept(book, ask("b", "2026-11-22-1"), [bought()])
        refuse(book, ask("c"))
        newest = book.newest_head()
    stored = read_head(beside(path, ".head"))
    assert stored
    assert (stored.streams, stored.position) == (newest.streams, newest.position)
    assert (stored.streams[NIGHT].events, stored.streams[NIGHT].commands) == (2, 2)
    with Book.open(path) as book:
        accept(book, ask("d", "2026-11-22-1"), [bought()])
        newest = book.newest_head()
    stored = read_head(beside(path, ".head"))
    assert stored
    assert stored.streams == newest.streams


def test_a_book_that_is_not_written_to_leaves_its_head_alone(path: Path) -> None:
    Book.open(path).close()
    assert not beside(path, ".head").exists()
    with Book.open(path) as book:
        accept(book, ask("a"), [bought()])
    before = beside(path, ".head").stat()
    with Book.open(path) as book:
        book.events(NIGHT)
    assert beside(path, ".head").stat() == before


def test_the_head_follows_while_the_book_is_open(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after a transaction that stored nothing: it stopped being written until the book was closed."""
    monkeypatch.setattr(outside_head, "WRITTEN_EVERY_S", 0.001)
    with Book.open(path) as book:
        for number in range(3):
            accept(book, ask(f"c{number}"), [bought()])
            while (head := read_head(beside(path, ".head"))) is None or head.streams[NIGHT].commands <= number:
                pass
            assert book.has(NIGHT, head.streams[NIGHT])
            for _ in range(9):
                book.write(lambda _: None)


@pytest.mark.parametrize(
    "there",
    [
        StreamHead(events=9, event_hash="aa", commands=1, command_hash="bb"),
        StreamHead(events=1, event_hash="aa"),
        StreamHead(commands=1, command_hash="bb"),
    ],
)
def test_a_head_that_the_book_never_had_is_not_written_over(path: Path, there: StreamHead) -> None:
    """It is what shows that the book is not the one that it was; other streams' heads go on beside it."""
    write_head(beside(path, ".head"), BookHead(at="2026-11-21T20:00:00Z", position=9, streams={NIGHT: there}))
    with Book.open(path) as book:
        accept(book, ask("a"), [bought(), bought()])
        accept(book, ask("b", "another"), [bought()])
    stored = read_head(beside(path, ".head"))
    assert stored
    assert stored.streams[NIGHT] == there
    assert stored.streams["another"].events == 1


def test_a_head_that_cannot_be_kept_stops_nobody(path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A stick that was pulled out: said once, and the file beside the book goes on."""
    with Book.open(path, heads=(tmp_path / "stick" / "night.head",)) as book:
        accept(book, ask("a"), [bought()])
    assert [record.getMessage().startswith("the head of the book was not written") for record in caplog.records] == [
        True
    ]
    assert read_head(beside(path, ".head"))


def test_what_two_programs_write_at_the_same_time_is_there(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each reads, changes and puts back the whole file: one at a time, or one takes away what the other put there."""
    read, went_on = Event(), Event()

    def slow(where: Path, head: BookHead) -> None:
        if "slow" in head.streams and not read.is_set():
            read.set()
            went_on.wait(0.2)
        write_head(where, head)

    monkeypatch.setattr(outside_head, "write_head", slow)
    monkeypatch.setattr(outside_head, "WRITTEN_EVERY_S", 0.001)
    with Book.open(path) as first, Book.open(path) as other:
        accept(first, ask("a", "slow"), [bought()])
        assert read.wait(10)
        accept(other, ask("b", "quick"), [bought()])
        other.close()
        went_on.set()
    stored = read_head(beside(path, ".head"))
    assert stored
    assert set(stored.streams) == {"slow", "quick"}


def test_a_head_is_kept_in_a_folder_that_may_be_written_to_and_not_be_read(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As those are in which one leaves things for others."""
    folder, opened = tmp_path / "for others", os.open
    folder.mkdir()

    def unreadable(where: Path, *more: Any, **besides: Any) -> int:
        if where == folder:
            raise PermissionError(EACCES, "Permission denied", str(where))
        return opened(where, *more, **besides)

    monkeypatch.setattr(os, "open", unreadable)
    with Book.open(path, heads=[folder / "night.head"]) as book:
        accept(book, ask("a", "night"), [bought()])
    assert read_head(folder / "night.head")
