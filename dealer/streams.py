"""Decides commands for the streams of a book, appends their events, and caches the folded states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from os import urandom
from threading import Lock
from time import time_ns
from typing import Any, Generic, TypeGuard, TypeVar

from msgspec.structs import replace

from dealer.commands.commands import BOX, Command, InvalidCommand, OpenNight
from dealer.commands.refusal import Refusal, refusal_of
from dealer.dealing_box import BoxKeeper
from dealer.house.decide import check_invalid, read_house_command
from dealer.house.decide import decide as decide_for_house
from dealer.house.office import Office
from dealer.house.office import evolve as evolve_office
from dealer.house.roles import HOUSE_VERSION, signers_of, without_signers
from dealer.house.state import HouseState, cards_of
from dealer.house.state import assert_sound as assert_house_sound
from dealer.house.state import fold as fold_house
from dealer.night.box_keeping import boxes_after, boxes_before, drawn_from_box, no_house_key, takes_cards
from dealer.night.command_parsing import DRAWN, read_command
from dealer.night.decide import decide, open_night
from dealer.night.evolve import fold
from dealer.night.house import Context, depends_on_house, entries_of
from dealer.night.night import Night
from dealer.rules_version import CURRENT, THE_HOUSE
from events.book.book import Book
from events.book.chain import first_link
from events.book.reading import canonical, document_in
from events.book.unit_of_work import UnitOfWork
from events.book.writer import GROUP_LIMIT
from events.cache import Cache
from events.common.box import OfBox
from events.common.event import Event
from events.common.house import HOUSE, NightListed
from events.common.night import HandBound
from events.effective_events import NightEvents
from events.frozen import Frozen
from events.records import BookError, Head, Recorded, RecordedCommand, Request

State = TypeVar("State")

OPEN_AT_HAND = 1_024
"""The most open streams that are cached; more than a house has tables."""

OTHERS_AT_HAND = 32
"""The most closed streams that are cached. Any other is read from the book on demand."""


class Folded(Frozen, Generic[State], kw_only=False):
    """The state of a stream at a head of the book."""

    state: State
    head: Head


class StatesAtHand(Generic[State]):
    """A cache of folded states by stream; ``is_open`` says which streams are open. Thread-safe."""

    def __init__(self, is_open: Callable[[State], bool]) -> None:
        self._is_open = is_open
        self._open: Cache[str, Folded[State]] = Cache(OPEN_AT_HAND)
        self._others: Cache[str, Folded[State]] = Cache(OTHERS_AT_HAND)
        self._making: Cache[str, Lock] = Cache(OPEN_AT_HAND)
        self._keeping = Lock()

    def get(self, stream: str) -> Folded[State] | None:
        """The cached state of a stream, or ``None``."""
        return self._open.get(stream) or self._others.get(stream)

    def put_newer(self, stream: str, folded: Folded[State]) -> None:
        """Cache a state unless a newer one is cached already."""
        with self._keeping:
            known = self.get(stream)
            if known is None or known.head.version < folded.head.version:
                self._put(stream, folded)

    def at(
        self,
        stream: str,
        head: Head,
        before: Folded[State] | None,
        make: Callable[[Folded[State] | None], Folded[State]],
    ) -> Folded[State]:
        """The state of a stream at ``head`` or later; ``before`` is the state that was cached when the head was read.

        A state that was cached since then is at least as new as the head. ``make`` gets the cached state and folds the
        rest. Threads that want the same stream wait for the first of them.
        """
        known = self.get(stream)
        if _serves(known, head, before):
            return known
        with self._making.get_or_put(stream, Lock):
            known = self.get(stream)
            if _serves(known, head, before):
                return known
            folded = make(known)
            with self._keeping:
                if self.get(stream) is known:
                    self._put(stream, folded)
        return folded

    def _put(self, stream: str, folded: Folded[State]) -> None:
        cache, other = (self._open, self._others) if self._is_open(folded.state) else (self._others, self._open)
        cache.put(stream, folded)
        other.pop(stream)


def _serves(known: Folded[State] | None, head: Head, before: Folded[State] | None) -> TypeGuard[Folded[State]]:
    """Whether a cached state is at ``head``, or at a later head that was committed since ``head`` was read.

    A later state that was cached before belongs to a book that was replaced.
    """
    if known is None:
        return False
    return known.head == head or (known is not before and known.head.version > head.version)


class NightWithEvents(Frozen, kw_only=False):
    """A night and all of its events."""

    night: Night
    events: NightEvents


def no_such_night(night: str) -> Refusal:
    """The refusal for a night that the book does not have."""
    return Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])


def _evolve(before: NightWithEvents | None, events: Sequence[Recorded]) -> NightWithEvents:
    if before is None:
        return NightWithEvents(fold(events), NightEvents(events))
    return NightWithEvents(fold(events, before.night), before.events.followed_by(events))


Document = dict[str, Any]


class Sender(Frozen):
    """The sender of a command and their device."""

    who: str
    device: str


class Deciding(Frozen, kw_only=False):
    """What a decider gets besides the state: the command as sent, its time, and earlier documents by command id.

    ``house`` is the house at that moment with its head, for streams that depend on it.
    """

    at: str
    document: Document
    document_of: Callable[[str], Document]
    house: Folded[HouseState] | None = None


def _no_such_stream(stream: str) -> Refusal:
    raise LookupError(stream)


class StreamRules(Frozen, Generic[State]):
    """The rules of a kind of stream.

    ``initial`` is the state before any event, or ``None`` for streams that their first event opens; ``missing`` makes
    the error for such a stream without events. ``read`` parses a document in a state; a document that it refuses, or
    that ``check`` refuses before it is decided, is not recorded. ``evolve`` gives the state after a command's events
    and raises if they leave it unsound. ``compared`` is the part of a document that must be equal when a command is
    sent again. States of streams that are ``is_open`` stay cached. ``is_stale`` says whether a state has moved on since
    a version that the sender saw. With ``keeps_order`` a command's time is never before the previous one, even if the
    clock was set back.
    """

    initial: State | None = None
    missing: Callable[[str], Refusal] = _no_such_stream
    read: Callable[[Document, State | None], Any]
    check: Callable[[State | None, Any, Deciding], object] = lambda state, command, deciding: None
    decide: Callable[[State | None, Any, Deciding], tuple[Event, ...]]
    evolve: Callable[[State | None, Sequence[Recorded]], State]
    compared: Callable[[Document], object] = canonical
    is_open: Callable[[State], bool] = lambda state: True
    is_stale: Callable[[Folded[Any], int], bool] = lambda known, version: known.head.version != version
    keeps_order: bool = False


class Committed(Frozen, kw_only=False):
    """An accepted command and its events."""

    command: RecordedCommand
    events: tuple[Recorded, ...]


def now_utc() -> str:
    """The current time as ISO 8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_command_id() -> str:
    """An id for a command that was sent without an id.

    It begins with the time: such ids are neighbours in the index, so a group of commands changes fewer pages.
    """
    return f"{time_ns() // 1_000_000:012x}{urandom(10).hex()}"


