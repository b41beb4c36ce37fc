"""Several servers on one PostgreSQL book: each command once, nothing overlooked, and connections that are lost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from queue import SimpleQueue
from typing import Any

import psycopg
import pytest

from dealer.night_service import NightService
from dealer.verification.streams import verify, verify_house
from events.book import database
from events.book.book import Book
from events.book.unit_of_work import UnitOfWork
from events.records import BookError, RecordedCommand
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.dealing import SEATS, Crowd, checks_of, open_night, send
from tests.events.shelves import Shelf
from tests.support.pgbouncer import pgbouncer

pytestmark = pytest.mark.postgresql

NIGHT = "2026-11-21-1"
PATIENCE_S = 60


@pytest.fixture
def servers(postgresql_shelf: Shelf) -> Iterator[tuple[Book, Book]]:
    """Two servers on one book."""
    with postgresql_shelf.open() as first, postgresql_shelf.open() as other:
        yield first, other


def cut(book: Book) -> None:
    """Cut the writing connection of a book, as the end of its database server does."""
    assert book._writing
    raw = book._writing.raw_connection()
    session = raw.driver_connection
    raw.close()
    terminate(book, session)


def terminate(book: Book, session: Any) -> None:
    """End a session of a book's database."""
    assert book._writing
    url = book._writing.url.render_as_string(hide_password=False).replace("+psycopg", "")
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 5000)", (session.info.backend_pid,))


def job_with(before: Callable[[UnitOfWork], object], ran: list[str]) -> Callable[[UnitOfWork], RecordedCommand]:
    """A job that appends a command unless it is there, and does something else the first time."""

    def job(unit: UnitOfWork) -> RecordedCommand:
        ran.append("ran")
        earlier = unit.command("c1", NIGHT)
        if earlier:
            return earlier
        unit.head(NIGHT)
        if len(ran) == 1:
            before(unit)
        return unit.accept(ask("c1"), [bought()])

    return job


def test_each_hears_what_the_others_append(servers: tuple[Book, Book]) -> None:
    """And nothing of its own, which it knows."""
    first, other = servers
    heard: SimpleQueue[Collection[str] | None] = SimpleQueue()
    accept(first, ask("own", "own"), [bought()])
    end = first.on_others_commit(heard.put)
    assert heard.get(timeout=PATIENCE_S) is None
    accept(first, ask("own too", "own"), [bought()])
    accept(other, ask("others"), [bought()])
    assert heard.get(timeout=PATIENCE_S) == [NIGHT]
    accept(other, ask("long", "n" * 9_000), [bought()])
    assert heard.get(timeout=PATIENCE_S) is None
    end()


def test_a_listener_whose_connection_is_lost_listens_again(servers: tuple[Book, Book], postgresql_shelf: Shelf) -> None:
    first, other = servers
    heard: SimpleQueue[Collection[str] | None] = SimpleQueue()
    end = first.on_others_commit(heard.put)
    assert heard.get(timeout=PATIENCE_S) is None
    postgresql_shelf.run(
        first, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE left(query, 6) = 'LISTEN'"
    )
    assert heard.get(timeout=PATIENCE_S) is None
    accept(other, ask("others"), [bought()])
    assert heard.get(timeout=PATIENCE_S) == [NIGHT]
    end()


def test_eight_clients_of_two_servers_at_one_table(servers: tuple[Book, Book]) -> None:
    services, crowd, each = [NightService(book) for book in servers], Crowd(), 8
    night = open_night(services[0], seats=8)

    def client(number: int) -> None:
        for n in range(each):
            # The same command is sent to both, as by a tablet that changes the server before it has its answer.
            for service in services[:: 1 if number % 2 else -1]:
                send(service, night, "tip", as_=f"{number}-{n}", player=SEATS[number], amount=25)

    for number in range(8):
        crowd.send(lambda number=number: client(number))
    assert not crowd.join().errors
    assert_whole(servers[0])
    for service in services:
        assert {checks_of(service, night, seat) for seat in SEATS[:8]} == {25_000 - 25 * each}
    assert verify(servers[0], night).finding is None
    assert verify_house(servers[1]).finding is None


