"""The nights of the book as the first page lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from logging import getLogger
from threading import Lock
from typing import overload

from dealer.game.demonstration import DEMO_DEVICE
from dealer.house.state import HouseState
from dealer.night.dealers import dealers_of, names_of_dealers
from dealer.night.night import Night
from dealer.night.result import outstanding_now
from dealer.night_service import NightService
from dealer.rules_version import THE_HOUSE
from dealer.verification.inspection import FAILURES, error_text
from events.book.book import Book
from events.cache import Cache
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import BookError, Head
from ledger.accounts import POT
from ledger.statement import bank_line
from reports.words.formatting import brief, short_date, written_out
from reports.words.language import book_error_text
from reports.words.language import gettext as _
from reports.words.naming import dealt_in
from web.app.app_cache import kept_in_language
from web.app.errors import BOOK_DAMAGED
from web.nights.house_form import games_in_words, has_bank
from web.nights.verifications import what_is_wrong
from web.tablet.settling import open_lines
from web.tablet.take_and_pay import with_sign

LINES_KEPT = 4_096
"""Of how many nights the line is kept: about 1 kB each."""

_log = getLogger(__name__)


class NightLine(Frozen):
    """One night in the list. ``money`` is what the bank won; where there is none, what lies in the pot, if anything.

    ``dealer`` names all who dealt, in order; ``dealing`` is who deals at an open night and can be relieved, else "".
    ``debts`` says who owes what today, and what is pledged; ``demonstration`` is a night that the program dealt by
    itself, and ``dealers`` are those whose night it is.
    Of one that cannot be read there is only its id, and ``unreadable`` says why.
    """

    night: str
    table: str = ""
    date: str = ""
    dealer: str = ""
    dealing: str = ""
    game: str = ""
    players: str = ""
    dealt: str = ""
    money: str = ""
    debts: tuple[str, ...] = ()
    open_disputes: int = 0
    closed: bool = False
    demonstration: bool = False
    dealers: frozenset[str] = frozenset()
    unreadable: str = ""

    @property
    def searched(self) -> str:
        """What a search looks through, in small letters: the date is in it with the name of its month too."""
        days = (self.date, short_date(self.date), written_out(self.date)) if self.date else ()
        return " ".join((self.night, self.table, *days, self.dealer, self.players, self.game)).casefold()


class NightLines:
    """The lines of a book's nights, each made once for a head of its night, when it is needed. Thread-safe."""

    def __init__(self, most: int = LINES_KEPT) -> None:
        self._nights: tuple[str, ...] = ()
        self._open: frozenset[str] = frozenset()
        self._heads: dict[str, Head] = {}
        self._position = self._looked_for_open = 0
        self._kept: Cache[str, tuple[Head, dict[str, int], NightLine]] = Cache(most)
        self._lock = Lock()

    def all(self, service: NightService) -> NightList:
        """All nights of the book, the last opened first; one that is damaged among them, as what it is.

        Of nights that have not moved since the last time nothing is read.
        """
        nights, heads, _ = self._follow(service.book)
        house = cache(service.house)
        return NightList(nights[::-1], lambda night: self._of(service, night, heads.get(night), house()))

    def open(self, service: NightService) -> list[NightLine]:
        """The open nights of the book, the last opened first; those that are closed are not read for it."""
        return self.open_and_damaged(service)[0]

    def open_and_damaged(self, service: NightService) -> tuple[list[NightLine], list[NightLine]]:
        """The same, and those that cannot be read and may be open."""
        nights, heads, are_open = self._follow(service.book)
        house = service.house()
        lines = [self._of(service, night, heads.get(night), house) for night in reversed(nights) if night in are_open]
        not_closed = [line for line in lines if not line.closed]
        return (
            [line for line in not_closed if not line.unreadable],
            [line for line in not_closed if line.unreadable],
        )

    def count(self, book: Book) -> int:
        """How many nights the book has."""
        return len(self._follow(book)[0])

    def _follow(self, book: Book) -> tuple[tuple[str, ...], dict[str, Head], frozenset[str]]:
        """The nights of the book, their heads, and which are open; what came since the last time is read."""
        with self._lock:
            opened, moved, self._position = book.moved(self._position)
            if moved:
                self._nights, self._heads = (*self._nights, *opened), self._heads | moved
                events, self._looked_for_open = book.openings_and_closes(self._looked_for_open)
                # A night whose opening was changed is not among the events.
                are_open = {*self._open, *opened}
                for night, has_opened, _ in events:
                    (are_open.add if has_opened else are_open.discard)(night)
                self._open = frozenset(are_open)
            return self._nights, self._heads, self._open

    def _of(self, service: NightService, night: str, head: Head | None, house: HouseState) -> NightLine:
        known, owed = self._kept.get(night), house.owed_from(night)
        if known and known[:2] == (head, owed):
            return known[2]
        line = _line_or_damage(service, night, house)
        # Of one that moved on meanwhile the line is as of later; it is made again next time. One that is damaged is
        # looked at each time: its head says nothing of when it is mended.
        if head and not line.unreadable:
            self._kept.put(night, (head, owed, line))
        return line


