"""Channels of a night: each update is made once for everybody who listens to the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from logging import Logger
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from flask import Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from dealer.commands.refusal import Refusal
from dealer.night.night import Night
from events.book.book import Book
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.records import BookError, Head
from web.app.authorization import LOOKS_BACK
from web.app.background_work import Touches
from web.app.log import what_broke
from web.app.request_parsing import moment, newest_versions, service
from web.time_travel import scrubber_of

RETRY_MS = 700
"""How soon a listener whose stream ended comes again."""


CROWDED_RETRY_MS = 30_000
"""How soon one comes again whose place was given to another: two who want the same place do not make a storm of it."""


OPENING = f"retry: {RETRY_MS}\n\n"


BEAT = "event: beat\ndata: \n\n"


BUSY = "event: busy\ndata: \n\n"


CROWDED = f"retry: {CROWDED_RETRY_MS}\nevent: crowded\ndata: {CROWDED_RETRY_MS}\n\n"


class Message(Frozen):
    """A message about a night at a version: a fragment to show, or a named event."""

    version: int
    data: str
    event: str = ""

    def __str__(self) -> str:
        named = f"event: {self.event}\n" if self.event else ""
        lines = self.data.replace("\n", "\ndata: ")
        return f"id: {self.version}\n{named}data: {lines}\n\n"


class Listener:
    """One who listens: the version that they have seen, and what they were shown last."""

    def __init__(self, seen: int) -> None:
        self._seen = seen
        self._shown = ""

    def told(self, message: Message) -> str:
        """What is said to them: the message, or as little of it as they do not know yet."""
        if message.version == self._seen:
            text = BEAT
        elif message.data == self._shown and not message.event:
            # Nothing that this listener sees has changed: they learn the version and keep what they show.
            text = f"id: {message.version}\n{BEAT}"
        else:
            text = str(message)
        self._seen, self._shown = message.version, message.data
        return text


Shown = Callable[[Night, EffectiveEvents], str]
"""Makes a fragment of a night and the events that stand."""


def follow(night: str, what: str, shown: Shown, since: Head | None = None) -> Message:
    """The fragment that ``shown`` makes of the night, as it stands on disk; ``what`` tells it from its others.

    ``since`` is a head that was read just now, which spares a look at the book.
    """
    state, head, events = service().with_events(night, since)

    def fragment() -> str:
        return shown(state, events.effective)

    return Message(version=head.version, data=newest_versions().of((night, what), head.version, fragment))


def past(night: str, shown: Shown, template: str) -> Response | None:
    """The page with the fragment as of the event that the request asks for; nothing where it asks for none."""
    if LOOKS_BACK not in request.args:
        return None
    then = moment(night)
    message = Message(version=then.head.version, data=shown(then.night, then.events.effective))
    return _unnamed(make_response(render_template(template, message=message, scrubber=scrubber_of(then))))


def page(template: str, message: Message, source: str, **shown: Any) -> Response:
    """A page that shows what is told and follows on from it; ``source`` is the address of its stream."""
    return _unnamed(make_response(render_template(template, message=message, stream=source, **shown)))


def _unnamed(response: Response) -> Response:
    """A page of which no other is told where its reader comes from: its address is its key."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


LOOK_AGAIN_S = 1.0
"""How soon the book is looked at without a commit of this process."""

MAKERS = 2
"""How many threads make messages: a slow message delays no other, and touches keep their share."""

LISTENING = 2
"""How many threads there are for what a listener asks for: what is told at first, and whether they are still let in."""

GIVES_WAY_S = 0.05
"""How long each thing that is to be made lets touches go first, where they come without a pause."""

Tell = Callable[[Head | None], Message]
"""Makes the message for a night as it stands on disk; called on any thread.

It is given the night's head if that was just read: the message may be of that head or of a later head.
"""

Wake = Callable[[], None]
"""Lets a listener know, from any thread, that there is something to look at; must be quick, and raise nothing."""


class Channel:
    """A stream of messages about a night, and its listeners."""

    def __init__(self, night: str, tell: Tell, log: Logger, *, quick: bool) -> None:
        self.night = night
        self.quick = quick
        self.head: Head | None = None
        """The night's head when its last move was noticed; the channels' own thread alone sets it."""
        self.in_the_making = self.missed = False
        """Whether the makers have it, and whether its night moved on meanwhile."""
        self.missed_head: Head | None = None
        """The night's head when it did."""
        self._tell = tell
        self._log = log
        self._making = Lock()
        self._told: Message | None = None
        self._listeners: dict[Wake, None] = {}

    @property
    def told(self) -> Message | None:
        """What was made last; nothing where that could not be made."""
        return self._told

    def refresh(self, since: Head | None = None) -> None:
        """Make the message for the night as it stands, and wake the listeners if it is new.

        ``since`` is the night's head, where it was read just now.
        """
        with self._making:
            before, self._told = self._told, self._made(since)
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

    def _made(self, since: Head | None) -> Message | None:
        try:
            return self._tell(since)
        except (BookError, Refusal, HTTPException):
            # The listener comes again, and is then answered by the page's own rules.
            return None
        except Exception as error:  # one channel's trouble must stop no other
            broke = what_broke(error)
            self._log.error("the update of %s could not be made: %s", self.night, broke, exc_info=error)
            return None


