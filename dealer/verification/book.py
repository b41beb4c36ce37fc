"""Checks a book as a whole: its structure, and its heads stored elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dealer.commands.refusal import Phrase, marked, number_of, phrase
from dealer.verification.house import NIGHTS
from dealer.verification.inspection import Finding, hash_of
from dealer.verification.streams import Verdict, verify_house
from events.book.book import Book
from events.book.chain import Columns
from events.book.external_head import BookHead, read_head
from events.book.head_notes import paths_of
from events.book.rescue import Rescue
from events.book.stored_rows import Spans
from events.common.house import HOUSE
from events.frozen import Frozen
from events.records import BookError

_GUARDS, _STRUCTURE, _IDS = marked("guards"), marked("structure"), marked("ids")
_POSITIONS, _HEAD, _RESCUE = marked("positions"), marked("head"), marked("rescue")


class HeldAgainst(Frozen):
    """A head, by file name, and the finding against it, if any; ``short`` says that the end of the book is missing."""

    name: str
    head: BookHead
    finding: Finding | None
    short: bool = False

    @property
    def said(self) -> Phrase:
        """The result for a person: the book is not shorter, and equal as far as the head goes."""
        streams = number_of(len(self.head.streams), "%(num)s stream", "%(num)s streams")
        return phrase(
            "Checked against %(file)s of %(at)s: %(streams)s, nothing missing.",
            file=self.name,
            at=self.head.at,
            streams=streams,
        )


class WholeBook(Frozen):
    """The findings for a book itself, for its house and against its heads; ``unread`` are heads that cannot be read.

    ``house`` is ``None`` for a book of nights that know no house. ``missed`` is the finding that no head was compared.
    """

    finding: Finding | None
    house: Verdict | None
    held: tuple[HeldAgainst, ...]
    unread: tuple[Phrase, ...]
    missed: Finding | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All faults."""
        of_house = self.house.finding if self.house else None
        return tuple(filter(None, (self.finding, of_house, self.missed, *(check.finding for check in self.held))))


def verify_whole(book: Book) -> WholeBook:
    """Check what no night shows alone, by the file and by the heads stored outside it."""
    heads, unread, unreadable = [], [], []
    noted = paths_of(book.heads_noted(), next(iter(book.kept_heads), None))
    # Read the heads first: the book only grows meanwhile, so it is never shorter than they say.
    for path in dict.fromkeys((*book.kept_heads, *noted)):
        try:
            head = read_head(path)
        except BookError as error:
            unread.append(phrase(error.text, **error.named))
            unreadable.append(path)
        else:
            heads += [(path.name, head)] if head else []
    # An index may name rows that the tables have lost.
    spans = book.spans()
    finding = verify_book(book, spans)
    house = verify_house(book, spans=spans) if HOUSE in spans.streams else None
    held = tuple(held_against(book, head, name) for name, head in heads)
    missed = None if held else head_missed(noted, unreadable)
    return WholeBook(finding=finding, house=house, held=held, unread=tuple(unread), missed=missed)


def head_missed(noted: Sequence[Path], unreadable: Sequence[Path], *, required: bool = False) -> Finding | None:
    """What is wrong if no head was compared with a book: it has a note that one is kept, or one is ``required``.

    The same if heads are there but ``unreadable``, as a file that was emptied. A book that was moved without its heads
    is not known to be whole either: the sentence says how to bring them.
    """
    if unreadable:
        problem = phrase(
            "the head at %(files)s cannot be read, so a missing end would not be noticed; put the right file there, or "
            "name another head with --head",
            files=", ".join(map(str, unreadable)),
        )
        return Finding(check=_HEAD, problem=problem)
    if noted:
        problem = phrase(
            "there is no head at %(files)s, where one is kept, so a missing end would not be noticed; if the book was "
            "moved, bring the head along or name it with --head",
            files=", ".join(map(str, noted)),
        )
        return Finding(check=_HEAD, problem=problem)
    return Finding(check=_HEAD, problem=phrase("no head was compared with it")) if required else None


def verify_book(book: Book, spans: Spans | None = None) -> Finding | None:
    """Check what no night shows alone: the structure of the database, ids and positions."""
    missing = book.missing_guards()
    if missing:
        problem = phrase("rows in the database can be changed: the trigger %(name)s is missing", name=missing[0])
        return Finding(check=_GUARDS, problem=problem)
    faults = book.structure_faults()
    if faults:
        problem = phrase("the database is not as this program makes it: %(fault)s", fault=str(faults[0]))
        if len(faults) > 1:
            more = number_of(len(faults) - 1, "%(num)s fault", "%(num)s faults")
            problem = phrase("%(problem)s, and %(faults)s more", problem=problem, faults=more)
        return Finding(check=_STRUCTURE, problem=problem)
    events, commands = (spans or book.spans()).rows_of_no_stream
    if events or commands:
        problem = phrase("%(rows)s have a night that is not text", rows=_length(events, commands))
        return Finding(check=NIGHTS, problem=problem)
    twice = book.ids_twice()
    if twice:
        ident, times = twice[0]
        commands_of_id = number_of(times, "%(num)s command", "%(num)s commands")
        problem = phrase("%(commands)s of the book have the id %(id)s", commands=commands_of_id, id=str(ident)[:64])
        return Finding(check=_IDS, problem=problem)
    events, last = book.positions()
    rescues = book.rescues()
    if events + (rescues[-1].missing if rescues else 0) != last:
        problem = phrase("the last event stands at %(last)s and the book has %(events)s", last=last, events=events)
        return Finding(check=_POSITIONS, problem=problem)
    if rescues:
        return Finding(check=_RESCUE, problem=_lack_of(rescues))
    commands, last = book.command_rows()
    if commands != last:
        problem = phrase(
            "the last command stands in row %(last)s and the book has %(commands)s", last=last, commands=commands
        )
        return Finding(check=_IDS, problem=problem)
    missing_night = _missing_night((spans or book.spans()).streams)
    if missing_night:
        problem = phrase("night %(night)s is missing: a later night of that date is there", night=missing_night)
        return Finding(check=NIGHTS, problem=problem)
    return None


