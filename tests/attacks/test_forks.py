"""Two servers on one book: the second is refused by name, however it goes about it, and however the first one ended."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from events.book.book import Book
from events.book.file import beside
from events.book.lock import FileLock, SessionLock, owner_of
from events.records import BookError
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.family import lines, start
from tests.events.shelves import Shelf
from tests.support.forked_program import ForkedProgram
from tests.web.command_line.called import casekeeper


@pytest.fixture
def path(tmp_path: Path) -> Path:
    where = tmp_path / "night.db"
    with Book.open(where) as book:
        accept(book, ask("first"), [bought()])
    return where


@contextmanager
def owner(path: Path, *, orphan: bool = False) -> Iterator[tuple[ForkedProgram, int]]:
    """A process that owns a book until it is killed or its standard input ends; as an orphan its parent is gone."""
    with start("owns", path, "orphan" if orphan else "itself") as child:
        ((process,),) = lines(child.stdout.readline())
        yield child, process


def refused(path: Path) -> str:
    with pytest.raises(BookError) as caught:
        FileLock.taken(path, "casekeeper serve, another")
    assert caught.value.code == "book_owned"
    return caught.value.why


def test_a_second_server_is_refused_and_told_by_whom(path: Path) -> None:
    with owner(path) as (_, process):
        assert f"by casekeeper serve, process {process}, since 20" in refused(path)
        assert owner_of(path)
    FileLock.taken(path, "next").release()
    assert owner_of(path) is None


def test_the_command_is_refused_in_one_sentence(path: Path) -> None:
    with owner(path) as (_, process):
        ran = casekeeper("serve", "--book", path)
        assert (ran.exit_code, ran.stdout) == (1, "")
        (line,) = ran.stderr.splitlines()
        assert f"process {process}, since" in line
        assert line.endswith("[book_owned]")


def test_an_orphan_of_a_killed_parent_still_owns_the_book(path: Path) -> None:
    with owner(path, orphan=True) as (child, process):
        assert child.wait(30) == 0
        assert "served already" in refused(path)
        os.kill(process, 9)


def test_nothing_is_in_the_way_after_kill_9(path: Path) -> None:
    with owner(path) as (child, _):
        child.kill()
        child.wait(30)
        assert beside(path, ".lock").read_text().startswith("casekeeper serve")
        FileLock.taken(path, "next").release()


def test_other_names_of_a_book_are_the_same_book(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Symbolic links to the file and to its folder, a relative name; a hard link is refused to whoever would write."""
    (tmp_path / "link.db").symlink_to(path)
    (tmp_path / "folder").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    with owner(path):
        for name in (
            tmp_path / "link.db",
            tmp_path / "folder" / "night.db",
            Path("night.db"),
            Path("../") / path.parent.name / "night.db",
        ):
            refused(name)
    os.link(path, tmp_path / "hard.db")
    for name in (path, tmp_path / "hard.db"):
        with pytest.raises(BookError) as caught:
            Book.open(name)
        assert caught.value.code == "book_linked"
        with Book.open(name, create=False, read_only=True) as book:
            assert book.positions() == (1, 1)


def test_a_lock_whose_file_was_taken_away_is_taken_anew(path: Path) -> None:
    lock = FileLock.taken(path, "the first")
    with Book.open(path, lock=lock) as book:
        beside(path, ".lock").unlink()
        accept(book, ask("second"), [bought()])
        assert "the first" in refused(path)
    lock.release()


def test_a_server_whose_lock_another_one_took_acknowledges_nothing(path: Path) -> None:
    lock = FileLock.taken(path, "the first")
    with Book.open(path, lock=lock) as book:
        beside(path, ".lock").unlink()
        with owner(path):
            with pytest.raises(BookError) as caught:
                accept(book, ask("lost"), [bought()])
            assert caught.value.code == "book_owned"
            assert book.positions() == (1, 1)
        accept(book, ask("had again"), [bought()])
    lock.release()


def test_writing_beside_the_owner_is_said_and_done(path: Path, tmp_path: Path) -> None:
    """Both keep one chain. Whoever only reads is told nothing."""
    script = tmp_path / "night.txt"
    opening = {"do": "open_night", "table": "Tiger 1", "date": "2026-11-22", "game": "faro", "house": "american"}
    script.write_text(json.dumps({**opening, "roll": 500_000, "dealer": "M. Deal"}) + "\n")
    lock = FileLock.taken(path, "casekeeper serve, process 1")
    with Book.open(path, lock=lock) as book:
        ran = casekeeper("play", script, "--book", path)
        assert ran.exit_code == 0
        assert ran.stderr.startswith("casekeeper: The book is also served by casekeeper serve, process 1, since ")
        assert ran.stderr.count("\n") == 1
        accept(book, ask("second"), [bought()])
        assert len(book.nights()) == 1
        assert casekeeper("show", "2026-11-22-1", "--book", path).stderr == ""
        assert_whole(book)
    lock.release()


def postgresql_refused(shelf: Shelf, name: str) -> str:
    with pytest.raises(BookError) as caught:
        Book.open(shelf.where, lock=SessionLock(name))
    assert caught.value.code == "book_owned"
    return caught.value.why


@pytest.mark.postgresql
def test_one_server_owns_a_database(postgresql_shelf: Shelf) -> None:
    """By the session that writes. Whoever takes no lock writes beside it."""
    with Book.open(postgresql_shelf.where, lock=SessionLock("casekeeper serve, process 1")) as book:
        assert "by casekeeper serve, process 1, since 20" in postgresql_refused(postgresql_shelf, "another")
        with postgresql_shelf.open() as beside_it:
            accept(beside_it, ask("play"), [bought()])
        accept(book, ask("serve"), [bought()])
        assert_whole(book)
    Book.open(postgresql_shelf.where, lock=SessionLock("another")).close()


@pytest.mark.postgresql
def test_a_session_that_is_lost_has_lost_the_database(postgresql_shelf: Shelf) -> None:
    """Nothing is acknowledged until it is had again; here another server was quicker."""
    with Book.open(postgresql_shelf.where, lock=SessionLock("the first")) as book:
        accept(book, ask("first"), [bought()])
        cut_off(postgresql_shelf, "the first")
        with Book.open(postgresql_shelf.where, lock=SessionLock("the second")):
            codes = [code_of(book, number) for number in range(3)]
            assert codes[-1] == "book_owned"
            assert "kept" not in codes
        assert [code_of(book, number) for number in range(3)][-1] == "kept"
        assert_whole(book)


def cut_off(shelf: Shelf, name: str) -> None:
    with psycopg.connect(str(shelf.where), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s", (name,)
        )


def code_of(book: Book, number: int) -> Any:
    try:
        accept(book, ask(f"again-{number}"), [bought()])
    except BookError as error:
        return error.code
    return "kept"
