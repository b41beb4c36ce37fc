"""Files that go, fill up, or may only be read: nothing is acknowledged that is not kept, and whoever may read reads."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import pytest
from sqlalchemy import text

from events.book import external_head as outside_head
from events.book.book import Book
from events.book.external_head import read_head
from events.book.file import beside
from events.book.sqlite import sqlite3
from events.records import BookError
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.family import finish, start
from tests.events.test_database_errors import give_room
from tests.support.forked_casekeeper import as_nobody, on_a_full_disk
from tests.support.forked_program import ForkedProgram
from tests.support.house import House
from tests.web.command_line.called import NIGHTS, casekeeper

NIGHT = "2026-11-21-1"
PUT_BACK = "was deleted and has been put back"
OLD_EVENTS = 20


class Place:
    """A folder with a book that is open, and an older copy of it and another book elsewhere."""

    def __init__(self, folder: Path, made: Path) -> None:
        self.folder = folder / "books"
        self.folder.mkdir()
        self.elsewhere = folder
        self.path = self.folder / "night.db"
        self.old = made / "old.db"
        self.another = made / "another.db"
        for one in (made / "night.db", beside(made / "night.db", ".head")):
            shutil.copyfile(one, self.folder / one.name)

    def move(self, suffix: str = "") -> None:
        one = beside(self.path, suffix)
        one.rename(self.elsewhere / one.name)


def fill(path: Path, name: str, commands: int) -> None:
    with Book.open(path) as book:
        for number in range(commands // 20):
            accept(book, ask(f"{name}-{number}"), [bought()] * 20)


def delete(place: Place) -> None:
    place.path.unlink()


def delete_all(place: Place) -> None:
    for one in place.folder.iterdir():
        one.unlink()


def delete_log(place: Place) -> None:
    beside(place.path, "-wal").unlink()


def delete_index(place: Place) -> None:
    beside(place.path, "-shm").unlink()


def rename(place: Place) -> None:
    place.path.rename(place.folder / "other.db")


def rename_all(place: Place) -> None:
    for suffix in ("", "-wal", "-shm"):
        beside(place.path, suffix).rename(beside(place.folder / "other.db", suffix))


def move_folder(place: Place) -> None:
    place.folder.rename(place.elsewhere / "moved")


def replace(place: Place) -> None:
    shutil.copyfile(place.old, place.folder / "new.db")
    (place.folder / "new.db").replace(place.path)


def replace_by_itself(place: Place) -> None:
    """By a copy that is the same byte for byte: what is written from now on would not go into it."""
    shutil.copyfile(place.path, place.folder / "new.db")
    (place.folder / "new.db").replace(place.path)


def replace_log(place: Place) -> None:
    log = beside(place.path, "-wal")
    shutil.copyfile(log, place.folder / "new.log")
    (place.folder / "new.log").replace(log)


def put_another_folder_there(place: Place) -> None:
    place.folder.rename(place.elsewhere / "moved")
    place.folder.mkdir()
    shutil.copyfile(place.old, place.path)


def write_over(place: Place) -> None:
    """As ``cp old.db night.db`` does."""
    shutil.copyfile(place.old, place.path)


def write_another_over(place: Place) -> None:
    shutil.copyfile(place.another, place.path)


def cut_off(place: Place) -> None:
    with place.path.open("r+b") as file:
        file.truncate(8192)


def empty(place: Place) -> None:
    place.path.write_bytes(b"")


def empty_log(place: Place) -> None:
    beside(place.path, "-wal").write_bytes(b"")


def cut_log_off(place: Place) -> None:
    with beside(place.path, "-wal").open("r+b") as file:
        file.truncate(4152)


def wipe_log(place: Place) -> None:
    log = beside(place.path, "-wal")
    with log.open("r+b") as file:
        file.write(bytes(log.stat().st_size))


def link_and_unlink(path: Path) -> None:
    os.link(path, beside(path, ".link"))
    beside(path, ".link").unlink()


def empty_the_log_properly(path: Path) -> None:
    """As whoever brings the log into the book before copying it does, with any program for SQLite."""
    assert bring_in(path, "TRUNCATE") == [0, 0, 0]


def bring_in(path: Path, how: str) -> list[int]:
    """Have another program bring the log into the book: whether it was kept from it, frames in the log, of them in."""
    code = (
        "import json, sqlite3, sys; "
        "print(json.dumps(sqlite3.connect(sys.argv[1]).execute(f'PRAGMA wal_checkpoint({sys.argv[2]})').fetchone()))"
    )
    said = subprocess.run([sys.executable, "-c", code, str(path), how], capture_output=True, text=True, check=True)
    found: list[int] = json.loads(said.stdout)
    return found


NAMES_TAKEN = (
    delete,
    delete_all,
    delete_log,
    delete_index,
    rename,
    rename_all,
    move_folder,
    replace,
    replace_by_itself,
    replace_log,
    put_another_folder_there,
)
"""After these the names lead elsewhere: reading is refused too, at once."""

WRITTEN_OVER = (write_over, write_another_over, cut_off, empty)
IN_THE_LOG = (empty_log, cut_log_off, wipe_log)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a book, an older copy of it, and another book; none of them open."""
    folder = tmp_path_factory.mktemp("made")
    fill(folder / "night.db", "old", OLD_EVENTS)
    shutil.copyfile(folder / "night.db", folder / "old.db")
    fill(folder / "night.db", "newer", 600)
    fill(folder / "another.db", "another", 900)
    return folder


