"""Checks of the house: its own stream, and every night against what the house knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import zip_longest

from sqlalchemy import Connection

from dealer.commands.refusal import Phrase, marked, number_of, phrase
from dealer.house.decide import decide, read_house_command
from dealer.house.roles import HOUSE_VERSION, signers_of, without_signers
from dealer.house.state import HouseState, assert_sound, cards_of, fold
from dealer.night.command_parsing import as_document
from dealer.night.house import entries_of
from dealer.night.night import Night
from dealer.rules_version import THE_HOUSE
from dealer.streams import ENTER_NIGHT
from dealer.verification.authors import AUTHORS
from dealer.verification.chains import CHAINS
from dealer.verification.decided_again import NotDecidedSo, decided_again, phrase_of
from dealer.verification.inspection import (
    ENTER,
    EVENTS,
    FAILURES,
    Check,
    Difference,
    Entry,
    Finding,
    HouseOfBook,
    Progress,
    Rows,
    after_of,
    at_command,
    at_event,
    before_of,
    body_of,
    command_body,
    error_phrase,
    failed_at,
    hash_of,
    recorded_of,
)
from dealer.verification.inspection import number_of as command_number
from events.book.book import Book
from events.book.chain import StoredCommand, StoredEvent
from events.book.reading import document_in, head_of
from events.book.stored_rows import Spans, rows_by_table
from events.common import house as entries
from events.common.event import Event
from events.common.house import HOUSE, STAFF
from events.common.night import NightOpened, SlipVoided, SlipWritten
from events.records import Head
from ledger.accounts import ACCOUNTS_KNOWN

NAME = marked("house")
_ENTERED = frozenset({"markers.issued", "markers.redeemed", "deposits.drawn", "carried.paid"})
"""The families of a seat's accounts that the house enters."""
_OF_NIGHTS = (entries.SeatEntered, entries.SlipEntered, entries.SlipStruck, entries.NightBalanced)


def house_as_of(connection: Connection, spans: Spans | None = None, known: HouseOfBook | None = None) -> HouseOfBook:
    """The house of a book as a transaction sees it, or at the moment of ``spans``; the ``known`` one if it is that."""
    if known and all(
        _is_at(connection, spans, stream, len(rows))
        for stream, rows in ((HOUSE, known.rows.event_rows), (STAFF, known.staff_rows))
    ):
        return known
    staff_rows, _ = rows_by_table(connection, STAFF, spans)
    return HouseOfBook(Rows(HOUSE, *rows_by_table(connection, HOUSE, spans)), staff_rows)


def _is_at(connection: Connection, spans: Spans | None, stream: str, events: int) -> bool:
    """Whether a stream has so many events now, or had them at the moment of the spans."""
    span = spans.events.get(stream) if spans else None
    if events == (span.rows if span else 0):
        return True
    head = head_of(connection, stream)
    return events == (head.version if head else 0)


def house_of(book: Book, spans: Spans) -> HouseOfBook:
    """The house of a book at the moment of its ``spans``."""
    with book.reading() as connection:
        return house_as_of(connection, spans)