_NIGHT = re.compile(r"(\d{4}-\d\d-\d\d)-(\d{1,6})", re.ASCII)
"""The id of a night: its date and its number on that date, from 1."""


def _missing_night(streams: Sequence[str]) -> str | None:
    """The first night that is not there although a later night of its date is."""
    due: dict[str, int] = {}
    for named in filter(None, map(_NIGHT.fullmatch, streams)):
        date, number = named[1], int(named[2])
        next_number = due.get(date, 1)
        if number > next_number:
            return f"{date}-{next_number}"
        due[date] = number + 1
    return None


def _lack_of(rescues: Sequence[Rescue]) -> Phrase:
    """What a book lacks that was saved from a damaged file."""
    at, missing = rescues[-1].at, rescues[-1].missing
    cut = {stream: cut for rescue in rescues for stream, cut in rescue.streams.items()}
    of_book = number_of(missing, "%(num)s event", "%(num)s events")
    if not cut:
        return phrase(
            "it was saved from a damaged file at %(at)s and lacks %(events)s of a stream that is not known",
            at=at,
            events=of_book,
        )
    (stream, first), *others = cut.items()
    problem = phrase(
        "it was saved from a damaged file at %(at)s: %(stream)s has %(rows)s of %(known)s or more",
        at=at,
        stream=stream,
        rows=_length(first.events, first.commands),
        known=_length(first.known_events, first.known_commands),
    )
    if not others:
        return problem
    more = number_of(len(others), "%(num)s other stream was cut", "%(num)s other streams were cut")
    return phrase("%(problem)s, and %(others)s", problem=problem, others=more)


def is_misread(book: Book, night: str) -> bool:
    """Whether reading a night by an index gives other rows than the table.

    No other fault of a book affects a sound night.
    """
    # Read the tables first: rows written meanwhile come later.
    events, commands = book.rows_by_table(night)
    events_read, commands_read = book.rows_by_index(night)
    return events_read[: len(events)] != events or commands_read[: len(commands)] != commands


def held_against(book: Book, head: BookHead, name: str) -> HeldAgainst:
    """Compare every stream with a head: at least as many events and commands, and the same hashes there.

    Differences by index are checked again by the tables, as an index may be wrong while nothing is missing.
    """
    for stream, stream_head in head.streams.items():
        is_damaged = False
        try:
            events, commands = book.extent(stream)
            if events >= stream_head.events and commands >= stream_head.commands and book.has(stream, stream_head):
                continue
        except BookError as error:
            if error.code != "book_damaged":
                raise
            is_damaged = True
        event_rows, command_rows = book.rows_by_table(stream)
        if _hash_at(event_rows, stream_head.events) == stream_head.event_hash and _hash_at(
            command_rows, stream_head.commands
        ) == (stream_head.command_hash):
            continue
        events, commands = len(event_rows), len(command_rows)
        end = phrase(
            "%(file)s of %(at)s has seen %(rows)s of %(stream)s",
            file=name,
            at=head.at,
            rows=_length(stream_head.events, stream_head.commands),
            stream=stream,
        )
        if is_damaged:
            problem = phrase("%(end)s, which cannot all be read: the file is damaged", end=end)
            return HeldAgainst(name=name, head=head, finding=Finding(check=_HEAD, problem=problem))
        if events < stream_head.events or commands < stream_head.commands:
            problem = phrase(
                "its end is missing: %(end)s, but the book has %(rows)s; it is an older copy",
                end=end,
                rows=_length(events, commands),
            )
            return HeldAgainst(name=name, head=head, finding=Finding(check=_HEAD, problem=problem), short=True)
        problem = phrase(
            "%(end)s, and the last of them differ; the book was rewritten, or continued from an older copy", end=end
        )
        return HeldAgainst(name=name, head=head, finding=Finding(check=_HEAD, problem=problem))
    return HeldAgainst(name=name, head=head, finding=None)


def _hash_at(rows: Sequence[Columns], number: int) -> Any:
    """The hash of a row by number; "" for row 0 and for missing rows."""
    return hash_of(rows[number - 1]) if 0 < number <= len(rows) else ""


def _length(events: int, commands: int) -> Phrase:
    return phrase(
        "%(events)s and %(commands)s",
        events=number_of(events, "%(num)s event", "%(num)s events"),
        commands=number_of(commands, "%(num)s command", "%(num)s commands"),
    )