@pytest.fixture
def place(tmp_path: Path, made: Path) -> Place:
    return Place(tmp_path, made)


@pytest.fixture
def book(place: Place) -> Iterator[Book]:
    with Book.open(place.path) as opened:
        for number in range(6):
            accept(opened, ask(f"first-{number}"), [bought()] * 3)
        yield opened


def refused(call: Callable[[], object]) -> BookError:
    with pytest.raises(BookError) as caught:
        call()
    assert caught.value.why.endswith(".")
    assert caught.value.__cause__ is None
    return caught.value


@pytest.mark.parametrize("attack", [*NAMES_TAKEN, *WRITTEN_OVER, *IN_THE_LOG])
def test_nothing_is_acknowledged_into_a_file_that_is_gone_nor_shown_as_kept(
    place: Place, book: Book, attack: Callable[[Place], None]
) -> None:
    """Not then, and not later either, by this process."""
    attack(place)
    if attack not in IN_THE_LOG:
        for call in (book.nights, lambda: book.head(NIGHT), lambda: book.events(NIGHT), book.assert_in_place):
            assert refused(call).code == "book_replaced"
    for number in range(2):
        assert refused(partial(accept, book, ask(f"lost-{number}"), [bought()])).code == "book_replaced"


@pytest.mark.parametrize("attack", [replace, write_over, write_another_over, put_another_folder_there])
def test_what_was_put_there_is_left_as_it_is(place: Place, attack: Callable[[Place], None]) -> None:
    """Nothing of the lost book gets mixed into it, neither by a command nor by the end of the program."""
    book = Book.open(place.path)
    accept(book, ask("first"), [bought()])
    attack(place)
    put = place.path.read_bytes()
    refused(lambda: accept(book, ask("lost"), [bought()]))
    book.close()
    assert place.path.read_bytes() == put


@pytest.mark.parametrize("attack", [replace, write_over, put_another_folder_there])
def test_a_book_that_is_opened_again_goes_on_with_what_is_there(place: Place, attack: Callable[[Place], None]) -> None:
    """The log of the lost book, which SQLite would bring into the other one, was put aside."""
    book = Book.open(place.path)
    accept(book, ask("first"), [bought()])
    attack(place)
    refused(lambda: accept(book, ask("lost"), [bought()]))
    # By another program, and as after a kill: this one did not come to its end.
    assert finish(start("goes_on", place.path)) == [["kept", OLD_EVENTS + 1]]
    book.close()
    with Book.open(place.path, create=False, read_only=True) as again:
        assert_whole(again)


@pytest.mark.parametrize("lost", [("-wal",), ("-wal", "-shm")])
@pytest.mark.parametrize("noticed", ["by a reader", "by the writer", "at the end"])
def test_what_was_kept_in_a_log_that_is_deleted_is_there_after_a_kill(
    tmp_path: Path, lost: tuple[str, ...], noticed: str
) -> None:
    """Also while the one who noticed still runs another program finds all of it, and goes on."""
    path = tmp_path / "night.db"
    with start("loses_its_log", path, noticed) as child:
        assert json.loads(child.stdout.readline()) == ["c29"]
        for suffix in lost:
            beside(path, suffix).unlink()
        child.stdin.write("\n")
        child.stdin.flush()
        said = child.stdout.readline()
        assert (PUT_BACK in said) == (noticed != "at the end")
        assert finish(start("goes_on", path)) == [["kept", 91]]
        child.kill()
    assert finish(start("goes_on", path, "after")) == [["kept", 92]]
    with Book.open(path, create=False, read_only=True) as again:
        assert_whole(again)
    assert not [one.name for one in tmp_path.iterdir() if one.name.startswith(".")]


