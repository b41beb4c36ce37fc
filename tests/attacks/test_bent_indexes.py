"""Indexes and the schema of a book's file bent: ``verify`` finds it, and nothing is carried out twice."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.sql.expression import ClauseElement

from dealer.assistant import Assistant
from dealer.streams import Sender
from dealer.verification.book import is_misread, verify_book
from dealer.verification.streams import verify, verify_printings, verify_staff
from events.book import statements
from events.book.book import Book
from events.book.unit_of_work import CommandIds
from events.records import BookError
from tests.attacks.bent_index import bend, exchange, hide
from tests.support.told_to_sqlite import told_to_sqlite
from tests.web.command_line.called import assert_one_sentence, casekeeper

OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}
SENDER = Sender(who="M. Earp", device="tablet-1")
BENT = [f"command-{number:04}" for number in range(10, 22)]
COMMANDS = 60


def buy(book: Book, night: str, ident: str) -> int:
    document = {"do": "buy_checks", "player": "red", "amount": 500}
    return Assistant(book).execute(document, SENDER, night=night, command_id=ident).version


@pytest.fixture
def path(sound_book: Path, tmp_path: Path) -> Path:
    """A closed book of one night, whole in its file."""
    return Path(shutil.copy(sound_book, tmp_path))


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "night.db"
    with Book.open(path) as book:
        assistant = Assistant(book)
        night = assistant.execute(OPENING, SENDER).night
        assistant.execute({"do": "seat_player", "player": "red", "name": "Ada"}, SENDER, night=night)
        for number in range(COMMANDS):
            buy(book, night, f"command-{number:04}")
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()
    return path


def found_in(path: Path) -> str:
    """What is found wrong with the book as a whole; every night of it is sound, for the tables are as they were."""
    with Book.open(path, create=False) as book:
        assert [verify(book, night).finding for night in book.nights()] == [None]
        finding = verify_book(book)
    return f"{finding.check}: {finding.what}" if finding else ""


def test_twelve_ids_bent_in_the_index_are_found(path: Path) -> None:
    assert found_in(path) == ""
    assert bend(path, BENT) == len(BENT)
    assert "sqlite_autoindex_commands_1" in found_in(path)
    ran = casekeeper("verify", "--book", path)
    assert ran.exit_code == 1
    assert "The book: NOT SOUND. structure: " in ran.stdout


def test_commands_sent_again_are_not_carried_out_where_their_ids_are_bent(path: Path) -> None:
    """Nothing at all is written to such a file, and the sentence says what to do; then all is as it was."""
    bend(path, BENT)
    with Book.open(path) as book:
        (night,) = book.nights()
        before = len(book.fact_rows(night))
        for ident in (*BENT, "a new one"):
            with pytest.raises(BookError, match="casekeeper reindex") as refused:
                buy(book, night, ident)
            assert refused.value.code == "book_damaged"
        assert len(book.fact_rows(night)) == before
    ran = casekeeper("reindex", "--book", path)
    assert (ran.exit_code, found_in(path)) == (0, "")
    with Book.open(path) as book:
        for ident in BENT:
            buy(book, night, ident)
        assert len(book.fact_rows(night)) == before
        assert buy(book, night, "a new one") == before + 1


def test_an_index_bent_under_an_open_book_carries_nothing_out_twice(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who looks for an id asks the table too: that the index has it not is no proof."""
    compiled, bends = statements._compiled, list[bool]()

    def bent(statement: ClauseElement, dialect: str) -> tuple[str, dict[str, object]]:
        text, own = compiled(statement, dialect)
        lost = text.replace("WHERE commands.id = :of_id", "WHERE commands.id = 'x' || :of_id")
        bends.append(lost != text)
        return lost, own

    with Book.open(path) as book:
        (night,) = book.nights()
        before = buy(book, night, "the first of this process")
        monkeypatch.setattr(statements, "_compiled", bent)
        assert buy(book, night, BENT[0]) < before
        assert any(bends)
        assert len(book.fact_rows(night)) == before


def test_an_id_that_another_process_wrote_is_known_by_the_table(path: Path) -> None:
    with Book.open(path) as one, Book.open(path) as other:
        (night,) = one.nights()
        buy(one, night, "first here")
        version = buy(other, night, "written there")
        ids = CommandIds()
        with one.reading() as connection:
            ids.read_on(connection)
            assert ids._may_hold("written there")
        assert buy(one, night, "written there") == version


def in_schema(change: str) -> Callable[[sqlite3.Connection], None]:
    def bend_schema(raw: sqlite3.Connection) -> None:
        raw.execute("PRAGMA writable_schema = ON")
        assert raw.execute(change).rowcount > 0

    return bend_schema


def run(*statements: str) -> Callable[[sqlite3.Connection], None]:
    def change(raw: sqlite3.Connection) -> None:
        for statement in statements:
            raw.execute(statement)

    return change


