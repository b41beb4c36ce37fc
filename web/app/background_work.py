"""Work beside the tables: one night is looked through at a time, with rests, and how far work is can be followed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import is_not
from threading import Condition, Lock, Semaphore, local
from time import monotonic, sleep
from typing import Generic, ParamSpec, Protocol, TypeVar

from flask import Flask, current_app

P = ParamSpec("P")


class Progress(Protocol):
    """How far some work is; immutable."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""


G = TypeVar("G", bound=Progress)

SPELL_S, REST_S = 0.001, 0.0002
"""How long a thread that reads a night works before it rests, and how long it rests: touches go first.

A touch waits for the interpreter whenever it comes back from the database.
"""

GIVES_WAY_S = 0.05
"""How long what can wait gives way to touches at most, each time."""

_EXTENSION = "casekeeper turn"
_TOUCHES = "casekeeper touches"


class Turn:
    """The turn at looking through nights, a ``with`` block each: one at a time keeps a core free."""

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        with waiting():
            self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def locked(self) -> bool:
        """Whether it is somebody's turn."""
        return self._lock.locked()


def turn_of(app: Flask) -> Turn:
    """The turn of an application."""
    turn: Turn = app.extensions.setdefault(_EXTENSION, Turn())
    return turn


def turn() -> Turn:
    """The turn of this application."""
    return turn_of(current_app)


def kind_to_others(tell: Callable[P, None], clock: Callable[[], float] = monotonic) -> Callable[P, None]:
    """The same watch, or the same counting, which now and then rests, so that other threads have their turn."""
    rested = clock()

    def logged(*arguments: P.args, **named: P.kwargs) -> None:
        nonlocal rested
        tell(*arguments, **named)
        if clock() - rested > SPELL_S:
            sleep(REST_S)
            rested = clock()

    return logged


class Touches:
    """The touches that are being answered just now, a ``with`` block each: what can wait gives them the processor."""

    def __init__(self) -> None:
        self._over = Condition()
        self._count = 0

    def __enter__(self) -> None:
        with self._over:
            self._count += 1

    def __exit__(self, *_: object) -> None:
        with self._over:
            self._count -= 1
            if not self._count:
                self._over.notify_all()

    def give_way(self, longest_s: float) -> None:
        """Wait for a moment without any, for so long at the most."""
        with self._over:
            self._over.wait_for(lambda: not self._count, longest_s)


class Readings:
    """The pages that are being computed for people who read, a ``with`` block each: few at a time, between touches.

    All threads share one interpreter. A touch that comes back from the database waits for each of the threads that
    compute, so there may be few of them.
    """

    def __init__(self, at_once: int, touches: Touches) -> None:
        self._free, self._touches = Semaphore(at_once), touches

    def __enter__(self) -> None:
        self._touches.give_way(GIVES_WAY_S)
        self._free.acquire()
        _here.reading = self

    def __exit__(self, *_: object) -> None:
        _here.reading = None
        self._free.release()


_here = local()


@contextmanager
def waiting() -> Iterator[None]:
    """While a thread waits for others, another page is computed in its place."""
    reading: Readings | None = getattr(_here, "reading", None)
    if reading is None:
        yield
        return
    reading.__exit__()
    try:
        yield
    finally:
        reading.__enter__()


def touches_of(app: Flask) -> Touches:
    """The touches that an application is answering."""
    touches: Touches = app.extensions.setdefault(_TOUCHES, Touches())
    return touches


class Followed(Generic[G]):
    """Work on a thread of its own, from when it was asked for until it is over, and how far it is."""

    def __init__(self, progress: G) -> None:
        self._moved = Condition()
        self._progress = progress

    @property
    def progress(self) -> G:
        """How far it is."""
        return self._progress

    def tell(self, progress: G) -> None:
        """Let everybody who waits know how far it is."""
        with self._moved:
            self._progress = progress
            self._moved.notify_all()

    def wait(self, enough: Callable[[G], bool] = lambda progress: False) -> G:
        """Its end, or already the moment when it is far enough."""
        with waiting(), self._moved:
            self._moved.wait_for(lambda: self._progress.over or enough(self._progress))
            return self._progress

    def follow(self, every_s: float) -> Iterator[G]:
        """How far it is, at once and then each time it has moved on, not more often than that; its end comes last."""
        seen = None
        while seen is None or not seen.over:
            seen = self.wait(partial(is_not, seen))
            yield seen
            if not seen.over:
                sleep(every_s)
