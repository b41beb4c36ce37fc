"""The dealer's assistant: takes a command in, loads the night, asks the rules, and appends facts to the book.

Nothing is answered before it is on disk. The same command id with the same document gets the first answer again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from threading import Lock
from typing import Generic, NoReturn, TypeVar
from uuid import uuid4

from dealer.amending import Document, document_of
from dealer.command_parsing import read_command
from dealer.commands import Command, Malformed, OpenNight
from dealer.decide import decide, open_night
from dealer.history import History
from dealer.look_alikes import warnings_of
from dealer.night import Night, assert_sound, evolve_all, nights_after, opening
from dealer.proposed import Proposed, proposed
from dealer.refusal import Refusal, refusal_of
from events.book import Book
from events.fact import Fact
from events.night import PlayerSeated
from events.records import BookError, Head, Recorded, RecordedCommand, Request
from events.standing import NightFacts
from events.streams import NOT_NIGHTS
from events.writer import Writing, canonical

T = TypeVar("T")

NIGHTS_AT_HAND = 32
"""How many nights are kept read and folded; any other is read again when it is asked for."""

HISTORIES_AT_HAND = 4
"""How many nights are kept with their state at every fact, for who looks back through them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Who sends a command, and from which device."""

    who: str
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The answer to an accepted command: the night, its version and hash after it, and the facts it made.

    ``warnings`` are sentences about what was done and may have been meant otherwise, as a seat that looks like another.
    """

    command: str
    night: str
    version: int
    hash: str
    facts: tuple[Fact, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Folded:
    """A night as folded up to a head of the book."""

    night: Night
    head: Head


@dataclass(frozen=True, slots=True)
class _Published(_Folded):
    """A night as it stands on disk, with all of its facts."""

    facts: NightFacts


class _AtHand(Generic[T]):
    """What was made of the nights asked for last; what was not asked for in a while is let go."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._nights: OrderedDict[str, T] = OrderedDict()
        self._makers: dict[str, Lock] = {}
        self._lock = Lock()

    def get(self, night: str) -> T | None:
        """What was last kept of a night."""
        with self._lock:
            if night in self._nights:
                self._nights.move_to_end(night)
            return self._nights.get(night)

    def making(self, night: str) -> AbstractContextManager[bool]:
        """Held by who makes something of a night, so that others who want the same wait for it."""
        with self._lock:
            return self._makers.setdefault(night, Lock())

    def keep(self, night: str, made: T) -> None:
        """Keep this of a night in place of what was known of it."""
        with self._lock:
            self._nights[night] = made
            self._nights.move_to_end(night)
            while len(self._nights) > self._most:
                self._nights.popitem(last=False)


def now_utc() -> str:
    """The present as ISO 8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_command_id() -> str:
    """An id for a command whose sender gave none."""
    return uuid4().hex


def fold(facts: Iterable[Recorded], before: Night | None = None) -> Night:
    """The night that facts make, from its opening or on top of an earlier state.

    Raises :class:`LookupError` where there are no facts to fold and nothing to fold them on.
    """
    night = before
    for after in nights_after(facts, before):
        night = after
    if night is None:
        raise LookupError("no facts")
    assert_sound(night)
    return night


def _fold_to(head: Head, known: _Folded | None, read: Callable[[int], list[Recorded]]) -> _Folded:
    """The night at a head: what is missing folded on top of what is known of it, or everything from the first fact."""
    if known and known.head.version < head.version:
        return _Folded(fold(read(known.head.version), known.night), head)
    return _Folded(fold(read(0)), head)


def _published(head: Head, known: _Published | None, read: Callable[[int], list[Recorded]]) -> _Published:
    """The same with its facts; what is known is gone on with where its last fact is still the one on disk."""
    newer = read(known.head.version - 1) if known and known.head.version < head.version else []
    if known and newer and newer[0].hash == known.head.hash:
        return _Published(fold(newer[1:], known.night), head, known.facts.followed_by(newer[1:]))
    facts = NightFacts(read(0))
    return _Published(fold(facts), head, facts)


class Assistant:
    """Carries commands to the rules and facts to the book. Safe to use from many threads."""

    def __init__(self, book: Book, clock: Callable[[], str] = now_utc) -> None:
        self.book = book
        self._clock = clock
        self._working = _AtHand[_Folded](NIGHTS_AT_HAND)
        self._published = _AtHand[_Published](NIGHTS_AT_HAND)
        self._histories = _AtHand[History](HISTORIES_AT_HAND)

    def execute(
        self,
        document: object,
        sender: Sender,
        *,
        night: str | None = None,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Receipt:
        """Carry out one command, given as a JSON document.

        Raises :class:`Refusal` where the rules, the form or the night's state refuse it (nothing of it is recorded
        but, where the rules saw it, the refusal), and :class:`events.records.BookError` where it cannot be kept.
        ``expected_version`` refuses (``stale_version``) where the night has moved on since the sender saw it.
        """
        command = read_command(document)
        if not isinstance(document, dict):
            raise AssertionError("a command that read is an object")
        ident = command_id or new_command_id()
        at = self._clock()

        def request(of: str) -> Request:
            try:
                return Request(id=ident, night=of, document=document, who=sender.who, device=sender.device, at=at)
            except BookError as error:
                raise Refusal.told("bad_input", error.why) from None

        if isinstance(command, OpenNight) and night is None:
            opens = command
            return self._answer(self.book.write(lambda writing: self._open(writing, request, opens)))
        if isinstance(command, Malformed) and command.word == OpenNight.do and night is None:
            raise command.refusal
        if night is None:
            raise Refusal("no_such_night", "No night is open: the first command opens one.")
        if night in NOT_NIGHTS:
            raise _no_such_night(night)
        if isinstance(command, Malformed):
            malformed = command
            return self._answer(self.book.write(lambda writing: self._refuse(writing, night, malformed)))
        asked = request(night)
        return self._answer(self.book.write(lambda writing: self._carry_out(writing, asked, command, expected_version)))

    def night(self, night: str) -> Night:
        """The night as it stands on disk; :class:`Refusal` (``no_such_night``) where there is none."""
        return self._current(night).night

    def at(self, night: str) -> tuple[Night, Head]:
        """The night as it stands on disk, with its version and last hash."""
        current = self._current(night)
        return current.night, current.head

    def facts(self, night: str) -> NightFacts:
        """All facts of the night on disk; :class:`Refusal` (``no_such_night``) where there is none."""
        return self._current(night).facts

    def with_facts(self, night: str) -> tuple[Night, Head, NightFacts]:
        """The night as it stands on disk, with its version and last hash, and all of its facts."""
        current = self._current(night)
        return current.night, current.head, current.facts

    def history(self, night: str) -> History:
        """The night at every one of its facts on disk; :class:`Refusal` (``no_such_night``) where there is none."""
        facts = self.facts(night)
        with self._histories.making(night):
            known = self._histories.get(night)
            if known and known.facts[-1].hash == facts[-1].hash:
                return known
            made = History.of(facts, known)
            self._histories.keep(night, made)
        return made

    def asked(self, night: str, command: str) -> Document:
        """What a command that stands asked, as it was put right last; :class:`Refusal` where none of that id stands."""
        frame = next((one for one in self.night(night).course if one.command == command), None)
        if frame is None:
            raise Refusal("unknown_command", "No command %(command)s stands in this night.", command=command[:64])
        return document_of(frame, {one.id: one.document for one in self.book.commands(night)}.__getitem__)

    def propose(self, night: str, command: str, instead: Document | None) -> Proposed:
        """What would come of putting a command right; nothing is recorded. :class:`Refusal` as if it were given."""
        current = self._current(night)
        documents = {one.id: one.document for one in self.book.commands(night)}
        return proposed(current.night, current.facts, command, instead, documents.__getitem__)

    def nights(self) -> list[str]:
        """The ids of all nights in the book."""
        return self.book.nights()

    def _answer(self, outcome: RecordedCommand | _Done) -> Receipt:
        """The receipt of a command; a refusal, the first time and again, is raised."""
        if isinstance(outcome, _Done):
            recorded, facts, last = outcome.recorded, outcome.facts, outcome.head.hash
        else:
            recorded = outcome
            if recorded.refused is not None:
                raise refusal_of(recorded.refused, recorded.why)
            stored = self.book.facts(recorded.night, after=recorded.version_before, until=recorded.version_after)
            facts = tuple(one.fact for one in stored)
            last = stored[-1].hash if stored else self.book.hash_at(recorded.night, recorded.version_after) or ""
        return Receipt(
            command=recorded.id,
            night=recorded.night,
            version=recorded.version_after,
            hash=last,
            facts=facts,
            warnings=self._warnings(recorded, facts),
        )

    def _warnings(self, recorded: RecordedCommand, facts: tuple[Fact, ...]) -> tuple[str, ...]:
        seated = [one for one in facts if isinstance(one, PlayerSeated)]
        return warnings_of(self.book.facts(recorded.night, until=recorded.version_after), seated) if seated else ()

    def _current(self, night: str) -> _Published:
        head = self._head(night)
        known = self._published.get(night)
        if known and known.head == head:
            return known
        with self._published.making(night):
            known = self._published.get(night)
            if known is None or known.head != head:
                known = _published(head, known, lambda after: self.book.facts(night, after=after, until=head.version))
                self._published.keep(night, known)
        return known

    def _head(self, night: str) -> Head:
        head = self.book.head(night)
        if head is None or night in NOT_NIGHTS:
            raise _no_such_night(night)
        return head

    def _open(self, writing: Writing, request: Callable[[str], Request], command: OpenNight) -> RecordedCommand | _Done:
        first = request("")
        earlier = writing.command(first.id)
        if earlier:
            return _again(earlier, first)
        fact = open_night(command)
        asked = request(f"{command.date}-{writing.nights_of(command.date) + 1}")
        recorded = writing.accept(asked, (fact,))
        self._keep(writing, opening(asked.night, fact, asked.id), asked.night)
        return _Done(recorded, writing.head(asked.night), (fact,))

    def _refuse(self, writing: Writing, night: str, command: Malformed) -> NoReturn:
        """Refuse what does not read, for the first reason in the contract's order; nothing of it is kept."""
        head = writing.head(night)
        if head.version == 0:
            raise _no_such_night(night)
        decide(self._working_night(writing, night, head), command)
        raise AssertionError("a command that does not read was taken")

    def _carry_out(
        self, writing: Writing, asked: Request, command: Command, expected_version: int | None
    ) -> RecordedCommand | _Done:
        earlier = writing.command(asked.id)
        if earlier:
            return _again(earlier, asked)
        head = writing.head(asked.night)
        if head.version == 0:
            raise _no_such_night(asked.night)
        if expected_version is not None and expected_version != head.version:
            raise Refusal("stale_version", "The table has moved on since this screen last heard of it.")
        # A clock that is set back, or looked at earlier and answered later, leaves the night in order.
        asked = replace(asked, at=writing.not_before(asked.night, asked.at))
        before = self._working_night(writing, asked.night, head)
        try:
            facts = decide(before, command, partial(_document_of, writing))
        except Refusal as refusal:
            return writing.refuse(asked, refusal.code, refusal.recorded)
        after = evolve_all(before, asked.id, facts)
        recorded = writing.accept(asked, facts)
        self._keep(writing, after, asked.night)
        return _Done(recorded, writing.head(asked.night), facts)

    def _working_night(self, writing: Writing, night: str, head: Head) -> Night:
        """The night at the head of the transaction: as remembered, or folded again from the book."""
        known = self._working.get(night)
        if known is None or known.head != head:
            known = _fold_to(head, self._published.get(night), lambda after: writing.facts(night, after))
            self._working.keep(night, known)
        return known.night

    def _keep(self, writing: Writing, after: Night, night: str) -> None:
        head = writing.head(night)
        self._working.keep(night, _Folded(after, head))
        made = tuple(writing.appended)

        def publish() -> None:
            known = self._published.get(night)
            if known is None and made[0].version == 1:
                self._published.keep(night, _Published(after, head, NightFacts(made)))
            elif known and known.head.version + len(made) == head.version:
                self._published.keep(night, _Published(after, head, known.facts.followed_by(made)))

        writing.after_commit.append(publish)


@dataclass(frozen=True, slots=True)
class _Done:
    """An accepted command with what it made."""

    recorded: RecordedCommand
    head: Head
    facts: tuple[Fact, ...]


def _document_of(writing: Writing, command: str) -> Document:
    """What a command that the book holds asked."""
    recorded = writing.command(command)
    if recorded is None:
        raise LookupError(f"the book has no command {command}")
    return recorded.document


def _no_such_night(night: str) -> Refusal:
    return Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])


def _again(earlier: RecordedCommand, asked: Request) -> RecordedCommand:
    """The first answer to a command sent again, if it is the same command."""
    if canonical(earlier.document) != canonical(asked.document) or (asked.night and earlier.night != asked.night):
        raise Refusal("command_reused", "Another command was sent under this id before; this one was not carried out.")
    return earlier
