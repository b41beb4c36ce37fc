"""Starting the children of :mod:`tests.events.children`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

ROOT = Path(__file__).parents[2]


def start(what: str, *arguments: object) -> Popen[str]:
    """A child at work; what it says is read from its standard output."""
    command = [sys.executable, "-m", "tests.events.children", what, *map(str, arguments)]
    return Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)


def lines(said: str) -> list[list[Any]]:
    """The whole lines of what a child said."""
    return [json.loads(line) for line in said.splitlines()]


def finish(child: Popen[str], words: str | None = None) -> list[list[Any]]:
    """Wait until a child has done all, and give what it said; it must have ended well and without a traceback."""
    said, complaints = child.communicate(words, timeout=300)
    assert (child.returncode, complaints) == (0, "")
    return lines(said)
