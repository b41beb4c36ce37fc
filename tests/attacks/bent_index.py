"""Somebody who has the file of a book and bends its indexes, page by page, leaving the tables as they are."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

INDEX_PAGES = (2, 10)
"""What the first byte of a page says that belongs to an index: an inner page or a leaf."""


def index_pages(book: bytes) -> Iterable[int]:
    """Where the pages of indexes begin."""
    (size,) = struct.unpack(">H", book[16:18])
    size = 65_536 if size == 1 else size
    return (at for at in range(size, len(book), size) if book[at] in INDEX_PAGES)


def bend(path: Path, ids: Iterable[str]) -> int:
    """Change ids where an index has them, into others of the same length and place; gives how many were changed.

    The book is closed, and all of it is in the file.
    """
    content = bytearray(path.read_bytes())
    (size,) = struct.unpack(">H", content[16:18])
    bent = 0
    for ident in ids:
        old, new = ident.encode(), ident.encode()[:-1] + b"~"
        for at in index_pages(bytes(content)):
            page = content[at : at + size]
            if old in page:
                content[at : at + size] = page.replace(old, new)
                bent += 1
    path.write_bytes(content)
    return bent


def hide(path: Path, night: str, version: int) -> None:
    """Change where the indexes have one of a book's first facts: who asks them for the night misses that fact."""
    old = _entry(path, night, version)
    _replace(path, {old: old.replace(night.encode(), night.encode()[:-1] + b"~")})


def exchange(path: Path, night: str, version: int, other: int) -> None:
    """Have the indexes lead to another of a book's first facts for one, and to that one for the other."""
    one, another = _entry(path, night, version), _entry(path, night, other)
    _replace(path, {one: one[:-1] + another[-1:], another: another[:-1] + one[-1:]})


def _entry(path: Path, night: str, version: int) -> bytes:
    """How an index has a fact, whose position is below 128, by its night and version."""
    with closing(sqlite3.connect(path)) as raw:
        where = "night = ? AND version = ?"
        (position,) = raw.execute(f"SELECT position FROM facts NOT INDEXED WHERE {where}", (night, version)).fetchone()
    return night.encode() + bytes([version, position])


def _replace(path: Path, instead: Mapping[bytes, bytes]) -> None:
    content = bytearray(path.read_bytes())
    (size,) = struct.unpack(">H", content[16:18])
    for at in index_pages(bytes(content)):
        page = bytes(content[at : at + size])
        places = {page.find(old): new for old, new in instead.items() if old in page}
        for place, new in places.items():
            content[at + place : at + place + len(new)] = new
    path.write_bytes(content)
