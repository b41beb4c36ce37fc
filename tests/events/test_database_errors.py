"""Bad books, bad places and full disks: one sentence and a code each, and nothing half recorded."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest
from sqlalchemy.exc import SQLAlchemyError

from events.book.book import Book
from events.book.database import book_error
from events.book.sqlite import sqlite3
from events.book.tables import APPLICATION_ID, newest_version
from events.records import BookError
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.dealing import Crowd, held_up
from tests.events.family import finish, start
from tests.events.shelves import Shelf
from tests.support.pure import refusal_code

NIGHT = "2026-11-21-1"


def trouble(where: str | Path | None, *, create: bool = True) -> str:
    """The code of the trouble that opening makes; what it says is one sentence of few words."""
    with pytest.raises(BookError) as caught:
        Book.open(where, create=create)
    assert_sentence(caught.value)
    return caught.value.code


def assert_sentence(error: BookError) -> None:
    assert str(error) == error.why
    assert error.why.endswith(".")
    assert "\n" not in error.why
    assert "Traceback" not in error.why
    assert error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "night.book"


def some_book(place: Path, commands: int = 3) -> None:
    with Book.open(place) as book:
        for number in range(commands):
            accept(book, ask(f"c{number}"), [bought()] * 20)


@pytest.mark.parametrize("text", ["x", "SQLite", "Dear diary, today I lost eleven dollars to the Tiger. " * 20])
def test_text_is_no_book(place: Path, text: str) -> None:
    """And stays as it was, however short: SQLite alone takes a file of one byte for an empty database."""
    place.write_text(text)
    before = place.read_bytes()
    assert trouble(place) == trouble(place, create=False) == "not_a_book"
    assert place.read_bytes() == before
    assert [file.name for file in place.parent.iterdir()] == [place.name]


def test_another_programs_database_is_no_book(place: Path) -> None:
    with closing(sqlite3.connect(str(place))) as other:
        other.execute("CREATE TABLE facts (position, night)")
        other.commit()
    before = place.read_bytes()
    assert trouble(place) == trouble(place, create=False) == "not_a_book"
    assert place.read_bytes() == before


def test_an_empty_file_is_a_book_only_where_one_may_be_made(place: Path) -> None:
    """As a crash leaves it before anything was written."""
    place.touch()
    assert trouble(place, create=False) == "not_a_book"
    assert place.stat().st_size == 0
    some_book(place)
    with Book.open(place, create=False) as book:
        assert_whole(book)


@pytest.mark.parametrize(
    ("version", "code"), [(0, "not_a_book"), (newest_version() + 1, "newer_book"), (2**31 - 1, "newer_book")]
)
def test_a_book_of_another_version_is_left_alone(place: Path, version: int, code: str) -> None:
    some_book(place)
    with closing(sqlite3.connect(str(place))) as raw:
        raw.execute(f"PRAGMA user_version = {version}")
    assert trouble(place) == code
    with closing(sqlite3.connect(str(place))) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (version,)
        assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


def test_what_is_no_file_is_no_book(tmp_path: Path) -> None:
    """A folder, a pipe (which would keep us waiting) and a device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert [trouble(place) for place in (tmp_path, pipe, "/dev/null")] == ["not_a_book"] * 3


@pytest.mark.parametrize(
    "name", ["a b.book", "50%.book", "100%25.book", "what?.book", "#1.book", ":memory:", "é🂱.book"]
)
def test_a_name_is_a_name_and_not_an_address(tmp_path: Path, name: str) -> None:
    some_book(tmp_path / name)
    assert (tmp_path / name).is_file()
    with Book.open(tmp_path / name, create=False) as book:
        assert book.positions() == (60, 60)


def test_a_name_beside_us_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What SQLite takes for a book in memory is a file's name to us, and going elsewhere does not lose it."""
    monkeypatch.chdir(tmp_path)
    with Book.open(":memory:") as book:
        (tmp_path / "attic").mkdir()
        monkeypatch.chdir(tmp_path / "attic")
        accept(book, ask("c"), [bought()])
        assert book.positions() == (1, 1)
    assert (tmp_path / ":memory:").is_file()


