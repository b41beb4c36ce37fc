"""Printing: papers rendered as PDF in low-priority processes, and the export of settlements to folders."""

from __future__ import annotations

import gc
import json
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from dataclasses import field as dataclasses_field
from datetime import UTC, datetime
from functools import lru_cache, partial
from hashlib import sha256
from io import BytesIO
from math import ceil
from multiprocessing import get_context, parent_process
from pathlib import Path
from resource import RLIMIT_CPU, getrlimit, setrlimit
from threading import Lock, Thread
from time import process_time
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from msgspec import field
from msgspec.structs import asdict, replace

from dealer.commands.refusal import Refusal
from dealer.game.expectation import Expectation
from dealer.night.evolve import fold
from dealer.printings import Printed, Printings, PrintingsKeeper
from dealer.staff_keeper import device_names
from dealer.verification.inspection import Rows
from events.book.book import Book
from events.book.chain import StoredEvent
from events.common.house import PaperStyle
from events.common.night import DisputeRaised
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import RecordedCommand
from ledger.export import Commodities, Commodity
from reports.games import all_blanks
from reports.pdf.render import to_pdf
from reports.render_options import HouseStyle, Printing, RenderOptions, style_of, zone_called, zone_of_night
from reports.sheets.dossier import Dossier, print_dossier
from reports.sheets.expectation import draw_plots, print_expectation
from reports.sheets.papers import SUFFIX, list_papers, name_of
from reports.sheets.statement import Statement, print_statement
from reports.words.language import digits_of

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


def style_for(printings: Printings, night: str, style: HouseStyle) -> HouseStyle:
    """The style for a night, with the currency of that night's first printing."""
    return replace(style, currency=printings.currency_of(night) or style.currency)


def commodities_for(printings: Printings, streams: Sequence[str], code: str = "") -> Commodities:
    """The currencies of nights, and of the house, for exports; with a ``code`` all have that currency.

    A night has the currency of its first printing, else the house's.
    """
    house = style_of(printings.style).currency
    currencies = {stream: code or printings.currency_of(stream) or house for stream in streams}
    usual = next(iter(currencies.values()), code or house)
    return Commodities(
        usual=_commodity(usual),
        of_nights={stream: _commodity(other) for stream, other in currencies.items() if other != usual},
    )


def _commodity(code: str) -> Commodity:
    return Commodity(code=code, digits=digits_of(code))


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
    languages = {sheet.name: sheet.language for sheet in event.sheets}
    return Order.of(book, event.night, event.version, options, numbers_of(printed), languages)


def numbers_of(printed: Printed) -> dict[str, Printing]:
    """The printing numbers of the sheets in a printing."""
    return {sheet.name: Printing(number=sheet.number, at=printed.at, who=printed.who) for sheet in printed.event.sheets}


NICENESS = 10
"""Niceness of a printing process, so that tables come first."""

LIMIT_S = 60
"""Limit of processor time for one sheet; a long sheet takes some seconds. The kernel ends a process that exceeds it.

Wall-clock time is no measure on a busy machine.
"""

YOUNG_OBJECTS = 20_000
"""Allocations before the garbage collector examines young objects."""

LISTS_AT_HAND = 4
"""Number of orders that a process caches, each in one language."""


class Order(Frozen):
    """What to print: the rows of a night, the render options, and the printing numbers.

    ``languages`` are those of sheets that differ from the options' style, or "" for that style. ``refused`` are the
    night's refused commands, for the sheets of disputes.
    """

    night: str
    rows: Sequence[StoredEvent]
    options: RenderOptions
    printings: Mapping[str, Printing] = field(default_factory=dict)
    languages: Mapping[str, str] = field(default_factory=dict)
    refused: Sequence[RecordedCommand] = ()

    @classmethod
    def of(
        cls,
        book: Book,
        night: str,
        version: int,
        options: RenderOptions,
        printings: Mapping[str, Printing] | None = None,
        languages: Mapping[str, str] | None = None,
    ) -> Order:
        """The order for a night of a book at one of its versions."""
        rows = book.event_rows(night)[:version]
        disputed = any(row.kind == DisputeRaised.__name__ for row in rows)
        refused = [command for command in book.commands(night) if command.refused] if disputed else []
        return cls(
            night=night,
            rows=rows,
            options=options,
            printings=printings or {},
            languages=languages or {},
            refused=refused,
        )

    def packed(self) -> bytes:
        """The order serialized for a process."""
        return pickle.dumps(self)


def print_sheet(packed: bytes, name: str) -> bytes:
    """Print one sheet of an order as PDF; :class:`LookupError` if the night has no sheet with that name."""
    order = _order(packed)
    return _sheets(packed, order.languages.get(name) or order.options.style.language)[name]()


def print_blank(name: str, style: HouseStyle) -> bytes:
    """Print a blank paper as PDF, by its name."""
    return all_blanks()[name].print(RenderOptions(style=style))


@lru_cache(LISTS_AT_HAND)
def _order(packed: bytes) -> Order:
    order: Order = pickle.loads(packed)
    return order


