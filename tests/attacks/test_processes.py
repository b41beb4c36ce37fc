"""``casekeeper serve`` as it runs: its processes killed, its port wanted by another, and stopped under load."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.attacks.served import PATIENCE_S, asked, heard, until
from tests.support.casekeeper_serve import casekeeper_serve, forked_casekeeper_serve
from tests.support.forked_program import ForkedProgram
from tests.support.staff import PIN, STAFF_NAME
from tests.web.command_line.called import casekeeper
from tests.web.tablet_in_browser import session_cookie


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
        until(lambda: "pysqlite3" in Path(f"/proc/{started.pid}/maps").read_text())
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
