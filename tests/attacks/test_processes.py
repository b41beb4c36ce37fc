"""Processes: one server owns a book and a port, killed ones leave nothing in the way and nothing behind."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from events.book.book import Book
from events.book.file import beside
from events.book.lock import FileLock, owner_of
from events.records import BookError
from tests.attacks.servers import Dealer, Served, asked, heard, until
from tests.attacks.servers import serving as serving_tables
from tests.events.by_hand import accept, ask, assert_whole, bought
from tests.events.family import lines, start
from tests.events.shelves import Shelf
from tests.support.casekeeper_serve import PATIENCE_S, casekeeper_serve, forked_casekeeper_serve
from tests.support.disputed import BET, Disputed
from tests.support.forked_program import ForkedProgram
from tests.support.house import PIN, STAFF_NAME
from tests.web.command_line.called import ROOT, casekeeper
from tests.web.tablet_in_browser import session_cookie
from web.serving.supervisor import own_temp_folder


@contextmanager
def serving(book: Path) -> Iterator[tuple[ForkedProgram, int]]:
    """A server, once it answers."""
    with forked_casekeeper_serve(book) as (started, port):
        until(lambda: started.poll() is not None or answers(port))
        yield started, port


def answers(port: int) -> bool:
    try:
        return asked(port, "/sign-in")[0] == 200
    except OSError:
        return False


def workers_of(started: ForkedProgram) -> list[int]:
    return [int(one) for one in Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()]


def is_gone(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tmp_path / "book.db"


def test_a_port_is_served_once_and_the_second_says_so(book: Path, tmp_path: Path) -> None:
    with serving(book) as (started, port):
        second = casekeeper("serve", "--book", tmp_path / "other.db", "--port", port)
        assert second.exit_code == 1
        assert second.stderr.count("\n") == 1
        assert second.stderr.rstrip().endswith("[port_taken]")
        assert str(port) in second.stderr
        assert second.stdout == ""
        # Nor is a book left behind that nobody serves.
        assert not list(tmp_path.glob("other.db*"))
        assert f"process {started.pid} on" in casekeeper("serve", "--book", book, "--port", port).stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_stops_in_order_while_it_is_still_being_loaded(book: Path, number: signal.Signals) -> None:
    with casekeeper_serve(book, stderr=subprocess.PIPE) as (started, _):
        until(lambda: "/_sqlite3." in Path(f"/proc/{started.pid}/maps").read_text())
        started.send_signal(number)
        _, said = started.communicate(timeout=PATIENCE_S)
        assert (started.returncode, said) == (0, "")


def test_a_killed_worker_is_replaced_and_said_in_one_line(book: Path) -> None:
    with serving(book) as (started, port):
        (worker,) = workers_of(started)
        os.kill(worker, signal.SIGKILL)
        until(lambda: is_gone(worker) and answers(port))
        started.terminate()
        _, said = started.communicate(timeout=PATIENCE_S)
        assert started.returncode == 0
        assert said.splitlines() == [
            "casekeeper: The server's process was ended by SIGKILL; another one is started. [worker_died]"
        ]


def test_a_killed_parent_takes_its_worker_along_and_the_port_is_free(book: Path, tmp_path: Path) -> None:
    with serving(book) as (started, port):
        (worker,) = workers_of(started)
        started.kill()
        until(lambda: is_gone(worker))
        with socket.socket() as again:
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", port))


def test_it_stops_while_hundreds_hold_on_to_it(book: Path) -> None:
    with serving(book) as (started, port):
        lines = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) for _ in range(200)]
        for number, line in enumerate(lines):
            said = (b"", b"GET / HT", b"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\nhalf")
            line.sendall(said[number % 3])
        assert answers(port)
        started.send_signal(signal.SIGINT)
        _, said_last = started.communicate(timeout=PATIENCE_S)
        assert (started.returncode, said_last) == (0, "")
        for line in lines:
            heard(line)
            line.close()


def test_it_stops_without_a_word_after_it_has_printed(book: Path) -> None:
    assert casekeeper("staff", "add", STAFF_NAME, "--book", book, typed=f"{PIN}\n").exit_code == 0
    with serving(book) as (started, port):
        cookie = session_cookie(f"http://127.0.0.1:{port}")
        line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        line.request("GET", "/papers/fan-tan-score.pdf", headers={"Cookie": f"casekeeper={cookie}"})
        assert line.getresponse().read().startswith(b"%PDF")
        line.close()
        started.terminate()
        _, said = started.communicate(timeout=PATIENCE_S)
        assert (started.returncode, said) == (0, "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    where = tmp_path / "night.db"
    with Book.open(where) as book:
        accept(book, ask("first"), [bought()])
    return where


@contextmanager
def owner(path: Path, *, orphan: bool = False) -> Iterator[tuple[ForkedProgram, int]]:
    """A process that owns a book until it is killed or its standard input ends; as an orphan its parent is gone."""
    with start("owns", path, "orphan" if orphan else "itself") as child:
        ((process,),) = lines(child.stdout.readline())
        yield child, process


def refused(path: Path) -> str:
    with pytest.raises(BookError) as caught:
        FileLock.taken(path, "casekeeper serve, another")
    assert caught.value.code == "book_owned"
    return caught.value.why


def test_a_second_server_is_refused_and_told_by_whom(path: Path) -> None:
    with owner(path) as (_, process):
        assert f"by casekeeper serve, process {process}, since 20" in refused(path)
        assert owner_of(path)
    FileLock.taken(path, "next").release()
    assert owner_of(path) is None


def test_the_command_is_refused_in_one_sentence(path: Path) -> None:
    with owner(path) as (_, process):
        ran = casekeeper("serve", "--book", path)
        assert (ran.exit_code, ran.stdout) == (1, "")
        (line,) = ran.stderr.splitlines()
        assert f"process {process}, since" in line
        assert line.endswith("[book_owned]")


def test_an_orphan_of_a_killed_parent_still_owns_the_book(path: Path) -> None:
    with owner(path, orphan=True) as (child, process):
        assert child.wait(30) == 0
        assert "already served" in refused(path)
        os.kill(process, 9)


def test_nothing_is_in_the_way_after_kill_9(path: Path) -> None:
    with owner(path) as (child, _):
        child.kill()
        child.wait(30)
        assert beside(path, ".lock").read_text().startswith("casekeeper serve")
        FileLock.taken(path, "next").release()


def test_other_names_of_a_book_are_the_same_book(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Symbolic links to the file and to its folder, a relative name; a hard link is refused to whoever would write."""
    (tmp_path / "link.db").symlink_to(path)
    (tmp_path / "folder").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    with owner(path):
        for name in (
            tmp_path / "link.db",
            tmp_path / "folder" / "night.db",
            Path("night.db"),
            Path("../") / path.parent.name / "night.db",
        ):
            refused(name)
    os.link(path, tmp_path / "hard.db")
    for name in (path, tmp_path / "hard.db"):
        with pytest.raises(BookError) as caught:
            Book.open(name)
        assert caught.value.code == "book_linked"
        with Book.open(name, create=False, read_only=True) as book:
            assert book.positions() == (1, 1)