class HeldEntries:
    """Derives what the house enters of a night while the night is folded, and compares it with the book."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._version = 0
        self._before: Night | None = None
        self._left: dict[int, list[Entry]] | None = None

    def go_on(self, version: int, now: Night) -> None:
        """Add the night after another command with events, at a version."""
        first, before = self._version + 1, self._before
        self._version, self._before = version, now
        house, rows = self._rows.house, self._rows
        if house is None or rows.entered or now.opened.rules < THE_HOUSE:
            return
        try:
            if self._left is None:
                self._left = {**house.entered.get(rows.night, {})}
            found = self._left.pop(version, [])
            made = [recorded.event for recorded in rows.recorded[first - 1 : version]]
            if before and (found or now.closed or _concern_house(made, now)):
                head = Head(version=version, hash=hash_of(rows.event_rows[version - 1]))
                state = house.at(house.version_before(rows, first))
                due = entries_of(state, before, now, tuple(made), head)
                rows.entered = _wrong_entry(rows, version, due, found)
        except FAILURES as error:
            what = phrase("what the house entered of it cannot be derived again: %(error)s", error=error_phrase(error))
            rows.entered = at_event(NAME, version, what)

    def end(self) -> None:
        """Report entries for events that are not there or that end no command."""
        rows, last = self._rows, self._version
        left = sorted(version for version in self._left or () if version)
        if rows.entered or not left:
            return
        version = left[0]
        entry = (self._left or {})[version][0]
        if version <= last:
            what = phrase("event %(number)s of the house enters it, and no command ends here", number=entry.first)
            rows.entered = at_event(NAME, version, what)
        elif rows.whole and last == len(rows.event_rows):
            is_balance = any(row.kind == entries.NightBalanced.__name__ for row in entry.rows)
            what = (
                phrase("it is missing; the house balanced the night at event %(number)s", number=version)
                if is_balance
                else phrase("it is missing; the house has entered event %(number)s", number=version)
            )
            rows.entered = at_event(NAME, last + 1, what)


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def _is_entered(account: str) -> bool:
    return account.partition(":")[0] in _ENTERED


def _concern_house(made: Sequence[Event], now: Night) -> bool:
    """Whether the house may have to enter something after a command's events."""
    for event in made:
        if isinstance(event, SlipWritten | SlipVoided):
            return True
        if any(_is_entered(move.debit) or _is_entered(move.credit) for move in event.moves) and now.cards:
            return True
    return False


def _wrong_entry(rows: Rows, version: int, due: Sequence[Event], found: Sequence[Entry]) -> Finding | None:
    """What is wrong with the house's entries of a command that ended at a version."""
    entered = [row for entry in found for row in entry.rows]
    for row, expected in zip_longest(entered, due):
        if row is None:
            if isinstance(expected, entries.NightBalanced):
                return at_event(NAME, version, phrase("the house did not balance the night"))
            return at_event(NAME, version, phrase("the house has no %(kind)s of it", kind=_kind(expected)))
        event = recorded_of(row).event
        if event != expected:
            difference = Difference(stored=body_of(event), again=body_of(expected))
            return at_event(NAME, version, _other(row.version, event, expected, difference), difference)
    last = StoredEvent._make(rows.event_rows[version - 1])
    displaced = _displaced(entered[0], last, rows.house) if entered else None
    return at_event(NAME, version, displaced) if displaced else None


def _other(number: int, event: Event, expected: Event | None, difference: Difference) -> Phrase:
    """How an entry, by its number in the house, differs from what the night makes."""
    match event, expected:
        case entries.NightBalanced(version=version, hash=last), entries.NightBalanced(hash=own) if last != own:
            return phrase(
                "event %(number)s of the house balanced the night at event %(version)s with another hash",
                number=number,
                version=version,
            )
    kind = _kind(event)
    if expected is None:
        return phrase("event %(number)s of the house is a %(kind)s; this event makes none", number=number, kind=kind)
    if type(event) is not type(expected):
        return phrase(
            "event %(number)s of the house is a %(kind)s; this event makes a %(expected)s",
            number=number,
            kind=kind,
            expected=_kind(expected),
        )
    return phrase(
        "event %(number)s of the house differs; this event makes a %(kind)s %(difference)s",
        number=number,
        kind=kind,
        difference=phrase_of(difference),
    )


def _displaced(entry: StoredEvent, last: StoredEvent, house: HouseOfBook | None) -> Phrase | None:
    """Why an entry was not made with the command that ended with the event ``last``."""
    if entry.position != last.position + 1:
        return phrase(
            "event %(number)s of the house enters it, and does not follow it in the book", number=entry.version
        )
    if (entry.who, entry.device) != (last.who, last.device):
        return phrase("event %(number)s of the house enters it, and is somebody else's", number=entry.version)
    # The times of a stream never go back: an entry may have the time of one before it.
    if entry.at != last.at and house and not _has_time_of_earlier(house, entry):
        return phrase(
            "event %(number)s of the house enters it, and has another time: %(at)s", number=entry.version, at=entry.at
        )
    return None


