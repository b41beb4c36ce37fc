"""Copies of a book put in its place, backups, and indexes bent by hand: each is found."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from sqlalchemy import event

from dealer.night_service import NightService
from dealer.streams import Sender
from dealer.verification.book import is_misread, verify_book
from dealer.verification.streams import verify, verify_printings, verify_staff
from events.book.book import Book
from events.book.external_head import read_head
from events.book.file import beside
from events.book.lock import FileLock
from events.book.unit_of_work import CommandIds
from events.records import BookError
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.dealing import open_night, send
from tests.events.family import finish, start
from tests.events.shelves import Shelf
from tests.support.forger import bend, exchange, hide, told_to_sqlite
from tests.web.command_line.called import assert_one_sentence, casekeeper
from web.command_line.terminal import _assert_not_short

NIGHT = "2026-11-21-1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "night.db"


def play(path: Path, commands: int, name: str = "c") -> None:
    with Book.open(path) as book:
        service = NightService(book)
        night = NIGHT if NIGHT in book.nights() else open_night(service)
        for number in range(commands):
            send(service, night, "buy_checks", as_=f"{name}-{number}", player="red", amount=25)


def modes(folder: Path) -> dict[str, int]:
    return {one.name: stat.S_IMODE(one.stat().st_mode) for one in folder.iterdir()}


def verified(path: Path, *more: object) -> tuple[int, str]:
    ran = casekeeper("verify", "--book", path, *more)
    return ran.exit_code, ran.stdout


def test_a_book_that_was_closed_is_one_file(path: Path) -> None:
    play(path, 20)
    assert sorted(one.name for one in path.parent.iterdir()) == ["night.db", "night.db.head"]
    copy = path.parent / "copy.db"
    shutil.copyfile(path, copy)
    with Book.open(copy, create=False) as book:
        assert len(book.commands(NIGHT)) == 25
        assert_whole(book)


def test_a_book_is_whole_in_its_file_though_a_reader_keeps_its_log(path: Path) -> None:
    with Book.open(path) as book:
        accept(book, ask("first"), [bought()])
        reader = Book.open(path, create=False, read_only=True)
        reader.nights()
        accept(book, ask("second"), [bought()])
    copy = path.parent / "copy.db"
    shutil.copyfile(path, copy)
    reader.close()
    with Book.open(copy, create=False, read_only=True) as copied:
        assert copied.positions() == (2, 2)


def test_an_older_copy_put_back_is_found_and_not_served(path: Path) -> None:
    """Sound in itself: only the head outside of it knows."""
    play(path, 10, "before")
    shutil.copyfile(path, path.parent / "old.db")
    play(path, 10, "after")
    assert verified(path)[0] == 0
    shutil.copyfile(path.parent / "old.db", path)
    status, said = verified(path)
    assert status == 1
    assert f"{NIGHT}: sound." in said
    assert "NOT SOUND. head: its end is missing" in said
    refused = casekeeper("serve", "--book", path)
    assert_one_sentence(refused, "book_short")
    assert "night.db.head away to continue from here" in refused.stderr
    said_in_json = json.loads(casekeeper("verify", "--json", "--book", path).stdout)
    assert (said_in_json["sound"], said_in_json["heads"][0]["finding"]["check"]) == (False, "head")
    beside(path, ".head").unlink()
    status, said = verified(path)
    assert status == 0
    assert "No head of" in said


def test_an_older_folder_put_back_is_not_served_beside_a_head_kept_elsewhere(path: Path, tmp_path: Path) -> None:
    """The head in the folder is as old as the book; the one on the stick is not."""
    stick = tmp_path / "stick.head"
    play(path, 10, "before")
    shutil.copytree(path.parent, tmp_path / "old")
    play(path, 10, "after")
    shutil.copyfile(beside(path, ".head"), stick)
    shutil.copytree(tmp_path / "old", path.parent, dirs_exist_ok=True)
    assert verified(path)[0] == 0
    refused = casekeeper("serve", "--book", path, "--head", stick)
    assert_one_sentence(refused, "book_short")
    assert f"move {stick} away" in refused.stderr


def test_an_older_folder_is_not_served_though_the_stick_is_not_named(path: Path, tmp_path: Path) -> None:
    """The book has a note of the stick, which this start would replace: then nobody would miss the stick."""
    stick = tmp_path / "stick.head"
    play(path, 10, "before")
    with Book.open(path, heads=[stick]) as book:
        book.note_heads()
    shutil.copytree(path.parent, tmp_path / "old", ignore=shutil.ignore_patterns("stick.head"))
    with Book.open(path, heads=[stick]) as book:
        send(NightService(book), NIGHT, "buy_checks", as_="after", player="red", amount=25)
    shutil.copytree(tmp_path / "old", path.parent, dirs_exist_ok=True)
    refused = casekeeper("serve", "--book", path, "--host", "192.0.2.1")
    assert_one_sentence(refused, "book_short")
    assert f"move {stick} away" in refused.stderr


def test_a_start_without_any_head_is_told_and_heads_are_there_from_the_start(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They came with the first command after the start, so a house that was only started was called not sound."""
    head = beside(path, ".head")
    with Book.open(path) as book:
        assert not _assert_not_short(book)
        book.note_heads()
        assert not _assert_not_short(book)
    assert verified(path)[0] == 0
    play(path, 3)
    head.unlink()
    with Book.open(path) as book:
        assert [f"there is no head at {head}" in str(warning) for warning in _assert_not_short(book)] == [True]
        assert "there is no head at" in capsys.readouterr().err
        book.note_heads()
        assert not _assert_not_short(book)
        assert read_head(head) == msgspec.structs.replace(book.newest_head(), at=read_head(head).at)  # type: ignore[union-attr]
    assert verified(path)[0] == 0


