"""Channels of a night: each update is made once for everybody who listens to the same."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from logging import Logger
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, TypeVar

from flask import Response, current_app, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from dealer.commands.refusal import Refusal
from dealer.night.house import house_version_for, on_screen
from dealer.night.night import Night
from dealer.night_service import NightService
from events.common.house import HOUSE
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.records import BookError
from web.app.authorization import LOOKS_BACK
from web.app.background_work import GIVES_WAY_S, Touches
from web.app.log import what_broke
from web.app.request_parsing import moment, newest_versions, service
from web.time_travel import scrubber_of

T = TypeVar("T")

RETRY_MS = 700
"""How soon a listener whose stream ended connects again."""

CROWDED_RETRY_MS = 30_000
"""How soon a listener connects again whose place went to another. Two who want the same place must not fight for it."""

OPENING = f"retry: {RETRY_MS}\n\n"
BEAT = "event: beat\ndata: \n\n"
BUSY = "event: busy\ndata: \n\n"
CROWDED = f"retry: {CROWDED_RETRY_MS}\nevent: crowded\ndata: {CROWDED_RETRY_MS}\n\n"


def opening_of_page(version: str) -> str:
    """The opening of a stream to a page, which loads itself again if it is of another version."""
    return f"retry: {RETRY_MS}\nevent: page\ndata: {version}\n\n"


Version = tuple[int, int]
"""The version of a night, and that of the house's last event that concerns it.

It only grows: the second number can fall only where a seat is taken back, and then the first one grows.
"""


def version_of(service: NightService, night: str) -> Version:
    """The version of a night on disk; raises :class:`Refusal` (``no_such_night``) if there is none."""
    state, head = service.at(night)
    # After the night: every card that it names is in it.
    return head.version, house_version_for(state, service.house())


class Message(Frozen):
    """A message about a night at a version: a fragment to show, or a named event."""

    version: Version
    data: str
    event: str = ""

    @property
    def id(self) -> str:
        """The version in a word, as listeners send it back."""
        return ".".join(map(str, self.version))

    def __str__(self) -> str:
        named = f"event: {self.event}\n" if self.event else ""
        lines = self.data.replace("\n", "\ndata: ")
        return f"id: {self.id}\n{named}data: {lines}\n\n"


class Listener:
    """One who listens: the id of the message that they have seen, and what they were shown last."""

    reads_book = False
    """Whether ``told`` waits for the book."""
    is_behind = False
    """Whether there is more to tell of the last message."""

    def __init__(self, seen: str) -> None:
        self._seen = seen
        self._shown = ""

    def told(self, message: Message) -> str:
        """What is said to them: the message, or as little of it as they do not know yet."""
        if message.id == self._seen:
            text = BEAT
        elif message.data == self._shown and not message.event:
            # Nothing that this listener sees has changed: they learn the version and keep what they show.
            text = f"id: {message.id}\n{BEAT}"
        else:
            text = str(message)
        self._seen, self._shown = message.id, message.data
        return text


Read = Callable[[int, int], Iterable[tuple[int, str]]]
"""Reads the events of a night after a version and up to another, or the first of them: versions and data."""


class EventListener(Listener):
    """A listener who is sent every event of a night after a version; ``told`` reads the book."""

    reads_book = True

    def __init__(self, after: int, read: Read) -> None:
        super().__init__("")
        self._after = after
        self._read = read

    def told(self, message: Message) -> str:
        """The next events up to the message's version; a beat if there are none. Raises :class:`BookError`."""
        rows = list(self._read(self._after, message.version[0]))
        self._after = rows[-1][0] if rows else self._after
        self.is_behind = bool(rows) and self._after < message.version[0]
        return "".join(f"id: {version}\ndata: {data}\n\n" for version, data in rows) or BEAT


Shown = Callable[[Night, EffectiveEvents], str]
"""Makes a fragment of a night and the events that stand."""