@lru_cache(LISTS_AT_HAND)
def _sheets(packed: bytes, language: str) -> dict[str, Callable[[], bytes]]:
    order = _order(packed)
    options = replace(order.options, style=replace(order.options.style, language=language))
    events = NightEvents(Rows(order.night, list(order.rows), []).recorded)
    now = fold(events)
    papers = list_papers(now, events, options, order.printings, order.refused, order.rows)
    return {name_of(now, paper): paper.make for paper in papers}


class PdfWorkers:
    """Prints sheets in worker processes; they start with the first order, and are reused.

    ``niceness`` lowers their priority. A process that is killed, or uses more than ``limit_s`` of processor time on one
    task, loses the task. The task is repeated once, and then fails (:class:`Refusal`, ``press_failed``). Another
    executor may replace the processes; one that works in this process needs ``limit_s=None``, because the kernel
    limits a process, not a thread. ``waiting`` surrounds the wait for a task. Close it, or use it in a ``with``
    statement.
    """

    def __init__(
        self,
        processes: int = 1,
        *,
        niceness: int = NICENESS,
        limit_s: int | None = LIMIT_S,
        executor: Callable[[], Executor] | None = None,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.processes = processes
        self._waiting = waiting
        self._limit_s = limit_s
        self._start = executor or partial(_pool, processes, niceness)
        self._lock = Lock()
        self._running: Executor | None = None

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

    def statement(self, view: Statement, options: RenderOptions) -> bytes:
        """Print a person's statement, and wait for it."""
        return self._done(print_statement, view, options)

    def expectation(self, house: str, expectation: Expectation, options: RenderOptions) -> bytes:
        """Print what a house may expect, and wait for it."""
        return self._done(print_expectation, house, expectation, options)

    def plots(self, expectation: Expectation, style: HouseStyle) -> bytes:
        """Draw the plots of what a house may expect, and wait for them."""
        return self._done(draw_plots, expectation, style)

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
            with self._waiting():
                return begun.result()
        except BrokenProcessPool:
            # The process died with this task: repeat it in another.
            repeated = self._submit(work, *given)
        try:
            with self._waiting():
                return repeated.result()
        except BrokenProcessPool as error:
            raise Refusal("press_failed", "Printing failed twice. Try again later.") from error

    def _submit(self, work: Callable[..., bytes], *given: object) -> Future[bytes]:
        task = partial(work, *given) if self._limit_s is None else partial(limited, self._limit_s, work, *given)
        with self._lock:
            if self._running is None:
                self._running = self._start()
            try:
                return self._running.submit(task)
            except BrokenProcessPool:
                # A process was killed: its task is lost, later tasks are not.
                self._running = self._start()
                return self._running.submit(task)

    def __enter__(self) -> PdfWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _pool(processes: int, niceness: int) -> Executor:
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=get_ready, initargs=(niceness,))


def limited(limit_s: int, work: Callable[..., bytes], *given: object) -> bytes:
    """Do a task; the kernel ends the process if it takes more processor time."""
    limits = getrlimit(RLIMIT_CPU)
    setrlimit(RLIMIT_CPU, (ceil(process_time()) + limit_s, limits[1]))
    try:
        return work(*given)
    finally:
        setrlimit(RLIMIT_CPU, limits)


def get_ready(niceness: int) -> None:
    """Lower the priority, end together with the parent process, and load what every sheet needs."""
    os.nice(niceness)
    # On Ctrl-C the program stops first; it then stops its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()
    # Without WeasyPrint's libraries each sheet says so.
    with suppress(Refusal):
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


MANIFEST = "manifest.json"
ALL, SETTLEMENTS = "all", "settlements"
_AHEAD = 2
"""Sheets queued for each process, so that no process is idle."""


class BatchExport(Frozen):
    """What to export: which papers (``all`` or ``settlements``), in which style, in which time zone."""

    papers: str
    style: HouseStyle
    zone: str


class ExportedNight(Frozen):
    """An exported night's folder: how many papers were printed now, and how many were there before."""

    night: str
    folder: Path
    printed: int
    reused: int


@dataclass(slots=True)
class _Folder:
    """A night's folder during export: the version its papers belong to, and the hashes of the papers it has."""

    path: Path
    of: dict[str, Any]
    papers: str
    names: list[str]
    packed: bytes
    hashes: dict[str, str] = dataclasses_field(default_factory=dict)
    printed: int = 0

    @property
    def missing(self) -> list[str]:
        return [name for name in self.names if self.file(name) not in self.hashes]

    @property
    def reused(self) -> int:
        """How many of the requested papers were there before."""
        return sum(self.file(name) in self.hashes for name in self.names) - self.printed

    def file(self, name: str) -> str:
        """The file name of a paper."""
        return f"{self.of['night']}-{name}{SUFFIX}"

    def take(self, name: str, content: bytes) -> Path:
        """Write a paper, and add it to the manifest."""
        path = self.path / self.file(name)
        _write_whole(path, content)
        self.hashes[path.name] = sha256(content).hexdigest()
        self.printed += 1
        self.note(whole=not self.missing)
        return path

    def note(self, *, whole: bool) -> None:
        """Write the manifest; ``whole`` once all requested ``papers`` are there."""
        document = {**self.of, "papers": self.papers, "whole": whole, "sha256": dict(sorted(self.hashes.items()))}
        _write_whole(self.path / MANIFEST, json.dumps(document, indent=1).encode() + b"\n")


