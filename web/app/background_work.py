"""Long looking through a night gives way to the tables: one at a time in an application, and with rests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Lock
from time import monotonic, sleep
from typing import ParamSpec

from flask import Flask, current_app

P = ParamSpec("P")

SPELL_S, REST_S = 0.005, 0.001
"""After how much work whoever looks through a night rests, and for how long: touches at the tables go first."""

_EXTENSION = "casekeeper turn"


def turn_of(app: Flask) -> AbstractContextManager[object]:
    """An application's turn at looking through nights, to be waited for: one at a time keeps a core free."""
    turn: AbstractContextManager[object] = app.extensions.setdefault(_EXTENSION, Lock())
    return turn


def turn() -> AbstractContextManager[object]:
    """The turn of this application."""
    return turn_of(current_app)


def kind_to_others(tell: Callable[P, None], clock: Callable[[], float] = monotonic) -> Callable[P, None]:
    """The same watch, or the same counting, which now and then rests, so that other threads have their turn."""
    rested = clock()

    def told(*arguments: P.args, **named: P.kwargs) -> None:
        nonlocal rested
        tell(*arguments, **named)
        if clock() - rested > SPELL_S:
            sleep(REST_S)
            rested = clock()

    return told