def test_a_lock_whose_file_was_taken_away_is_taken_anew(path: Path) -> None:
    lock = FileLock.taken(path, "the first")
    with Book.open(path, lock=lock) as book:
        beside(path, ".lock").unlink()
        accept(book, ask("second"), [bought()])
        assert "the first" in refused(path)
    lock.release()


def test_a_server_whose_lock_another_one_took_acknowledges_nothing(path: Path) -> None:
    lock = FileLock.taken(path, "the first")
    with Book.open(path, lock=lock) as book:
        beside(path, ".lock").unlink()
        with owner(path):
            with pytest.raises(BookError) as caught:
                accept(book, ask("lost"), [bought()])
            assert caught.value.code == "book_owned"
            assert book.positions() == (1, 1)
        accept(book, ask("had again"), [bought()])
    lock.release()


def test_writing_beside_the_owner_is_said_and_done(path: Path, tmp_path: Path) -> None:
    """Both keep one chain. Whoever only reads is told nothing."""
    script = tmp_path / "night.txt"
    opening = {"do": "open_night", "table": "Tiger 1", "date": "2026-11-22", "game": "faro", "house": "american"}
    script.write_text(json.dumps({**opening, "roll": 500_000, "dealer": "M. Deal"}) + "\n")
    lock = FileLock.taken(path, "casekeeper serve, process 1")
    with Book.open(path, lock=lock) as book:
        ran = casekeeper("play", script, "--book", path)
        assert ran.exit_code == 0
        assert ran.stderr.startswith("casekeeper: casekeeper serve, process 1, since ")
        assert ran.stderr.count("\n") == 1
        accept(book, ask("second"), [bought()])
        assert len(book.nights()) == 1
        assert casekeeper("show", "2026-11-22-1", "--book", path).stderr == ""
        assert_whole(book)
    lock.release()


