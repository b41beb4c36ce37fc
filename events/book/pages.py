"""Reads the rows on the pages of a damaged SQLite file, without its trees, indexes and header.

SQLite reaches a leaf page through the pages above it, and refuses a page that has one bad cell. Here each cell of each
leaf page, in the file and in its write-ahead log, is read by itself; the hash of a row tells whether it is whole. The
formats are those of https://www.sqlite.org/fileformat2.html. SQLite's own recovery is in no wheel, needs a sound header
and reads no frame of a log behind a bad one.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from events.book.chain import Columns, StoredEvent
from events.book.file import beside
from events.frozen import Frozen

_USUAL_PAGE_BYTES = 4096
_PAGE_BYTES = frozenset(2**power for power in range(9, 17))
_INDEX_PAGES = (2, 10)
_LEAF_HEADER = 8
_LOG_HEADER, _FRAME_HEADER = 32, 24
_LOG_MAGIC = (0x377F0682, 0x377F0683)
_BYTES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
"""The bytes of a value by its serial type: nothing, integers, a real, 0, 1. From 12 on they are text or bytes."""

_COLUMNS = len(StoredEvent._fields)
"""Events and commands have as many columns."""

_Lookup = Callable[[int], bytes]


class FoundRow(Frozen):
    """A row as a page has it, in which anything may be wrong; ``is_event`` or a command.

    ``is_committed`` is whether it is in the file, or in the log before the first fault in it. What lies beyond may have
    been given up after a power failure.
    """

    is_event: bool
    columns: Columns
    is_committed: bool


def rows_in_file(path: Path) -> Iterator[FoundRow]:
    """Every row that can be read in a file and the log beside it, those of pages that are there twice each time.

    Takes time in proportion to the size of the files, whatever they hold. Pages that the disk does not give are left
    out. Raises :class:`OSError` if the file cannot be opened.
    """
    log = beside(path, "-wal")
    with _Bytes(path) as file, _Bytes(log if log.exists() else Path(os.devnull)) as frames:
        sizes = (_page_bytes_of(file), int.from_bytes(frames.read(8, 4)), _USUAL_PAGE_BYTES)
        for page_bytes in dict.fromkeys(size for size in sizes if size in _PAGE_BYTES):
            yield from _rows_by_size(file, frames, page_bytes)


class _Bytes:
    """A file that is read in pieces; what the disk does not give is empty."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self.length = os.fstat(self._descriptor).st_size

    def __enter__(self) -> _Bytes:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    def read(self, at: int, length: int) -> bytes:
        """The bytes at an offset, fewer at the end."""
        with suppress(OSError):
            return os.pread(self._descriptor, length, at)
        return b""


def _page_bytes_of(file: _Bytes) -> int:
    """The size of a page by the file's header, which may be wrong."""
    header = file.read(0, 18)
    size = int.from_bytes(header[16:18])
    return 65_536 if size == 1 else size


