"""A disk that tears, lies and fills, below real SQLite: a VFS of apsw, and its connections as SQLAlchemy wants them.

The files are real, as the operating system shows them. Beside each is what the disk would still have after a power
failure: the bytes as of the last sync, and the writes since, of which any sectors may have arrived.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import apsw

from tools.simulation.world import Process, World, process_here

SECTOR_BYTES = 512
LIE, EIO, FULL = "lie", "eio", "full"


class Stored:
    """What a disk has of a file: ``synced`` for sure, and in order the writes and truncations since."""

    def __init__(self) -> None:
        self.synced = bytearray()
        self.pending: list[tuple[int, bytes | None]] = []

    def sync(self) -> None:
        for offset, data in self.pending:
            _put(self.synced, offset, data)
        self.pending.clear()

    def torn(self, random: Random) -> tuple[bytearray, int]:
        """What a power failure leaves: of what was not synced, any sectors; and how many of them are lost."""
        content, lost = bytearray(self.synced), 0
        survives = random.choice((0.0, 0.5, 1.0, random.random()))
        for offset, data in self.pending:
            if data is None:
                if random.random() < survives:
                    _put(content, offset, None)
                continue
            for at in range(0, len(data), SECTOR_BYTES):
                if random.random() < survives:
                    _put(content, offset + at, data[at : at + SECTOR_BYTES])
                else:
                    lost += 1
        return content, lost


def _put(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Disk:
    """The disk of one machine. ``trouble`` is what it does wrong at the moment; ``slow`` how many syncs take long."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.folder = folder
        self.files: dict[str, Stored] = {}
        self.trouble = ""
        self.lied = False
        self.slow = world.random.choice((0.0, 0.05, 0.5))
        self.open: dict[Process | None, list[Connection]] = {}
        self._vfs = _Vfs(self)

    def close(self) -> None:
        for process in list(self.open):
            self.close_all(process)
        self._vfs.unregister()

    def stored(self, path: str) -> Stored:
        return self.files.setdefault(path, Stored())

    def close_all(self, process: Process | None) -> None:
        """Close the connections of a process, as the operating system does when it ends."""
        for connection in self.open.pop(process, []):
            connection.shut()

    def lose_power(self) -> None:
        """Leave in the files what a power failure leaves: of what was not synced, any sectors. Nothing may be open."""
        for path, stored in self.files.items():
            if not Path(path).exists():
                continue
            stored.synced, lost = stored.torn(self.world.random)
            self.world.count("sectors lost", lost)
            if stored.pending:
                self.world.count("torn files")
                stored.pending.clear()
            Path(path).write_bytes(stored.synced)
        for index in self.folder.glob("*-shm"):
            index.unlink()

    def step(self, what: str, path: str) -> None:
        """A system call of a process: other tasks run meanwhile, and the process may have crashed before it ends."""
        process = process_here()
        if process is None:
            return
        process.assert_alive()
        if what == "sync":
            # Now and then a disk is so slow that commands gather behind the commit.
            slow = self.world.chance(self.slow)
            self.world.sleep(self.world.random.uniform(0.2, 3) if slow else self.world.random.uniform(0.0005, 0.02))
        elif self.world.chance(0.01):
            self.world.sleep(0.0002)


