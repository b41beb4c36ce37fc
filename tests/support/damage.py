"""Damage to the files of books, of every kind that disks and people do, and what may come of it.

What a book had is known from before. A row survives the damage if its bytes and those that lead to them on its page are
as they were; a stream is untouched if all its rows survive.
"""

from __future__ import annotations

import shutil
import signal
import tarfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from traceback import format_exception
from typing import Any

from click.testing import CliRunner, Result

from dealer.demo import Demo, demos
from events.book.book import Book
from events.book.external_head import write_head
from events.book.file import beside, head_beside
from events.records import BookError
from web.command_line.commands import commands

PAGE = 4096
LOG_HEADER, FRAME_HEADER = 32, 24
FRAME = FRAME_HEADER + PAGE
LIMIT_S = 60
WHOLE = (": whole. ", ": vollständig. ")
"""What a line says of a stream that was saved whole; the house of the golden book writes German."""

GOLDEN = Path(__file__).parent.parent / "golden" / "5255127.tar.xz"

Rows = dict[str, tuple[set[tuple[Any, ...]], set[tuple[Any, ...]]]]
"""The events and commands of each stream."""


@dataclass(frozen=True)
class Files:
    """The bytes of a book's file and of its log; ``older`` are those of the file some nights before."""

    main: bytes
    log: bytes
    older: bytes


@dataclass(frozen=True)
class Place:
    """Where a row is: its file, the offset of its page, and the offsets of its own bytes.

    Of a row that does not fit onto a page, ``overflow`` is the offset of the page with its end.
    """

    in_log: bool
    page: int
    first: int
    end: int
    overflow: int | None = None


@dataclass(frozen=True)
class Original:
    """A sound book: its files, its rows, where they are, and everything that its readers see."""

    files: Files
    head: bytes
    rows: Rows
    places: dict[str, list[list[Place]]]
    shown: object


def originals(folder: Path) -> list[Original]:
    """Three sound books: of an earlier version, of demonstration nights, and of the same with most in the log.

    The last night is still open, and its opening does not fit onto a page.
    """
    golden = folder / "golden.db"
    with tarfile.open(GOLDEN) as archive:
        member = archive.extractfile("book.db")
        assert member
        golden.write_bytes(member.read())
    dealt = folder / "dealt.db"
    with Book.open(dealt) as book:
        _deal(book, "faro")
    older = dealt.read_bytes()
    live = folder / "live.db"
    with Book.open(dealt) as book:
        _deal(book, "fan_tan")
        _deal(book, "both", turns=8)
        for suffix in ("", "-wal"):
            shutil.copyfile(beside(dealt, suffix), beside(live, suffix))
    return [_original(path, older if path != golden else path.read_bytes()) for path in (golden, dealt, live)]


def _deal(book: Book, name: str, turns: int | None = None) -> None:
    deque(islice(Demo(demos()[name], book, "2026-11-21", len(name), 1).turns(), turns), maxlen=0)


def _original(path: Path, older: bytes) -> Original:
    log = beside(path, "-wal")
    files = Files(main=path.read_bytes(), log=log.read_bytes() if log.exists() else b"", older=older)
    with Book.open(path, create=False, read_only=True) as book:
        write_head(head_beside(path), book.newest_head())
        rows = _rows(book)
    head, shown = head_beside(path).read_bytes(), shown_of(path, rows)
    return Original(files=files, head=head, rows=rows, places=_places(files, rows), shown=shown)


def _rows(book: Book) -> Rows:
    spans = book.spans()
    read = {stream: book.rows_by_table(stream, spans) for stream in spans.streams}
    return {stream: (set(events), set(commands)) for stream, (events, commands) in read.items()}


def shown_of(path: Path, streams: Rows) -> object:
    """Everything that a reader of the book sees; raises :class:`BookError` if it cannot be read."""
    with Book.open(path, create=False, read_only=True) as book:
        return book.nights(), {stream: (book.events(stream), book.commands(stream)) for stream in streams}


