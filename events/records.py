"""The records that go into a book and come out of it: requests, commands, events and heads, with their times."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import msgspec

from events.common.event import Event

MOST_LEVELS = 20
"""The most levels of nested arrays and objects in a command."""

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
"""Times as stored in a book: ISO 8601 in UTC, to the millisecond or coarser, as ``2026-11-21T20:10:00.000Z``."""

MOST_CATCHING_UP = timedelta(days=1)
"""If the clock is set back by less, the times of a stream stand still until it has caught up. If it is set back by
more, it was wrong for a while, and the times go back with it.
"""


class BookError(Exception):
    """The book cannot be opened, read or written: a stable code and a sentence for a person.

    The sentence is a ``text`` with ``%(name)s`` placeholders and their values; ``why`` is it in English.
    """

    def __init__(self, code: str, text: str, /, **named: object) -> None:
        self.code = code
        self.text = text
        self.named = {name: str(value) for name, value in named.items()}
        self.why = text % self.named if named else text
        super().__init__(self.why)

    def again(self) -> BookError:
        """The same error without its traceback, to be raised another time."""
        return BookError(self.code, self.text, **self.named)


def is_keepable(document: object) -> bool:
    """Whether a book can store a document and return it unchanged.

    It cannot store half a surrogate pair, or a number that does not survive a round trip: ``1e400`` is written as
    ``null``, and a number of thousands of digits cannot be read. It stores at most :data:`MOST_LEVELS` levels, since a
    reader may have less stack than the writer.
    """
    try:
        written = msgspec.json.encode(document)
        # Most documents have fewer brackets than allowed levels.
        if written.count(b"[") + written.count(b"{") > MOST_LEVELS and not _has_few_levels(document):
            return False
        return bool(msgspec.json.decode(written) == document)
    except (RecursionError, TypeError, ValueError, msgspec.MsgspecError):
        return False


def _has_few_levels(document: object) -> bool:
    level = [document]
    for _ in range(MOST_LEVELS + 1):
        lists = [item for item in level if isinstance(item, list)]
        lists += [list(item.values()) for item in level if isinstance(item, dict)]
        if not lists:
            return True
        level = [inner for container in lists for inner in container]
    return False


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A command as it arrived: its id (unique in the book), document, sender, device and time.

    ``at`` is ISO 8601 in UTC. ``stream`` is empty for the command that opens a night. Raises :class:`BookError`
    (``unkeepable``) for what a book cannot store: see :func:`is_keepable`; also a NUL in a name.
    """

    id: str
    stream: str
    document: dict[str, Any]
    who: str
    device: str
    at: str

    def __post_init__(self) -> None:
        names = "".join((self.id, self.stream, self.who, self.device, self.at))
        if "\0" in names or not is_keepable(names) or not is_keepable(self.document):
            raise BookError(
                "unkeepable", "The command has a character or number that cannot be stored, or is nested too deeply."
            )


class RecordedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command in the book with its answer.

    ``refused`` is the code of a refusal, and ``why`` its stored sentence: see :mod:`dealer.commands.refusal`.
    """

    id: str
    stream: str
    number: int
    document: dict[str, Any]
    at: str
    who: str
    device: str
    version_before: int
    version_after: int
    refused: str | None
    why: str | None
    hash: str


class Recorded(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event in the book: the event, its version in its stream, its origin and its hash.

    Nights keep all of these records, so columns that only the chain needs are left in the row
    (:mod:`events.book.chain`).
    """

    stream: str
    version: int
    event: Event
    at: str
    who: str
    device: str
    command: str
    hash: str

    @classmethod
    def in_no_book(cls, event: Event, *, stream: str, version: int, command: str, at: str) -> Recorded:
        """An event that is not in a book: without hash and sender."""
        return cls(stream=stream, version=version, event=event, at=at, who="", device="", command=command, hash="")

    @property
    def kind(self) -> str:
        """The name of the event's type."""
        return type(self.event).__name__


class Head(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The head of a stream: its version (the number of its events) and the hash of the last event."""

    version: int
    hash: str


class CommandHead(Head, frozen=True, kw_only=True, gc=False):
    """The head of a stream's commands: their number, and the hash and time of the last command."""

    at: str


def moment_of(text: str) -> datetime | None:
    """The time in a text; ``None`` if it is not in a book's format."""
    if not _TIME.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def moments_of(texts: list[str]) -> list[datetime] | None:
    """The times in texts; ``None`` if any is not in a book's format."""
    try:
        return [*map(datetime.fromisoformat, texts)] if all(map(_TIME.fullmatch, texts)) else None
    except ValueError:
        return None


def local_day(at: str) -> str:
    """The day of a time by this machine's clock, as an ISO date."""
    return datetime.fromisoformat(at).astimezone().date().isoformat()


def is_catching_up(at: str, last: str) -> bool:
    """Whether a time is before the last one by no more than :data:`MOST_CATCHING_UP`; ``False`` if one is invalid."""
    if len(at) == len(last) and at >= last:
        # Times of equal length sort as text.
        return False
    moment, latest = moment_of(at), moment_of(last)
    return moment is not None and latest is not None and timedelta(0) < latest - moment <= MOST_CATCHING_UP
