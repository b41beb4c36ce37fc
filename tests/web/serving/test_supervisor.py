"""A parent and its worker: what becomes of one when the other is ended. Each parent is a program of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.attacks.served import PATIENCE_S, until

ROOT = Path(__file__).parent.parent.parent.parent

PARENT = """
import os, signal, sys, time
from web.serving import supervisor

# A machine that is stopped for a while is no worker that hangs, nor one that lived for long.
supervisor.KILL_AFTER_S, supervisor.QUICK_S = 3600, 3600.0

def wait(alive):
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(SystemExit(0)))
    print(os.getpid(), flush=True)
    while os.read(alive, 1):
        pass
    print("the parent is gone", flush=True)
    return 0

def die(alive):
    print(os.getpid(), flush=True)
    return 7

def say_trouble(alive):
    print("casekeeper: There is no book. [no_such_book]", file=sys.stderr, flush=True)
    return 3

def hang(alive):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print(os.getpid(), flush=True)
    time.sleep(600)

def break_down(alive):
    raise RuntimeError("boom")

sys.exit(supervisor.Supervisor({work}, pauses_s=(0.0, 0.01, 0.01)).run())
"""


@contextmanager
def parent(work: str) -> Iterator[subprocess.Popen[str]]:
    program = [sys.executable, "-c", PARENT.replace("{work}", work)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as started:
        try:
            yield started
        finally:
            with suppress(ProcessLookupError):
                started.kill()


def worker_of(started: subprocess.Popen[str]) -> int:
    assert started.stdout
    return int(started.stdout.readline())


def lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_worker_that_dies_is_said_and_another_one_is_started() -> None:
    with parent("wait") as started:
        first = worker_of(started)
        os.kill(first, signal.SIGKILL)
        second = worker_of(started)
        assert second != first
        started.terminate()
        _, said = started.communicate(timeout=PATIENCE_S)
        assert started.returncode == 0
        assert said.splitlines() == [
            "casekeeper: The server's process was ended by SIGKILL; another one is started. [worker_died]"
        ]
        assert not lives(second)


def test_a_parent_gives_up_after_quick_deaths() -> None:
    with parent("die") as started:
        out, said = started.communicate(timeout=PATIENCE_S)
        assert len(out.split()) == 4
        assert started.returncode == 1
        lines = said.splitlines()
        assert [line.rpartition(" ")[2] for line in lines] == ["[worker_died]"] * 3 + ["[worker_dies]"]
        assert "ended with status 7" in lines[0]


def test_a_worker_that_has_said_why_it_cannot_begin_is_not_tried_again() -> None:
    with parent("say_trouble") as started:
        _, said = started.communicate(timeout=PATIENCE_S)
        assert started.returncode == 1
        assert said == "casekeeper: There is no book. [no_such_book]\n"


def test_a_worker_that_breaks_is_one_line_that_says_where() -> None:
    with parent("break_down") as started:
        _, said = started.communicate(timeout=PATIENCE_S)
        first = said.splitlines()[0]
        assert "line" in first
        assert "boom" in first
        assert first.endswith("[worker_broke]")
        assert "Traceback" not in said


def test_no_worker_outlives_its_parent() -> None:
    with parent("wait") as started:
        worker = worker_of(started)
        started.kill()
        started.wait(timeout=PATIENCE_S)
        until(lambda: not lives(worker))


def test_every_signal_to_stop_stops_both() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with parent("wait") as started:
            worker = worker_of(started)
            started.send_signal(number)
            _, said = started.communicate(timeout=PATIENCE_S)
            assert (started.returncode, said) == (0, "")
            assert not lives(worker)


def test_who_asks_twice_does_not_wait_for_a_worker_that_hangs() -> None:
    with parent("hang") as started:
        worker = worker_of(started)
        # Two of a kind might come as one.
        started.send_signal(signal.SIGTERM)
        started.send_signal(signal.SIGINT)
        _, said = started.communicate(timeout=PATIENCE_S)
        assert started.returncode == 1
        assert said.endswith("[stopped_hard]\n")
        assert not lives(worker)


LOADING = """
import os, signal, time, weakref
from web.serving import worker
from web.start import leave, loading

class Lock:
    pass

signal.signal(signal.SIGTERM, leave)
worker._end_with_the_parent(os.pipe()[0])
with loading():
    # As the import machinery does: what a callback raises is ignored.
    lock = Lock()
    reference = weakref.ref(lock, lambda _: (os.kill(os.getpid(), signal.SIGTERM), time.sleep(0.2)))
    del lock
    print("loaded", flush=True)
print("the signal was lost", flush=True)
"""


def test_a_signal_that_comes_in_a_callback_while_modules_are_loaded_is_not_lost() -> None:
    """A server that was told to stop while it loaded went on, and served."""
    ended = subprocess.run(
        [sys.executable, "-c", LOADING],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "loaded\n", "")
