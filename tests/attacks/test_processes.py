"""``casekeeper serve`` as it runs: its processes killed, its port wanted by another, and stopped under load."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.attacks.served import PATIENCE_S, asked, heard, until
from tests.support.free_port import free_port
from tests.web.command_line.called import ROOT, casekeeper
from tests.web.staff import PIN, STAFF_NAME
from tests.web.tablet import session_cookie


@contextmanager
def serving(book: Path, *options: object) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server on a free port, once it answers; with everything it started it is gone afterwards."""
    port = free_port()
    program = [sys.executable, "-m", "web.command_line.main", "serve", "--book", str(book), "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*program, *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as started:
        try:
            until(lambda: started.poll() is not None or answers(port))
            yield started, port
        finally:
            with suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)


def answers(port: int) -> bool:
    try:
        return asked(port, "/sign-in")[0] == 200
    except OSError:
        return False


def workers_of(started: subprocess.Popen[str]) -> list[int]:
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
    with serving(book) as (_, port):
        second = casekeeper("serve", "--book", tmp_path / "other.db", "--port", port)
        assert second.exit_code == 1
        assert second.stderr.count("\n") == 1
        assert second.stderr.rstrip().endswith("[port_taken]")
        assert str(port) in second.stderr
        assert second.stdout == ""


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
