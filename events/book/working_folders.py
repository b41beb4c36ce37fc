"""Private folders to work in, such as for a copy of a book; what a killed program left is removed later."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep

TRY_FOR_S = 1.0
"""How long to try for a lock: it may be held for a moment by readers of the owner's name or a process that is ending.
"""

_FOLDER = ".casekeeper-copy-"


@contextmanager
def working_folder(within: Path) -> Iterator[Path]:
    """A private folder to copy into, removed at the end; those that killed programs left there are removed first.

    Raises :class:`OSError` if it cannot be created.
    """
    remove_left_folders(within)
    folder = Path(mkdtemp(prefix=_FOLDER, dir=within))
    try:
        with alone_in(folder):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_left_folders(within: Path) -> None:
    """Remove the working folders in a folder whose programs were killed."""
    for left in within.glob(f"{_FOLDER}*"):
        try:
            with alone_in(left, try_for_s=0.0):
                shutil.rmtree(left, ignore_errors=True)
        except OSError:
            continue


@contextmanager
def alone_in(folder: Path, try_for_s: float = TRY_FOR_S) -> Iterator[None]:
    """Lock a folder against other callers for the block; raises :class:`OSError` if another holds it for long.

    Without effect on file systems that cannot lock folders, and in folders that cannot be read.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:
        yield
        return
    try:
        give_up = monotonic() + try_for_s
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if monotonic() > give_up:
                    raise
                sleep(0.01)
                continue
            except OSError:
                pass
            break
        yield
    finally:
        # Unlock explicitly, since a process forked meanwhile has the folder open too.
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)