class StreamStore(Generic[State]):
    """The streams of a book that share the same rules. Thread-safe; ``clock`` returns the current time."""

    def __init__(self, book: Book, rules: StreamRules[State], clock: Callable[[], str] = now_utc) -> None:
        self.book = book
        self.clock = clock
        self._rules = rules
        self._on_disk: StatesAtHand[State] = StatesAtHand(rules.is_open)
        # States after commands of a transaction that is not on disk yet.
        self._written: Cache[str, Folded[State]] = Cache(GROUP_LIMIT)

    def at(self, stream: str) -> Folded[State]:
        """The state of a stream on disk; raises what the rules have for ``missing`` if it has no events."""
        cached = self._on_disk.get(stream)
        head = self.book.head(stream)
        if head is None:
            return self._before_any_event(stream)
        return self._on_disk.at(
            stream, head, cached, lambda known: self._folded(stream, head, known, self._read_to(stream, head.version))
        )

    def execute(
        self,
        stream: str | Callable[[UnitOfWork], str],
        document: Document | Callable[[State], Document],
        sender: Sender,
        *,
        command_id: str | None = None,
        at: str | None = None,
        expected_version: int | None = None,
    ) -> Committed:
        """Decide a command on the writer thread, on the state at that time.

        ``stream`` and ``document`` may be functions, called in that turn. Raises :class:`Refusal` if the rules refuse
        the command (recorded) or it is invalid (not recorded); with ``stale_version`` if the stream is past
        ``expected_version``; and :class:`events.records.BookError` if it cannot be stored.
        """
        ident, at = command_id or new_command_id(), at or self.clock()
        request = _Request(ident, sender, at, expected_version)
        recorded, events = self.book.write(partial(self._carry_out, stream, document, request))
        if recorded.refused is not None:
            refusal = refusal_of(recorded.refused, recorded.why)
            refusal.version = recorded.version_before
            raise refusal
        if events is None:
            events = self.book.events(recorded.stream, after=recorded.version_before, until=recorded.version_after)
        return Committed(recorded, tuple(events))

    def _carry_out(
        self,
        named: str | Callable[[UnitOfWork], str],
        given: Document | Callable[[State], Document],
        request: _Request,
        unit: UnitOfWork,
    ) -> tuple[RecordedCommand, Sequence[Recorded] | None]:
        rules, opens = self._rules, callable(named)
        stream = "" if callable(named) else named
        document = given(self.as_written(unit, stream).state) if callable(given) else given
        row = request.of(stream, document)
        # Decided as it is stored: names of players in another order could give another refusal when it is verified.
        document = document_in(canonical(document))
        earlier = unit.command(row.id, stream)
        if earlier:
            return self._again(earlier, row), None
        if callable(named):
            row = replace(row, stream=named(unit))
            known: Folded[Any] = Folded(None, unit.head(row.stream))
        else:
            known = self.as_written(unit, stream)
        is_stale = request.expected_version is not None and rules.is_stale(known, request.expected_version)
        if not opens:
            row, known = self.ready(unit, row, known, is_stale)
            document = document_in(canonical(row.document))
        command = rules.read(document, known.state)
        at = unit.not_before(row.stream, row.at) if rules.keeps_order else row.at
        if at != row.at:
            row = replace(row, at=at)
        deciding = Deciding(at=row.at, document=document, document_of=partial(_document_of, unit))
        row, deciding = self.prepare(unit, row, command, known.state, deciding)
        rules.check(known.state, command, deciding)
        if is_stale:
            raise _stale()
        try:
            events = rules.decide(known.state, command, deciding)
        except Refusal as refusal:
            if opens:
                raise
            return unit.refuse(row, refusal.code, refusal.recorded), ()
        recorded, appended, after = self.append(unit, row, events, known)
        self.follow(unit, row, known.state, after)
        return recorded, appended

    def append(
        self, unit: UnitOfWork, row: Request, events: Sequence[Event], known: Folded[State]
    ) -> tuple[RecordedCommand, tuple[Recorded, ...], Folded[State]]:
        """Append a command and its events to a stream in the state ``known``; returns them and the state after them."""
        earlier = len(unit.appended)
        recorded = unit.accept(row, events)
        appended = tuple(unit.appended[earlier:])
        after = Folded(self._rules.evolve(known.state, appended), unit.head(row.stream))
        self._written.put(row.stream, after)
        unit.after_commit.append(partial(self._commit, row.stream, after))
        return recorded, appended, after

    def ready(self, unit: UnitOfWork, row: Request, known: Folded[Any], is_stale: bool) -> tuple[Request, Folded[Any]]:
        """The request before it is read, and the state after commands that must come before it."""
        return row, known

    def prepare(
        self, unit: UnitOfWork, row: Request, command: Any, before: State | None, deciding: Deciding
    ) -> tuple[Request, Deciding]:
        """The request as it is stored and what its decider gets; for streams that depend on others."""
        return row, deciding

    def follow(self, unit: UnitOfWork, row: Request, before: State | None, after: Folded[State]) -> None:
        """Append to other streams what follows from an accepted command, in the same transaction."""

    def _commit(self, stream: str, after: Folded[State]) -> None:
        self._on_disk.put_newer(stream, after)
        self._written.pop(stream)

    def as_written(self, unit: UnitOfWork, stream: str) -> Folded[Any]:
        """The state of a stream at the head of the transaction, from the cache or folded from the book."""
        head = unit.head(stream)
        if head.version == 0:
            return self._before_any_event(stream)
        for known in (self._written.get(stream), self._on_disk.get(stream)):
            if known and known.head == head:
                return known
        folded = self._folded(stream, head, self._on_disk.get(stream), lambda after: unit.events(stream, after))
        self._written.put(stream, folded)
        return folded

    def _before_any_event(self, stream: str) -> Folded[Any]:
        if self._rules.initial is None:
            raise self._rules.missing(stream)
        return Folded(self._rules.initial, Head(version=0, hash=first_link("facts", stream)))

    def _read_to(self, stream: str, version: int) -> Callable[[int], list[Recorded]]:
        return lambda after: self.book.events(stream, after=after, until=version)

    def _folded(
        self, stream: str, head: Head, known: Folded[State] | None, read: Callable[[int], list[Recorded]]
    ) -> Folded[State]:
        """Fold a stream up to a head: the missing events on top of the known state, or all of them.

        The last known event is read again. If its hash differs, the book was replaced and the known state is not used.
        """
        if known and 0 < known.head.version < head.version:
            same, *newer = read(known.head.version - 1)
            if same.hash == known.head.hash:
                return Folded(self._rules.evolve(known.state, newer), head)
        return Folded(self._rules.evolve(self._rules.initial, read(0)), head)

    def _again(self, earlier: RecordedCommand, request: Request) -> RecordedCommand:
        """The first answer to a command that was sent again; raises if the document or the stream differs."""
        compared = self._rules.compared
        is_elsewhere = request.stream and earlier.stream != request.stream
        if is_elsewhere or compared(earlier.document) != compared(request.document):
            raise Refusal(
                "command_reused", "A different command was already sent with this id. This one was not carried out."
            )
        return earlier


