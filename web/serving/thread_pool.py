"""A few threads for a kind of callers, shared fairly among them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class Crowded(Exception):
    """Too many calls wait already, in total or of this caller."""


class Lane:
    """Runs calls in threads of its own; waiting callers take turns. Used from one event loop.

    A lane that stands ``behind`` others uses one thread while any of them is busy.
    """

    def __init__(
        self, name: str, *, threads: int, waiting: int, waiting_each: int, behind: Sequence[Lane] = ()
    ) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._threads, self._running = threads, 0
        self._most, self._most_each = waiting, waiting_each
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        self._count = 0
        self._before, self._behind = behind, list[Lane]()
        for lane in behind:
            lane._behind.append(self)

    async def run(self, caller: Hashable, call: Callable[[], T], *, always: bool = False) -> T:
        """Return what a call returns, once it had its turn and a thread.

        Raises :class:`Crowded` if too many wait, except for a call that must ``always`` run.
        """
        await self._turn(caller, always)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        try:
            # A call that has begun holds its thread to its end, even if nobody waits for it any more.
            self._executor.submit(self._run, call, answer, loop)
        except RuntimeError:
            self._over()
            raise
        return await answer

    def close(self) -> None:
        """Begin no more calls, and wait for none."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def _turn(self, caller: Hashable, always: bool) -> None:
        if self._may_begin():
            self._running += 1
            return
        own = self._waiting.get(caller, ())
        if not always and (self._count >= self._most or len(own) >= self._most_each):
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(turn)
        self._count += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._over()
            raise

    def _may_begin(self) -> bool:
        busy_before = any(lane._running for lane in self._before)
        return self._running < (1 if busy_before else self._threads)

    def _run(self, call: Callable[[], T], answer: asyncio.Future[T], loop: asyncio.AbstractEventLoop) -> None:
        """Run a call in its thread, and wake the loop once, for its answer and for those who wait for the thread."""
        tell: Callable[[], None]
        try:
            tell = partial(answer.set_result, call())
        except BaseException as error:
            tell = partial(answer.set_exception, error)
        # Nobody waits once the loop has ended.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self._end, answer, tell)
        # An error refers to this frame. If the frame referred to the error, both would live until a collection.
        del tell

    def _end(self, answer: asyncio.Future[Any], tell: Callable[[], None]) -> None:
        self._over()
        if not answer.done():
            tell()

    def _over(self) -> None:
        self._running -= 1
        for lane in (self, *self._behind):
            lane._go_on()

    def _go_on(self) -> None:
        """Give free threads to the oldest calls of the callers whose turn it is."""
        while self._waiting and self._may_begin():
            caller, own = next(iter(self._waiting.items()))
            turn = own.popleft()
            self._count -= 1
            # To the end of the line.
            del self._waiting[caller]
            if own:
                self._waiting[caller] = own
            if not turn.done():
                self._running += 1
                turn.set_result(None)
