"""Modules loaded without the garbage collector: what they make stays, and it would look through all of it in vain."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from web.serving.supervisor import held_back

YOUNG_OBJECTS = 50_000
"""How many objects a command makes before the garbage collector looks through the young ones."""


@contextmanager
def loading() -> Iterator[None]:
    """Have the collector rest, and then leave alone what is there: that took a tenth of the start.

    Signals to stop arrive after the block: Python ignores an exit that is raised in a callback of its import machinery.
    """
    gc.disable()
    try:
        with held_back():
            yield
    finally:
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, 20, 100)
        gc.enable()
