"""Verifies nights, and the streams of the house, the staff and the papers."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import cache, partial, reduce
from time import perf_counter

from msgspec.structs import replace
from sqlalchemy import Connection

from dealer import printings as papers
from dealer import staff
from dealer.commands.refusal import Phrase, Refusal, marked, phrase, printable
from dealer.printings import Printings, read_papers_command
from dealer.staff import Register, read_staff_command
from dealer.verification.authors import AUTHORS
from dealer.verification.boxes import BOXES
from dealer.verification.chains import CHAINS
from dealer.verification.conservation import CONSERVATION, LEDGER
from dealer.verification.decided_again import DECIDED_AGAIN, decided_again
from dealer.verification.house import HELD_AGAINST_HOUSE, house_as_of, house_checks
from dealer.verification.inspection import (
    EVENTS,
    FAILURES,
    Check,
    Finding,
    HouseOfBook,
    Looked,
    Progress,
    Rows,
    Watch,
    at_event,
    failed_at,
    hash_of,
    inspect,
)
from events.book.book import Book
from events.book.chain import StoredCommand
from events.book.reading import document_in
from events.book.stored_rows import Spans, rows_by_table
from events.common import night
from events.common import night as money
from events.common.event import Event, event_types
from events.common.house import HOUSE, PAPERS, STAFF, PapersPrinted
from events.common.play import RoundBegun, StakeLaid
from events.frozen import Frozen

CHECKS = (*CHAINS, AUTHORS, LEDGER, *CONSERVATION, HELD_AGAINST_HOUSE, BOXES, DECIDED_AGAIN)
"""All checks of a night in order: each may rely on what the earlier ones found sound."""


class Verdict(Frozen):
    """The verdict on a night: the checks and what they read, its head, and the first fault, if any.

    The findings are in the order of the checks, not of the night: see :attr:`finding`.
    """

    night: str
    events: int
    commands: int
    refused: int
    head: str
    looked: tuple[Looked, ...]

    @property
    def finding(self) -> Finding | None:
        """The first fault in the night: each check reads only the rows before the previous findings.

        A fault of the program comes last, as it proves nothing against the book.
        """
        found = [looked.finding for looked in reversed(self.looked) if looked.finding]
        return min(found, key=lambda finding: finding.fault, default=None)

    @property
    def fault(self) -> Finding | None:
        """The program's own fault, if nothing else prevents a verdict."""
        return self.finding if self.finding and self.finding.fault else None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.finding is None

    @property
    def seconds(self) -> float:
        """How long all checks took."""
        return sum(looked.seconds for looked in self.looked)


def verify(
    book: Book,
    night: str,
    watch: Watch | None = None,
    clock: Callable[[], float] = perf_counter,
    spans: Spans | None = None,
    house: HouseOfBook | None = None,
) -> Verdict:
    """Run all checks of a night, as it is on disk at one moment. ``watch`` is called with the progress.

    To check all nights of a book as of one moment, pass the ``spans`` of its rows, and the ``house`` so that it is not
    read again for each. Raises :class:`Refusal` (``no_such_night``) if the book has no such night.
    """
    return verify_rows(rows_of_night(book, night, spans, house), CHECKS, watch, clock)


def rows_of_night(book: Book, night: str, spans: Spans | None = None, house: HouseOfBook | None = None) -> Rows:
    """A night's rows as stored, and the house's at the same moment, which are ``house`` if that is still the same.

    Raises :class:`Refusal` (``no_such_night``).
    """
    with book.reading() as connection:
        rows = _rows_of(connection, night, spans)
        rows.house = house_as_of(connection, spans, house)
    return rows


def _rows_of(connection: Connection, stream: str, spans: Spans | None) -> Rows:
    events, commands = rows_by_table(connection, stream, spans)
    if not events and not commands:
        raise Refusal("no_such_night", "The book has no night %(night)s.", night=stream[:64])
    return Rows(stream, events, commands)


def rows_of_stream(book: Book, stream: str, spans: Spans | None = None) -> Rows:
    """The rows of a stream that is no night, as stored; raises as :func:`rows_of_night` does."""
    with book.reading() as connection:
        return _rows_of(connection, stream, spans)


def verify_house(book: Book, watch: Watch | None = None, spans: Spans | None = None) -> Verdict:
    """Check the house's stream like a night, and that its nights are in the book.

    What it entered of each night is held against it with that night.
    """
    with book.reading() as connection:
        rows = _rows_of(connection, HOUSE, spans)
        staff_rows, _ = rows_by_table(connection, STAFF, spans)
    rows.house = HouseOfBook(rows, staff_rows)
    return verify_rows(rows, house_checks(book), watch)


def verify_rows(
    rows: Rows, checks: Sequence[Check] = CHECKS, watch: Watch | None = None, clock: Callable[[], float] = perf_counter
) -> Verdict:
    """The verdict on a night's rows."""
    return Verdict(
        night=rows.night,
        events=len(rows.event_rows),
        commands=len(rows.command_rows),
        refused=len(rows.command_rows) - rows.taken,
        head=printable(str(hash_of(rows.event_rows[-1]))) if rows.event_rows else "",
        looked=tuple(_blamed(looked, rows, checks[-1]) for looked in inspect(rows, checks, watch, clock)),
    )


