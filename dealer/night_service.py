"""The service that opens nights, carries out their commands and returns receipts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from dealer.commands.commands import OF_PROGRAM, InvalidCommand, OpenNight
from dealer.commands.refusal import Phrase, Refusal
from dealer.dealing_box import BoxKeeper
from dealer.house.decide import decide as decide_for_house
from dealer.house.decide import read_house_command
from dealer.house.office import Office
from dealer.house.roles import HOUSE_VERSION, signers_of, without_signers
from dealer.house.state import HouseHistory, HouseState
from dealer.night.amending import Document, document_of
from dealer.night.command_parsing import DRAWN, as_document, read_command
from dealer.night.evolve import History
from dealer.night.house import Context
from dealer.night.night import Night
from dealer.night.similar_names import warnings_of
from dealer.streams import (
    HOUSE_RULES,
    OFFICE_RULES,
    Committed,
    Folded,
    NightStore,
    NightWithEvents,
    Sender,
    StreamStore,
    no_such_night,
    now_utc,
)
from dealer.what_if import Proposed, proposed
from events.book.book import Book
from events.book.reading import NOT_NIGHTS
from events.book.unit_of_work import UnitOfWork
from events.cache import NewestVersions
from events.common.event import Event
from events.common.house import HOUSE
from events.common.night import PlayerSeated
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import Head, RecordedCommand

HISTORIES_AT_HAND = 4
"""How many nights are cached with their state at every event, for pages that look back."""


class Receipt(Frozen):
    """The answer to an accepted command: the night, its version and hash after the command, and the new events.

    ``warnings`` are sentences about likely mistakes, such as a seat that looks like another.
    """

    command: str
    night: str
    version: int
    hash: str
    events: tuple[Event, ...]
    warnings: tuple[Phrase, ...] = ()

    @property
    def head(self) -> Head:
        """The night's head after the command."""
        return Head(version=self.version, hash=self.hash)


def _check_outside(document: Document) -> None:
    """Refuse (``bad_input``) a document, or a correction's ``instead``, with what only the program adds to it."""
    do = document.get("do")
    if isinstance(do, str) and do in OF_PROGRAM:
        raise Refusal("bad_input", "%(key)s cannot be given from outside.", key=do)
    for given in (document, document.get("instead")):
        for name in (HOUSE_VERSION, DRAWN):
            if isinstance(given, dict) and name in given:
                raise Refusal("bad_input", "%(key)s cannot be given from outside.", key=name)


