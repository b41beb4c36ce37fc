"""Channels: what is told of a night, made once each time the night moves on, for all who listen to the same.

One thread looks after all channels: each commit of this process wakes it, and once a second it looks at the book by
itself, because another process may have written. What takes time to make is made in a few threads beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from logging import Logger
from threading import Event, Lock, Thread

from werkzeug.exceptions import HTTPException

from dealer.refusal import Refusal
from events.book import Book
from events.records import BookError, Head
from web.log import what_broke
from web.streams.message import Message

LOOK_AGAIN_S = 1.0
"""How soon the book is looked at without a commit of this process."""

MAKERS = 2
"""How many threads make what is told: one that takes long holds up no other, and touches keep their share."""

Tell = Callable[[], Message]
"""Makes the message for a night as it stands on disk; called on any thread."""

Wake = Callable[[], None]
"""Lets a listener know, from any thread, that there is something to look at; must be quick, and raise nothing."""


class Channel:
    """One thing that is told of a night, and who listens to it."""

    def __init__(self, night: str, tell: Tell, log: Logger, *, quick: bool) -> None:
        self.night = night
        self.quick = quick
        self.head: Head | None = None
        """The night's head when its last move was noticed; the channels' own thread alone sets it."""
        self.in_the_making = self.missed = False
        """Whether the makers have it, and whether its night moved on meanwhile."""
        self._tell = tell
        self._log = log
        self._making = Lock()
        self._told: Message | None = None
        self._listeners: dict[Wake, None] = {}

    @property
    def told(self) -> Message | None:
        """What was made last; nothing where that could not be made."""
        return self._told

    def refresh(self) -> None:
        """Make what is told of the night as it stands, and wake the listeners if it is not what they know."""
        with self._making:
            before, self._told = self._told, self._made()
            changed = self._told is None or self._told != before
        if changed:
            self.wake()

    def fail(self) -> None:
        """Let the listeners know that nothing can be told now."""
        self._told = None
        self.wake()

    def wake(self) -> None:
        """Have every listener look."""
        for wake in tuple(self._listeners):
            wake()

    def _made(self) -> Message | None:
        try:
            return self._tell()
        except (BookError, Refusal, HTTPException):
            # The listener comes again, and is then answered by the page's own rules.
            return None
        except Exception as error:  # one channel's trouble must stop no other
            broke = what_broke(error)
            self._log.error("what is told of %s could not be made: %s", self.night, broke, exc_info=error)
            return None


class Channels:
    """The channels of an application that somebody listens to. Safe to use from many threads."""

    def __init__(self, book: Book, log: Logger) -> None:
        self.makers = ThreadPoolExecutor(MAKERS, thread_name_prefix="stream-maker")
        self._book = book
        self._log = log
        self._lock = Lock()
        self._channels: dict[Hashable, Channel] = {}
        self._woken = Event()
        self._watching = False

    @contextmanager
    def listen(self, night: str, what: str, tell: Tell, wake: Wake, *, quick: bool) -> Iterator[Channel]:
        """Listen to a channel: the one that others listen to by the same words, or a new one.

        ``quick`` is one whose message is made at once, ahead of those that take time. What a channel has told so far
        may be older than the night: :meth:`Channel.refresh` brings it up to date.
        """
        with self._lock:
            channel = self._channels.setdefault((night, what), Channel(night, tell, self._log, quick=quick))
            channel._listeners[wake] = None
            if not self._watching:
                self._watching = True
                Thread(target=self._watch, name="stream-watch", daemon=True).start()
        try:
            yield channel
        finally:
            with self._lock:
                del channel._listeners[wake]
                if not channel._listeners:
                    del self._channels[night, what]
                    self._woken.set()

    def _watch(self) -> None:
        """Look at the book for as long as anybody listens."""
        stop = self._book.on_commit(self._woken.set)
        try:
            while channels := self._to_watch():
                self._look(channels)
                self._woken.wait(LOOK_AGAIN_S)
                self._woken.clear()
        finally:
            stop()

    def _to_watch(self) -> list[Channel]:
        with self._lock:
            self._watching = bool(self._channels)
            return list(self._channels.values())

    def _look(self, channels: list[Channel]) -> None:
        """Look at all nights at once, and have made anew what is told of those that have moved on."""
        try:
            heads = self._book.heads({one.night for one in channels})
        except BookError:
            for channel in channels:
                channel.fail()
            return
        moved = [one for one in channels if heads.get(one.night) != one.head]
        for channel in sorted(moved, key=lambda one: not one.quick):
            # Said first: the makers look at it last.
            channel.missed = True
            if channel.in_the_making:
                continue
            channel.missed, channel.head = False, heads.get(channel.night)
            if channel.quick:
                channel.refresh()
                continue
            channel.in_the_making = True
            # At the end of the process the makers take nothing more.
            with suppress(RuntimeError):
                self.makers.submit(self._make, channel)

    def _make(self, channel: Channel) -> None:
        """Have a channel made anew; where its night moved on meanwhile it is looked at again."""
        channel.refresh()
        channel.in_the_making = False
        if channel.missed:
            self._woken.set()