class Channels:
    """The channels of an application that somebody listens to. Safe to use from many threads."""

    def __init__(self, book: Book, log: Logger, touches: Touches) -> None:
        self.makers = ThreadPoolExecutor(MAKERS, thread_name_prefix="stream-maker")
        self.listening = ThreadPoolExecutor(LISTENING, thread_name_prefix="stream-listener")
        self._book = book
        self._log = log
        self._touches = touches
        self._lock = Lock()
        self._channels: dict[str, dict[str, Channel]] = {}
        # The nights to be looked at, with their heads where they were read or made just now.
        self._due: dict[str, Head | None] = {}
        self._woken = Event()
        self._watching = False

    @contextmanager
    def listen(self, night: str, what: str, tell: Tell, wake: Wake, *, quick: bool) -> Iterator[Channel]:
        """Listen to a channel, shared by all who ask for the same of a night.

        ``quick`` is one whose message is made at once, ahead of those that take time. What a channel has told so far
        may be older than the night: :meth:`Channel.refresh` brings it up to date.
        """
        with self._lock:
            of_night = self._channels.setdefault(night, {})
            channel = of_night.setdefault(what, Channel(night, tell, self._log, quick=quick))
            channel._listeners[wake] = None
            if not self._watching:
                self._watching = True
                Thread(target=self._watch, name="stream-watch", daemon=True).start()
        self._look_at({night: None})
        try:
            yield channel
        finally:
            with self._lock:
                del channel._listeners[wake]
                if not channel._listeners:
                    del self._channels[night][what]
                    if not self._channels[night]:
                        del self._channels[night]
                    self._woken.set()

    def _look_at(self, nights: Mapping[str, Head | None]) -> None:
        """Have some nights looked at; called on any thread."""
        with self._lock:
            for night in nights.keys() & self._channels.keys():
                self._due[night] = _newer(self._due[night], nights[night]) if night in self._due else nights[night]
            if not self._due:
                return
        self._woken.set()

    def _watch(self) -> None:
        """Look at the book for as long as anybody listens."""
        stop = self._book.on_commit(self._look_at)
        position, look_again_at = None, 0.0
        try:
            while self._is_listened_to():
                try:
                    if monotonic() >= look_again_at:
                        look_again_at = monotonic() + LOOK_AGAIN_S
                        moved, position = self._moved_since(position)
                        self._look_at(moved)
                    self._look()
                except BookError:
                    self._fail()
                self._woken.wait(max(0.0, look_again_at - monotonic()))
                self._woken.clear()
        finally:
            stop()

    def _is_listened_to(self) -> bool:
        with self._lock:
            self._watching = bool(self._channels)
            return self._watching

    def _moved_since(self, position: int | None) -> tuple[Mapping[str, Head], int]:
        """The heads of what moved since a position of the book, and its last position; none at first."""
        if position is None:
            return {}, self._book.last_position()
        _, heads, last = self._book.moved(position)
        return heads, last

    def _fail(self) -> None:
        """Let all listeners know that nothing can be told now; every night is looked at when it can be again."""
        with self._lock:
            self._due = dict.fromkeys(self._channels)
            channels = [channel for of_night in self._channels.values() for channel in of_night.values()]
        for channel in channels:
            channel.fail()

    def _look(self) -> None:
        """Look at the nights that are due, and refresh the channels of those that have moved on."""
        with self._lock:
            due, self._due = self._due, {}
            channels = [channel for night in due for channel in self._channels.get(night, {}).values()]
        if not channels:
            return
        heads = {night: head for night, head in due.items() if head}
        if len(heads) < len(due):
            heads |= self._book.heads(due.keys() - heads.keys())
        moved = [channel for channel in channels if _is_news(heads.get(channel.night), channel.head)]
        for channel in sorted(moved, key=lambda channel: not channel.quick):
            # Said first: the makers look at it last.
            channel.missed_head, channel.missed = heads.get(channel.night), True
            if channel.in_the_making:
                continue
            channel.missed, channel.head = False, heads.get(channel.night)
            if channel.quick:
                channel.refresh(channel.head)
                continue
            channel.in_the_making = True
            # At the end of the process the makers take nothing more.
            with suppress(RuntimeError):
                self.makers.submit(self._make, channel)

    def _make(self, channel: Channel) -> None:
        """Refresh a channel; if its night moved on meanwhile it is looked at again."""
        self._touches.give_way(GIVES_WAY_S)
        channel.refresh(channel.head)
        channel.in_the_making = False
        if channel.missed:
            self._look_at({channel.night: channel.missed_head})


def _is_news(now: Head | None, known: Head | None) -> bool:
    """Whether a night's head is another than the one that is known; an older one was looked at too late."""
    return now != known and not (now and known and now.version < known.version)


def _newer(head: Head | None, other: Head | None) -> Head | None:
    """The newer of two heads of a night; nothing, where one of them is to be read."""
    return max(head, other, key=lambda head: head.version) if head and other else None