def export_papers(
    book: Book,
    nights: Iterable[str],
    out: Path,
    export: BatchExport,
    workers: PdfWorkers,
    on_paper: Callable[[str, Path], None] = lambda night, path: None,
) -> Iterator[ExportedNight]:
    """Export the papers of nights; yield each night as it is done, and call ``on_paper`` for each paper.

    Nights are printed in order, their sheets in parallel. A night whose papers were handed out before keeps the
    currency of that printing. Raises :class:`OSError` if a file cannot be written.
    """
    printings = PrintingsKeeper(book).printings()
    on: deque[tuple[_Folder, str, Future[bytes] | None]] = deque()

    def done(most: int) -> Iterator[ExportedNight]:
        while len(on) > most:
            folder, name, printing = on.popleft()
            if printing:
                on_paper(folder.of["night"], folder.take(name, workers.finish(printing, folder.packed, name)))
            else:
                yield ExportedNight(
                    night=folder.of["night"], folder=folder.path, printed=folder.printed, reused=folder.reused
                )

    for night in nights:
        folder = _folder_of(book, night, out, replace(export, style=style_for(printings, night, export.style)))
        for name in folder.missing:
            on.append((folder, name, workers.begin(folder.packed, name)))
            yield from done(_AHEAD * workers.processes)
        # Marks the end of the night.
        on.append((folder, "", None))
    yield from done(0)


def write_sheets(workers: PdfWorkers, packed: bytes, night: str, names: Sequence[str], folder: Path) -> Iterator[Path]:
    """Print sheets of an order into an existing folder; yield each path as it is written (:func:`export_papers`)."""
    for name, content in workers.each(packed, names):
        path = folder / f"{night}-{name}{SUFFIX}"
        _write_whole(path, content)
        yield path


def _folder_of(book: Book, night: str, out: Path, export: BatchExport) -> _Folder:
    """A night's folder and its contents; papers of another version or style are deleted from it."""
    path = out / night
    before, head = _manifest(path), book.head(night)
    if head is None:
        raise LookupError(f"the book has no night {night}")
    (opening,), (last,) = book.events(night, until=1), book.events(night, after=head.version - 1, until=head.version)
    zone = zone_called(zone_of_night(export.zone, opening.at, last.at))
    options = RenderOptions(style=export.style, zone=zone, devices=device_names(book))
    filed = {"style": asdict(export.style), "zone": export.zone}
    if options.devices:
        filed["devices"] = options.devices
    of = {"night": night, "version": head.version, "head": head.hash, "filed": filed}
    good = _good(path, before) if _is_of(before, of) else {}
    if before.get("whole") is True and before.get("papers") in (ALL, export.papers) and good == before["sha256"]:
        there = [name.removeprefix(f"{night}-").removesuffix(SUFFIX) for name in good]
        return _Folder(path, of, export.papers, _of_export(there, export), b"", good)
    path.mkdir(parents=True, exist_ok=True)
    if not _is_of(before, of):
        for name in before.get("sha256", ()):
            (path / Path(name).name).unlink(missing_ok=True)
    order = Order.of(book, night, head.version, options)
    folder = _Folder(path, of, export.papers, _of_export(_names(order), export), order.packed(), good)
    folder.note(whole=not folder.missing)
    return folder


def _names(order: Order) -> list[str]:
    events = NightEvents(Rows(order.night, list(order.rows), []).recorded)
    now = fold(events)
    return [name_of(now, paper) for paper in list_papers(now, events, order.options)]


def _of_export(names: Sequence[str], export: BatchExport) -> list[str]:
    """The names of the papers that are exported."""
    return [name for name in names if export.papers == ALL or name.startswith("settlement-")]


def _manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a folder; empty if it is missing or invalid."""
    try:
        read = json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return {}
    return read if isinstance(read, dict) and isinstance(read.get("sha256"), dict) else {}


def _is_of(manifest: dict[str, Any], of: dict[str, Any]) -> bool:
    return {key: manifest.get(key) for key in of} == of


def _good(folder: Path, manifest: dict[str, Any]) -> dict[str, str]:
    """The papers in a manifest whose files are intact."""
    return {name: digest for name, digest in manifest.get("sha256", {}).items() if _hash(folder / name) == digest}


def _hash(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _write_whole(path: Path, content: bytes) -> None:
    partly = path.with_name(f".{path.name}.part")
    try:
        partly.write_bytes(content)
        partly.replace(path)
    finally:
        partly.unlink(missing_ok=True)
