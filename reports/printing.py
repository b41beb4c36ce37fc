"""Exports the papers of many nights to folders; an interrupted run can be resumed."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace

from dealer.night.evolve import fold
from dealer.printings import PrintingsKeeper
from dealer.staff.keeper import device_names
from dealer.verification.inspection import Rows
from events.book.book import Book
from events.effective_events import NightEvents
from events.frozen import Frozen
from reports.print_workers import Order, PdfWorkers, style_for
from reports.render_options import HouseStyle, RenderOptions, zone_called
from reports.sheets.papers import SUFFIX, list_papers, name_of

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
    hashes: dict[str, str] = field(default_factory=dict)
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
    options = RenderOptions(style=export.style, zone=zone_called(export.zone), devices=device_names(book))
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