def follow(night: str, what: str, shown: Shown) -> Message:
    """The fragment that ``shown`` makes of the night on disk; ``what`` names it among the night's fragments.

    It also depends on the house, as it stands: on the names that its people like to be called, and what they owe.
    """
    state, head, events = service().with_events(night)
    house = service().house()

    def fragment() -> str:
        return shown(on_screen(state, house), events.effective)

    version = head.version, house_version_for(state, house)
    return Message(version=version, data=newest_versions().of((night, what), version, fragment))


def past(night: str, shown: Shown, kind: str) -> Response | None:
    """The page with the fragment as of the event that the request asks for; nothing where it asks for none."""
    if LOOKS_BACK not in request.args:
        return None
    then = moment(night)
    house = service().house()
    as_shown, version = on_screen(then.night, house), (then.head.version, house_version_for(then.night, house))
    message = Message(version=version, data=shown(as_shown, then.events.effective))
    return _followed(kind, message, scrubber=scrubber_of(then))


def page(kind: str, message: Message, source: str, **shown: Any) -> Response:
    """A page of a kind that shows what is told and follows on from it; ``source`` is the address of its stream."""
    return _followed(kind, message, stream=source, **shown)


def part_of(template: str, block: str, **shown: Any) -> str:
    """One block of a page's template, as the page swaps it while it goes on."""
    page = current_app.jinja_env.get_template(template)
    current_app.update_template_context(shown)
    return "".join(page.blocks[block](page.new_context(shown)))


def _followed(kind: str, message: Message, **shown: Any) -> Response:
    """The page, of which no other is told where its reader comes from: its address is its key."""
    response = make_response(render_template("following.html", kind=kind, message=message, **shown))
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


LOOK_AGAIN_S = 1.0
"""How soon commits of other processes are noticed that are not announced."""

MAKERS = 2
"""How many threads make messages: a slow message delays no other, and touches keep their share."""

LISTENING = 2
"""How many threads there are for what a listener needs: the first message, and checks of their session."""

Tell = Callable[[], Message]
"""Makes the message for a night as it stands on disk; called on any thread."""

Wake = Callable[[], None]
"""Tells a listener, from any thread, that there is something to look at. It must be quick and must not raise."""


class Channel:
    """A stream of messages about a night, and its listeners."""

    def __init__(self, night: str, tell: Tell, log: Logger, *, quick: bool) -> None:
        self.night = night
        self.quick = quick
        self.message: Message | None = None
        """The last message; ``None`` if it could not be made."""
        self.listeners: dict[Wake, None] = {}
        self.newest: Version = (0, 0)
        """The newest version of the night that was noticed. Only the watching thread sets it."""
        self.is_made = False
        """Whether a maker has the channel."""
        self._tell = tell
        self._log = log
        self._making = Lock()

    def refresh(self) -> None:
        """Make the message for the night as it stands, and wake the listeners if it is new."""
        with self._making:
            before, self.message = self.message, _attempt(self._tell, self.night, self._log)
            changed = self.message is None or self.message != before
        if changed:
            self.wake()

    def fail(self) -> None:
        """Tell the listeners that nothing can be shown now."""
        self.message = None
        self.wake()

    def wake(self) -> None:
        """Make every listener look."""
        for wake in tuple(self.listeners):
            wake()


def _attempt(make: Callable[[], T], night: str, log: Logger) -> T | None:
    """What is made for a night's listeners, or ``None``: they connect again, and the page's own rules answer."""
    try:
        return make()
    except (BookError, Refusal, HTTPException):
        return None
    except Exception as error:  # a fault of one night must stop no other
        log.error("the update of %s could not be made: %s", night, what_broke(error), exc_info=error)
        return None


