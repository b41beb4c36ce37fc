"""What a stream says: the night as it stands, a beat while nothing happens, and why it ends where it must."""

from __future__ import annotations

from events.frozen import Frozen

RETRY_MS = 700
"""How soon a listener whose stream ended comes again."""

CROWDED_RETRY_MS = 30_000
"""How soon one comes again whose place was given to another: two who want the same place do not make a storm of it."""

OPENING = f"retry: {RETRY_MS}\n\n"
BEAT = "event: beat\ndata: \n\n"
BUSY = "event: busy\ndata: \n\n"
CROWDED = f"retry: {CROWDED_RETRY_MS}\nevent: crowded\ndata: {CROWDED_RETRY_MS}\n\n"


class Message(Frozen):
    """What a listener is told of a night at a version: a fragment to show, or an event by name."""

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
            said = BEAT
        elif message.data == self._shown and not message.event:
            # Nothing that this listener sees has changed: they learn the version and keep what they show.
            said = f"id: {message.version}\n{BEAT}"
        else:
            said = str(message)
        self._seen, self._shown = message.version, message.data
        return said
