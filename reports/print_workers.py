"""Prints papers in separate processes, so that the table is not kept waiting, and joins sheets into one file."""

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
from events.book.chain import StoredFact
from events.effective_facts import NightFacts
from events.facts.night import DisputeRaised
from events.facts.papers import PaperStyle
from events.frozen import Frozen
from events.records import RecordedCommand
from reports.games import all_blanks
from reports.pdf.render import to_pdf
from reports.render_options import HouseStyle, Printing, RenderOptions, zone_called
from reports.sheets.dossier import Dossier, print_dossier
from reports.sheets.papers import list_papers, name_of

_FIRST_YEAR = 1980
"""A zip knows no earlier one."""


_UNIX, _READABLE = 3, 0o100644 << 16


def joined(sheets: Sequence[bytes], title: str) -> bytes:
    """One PDF with the pages of several, in their order, each sheet with its own count of pages as it was printed."""
    # Late, as only a process that joins sheets needs it, and it takes its time to load.
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    for sheet in sheets:
        writer.append(PdfReader(BytesIO(sheet)), import_outline=False)
    writer.metadata = {"/Title": title, "/Producer": "casekeeper"}
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def zipped(files: Mapping[str, bytes], at: str) -> bytes:
    """Files by their names as a zip, in the order of the names, all dated by a moment (ISO 8601 in UTC).

    They are stored as they are: PDFs are packed already, and packing differs from one machine to the next.
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
    """The style that a fact names; English and dollars on A4 where the house never chose one."""
    return HouseStyle() if chosen is None else HouseStyle(**structs.asdict(chosen))


def style_for(printings: Printings, night: str, style: HouseStyle) -> HouseStyle:
    """A style as it is for a night: in the currency in which that night's papers went out first."""
    return replace(style, currency=printings.currency_of(night) or style.currency)


def paper_style(style: HouseStyle) -> PaperStyle:
    """A style as facts name it."""
    return PaperStyle(**asdict(style))


def order_of(book: Book, printed: Printed, *, links: Mapping[str, str] | None = None, house: str = "") -> Order:
    """The order for a printing; ``links`` and ``house`` as in the render options.

    Raises :class:`ValueError` where this machine does not know the clock by which it was printed.
    """
    fact = printed.fact
    options = RenderOptions(
        style=style_of(fact.style),
        zone=zone_called(fact.zone),
        links=links or {},
        house=house,
        devices=device_names(book, until=printed.at),
    )
    return Order.of(book, fact.night, fact.version, options, numbers_of(printed))


def numbers_of(printed: Printed) -> dict[str, Printing]:
    """Which printing of each of its sheets a printing is."""
    return {sheet.name: Printing(number=sheet.number, at=printed.at, who=printed.who) for sheet in printed.fact.sheets}


NICENESS = 10
"""How far a printing process stands back behind the tables."""

PATIENCE_S = 60.0
"""How much of a processor's time one thing may take: a long sheet takes some seconds. What takes more hangs.

A process that stands still for as long hangs too. By the clock, one that stands back on a busy machine needs far more.
"""

YOUNG_OBJECTS = 20_000
"""How many objects a process makes before the garbage collector looks through the young ones."""

NIGHTS_AT_HAND = 2
"""How many orders a process keeps worked out."""


class Order(Frozen):
    """What is to be printed: a night's facts as their rows, the render options, and which printing of its sheets it is.

    ``refused`` are the night's refused commands, of which the sheets of disputes tell.
    """

    night: str
    rows: Sequence[StoredFact]
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
        """The order for a night of a book as of one of its facts."""
        rows = book.fact_rows(night)[:version]
        disputed = any(row.kind == DisputeRaised.__name__ for row in rows)
        refused = [command for command in book.commands(night) if command.refused] if disputed else []
        return cls(night=night, rows=rows, options=options, printings=printings or {}, refused=refused)

    def packed(self) -> bytes:
        """The order as it is handed to a process."""
        return pickle.dumps(self)