def _stale() -> Refusal:
    return Refusal("stale_version", "The table has changed since this screen was updated.")


def _document_of(unit: UnitOfWork, ident: str) -> Document:
    recorded = unit.command(ident)
    if recorded is None:
        raise LookupError(f"the book has no command {ident}")
    return recorded.document


class _Request(Frozen, kw_only=False):
    """A command before its turn on the writer thread."""

    id: str
    sender: Sender
    at: str
    expected_version: int | None

    def of(self, stream: str, document: Document) -> Request:
        """The request; raises :class:`Refusal` (``bad_input``) for a document that a book cannot store."""
        try:
            return Request(
                id=self.id,
                stream=stream,
                document=document,
                who=self.sender.who,
                device=self.sender.device,
                at=self.at,
            )
        except BookError as error:
            raise Refusal("bad_input", error.text, **error.named) from None


def _read(document: Document, before: NightWithEvents | None) -> Command:
    """Parse a document; raises :class:`Refusal` (``bad_input``) for one that opens no night and is invalid."""
    command = read_command(document, before.night if before else None)
    if before is None and isinstance(command, InvalidCommand):
        raise command.refusal
    return command


def _check(before: NightWithEvents | None, command: Command, deciding: Deciding) -> None:
    """Refuse an invalid command with the first refusal in the contract's order; nothing is recorded."""
    if before and isinstance(command, InvalidCommand):
        _decide(before, command, deciding)
        raise command.refusal