def test_a_log_that_another_program_began_in_its_place_is_left_as_it_is(place: Place, book: Book) -> None:
    delete_log(place)
    beside(place.path, "-wal").write_bytes(b"another program's")
    assert PUT_BACK not in refused(lambda: accept(book, ask("lost"), [bought()])).why
    assert beside(place.path, "-wal").read_bytes() == b"another program's"


def test_who_only_reads_the_book_meanwhile_is_not_in_the_way(place: Place, book: Book) -> None:
    """SQLite would begin a log of its own where there is none, though it is asked to read."""
    delete_log(place)
    with Book.open(place.path, create=False, read_only=True) as reader:
        reader.nights()
    assert not beside(place.path, "-wal").exists()
    assert PUT_BACK in refused(lambda: accept(book, ask("lost"), [bought()])).why


def test_no_log_is_put_beside_a_book_that_was_written_over(place: Place, book: Book) -> None:
    delete_log(place)
    write_over(place)
    refused(lambda: accept(book, ask("lost"), [bought()]))
    assert not beside(place.path, "-wal").exists()


def test_a_long_night_with_many_checkpoints_is_no_replacement(tmp_path: Path) -> None:
    """Two programs that write and bring their logs into the file by turns; a change of the file's mode; a reader."""
    path = tmp_path / "night.db"
    with Book.open(path) as one, Book.open(path) as other:
        for number in range(120):
            accept((one, other)[number % 2], ask(f"c{number}"), [bought()] * 60)
            assert one.positions() == other.positions()
        path.chmod(0o600)
        with Book.open(path, create=False, read_only=True) as reader:
            assert reader.positions() == (7200, 7200)
        accept(one, ask("last"), [bought()])


@contextmanager
def brought_in_part(book: Book, path: Path) -> Iterator[None]:
    """Somebody reads for long: of the log only what had come before them can be brought into the book meanwhile.

    Of the pages that changed since, the book has what they were: it makes no sense without its log.
    """
    for number in range(30):
        accept(book, ask(f"before-{number}"), [bought()])
    with book.reading() as connection:
        connection.execute(text("SELECT count(*) FROM facts")).one()
        # Few enough to go onto pages that there are already, of which the book has none or old ones.
        accept(book, ask("after"), [bought()])
        _, frames, brought = bring_in(path, "PASSIVE")
        assert 0 < brought < frames
        yield


def test_a_log_that_comes_in_by_parts_is_no_replacement(tmp_path: Path) -> None:
    with Book.open(tmp_path / "night.db") as book:
        with brought_in_part(book, tmp_path / "night.db"):
            accept(book, ask("meanwhile"), [bought()])
            assert book.positions() == (32, 32)
        empty_the_log_properly(tmp_path / "night.db")
        accept(book, ask("last"), [bought()])
        assert book.positions() == (33, 33)


@pytest.mark.parametrize("over", [write_over, write_another_over, cut_off, empty])
def test_what_is_written_over_a_book_with_a_part_of_its_log_is_found(
    place: Place, over: Callable[[Place], None]
) -> None:
    with Book.open(place.path) as book, brought_in_part(book, place.path):
        over(place)
        with pytest.raises(BookError) as refused:
            accept(book, ask("lost"), [bought()])
        assert refused.value.code == "book_replaced"