def test_whoever_was_slower_decides_again(servers: tuple[Book, Book], monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where a writer does not wait for its turn, the chain does not fork."""
    first, other = servers
    accept(first, ask("c0"), [bought()])
    ran: list[str] = []

    def writes_out_of_turn(_: UnitOfWork) -> None:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(database, "WRITER_LOCK", 1)
            accept(other, ask("quicker"), [bought()])

    recorded = first.write(job_with(writes_out_of_turn, ran))
    assert (len(ran), recorded.version_before) == (2, 2)
    assert_whole(first)


def test_a_connection_lost_before_the_commit_costs_nothing(servers: tuple[Book, Book]) -> None:
    first, _ = servers
    accept(first, ask("c0"), [bought()])
    ran: list[str] = []

    def is_cut(unit: UnitOfWork) -> None:
        terminate(first, unit._group.connection.connection.driver_connection)

    assert first.write(job_with(is_cut, ran)).version_after == 2
    assert len(ran) == 2
    assert_whole(first)


def test_a_commit_whose_answer_is_lost_is_found_again(
    servers: tuple[Book, Book], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command is carried out once, and its sender is told so."""
    first, other = servers
    ran: list[str] = []
    assert first._writing
    commit = first._writing.dialect.do_commit

    def commits_and_is_cut(connection: Any) -> None:
        commit(connection)
        monkeypatch.undo()
        terminate(first, connection.driver_connection)
        connection.driver_connection.execute("SELECT 1")

    accept(first, ask("c0"), [bought()])
    monkeypatch.setattr(first._writing.dialect, "do_commit", commits_and_is_cut)
    assert first.write(job_with(lambda _: None, ran)).version_after == 2
    assert len(ran) == 2
    assert_whole(other)


def test_a_database_that_went_back_is_not_written_to(servers: tuple[Book, Book], postgresql_shelf: Shelf) -> None:
    """As when a standby takes over that had not received everything. When the newer state is back, it goes on."""
    first, other = servers
    accept(first, ask("c0"), [bought()])
    accept(first, ask("c1"), [bought()])
    with _taken_away(postgresql_shelf, first):
        cut(first)
        with pytest.raises(BookError) as caught:
            accept(first, ask("c2"), [bought()])
        assert caught.value.code == "book_short"
        assert NIGHT in caught.value.why
        with pytest.raises(BookError) as caught:
            first.assert_writing()
        assert caught.value.code == "book_short"
        assert other.positions() == (1, 1)
    first.assert_writing()
    accept(first, ask("c2"), [bought()])
    assert_whole(first)


@contextmanager
def _taken_away(shelf: Shelf, book: Book) -> Iterator[None]:
    """The last event and command are gone meanwhile."""
    with psycopg.connect(str(shelf.where), autocommit=True) as connection:
        for table, number in (("facts", "version"), ("commands", "number")):
            connection.execute(f"CREATE TABLE gone_{table} AS SELECT * FROM {table} WHERE {number} = 2".encode())
            connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER".encode())
            connection.execute(f"DELETE FROM {table} WHERE {number} = 2".encode())
        yield
        for table in ("facts", "commands"):
            connection.execute(f"INSERT INTO {table} SELECT * FROM gone_{table}".encode())
            connection.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER".encode())


def test_a_book_behind_a_pooler(postgresql: str) -> None:
    """PgBouncer lends each transaction another session: nothing may depend on one."""
    with closing(psycopg.connect(postgresql, autocommit=True)) as connection:
        connection.execute("DROP DATABASE IF EXISTS pooled")
        connection.execute("CREATE DATABASE pooled")
    with pgbouncer(postgresql, "pooled") as url, Book.open(url) as first, Book.open(url) as other:
        services, crowd, heard = [NightService(first), NightService(other)], Crowd(), SimpleQueue[Any]()
        night = open_night(services[0], seats=4)
        end = first.on_others_commit(heard.put)

        def client(number: int) -> None:
            for n in range(10):
                send(services[n % 2], night, "tip", as_=f"{number}-{n}", player=SEATS[number], amount=25)
                services[number % 2].night(night)

        for number in range(4):
            crowd.send(lambda number=number: client(number))
        assert not crowd.join().errors
        assert_whole(first)
        assert {checks_of(services[0], night, seat) for seat in SEATS[:4]} == {25_000 - 250}
        # Screens look for themselves: announcements do not come through.
        assert heard.empty()
        end()
