"""One file under two names: two programs would write two logs, each with half of the book."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from events.book.book import Book
from events.book.file import is_mounted
from events.book.name_lock import _FLOCK, BookUse, is_open_here
from events.records import BookError
from tests.attacks.servers import Dealer, serving, until
from tests.attacks.test_processes import answers
from tests.events.by_hand import accept, ask, bought
from tests.support.casekeeper_serve import PATIENCE_S, PROGRAM, casekeeper_serve
from tests.web.command_line.called import ROOT

SHARED_FIRST, SHARED_SIZE = 0x4000_0002, 510
"""The bytes that SQLite locks while it has a file open (os.h)."""

MOUNTED = ("unshare", "--mount", "sh", "-c", 'mount --bind "$1" "$2" && shift 2 && exec "$@"', "sh")
"""Runs a program to which a file has a second name, as a container has it."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    where = tmp_path / "night.db"
    Book.open(where).close()
    return where


@pytest.fixture
def second_name(path: Path) -> Path:
    """A hard link, of which a mount differs in nothing but that the file does not count it."""
    (path.parent / "elsewhere").mkdir()
    link = path.parent / "elsewhere" / "night.db"
    link.hardlink_to(path)
    return link


def in_another_process(question: Callable[[], str]) -> str:
    """The answer of a forked process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            os.write(writing, question().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return answer


def writing_as(name: Path) -> Callable[[], str]:
    def question() -> str:
        try:
            BookUse(name, writes=True).end()
        except BookError as error:
            return error.code
        return "in"

    return question


def is_locked_by_sqlite(path: Path) -> bool:
    """Whether another process finds the file locked, as long as somebody has it open."""

    def question() -> str:
        descriptor = os.open(path, os.O_RDONLY)
        request = _FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, SHARED_FIRST, SHARED_SIZE, 0)
        return str(_FLOCK.unpack(fcntl.fcntl(descriptor, fcntl.F_GETLK, request))[0] != fcntl.F_UNLCK)

    return in_another_process(question) == "True"


def test_a_book_is_written_to_under_one_name_at_a_time(path: Path, second_name: Path) -> None:
    first = BookUse(path, writes=True)
    assert in_another_process(writing_as(second_name)) == "book_linked"
    assert in_another_process(writing_as(path)) == "in"
    with pytest.raises(BookError):
        BookUse(second_name, writes=True)
    assert BookUse(second_name, writes=False).is_written_elsewhere
    assert not BookUse(path, writes=False).is_written_elsewhere
    first.end()
    assert in_another_process(writing_as(second_name)) == "in"


def test_a_folder_under_two_names_has_one_log(path: Path) -> None:
    """The second name of the folder leads to the same files beside the book."""
    (path.parent / "folder").symlink_to(path.parent)
    first = BookUse(path, writes=True)
    assert in_another_process(writing_as(path.parent / "folder" / "night.db")) == "in"
    first.end()


def test_a_process_that_was_forked_holds_up_nobody_once_the_book_is_closed(path: Path, second_name: Path) -> None:
    use, (reading, writing) = BookUse(path, writes=True), os.pipe()
    child = os.fork()
    if child == 0:
        os.read(reading, 1)
        os._exit(0)
    use.end()
    assert in_another_process(writing_as(second_name)) == "in"
    os.write(writing, b"x")
    os.waitpid(child, 0)


def test_the_locks_of_sqlite_outlast_others_that_open_and_close_the_book(path: Path) -> None:
    """They belong to the process: the first descriptor of the file that is closed drops them."""
    with Book.open(path) as book:
        accept(book, ask("first"), [bought()])
        for read_only in (True, False, True):
            with Book.open(path, create=False, read_only=read_only) as other:
                assert other.positions() == (1, 1)
            assert is_locked_by_sqlite(path)
        accept(book, ask("second"), [bought()])
        reader = Book.open(path, create=False, read_only=True)
        assert reader.positions() == (2, 2)
    Book.open(path, create=False).close()
    assert is_locked_by_sqlite(path)
    reader.close()
    assert not is_locked_by_sqlite(path)
    assert not is_open_here(path)


def test_a_file_that_was_replaced_is_another_book(path: Path) -> None:
    use = BookUse(path, writes=True)
    path.rename(path.with_name("old.db"))
    Book.open(path).close()
    assert in_another_process(writing_as(path)) == "in"
    assert in_another_process(writing_as(path.with_name("old.db"))) == "book_linked"
    use.end()


def test_a_reader_under_another_name_is_told_that_the_newest_entries_are_missing(path: Path) -> None:
    reader = Book.open(path, create=False, read_only=True)
    assert reader.note == ""
    reader.close()
    (path.parent / "elsewhere").mkdir()
    with Book.open(path):
        link = path.parent / "elsewhere" / "night.db"
        link.hardlink_to(path)
        with Book.open(link, create=False, read_only=True) as reader:
            assert "under another name" in reader.note


def has_mounts() -> bool:
    """Whether this system lets a program mount a file."""
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not has_mounts(), reason="this system lets nobody mount a file")
def test_a_file_that_is_mounted_without_its_folder_is_only_read(path: Path) -> None:
    """Its log may be beside the other name, left by a program that was killed: its newest commands were lost."""
    other = path.parent / "a container" / "night.db"
    other.parent.mkdir()
    other.touch()

    def ran(*arguments: object) -> tuple[int, str]:
        command = [*map(str, (*MOUNTED, path, other, *PROGRAM, *arguments, "--book", other))]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        return done.returncode, done.stderr

    status, why = ran("staff", "unlock", "M. Earp")
    assert (status, why.rstrip()[-13:]) == (1, "[book_linked]")
    assert "mounted without its folder" in why
    assert ran("staff", "list") == (0, "")
    assert not is_mounted(path)


@pytest.mark.skipif(not has_mounts(), reason="this system lets nobody mount a file")
def test_two_servers_of_one_file_under_two_names_lose_no_command(tmp_path: Path) -> None:
    """As in two containers that are given the file and not its folder: 132 of 263 commands were lost."""
    other = tmp_path / "container" / "night.db"
    other.parent.mkdir()
    other.touch()
    with serving(tmp_path) as served, Dealer(served) as dealer:
        before = dealer.do(do="buy_checks", player="p0", amount=25)
        mounted = (*MOUNTED, tmp_path / "night.db", other, *PROGRAM)
        with casekeeper_serve(other, program=mounted, stderr=subprocess.PIPE) as (second, port):
            # Also while the first server starts another worker.
            os.kill(served.worker, signal.SIGKILL)
            until(lambda: second.poll() is not None or answers(port))
            assert second.poll() == 1
            assert second.communicate()[1].rstrip().endswith("[book_linked]")
        script = tmp_path / "script.txt"
        script.write_text("")
        play = [*mounted, "play", script, "--book", other]
        ran = subprocess.run(
            [*map(str, play)], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
        assert (ran.returncode, ran.stderr.rstrip()[-13:]) == (1, "[book_linked]")
        until(lambda: answers(served.port))
        with Dealer(served) as again:
            acknowledged = [again.do(do="buy_checks", player="p0", amount=25) for _ in range(20)]
        assert acknowledged == [*range(before + 1, before + 21)]
    with Book.open(tmp_path / "night.db", create=False, read_only=True) as book:
        head = book.head(served.night)
        assert head
        assert head.version == acknowledged[-1]
