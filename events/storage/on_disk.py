"""Bringing what was written to disk, so that a power cut leaves it."""

from __future__ import annotations

import os
from pathlib import Path


def bring_to_disk(path: Path) -> None:
    """Wait until a file is on disk, or of a folder its names; :class:`OSError`."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
