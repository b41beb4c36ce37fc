"""The print jobs of an application: printings under way, one after another, and the last ones that were finished.

Sheets are printed in a process of their own; a thread of this one only waits for them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from logging import Logger
from threading import Lock, Thread

from flask import Flask, current_app
from msgspec import field

from dealer.printings import PrintingsKeeper
from events.frozen import Frozen
from reports.print_workers import PdfWorkers
from web.app.background_work import Followed
from web.app.log import what_broke

KEPT = 4
"""How many printings' sheets are kept; an older one is made again, to the byte, when somebody asks for it."""

_EXTENSION = "casekeeper print jobs"

Key = tuple[str, int]
"""A printing: its night, and its number."""


class Progress(Frozen):
    """How far a printing is: the names of all its sheets, those that are ready, and what kept it from its end."""

    names: Sequence[str]
    ready: Mapping[str, bytes] = field(default_factory=dict)
    error: Exception | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.error is not None or len(self.ready) == len(self.names)

    @property
    def printing(self) -> str:
        """The sheet that is being printed, or is the next; nothing where it is over."""
        return "" if self.over else self.names[len(self.ready)]


PrintJob = Followed[Progress]
"""One printing."""


class PrintJobs:
    """The printings of an application, and the keeper of the events about them.

    A printing that is under way or still in memory is shared.
    """

    def __init__(self, log: Logger, workers: PdfWorkers, keeper: PrintingsKeeper) -> None:
        self.workers = workers
        self.keeper = keeper
        self._log = log
        self._turn = Lock()
        self._lock = Lock()
        self._jobs: OrderedDict[Key, PrintJob] = OrderedDict()

    def begin(self, key: Key, names: Sequence[str], order: Callable[[], bytes], *, retry: bool = True) -> PrintJob:
        """The printing of a key: the one that is kept, or a new one of an ``order``.

        A failed job is begun again if ``retry``, or returned as it is.
        """
        known = self._kept(key, retry)
        if known:
            return known
        packed = order()
        with self._lock:
            known = self._kept(key, retry)
            if known:
                return known
            begun = self._jobs[key] = PrintJob(Progress(names=names))
            self._jobs.move_to_end(key)
            self._let_go_of_the_oldest()
        Thread(target=self._run, args=(key, begun, packed), name=f"print-{key[0]}-{key[1]}", daemon=True).start()
        return begun

    def _kept(self, key: Key, retry: bool) -> PrintJob | None:
        known = self._jobs.get(key)
        return None if known and known.progress.error and retry else known

    def _let_go_of_the_oldest(self) -> None:
        over = [key for key, job in self._jobs.items() if job.progress.over]
        for key in over[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[key]

    def _run(self, key: Key, begun: PrintJob, packed: bytes) -> None:
        names, ready = begun.progress.names, dict[str, bytes]()
        try:
            with self._turn:
                for name, sheet in self.workers.each(packed, names):
                    ready = {**ready, name: sheet}
                    begun.tell(Progress(names=names, ready=ready))
        except Exception as error:  # Those who wait must hear of any error.
            self._log.error(
                "printing %d of night %s came to no end: %s", key[1], key[0], what_broke(error), exc_info=error
            )
            begun.tell(Progress(names=names, ready=ready, error=error))


def register(app: Flask, workers: PdfWorkers, keeper: PrintingsKeeper) -> None:
    """Have print jobs in an application."""
    app.extensions[_EXTENSION] = PrintJobs(app.logger, workers, keeper)


def print_jobs() -> PrintJobs:
    """The print jobs of this application."""
    found: PrintJobs = current_app.extensions[_EXTENSION]
    return found


def printings_keeper() -> PrintingsKeeper:
    """The keeper of this application's papers."""
    return print_jobs().keeper
