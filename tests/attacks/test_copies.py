"""Copies of a book: whole where they should be, found where they are short, and two ends of one night told apart."""

from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path
from threading import Event, Thread

import pytest

from dealer.assistant import Assistant
from events.book.book import Book
from events.book.external_head import read_head
from events.book.file import beside
from events.book.lock import FileLock
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.dealing import open_night, send
from tests.events.family import finish, start
from tests.events.shelves import Shelf
from tests.web.command_line.called import assert_one_sentence, casekeeper

NIGHT = "2026-11-21-1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "night.db"


def play(path: Path, commands: int, name: str = "c") -> None:
    with Book.open(path) as book:
        assistant = Assistant(book)
        night = NIGHT if NIGHT in book.nights() else open_night(assistant)
        for number in range(commands):
            send(assistant, night, "buy_checks", as_=f"{name}-{number}", player="red", amount=25)


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
    assert "NOT SOUND. head: its end is gone" in said
    refused = casekeeper("serve", "--book", path)
    assert_one_sentence(refused, "book_short")
    assert "night.db.head away to go on from here" in refused.stderr
    said_in_json = json.loads(casekeeper("verify", "--json", "--book", path).stdout)
    assert (said_in_json["sound"], said_in_json["heads"][0]["finding"]["check"]) == (False, "head")
    beside(path, ".head").unlink()
    status, said = verified(path)
    assert status == 0
    assert "No head of" in said


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
    assert ("went on from an older copy" if longer else "its end is gone") in said


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
        assistant = Assistant(book)
        night = open_night(assistant)

        def plays() -> None:
            number = 0
            while not stop.is_set():
                send(assistant, night, "buy_checks", as_=f"c{number}", player="red", amount=25)
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
        send(Assistant(book), NIGHT, "buy_checks", player="red", amount=25)
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
    assert "The copy is NOT SOUND, as the book is not." in ran.stdout
    assert verified(tmp_path / "copy.db")[0] == 1


def test_a_backup_that_finds_no_room_leaves_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(path, 3)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("events.book.backup.bring_to_disk", full)
    before = sorted(tmp_path.iterdir())
    ran = casekeeper("backup", path, tmp_path / "copy.db")
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert ran.stderr.rstrip().endswith(
        "cannot be written to " + f"{tmp_path / 'copy.db'}: No space left on device. [unwritable]"
    )
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.postgresql
def test_a_database_is_backed_up_into_a_file(postgresql_shelf: Shelf, tmp_path: Path) -> None:
    with postgresql_shelf.open() as book:
        assistant = Assistant(book)
        night = open_night(assistant)
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
    assert (ran.exit_code, "Others than its owner can read" in ran.stderr) == (0, True)
    served = casekeeper("serve", "--book", path, "--host", "no address")
    assert "from here on only their owner can" in served.stderr
    assert modes(path.parent)["night.db"] == 0o600