@pytest.mark.parametrize("longer", [0, 20])
def test_a_night_that_went_on_from_an_older_copy_is_found(path: Path, longer: int) -> None:
    """Shorter than the one that was lost, and longer; the head keeps what it has seen, though others write."""
    play(path, 10, "before")
    shutil.copyfile(path, path.parent / "old.db")
    play(path, 10, "one-end")
    seen = beside(path, ".head").read_bytes()
    shutil.copyfile(path.parent / "old.db", path)
    play(path, 5 + longer, "other-end")
    assert read_head(beside(path, ".head")) == read_head_of(seen, path.parent)
    status, said = verified(path)
    assert status == 1
    assert ("continued from an older copy" if longer else "its end is missing") in said


def read_head_of(content: bytes, folder: Path) -> object:
    (folder / "seen.head").write_bytes(content)
    return read_head(folder / "seen.head")


def test_a_book_is_held_against_a_head_kept_elsewhere(path: Path, tmp_path: Path) -> None:
    """As on a stick: whoever has the book's folder and rewrites both there does not have that one."""
    stick = tmp_path / "stick.head"
    with Book.open(path, heads=(stick,)) as book:
        for number in range(3):
            accept(book, ask(f"c{number}", "x"), [bought()])
    assert read_head(stick) == read_head(beside(path, ".head"))
    for name in path.parent.glob("night.db*"):
        name.unlink()
    with Book.open(path) as book:
        for number in range(9):
            accept(book, ask(f"other-{number}", "x"), [bought()])
    status, said = verified(path, "--head", stick)
    assert status == 1
    assert "head: stick.head of 20" in said
    assert_one_sentence(casekeeper("verify", "--book", path, "--head", tmp_path / "none"), "no_such_head")


def test_a_copy_without_its_log_is_found_by_the_head_though_the_program_was_killed(path: Path) -> None:
    with start("until_killed", path) as working:
        while not beside(path, ".head").exists():
            working.stdout.readline()
        working.kill()
        working.wait(30)
    head = read_head(beside(path, ".head"))
    assert head
    with Book.open(path, create=False, read_only=True) as book:
        for stream, kept in head.streams.items():
            assert book.has(stream, kept), "the head is never ahead of the book"
    assert beside(path, "-wal").stat().st_size
    beside(path, "-wal").unlink()
    beside(path, "-shm").unlink()
    ran = casekeeper("verify", "--book", path)
    assert ran.exit_code == 1


def test_a_backup_is_whole_while_the_table_plays(path: Path, tmp_path: Path) -> None:
    """Taken again and again from a book that another thread writes to, and each as of one moment."""
    copies = tmp_path / "copies"
    copies.mkdir()
    stop = Event()
    with Book.open(path) as book:
        service = NightService(book)
        night = open_night(service)

        def plays() -> None:
            number = 0
            while not stop.is_set():
                send(service, night, "buy_checks", as_=f"c{number}", player="red", amount=25)
                number += 1

        table = Thread(target=plays)
        table.start()
        try:
            for number in range(3):
                before = len(book.commands(night))
                ran = casekeeper("backup", path, copies / f"{number}.db")
                assert ran.exit_code == 0, ran.stderr
                assert "The copy was verified: sound." in ran.stdout
                with Book.open(copies / f"{number}.db", create=False, read_only=True) as copied:
                    assert len(copied.commands(night)) >= before
                    assert_whole(copied)
        finally:
            stop.set()
            table.join()
    assert modes(copies) == {f"{number}.db{suffix}": 0o600 for number in range(3) for suffix in ("", ".head")}


