"""Commands by the whole path, from a document to a receipt for what is on disk.

Read, looked up by id, decided, folded, the ledger asserted, hashed, chained and synced (``synchronous=FULL``).
The clients are threads that send the next command as soon as they have the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain, count
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Barrier, Thread
from time import perf_counter

from bench.figures import Figure, in_turn
from bench.nights import DEALER, open_night, taps
from bench.peers.bare_postgresql import rows_of_postgresql
from bench.peers.bare_sqlite import BODY, chained_rows, group_commit
from bench.peers.eventsourcing_library import Purse, purses
from dealer.assistant import Assistant
from events.book.book import Book

CLIENTS = 8

ALONE = "one durable command, whole path, one client"
TOGETHER = f"the same, {CLIENTS} clients at once"

Act = Callable[[int, int], object]
"""What a client does: told which it is, and for the how manieth time."""


def figures(quick: bool) -> Iterator[Figure]:
    """One client and eight, in commands a second and in what the slowest of a hundred take; with PostgreSQL too."""
    rounds, commands = (4, 200) if quick else (15, 1_000)
    with TemporaryDirectory() as folder:
        yield from _in_a_file(Path(folder), rounds, commands)
        if not quick:
            yield _in_postgresql(Path(folder), rounds, commands // 2)


def _in_a_file(folder: Path, rounds: int, commands: int) -> Iterator[Figure]:
    with ExitStack() as stack:
        book = stack.enter_context(Book.open(folder / "ours.book"))
        rows = stack.enter_context(chained_rows(folder / "rows.db"))
        group = stack.enter_context(group_commit(folder / "group.db"))
        library = stack.enter_context(purses(folder / "library.db"))
        crowd, purse = Crowd(book), Purse(0)

        def row(*_: int) -> None:
            rows.append([BODY])

        def grouped(*_: int) -> None:
            group.append(BODY)

        def save(_: int, number: int) -> None:
            purse.buy(number)
            library.save(purse)

        ours, bare, saved = in_turn(
            rounds,
            lambda: rate(1, crowd.sends(1, commands), commands),
            lambda: rate(1, row, commands),
            lambda: rate(1, save, commands),
        )
        for beside, theirs, at_least, held in (
            ("`sqlite3`, one chained row", bare, 0.5, 0.2),
            ("`eventsourcing`, one event", saved, 1, 0.4),
        ):
            yield Figure(what=ALONE, beside=beside, unit="/s", ours=ours, theirs=theirs, at_least=at_least, held=held)
        slow, bare = in_turn(
            rounds,
            lambda: slowest(1, crowd.sends(1, commands), commands),
            lambda: slowest(1, row, commands),
        )
        yield Figure(what=f"{ALONE}, p99", beside="`sqlite3`, one chained row", unit="s", ours=slow, theirs=bare)
        beside = "`sqlite3`, a writer's thread, group commit"
        ours, bare = in_turn(
            rounds,
            lambda: rate(CLIENTS, crowd.sends(CLIENTS, commands), commands),
            lambda: rate(CLIENTS, grouped, commands),
        )
        yield Figure(what=TOGETHER, beside=beside, unit="/s", ours=ours, theirs=bare, at_least=0.5, held=0.12)
        slow, bare = in_turn(
            rounds,
            lambda: slowest(CLIENTS, crowd.sends(CLIENTS, commands), commands),
            lambda: slowest(CLIENTS, grouped, commands),
        )
        yield Figure(what=f"{TOGETHER}, p99", beside=beside, unit="s", ours=slow, theirs=bare)


def _in_postgresql(folder: Path, rounds: int, commands: int) -> Figure:
    from bench.served_tables import postgresql

    with ExitStack() as stack:
        url = stack.enter_context(postgresql(folder))
        crowd = Crowd(stack.enter_context(Book.open(url)))
        rows = stack.enter_context(rows_of_postgresql(url))
        ours, bare = in_turn(
            rounds,
            lambda: rate(1, crowd.sends(1, commands), commands),
            lambda: rate(1, lambda *_: rows.append(BODY), commands),
        )
    beside = "`psycopg`, one chained row"
    return Figure(what=f"{ALONE}, in PostgreSQL", beside=beside, unit="/s", ours=ours, theirs=bare)


class Crowd:
    """Clients at one table of a book, each with commands that it has never sent before."""

    def __init__(self, book: Book) -> None:
        self._assistant = Assistant(book)
        self._night = open_night(self._assistant)
        self._numbers = count()

    def sends(self, clients: int, commands: int) -> Act:
        """What so many clients do, who send so many commands together."""
        crowd = next(self._numbers) * CLIENTS
        documents = [list(taps(crowd + client, commands // clients)) for client in range(clients)]
        return lambda client, number: self._assistant.execute(documents[client][number], DEALER, night=self._night)


def rate(clients: int, act: Act, acts: int) -> float:
    """Acts a second of clients that act without a pause."""
    seconds, took = _timed(clients, act, acts)
    return len(took) / seconds


def slowest(clients: int, act: Act, acts: int) -> float:
    """How long the slowest of a hundred acts take at the least, in seconds: p99."""
    _, took = _timed(clients, act, acts)
    return quantiles(took, n=100, method="inclusive")[98]


def _timed(clients: int, act: Act, acts: int) -> tuple[float, list[float]]:
    """The seconds that all acts took together, and each of them."""
    start = Barrier(clients + 1)
    took: list[list[float]] = [[] for _ in range(clients)]

    def client(number: int) -> None:
        start.wait()
        for at in range(acts // clients):
            begun = perf_counter()
            act(number, at)
            took[number].append(perf_counter() - begun)

    threads = [Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    start.wait()
    begun = perf_counter()
    for thread in threads:
        thread.join()
    return perf_counter() - begun, list(chain.from_iterable(took))
