"""Bugs that lose or halve what was acknowledged, to be planted in a real server: tests must find each."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import event

from events.book import database
from events.book.file import beside
from tools.simulation.bugs import BUGS, Replaced


def _synchronous(how: str) -> list[Replaced]:
    make = database.sqlite_engine

    def engine(*arguments: Any, **named: Any) -> Any:
        made = make(*arguments, **named)
        event.listen(made, "connect", lambda raw, _: raw.execute(f"PRAGMA synchronous = {how}"))
        return made

    return [(database, "sqlite_engine", engine)]


def _never_synced(suffix: str) -> list[Replaced]:
    fsync = os.fsync

    def without(descriptor: int) -> None:
        if not Path(f"/proc/self/fd/{descriptor}").readlink().name.removeprefix(".").startswith(suffix):
            fsync(descriptor)

    return [(os, "fsync", without)]


def _log_removed_at_start() -> list[Replaced]:
    look_into = database.look_into

    def tidy(path: Path, create: bool) -> None:
        beside(path, "-wal").unlink(missing_ok=True)
        look_into(path, create)

    return [(database, "look_into", tidy)]


PLANTED: dict[str, Callable[[], list[Replaced]]] = {
    "never-synced": lambda: _synchronous("OFF"),
    "synced-at-checkpoints": lambda: _synchronous("NORMAL"),
    "log-removed-at-start": _log_removed_at_start,
    "key-not-synced": lambda: _never_synced("house.key"),
    "head-not-synced": lambda: _never_synced("night.db.head"),
    "committed-without-wal-flush": lambda: [(database, "_ON_DISK", "SET LOCAL synchronous_commit = off")],
    **BUGS,
}


def plant(bug: str) -> None:
    """Plant a bug in this process for good; "" is none."""
    for owner, name, replacement in PLANTED[bug]() if bug else ():
        setattr(owner, name, replacement)