def _rows_by_size(file: _Bytes, log: _Bytes, page_bytes: int) -> Iterator[FoundRow]:
    frames = _committed_frames(log, page_bytes)
    in_frame: dict[int, _Frame] = {}
    for frame in frames:
        in_frame.setdefault(frame.page, frame)

    def by_file(page: int) -> bytes:
        return file.read((page - 1) * page_bytes, page_bytes)

    def by_log(page: int) -> bytes:
        frame = in_frame.get(page)
        return log.read(frame.at, page_bytes) if frame else by_file(page)

    lookups = (by_log, by_file) if frames else (by_file,)
    for page in range(1, -(-file.length // page_bytes) + 1):
        yield from _rows_on(by_file(page), page_bytes, lookups, is_committed=True)
    for frame in frames:
        yield from _rows_on(log.read(frame.at, page_bytes), page_bytes, lookups, is_committed=frame.is_sound)


class _Frame(Frozen):
    """A page in the log: its number in the file, and the offset of its bytes in the log.

    ``generation`` has the salts, which change when the log is begun again; ``ends`` says that it ends a transaction.
    """

    page: int
    at: int
    generation: bytes
    ends: bool
    is_sound: bool


def _committed_frames(log: _Bytes, page_bytes: int) -> list[_Frame]:
    """The frames of committed transactions: the newest first, those beyond a fault in the log after all others.

    A transaction is committed if a frame of its generation ends it or a later one.
    """
    ended: set[bytes] = set()
    committed: list[_Frame] = []
    is_before_fault = False
    for frame in reversed([*_frames(log, page_bytes)]):
        if frame.ends:
            ended.add(frame.generation)
            # A sound frame whose transaction has no sound end is beyond the last commit that SQLite sees.
            is_before_fault = is_before_fault or frame.is_sound
        if frame.generation in ended:
            committed.append(frame if is_before_fault else replace(frame, is_sound=False))
    return sorted(committed, key=lambda frame: not frame.is_sound)


def _frames(log: _Bytes, page_bytes: int) -> Iterator[_Frame]:
    """All frames in order; ``is_sound`` is whether there is no fault in the log so far."""
    header = log.read(0, _LOG_HEADER)
    is_sound = len(header) == _LOG_HEADER and int.from_bytes(header[:4]) in _LOG_MAGIC
    order: Literal["little", "big"] = "big" if int.from_bytes(header[:4]) == _LOG_MAGIC[1] else "little"
    sums = _checksum(header[:24], (0, 0), order)
    is_sound = is_sound and _as_bytes(sums) == header[24:]
    step = _FRAME_HEADER + page_bytes
    for at in range(_LOG_HEADER, log.length - step + 1, step):
        frame = log.read(at, step)
        if is_sound:
            sums = _checksum(frame[_FRAME_HEADER:], _checksum(frame[:8], sums, order), order)
            is_sound = frame[8:16] == header[16:24] and _as_bytes(sums) == frame[16:24]
        yield _Frame(
            page=int.from_bytes(frame[:4]),
            at=at + _FRAME_HEADER,
            generation=frame[8:16],
            ends=any(frame[4:8]),
            is_sound=is_sound,
        )


def _checksum(data: bytes, sums: tuple[int, int], order: Literal["little", "big"]) -> tuple[int, int]:
    """The log's checksum of some bytes, continued from those before."""
    words = array("I", data[: len(data) // 8 * 8])
    if order != sys.byteorder:
        words.byteswap()
    first, second = sums
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def _as_bytes(sums: tuple[int, int]) -> bytes:
    return b"".join(number.to_bytes(4) for number in sums)


def _rows_on(page: bytes, page_bytes: int, lookups: Sequence[_Lookup], *, is_committed: bool) -> Iterator[FoundRow]:
    """The rows on a page that is not of an index. The page's header is not believed: a wrong count would hide rows.

    The first page of a book has no row, but may have changed places with another.
    """
    if not page or page[0] in _INDEX_PAGES:
        return
    at, first = _LEAF_HEADER, len(page)
    # The cells' offsets end where the first cell begins.
    while at + 2 <= first:
        cell = int.from_bytes(page[at : at + 2])
        at += 2
        if at <= cell < len(page):
            for is_event, columns in _rows_at(page, cell, page_bytes, lookups):
                first = min(first, cell)
                yield FoundRow(is_event=is_event, columns=columns, is_committed=is_committed)


def _rows_at(page: bytes, cell: int, page_bytes: int, lookups: Sequence[_Lookup]) -> Iterator[tuple[bool, Columns]]:
    """The row of a cell, if it is a row: as each lookup has the pages that it overflows to."""
    try:
        length, at = _varint(page, cell)
        number, at = _varint(page, at)
        kinds, header = _kinds(page, at, length)
    except (IndexError, ValueError):
        return
    here = _bytes_here(length, page_bytes)
    for lookup in lookups:
        payload = page[at : at + here]
        if here < length:
            follows = int.from_bytes(page[at + here : at + here + 4])
            payload += _overflow(follows, length - here, page_bytes, lookup)
        with suppress(ValueError):
            yield _row(payload, header, kinds, number)
        if here == length:
            return


def _bytes_here(length: int, page_bytes: int) -> int:
    """How many bytes of a payload are on its leaf page; the rest is on overflow pages."""
    most, least = page_bytes - 35, (page_bytes - 12) * 32 // 255 - 23
    if length <= most:
        return length
    here = least + (length - least) % (page_bytes - 4)
    return here if here <= most else least


def _overflow(page: int, length: int, page_bytes: int, lookup: _Lookup) -> bytes:
    """So many bytes from overflow pages, fewer if the chain breaks off."""
    read = bytearray()
    while page and len(read) < length:
        content = lookup(page)
        if len(content) < page_bytes:
            break
        page = int.from_bytes(content[:4])
        read += content[4:]
    return bytes(read[:length])


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the offset after it."""
    number = 0
    for end in range(at, at + 8):
        byte = data[end]
        if byte < 0x80:
            return number << 7 | byte, end + 1
        number = number << 7 | byte & 0x7F
    return number << 8 | data[at + 8], at + 9


def _kinds(page: bytes, begin: int, length: int) -> tuple[list[int], int]:
    """The serial types of a row of ours, and the bytes of their header; :class:`ValueError` if it is none."""
    header, at = _varint(page, begin)
    if not _COLUMNS < header < length or page[begin + header - 1 : begin + header] >= b"\x80":
        raise ValueError
    kinds = []
    size = header
    while at < begin + header:
        kind, at = _varint(page, at)
        kinds.append(kind)
        size += (kind - 12) // 2 if kind >= 12 else _BYTES[kind]
    if len(kinds) != _COLUMNS or size != length:
        raise ValueError
    return kinds, header


def _row(payload: bytes, at: int, kinds: list[int], number: int) -> tuple[bool, Columns]:
    """Whether a row is an event, and its columns; :class:`ValueError` if a column is neither text nor an integer."""
    columns: list[str | int | None] = []
    for kind in kinds:
        size = (kind - 12) // 2 if kind >= 12 else _BYTES[kind]
        value = payload[at : at + size]
        at += size
        if kind >= 13 and kind % 2:
            columns.append(value.decode())
        elif kind == 0:
            columns.append(None)
        elif kind in (8, 9):
            columns.append(kind - 8)
        elif kind <= 6:
            columns.append(int.from_bytes(value, signed=True))
        else:
            raise ValueError
    # The position of an event is the number of its row, and the column itself is empty.
    if is_event := columns[0] is None:
        columns[0] = number - (number >> 63 << 64)
    return is_event, tuple(columns)
