"""What a real program does to the files of its book, recorded below SQLite; and syncs and writes that fail.

The program itself runs, with its own SQLite: the functions of SQLite's interface to the system that write, truncate,
sync and delete are wrapped through :mod:`ctypes` (see https://www.sqlite.org/vfs.html), and files that the program
writes itself are seen by an audit hook and in ``os.fsync``.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import IntEnum, auto
from pathlib import Path
from time import sleep
from typing import Any

import msgspec
from sqlalchemy import event

from events.book import database
from events.book.sqlite import sqlite3


class What(IntEnum):
    """What a frame of a recording is about. A sync without a name is of the folder; content is that of a whole file."""

    WRITE = auto()
    TRUNCATE = auto()
    SYNC = auto()
    FAILED = auto()
    CREATE = auto()
    DELETE = auto()
    RENAME = auto()
    CONTENT = auto()
    NOTE = auto()


SYNC_TAKES_S = 0.004
"""How long a sync takes at least: an answer that did not wait for it comes before its frame."""

CHECKPOINT_PAGES = 150
"""After how many pages SQLite merges the log, so that a short evening has several checkpoints; its default is 1000."""

_FULL, _FAILED_SYNC = 13, 1034
"""``SQLITE_FULL`` and ``SQLITE_IOERR_FSYNC``."""


class Frame(msgspec.Struct, frozen=True, array_like=True):
    """An operation on a file, by its name in the folder; ``to`` is the new name; a note has a number in ``at``."""

    what: What
    name: str = ""
    at: int = 0
    data: bytes = b""
    to: str = ""


class Recording:
    """A file of frames, to which the program and its clients append.

    A write and a change of a name is recorded before it is done, and a sync after: a killed program can have done less
    than is recorded, and kept more.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._path = path

    def add(self, frame: Frame) -> None:
        """Append a frame; the system keeps those of several processes apart."""
        data = msgspec.msgpack.encode(frame)
        os.write(self._file, len(data).to_bytes(4) + data)

    def frames(self) -> Iterator[Frame]:
        """All frames in order."""
        content, at = self._path.read_bytes(), 0
        while at < len(content):
            size = int.from_bytes(content[at : at + 4])
            yield msgspec.msgpack.decode(content[at + 4 : at + 4 + size], type=Frame)
            at += 4 + size