def _decide(before: NightWithEvents | None, command: Command, deciding: Deciding) -> tuple[Event, ...]:
    house = deciding.house
    context = Context(
        house=house.state if house else None,
        document=deciding.document,
        signers=signers_of(deciding.document),
        earlier=deciding.document_of,
    )
    if before is None:
        assert isinstance(command, OpenNight)
        context.check_signers(None)
        return (open_night(command, CURRENT, *((house.state.settings, house.head) if house else ())),)
    return decide(before.night, command, context)


def _as_sent(document: Document) -> str:
    """A night's document without what the program added to it."""
    return canonical({name: value for name, value in document.items() if name not in (HOUSE_VERSION, DRAWN)})


def _is_stale(known: Folded[NightWithEvents | None], version: int) -> bool:
    """Whether a night has moved on since a version, by more than boxes that went on and phones that opened links."""
    newer = known.state.events[version:] if known.state and 0 < version < known.head.version else ()
    return known.head.version != version and not (
        newer and all(isinstance(row.event, OfBox | HandBound) for row in newer)
    )


NIGHT_RULES: StreamRules[NightWithEvents] = StreamRules(
    missing=no_such_night,
    read=_read,
    check=_check,
    decide=_decide,
    evolve=_evolve,
    compared=_as_sent,
    is_open=lambda state: not state.night.closed,
    is_stale=_is_stale,
    keeps_order=True,
)


def evolve_house(before: HouseState, events: Sequence[Recorded]) -> HouseState:
    """The house after recorded events; its accounts must agree with the cards that changed."""
    happened = [recorded.event for recorded in events]
    after = fold_house(happened, before)
    assert_house_sound(after, {card for event in happened for card in cards_of(event)})
    return after


HOUSE_RULES: StreamRules[HouseState] = StreamRules(
    initial=HouseState(),
    read=lambda document, _: read_house_command(without_signers(document)),
    decide=lambda house, command, deciding: decide_for_house(
        house or HouseState(), command, without_signers(deciding.document), signers_of(deciding.document)
    ),
    check=lambda house, command, deciding: check_invalid(house or HouseState(), command, deciding.document),
    evolve=lambda house, events: evolve_house(house or HouseState(), events),
)


def _read_only(*_: object) -> tuple[Event, ...]:
    raise AssertionError("the office gives no commands")


OFFICE_RULES: StreamRules[Office] = StreamRules(
    initial=Office(), read=_read_only, decide=_read_only, evolve=evolve_office
)
"""The house's stream as the office reads it."""

ENTER_NIGHT = "enter_night"
"""The word of the house's own commands: it lists a night, or enters what a command of a night means for the house."""


