"""What goes into a book and comes out of it: requests, recorded commands, recorded facts, and when they were."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import msgspec

from events.facts.fact import Fact

MOST_LEVELS = 20
"""So many arrays and objects within one another does a command have at the most."""

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
"""Times as a book keeps them: ISO 8601 in UTC, to the millisecond or coarser, as ``2026-11-21T20:10:00.000Z``."""


class BookError(Exception):
    """The book could not be opened, read or written: a stable code and one sentence for a person."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def is_keepable(document: object) -> bool:
    """Whether a book can keep a document, and gives it back as it was.

    It cannot keep half a surrogate pair, nor a number that is not read again as it was written: ``1e400`` is written as
    ``null``, and a number of thousands of digits is not read. Nor does it keep more than :data:`MOST_LEVELS` levels, as
    whoever reads it may have less room for them than whoever wrote it.
    """
    try:
        written = msgspec.json.encode(document)
        # Most have fewer brackets than levels are allowed.
        if written.count(b"[") + written.count(b"{") > MOST_LEVELS and not _has_few_levels(document):
            return False
        return bool(msgspec.json.decode(written) == document)
    except (RecursionError, TypeError, ValueError, msgspec.MsgspecError):
        return False


def _has_few_levels(document: object) -> bool:
    level = [document]
    for _ in range(MOST_LEVELS + 1):
        lists = [one for one in level if isinstance(one, list)]
        lists += [list(one.values()) for one in level if isinstance(one, dict)]
        if not lists:
            return True
        level = [inner for one in lists for inner in one]
    return False


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A command as it arrived: its id (unique in the book), its document, who sent it, from where, and when.

    ``at`` is ISO 8601 in UTC. ``stream`` is empty for the command that opens a night. Raises :class:`BookError`
    (``unkeepable``) for what no book can keep: see :func:`is_keepable`, and a NUL in a name.
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
            why = "The command holds a character or a number that no book can keep, or is nested too deeply."
            raise BookError("unkeepable", why)


class RecordedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command in the book with the answer that it got.

    ``refused`` is the code of a refusal, and ``why`` its sentence as it is kept: see :mod:`dealer.commands.refusal`.
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
    """A fact in the book: the fact itself, its number in its stream, where it came from and its hash.

    Nights keep all of theirs: what only the chain is made of stands in its row alone (:mod:`events.book.chain`).
    """

    stream: str
    version: int
    fact: Fact
    at: str
    who: str
    device: str
    command: str
    hash: str

    @classmethod
    def in_no_book(cls, fact: Fact, *, stream: str, version: int, command: str, at: str) -> Recorded:
        """A fact as the book would have it, had it been recorded: without hash and sender."""
        return cls(stream=stream, version=version, fact=fact, at=at, who="", device="", command=command, hash="")

    @property
    def kind(self) -> str:
        """What kind of fact it is, in a word."""
        return type(self.fact).__name__


class Head(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Where a stream stands: how many facts it has (its version) and the hash of the last one."""

    version: int
    hash: str


class CommandHead(Head, frozen=True, kw_only=True, gc=False):
    """The same for a stream's commands: how many there are and the hash of the last one, with its time."""

    at: str


def moment_of(text: str) -> datetime | None:
    """The moment that a text names; ``None`` where it is no time of a book."""
    if not _TIME.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def moments_of(texts: list[str]) -> list[datetime] | None:
    """The moments that texts name; ``None`` where one of them is no time of a book."""
    try:
        return [*map(datetime.fromisoformat, texts)] if all(map(_TIME.fullmatch, texts)) else None
    except ValueError:
        return None


def is_before(one: str, other: str) -> bool:
    """Whether one time is before another; what is no time is neither before nor after anything."""
    if len(one) == len(other) and one >= other:
        # Times of one length sort as texts.
        return False
    first, second = moment_of(one), moment_of(other)
    return first is not None and second is not None and first < second