class _Vfs(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.name = f"disk{id(disk)}"
        super().__init__(self.name, "unix")

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802
        return _File(self.disk, name, flags)

    def xDelete(self, path: str, sync: bool) -> None:  # noqa: N802
        self.disk.step("delete", path)
        super().xDelete(path, sync)
        self.disk.files.pop(path, None)

    def xSleep(self, microseconds: int) -> int:  # noqa: N802
        self.disk.world.sleep(microseconds / 1e6)
        return microseconds


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self.disk = disk
        self.path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.process = process_here()
        super().__init__("unix", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._step("write")
        trouble = self.disk.trouble
        if trouble == FULL and offset + len(data) > self.xFileSize():
            raise apsw.FullError
        if trouble == EIO and self.disk.world.chance(0.2):
            raise apsw.IOError
        super().xWrite(data, offset)
        self.disk.stored(self.path).pending.append((offset, data))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._step("truncate")
        super().xTruncate(size)
        self.disk.stored(self.path).pending.append((size, None))

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._step("sync")
        if self.disk.trouble == EIO and self.disk.world.chance(0.3):
            raise apsw.IOError
        self.disk.world.count("syncs")
        if self.disk.trouble == LIE:
            self.disk.lied = True
        else:
            self.disk.stored(self.path).sync()

    def _step(self, what: str) -> None:
        """Raises an input/output error for a process that has crashed: what it still does has no effect."""
        if self.process and self.process.dead:
            raise apsw.IOError
        self.disk.step(what, self.path)
        if self.process and self.process.dead:
            raise apsw.IOError


class Error(Exception):
    """The base of the errors of :mod:`sqlite3`."""


class DatabaseError(Error):
    """The file is damaged or no database."""


class OperationalError(DatabaseError):
    """The disk, a lock or a statement is in the way."""


class IntegrityError(DatabaseError):
    """A constraint was violated."""


# The sentences of SQLite itself, by which the product knows an error.
_SENTENCES = {
    apsw.FullError: "database or disk is full",
    apsw.IOError: "disk I/O error",
    apsw.CorruptError: "database disk image is malformed",
    apsw.NotADBError: "file is not a database",
    apsw.CantOpenError: "unable to open database file",
    apsw.BusyError: "database is locked",
}


def _translated(error: apsw.Error) -> Error:
    text = _SENTENCES.get(type(error)) or str(error)
    if isinstance(error, apsw.ConstraintError):
        return IntegrityError(text)
    return (DatabaseError if isinstance(error, apsw.CorruptError | apsw.NotADBError) else OperationalError)(text)


class Cursor:
    """A cursor of apsw with the interface of :mod:`sqlite3`; it reads all rows at once."""

    arraysize = 1
    rowcount = -1

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.description: Any = None
        self._rows: list[Any] = []

    @property
    def lastrowid(self) -> int:
        return self.connection.raw.last_insert_rowid()

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Cursor:
        cursor = self.connection.raw.cursor()
        cursor.exec_trace = self._note
        self.description = None
        self._run(lambda: cursor.execute(sql, values))
        return self

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> Cursor:
        cursor = self.connection.raw.cursor()
        self._run(lambda: cursor.executemany(sql, rows))
        return self

    def _note(self, cursor: Any, _: str, __: Any) -> bool:
        columns = cursor.getdescription()
        self.description = [(name, *[None] * 6) for name, *_ in columns] or None
        return True

    def _run(self, run: Any) -> None:
        try:
            self._rows = list(run())[::-1]
        except apsw.Error as error:
            raise _translated(error) from error

    def fetchone(self) -> Any:
        return self._rows.pop() if self._rows else None

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows[::-1], []
        return rows

    def fetchmany(self, size: int = 1) -> list[Any]:
        return [self._rows.pop() for _ in range(min(size, len(self._rows)))]

    def close(self) -> None:
        self._rows = []


class Connection:
    """A connection of apsw with the interface of :mod:`sqlite3`."""

    isolation_level: str | None = None

    def __init__(self, disk: Disk, path: str) -> None:
        self.disk = disk
        self.process = process_here()
        self._is_open = True
        try:
            self.raw = apsw.Connection(path, vfs=disk._vfs.name)
        except apsw.Error as error:
            raise _translated(error) from error
        disk.open.setdefault(self.process, []).append(self)

    def cursor(self) -> Cursor:
        return Cursor(self)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Cursor:
        return self.cursor().execute(sql, values)

    def create_function(self, name: str, arguments: int, function: Any, **_: Any) -> None:
        self.raw.create_scalar_function(name, function, arguments, deterministic=True)

    def commit(self) -> None:
        if self.raw.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self._is_open and self.raw.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        if self in self.disk.open.get(self.process, []):
            self.disk.open[self.process].remove(self)
        self.shut()

    def shut(self) -> None:
        if self._is_open:
            self._is_open = False
            try:
                self.raw.close(True)
            except apsw.Error as error:
                # The process has crashed: closing could not merge the log.
                if not self.process or not self.process.dead:
                    raise _translated(error) from error


def driver(disk_of: Any) -> Any:
    """A module like :mod:`sqlite3` whose connections use a simulated disk; ``disk_of`` gives the disk of a path."""
    return SimpleNamespace(
        connect=lambda path, **_: Connection(disk_of(), os.fspath(path)),
        paramstyle="qmark",
        sqlite_version=apsw.sqlite_lib_version(),
        sqlite_version_info=tuple(map(int, apsw.sqlite_lib_version().split("."))),
        Error=Error,
        DatabaseError=DatabaseError,
        OperationalError=OperationalError,
        IntegrityError=IntegrityError,
        ProgrammingError=OperationalError,
        InterfaceError=Error,
        Binary=memoryview,
        threadsafety=3,
    )
