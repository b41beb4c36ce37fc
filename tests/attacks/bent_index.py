"""Somebody who has the file of a book and bends its indexes, page by page, leaving the tables as they are."""

from __future__ import annotations

import struct
from collections.abc import Iterable
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
