"""A folder for whatever the server and the processes that print for it put down for a moment: gone when they are."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

_NAMED = re.compile(r"casekeeper-serve-(\d+)-.+")

GIVE_UP_S = 3.0
"""How long processes that print may still be at work in the folder after the server has ended."""


@contextmanager
def own_temp_folder() -> Iterator[Path]:
    """Have this process, and all that it starts, use a temporary folder of its own, which is removed at the end.

    A process that is killed removes nothing of its own: here it is its parent that does. What a parent left that was
    killed itself is removed at the next start.
    """
    _remove_what_was_left(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"casekeeper-serve-{os.getpid()}-"))
    before, kept = os.environ.get("TMPDIR"), tempfile.tempdir
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    try:
        yield folder
    finally:
        tempfile.tempdir = kept
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before
        _remove(folder)


def _remove(folder: Path) -> None:
    give_up = monotonic() + GIVE_UP_S
    shutil.rmtree(folder, ignore_errors=True)
    while folder.exists() and monotonic() < give_up:
        sleep(0.05)
        shutil.rmtree(folder, ignore_errors=True)


def _remove_what_was_left(within: Path) -> None:
    """Remove the folders of servers that are gone; those of other users are left to them."""
    for folder in within.glob("casekeeper-serve-*"):
        named = _NAMED.fullmatch(folder.name)
        if named and not _is_running(int(named[1])) and folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    if process == os.getpid():
        return False  # It had this one's number: in a container each server may have the same.
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
