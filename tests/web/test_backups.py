"""Backups that a server makes by itself: when, which are kept, by one of several processes, and what the page says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from dealer.house.roles import AUDITOR, CAGE, DEALER, FLOOR, OWNER
from dealer.night_service import NightService
from events.book.book import Book
from events.book.external_head import write_head
from events.book.file import head_beside
from events.book.working_folders import working_folder
from tests.events.by_hand import accept, ask, bought
from tests.events.dealing import open_night
from tests.events.shelves import Shelf
from tests.support.casekeeper_serve import forked_casekeeper_serve
from tests.support.house import House
from tests.web.command_line.called import casekeeper
from tests.web.test_roles import signed_in, with_roles
from web.app.backups import EXTENSION, LATE, Backup, Backups, Status, superfluous

HOUR = timedelta(hours=1)


class Clock:
    """A clock that the test sets."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock(datetime(2026, 11, 21, 20, tzinfo=UTC))


@pytest.fixture
def book() -> Iterator[Book]:
    with Book.open() as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def record(book: Book, clock: Clock) -> Callable[[], object]:
    """Records an event at the clock's time."""
    numbers = count()
    return lambda: accept(book, ask(f"c{next(numbers)}"), [bought()])


def copies(book: Book) -> Callable[[Path], str]:
    """Makes a file that counts as a sound backup of a book."""

    def make(target: Path) -> str:
        target.write_bytes(b"book")
        write_head(head_beside(target), book.newest_head())
        return ""

    return make


def looked(backups: Backups) -> Status:
    """What a folder has once its backups were looked after."""
    backups.look()
    assert backups.status
    return backups.status


def test_a_day_of_hours_and_a_month_of_days_are_kept(folder: Path) -> None:
    first = datetime(2026, 10, 1, 5, tzinfo=UTC)
    made = [Backup(path=folder, at=first + n * HOUR, size_bytes=1, sound=True) for n in range(40 * 24) if n % 24 < 20]
    last_of_day = {backup.at.date(): backup for backup in made}
    wanted = {*made[-24:], *list(last_of_day.values())[-30:]}
    assert {*made} - {*superfluous(reversed(made))} == wanted