SCHEMAS = {
    "a trigger that lets everything pass": (
        run(
            "DROP TRIGGER facts_never_update",
            "CREATE TRIGGER facts_never_update BEFORE UPDATE ON facts BEGIN SELECT 1; END",
        ),
        "trigger facts_never_update",
    ),
    "a trigger that acts on what is written": (
        run("CREATE TRIGGER quiet AFTER INSERT ON commands BEGIN SELECT 1; END"),
        "trigger quiet",
    ),
    "a trigger that never fires": (
        in_schema(
            "UPDATE sqlite_master SET sql = replace(sql, 'ON facts', 'ON facts WHEN 0') WHERE name LIKE '%delete'"
        ),
        "trigger facts_never_delete",
    ),
    "a column that compares otherwise": (
        in_schema("UPDATE sqlite_master SET sql = replace(sql, 'id VARCHAR', 'id VARCHAR COLLATE NOCASE')"),
        "table commands",
    ),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_bent_schema_is_found(path: Path, name: str) -> None:
    change, says = SCHEMAS[name]
    raw = sqlite3.connect(path, isolation_level=None)
    change(raw)
    raw.close()
    with Book.open(path, create=False) as book:
        finding = verify_book(book)
    assert finding
    assert finding.check == "structure"
    assert says in finding.what


def test_a_fact_that_an_index_hides_is_no_end_that_is_gone(path: Path) -> None:
    """No older copy is looked for, and the server is not kept from showing the other nights."""
    hide(path, "2026-11-21-1", 9)
    verified = casekeeper("verify", "--book", path)
    assert "The book: NOT SOUND. structure: " in verified.stdout
    assert "its end is gone" not in verified.output
    assert "went on from an older copy" not in verified.output
    assert_one_sentence(casekeeper("serve", "--book", path, "--host", "no address"), "bad_address")


def test_a_schema_that_is_no_text_is_damage_and_no_fault_of_the_program(path: Path) -> None:
    """One bit of a column's type: SQLite names it in bytes that nobody can decode."""
    path.write_bytes(path.read_bytes().replace(b"id VARCHAR NOT NULL", b"id V\xc1RCHAR NOT NULL"))
    assert_one_sentence(casekeeper("verify", "--book", path), "book_damaged")


def test_a_table_without_its_keys_is_found(path: Path) -> None:
    """SQLite itself will not read a schema whose indexes belong to nothing; the verdict is one sentence."""
    raw = sqlite3.connect(path, isolation_level=None)
    in_schema("UPDATE sqlite_master SET sql = replace(sql, 'UNIQUE (prev_hash)', 'CHECK (1)') WHERE name = 'commands'")(
        raw
    )
    raw.close()
    assert_one_sentence(casekeeper("verify", "--book", path), "book_damaged")


def test_a_view_in_a_tables_place_is_found(path: Path) -> None:
    """It may show other rows to one who asks otherwise; and nothing can be written to it."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("ALTER TABLE facts RENAME TO true_facts")
    raw.execute("CREATE VIEW facts AS SELECT * FROM true_facts")
    raw.close()
    with Book.open(path, create=False) as book:
        finding = verify_book(book)
    assert finding


def test_an_id_borne_twice_is_found_though_every_index_is_made_for_it(path: Path) -> None:
    """A night's commands doubled with good hashes, in a table whose index was dropped from the schema."""
    raw = sqlite3.connect(path, isolation_level=None)
    columns = [name for _, name, *_ in raw.execute("PRAGMA table_info(commands)")]
    kept = ", ".join(f"{name} TEXT" if name not in ("number",) else "number INT" for name in columns)
    for statement in (
        "DROP TRIGGER commands_never_update",
        "DROP TRIGGER commands_never_delete",
        "DROP TRIGGER commands_never_replace",
        "ALTER TABLE commands RENAME TO before",
        f"CREATE TABLE commands ({kept})",
        "INSERT INTO commands SELECT * FROM before",
        "INSERT INTO commands SELECT * FROM before WHERE number = 12",
    ):
        raw.execute(statement)
    raw.close()
    with Book.open(path, create=False) as book:
        assert book.ids_twice() == [("command-0009", 2)]
        assert verify_book(book)
        assert verify(book, book.nights()[0]).finding


def test_what_verifies_a_book_reads_no_index_of_it(path: Path) -> None:
    """Every query that it asks is planned by SQLite as a scan of the table, or by its row numbers."""
    with Book.open(path, create=False) as book, told_to_sqlite(book._reading) as asked:
        spans = book.spans()
        verify(book, book.nights()[0], spans=spans)
        verify(book, book.nights()[0])
        # The list of nights is no check.
        no_checks = [one for one in asked if "ORDER BY facts.position" in one]
        for look in (verify_staff, verify_printings):
            with pytest.raises(Exception, match="no night"):
                look(book, spans=spans)
        verify_book(book, spans)
    raw = sqlite3.connect(path)
    plans = [
        step
        for statement in asked
        if re.search(r"FROM (facts|commands)", statement) and statement not in no_checks
        for *_, step in raw.execute(f"EXPLAIN QUERY PLAN {statement}")
    ]
    raw.close()
    assert len(plans) > 8
    for step in plans:
        assert re.fullmatch(
            r"SCAN (facts|commands)|SEARCH (facts|commands) USING INTEGER PRIMARY KEY .*|USE TEMP B-TREE FOR .*", step
        ), step


@pytest.mark.parametrize("how", [hide, exchange], ids=lambda how: how.__name__)
def test_a_night_that_an_index_has_otherwise_is_misread_and_another_is_not(
    path: Path, how: Callable[..., None]
) -> None:
    with Book.open(path) as book:
        (night,) = book.nights()
        other = Assistant(book).execute({**OPENING, "table": "The Lynx"}, SENDER).night
        assert not is_misread(book, night)
    how(path, night, *((3,) if how is hide else (3, 4)))
    with Book.open(path) as book:
        assert is_misread(book, night)
        assert not is_misread(book, other)