def _has_time_of_earlier(house: HouseOfBook, entry: StoredEvent) -> bool:
    return any(row.at == entry.at and row.version_after < entry.version for row in house.rows.commands)


def _kind(event: Event | None) -> str:
    return type(event).__name__


def _check_night(rows: Rows, tell: Progress) -> Finding | None:
    """Hold a night's opening, its commands and its events against the house."""
    house, opened = rows.house, rows.recorded[0].event if rows.recorded else None
    finding = None
    if house and isinstance(opened, NightOpened):
        try:
            found = filter(None, (_wrong_opening(rows, house, opened), _wrong_command(rows, house), rows.entered))
            finding = min(found, key=lambda finding: finding.holds, default=None)
        except FAILURES as error:
            finding = at_event(NAME, 1, phrase("the house cannot be read: %(error)s", error=error_phrase(error)))
    tell(finding.holds if finding else len(rows.event_rows))
    return finding


def _wrong_opening(rows: Rows, house: HouseOfBook, opened: NightOpened) -> Finding | None:
    listing, version = house.entered.get(rows.night, {}).get(0, []), opened.house_version
    what = None
    if opened.rules < THE_HOUSE:
        if listing:
            what = phrase("the house lists it, and rules %(rules)s have no house", rules=opened.rules)
        elif house.version and house.version_before(rows, 1):
            what = phrase(
                "it was opened by rules %(rules)s without the house, after the house had begun", rules=opened.rules
            )
    elif version > house.version:
        what = phrase(
            "it was opened at event %(number)s of the house, which has %(events)s",
            number=version,
            events=number_of(house.version, "%(num)s event", "%(num)s events"),
        )
    elif not version or hash_of(house.rows.event_rows[version - 1]) != opened.house_hash:
        what = phrase("event %(number)s of the house has another hash than the opening", number=version)
    elif not listing:
        what = phrase("the house does not list this night")
    elif len(listing) > 1:
        what = phrase(
            "the house lists this night twice, at its events %(first)s and %(second)s",
            first=listing[0].first,
            second=listing[1].first,
        )
    else:
        what = _wrong_listing(rows, house, opened, listing[0])
    return at_event(NAME, 1, what) if what else None


def _wrong_listing(rows: Rows, house: HouseOfBook, opened: NightOpened, listing: Entry) -> Phrase | None:
    first, row = StoredEvent._make(rows.event_rows[0]), listing.rows[-1]
    listed = recorded_of(row).event
    names = (rows.night, opened.table, opened.date, tuple(opened.games))
    if opened.house_version != row.version or first.position != row.position + 1:
        return phrase(
            "event %(number)s of the house lists it, and the opening does not follow that in the book",
            number=row.version,
        )
    if not isinstance(listed, entries.NightListed) or len(listing.rows) > 1:
        return phrase("event %(number)s of the house does not list it", number=row.version)
    if (listed.night, listed.table, listed.date, listed.games) != names:
        return phrase("event %(number)s of the house lists it with another table, date or game", number=row.version)
    if opened.settings != house.at(row.version).settings:
        return phrase("its settings are not those of the house at event %(number)s", number=row.version)
    return None