@pytest.mark.postgresql
def test_writing_beside_a_server_of_a_database_is_said_and_done(postgresql_shelf: Shelf, tmp_path: Path) -> None:
    script = tmp_path / "night.txt"
    opening = {"do": "open_night", "table": "Tiger 1", "date": "2026-11-22", "game": "faro", "house": "american"}
    script.write_text(json.dumps({**opening, "roll": 500_000, "dealer": "M. Deal"}) + "\n")
    where = str(postgresql_shelf.where)
    with forked_casekeeper_serve(where, "--create", "--key-file", tmp_path / "key") as (started, port):
        until(lambda: started.poll() is not None or answers(port))
        ran = casekeeper("play", script, "--book", where)
        assert ran.exit_code == 0
        (line,) = ran.stderr.splitlines()
        assert line.startswith(f"casekeeper: casekeeper serve, process {started.pid} on ")
        assert line.endswith("also serves the book; both write to it.")
        assert casekeeper("show", "2026-11-22-1", "--book", where).stderr == ""
    ran = casekeeper("staff", "unlock", "Nobody", "--book", where)
    assert ran.stderr.count("\n") == 1, "there is no server any more"


PAPER = "/papers/cue-cards.pdf"


def printed(dealer: Dealer, served: Served) -> bytes:
    """A blank paper: a process that prints makes it."""
    http = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
    http.request("GET", PAPER, headers={"Cookie": dealer.cookie})
    answer = http.getresponse()
    made = answer.read()
    http.close()
    assert answer.status == 200, made
    return made


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_printed_leaves_nothing_though_its_worker_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    with serving_tables(tmp_path) as served, Dealer(served) as dealer:
        assert printed(dealer, served).startswith(b"%PDF")
        assert [one.name.startswith("casekeeper-serve-") for one in place.iterdir()] == [True]
        if how == signal.SIGKILL:
            os.kill(served.worker, how)
    assert list(place.iterdir()) == []


def test_a_paper_from_the_command_line_leaves_nothing(tmp_path: Path) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    with Book.open(tmp_path / "night.db") as book:
        night = Disputed(book).play_bet().night
    out = tmp_path / "bet.pdf"
    words = ("dossier", night, BET, "--book", tmp_path / "night.db", "--out", out)
    command = [sys.executable, "-m", "web.command_line.main", *map(str, words)]
    environment = {**os.environ, "TMPDIR": str(place), "PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, cwd=tmp_path, env=environment, timeout=PATIENCE_S, capture_output=True)
    assert out.read_bytes().startswith(b"%PDF")
    assert list(place.iterdir()) == []


def test_what_a_killed_server_left_is_removed_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing that belongs to one that runs, or to somebody else."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left, runs, other = (tmp_path / f"casekeeper-serve-{name}" for name in (f"{gone.pid}-x", f"{os.getppid()}-x", "x"))
    for folder in (left, runs, other):
        (folder / "within").mkdir(parents=True)
    with own_temp_folder() as own:
        assert own.parent == tmp_path
        assert tempfile.gettempdir() == str(own)
        (own / "something").touch()
        assert not left.exists()
    assert sorted(tmp_path.iterdir()) == sorted((runs, other))
    assert tempfile.gettempdir() == str(tmp_path)