def _places(files: Files, rows: Rows) -> dict[str, list[list[Place]]]:
    """Where each row of each stream is. The last two columns, both hashes, are nowhere else in the files."""
    return {
        stream: [[*_places_of(files, row)] for row in sorted(both, key=repr)]
        for stream, (events, commands) in rows.items()
        for both in (events | commands,)
    }


def _length(row: tuple[Any, ...]) -> int:
    return sum(len(column.encode()) for column in row if isinstance(column, str))


def _places_of(files: Files, row: tuple[Any, ...]) -> Iterator[Place]:
    hashes, body = "".join(row[-2:]).encode(), max((str(column) for column in row), key=len).encode()
    for in_log, content in ((False, files.main), (True, files.log)):
        for at in _all(content, hashes):
            end, page = at + len(hashes), _page_of(at, in_log)
            place = Place(in_log=in_log, page=page, first=end - _length(row) - 60, end=end)
            # A page may have older bytes of a row in its free space.
            if content[page] == 13 and any(place.first <= page + cell < at for cell in _cells(content, page)):
                yield place
            elif content[page] == 0:
                for begin in {_page_of(begin, in_log) for begin in _all(content, body[:200])}:
                    yield Place(in_log=in_log, page=begin, first=begin, end=begin + PAGE, overflow=page)


def _all(content: bytes, piece: bytes) -> Iterator[int]:
    at = content.find(piece)
    while at >= 0:
        yield at
        at = content.find(piece, at + 1)


def _page_of(at: int, in_log: bool) -> int:
    """The offset of the page with a byte."""
    return LOG_HEADER + (at - LOG_HEADER) // FRAME * FRAME + FRAME_HEADER if in_log else at // PAGE * PAGE


def _cells(content: bytes, page: int) -> list[int]:
    """The offsets of the cells on a leaf page."""
    count = int.from_bytes(content[page + 3 : page + 5])
    offsets = content[page + 8 : page + 8 + 2 * count]
    return [int.from_bytes(offsets[at : at + 2]) for at in range(0, len(offsets), 2)]


def untouched(original: Original, damaged: Files) -> set[str]:
    """The streams all of whose rows survive the damage."""
    pages = {damaged.main[at : at + PAGE] for at in range(0, len(damaged.main), PAGE)}

    def survives(place: Place) -> bool:
        before, after = (files.log if place.in_log else files.main for files in (original.files, damaged))
        if place.overflow is not None:
            end = slice(place.overflow, place.overflow + PAGE)
            if before[end] != after[end] or (place.in_log and not _is_committed(before, after, place.overflow)):
                return False
        elif not place.in_log and before[place.page : place.page + PAGE] in pages:
            return True
        leads = slice(place.page, place.page + 8 + 2 * len(_cells(before, place.page)))
        if place.in_log and not _is_committed(before, after, place.page):
            return False
        own = slice(place.first, place.end)
        return before[leads] == after[leads] and before[own] == after[own]

    return {stream for stream, rows in original.places.items() if all(any(map(survives, places)) for places in rows)}


def _is_committed(before: bytes, after: bytes, page: int) -> bool:
    """Whether a frame and one that ends its transaction or a later one have their headers."""
    for at in range(page - FRAME_HEADER, len(before) - FRAME + 1, FRAME):
        header = before[at : at + FRAME_HEADER]
        if at == page - FRAME_HEADER and after[at : at + FRAME_HEADER] != header:
            return False
        is_of_log = header[8:16] == before[16:24]
        if is_of_log and any(header[4:8]) and after[at : at + FRAME_HEADER] == header and len(after) >= at + FRAME:
            return True
    return False


def _with(data: bytes, at: int, piece: bytes) -> bytes:
    return data[:at] + piece + data[at + len(piece) :]