def test_backups_that_are_not_kept_are_deleted_and_nothing_else(
    book: Book, folder: Path, clock: Clock, record: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looked at every half hour for a day and a half, with something new each time."""
    monkeypatch.setattr("web.app.backups.NEWEST_KEPT", 3)
    others = {"night-of-the-opera.db", "night-99999999-999999.db", "day-20261121-200000.db", ".night.lock"}
    for name in others:
        (folder / name).touch()
    backups = Backups(book, "night.db", folder, now=clock, make=copies(book))
    for _ in range(72):
        record()
        status = looked(backups)
        clock.now += HOUR / 2
    kept = ["20261121-230000", "20261122-230000", "20261123-050000", "20261123-060000", "20261123-070000"]
    assert [f"{backup.at:%Y%m%d-%H%M%S}" for backup in reversed(status.backups)] == kept
    names = {f"night-{time}.db{suffix}" for time in kept for suffix in ("", ".head")}
    assert {path.name for path in folder.iterdir()} == names | others


def test_a_backup_is_made_only_of_something_new(
    book: Book, folder: Path, clock: Clock, record: Callable[[], object]
) -> None:
    backups = Backups(book, "night.db", folder, now=clock, make=copies(book))
    steps = ((0, False, 0), (1, True, 1), (1, False, 1), (5, False, 1), (1, True, 2), (0, True, 2))
    for hours, is_new, count_after in steps:
        clock.now += hours * HOUR
        if is_new:
            record()
        status = looked(backups)
        assert len(status.backups) == count_after
    assert looked(Backups(book, "night.db", folder, now=clock, make=copies(book))) == status


def test_a_failure_is_told_and_tried_again_after_an_hour(
    book: Book, folder: Path, clock: Clock, record: Callable[[], object], caplog: pytest.LogCaptureFixture
) -> None:
    fails = ["The disk is full.", "The copy is NOT SOUND.", ""]

    def make(target: Path) -> str:
        why = fails.pop(0)
        if "full" not in why:
            target.write_bytes(b"book")
        return why or copies(book)(target)

    backups = Backups(book, "night.db", folder, now=clock, make=make)
    record()
    for _ in range(3):
        status = looked(backups)
        assert looked(Backups(book, "night.db", folder, now=clock, make=make)) == status
        assert status.failure
        assert (status.failure.why, status.backups) == ("The disk is full.", ())
        clock.now += HOUR / 3
    status = looked(backups)
    assert ([backup.sound for backup in status.backups], status.last_sound) == ([False], None)
    clock.now += HOUR
    assert looked(backups).last_sound
    assert backups.unsaved_since() is None
    assert [message for message in caplog.messages if "a backup failed" in message] == [
        "a backup failed: The disk is full.",
        "a backup failed: The copy is NOT SOUND.",
    ]


def test_what_a_killed_backup_left_is_removed_though_no_backup_is_due(book: Book, folder: Path, clock: Clock) -> None:
    """And nothing of a copy that is being made."""
    backups = Backups(book, "night.db", folder, now=clock, make=copies(book))
    left = folder / ".casekeeper-copy-killed"
    left.mkdir()
    (left / "book.db").write_bytes(b"half a book")
    with working_folder(folder) as made:
        left.mkdir(exist_ok=True)
        assert looked(backups).backups == ()
        assert (made.exists(), left.exists()) == (True, False)
    assert not list(folder.glob(".casekeeper-copy-*"))


def test_one_of_two_processes_makes_a_backup(
    book: Book, folder: Path, clock: Clock, record: Callable[[], object]
) -> None:
    begun, over, made = Event(), Event(), []

    def make(target: Path) -> str:
        made.append(target)
        begun.set()
        over.wait()
        return copies(book)(target)

    first, second = (Backups(book, "night.db", folder, now=clock, make=make) for _ in range(2))
    record()
    making = Thread(target=first.look)
    making.start()
    begun.wait()
    assert looked(second).backups == ()
    over.set()
    making.join()
    assert looked(second) == first.status
    assert len(made) == 1


def test_the_page_says_when_the_last_good_backup_was(folder: Path, clock: Clock) -> None:
    house = with_roles(House())
    client, page = house.client(), "/house/backups"
    assert "--backup-to FOLDER" in client.get(page).text
    backups = Backups(house.book, "night.db", folder, now=clock, make=copies(house.book))
    house.app.extensions[EXTENSION] = backups
    clock.now = datetime.now(UTC)
    house.open_night()
    last = looked(backups).last_sound
    assert last
    assert str(last.path) in client.get(page).text
    assert "no backup" not in client.get("/").text
    house.open_night(table="Tiger 2")
    clock.now += LATE - HOUR
    assert "no backup" not in client.get("/").text
    clock.now += 2 * HOUR
    for text in (client.get("/").text, client.get(page).text):
        assert "There is no backup of what was recorded since" in text
    folder.rename(folder.with_name("pulled out"))
    backups.look()
    for text in (client.get("/").text, client.get(page).text):
        assert f"No backup can be written to {folder}: No such file or directory." in text


@pytest.mark.parametrize("role", [OWNER, FLOOR, DEALER, CAGE, AUDITOR])
def test_owners_and_the_floor_see_the_page(role: str) -> None:
    house = with_roles(House())
    assert signed_in(house, role).get("/house/backups").status_code == (200 if role in (OWNER, FLOOR) else 403)


def test_a_server_makes_a_backup_that_can_be_restored(tmp_path: Path, folder: Path) -> None:
    with Book.open(tmp_path / "night.db") as book:
        night = open_night(NightService(book))
        head = book.newest_head()
    with forked_casekeeper_serve(tmp_path / "night.db", "--backup-to", folder, "--create"):
        while not list(folder.glob("*.head")):
            sleep(0.05)
    (backup,) = folder.glob("night-*.db")
    assert casekeeper("restore", backup, tmp_path / "again.db").exit_code == 0
    with Book.open(tmp_path / "again.db", create=False, read_only=True) as book:
        assert book.head(night)
        assert book.newest_head().streams == head.streams


def test_a_backup_that_is_not_sound_is_kept_without_a_head(
    tmp_path: Path, folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Busy tests would keep it from running.
    monkeypatch.setattr("web.app.backups.LEAST_PRIORITY", 0)
    shelf = Shelf("file", tmp_path / "night.db")
    with shelf.open() as book:
        open_night(NightService(book))
        shelf.run(book, "DROP TRIGGER facts_never_update")
        shelf.run(book, "UPDATE facts SET who = 'Nobody' WHERE version = 2")
        status = looked(Backups(book, str(shelf.where), folder, now=clock))
    assert [backup.sound for backup in status.backups] == [False]
    assert status.failure
    assert "The copy is NOT SOUND, because the book is not." in status.failure.why