def test_a_checkpoint_that_stands_still_in_the_middle_is_no_replacement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that has much else to write: the book cannot be looked at meanwhile, and then goes on."""
    monkeypatch.setattr("events.book.file.LOOK_AGAIN_S", 0)
    with Book.open(tmp_path / "night.db") as book:
        accept(book, ask("first"), [bought()])
        slow = start("is_slow_with_a_checkpoint", tmp_path / "night.db")
        assert slow.stdout.readline() == '["in the middle"]\n'
        for asked in (book.nights, lambda: accept(book, ask("meanwhile"), [bought()])):
            with pytest.raises(BookError) as refused:
                asked()
            assert refused.value.code == "book_unreadable"
        assert finish(slow, "\n") == [["done"]]
        accept(book, ask("last"), [bought()])
        assert book.positions() == (2, 2)


@pytest.mark.parametrize(
    "harmless",
    [lambda path: path.chmod(0o640), lambda path: os.utime(path), link_and_unlink, empty_the_log_properly],
)
def test_what_leaves_the_file_as_it_is_stops_nobody(tmp_path: Path, harmless: Callable[[Path], None]) -> None:
    """A mode, a time, a link that a program for copies makes, a checkpoint: in a new book, and with much in its log."""
    with Book.open(tmp_path / "night.db") as book:
        for number in range(3):
            harmless(tmp_path / "night.db")
            accept(book, ask(f"c{number}"), [bought()] * 40)
            assert book.positions() == (40 * number + 40,) * 2


def test_a_process_that_can_open_no_more_files_has_not_lost_its_book(tmp_path: Path) -> None:
    """As under a flood of connections: what is looked at for each command is open already."""
    assert finish(start("where_no_more_files_are_had", tmp_path / "night.db")) == [[1, 1], [4001, 4001]]


def test_the_pages_say_that_the_book_is_gone(place: Place) -> None:
    """A touch gets 503 with its code and waits on the tablet; pages say it in a sentence, and show nothing old."""
    with Book.open(place.path) as book:
        house = House(book)
        client = house.client()
        night = house.open_night()
        assert client.http.get(f"/nights/{night}").status_code == 200
        replace(place)
        touched = client.post(f"/api/nights/{night}/commands", {"do": "start_deal"})
        assert (touched.status_code, touched.get_json()["code"]) == (503, "book_replaced")
        for address in ("/", f"/nights/{night}"):
            page = client.http.get(address, headers={"Accept": "text/html"})
            assert page.status_code == 503
            assert "put the right file back" in page.get_data(as_text=True)


@pytest.fixture
def full_book(tmp_path: Path) -> Iterator[Book]:
    with Book.open(tmp_path / "night.db") as opened:
        yield opened


def test_the_server_lives_on_and_says_what_to_do(full_book: Book) -> None:
    house = House(full_book)
    client = house.client()
    night = house.open_night()
    give_room(full_book, 1)
    answers = [
        client.post(f"/api/nights/{night}/commands", {"do": "seat_player", "player": f"p{number}", "name": "x" * 60})
        for number in range(100)
    ]
    assert answers[-1].status_code == 503
    fault = answers[-1].get_json()
    assert fault["code"] == "book_full"
    assert "Free some space" in fault["why"]
    assert "Touches wait on the tablet" in fault["why"]
    for address in ("/", f"/nights/{night}", "/sign-in"):
        assert client.http.get(address).status_code in (200, 302), address
    kept = len(full_book.commands(night))
    give_room(full_book, 1_000_000)
    assert client.post(f"/api/nights/{night}/commands", {"do": "start_deal"}).status_code == 200
    assert len(full_book.commands(night)) == kept + 1
    assert_whole(full_book)


def test_no_file_can_grow_any_more_and_then_it_can(tmp_path: Path) -> None:
    """The system refuses, in the middle of what SQLite writes. The book's own files are whole after it."""
    said = finish(start("on_a_small_disk", tmp_path / "night.db"))
    (trouble,) = [words for words in said if words[0] == "trouble"]
    assert "full" in trouble[2]
    with Book.open(tmp_path / "night.db", create=False, read_only=True) as full_book:
        assert ["kept", full_book.commands("2026-11-21-1")[-1].id] == said[-1]
        head = read_head(tmp_path / "night.db.head")
        assert head
        assert head.streams["2026-11-21-1"].commands == len(full_book.commands("2026-11-21-1"))


def test_the_log_has_room_and_the_book_has_none(tmp_path: Path) -> None:
    """A checkpoint breaks off with a part of its pages written: it is the same book, and goes on."""
    said = finish(start("on_a_disk_that_fills_up_at_a_checkpoint", tmp_path / "night.db"))
    (trouble,) = [words for words in said if words[0] == "trouble"]
    assert trouble[1] in ("book_full", "book_unwritable")
    kept = [ident for what, ident in said if what == "kept"]
    assert len(kept) > 5
    assert kept[-1] == "last"
    with Book.open(tmp_path / "night.db", create=False, read_only=True) as full_book:
        recorded = [one.id for one in full_book.commands("2026-11-21-1")]
    assert recorded[-len(kept) :] == kept