def print_sheet(packed: bytes, name: str) -> bytes:
    """One sheet of an order as PDF; :class:`LookupError` where the night has none of that name."""
    return _sheets(packed)[name]()


def print_blank(name: str, style: HouseStyle) -> bytes:
    """A blank paper by its name as PDF."""
    return all_blanks()[name].print(RenderOptions(style=style))


@lru_cache(NIGHTS_AT_HAND)
def _sheets(packed: bytes) -> dict[str, Callable[[], bytes]]:
    order: Order = pickle.loads(packed)
    facts = NightFacts(Rows(order.night, list(order.rows), []).recorded)
    now = fold(facts)
    papers = list_papers(now, facts, order.options, order.printings, order.refused, order.rows)
    return {name_of(now, paper): paper.make for paper in papers}


class Hangs(Exception):
    """A process stood still, or worked at one thing for longer than anything takes, and was ended."""


class _InHand(Frozen, kw_only=False):
    """What is being printed: where it is done, and what was asked for before it and was not over then."""

    executor: Executor
    ahead: tuple[Future[bytes], ...]


class PdfWorkers:
    """Prints sheets in as many processes as it is given; they start with the first order, and stay warm.

    ``niceness`` is how far they stand back where the machine has something else to do. A process that is killed, stands
    still for ``patience_s``, or works at one thing for more of a processor's time than that, loses it: it is done once
    more, and then given up (:class:`Refusal`, ``press_failed``). Another executor may be given in place of processes;
    to be closed, or used in a ``with`` statement.
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
        """Have a sheet of an order printed; see :meth:`finish`."""
        return self._submit(print_sheet, packed, name)

    def finish(self, begun: Future[bytes], packed: bytes, name: str) -> bytes:
        """Wait for a sheet that was begun."""
        return self._finish(begun, print_sheet, packed, name)

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
        """Make one PDF of several sheets, for the printer, and wait for it."""
        return self._done(joined, sheets, title)

    def close(self) -> None:
        """Let the processes go; what was not begun is not printed."""
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
            # The process is gone with this in hand: once more, in another.
            again = self._submit(work, *given)
        try:
            return self._result(again)
        except (BrokenProcessPool, Hangs) as error:
            raise Refusal("press_failed", "The press failed at this twice; ask for it again later.") from error

    def _result(self, begun: Future[bytes]) -> bytes:
        """What came of something; its time begins when no more is ahead of it than is being done beside it."""
        in_hand = self._in_hand.get(begun)
        if in_hand:
            ahead = {earlier for earlier in in_hand.ahead if not earlier.done()}
            while len(ahead) >= self.processes:
                ahead = self._wait_for_one(ahead, in_hand.executor)
            self._wait_for_one({begun}, in_hand.executor)
        return begun.result()

    def _wait_for_one(self, under_way: set[Future[bytes]], executor: Executor) -> set[Future[bytes]]:
        """Wait until one of these is over; gives the others. :class:`Hangs` where nothing comes of them any more."""
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
        """End all processes of an executor; what the others had in hand is done once more."""
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
                # A process was killed: what it had in hand is lost, what comes after need not be.
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
    """How much of a processor's time an executor's processes have had."""
    # Late, as a server needs it when something is printed.
    import psutil

    had = 0.0
    for process in _processes(executor):
        # One that is gone has had its time.
        with suppress(psutil.NoSuchProcess):
            times = psutil.Process(process.pid).cpu_times()
            had += times.user + times.system
    return had


def get_ready(niceness: int) -> None:
    """Stand back behind the tables, end with whoever started this process, and load what every sheet needs."""
    os.nice(niceness)
    # Whoever is at the terminal stops the program; that then stops its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()
    to_pdf("<title>–</title>")
    # What is loaded stays: the garbage collector need not look through it for every sheet, nor as often as it does
    # through what a sheet is made of, which was a sixth of the work.
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is None:
        raise AssertionError("a printing process was started by nobody")
    parent.join()
    os._exit(0)