def test_a_backup_overwrites_nothing_unasked(path: Path, tmp_path: Path) -> None:
    play(path, 3)
    target = tmp_path / "copy.db"
    target.write_text("Dear diary")
    assert_one_sentence(casekeeper("backup", path, target), "file_exists")
    assert target.read_text() == "Dear diary"
    assert casekeeper("backup", path, target, "--replace").exit_code == 0
    assert verified(target)[0] == 0
    folder = tmp_path / "folder"
    folder.mkdir()
    assert casekeeper("backup", path, folder).exit_code == 0
    (name,) = (one.name for one in folder.glob("*.db"))
    assert name.startswith("night-20")
    assert_one_sentence(casekeeper("backup", path, tmp_path / "none" / "copy.db"), "unwritable")
    assert_one_sentence(casekeeper("backup", tmp_path / "none.db", tmp_path / "next.db"), "no_such_book")


def test_a_backup_takes_the_place_of_no_book_in_use(path: Path, tmp_path: Path) -> None:
    """Not of the book that is copied, by no name of it; of none that is served; and of none whose log is there."""
    play(path, 3)
    (tmp_path / "link.db").symlink_to(path)
    for target in (path, tmp_path / "link.db"):
        assert_one_sentence(casekeeper("backup", path, target, "--replace"), "same_file")
    served, killed = tmp_path / "served.db", tmp_path / "killed.db"
    play(served, 5)
    lock = FileLock.taken(served, "casekeeper serve, in a test")
    assert_one_sentence(casekeeper("backup", path, served, "--replace"), "book_owned")
    lock.release()
    play(killed, 5)
    with Book.open(killed) as book:
        send(NightService(book), NIGHT, "buy_checks", player="red", amount=25)
        assert_one_sentence(casekeeper("backup", path, killed, "--replace"), "book_in_use")
    assert casekeeper("backup", path, killed, "--replace").exit_code == 0
    assert verified(killed)[0] == verified(path)[0] == 0


def test_a_backup_onto_a_full_disk_is_one_sentence(path: Path, tmp_path: Path) -> None:
    """The system refuses in the middle of the copy: nothing of it is left."""
    play(path, 60)
    before = sorted(tmp_path.iterdir())
    (words,) = finish(start("backs_up_onto_a_small_disk", path, tmp_path / "copy.db"))
    assert words[0] == 1
    assert words[1].endswith(f"The copy cannot be written to {tmp_path / 'copy.db'}: disk I/O error. [unwritable]\n")
    assert sorted(tmp_path.iterdir()) == before


def test_a_copy_takes_the_place_of_no_device(path: Path, tmp_path: Path) -> None:
    """Root may put a file in the place of /dev/null, and the machine is then not to be used."""
    play(path, 3)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    before = sorted(tmp_path.iterdir())
    assert_one_sentence(casekeeper("backup", path, pipe, "--replace"), "unwritable")
    assert pipe.is_fifo()
    assert sorted(tmp_path.iterdir()) == before


def test_a_backup_of_a_book_that_is_not_sound_says_so(path: Path, tmp_path: Path) -> None:
    play(path, 3)
    shelf = Shelf("file", path)
    with shelf.open() as book:
        shelf.run(book, "DROP TRIGGER facts_never_update")
        shelf.run(book, "UPDATE facts SET who = 'Nobody' WHERE version = 2")
    ran = casekeeper("backup", path, tmp_path / "copy.db")
    assert ran.exit_code == 1
    assert "The copy is NOT SOUND, because the book is not." in ran.stdout
    assert verified(tmp_path / "copy.db")[0] == 1


@pytest.mark.postgresql
def test_a_database_is_backed_up_into_a_file(postgresql_shelf: Shelf, tmp_path: Path) -> None:
    with postgresql_shelf.open() as book:
        service = NightService(book)
        night = open_night(service)
        ran = casekeeper("backup", postgresql_shelf.where, tmp_path / "copy.db")
        assert ran.exit_code == 0, ran.stderr
        with Book.open(tmp_path / "copy.db", create=False, read_only=True) as copied:
            assert copied.rows(night) == book.rows(night)
        assert verified(tmp_path / "copy.db")[0] == 0