@pytest.mark.postgresql
def test_a_database_that_does_not_answer(postgresql: str, tmp_path: Path) -> None:
    for where in (f"/book?host={tmp_path}", "127.0.0.1:1/book", "no.such.host.invalid/book"):
        with pytest.raises(BookError) as caught:
            Book.open(f"postgresql://somebody:hunter2@{where}")
        assert caught.value.code == "book_unreadable"
        assert "hunter2" not in caught.value.why


@pytest.mark.postgresql
def test_a_database_that_refuses_says_what_it_refuses(postgresql: str) -> None:
    """The password, the user, the database, or anything else, such as a database that takes no connections."""

    def url(user: str, database: str) -> str:
        return postgresql.replace("postgres:@/postgres?", f"{user}@/{database}?")

    with closing(psycopg.connect(postgresql, autocommit=True)) as connection:
        connection.execute("CREATE ROLE clerk LOGIN PASSWORD 'hunter2'")
        (rules,) = connection.execute("SHOW hba_file").fetchone() or ("",)
        before = Path(rules).read_text()
        try:
            Path(rules).write_text(f"local all clerk scram-sha-256\n{before}")
            connection.execute("SELECT pg_reload_conf()")
            refused = [url("clerk:wrong", "postgres"), url("clerk", "postgres"), url("nobody", "postgres")]
            refused += [url("postgres", "nowhere"), url("postgres", "template0")]
            assert [trouble(where) for where in refused] == [
                *("wrong_password", "wrong_password", "no_such_role", "no_such_database", "book_unreadable")
            ]
        finally:
            Path(rules).write_text(before)
            connection.execute("SELECT pg_reload_conf()")
            connection.execute("DROP ROLE clerk")


@pytest.mark.postgresql
@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_hold_every_letter_is_refused(postgresql: str, encoding: str) -> None:
    name = f"in_{encoding.lower()}"
    with closing(psycopg.connect(postgresql, autocommit=True)) as connection:
        plain = "LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        connection.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' {plain}".encode())
    where = postgresql.replace("/postgres?", f"/{name}?")
    assert trouble(where) == trouble(where, create=False) == "wrong_encoding"
    assert refusal_code(Book.open, where, read_only=True) == "wrong_encoding"


def test_the_library_for_postgresql_is_named_if_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BookError) as caught:
        Book.open("postgresql://somebody:hunter2@h/book")
    assert caught.value.code == "no_driver"
    assert "casekeeper[postgresql]" in caught.value.why
    assert_sentence(caught.value)


@pytest.mark.postgresql
def test_a_database_without_a_book(postgresql_shelf: Shelf) -> None:
    assert trouble(postgresql_shelf.where, create=False) == "no_such_book"
    postgresql_shelf.open().close()
    postgresql_shelf.open(create=False).close()


@pytest.mark.postgresql
def test_a_database_that_comes_back(postgresql_shelf: Shelf, caplog: pytest.LogCaptureFixture) -> None:
    """Every connection is cut: whoever writes or reads next gets another, with no word in the log."""
    with postgresql_shelf.open() as book:
        accept(book, ask("c1"), [bought()])
        book.events(NIGHT)
        others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
        postgresql_shelf.run(book, f"SELECT pg_terminate_backend(pid) {others}")
        assert len(book.events(NIGHT)) == 1
        accept(book, ask("c2"), [bought()])
        assert_whole(book)
    assert caplog.text == ""


def rows_of(place: Path) -> tuple[object, object]:
    with Book.open(place) as book:
        return book.rows(NIGHT)