class Troubles:
    """What goes wrong with the disk: a file each in a folder, which the test makes.

    ``eio-NAME`` lets the next sync of a file fail and is then gone; while there is ``full``, no file can grow.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def fail_next_sync(self, name: str) -> None:
        """Let the next sync of a file fail."""
        (self.folder / f"eio-{name}").touch()

    def take_failing_sync(self, name: str) -> bool:
        """Whether this sync fails."""
        try:
            (self.folder / f"eio-{name}").unlink()
        except FileNotFoundError:
            return False
        return True

    @property
    def is_failing(self) -> bool:
        """Whether a sync is still to fail."""
        return any(self.folder.glob("eio-*"))

    @property
    def is_full(self) -> bool:
        """Whether no file can grow."""
        return (self.folder / "full").exists()

    def fill(self) -> None:
        """Let no file grow any more."""
        (self.folder / "full").touch()

    def give_room(self) -> None:
        """Let files grow again."""
        (self.folder / "full").unlink()


def record(folder: Path, recording: Recording, troubles: Troubles) -> None:
    """Record from now on what this process, and those that it forks, do to the files in a folder."""
    _Recorder(folder, recording, troubles).install()


# The C functions of https://www.sqlite.org/c3ref/io_methods.html and https://www.sqlite.org/c3ref/vfs.html.
_Write = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_Size = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int64))
_Open = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
_Delete = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)


class _Methods(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        ("close", ctypes.c_void_p),
        ("read", ctypes.c_void_p),
        ("write", ctypes.c_void_p),
        ("truncate", ctypes.c_void_p),
        ("sync", ctypes.c_void_p),
        ("size", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 12),
    ]


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        ("file_bytes", ctypes.c_int),
        ("path_bytes", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("delete", ctypes.c_void_p),
    ]


class _Recorder:
    def __init__(self, folder: Path, recording: Recording, troubles: Troubles) -> None:
        self._folder = f"{os.path.realpath(folder)}/"
        self._recording = recording
        self._troubles = troubles
        self._files: dict[int, str] = {}
        """The names of the files that SQLite has open, by the addresses of their structures."""
        self._methods: dict[int, tuple[_Methods, Any]] = {}
        """Changed tables of functions, by the addresses of those that they replace; nobody may free them."""

    def install(self) -> None:
        """Put the recorder below this process's SQLite and Python."""
        library = ctypes.PyDLL(sys.modules[f"{sqlite3.__name__}._sqlite3"].__file__ or "")
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        vfs = library.sqlite3_vfs_find(None).contents
        self._open, self._delete = _Open(vfs.open), _Delete(vfs.delete)
        self._callbacks = _Open(self._on_open), _Delete(self._on_delete)
        vfs.open, vfs.delete = (ctypes.cast(callback, ctypes.c_void_p).value for callback in self._callbacks)
        self._fsync = os.fsync
        os.fsync = self._on_fsync  # type: ignore[assignment]
        sys.addaudithook(self._on_audit)

    def _name_of(self, path: object) -> str:
        """The name of a file in the folder; "" if it is elsewhere."""
        if not isinstance(path, str | bytes | os.PathLike):
            return ""
        # Links are not followed: the folder is a real path, and whoever opens a file in it names it by that.
        absolute = str(Path(os.fsdecode(path)).absolute())
        return absolute.removeprefix(self._folder) if absolute.startswith(self._folder) else ""

    def _is_new(self, name: str) -> bool:
        return name != "" and not Path(self._folder, name).exists()

    def _on_open(self, vfs: int, path: int | None, file: int, flags: int, flags_out: int) -> int:
        name = self._name_of(ctypes.string_at(path)) if path else ""
        if self._is_new(name):
            if self._troubles.is_full:
                return _FULL
            self._recording.add(Frame(What.CREATE, name))
        answer = self._open(vfs, path, file, flags, flags_out)
        table = ctypes.c_void_p.from_address(file)
        if answer == 0 and name and table.value:
            self._files[file] = name
            if table.value not in self._methods:
                self._methods[table.value] = self._changed(table.value)
            table.value = ctypes.addressof(self._methods[table.value][0])
        return answer

    def _changed(self, address: int) -> tuple[_Methods, Any]:
        """A copy of a table of functions, with those that change a file replaced."""
        old = _Methods.from_address(address)
        write, truncate, sync, size = _Write(old.write), _Truncate(old.truncate), _Sync(old.sync), _Size(old.size)

        def on_write(file: int, data: int, length: int, offset: int) -> int:
            if self._troubles.is_full:
                there = ctypes.c_int64()
                size(file, ctypes.byref(there))
                if offset + length > there.value:
                    return _FULL
            self._recording.add(Frame(What.WRITE, self._files[file], offset, ctypes.string_at(data, length)))
            return int(write(file, data, length, offset))

        def on_truncate(file: int, length: int) -> int:
            self._recording.add(Frame(What.TRUNCATE, self._files[file], length))
            return int(truncate(file, length))

        def on_sync(file: int, flags: int) -> int:
            name = self._files[file]
            sleep(SYNC_TAKES_S)
            if self._troubles.take_failing_sync(name):
                self._recording.add(Frame(What.FAILED, name))
                return _FAILED_SYNC
            answer = int(sync(file, flags))
            self._recording.add(Frame(What.FAILED if answer else What.SYNC, name))
            return answer

        new, callbacks = _Methods(), (_Write(on_write), _Truncate(on_truncate), _Sync(on_sync))
        ctypes.memmove(ctypes.addressof(new), address, ctypes.sizeof(new))
        new.write, new.truncate, new.sync = (ctypes.cast(callback, ctypes.c_void_p).value for callback in callbacks)
        return new, callbacks

    def _on_delete(self, vfs: int, path: bytes, sync_folder: int) -> int:
        if name := self._name_of(path):
            self._recording.add(Frame(What.DELETE, name))
        return int(self._delete(vfs, path, sync_folder))

    def _on_fsync(self, descriptor: int) -> None:
        """``os.fsync``: the whole content is recorded, as the writes before were not seen."""
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        name = self._name_of(path)
        if name and self._troubles.take_failing_sync(name):
            self._recording.add(Frame(What.FAILED, name))
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._fsync(descriptor)
        if name:
            self._recording.add(Frame(What.CONTENT, name, data=path.read_bytes()))
        if name or f"{path}/" == self._folder:
            self._recording.add(Frame(What.SYNC, name))

    def _on_audit(self, what: str, arguments: tuple[Any, ...]) -> None:
        """Python is about to open, rename or delete a file (https://docs.python.org/3/library/audit_events.html)."""
        if what == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_CREAT:
            name = self._name_of(arguments[0])
            if name and self._troubles.is_full:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if self._is_new(name):
                self._recording.add(Frame(What.CREATE, name))
        elif what == "os.remove" and (name := self._name_of(arguments[0])) and not self._is_new(name):
            self._recording.add(Frame(What.DELETE, name))
        elif what == "os.rename" and (name := self._name_of(arguments[0])):
            with suppress(OSError):
                self._recording.add(Frame(What.CONTENT, name, data=Path(self._folder, name).read_bytes()))
                self._recording.add(Frame(What.RENAME, name, to=self._name_of(arguments[1])))


def checkpoint_often() -> None:
    """Let SQLite merge the log more often in this process."""
    make: Callable[..., Any] = database.sqlite_engine

    def engine(*arguments: Any, **named: Any) -> Any:
        made = make(*arguments, **named)
        event.listen(made, "connect", lambda raw, _: raw.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}"))
        return made

    database.sqlite_engine = engine
