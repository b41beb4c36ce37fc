"""Prints papers in separate processes, so that the table never waits, and joins sheets into one file."""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache, partial
from io import BytesIO
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from msgspec import field, structs
from msgspec.structs import asdict, replace

from dealer.commands.refusal import Refusal
from dealer.night.evolve import fold
from dealer.printings import Printed, Printings
from dealer.staff.keeper import device_names
from dealer.verification.inspection import Rows
from events.book.book import Book
from events.book.chain import StoredEvent
from events.common.house import PaperStyle
from events.common.night import DisputeRaised
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import RecordedCommand
from reports.games import all_blanks
from reports.pdf.render import to_pdf
from reports.render_options import HouseStyle, Printing, RenderOptions, zone_called
from reports.sheets.dossier import Dossier, print_dossier
from reports.sheets.papers import list_papers, name_of

_FIRST_YEAR = 1980
"""The earliest year that a zip file can store."""


_UNIX, _READABLE = 3, 0o100644 << 16


def joined(sheets: Sequence[bytes], title: str) -> bytes:
    """Join several PDFs in order; each sheet keeps its own page numbers."""
    # Imported here because it loads slowly and only this function needs it.
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    for sheet in sheets:
        writer.append(PdfReader(BytesIO(sheet)), import_outline=False)
    writer.metadata = {"/Title": title, "/Producer": "casekeeper"}
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def zipped(files: Mapping[str, bytes], at: str) -> bytes:
    """Zip files in the order of their names, all dated by a time (ISO 8601 in UTC).

    They are stored without compression: PDFs are compressed already, and compression differs between machines.
    """
    moment = datetime.fromisoformat(at).astimezone(UTC)
    dated = (max(moment.year, _FIRST_YEAR), moment.month, moment.day, moment.hour, moment.minute, moment.second)
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_STORED) as archive:
        for name in sorted(files):
            entry = ZipInfo(name, dated)
            entry.create_system, entry.external_attr = _UNIX, _READABLE
            archive.writestr(entry, files[name])
    return buffer.getvalue()


def style_of(chosen: PaperStyle | None) -> HouseStyle:
    """The style that an event records; English and dollars on A4 if the house never chose a style."""
    return HouseStyle() if chosen is None else HouseStyle(**structs.asdict(chosen))


def style_for(printings: Printings, night: str, style: HouseStyle) -> HouseStyle:
    """The style for a night, with the currency of that night's first printing."""
    return replace(style, currency=printings.currency_of(night) or style.currency)


def paper_style(style: HouseStyle) -> PaperStyle:
    """A style as events record it."""
    return PaperStyle(**asdict(style))


def order_of(book: Book, printed: Printed, *, links: Mapping[str, str] | None = None, house: str = "") -> Order:
    """The order of a recorded printing; ``links`` and ``house`` as in the render options.

    Raises :class:`ValueError` if this machine does not know its time zone.
    """
    event = printed.event
    options = RenderOptions(
        style=style_of(event.style),
        zone=zone_called(event.zone),
        links=links or {},
        house=house,
        devices=device_names(book, until=printed.at),
    )
    return Order.of(book, event.night, event.version, options, numbers_of(printed))


def numbers_of(printed: Printed) -> dict[str, Printing]:
    """The printing numbers of the sheets in a printing."""
    return {sheet.name: Printing(number=sheet.number, at=printed.at, who=printed.who) for sheet in printed.event.sheets}


NICENESS = 10
"""Niceness of a printing process, so that tables come first."""

PATIENCE_S = 60.0
"""Limit of processor time for one sheet; a long sheet takes some seconds. A process that exceeds it hangs.

A process that makes no progress for as long hangs too. Wall-clock time is no measure on a busy machine.
"""

YOUNG_OBJECTS = 20_000
"""Allocations before the garbage collector examines young objects."""

NIGHTS_AT_HAND = 2
"""Number of orders that a process caches."""


