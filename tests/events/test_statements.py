"""What PostgreSQL is sent for a command, and what it keeps of its text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from urllib.parse import quote

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from dealer.night_service import NightService
from events.book.book import Book
from events.book.unit_of_work import UnitOfWork
from tests.events.by_hand import accept, ask, assert_whole, bought, refuse
from tests.events.dealing import Crowd, open_night, send, wait_until
from tests.events.shelves import Shelf

pytestmark = pytest.mark.postgresql
NIGHT = "2026-11-21-1"
FAR = "李 “Łukasz” ☰"
PATIENCE_S = 300
_WAIT_FOR_THE_LOCK = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


def test_a_command_is_three_statements_and_a_commit(postgresql_shelf: Shelf) -> None:
    """The lock, one query for all that the command is appended to and for the house, and one for all rows."""
    with postgresql_shelf.open() as book:
        service = NightService(book)
        night = open_night(service)
        sent: list[str] = []
        event.listen(book._writing, "before_cursor_execute", lambda *given: sent.append(given[2]))
        send(service, night, "buy_checks", player="red", amount=2_500)
        begin, query, insert = sent
        assert begin.startswith("BEGIN ISOLATION LEVEL READ COMMITTED; ")
        assert "; SELECT pg_advisory_xact_lock(" in begin
        assert query.startswith("SELECT")
        assert insert.startswith("WITH rows_0 AS (INSERT INTO commands (")
        assert ") INSERT INTO facts (" in insert
        assert_whole(book)


@pytest.mark.parametrize("usual", ["read committed", "repeatable read", "serializable"])
def test_what_others_wrote_while_the_lock_was_waited_for_is_seen(postgresql_shelf: Shelf, usual: str) -> None:
    """The lock and the questions are one message, and each question still sees what was committed before it.

    Whatever the database's or the role's own level is at which transactions see one another.
    """
    words = quote(usual.replace(" ", r"\ "))
    shelf = replace(postgresql_shelf, where=f"{postgresql_shelf.where}%20-cdefault_transaction_isolation%3D{words}")
    has_the_lock, crowd = Event(), Crowd()

    def holds(writing: UnitOfWork) -> None:
        assert writing.command("c2", NIGHT) is None
        has_the_lock.set()
        with psycopg.connect(str(postgresql_shelf.where), autocommit=True) as looking:
            wait_until(lambda: looking.execute(_WAIT_FOR_THE_LOCK).fetchone() is not None)
        writing.accept(ask("c2"), [bought()])

    with shelf.open() as first, shelf.open() as other:
        # The first transaction of each looks at the database itself.
        accept(first, ask("c0"), [bought()])
        accept(other, ask("c1"), [bought()])
        crowd.send(lambda: first.write(holds))
        assert has_the_lock.wait(PATIENCE_S)
        crowd.send(lambda: accept(other, ask("c3"), [bought()]))
        assert not crowd.join().errors
        assert_whole(first)
        assert [command.id for command in first.commands(NIGHT)] == ["c0", "c1", "c2", "c3"]


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgres+psycopg"])
def test_every_letter_is_kept_whatever_encoding_is_set(
    postgresql_shelf: Shelf, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the database, in the environment or in the URL."""
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    where = str(postgresql_shelf.where).replace("postgresql:", f"{scheme}:", 1)
    with psycopg.connect(str(postgresql_shelf.where), autocommit=True) as other:
        other.execute(b"ALTER DATABASE postgres SET client_encoding = 'LATIN1'")
        try:
            with Book.open(f"{where}&client_encoding=LATIN1") as book:
                refuse(book, ask("c", said=FAR), why=FAR)
                assert book.commands(NIGHT)[-1].document["said"] == FAR
        finally:
            other.execute(b"ALTER DATABASE postgres RESET client_encoding")


@pytest.fixture
def postgresql_book(postgresql_shelf: Shelf) -> Iterator[Book]:
    """An empty book in PostgreSQL."""
    with postgresql_shelf.open() as opened:
        yield opened


# One book serves all examples: each has a command of its own.
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100, deadline=None)
@given(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)
    | st.text("'\"\\%{}$;E -\n", max_size=40)
)
def test_text_is_kept_as_it_is(postgresql_book: Book, text: str) -> None:
    """Quotes, backslashes, percent signs and all of Unicode."""
    ident = f"c{len(postgresql_book.commands(NIGHT))}"
    refuse(postgresql_book, ask(ident, said=text), why=text)
    stored = postgresql_book.commands(NIGHT)[-1]
    assert (stored.id, stored.document["said"], stored.why) == (ident, text, text)