class NightList(Sequence[NightLine]):
    """Nights in a row; a line is made when it is looked at."""

    def __init__(self, nights: Sequence[str], line_of: Callable[[str], NightLine]) -> None:
        self._nights = nights
        self._line_of = line_of

    def __len__(self) -> int:
        return len(self._nights)

    @overload
    def __getitem__(self, place: int) -> NightLine: ...

    @overload
    def __getitem__(self, place: slice) -> NightList: ...

    def __getitem__(self, place: int | slice) -> NightLine | NightList:
        if isinstance(place, slice):
            return NightList(self._nights[place], self._line_of)
        return self._line_of(self._nights[place])


def kept_lines() -> NightLines:
    """The lines that the application keeps."""
    return kept_in_language("casekeeper night lines", NightLines)


def night_lines(service: NightService, kept: NightLines | None = None, of: str | None = None) -> Sequence[NightLine]:
    """All nights of the book, the last opened first; ``kept`` has the lines that were made before.

    With a dealer's name (``of``), only the nights that they opened, deal or dealt.
    """
    lines = (kept or NightLines()).all(service)
    return lines if of is None else [line for line in lines if of in line.dealers]


def matching(lines: Iterable[NightLine], wanted: str) -> list[NightLine]:
    """The lines in which every word of a search stands: of a player, a table, a date, a dealer or a game."""
    words = wanted.casefold().split()
    return [line for line in lines for text in [line.searched] if all(word in text for word in words)]


def _line_or_damage(service: NightService, night: str, house: HouseState) -> NightLine:
    try:
        state, _head, events = service.with_events(night)
        return _line(state, events, house)
    except BookError as error:
        if error.code != BOOK_DAMAGED:
            raise
        why, logged = book_error_text(error), error.why
    except FAILURES as error:
        logged = error_text(error)
        why = (
            _("Its events no longer make a night: %(error)s.", error=logged)
            if what_is_wrong(night)
            else _("The program failed; the night is not at fault: %(error)s.", error=logged)
        )
    _log.error("night %s cannot be read: %s", night, logged)
    return NightLine(night=night, unreadable=why)


def _line(night: Night, events: NightEvents, house: HouseState) -> NightLine:
    return NightLine(
        night=night.id,
        table=night.opened.table,
        date=night.opened.date,
        dealer=names_of_dealers(events.effective),
        dealing="" if night.closed or night.opened.rules < THE_HOUSE else night.dealer,
        game=games_in_words(night),
        players=", ".join(seat.name for seat in night.seats.values()) or _("nobody seated yet"),
        dealt=dealt_in(night) or _("nothing dealt yet"),
        money=_money(night),
        debts=tuple(
            _("%(name)s: %(debt)s", name=debt.name, debt=debt.words)
            for debt in open_lines(night, outstanding_now(night, house))
        ),
        open_disputes=len(night.open_disputes),
        closed=night.closed,
        demonstration=events[0].device == DEMO_DEVICE,
        dealers=dealers_of(events),
    )


def _money(night: Night) -> str:
    if not has_bank(night):
        in_pot = night.ledger.balance(POT)
        return _("pot %(amount)s", amount=brief(in_pot)) if in_pot else ""
    return _("bank %(amount)s", amount=with_sign(bank_line(night.ledger).result_cents))
