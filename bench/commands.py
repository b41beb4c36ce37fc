"""A command until it is on disk: the service of the program beside an application on ``eventsourcing``.

Both have the same documents, schemas, ``decide`` and ``evolve``, threads as clients, each with a night of its own, and
the same durability: WAL with ``synchronous = FULL``, ``synchronous_commit = on``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any
from uuid import uuid4

from bench.evening import SEATED, evening
from bench.figures import Figure, in_turn
from bench.peers.eventsourced import on_book
from bench.process_time import time_of_family
from bench.queueing import p99 as p99_of
from bench.served_tables import postgresql, postmaster_of
from dealer.night_service import NightService
from dealer.streams import Sender, new_command_id
from events.book.book import Book

HERE = Sender(who="M. Earp", device="bench")
DEALS = 8
CLIENTS = {1: 80, 8: 40, 32: 20}
"""So many threads, and how many commands each gives in a round."""

ROUNDS, QUICK_ROUNDS = 9, 3
PEER = "on `eventsourcing`"
Execute = Callable[[dict[str, Any]], object]
"""Carries out a command of one night."""


def figures(quick: bool) -> Iterator[Figure]:
    """Commands a second, and the p99 and cost of a command, with 1, 8 and 32 clients, on SQLite and on PostgreSQL."""
    clients = {8: CLIENTS[8]} if quick else CLIENTS
    for database, where in (("SQLite", _file), ("PostgreSQL", postgresql)):
        with TemporaryDirectory(prefix="casekeeper-bench-") as folder, where(Path(folder)) as book:
            used = process_time if database == "SQLite" else partial(_used_with, postmaster_of(Path(folder)))
            yield from _on(database, book, folder, used, clients, QUICK_ROUNDS if quick else ROUNDS)


@dataclass(frozen=True, slots=True)
class _Round:
    """How long each command took, and the processor's time of one of them, in seconds."""

    waited: list[float]
    processor_s: float


@contextmanager
def _file(folder: Path) -> Iterator[str]:
    yield str(folder / "house.db")


def _used_with(postmaster: int) -> float:
    """The processor's time of this process and of PostgreSQL, in seconds."""
    return process_time() + time_of_family(postmaster)


def _on(
    database: str, where: str, folder: str, used: Callable[[], float], clients: dict[int, int], rounds: int
) -> Iterator[Figure]:
    theirs_where = where if "://" in where else str(Path(folder, "peer.db"))
    with Book.open(where) as book, on_book(theirs_where) as tables:
        service = NightService(book)

        opens, *seats = evening(DEALS)[:SEATED]

        def ours() -> Execute:
            night = service.execute(opens, HERE).night
            return _seated(
                seats, lambda document: service.execute(document, HERE, night=night, command_id=new_command_id())
            )

        def theirs() -> Execute:
            night = tables.open(opens, HERE)
            return _seated(seats, lambda document: tables.execute(night, document, HERE, uuid4()))

        for count, commands in clients.items():
            with ThreadPoolExecutor(count) as threads:
                seen: tuple[list[_Round], list[_Round]] = ([], [])
                houses = [
                    partial(_given, threads, [_client(begin()) for _ in range(count)], commands, used, of_house)
                    for begin, of_house in zip((ours, theirs), seen, strict=True)
                ]
                rates = in_turn(rounds, *houses)
            p99 = [tuple(p99_of(round_.waited) for round_ in of_house[1:]) for of_house in seen]
            cost = [tuple(round_.processor_s for round_ in of_house[1:]) for of_house in seen]
            what = f"{database}, {count} client{'s' if count > 1 else ''}"
            yield Figure(
                what=f"{what}: commands a second", beside=PEER, unit="/s", ours=rates[0], theirs=rates[1], at_least=1
            )
            yield Figure(what=f"{what}: a command, p99", beside=PEER, unit="s", ours=p99[0], theirs=p99[1])
            yield Figure(what=f"{what}: its processor time", beside=PEER, unit="s", ours=cost[0], theirs=cost[1])


def _seated(seats: Sequence[dict[str, Any]], execute: Execute) -> Execute:
    for document in seats:
        execute(document)
    return execute


def _client(execute: Execute) -> Iterator[float]:
    """Carries out the commands of an evening, and gives how long each took."""
    for document in evening(DEALS)[SEATED:]:
        begun = perf_counter()
        execute(document)
        yield perf_counter() - begun


def _given(
    threads: ThreadPoolExecutor,
    clients: Sequence[Iterator[float]],
    commands: int,
    used: Callable[[], float],
    rounds: list[_Round],
) -> float:
    """Commands a second with all clients at once; what else was seen is added to ``rounds``."""
    begun, used_before = perf_counter(), used()
    taken = list(threads.map(lambda client: list(islice(client, commands)), clients))
    took, cost = perf_counter() - begun, used() - used_before
    waited = [wait_s for of_client in taken for wait_s in of_client]
    rounds.append(_Round(waited, cost / len(waited)))
    return len(waited) / took