def test_a_books_files_are_their_owners_alone(path: Path) -> None:
    with Book.open(path) as book:
        accept(book, ask("first"), [bought()])
        assert set(modes(path.parent).values()) == {0o600}
        assert set(modes(path.parent)) >= {"night.db", "night.db-wal", "night.db-shm"}
    assert modes(path.parent) == {"night.db": 0o600, "night.db.head": 0o600}


def test_a_book_that_others_could_read_is_said_and_closed_to_them(path: Path) -> None:
    play(path, 2)
    path.chmod(0o644)
    ran = casekeeper("verify", "--book", path)
    assert (ran.exit_code, "Others can read" in ran.stderr) == (0, True)
    served = casekeeper("serve", "--book", path, "--host", "no address")
    assert "Now only the owner can" in served.stderr
    assert modes(path.parent)["night.db"] == 0o600


OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}
SENDER = Sender(who="M. Earp", device="tablet-1")
BENT = [f"command-{number:04}" for number in range(10, 22)]
COMMANDS = 60


def buy(book: Book, night: str, ident: str) -> int:
    document = {"do": "buy_checks", "player": "red", "amount": 500}
    return NightService(book).execute(document, SENDER, night=night, command_id=ident).version


@pytest.fixture
def bent_book(sound_book: Path, tmp_path: Path) -> Path:
    """A closed book of one night, whole in its file."""
    return Path(shutil.copy(sound_book, tmp_path))


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    bent_book = tmp_path_factory.mktemp("sound") / "night.db"
    with Book.open(bent_book) as book:
        service = NightService(book)
        night = service.execute(OPENING, SENDER).night
        service.execute({"do": "seat_player", "player": "red", "name": "Ada"}, SENDER, night=night)
        for number in range(COMMANDS):
            buy(book, night, f"command-{number:04}")
    raw = sqlite3.connect(bent_book)
    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()
    return bent_book


def found_in(bent_book: Path) -> str:
    """What is found wrong with the book as a whole; every night of it is sound, for the tables are as they were."""
    with Book.open(bent_book, create=False) as book:
        assert [verify(book, night).finding for night in book.nights()] == [None]
        finding = verify_book(book)
    return f"{finding.check}: {finding.what}" if finding else ""


def test_twelve_ids_bent_in_the_index_are_found(bent_book: Path) -> None:
    assert found_in(bent_book) == ""
    assert bend(bent_book, BENT) == len(BENT)
    assert "sqlite_autoindex_commands_1" in found_in(bent_book)
    ran = casekeeper("verify", "--book", bent_book)
    assert ran.exit_code == 1
    assert "The book: NOT SOUND. structure: " in ran.stdout


def test_commands_sent_again_are_not_carried_out_where_their_ids_are_bent(bent_book: Path) -> None:
    """Nothing at all is written to such a file, and the sentence says what to do; then all is as it was."""
    bend(bent_book, BENT)
    with Book.open(bent_book) as book:
        (night,) = book.nights()
        before = len(book.event_rows(night))
        for ident in (*BENT, "a new one"):
            with pytest.raises(BookError, match="casekeeper reindex") as refused:
                buy(book, night, ident)
            assert refused.value.code == "book_damaged"
        assert len(book.event_rows(night)) == before
    ran = casekeeper("reindex", "--book", bent_book)
    assert (ran.exit_code, found_in(bent_book)) == (0, "")
    with Book.open(bent_book) as book:
        for ident in BENT:
            buy(book, night, ident)
        assert len(book.event_rows(night)) == before
        assert buy(book, night, "a new one") == before + 1


def test_an_index_bent_under_an_open_book_carries_nothing_out_twice(bent_book: Path) -> None:
    """Who looks for an id asks the table too: that the index has it not is no proof."""
    bends = list[bool]()

    def bent(*given: Any) -> tuple[str, Any]:
        _, _, statement, parameters, *_ = given
        lost = statement.replace("WHERE commands.id = ?", "WHERE commands.id = 'x' || ?")
        bends.append(lost != statement)
        return lost, parameters

    with Book.open(bent_book) as book:
        (night,) = book.nights()
        before = buy(book, night, "the first of this process")
        event.listen(book._writing, "before_cursor_execute", bent, retval=True)
        assert buy(book, night, BENT[0]) < before
        assert any(bends)
        assert len(book.event_rows(night)) == before