def _wrong_command(rows: Rows, house: HouseOfBook) -> Finding | None:
    """The first command that was not decided with the house of its moment."""
    least, marks = 0, f'"{HOUSE_VERSION}":'
    for row in rows.command_rows:
        if marks not in command_body(row):
            continue
        version = as_document(document_in(command_body(row))).get(HOUSE_VERSION)
        first, after = before_of(row) + 1, after_of(row)
        most = house.version_before(rows, first) if first <= len(rows.event_rows) else house.version
        least = most if after >= first else max(least, house.version_before(rows, first - 1) if first > 1 else 0)
        if not isinstance(version, int) or not least <= version <= most:
            what = (
                phrase(
                    "it was decided at event %(number)s of the house, which was at event %(last)s",
                    number=str(version),
                    last=most,
                )
                if least == most
                else phrase(
                    "it was decided at event %(number)s of the house, which was at its events %(first)s to %(last)s",
                    number=str(version),
                    first=least,
                    last=most,
                )
            )
            return at_command(NAME, command_number(row), before_of(row), what)
        least = version
    return None


HELD_AGAINST_HOUSE = Check(
    name=NAME,
    says=marked("the house lists the night, has entered what it did and has balanced its last event"),
    things=EVENTS,
    run=_check_night,
)
"""The check of every night against the house."""


def _check_accounts(rows: Rows, tell: Progress) -> Finding | None:
    """Fold every event: debits equal credits, and the ledger has what each card owes and has deposited."""
    house = HouseOfBook(rows)
    for recorded in rows.recorded:
        try:
            state = house.at(recorded.version)
            assert_sound(state, cards_of(recorded.event))
            if recorded.version == len(rows.recorded):
                assert_sound(state, state.cards)
        except FAILURES as error:
            return failed_at(ACCOUNTS.name, recorded.version, error)
        tell(1)
    return None


ACCOUNTS = Check(
    name=marked("cards"),
    says=marked("debits equal credits after every event, and each card has what the ledger has"),
    things=EVENTS,
    run=_check_accounts,
)


def _check_nights(book: Book, rows: Rows, tell: Progress) -> Finding | None:
    """The nights that were listed are in the book, and the closed nights end where they were balanced."""
    there = frozenset(book.nights())
    for recorded in rows.recorded:
        match recorded.event:
            case entries.NightListed(night=night) if night not in there:
                what = phrase("it lists night %(night)s, and the book does not have that night", night=night)
                return at_event(NIGHTS, recorded.version, what)
            case entries.NightBalanced(night=night, version=version, hash=last):
                if book.hash_at(night, version) != last:
                    what = phrase(
                        "it balances night %(night)s at event %(number)s, which the book does not have",
                        night=night,
                        number=version,
                    )
                    return at_event(NIGHTS, recorded.version, what)
        tell(1)
    return None


NIGHTS = marked("nights")


def _decide_again(rows: Rows, house: HouseState, row: StoredCommand) -> tuple[Event, ...]:
    """The events of a command of the house; those of a night are derived again with that night."""
    document = as_document(document_in(row.body))
    if document.get("do") != ENTER_NIGHT:
        command = read_house_command(without_signers(document))
        return decide(house, command, without_signers(document), signers_of(document))
    recorded = tuple(recorded.event for recorded in rows.recorded[row.version_before : row.version_after])
    night, version = document.get("night"), document.get("version")
    kinds = _OF_NIGHTS if version else (entries.NightListed,)
    names = all(isinstance(event, kinds) and event.night == night for event in recorded)
    is_written_so = ENTER.fullmatch(row.body) is not None
    if row.refused or not is_written_so or not recorded or not names or (night in house.nights) != bool(version):
        raise NotDecidedSo(phrase("it does not enter a night as this program does"))
    return recorded


def house_checks(book: Book) -> tuple[Check, ...]:
    """The checks of the house's stream. Entries of nights are derived again with the nights."""
    follow_on = Check(
        name=NIGHTS,
        says=marked("the listed nights are in the book, and the closed ones end where they were balanced"),
        things=EVENTS,
        run=partial(_check_nights, book),
    )

    def after(house: HouseState, row: StoredCommand, made: tuple[Event, ...], _: bool) -> HouseState:
        return fold(made, house)

    return (
        *CHAINS,
        AUTHORS,
        ACCOUNTS,
        follow_on,
        decided_again(lambda rows: (HouseState(), partial(_decide_again, rows), after)),
    )
