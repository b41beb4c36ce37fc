"""What a start needs before the rest of the program is loaded: stop signals, loading without the collector, errors."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

YOUNG_OBJECTS = 50_000
"""How many objects a command makes before the garbage collector checks the young ones."""


class SetupError(Exception):
    """A file or port of the installation cannot be used: a stable code and one sentence for a person."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


@contextmanager
def loading() -> Iterator[None]:
    """Import modules without garbage collection, and never collect what they made: a tenth of the start is saved.

    A block that imports nothing new freezes nothing: in a loop it would keep the garbage of every round.
    Signals to stop arrive after the block: Python ignores an exit that is raised in a callback of its import machinery.
    """
    modules = len(sys.modules)
    gc.disable()
    try:
        with held_back():
            yield
    finally:
        if len(sys.modules) > modules:
            gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, 20, 100)
        gc.enable()


@contextmanager
def held_back() -> Iterator[None]:
    """Block the signals to stop until the end of the block; those that came are delivered then."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave(*_: object) -> NoReturn:
    """Exit in order; a signal handler."""
    raise SystemExit(0)