def test_an_id_that_another_process_wrote_is_known_by_the_table(bent_book: Path) -> None:
    with Book.open(bent_book) as one, Book.open(bent_book) as other:
        (night,) = one.nights()
        buy(one, night, "first here")
        version = buy(other, night, "written there")
        ids = CommandIds()
        with one.reading() as connection:
            ids.read_on(connection)
            assert ids.may_hold("written there")
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
def test_a_bent_schema_is_found(bent_book: Path, name: str) -> None:
    change, says = SCHEMAS[name]
    raw = sqlite3.connect(bent_book, isolation_level=None)
    change(raw)
    raw.close()
    with Book.open(bent_book, create=False) as book:
        finding = verify_book(book)
    assert finding
    assert finding.check == "structure"
    assert says in finding.what


def test_an_event_that_an_index_hides_is_no_end_that_is_gone(bent_book: Path) -> None:
    """No older copy is looked for, and the server is not kept from showing the other nights."""
    hide(bent_book, "2026-11-21-1", 9)
    verified = casekeeper("verify", "--book", bent_book)
    assert "The book: NOT SOUND. structure: " in verified.stdout
    assert "its end is missing" not in verified.output
    assert "continued from an older copy" not in verified.output
    served = casekeeper("serve", "--book", bent_book, "--host", "no address")
    damage, stopped = served.stderr.splitlines()
    assert "Nothing is written to this book because its file is damaged: " in damage
    assert stopped.endswith("[bad_address]")


def test_a_schema_that_is_no_text_is_damage_and_no_fault_of_the_program(bent_book: Path) -> None:
    """One bit of a column's type: SQLite names it in bytes that nobody can decode."""
    bent_book.write_bytes(bent_book.read_bytes().replace(b"id VARCHAR NOT NULL", b"id V\xc1RCHAR NOT NULL"))
    assert_one_sentence(casekeeper("verify", "--book", bent_book), "book_damaged")


def test_a_table_without_its_keys_is_found(bent_book: Path) -> None:
    """SQLite itself will not read a schema whose indexes belong to nothing; the verdict is one sentence."""
    raw = sqlite3.connect(bent_book, isolation_level=None)
    in_schema("UPDATE sqlite_master SET sql = replace(sql, 'UNIQUE (prev_hash)', 'CHECK (1)') WHERE name = 'commands'")(
        raw
    )
    raw.close()
    assert_one_sentence(casekeeper("verify", "--book", bent_book), "book_damaged")


def test_a_view_in_a_tables_place_is_found(bent_book: Path) -> None:
    """It may show other rows to one who asks otherwise; and nothing can be written to it."""
    raw = sqlite3.connect(bent_book, isolation_level=None)
    raw.execute("ALTER TABLE facts RENAME TO true_facts")
    raw.execute("CREATE VIEW facts AS SELECT * FROM true_facts")
    raw.close()
    with Book.open(bent_book, create=False) as book:
        finding = verify_book(book)
    assert finding


def test_an_id_borne_twice_is_found_though_every_index_is_made_for_it(bent_book: Path) -> None:
    """A night's commands doubled with good hashes, in a table whose index was dropped from the schema."""
    raw = sqlite3.connect(bent_book, isolation_level=None)
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
    with Book.open(bent_book, create=False) as book:
        assert book.ids_twice() == [("command-0009", 2)]
        assert verify_book(book)
        assert verify(book, book.nights()[0]).finding


def test_what_verifies_a_book_reads_no_index_of_it(bent_book: Path) -> None:
    """Every query that it asks is planned by SQLite as a scan of the table, or by its row numbers."""
    with Book.open(bent_book, create=False) as book, told_to_sqlite(book._reading) as asked:
        spans = book.spans()
        verify(book, book.nights()[0], spans=spans)
        verify(book, book.nights()[0])
        # The list of nights is no check.
        no_checks = [one for one in asked if "ORDER BY facts.position" in one]
        for look in (verify_staff, verify_printings):
            with pytest.raises(Exception, match="no night"):
                look(book, spans=spans)
        verify_book(book, spans)
    raw = sqlite3.connect(bent_book)
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
    bent_book: Path, how: Callable[..., None]
) -> None:
    with Book.open(bent_book) as book:
        (night,) = book.nights()
        other = NightService(book).execute({**OPENING, "table": "The Lynx"}, SENDER).night
        assert not is_misread(book, night)
    how(bent_book, night, *((3,) if how is hide else (3, 4)))
    with Book.open(bent_book) as book:
        assert is_misread(book, night)
        assert not is_misread(book, other)