class NightStore(StreamStore[NightWithEvents]):
    """The nights of a book. What they mean for the house is appended to its stream in the same transaction.

    So are the commands of the dealing boxes of a night, with the secrets of a ``keeper``.
    """

    def __init__(
        self,
        book: Book,
        house: StreamStore[HouseState],
        clock: Callable[[], str] = now_utc,
        keeper: BoxKeeper | None = None,
    ) -> None:
        super().__init__(book, NIGHT_RULES, clock)
        self._house = house
        self._keeper = keeper

    def ready(
        self, unit: UnitOfWork, row: Request, known: Folded[NightWithEvents], is_stale: bool
    ) -> tuple[Request, Folded[NightWithEvents]]:
        """Fill in the cards that come from a box, and give the commands of boxes that must come before this one."""
        night = known.state.night
        if not night.opened.box or night.closed:
            return row, known
        if takes_cards(night, row.document):
            if self._keeper is None:
                raise no_house_key()
            if is_stale:
                # Nobody else's card is drawn again, whatever the phase is by now.
                raise _stale()
        if self._keeper is None:
            return row, known
        drawn = drawn_from_box(night, row.document, self._keeper)
        row = replace(row, document={**row.document, DRAWN: drawn}) if drawn else row
        before = [*boxes_before(night, row.document, self._keeper)]
        if before and self._is_taken(unit, row, known.state):
            for document in before:
                known = self._of_box(unit, row, document, known)
        return row, known

    def _is_taken(self, unit: UnitOfWork, row: Request, before: NightWithEvents) -> bool:
        """Whether the rules accept a command."""
        house = self._house.as_written(unit, HOUSE) if before.night.opened.rules >= THE_HOUSE else None
        deciding = Deciding(at=row.at, document=row.document, document_of=partial(_document_of, unit), house=house)
        try:
            _decide(before, _read(row.document, before), deciding)
        except Refusal:
            return False
        return True

    def _of_box(
        self, unit: UnitOfWork, row: Request, document: Document, known: Folded[NightWithEvents]
    ) -> Folded[NightWithEvents]:
        """Give a command of the program itself, with which a box goes on."""
        number = len(unit.appended)
        request = replace(
            row, id=f"box {number} of {row.id}", document=document, at=unit.not_before(row.stream, row.at)
        )
        events = decide(known.state.night, read_command(document, known.state.night))
        return self.append(unit, request, events, known)[2]

    def prepare(
        self, unit: UnitOfWork, row: Request, command: Any, before: NightWithEvents | None, deciding: Deciding
    ) -> tuple[Request, Deciding]:
        """List a night before it opens; store the house's version with a command that depends on the house."""
        house = self._house.as_written(unit, HOUSE)
        deciding = replace(deciding, house=house)
        if before is None:
            assert isinstance(command, OpenNight)
            if command.cards == BOX and self._keeper is None:
                raise no_house_key()
            # Refuse before anything is listed.
            _decide(None, command, deciding)
            games = (command.game,) if isinstance(command.game, str) else command.game
            listed = NightListed(night=row.stream, table=command.table, date=command.date, games=games)
            return row, replace(deciding, house=self._enter(unit, row, (listed,), house))
        if before.night.opened.rules < THE_HOUSE:
            return row, replace(deciding, house=None)
        if depends_on_house(before.night, command, house.state):
            row = replace(row, document={**row.document, HOUSE_VERSION: house.head.version})
        return row, deciding

    def follow(
        self, unit: UnitOfWork, row: Request, before: NightWithEvents | None, after: Folded[NightWithEvents]
    ) -> None:
        """Enter in the house what a command of a night means for it, and go on with the night's dealing boxes."""
        if self._keeper:
            for document in boxes_after(after.state.night, self._keeper):
                after = self._of_box(unit, row, document, after)
        if before is None or before.night.opened.rules < THE_HOUSE:
            return
        house = self._house.as_written(unit, HOUSE)
        events = tuple(recorded.event for recorded in after.state.events[len(before.events) :])
        entries = entries_of(house.state, before.night, after.state.night, events, after.head)
        if entries:
            self._enter(unit, row, entries, house)

    def _enter(
        self, unit: UnitOfWork, row: Request, entries: Sequence[Event], house: Folded[HouseState]
    ) -> Folded[HouseState]:
        document = {"do": ENTER_NIGHT, "night": row.stream, "version": unit.head(row.stream).version}
        at = unit.not_before(HOUSE, row.at)
        request = replace(row, id=f"house of {row.id}", stream=HOUSE, document=document, at=at)
        return self._house.append(unit, request, entries, house)[2]
