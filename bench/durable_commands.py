"""Commands by the whole path, from a document to a receipt for what is on disk.

Read, looked up by id, decided, folded, the ledger asserted, hashed, chained and synced (``synchronous=FULL``).
The clients are threads that send the next command as soon as they have the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Thread
from time import perf_counter

from bench.figures import Figure, in_turn
from bench.nights import DEALER, open_night, taps
from bench.peers.bare_sqlite import BODY, chained_rows, group_commit
from bench.peers.eventsourcing_library import Purse, purses
from dealer.assistant import Assistant
from events.book.book import Book

CLIENTS = 8


def figures(quick: bool) -> Iterator[Figure]:
    """One client and eight, in commands a second."""
    rounds, commands = (5, 200) if quick else (15, 1_000)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        book = stack.enter_context(Book.open(Path(folder, "ours.book")))
        rows = stack.enter_context(chained_rows(Path(folder, "rows.db")))
        group = stack.enter_context(group_commit(Path(folder, "group.db")))
        library = stack.enter_context(purses(Path(folder, "library.db")))
        assistant, purse, crowds = Assistant(book), Purse(0), count()
        night = open_night(assistant)

        def clients(how_many: int) -> float:
            crowd = next(crowds) * CLIENTS
            documents = [list(taps(crowd + client, commands // how_many)) for client in range(how_many)]
            return rate(
                how_many,
                lambda client, number: assistant.execute(documents[client][number], DEALER, night=night),
                commands,
            )

        def save(_: int, number: int) -> None:
            purse.buy(number)
            library.save(purse)

        ours, bare, saved = in_turn(
            rounds,
            lambda: clients(1),
            lambda: rate(1, lambda *_: rows.append([BODY]), commands),
            lambda: rate(1, save, commands),
        )
        alone = "one durable command, whole path, one client"
        yield Figure(what=alone, beside="`sqlite3`, one chained row", unit="/s", ours=ours, theirs=bare, at_least=0.5)
        yield Figure(what=alone, beside="`eventsourcing`, one event", unit="/s", ours=ours, theirs=saved, at_least=1)
        ours, bare = in_turn(
            rounds, lambda: clients(CLIENTS), lambda: rate(CLIENTS, lambda *_: group.append(BODY), commands)
        )
        yield Figure(
            what=f"the same, {CLIENTS} clients at once",
            beside="`sqlite3`, a writer's thread, group commit",
            unit="/s",
            ours=ours,
            theirs=bare,
            at_least=0.5,
        )


def rate(clients: int, act: Callable[[int, int], object], acts: int) -> float:
    """Acts a second of clients that act without a pause; ``act`` is told which client it is, and its how manieth."""
    start = Barrier(clients + 1)

    def client(number: int) -> None:
        start.wait()
        for at in range(acts // clients):
            act(number, at)

    threads = [Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    start.wait()
    begun = perf_counter()
    for thread in threads:
        thread.join()
    return acts // clients * clients / (perf_counter() - begun)
