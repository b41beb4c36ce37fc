"""A damaged book: what can be read is saved, nothing is invented, and what is missing is said."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from events.book.book import Book
from events.book.file import beside
from events.book.lock import FileLock
from events.book.sqlite import sqlite3
from tests.events.by_hand import accept, ask, bought
from tests.support.damage import KINDS, PAGE, Original, limited, originals, try_damage
from tests.support.forger import Forger, columns_of
from tests.support.forked_casekeeper import as_nobody, on_a_full_disk
from tests.support.forked_program import ForkedProgram
from tests.web.command_line.called import assert_one_sentence, casekeeper

NIGHT, OTHER = "2026-11-21-1", "2026-11-21-2"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> list[Original]:
    return originals(tmp_path_factory.mktemp("sound"))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_book_is_saved_as_far_as_it_can_be_read_and_verify_finds_the_damage(
    sound: list[Original], tmp_path: Path, kind: str, seed: int
) -> None:
    """``tools/damage`` does the same a thousand times."""
    assert try_damage(sound, kind, seed, tmp_path).faults == []


def rows_in(path: Path) -> list[list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as raw:
        return [raw.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in ("facts", "commands")]


def test_what_was_cut_is_said_by_rescue_by_verify_and_after_a_second_rescue(
    sound: list[Original], tmp_path: Path
) -> None:
    """The page with event 100 of a night of 186 is wiped, and the head is lost."""
    path, new, second = (tmp_path / f"{name}.db" for name in ("night", "new", "second"))
    content = bytearray(sound[0].files.main)
    event = next(row for row in sound[0].rows[OTHER][0] if row[2] == 100)
    page = content.find("".join(event[-2:]).encode()) // PAGE * PAGE
    content[page : page + PAGE] = bytes(PAGE)
    path.write_bytes(content)
    rescued = casekeeper("rescue", path, new)
    assert rescued.exit_code == 1
    lines = rescued.stdout.splitlines()
    cut = next(line for line in lines if line.startswith(f"{OTHER}: gekürzt"))
    assert "von 186" in cut
    assert f"{NIGHT}: vollständig. 40 " in rescued.stdout
    assert path.read_bytes() == content
    verified = casekeeper("verify", "--book", new)
    assert verified.exit_code == 1
    assert "aus einer beschädigten Datei gerettet" in verified.stdout
    assert casekeeper("rescue", new, second).exit_code == 1
    assert rows_in(second) == rows_in(new)
    assert "aus einer beschädigten Datei gerettet" in casekeeper("verify", "--book", second).stdout


def continued(path: Path, first: str, *more: tuple[str, str]) -> bytes:
    """A book with a night of three events, to which commands for some nights are added, by id and night."""
    with Book.open(path) as book:
        accept(book, ask(first, NIGHT), [bought()] * 3)
        for ident, night in more:
            accept(book, ask(ident, night), [bought()])
    return path.read_bytes()


@pytest.mark.parametrize(
    ("one", "other", "problem"),
    [
        (
            ("two", NIGHT),
            ("three", NIGHT),
            f"{NIGHT}: cut after 3 events, 1 command of 4 events, 2 commands or more; command 2: there are two",
        ),
        (
            ("two", NIGHT),
            ("three", OTHER),
            f"{OTHER}: lost, with 1 event, 1 command or more; event 1: an event of another stream has its position",
        ),
    ],
)
def test_of_rows_that_contradict_each_other_none_is_taken_twice(
    tmp_path: Path, one: tuple[str, str], other: tuple[str, str], problem: str
) -> None:
    """The pages of two books that went on differently from one are in a file."""
    path = tmp_path / "night.db"
    path.write_bytes(continued(tmp_path / "one.db", "one", one) + continued(tmp_path / "other.db", "one", other))
    rescued = casekeeper("rescue", path, tmp_path / "new.db")
    assert rescued.exit_code == 1
    assert any(line.startswith(problem) for line in rescued.stdout.splitlines()), rescued.stdout


def test_what_was_given_up_after_a_power_failure_is_not_taken(tmp_path: Path) -> None:
    """Frames of a transaction that was not committed lie in the log behind those of the transaction after it."""
    path = tmp_path / "night.db"
    logs = []
    for idents in (("one", "given up", "given up too"), ("one", "two")):
        for file in (path, beside(path, "-wal"), beside(path, "-shm")):
            file.unlink(missing_ok=True)
        with Book.open(path) as book:
            for ident in idents:
                accept(book, ask(ident), [bought()])
            logs.append(beside(path, "-wal").read_bytes())
            main = path.read_bytes()
    beside(path, "-shm").unlink(missing_ok=True)
    path.write_bytes(main)
    beside(path, "-wal").write_bytes(logs[1] + logs[0][len(logs[1]) :])
    new = tmp_path / "new.db"
    casekeeper("rescue", path, new)
    assert [row[0] for row in rows_in(new)[1]] == ["one", "two"]


@pytest.mark.parametrize("columns", ["note", "other"])
def test_a_forged_note_of_what_a_book_lacks_is_one_sentence(tmp_path: Path, columns: str) -> None:
    path = tmp_path / "night.db"
    Book.open(path).close()
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(f"CREATE TABLE rescues ({columns})")
        raw.execute("INSERT INTO rescues VALUES (x'ff')")
    verified = casekeeper("verify", "--book", path)
    assert verified.exit_code == 1
    assert verified.stderr.count("\n") == 1
    assert verified.stderr.startswith("casekeeper: ")


def test_a_row_longer_than_a_page_is_saved(tmp_path: Path) -> None:
    path, new = tmp_path / "night.db", tmp_path / "new.db"
    with Book.open(path) as book:
        for length in (3_000, 3_600, 3_700, 4_100, 9_000, 50_000):
            accept(book, ask(f"of {length}", said="é" * (length // 2)), [bought()])
    casekeeper("rescue", path, new)
    assert rows_in(new) == rows_in(path)


def test_a_forged_row_number_on_a_damaged_page_does_not_keep_verify_busy(tmp_path: Path) -> None:
    """The last page of the events has a row numbered far above the others, and is wiped."""
    path = tmp_path / "night.db"
    with Book.open(path) as book:
        for number in range(40):
            accept(book, ask(f"command {number}"), [bought()] * 3)
    forger = Forger(path)
    columns = ", ".join(columns_of(forger, "facts")[2:-2])
    forger(f"INSERT INTO facts SELECT {2**62}, 'forged', {columns}, 'forged', hash FROM facts WHERE position = 120")
    forger.raw.commit()
    page = forger.one("SELECT rootpage FROM sqlite_master WHERE name = 'facts'")[0]
    forger.raw.close()
    content = bytearray(path.read_bytes())
    while content[(page - 1) * PAGE] == 5:
        page = int.from_bytes(content[(page - 1) * PAGE + 8 :][:4])
    content[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    path.write_bytes(content)
    with limited(15), Book.open(path, create=False, read_only=True) as book:
        assert book.spans().streams == [NIGHT]
        assert 100 < len(book.rows_by_table(NIGHT)[0]) < 120


def lock(path: Path) -> FileLock:
    Book.open(path).close()
    return FileLock.taken(path, "another server")


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (lambda path, new: None, "no_such_book"),
        (lambda path, new: path.write_bytes(b"a letter"), "nothing_rescued"),
        (lambda path, new: path.write_bytes(b""), "nothing_rescued"),
        (lambda path, new: new.write_bytes(b"a letter"), "file_exists"),
        (lambda path, new: lock(path), "book_owned"),
    ],
)
def test_what_cannot_be_rescued_is_one_sentence(
    tmp_path: Path, prepare: Callable[[Path, Path], object], code: str
) -> None:
    path, new = tmp_path / "night.db", tmp_path / "new.db"
    held = prepare(path, new)
    before = new.read_bytes() if new.exists() else None
    assert_one_sentence(casekeeper("rescue", path, new), code)
    assert (new.read_bytes() if new.exists() else None) == before
    if isinstance(held, FileLock):
        held.release()


@pytest.mark.parametrize("limits", [on_a_full_disk, as_nobody])
def test_where_nothing_can_be_written_nothing_is_left(sound: list[Original], limits: Callable[..., None]) -> None:
    folder = Path(mkdtemp())
    path = folder / "night.db"
    path.write_bytes(sound[0].files.main)
    path.chmod(0o444)
    folder.chmod(0o755)
    with ForkedProgram(limits, "rescue", str(path), str(folder / "new.db")) as ran:
        output, complaints = ran.communicate()
        assert ran.wait() == 1
    assert (output, complaints.count("\n"), "[unwritable]" in complaints) == ("", 1, True), complaints
    assert list(folder.iterdir()) == [path]
    rmtree(folder)
