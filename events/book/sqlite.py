"""SQLite from a wheel: 3.7.0 to 3.51.2, which most systems come with, can, rarely, damage a book in WAL mode.

``pysqlite3`` has no wheel for Linux on 64-bit ARM; ``sqlcipher3`` has the same interface, and writes plain books too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import pysqlite3 as sqlite3
except ImportError:
    import sqlcipher3 as sqlite3

if TYPE_CHECKING:
    from sqlalchemy.exc import DatabaseError

__all__ = ["is_damage", "sqlite3"]


def is_damage(error: DatabaseError) -> bool:
    """Whether SQLite found a page of the file damaged."""
    return "malformed" in str(error.orig)