def test_a_head_that_finds_no_room_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer waits for it, and none is refused for it."""
    monkeypatch.setattr(outside_head, "WRITTEN_EVERY_S", 0.01)
    room = False

    def replace(path: Path, target: Path) -> Path:
        if not room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return path.rename(target)

    monkeypatch.setattr(Path, "replace", replace)
    path = tmp_path / "night.db"
    with Book.open(path) as full_book:
        for number in range(5):
            accept(full_book, ask(f"c{number}"), [bought()])
        assert read_head(tmp_path / "night.db.head") is None
        room = True
    head = read_head(tmp_path / "night.db.head")
    assert head
    assert head.streams["2026-11-21-1"].commands == 5
    assert sorted(one.name for one in tmp_path.iterdir()) == ["night.db", "night.db.head"]


def test_a_server_that_cannot_begin_says_why(tmp_path: Path) -> None:
    """A new book where there is no room for one: one sentence, and no half of a book."""
    (said,) = finish(start("begins_on_a_full_disk", tmp_path / "night.db"))
    assert said[0] in ("book_full", "book_unwritable")
    assert "full" in said[1]
    with Book.open(tmp_path / "night.db") as full_book:
        assert full_book.positions() == (0, 0)


READ_NIGHT = "2026-11-21-1"

READS = (
    ("verify",),
    ("show", READ_NIGHT),
    ("export", "--format", "jsonl"),
    ("balances",),
    ("square", READ_NIGHT),
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
        assert book.nights() == [READ_NIGHT]
    return path


PAGE = 4096
ROOT = "SELECT rootpage FROM sqlite_master WHERE name = ?"


def wipe_middle_page(path: Path, name: str) -> None:
    """Fill the middle page below the root of a table or an index with what no page has (sqlite.org/fileformat2)."""
    with closing(sqlite3.connect(path)) as raw:
        ((root,),) = raw.execute(ROOT, (name,))
    content = path.read_bytes()
    page = content[(root - 1) * PAGE : root * PAGE]
    cells = [int.from_bytes(page[at : at + 2]) for at in range(12, 12 + 2 * int.from_bytes(page[3:5]), 2)]
    cell = cells[len(cells) // 2]
    middle = int.from_bytes(page[cell : cell + 4])
    with path.open("r+b") as file:
        file.seek((middle - 1) * PAGE)
        file.write(b"\xa5" * PAGE)


@pytest.mark.parametrize(
    ("damaged", "names"),
    [
        ("facts", {"2026-11-21-2"}),
        ("commands", {"2026-11-21-2"}),
        ("sqlite_autoindex_facts_1", set()),
    ],
)
def test_a_damaged_page_is_named_and_what_is_on_other_pages_is_read(
    tmp_path: Path, damaged: str, names: set[str]
) -> None:
    """A page in the middle of the second of eleven nights, or of an index, is wiped."""
    path = tmp_path / "night.db"
    nights = [f"2026-11-21-{number}" for number in range(1, 12)]
    with Book.open(path) as book:
        for night in nights:
            for number in range(60 if night == nights[1] else 3):
                accept(book, ask(f"{night}-{number}", night), [bought()] * 3)
    wipe_middle_page(path, damaged)
    with Book.open(path, create=False, read_only=True) as book:
        spans = book.spans()
        assert spans.streams == nights
        read = {night: tuple(map(len, book.rows_by_table(night, spans))) for night in nights}
        assert {night for night in nights if read[night] not in ((9, 3), (180, 60))} == names
        assert book.uniqueness_faults()
    verified = casekeeper("verify", "--book", path)
    assert verified.exit_code == 1
    assert "Verdict: NOT SOUND. See the book" in verified.stdout.splitlines()[-1]
    assert [line.split(":")[0] for line in verified.stdout.splitlines() if line.startswith("2026")] == nights


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
    assert "1 event, 1 command" in said, complaints
    assert "A stopped program left night.db-wal beside the book" in complaints
    assert contents(folder) == before
    folder.chmod(0o777)
    beside(path, "-wal").unlink()
    status, said, _ = child(as_nobody, "verify", "--book", path)
    assert status == 1
    assert "its end is missing" in said


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
    assert casekeeper("verify", "--book", path).stdout.count("its end is missing") == 0
