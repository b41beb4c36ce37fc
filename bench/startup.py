"""How soon the program is there: the processor's time of processes that begin, until they end or have given a page."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from signal import SIGKILL
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

import psutil

from bench.figures import Figure, in_turn

ROOT = Path(__file__).parent.parent
CASEKEEPER = ("web.command_line.main",)
HELLO = ("bench.peers.flask_hello",)
LIBRARIES = ("bench.peers.libraries_alone",)
PATIENCE_S = 30.0
ASKED_EVERY_S = 0.01
MOST, HELD_TO_HELLO = 1.5, 11.0


def figures(quick: bool) -> Iterator[Figure]:
    """The help and the first page beside Flask's hello world."""
    hello = partial(ended, *HELLO)
    ours, theirs = in_turn(3 if quick else 15, partial(ended, *CASEKEEPER, "--help"), hello)
    yield Figure(
        what="`casekeeper --help`",
        beside="Flask's hello world, made",
        unit="s",
        ours=ours,
        theirs=theirs,
        at_most=MOST,
    )
    with TemporaryDirectory() as folder:
        serve = partial(first_page, *CASEKEEPER, "serve", "--create", "--book", str(Path(folder, "night.db")), "--port")
        ours, theirs, libraries = in_turn(
            1 if quick else 10, *map(serve_on, (serve, partial(first_page, *HELLO), partial(first_page, *LIBRARIES)))
        )
    yield Figure(
        what="`casekeeper serve` to its first page",
        beside="Flask's hello world, served",
        unit="s",
        ours=ours,
        theirs=theirs,
        at_most=MOST,
        held=HELD_TO_HELLO,
    )
    yield Figure(
        what="`casekeeper serve` to its first page",
        beside="Flask's hello world served, the same libraries loaded",
        unit="s",
        ours=ours,
        theirs=libraries,
    )


def ended(*module: str) -> float:
    """The processor's time, in seconds, of a program of ours from its start to its end."""
    return spent([sys.executable, "-m", *module], _as_installed())


def spent(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """The processor's time, in seconds, of any program from its start to its end."""
    with Popen(command, cwd=ROOT, env=environment, stdout=DEVNULL) as program:
        _, status, used = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    assert program.returncode == 0, command
    return used.ru_utime + used.ru_stime


def serve_on(serve: Callable[[str], float]) -> Callable[[], float]:
    """A server's first page, each time on another port."""

    def measured() -> float:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        return serve(str(port))

    return measured


def first_page(*served: str) -> float:
    """The processor's time, in seconds, of a server's processes until one page is answered; its port is said last."""
    with Popen(
        [sys.executable, "-m", *served],
        cwd=ROOT,
        env=_as_installed(),
        stdout=DEVNULL,
        stderr=DEVNULL,
        start_new_session=True,
    ) as parent:
        try:
            _wait_for(f"http://127.0.0.1:{served[-1]}/", parent)
            began = psutil.Process(parent.pid)
            times = [one.cpu_times() for one in (began, *began.children(recursive=True))]
            return float(sum(one.user + one.system for one in times))
        finally:
            os.killpg(parent.pid, SIGKILL)


def _wait_for(address: str, server: Popen[bytes]) -> None:
    give_up = monotonic() + PATIENCE_S
    while monotonic() < give_up and server.poll() is None:
        try:
            with urlopen(address) as answer:
                assert answer.read()
                return
        except URLError:
            sleep(ASKED_EVERY_S)
    raise TimeoutError(address)


def _as_installed() -> dict[str, str]:
    """An environment in which modules are kept compiled, as an installed program's are: the round not counted does."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
