"""Kills at random moments under load: nothing acknowledged is lost, doubled or half there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
import pytest

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService
from events.book.book import Book
from events.book.sqlite import sqlite3
from tests.attacks.servers import SENDER
from tests.crashes.clients import Answer, Command, Reader
from tests.crashes.evening import Evening, Plan, longest_stale
from tests.crashes.servers import Database, Service
from tests.crashes.stored import Stored
from tests.support.casekeeper_serve import PATIENCE_S
from tests.support.house import OPENING

KILLS = 5


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    """A PostgreSQL server to be killed. It lies where the user that it runs as can read it."""
    with TemporaryDirectory(prefix="casekeeper-postgresql-") as folder:
        started = Database(Path(folder))
        yield started
        started.close()


@pytest.mark.parametrize("seed", range(5))
def test_a_server_on_sqlite_is_killed_again_and_again(seed: int, tmp_path: Path) -> None:
    assert_whole(_plan(seed, tmp_path, str(tmp_path / "night.db")))


@pytest.mark.postgresql
@pytest.mark.parametrize("seed", range(5))
def test_two_servers_on_postgresql_and_their_database_are_killed(seed: int, tmp_path: Path, database: Database) -> None:
    assert_whole(_plan(seed, tmp_path, database.new_book(f"evening_{seed}"), database))


@pytest.mark.postgresql
def test_all_processes_of_a_database_that_syncs_are_killed(tmp_path: Path, database: Database) -> None:
    with psycopg.connect(database.url) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
        assert connection.execute("SHOW full_page_writes").fetchone() == ("on",)
    plan = _plan(1, tmp_path, database.new_book("all_killed"), database)
    assert_whole(replace(plan, kills=3, whom=("everything",) * 3))


def test_a_server_that_removes_a_log_at_its_start_is_found(tmp_path: Path) -> None:
    plan = _plan(1, tmp_path, str(tmp_path / "night.db"))
    faults = Evening(replace(plan, whom=("both",) * KILLS, bug="log-removed-at-start")).run().faults
    assert "lost" in {fault.partition(":")[0] for fault in faults}


@pytest.mark.postgresql
def test_a_commit_that_the_killed_database_had_not_synced_is_found(tmp_path: Path, database: Database) -> None:
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        connection.execute("SELECT pg_reload_conf()")
    plan = _plan(1, tmp_path, database.new_book("not_synced"), database)
    plan = replace(plan, whom=("everything",) * KILLS, bug="committed-without-wal-flush")
    faults = Evening(plan).run().faults
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM RESET wal_writer_delay")
        connection.execute("SELECT pg_reload_conf()")
    assert "lost" in {fault.partition(":")[0] for fault in faults}


def _plan(seed: int, folder: Path, book: str, database: Database | None = None) -> Plan:
    """An evening that a slow machine ends in time too. How late a reader hears of something is the command's to say."""
    return Plan(
        book=book,
        folder=folder,
        kills=KILLS,
        seed=seed,
        tables=4,
        programs=2,
        servers=((), ()) if database else ((),),
        database=database,
        pause_s=0.2,
        stale_s=PATIENCE_S,
    )


def assert_whole(plan: Plan) -> None:
    outcome = Evening(plan).run()
    assert outcome.faults == []
    assert outcome.kills.total() == plan.kills
    assert outcome.counted == outcome.answers > plan.kills
    assert outcome.heard


PREPARING: dict[str, dict[str, Any]] = {
    "seat_player": {"player": "red", "card": "ada"},
    "buy_checks": {"player": "red", "amount": 20_000},
    "start_deal": {},
    "expose_soda": {"card": "5"},
}


