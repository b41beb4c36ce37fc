"""Bringing what was written to disk, so that a power cut leaves it, and looking what it would take the place of."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def bring_to_disk(path: Path) -> None:
    """Wait until a file is on disk, or of a folder its names; :class:`OSError`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def assert_replaceable(path: Path) -> None:
    """Raise :class:`OSError` where a path has what no file may take the place of: a folder, a device, a pipe."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "what is there is no file", str(path))
