"""The book's file is deleted, moved, replaced or written over while it is open: nothing more is acknowledged."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from events.book.book import Book
from events.book.file import beside
from events.records import BookError
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.family import finish, start
from tests.support.house import House

NIGHT = "2026-11-21-1"
PUT_BACK = "was deleted and is put back"
OLD_FACTS = 20


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
    fill(folder / "night.db", "old", OLD_FACTS)
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
        for number in range(30):
            accept(opened, ask(f"first-{number}"), [bought()] * 3)
        yield opened


def refused(call: Callable[[], object]) -> BookError:
    with pytest.raises(BookError) as caught:
        call()
    assert caught.value.why.endswith(".")
    assert caught.value.__cause__ is None
    return caught.value


@pytest.mark.parametrize("attack", [*NAMES_TAKEN, *WRITTEN_OVER, *IN_THE_LOG])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(
    place: Place, book: Book, attack: Callable[[Place], None]
) -> None:
    """Not then, and not later either, by this process."""
    attack(place)
    for number in range(3):
        assert refused(partial(accept, book, ask(f"lost-{number}"), [bought()])).code == "book_replaced"


@pytest.mark.parametrize("attack", [*NAMES_TAKEN, *WRITTEN_OVER])
def test_nothing_of_a_file_that_is_gone_is_shown_as_kept(
    place: Place, book: Book, attack: Callable[[Place], None]
) -> None:
    attack(place)
    for call in (book.nights, lambda: book.head(NIGHT), lambda: book.facts(NIGHT), book.assert_in_place):
        assert refused(call).code == "book_replaced"


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
    assert finish(start("goes_on", place.path)) == [["kept", OLD_FACTS + 1]]
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
            assert "until the right file is put back" in page.get_data(as_text=True)
