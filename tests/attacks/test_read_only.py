"""A book that may only be read, on a full disk or with a log left beside it: read whole, and left as it is."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from events.book.book import Book
from events.book.file import beside
from events.records import BookError
from tests.events.by_hand import accept, ask, bought
from tests.events.family import start
from tests.support.forked_casekeeper import as_nobody, on_a_full_disk
from tests.support.forked_program import ForkedProgram
from tests.web.command_line.called import NIGHTS, casekeeper

NIGHT = "2026-11-21-1"

READS = (
    ("verify",),
    ("show", NIGHT),
    ("export", "--format", "jsonl"),
    ("balances",),
    ("square", NIGHT),
    ("style",),
    ("staff", "list"),
)
"""What reads a book, and prints to the terminal."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter, as pytest's own may not be."""
    made = Path(mkdtemp())
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "night.db"
    assert casekeeper("play", NIGHTS / "fan-tan-antes.jsonl", "--keep-going", "--book", path).exit_code == 0
    with Book.open(path, create=False) as book:
        assert book.nights() == [NIGHT]
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def put(played: Path, folder: Path, *, left_log: bool = False) -> Path:
    """A copy of a book that everybody may read; with a log that was left, its newest entries are in that alone."""
    path = folder / "night.db"
    shutil.copyfile(played, path)
    shutil.copyfile(beside(played, ".head"), beside(path, ".head"))
    if left_log:
        with Book.open(path) as book:
            accept(book, ask("in the log", "2026-11-22-1"), [bought()])
            log, main = beside(path, "-wal").read_bytes(), path.read_bytes()
        for one in folder.iterdir():
            if one.name != "night.db.head":
                one.unlink()
        path.write_bytes(main)
        beside(path, "-wal").write_bytes(log)
    for one in folder.iterdir():
        one.chmod(0o444)
    return path


def child(call: Callable[..., None], *arguments: object) -> tuple[int, str, str]:
    with ForkedProgram(call, *map(str, arguments)) as ran:
        said, complaints = ran.communicate()
        return ran.wait(), said, complaints


@pytest.mark.parametrize("arguments", READS, ids=lambda one: one[0])
def test_what_may_only_be_read_is_read(played: Path, folder: Path, arguments: tuple[str, ...]) -> None:
    path = put(played, folder)
    folder.chmod(0o555)
    before = contents(folder)
    status, said, complaints = child(as_nobody, *arguments, "--book", path)
    assert (status, "Traceback" in complaints) == (0, False), complaints
    assert said == "" or said == casekeeper(*arguments, "--book", played).stdout or arguments[0] == "verify"
    assert contents(folder) == before


@pytest.mark.parametrize("arguments", READS, ids=lambda one: one[0])
def test_a_full_disk_keeps_nobody_from_reading(played: Path, folder: Path, arguments: tuple[str, ...]) -> None:
    path = put(played, folder)
    before = contents(folder)
    status, _, complaints = child(on_a_full_disk, *arguments, "--book", path)
    assert (status, "Traceback" in complaints) == (0, False), complaints
    assert contents(folder) == before


@pytest.mark.parametrize("may_write", [False, True])
def test_a_log_that_was_left_is_read_with_its_book(played: Path, folder: Path, may_write: bool) -> None:
    """And neither is changed: they may be evidence. Without the log the book would be short, and found so."""
    path = put(played, folder, left_log=True)
    before = contents(folder)
    folder.chmod(0o777 if may_write else 0o555)
    status, said, complaints = child(as_nobody, "verify", "2026-11-22-1", "--book", path)
    assert "1 facts, 1 commands" in said, complaints
    assert "night.db-wal was left beside the book" in complaints
    assert contents(folder) == before
    folder.chmod(0o777)
    beside(path, "-wal").unlink()
    status, said, _ = child(as_nobody, "verify", "--book", path)
    assert status == 1
    assert "its end is gone" in said


@pytest.mark.parametrize("arguments", READS, ids=lambda one: one[0])
def test_reading_leaves_no_trace_where_it_could(played: Path, folder: Path, arguments: tuple[str, ...]) -> None:
    path = put(played, folder)
    path.chmod(0o600)
    before = contents(folder)
    assert casekeeper(*arguments, "--book", path).exit_code == 0
    assert contents(folder) == before


def test_a_book_that_is_served_is_read_by_others(played: Path, folder: Path) -> None:
    """What is in its log only, too; the reader takes nothing away."""
    path = folder / "night.db"
    shutil.copyfile(played, path)
    with Book.open(path) as book:
        accept(book, ask("newest", "2026-11-22-1"), [bought()])
        with Book.open(path, create=False, read_only=True) as reader:
            assert reader.positions() == book.positions()
            accept(book, ask("newer", "2026-11-22-1"), [bought()])
            assert reader.positions() == book.positions()
        accept(book, ask("still there", "2026-11-22-1"), [bought()])


def test_a_reader_of_a_book_at_rest_says_when_somebody_writes(played: Path, folder: Path) -> None:
    path = put(played, folder)
    with Book.open(path, create=False, read_only=True) as reader:
        reader.nights()
        path.chmod(0o600)
        with Book.open(path):
            with pytest.raises(BookError) as caught:
                reader.nights()
            assert caught.value.code == "book_busy"


def test_nothing_is_written_through_a_book_opened_to_be_read(played: Path) -> None:
    with Book.open(played, create=False, read_only=True) as book:
        with pytest.raises(BookError) as caught:
            accept(book, ask("lost"), [bought()])
        assert caught.value.code == "book_read_only"
        with pytest.raises(BookError):
            book.rebuild_indexes()


def test_a_killed_program_leaves_a_book_that_is_read_whole(folder: Path) -> None:
    path = folder / "night.db"
    with start("until_killed", path) as working:
        said = [working.stdout.readline() for _ in range(30)]
        working.kill()
        working.wait(30)
    with Book.open(path, create=False, read_only=True) as book:
        assert sum(book.extent(night)[1] for night in book.spans().streams) >= len(said)
    assert casekeeper("verify", "--book", path).stdout.count("its end is gone") == 0