class Channels:
    """The channels of an application that have listeners. Thread-safe."""

    def __init__(self, service: NightService, log: Logger, touches: Touches) -> None:
        self.makers = ThreadPoolExecutor(MAKERS, thread_name_prefix="stream-maker")
        self.listening = ThreadPoolExecutor(LISTENING, thread_name_prefix="stream-listener")
        self._service = service
        self._book = service.book
        self._log = log
        self._touches = touches
        self._lock = Lock()
        self._channels: dict[str, dict[str, Channel]] = {}
        self._due: set[str] = set()
        """The nights that may have moved on."""
        self._woken = Event()
        self._watching = False

    @contextmanager
    def listen(self, night: str, what: str, tell: Tell, wake: Wake, *, quick: bool) -> Iterator[Channel]:
        """Listen to a channel, shared by all who ask for the same of a night.

        The message of a ``quick`` channel is made at once, before those that take time. The last message may be older
        than the night: :meth:`Channel.refresh` updates it.
        """
        with self._lock:
            of_night = self._channels.setdefault(night, {})
            channel = of_night.setdefault(what, Channel(night, tell, self._log, quick=quick))
            channel.listeners[wake] = None
            if not self._watching:
                self._watching = True
                Thread(target=self._watch, name="stream-watch", daemon=True).start()
        try:
            yield channel
        finally:
            with self._lock:
                del channel.listeners[wake]
                if not channel.listeners:
                    del self._channels[night][what]
                    if not self._channels[night]:
                        del self._channels[night]
                    self._woken.set()

    def _notice(self, streams: Collection[str] | None) -> None:
        """Note the nights that have moved on, or all if the house has or any may have; called on any thread."""
        with self._lock:
            concerned = self._channels.keys()
            self._due |= concerned if streams is None or HOUSE in streams else concerned & set(streams)
            if not self._due:
                return
        self._woken.set()

    def _watch(self) -> None:
        stop, stop_others = self._book.on_commit(self._notice), self._book.on_others_commit(self._notice)
        position, look_again_at = None, 0.0
        try:
            while self._is_listened_to():
                if monotonic() >= look_again_at:
                    look_again_at = monotonic() + LOOK_AGAIN_S
                    position = self._look(position)
                self._refresh()
                self._woken.wait(max(0.0, look_again_at - monotonic()))
                self._woken.clear()
        finally:
            stop()
            stop_others()

    def _is_listened_to(self) -> bool:
        with self._lock:
            self._watching = bool(self._channels)
            return self._watching

    def _look(self, position: int | None) -> int | None:
        """Look what has moved since a position of the book, and return the new one; ``None``: look at every night."""
        with self._lock:
            channels = [channel for of_night in self._channels.values() for channel in of_night.values()]
        try:
            if position is None:
                position = self._book.last_position()
                heads = self._book.heads({channel.night for channel in channels})
            else:
                _, heads, position = self._book.moved(position)
        except BookError:
            for channel in channels:
                channel.fail()
            return None
        self._notice(heads)
        return position

    def _refresh(self) -> None:
        """Refresh the channels of the nights that have moved on, the quick ones first."""
        with self._lock:
            due, self._due = self._due, set()
            channels = [channel for night in due for channel in self._channels.get(night, {}).values()]
        newest = {night: _attempt(partial(version_of, self._service, night), night, self._log) for night in due}
        for channel in sorted(channels, key=lambda channel: not channel.quick):
            version = newest[channel.night]
            if version is None:
                channel.fail()
                continue
            # Set before `is_made` is read: the makers look at it last.
            channel.newest = max(channel.newest, version)
            if channel.is_made or (channel.message and channel.message.version >= channel.newest):
                continue
            if channel.quick:
                channel.refresh()
                continue
            channel.is_made = True
            # At the end of the process the makers take nothing more.
            with suppress(RuntimeError):
                self.makers.submit(self._make, channel)

    def _make(self, channel: Channel) -> None:
        """Refresh a channel, and once more if its night has moved on meanwhile."""
        self._touches.give_way(GIVES_WAY_S)
        channel.refresh()
        channel.is_made = False
        if channel.message and channel.message.version < channel.newest:
            with self._lock:
                self._due.add(channel.night)
            self._woken.set()