def test_a_page_of_rubbish_is_found(place: Path) -> None:
    """Whatever page it is: opening, reading or verifying gives a sentence, or what is read is what was written."""
    some_book(place, commands=6)
    whole = place.read_bytes()
    before = rows_of(place)
    codes = set()
    for page in range(len(whole) // 4096):
        place.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        try:
            assert rows_of(place) == before
        except BookError as error:
            assert_sentence(error)
            codes.add(error.code)
    assert "book_damaged" in codes
    assert codes <= {"book_damaged", "not_a_book"}


@pytest.mark.parametrize("left", [1, 50, 100, 4096, 4097, 10_000])
def test_a_book_cut_short_is_found(place: Path, left: int) -> None:
    some_book(place)
    with place.open("r+b") as file:
        file.truncate(left)
    with pytest.raises(BookError) as caught:
        rows_of(place)
    assert_sentence(caught.value)
    assert caught.value.code in {"book_damaged", "not_a_book"}


def test_invalid_characters_are_found(place: Path) -> None:
    some_book(place)
    whole = place.read_bytes()
    assert whole.count(b"M. Deal") > 1
    place.write_bytes(whole.replace(b"M. Deal", b"M. \xff\xfe\xfdl"))
    with Book.open(place) as book, pytest.raises(BookError) as caught:
        book.events(NIGHT)
    assert caught.value.code == "book_damaged"
    assert_sentence(caught.value)


def give_room(book: Book, pages: int) -> None:
    """Let the file have no more than so many pages; fewer than it has is as many as it has."""
    assert book._writing
    assert book._writer
    with book._writer.set_aside(), book._writing.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def test_every_waiting_caller_hears_of_a_full_disk(file_book: Book) -> None:
    """A whole group that has no room: each caller hears it, and each may send again what is as if it had not been."""
    accept(file_book, ask("first"), [bought()])
    give_room(file_book, 1)
    crowd = Crowd()
    calls = [partial(accept, file_book, ask(f"c{number}"), [bought()] * 300) for number in range(5)]
    with held_up(file_book):
        crowd.send_in_turn(file_book, *calls)
    crowd.join()
    assert [type(error) for error in crowd.errors.values()] == [BookError] * 5
    assert {error.code for error in crowd.errors.values() if isinstance(error, BookError)} == {"book_full"}
    assert file_book.positions() == (1, 1)
    give_room(file_book, 1_000_000)
    for call in calls:
        call()
    assert file_book.positions() == (1501, 1501)
    assert_whole(file_book)


@pytest.fixture
def public_place() -> Iterator[Path]:
    """A folder that everybody may enter, as pytest's own may not be."""
    folder = Path(mkdtemp())
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_book_that_may_only_be_read(public_place: Path) -> None:
    """By a person without leave to write the file, the folder, or to enter it; root, who may all, stops being root."""
    read_only, closed = public_place / "night.book", public_place / "closed"
    some_book(read_only)
    closed.mkdir()
    some_book(closed / "night.book")
    read_only.chmod(0o444)
    closed.chmod(0)
    public_place.chmod(0o555)
    places = [read_only, public_place / "new.book", closed / "night.book", closed]
    text = finish(start("without_leave_to_write", *places))
    closed.chmod(0o755)
    assert len(text) == len(places)
    assert {code for code, _ in text} <= {"book_unwritable", "book_unreadable", "not_a_book", "no_such_book"}
    assert text[0][0] == "book_unwritable"
    assert text[1][0] == "book_unreadable"
    with closing(sqlite3.connect(f"file:{read_only}?immutable=1", uri=True)) as raw:
        assert raw.execute("SELECT count(*) FROM facts").fetchone() == (60,)


def test_an_unforeseen_database_error_is_one_line() -> None:
    error = book_error(SQLAlchemyError("the tiger\nate it"))
    assert error.code == "book_trouble"
    assert "the tiger" in error.why
    assert_sentence(error)


def test_a_database_that_is_being_restarted_sends_no_dealer_to_its_log() -> None:
    starting, stopping, refusing = (
        book_error(SQLAlchemyError(f"connection failed: FATAL:  {why}"))
        for why in ("the database system is starting up", "the database system is shutting down", "nobody knows")
    )
    assert starting.why == stopping.why != refusing.why
    assert starting.code == refusing.code == "book_unreadable"


@pytest.mark.parametrize("name", ["n" * 300, "night\0.book"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    assert trouble(tmp_path / name) == "book_unreadable"


@pytest.mark.parametrize(
    "url", ["sqlite:///night.book", "nosuch://x/y", "mysql+nothing://x", "://", "postgresql://[::bad"]
)
def test_a_url_of_no_database_of_ours(url: str) -> None:
    assert trouble(url) == "book_unreadable"


def test_a_book_that_is_not_there(place: Path) -> None:
    assert trouble(place, create=False) == "no_such_book"
    assert trouble(place.parent / "attic" / "night.book") == "no_such_book"
    assert list(place.parent.iterdir()) == []
    place.touch()
    assert trouble(place / "night.book") == "no_such_book"