class Order(Frozen):
    """What to print: the rows of a night, the render options, and the printing numbers.

    ``refused`` are the night's refused commands, for the sheets of disputes.
    """

    night: str
    rows: Sequence[StoredEvent]
    options: RenderOptions
    printings: Mapping[str, Printing] = field(default_factory=dict)
    refused: Sequence[RecordedCommand] = ()

    @classmethod
    def of(
        cls,
        book: Book,
        night: str,
        version: int,
        options: RenderOptions,
        printings: Mapping[str, Printing] | None = None,
    ) -> Order:
        """The order for a night of a book at one of its versions."""
        rows = book.event_rows(night)[:version]
        disputed = any(row.kind == DisputeRaised.__name__ for row in rows)
        refused = [command for command in book.commands(night) if command.refused] if disputed else []
        return cls(night=night, rows=rows, options=options, printings=printings or {}, refused=refused)

    def packed(self) -> bytes:
        """The order serialized for a process."""
        return pickle.dumps(self)


def print_sheet(packed: bytes, name: str) -> bytes:
    """Print one sheet of an order as PDF; :class:`LookupError` if the night has no sheet with that name."""
    return _sheets(packed)[name]()


def print_blank(name: str, style: HouseStyle) -> bytes:
    """Print a blank paper as PDF, by its name."""
    return all_blanks()[name].print(RenderOptions(style=style))


@lru_cache(NIGHTS_AT_HAND)
def _sheets(packed: bytes) -> dict[str, Callable[[], bytes]]:
    order: Order = pickle.loads(packed)
    events = NightEvents(Rows(order.night, list(order.rows), []).recorded)
    now = fold(events)
    papers = list_papers(now, events, order.options, order.printings, order.refused, order.rows)
    return {name_of(now, paper): paper.make for paper in papers}


class Hangs(Exception):
    """A process stalled or exceeded the limit of processor time, and was ended."""


class _InHand(Frozen, kw_only=False):
    """A task in progress: its executor, and the tasks submitted before it that were not done then."""

    executor: Executor
    ahead: tuple[Future[bytes], ...]