def small_book(path: Path) -> list[Answer]:
    """A book with a bet, a marker and a bet over the limit; returns their answers."""
    documents: dict[str, dict[str, Any]] = {
        "bet": {"do": "place_bet", "bet": "b1", "player": "red", "kind": "single", "ranks": ["K"], "stake": 500},
        "marker": {"do": "issue_marker", "player": "red", "amount": 500},
        "high": {"do": "place_bet", "bet": "b2", "player": "red", "kind": "single", "ranks": ["K"], "stake": 10**9},
    }
    answers = []
    with Book.open(path) as book:
        service = NightService(book)
        service.execute_for_house({"do": "register_player", "card": "ada", "name": "Ada"}, SENDER, command_id="card")
        night = service.execute({"do": "open_night", **OPENING}, SENDER, command_id="open").night
        for do, arguments in PREPARING.items():
            service.execute({"do": do, **arguments}, SENDER, night=night, command_id=do)
        for ident, document in documents.items():
            status, body = 200, {}
            try:
                receipt = service.execute(document, SENDER, night=night, command_id=ident)
                facts = tuple(type(event).__name__ for event in receipt.events)
                body = {"version": receipt.version, "head": receipt.hash, "facts": facts}
            except Refusal as refusal:
                status, body = 422, {"code": refusal.code}
            answers.append(Answer(Command(ident, night, document), status, body, 0.0, 0.0))
    return answers


PREPARED = ("card", "open", *PREPARING)
PLANTED = {
    "nothing": ("", []),
    "the last command is gone": ("DELETE FROM commands WHERE id = 'high'", ["lost"]),
    "a command is gone without its events": ("DELETE FROM commands WHERE id = 'bet'", ["chain", "half", "lost"]),
    "an event is gone": ("DELETE FROM facts WHERE command = 'bet'", ["chain", "differs", "half"]),
    "the house's entry is gone": ("DELETE FROM commands WHERE id = 'house of marker'", ["half"]),
    "the night's command is gone": ("DELETE FROM commands WHERE id = 'marker'", ["chain", "half", "lost"]),
    "a refusal became another": ("UPDATE commands SET refused = 'no_deal' WHERE id = 'high'", ["differs"]),
    "a command was carried out again": (
        "INSERT INTO commands SELECT 'again', night, number + 1, body, at, who, device, version_before, "
        "version_before, NULL, NULL, hash, 'another' FROM commands WHERE id = 'high'",
        ["doubled"],
    ),
    "another amount was written": (
        "UPDATE commands SET body = replace(body, '500', '600') WHERE id = 'marker'",
        ["differs"],
    ),
}


@pytest.mark.parametrize(("statement", "kinds"), PLANTED.values(), ids=PLANTED)
def test_what_is_wrong_with_a_book_is_found(statement: str, kinds: list[str], tmp_path: Path) -> None:
    book = tmp_path / "night.db"
    answers = small_book(book)
    with closing(sqlite3.connect(book)) as file:
        for table in ("commands", "facts"):
            for way in ("update", "delete", "replace"):
                file.execute(f"DROP TRIGGER {table}_never_{way}")
        file.execute(statement)
        file.commit()
    sent = {answer.command.id: answer.command for answer in answers}
    faults = Stored(str(book)).faults(answers, sent, PREPARED)
    assert sorted({fault.partition(":")[0] for fault in faults}) == kinds


STALE = {
    "heard a second later": ([(0.0, None)], [], 11.0, 1.0),
    "its server is gone for five seconds": ([(0.0, 10.5), (15.5, None)], [10.5], 16.0, 0.5),
    "and it takes three more": ([(0.0, 10.5), (15.5, None)], [10.5], 18.5, 3.0),
}


@pytest.mark.parametrize(("up", "downs", "heard_at", "wanted_s"), STALE.values(), ids=STALE)
def test_a_reader_is_stale_only_while_a_server_is_there(
    up: list[tuple[float, float | None]], downs: list[float], heard_at: float, wanted_s: float, tmp_path: Path
) -> None:
    """The command is answered at 10 s."""
    service = Service("night.db", tmp_path / "key", tmp_path / "log")
    service.up, service.downs = up, downs
    reader = Reader([service], "night", 0, {})
    reader.attached, reader.heard = [(0.0, 0)], {1: (heard_at, "hash")}
    answer = Answer(Command("a", "night", {}), 200, {"version": 1}, 9.0, 10.0)
    assert longest_stale(reader, [service], [answer]) == (wanted_s, answer)