def _flip(random: Random, data: bytes, first: int = 0, end: int | None = None) -> bytes:
    at = random.randrange(first, end or len(data))
    return _with(data, at, bytes([data[at] ^ 1 << random.randrange(8)]))


def _a_page(random: Random, data: bytes) -> int:
    return random.randrange(len(data) // PAGE) * PAGE


def _torn(random: Random, files: Files) -> Files:
    at = _a_page(random, files.main)
    cut = random.choice((512, 1024, 2048, 3584))
    old = files.older[at : at + PAGE].ljust(PAGE, b"\0")
    new = files.main[at : at + PAGE]
    page = new[:cut] + old[cut:] if random.random() < 0.5 else old[:cut] + new[cut:]
    return replace(files, main=_with(files.main, at, page))


def _swapped(random: Random, files: Files) -> Files:
    one, other = _a_page(random, files.main), _a_page(random, files.main)
    swapped = _with(files.main, one, files.main[other : other + PAGE])
    return replace(files, main=_with(swapped, other, files.main[one : one + PAGE]))


def _upper_wiped(random: Random, files: Files) -> Files:
    """Wipe every page above the leaves, of tables and of indexes."""
    main = files.main
    for at in range(PAGE, len(main), PAGE):
        if main[at] in (2, 5):
            main = _with(main, at, random.randbytes(PAGE))
    return replace(files, main=main)


def _many_flipped(random: Random, files: Files) -> Files:
    main = files.main
    for _ in range(random.randrange(2, 60)):
        main = _flip(random, main)
    return replace(files, main=main)


def _huge_numbers(random: Random, files: Files) -> Files:
    """Forge the last row numbers as huge, and wipe a page."""
    main = files.main
    for at in range(0, len(main), PAGE):
        if main[at] == 13 and at:
            for cell in _cells(main, at)[-1:]:
                main = _with(main, at + cell + 2, b"\xbf\xff\xff\xff\xff\xff\xff\xff")
    return replace(files, main=_with(main, _a_page(random, main), bytes(PAGE)))


KINDS: dict[str, Callable[[Random, Files], Files]] = {
    "a bit flipped": lambda random, files: replace(files, main=_flip(random, files.main)),
    "a bit of the first page": lambda random, files: replace(files, main=_flip(random, files.main, 0, PAGE)),
    "a bit of the header": lambda random, files: replace(files, main=_flip(random, files.main, 0, 100)),
    "many bits flipped": _many_flipped,
    "header zeroed": lambda _, files: replace(files, main=_with(files.main, 0, bytes(100))),
    "first page zeroed": lambda _, files: replace(files, main=_with(files.main, 0, bytes(PAGE))),
    "a page zeroed": lambda random, files: replace(
        files, main=_with(files.main, _a_page(random, files.main), bytes(PAGE))
    ),
    "a page overwritten": lambda random, files: replace(
        files, main=_with(files.main, _a_page(random, files.main), random.randbytes(PAGE))
    ),
    "upper pages wiped": _upper_wiped,
    "pages swapped": _swapped,
    "a page torn": _torn,
    "file cut short": lambda random, files: replace(files, main=files.main[: random.randrange(len(files.main))]),
    "file emptied": lambda _, files: replace(files, main=b""),
    "huge row numbers": _huge_numbers,
    "log lost": lambda _, files: replace(files, log=b""),
    "log cut short": lambda random, files: replace(files, log=files.log[: random.randrange(len(files.log))]),
    "a bit of the log": lambda random, files: replace(files, log=_flip(random, files.log)),
    "log's header zeroed": lambda _, files: replace(files, log=_with(files.log, 0, bytes(LOG_HEADER))),
    "log and a page damaged": lambda random, files: replace(
        files, main=_with(files.main, _a_page(random, files.main), bytes(PAGE)), log=_flip(random, files.log)
    ),
}
"""The kinds of damage. Those that name the log are done to a book with a log."""


@dataclass(frozen=True)
class Outcome:
    """What came of a damaged book. ``faults`` are promises that were broken, for a person."""

    rescued: str
    verified: str
    seconds: float
    untouched: int
    whole: int
    faults: list[str]


class TooLong(Exception):
    """A command takes longer than the limit."""


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise :class:`TooLong` in a block that takes longer."""

    def stop(*_: object) -> None:
        raise TooLong(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def try_damage(originals_: list[Original], kind: str, seed: int, folder: Path) -> Outcome:
    """Damage a copy of one of the books, rescue and verify it, and check every promise."""
    random = Random(f"{kind} {seed}")
    original = originals_[2] if "log" in kind else random.choice(originals_)
    damaged = KINDS[kind](random, original.files)
    path, new = folder / "night.db", folder / "new.db"
    for file in folder.iterdir():
        file.unlink()
    path.write_bytes(damaged.main)
    if damaged.log:
        beside(path, "-wal").write_bytes(damaged.log)
    head_beside(path).write_bytes(original.head)
    faults: list[str] = []

    def run(*arguments: object) -> Result:
        with limited(LIMIT_S):
            ran = CliRunner().invoke(commands, [str(argument) for argument in arguments])
        if ran.exception and not isinstance(ran.exception, SystemExit):
            faults.append(f"{arguments[0]} broke: {''.join(format_exception(ran.exception))}")
        if ran.exit_code not in (0, 1):
            faults.append(f"{arguments[0]} ended with {ran.exit_code}: {ran.stderr[-600:]}")
        return ran

    verified = run("verify", "--book", path)
    if verified.exit_code == 0:
        try:
            is_as_it_was = shown_of(path, original.rows) == original.shown
        except BookError as error:
            is_as_it_was = False
            faults.append(f"verify finds nothing, and the book does not read: {error}")
        if not is_as_it_was:
            faults.append("verify finds nothing, and the book shows something else")
    found = "sound" if verified.exit_code == 0 else "found" if verified.stdout else "refused"

    begun = perf_counter()
    rescued = run("rescue", path, new)
    seconds = perf_counter() - begun
    meant = untouched(original, damaged)
    if not new.exists():
        if meant:
            faults.append(f"nothing rescued, although {sorted(meant)} were not touched: {rescued.stderr[-300:]}")
        if rescued.stdout or rescued.stderr.count("\n") != 1:
            faults.append(f"not one sentence: {rescued.output[-600:]}")
        return Outcome("nothing", found, seconds, len(meant), 0, faults)

    with Book.open(new, create=False, read_only=True) as book:
        saved = _rows(book)
    whole = {stream for stream in original.rows if saved.get(stream) == original.rows[stream]}
    said = {line.partition(": ")[0] for line in rescued.stdout.splitlines() if any(word in line for word in WHOLE)}
    for stream, rows in saved.items():
        there = original.rows.get(stream, (set(), set()))
        if not (rows[0] <= there[0] and rows[1] <= there[1]):
            faults.append(f"{stream} has rows that the book had not")
        elif len(rows[0]) != max((event[2] for event in rows[0]), default=0):
            faults.append(f"{stream} has a gap")
    if meant - whole:
        faults.append(f"not touched and not whole: {sorted(meant - whole)}\n{rescued.output}")
    if said != whole:
        faults.append(f"said to be whole: {sorted(said)}; are whole: {sorted(whole)}")
    is_all = whole == original.rows.keys()
    if is_all != (rescued.exit_code == 0):
        faults.append(f"all saved: {is_all}; exit status {rescued.exit_code}: {rescued.output[-900:]}")
    again = run("verify", "--book", new)
    if is_all != (again.exit_code == 0):
        faults.append(f"all saved: {is_all}; verify says of the new book {again.exit_code}: {again.stdout[-600:]}")
    outcome = "everything" if is_all else "a part"
    return Outcome(outcome, found, seconds, len(meant), len(whole), faults)
