"""When a new connection begins to be served: at once in peace, and in a flood a few at a time, the newest first.

The newest, since whoever means it asks right after connecting; those that came to hold their places are below. What
waits costs nothing, and cannot come again while it waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from web.app.callers import Caller
from web.serving.request_rate import RequestRate

Waiting = TypeVar("Waiting")


class Admission(Generic[Waiting]):
    """Lets so many connections a second begin, all in all and of each address; ``begin`` begins one."""

    def __init__(self, begin: Callable[[Waiting], None], *, everybody: RequestRate, each: RequestRate) -> None:
        self._begin = begin
        self._everybody, self._each = everybody, each
        self._stacks: dict[Caller, dict[Waiting, None]] = {}

    def __bool__(self) -> bool:
        return bool(self._stacks)

    def ask(self, caller: Caller, waiting: Waiting, now_s: float) -> None:
        """Have a connection begin, at once or later."""
        self._stacks.setdefault(caller, {})[waiting] = None
        self.go_on(now_s)

    def forget(self, caller: Caller, waiting: Waiting) -> None:
        """Take back what was asked for a connection that is gone."""
        stack = self._stacks.get(caller, {})
        stack.pop(waiting, None)
        if not stack:
            self._stacks.pop(caller, None)

    def go_on(self, now_s: float) -> None:
        """Let begin what may by now, the callers in turn."""
        for caller in list(self._stacks):
            if not self._everybody.has_room(None, now_s):
                return
            if self._each.has_room(caller, now_s):
                self._everybody.pause_s(None, now_s)
                self._each.pause_s(caller, now_s)
                self._begin_newest(caller)

    def _begin_newest(self, caller: Caller) -> None:
        stack = self._stacks.pop(caller)
        newest, _ = stack.popitem()
        if stack:
            # Behind the others, so that they have their turn first.
            self._stacks[caller] = stack
        self._begin(newest)