def _blamed(looked: Looked, rows: Rows, decided_again: Check) -> Looked:
    """A check's finding. If events cannot be folded, it tests whether the program itself makes the same events.

    If that fails too, the book has what the program makes, and the fault is the program's.
    """
    finding = looked.finding
    if finding is None or not finding.raised or finding.version is None:
        return looked
    again = decided_again.run(rows.until(finding.version), lambda _: None)
    blamed = dataclasses.replace(finding, fault=again is not None and again.fault)
    return replace(looked, finding=blamed)


PRINTINGS = marked("printings")

KindAndHash = tuple[str, str]
"""What a printing is compared with: an event's type and hash, as stored."""

_BEGIN_A_SHEET = (RoundBegun, StakeLaid, night.PlayerSeated, night.DisputeRaised, money.MarkerIssued, night.SlipWritten)
"""The events that begin a sheet's subject."""


def verify_staff(book: Book, watch: Watch | None = None, spans: Spans | None = None) -> Verdict:
    """Check the staff's stream like a night. Whether a PIN was right cannot be decided again."""
    return verify_rows(rows_of_stream(book, STAFF, spans), STAFF_CHECKS, watch)


def verify_printings(book: Book, watch: Watch | None = None, spans: Spans | None = None) -> Verdict:
    """Check the papers' stream like a night, and that the book has the events that were printed."""
    follow_on = Check(
        name=PRINTINGS,
        says=marked("printings are numbered without a gap and refer to events in the book"),
        things=EVENTS,
        run=partial(_check_printings, book, spans),
    )
    return verify_rows(rows_of_stream(book, PAPERS, spans), (*CHAINS, follow_on, _PRINTED_AGAIN), watch)


def _check_register(rows: Rows, tell: Progress) -> Finding | None:
    """Fold every event: only members are dismissed or sign in."""
    register = Register()
    for recorded in rows.recorded:
        try:
            register = staff.evolve(register, recorded.event, recorded.at, recorded.device)
        except FAILURES as error:
            return failed_at(REGISTER.name, recorded.version, error)
        tell(1)
    return None


def _register_again(register: Register, row: StoredCommand) -> tuple[Event, ...]:
    return staff.decide(register, read_staff_command(document_in(row.body)), row.at)


def _register_after(register: Register, row: StoredCommand, made: tuple[Event, ...], _: bool) -> Register:
    return reduce(lambda now, event: staff.evolve(now, event, row.at, row.device), made, register)


REGISTER = Check(
    name=marked("register"),
    says=marked("only members of the staff sign in or are removed, and only known devices are named"),
    things=EVENTS,
    run=_check_register,
)
STAFF_CHECKS = (*CHAINS, REGISTER, decided_again(lambda rows: (Register(), _register_again, _register_after)))


def _check_printings(book: Book, spans: Spans | None, rows: Rows, tell: Progress) -> Finding | None:
    """Fold every event: no number of a sheet is skipped or repeated.

    The printed nights are in the book, and so are the events that began the sheets' subjects.
    """
    printings = Printings()
    events_of = cache(lambda of: [(row.kind, row.hash) for row in Rows(of, *book.rows_by_table(of, spans)).events])
    for recorded in rows.recorded:
        try:
            printings = papers.evolve(printings, recorded.event, recorded.at, recorded.who)
        except FAILURES as error:
            return failed_at(PRINTINGS, recorded.version, error)
        wrong = (
            _wrong_printing(recorded.event, events_of(recorded.event.night))
            if isinstance(recorded.event, PapersPrinted)
            else None
        )
        if wrong:
            return at_event(PRINTINGS, recorded.version, wrong)
        tell(1)
    return None


def _wrong_printing(printed: PapersPrinted, events: list[KindAndHash]) -> Phrase | None:
    """Why a printing does not match its night: an event is missing, or began no subject of a sheet."""
    if not 0 < printed.version <= len(events) or events[printed.version - 1][1] != printed.head:
        return phrase(
            "it was printed as of event %(number)s of night %(night)s, which the book does not have",
            number=printed.version,
            night=printed.night,
        )
    kinds = event_types()
    for sheet in printed.sheets:
        kind = events[sheet.begun - 1][0] if 0 < sheet.begun <= printed.version else ""
        if sheet.begun and not (kind in kinds and issubclass(kinds[kind], _BEGIN_A_SHEET)):
            return phrase(
                "event %(number)s of night %(night)s began nothing that its sheet %(sheet)s could show",
                number=sheet.begun,
                night=printed.night,
                sheet=sheet.name,
            )
    return None


def _printings_again(printings: Printings, row: StoredCommand) -> tuple[Event, ...]:
    return papers.decide(printings, read_papers_command(document_in(row.body)), row.at)


def _printings_after(printings: Printings, row: StoredCommand, made: tuple[Event, ...], _: bool) -> Printings:
    return reduce(lambda now, event: papers.evolve(now, event, row.at, row.who), made, printings)


_PRINTED_AGAIN = decided_again(lambda rows: (Printings(), _printings_again, _printings_after))