class NightService:
    """Carries out commands and stores their events. Thread-safe."""

    def __init__(self, book: Book, clock: Callable[[], str] = now_utc, box_keeper: BoxKeeper | None = None) -> None:
        """``box_keeper`` has the secrets of dealing boxes; without it no cards can be drawn from one."""
        self.book = book
        self.box_keeper = box_keeper
        self._house = StreamStore(book, HOUSE_RULES, clock)
        self._office = StreamStore(book, OFFICE_RULES, clock)
        self._nights = NightStore(book, self._house, clock, self.box_keeper)
        self._histories: NewestVersions[str] = NewestVersions(HISTORIES_AT_HAND)

    def execute(
        self,
        document: object,
        sender: Sender,
        *,
        night: str | None = None,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Receipt:
        """Carry out a command, given as a JSON document.

        Raises :class:`Refusal` if the document is invalid (not recorded) or the rules refuse it (recorded), and
        :class:`events.records.BookError` if it cannot be stored. With ``expected_version`` it refuses
        (``stale_version``) if the night has moved on since.
        """
        document = as_document(document)
        _check_outside(document)
        if night is None:
            return self._open(document, sender, command_id)
        if night in NOT_NIGHTS:
            raise no_such_night(night)
        try:
            committed = self._nights.execute(
                night, document, sender, command_id=command_id, expected_version=expected_version
            )
        except Refusal as refusal:
            if refusal.version:
                # Use the names of that time, so that a repeated command gets the same answer.
                events = self.events(night).until(refusal.version)
                refusal.names = {
                    event.event.player: event.event.name for event in events if isinstance(event.event, PlayerSeated)
                }
            raise
        return self._answer(committed)

    def execute_for_house(self, document: object, sender: Sender, *, command_id: str | None = None) -> Committed:
        """Carry out a command of the house, given as a JSON document; raises as :meth:`execute` does."""
        return self._house.execute(HOUSE, as_document(document), sender, command_id=command_id)

    def check_may_open(self, document: Document) -> None:
        """Refuse an opening by somebody who is not engaged (``unknown_staff``) or may not open (``not_permitted``)."""
        Context(house=self.house(), document=document, signers=signers_of(document)).check_signers(None)

    def check_for_house(self, document: object) -> None:
        """Raise the :class:`Refusal` with which the house would refuse a command now. Records nothing."""
        document = as_document(document)
        command = read_house_command(without_signers(document))
        decide_for_house(self.house(), command, without_signers(document), signers_of(document))

    def house(self) -> HouseState:
        """The house as on disk."""
        return self._house.at(HOUSE).state

    def office(self) -> Office:
        """What the office adds up, as on disk."""
        return self._office.at(HOUSE).state

    def house_history(self) -> HouseHistory:
        """The house after each of its events on disk."""
        return HouseHistory([recorded.event for recorded in self.book.events(HOUSE)])

    def night(self, night: str) -> Night:
        """The night as on disk; raises :class:`Refusal` (``no_such_night``) if there is none."""
        return self._current(night).state.night

    def at(self, night: str) -> tuple[Night, Head]:
        """The night as on disk, with its head."""
        current = self._current(night)
        return current.state.night, current.head

    def events(self, night: str) -> NightEvents:
        """All events of the night on disk; raises :class:`Refusal` (``no_such_night``) if there is none."""
        return self._current(night).state.events

    def with_events(self, night: str) -> tuple[Night, Head, NightEvents]:
        """The night as on disk, with its head and all of its events."""
        current = self._current(night)
        return current.state.night, current.head, current.state.events

    def history(self, night: str) -> History:
        """The night at each of its events on disk; raises :class:`Refusal` (``no_such_night``) if there is none."""
        events = self.events(night)
        return self._histories.going_on(night, events[-1].hash, lambda known: History.of(events, known))

    def asked(self, night: str, command: str) -> Document:
        """The document of a command in effect, as last corrected; raises :class:`Refusal` for an unknown id."""
        frame = next((frame for frame in self.night(night).frames if frame.command == command), None)
        if frame is None:
            raise Refusal(
                "unknown_command", "This night has no command %(command)s, or it was taken back.", command=command[:64]
            )
        return document_of(frame, {command.id: command.document for command in self.book.commands(night)}.__getitem__)

    def propose(self, night: str, command: str, instead: Document | None) -> Proposed:
        """Work out a correction without recording it; raises :class:`Refusal` as the correction itself would."""
        current = self._current(night)
        documents = {row.id: row.document for row in self.book.commands(night)}
        context = Context(house=self.house(), earlier=documents.__getitem__, replayed=True)
        return proposed(current.state.night, current.state.events, command, instead, context)

    def nights(self) -> list[str]:
        """The ids of all nights in the book."""
        return self.book.nights()

    def _open(self, document: Document, sender: Sender, command_id: str | None) -> Receipt:
        """Open a night; its id is the date and the next number of that date."""
        command = read_command(document)
        if isinstance(command, InvalidCommand) and command.command_type is OpenNight:
            raise command.refusal
        if not isinstance(command, OpenNight):
            raise Refusal("no_such_night", "No night is open. Open a night first.")
        date = command.date

        def named(unit: UnitOfWork) -> str:
            listed = self._house.as_written(unit, HOUSE).state.nights
            ids = (f"{date}-{number}" for number in count(1))
            return next(night for night in ids if night not in listed and not unit.head(night).version)

        return self._answer(self._nights.execute(named, document, sender, command_id=command_id))

    def _answer(self, committed: Committed) -> Receipt:
        """The receipt of an accepted command, also when it is sent again."""
        recorded, events = committed.command, tuple([event.event for event in committed.events])
        last = committed.events[-1].hash if events else self.book.hash_at(recorded.stream, recorded.version_after)
        return Receipt(
            command=recorded.id,
            night=recorded.stream,
            version=recorded.version_after,
            hash=last or "",
            events=events,
            warnings=self._warnings(recorded, events),
        )

    def _warnings(self, recorded: RecordedCommand, events: tuple[Event, ...]) -> tuple[Phrase, ...]:
        seated = [event for event in events if isinstance(event, PlayerSeated)]
        return warnings_of(self.events(recorded.stream).until(recorded.version_after), seated) if seated else ()

    def _current(self, night: str) -> Folded[NightWithEvents]:
        if night in NOT_NIGHTS:
            raise no_such_night(night)
        return self._nights.at(night)