class PdfWorkers:
    """Prints sheets in worker processes; they start with the first order, and are reused.

    ``niceness`` lowers their priority. A process that is killed, stalls for ``patience_s``, or uses more processor time
    than that on one task, loses the task. The task is repeated once, and then fails (:class:`Refusal`,
    ``press_failed``). Another executor may replace the processes. Close it, or use it in a ``with`` statement.
    """

    def __init__(
        self,
        processes: int = 1,
        *,
        niceness: int = NICENESS,
        patience_s: float = PATIENCE_S,
        executor: Callable[[], Executor] | None = None,
    ) -> None:
        self.processes = processes
        self._patience_s = patience_s
        self._start = executor or partial(_pool, processes, niceness)
        self._lock = Lock()
        self._running: Executor | None = None
        self._in_hand: dict[Future[bytes], _InHand] = {}

    def begin(self, packed: bytes, name: str) -> Future[bytes]:
        """Start printing a sheet of an order; see :meth:`finish`."""
        return self._submit(print_sheet, packed, name)

    def finish(self, begun: Future[bytes], packed: bytes, name: str) -> bytes:
        """Wait for a sheet that was started."""
        return self._finish(begun, print_sheet, packed, name)

    def print(self, packed: bytes, name: str) -> bytes:
        """Print a sheet of an order, and wait for it."""
        return self._done(print_sheet, packed, name)

    def blank(self, name: str, style: HouseStyle) -> bytes:
        """Print a blank paper, and wait for it."""
        return self._done(print_blank, name, style)

    def each(self, packed: bytes, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Print sheets of an order in parallel, and yield them in order."""
        waiting: deque[tuple[str, Future[bytes]]] = deque()

        def taken() -> tuple[str, bytes]:
            name, printing = waiting.popleft()
            return name, self.finish(printing, packed, name)

        for name in names:
            waiting.append((name, self.begin(packed, name)))
            if len(waiting) > self.processes:
                yield taken()
        while waiting:
            yield taken()

    def dossier(self, view: Dossier, options: RenderOptions) -> bytes:
        """Print a dossier, and wait for it."""
        return self._done(print_dossier, view, options)

    def join(self, sheets: Sequence[bytes], title: str) -> bytes:
        """Join several sheets into one PDF, and wait for it."""
        return self._done(joined, sheets, title)

    def close(self) -> None:
        """Shut down the processes; tasks that have not started are cancelled."""
        with self._lock:
            running, self._running = self._running, None
        if running:
            running.shutdown(cancel_futures=True)

    def _done(self, work: Callable[..., bytes], *given: object) -> bytes:
        return self._finish(self._submit(work, *given), work, *given)

    def _finish(self, begun: Future[bytes], work: Callable[..., bytes], *given: object) -> bytes:
        try:
            return self._result(begun)
        except (BrokenProcessPool, Hangs):
            # The process died with this task: repeat it in another.
            again = self._submit(work, *given)
        try:
            return self._result(again)
        except (BrokenProcessPool, Hangs) as error:
            raise Refusal("press_failed", "The press failed at this twice; ask for it again later.") from error

    def _result(self, begun: Future[bytes]) -> bytes:
        """The result of a task; its time starts when all tasks ahead of it are running or done."""
        in_hand = self._in_hand.get(begun)
        if in_hand:
            ahead = {earlier for earlier in in_hand.ahead if not earlier.done()}
            while len(ahead) >= self.processes:
                ahead = self._wait_for_one(ahead, in_hand.executor)
            self._wait_for_one({begun}, in_hand.executor)
        return begun.result()

    def _wait_for_one(self, under_way: set[Future[bytes]], executor: Executor) -> set[Future[bytes]]:
        """Wait until one of these tasks is done, and return the others; :class:`Hangs` if none makes progress."""
        at_first = worked = _processor_s(executor)
        while True:
            over, left = wait(under_way, self._patience_s, FIRST_COMPLETED)
            if over:
                return left
            before, worked = worked, _processor_s(executor)
            if worked <= before or worked - at_first > self._patience_s * self.processes:
                self._end(executor)
                raise Hangs

    def _end(self, executor: Executor) -> None:
        """End all processes of an executor; their other tasks are repeated."""
        with self._lock:
            if self._running is executor:
                self._running = None
        for process in _processes(executor):
            process.kill()

    def _submit(self, work: Callable[..., bytes], *given: object) -> Future[bytes]:
        with self._lock:
            if self._running is None:
                self._running = self._start()
            try:
                begun = self._running.submit(work, *given)
            except BrokenProcessPool:
                # A process was killed: its task is lost, later tasks are not.
                self._running = self._start()
                begun = self._running.submit(work, *given)
            self._in_hand[begun] = _InHand(self._running, tuple(self._in_hand))
        begun.add_done_callback(lambda over: self._in_hand.pop(over, None))
        return begun

    def __enter__(self) -> PdfWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _pool(processes: int, niceness: int) -> Executor:
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=get_ready, initargs=(niceness,))


def _processes(executor: Executor) -> list[BaseProcess]:
    """The processes of an executor, if it has any."""
    return list((executor._processes or {}).values()) if isinstance(executor, ProcessPoolExecutor) else []


def _processor_s(executor: Executor) -> float:
    """Processor time used by the processes of an executor, in seconds."""
    # Imported here because a server needs it only when it prints.
    import psutil

    had = 0.0
    for process in _processes(executor):
        # The process has ended.
        with suppress(psutil.NoSuchProcess):
            times = psutil.Process(process.pid).cpu_times()
            had += times.user + times.system
    return had


def get_ready(niceness: int) -> None:
    """Lower the priority, end together with the parent process, and load what every sheet needs."""
    os.nice(niceness)
    # On Ctrl-C the program stops first; it then stops its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()
    to_pdf("<title>–</title>")
    # Exempt loaded modules from garbage collection, and collect less often;
    # collection took a sixth of the time.
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is None:
        raise AssertionError("a printing process was started by nobody")
    parent.join()
    os._exit(0)
