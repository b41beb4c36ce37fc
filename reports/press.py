"""The press: papers printed in processes of their own, so that whoever deals meanwhile is not kept waiting.

What a process needs it is given: the night's rows as they are stored and the edition. It asks no book and no clock.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import lru_cache, partial
from multiprocessing import get_context, parent_process
from threading import Lock, Thread
from typing import Any

from dealer.assistant import fold
from dealer.verification.inspection import Rows
from events.book import Book
from events.night import DisputeRaised
from events.records import RecordedCommand
from reports.blanks import BLANKS
from reports.dossier.paper import Dossier, print_dossier
from reports.edition import Edition, HouseStyle, Printing
from reports.joined import joined
from reports.papers import list_papers, name_of
from reports.render import to_pdf

NICENESS = 10
"""How far a printing process stands back behind the tables."""

NIGHTS_AT_HAND = 2
"""How many orders a process keeps worked out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be printed: a night's facts as their rows, the edition, and which printing of its sheets it is.

    ``refused`` are the night's refused commands, of which the sheets of disputes tell.
    """

    night: str
    rows: Sequence[dict[str, Any]]
    edition: Edition
    printings: Mapping[str, Printing] = field(default_factory=dict)
    refused: Sequence[RecordedCommand] = ()

    @classmethod
    def of(
        cls, book: Book, night: str, version: int, edition: Edition, printings: Mapping[str, Printing] | None = None
    ) -> Order:
        """The order for a night of a book as of one of its facts."""
        rows = book.fact_rows(night)[:version]
        disputed = any(row["kind"] == DisputeRaised.__name__ for row in rows)
        refused = [one for one in book.commands(night) if one.refused] if disputed else []
        return cls(night=night, rows=rows, edition=edition, printings=printings or {}, refused=refused)

    def packed(self) -> bytes:
        """The order as it is handed to a process."""
        return pickle.dumps(self)


def print_sheet(packed: bytes, name: str) -> bytes:
    """One sheet of an order as PDF; :class:`LookupError` where the night has none of that name."""
    return _sheets(packed)[name]()


def print_blank(name: str, style: HouseStyle) -> bytes:
    """A blank paper by its name as PDF."""
    return BLANKS[name].print(Edition(style=style))


@lru_cache(NIGHTS_AT_HAND)
def _sheets(packed: bytes) -> dict[str, Callable[[], bytes]]:
    order: Order = pickle.loads(packed)
    facts = Rows(order.night, list(order.rows), []).recorded
    now = fold(facts)
    return {
        name_of(now, one): one.make for one in list_papers(now, facts, order.edition, order.printings, order.refused)
    }


class Press:
    """Prints sheets in as many processes as it is given; they start with the first order, and stay warm.

    ``niceness`` is how far they stand back where the machine has something else to do. Another executor may be given
    in their place. To be closed, or used in a ``with`` statement.
    """

    def __init__(
        self, processes: int = 1, *, niceness: int = NICENESS, executor: Callable[[], Executor] | None = None
    ) -> None:
        self.processes = processes
        self._start = executor or partial(_pool, processes, niceness)
        self._lock = Lock()
        self._running: Executor | None = None

    def begin(self, packed: bytes, name: str) -> Future[bytes]:
        """Have a sheet of an order printed."""
        return self._submit(print_sheet, packed, name)

    def print(self, packed: bytes, name: str) -> bytes:
        """Print a sheet of an order, and wait for it."""
        return self._done(print_sheet, packed, name)

    def blank(self, name: str, style: HouseStyle) -> bytes:
        """Print a blank paper, and wait for it."""
        return self._done(print_blank, name, style)

    def each(self, packed: bytes, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Print sheets of an order, as many at once as there are processes, and give each in its turn."""
        waiting: deque[tuple[str, Future[bytes]]] = deque()

        def taken() -> tuple[str, bytes]:
            name, printing = waiting.popleft()
            try:
                return name, printing.result()
            except BrokenProcessPool:
                return name, self.print(packed, name)

        for name in names:
            waiting.append((name, self.begin(packed, name)))
            if len(waiting) > self.processes:
                yield taken()
        while waiting:
            yield taken()

    def dossier(self, view: Dossier, edition: Edition) -> bytes:
        """Print a dossier, and wait for it."""
        return self._done(print_dossier, view, edition)

    def join(self, sheets: Sequence[bytes], title: str) -> bytes:
        """Make one PDF of several sheets, for the printer, and wait for it."""
        return self._done(joined, sheets, title)

    def close(self) -> None:
        """Let the processes go; what was not begun is not printed."""
        with self._lock:
            running, self._running = self._running, None
        if running:
            running.shutdown(cancel_futures=True)

    def _done(self, work: Callable[..., bytes], *given: object) -> bytes:
        try:
            return self._submit(work, *given).result()
        except BrokenProcessPool:
            # The process was killed with this in hand: once more, in another.
            return self._submit(work, *given).result()

    def _submit(self, work: Callable[..., bytes], *given: object) -> Future[bytes]:
        with self._lock:
            if self._running is None:
                self._running = self._start()
            try:
                return self._running.submit(work, *given)
            except BrokenProcessPool:
                # A process was killed: what it had in hand is lost, what comes after need not be.
                self._running = self._start()
                return self._running.submit(work, *given)

    def __enter__(self) -> Press:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _pool(processes: int, niceness: int) -> Executor:
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=_get_ready, initargs=(niceness,))


def _get_ready(niceness: int) -> None:
    """Stand back behind the tables, end with whoever started this process, and load what every sheet needs."""
    os.nice(niceness)
    # Whoever is at the terminal stops the program; that then stops its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()
    to_pdf("<title>–</title>")
    # What is loaded stays: the garbage collector need not look through it for every sheet.
    gc.freeze()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is None:
        raise AssertionError("a printing process was started by nobody")
    parent.join()
    os._exit(0)
