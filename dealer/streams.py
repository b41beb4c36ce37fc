"""Streams of a book: commands in, decided by the stream's rules, events out; and their cached states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from os import urandom
from threading import Lock
from time import time_ns
from typing import Any, Generic, TypeGuard, TypeVar

from msgspec.structs import replace

from dealer.commands.commands import Command, Malformed, OpenNight
from dealer.commands.refusal import Refusal, refusal_of
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide, open_night
from dealer.night.evolve import fold
from dealer.night.night import Night
from events.book.book import Book
from events.book.chain import first_link
from events.book.reading import canonical
from events.book.unit_of_work import Writing
from events.book.writer import GROUP_LIMIT
from events.cache import Cache
from events.effective_facts import NightFacts
from events.facts.fact import Fact
from events.frozen import Frozen
from events.records import BookError, Head, Recorded, RecordedCommand, Request

State = TypeVar("State")

OPEN_AT_HAND = 1_024
"""So many open streams are kept at the most, which is more than a house has tables."""

OTHERS_AT_HAND = 32
"""How many closed streams are kept; any other is read again when it is asked for."""


class Folded(Frozen, Generic[State], kw_only=False):
    """The state of a stream as of a head of the book."""

    state: State
    head: Head


class StatesAtHand(Generic[State]):
    """Keeps states by the names of their streams; ``is_open`` says which are open. Safe to use from many threads."""

    def __init__(self, is_open: Callable[[State], bool]) -> None:
        self._is_open = is_open
        self._open: Cache[str, Folded[State]] = Cache(OPEN_AT_HAND)
        self._others: Cache[str, Folded[State]] = Cache(OTHERS_AT_HAND)
        self._making: Cache[str, Lock] = Cache(OPEN_AT_HAND)
        self._keeping = Lock()

    def get(self, stream: str) -> Folded[State] | None:
        """What was last kept of a stream."""
        return self._open.get(stream) or self._others.get(stream)

    def put_newer(self, stream: str, folded: Folded[State]) -> None:
        """Keep this of a stream, unless somebody read on meanwhile."""
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
        """A stream at a head, or at a later one; ``before`` is what was kept when the head was looked for.

        What was kept since is no older than the book was then. ``make`` is given what is known of the stream, and those
        who want the same wait for it.
        """
        known = self.get(stream)
        if _serves(known, head, before):
            return known
        with self._making.get_or_put(stream, Lock):
            known = self.get(stream)
            if _serves(known, head, before):
                return known
            made = make(known)
            with self._keeping:
                if self.get(stream) is known:
                    self._put(stream, made)
        return made

    def _put(self, stream: str, folded: Folded[State]) -> None:
        kept, other = (self._open, self._others) if self._is_open(folded.state) else (self._others, self._open)
        kept.put(stream, folded)
        other.pop(stream)


def _serves(known: Folded[State] | None, head: Head, before: Folded[State] | None) -> TypeGuard[Folded[State]]:
    """Whether what is known is of a head, or of a later one that was committed since it was looked for.

    What is later and was known before is of another book, in the place of which this one was put.
    """
    if known is None:
        return False
    return known.head == head or (known is not before and known.head.version > head.version)


class NightWithFacts(Frozen, kw_only=False):
    """A night and all of the facts that made it."""

    night: Night
    facts: NightFacts


def no_such_night(night: str) -> Refusal:
    """That the book has no such night."""
    return Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])


def _read(document: Document, before: NightWithFacts | None) -> Command:
    """A document as a command; where it does not read, the first reason there is to refuse it, and nothing is kept."""
    command = read_command(document, before.night if before else None)
    if isinstance(command, Malformed):
        if before:
            decide(before.night, command)
        raise command.refusal
    return command


def _decide(before: NightWithFacts | None, command: Command, deciding: Deciding) -> tuple[Fact, ...]:
    if before is None:
        assert isinstance(command, OpenNight)
        return (open_night(command),)
    return decide(before.night, command, deciding.document_of)


def _evolve(before: NightWithFacts | None, facts: Sequence[Recorded]) -> NightWithFacts:
    if before is None:
        return NightWithFacts(fold(facts), NightFacts(facts))
    return NightWithFacts(fold(facts, before.night), before.facts.followed_by(facts))


Document = dict[str, Any]


class Sender(Frozen):
    """Who sends a command, and from which device."""

    who: str
    device: str


class Deciding(Frozen, kw_only=False):
    """What a decider may ask besides its state: when the command came, and what an earlier command said, by its id."""

    at: str
    document_of: Callable[[str], Document]


def _no_such_stream(stream: str) -> Refusal:
    raise LookupError(stream)


class StreamRules(Frozen, Generic[State]):
    """How the commands of a kind of stream make facts, and its facts states.

    ``initial`` is the state before any fact: ``None`` for streams that their first fact opens, of which ``missing``
    is raised where there is none. ``read`` gives a document as a command in a state, and refuses what does not read;
    that is not kept. ``evolve`` gives the state after a
    command's facts, and raises where they leave it unsound. ``compared`` is what must be the same of a command that is
    sent again. ``is_open`` says of which streams the state is kept at hand whatever happens, ``keeps_order`` whether
    no command is earlier than the one before it, though the clock may be set back.
    """

    initial: State | None = None
    missing: Callable[[str], Refusal] = _no_such_stream
    read: Callable[[Document, State | None], Any]
    decide: Callable[[State | None, Any, Deciding], tuple[Fact, ...]]
    evolve: Callable[[State | None, Sequence[Recorded]], State]
    compared: Callable[[Document], object] = canonical
    is_open: Callable[[State], bool] = lambda state: True
    keeps_order: bool = False


class Committed(Frozen, kw_only=False):
    """A command that was accepted, and the facts that it made."""

    command: RecordedCommand
    facts: tuple[Recorded, ...]


def now_utc() -> str:
    """The present as ISO 8601 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_command_id() -> str:
    """An id for a command whose sender gave none.

    It begins with the time: such ids lie side by side in the book's index of them, and what is committed together
    changes fewer pages.
    """
    return f"{time_ns() // 1_000_000:012x}{urandom(10).hex()}"


class Streams(Generic[State]):
    """The streams of a book that have the same rules. Safe to use from many threads; ``clock`` gives the present."""

    def __init__(self, book: Book, rules: StreamRules[State], clock: Callable[[], str] = now_utc) -> None:
        self.book = book
        self.clock = clock
        self._rules = rules
        self._on_disk: StatesAtHand[State] = StatesAtHand(rules.is_open)
        # States that commands of a transaction made which is not on disk yet.
        self._written: Cache[str, Folded[State]] = Cache(GROUP_LIMIT)

    def at(self, stream: str, since: Head | None = None) -> Folded[State]:
        """A stream as it stands on disk; what the rules say is ``missing`` where it has no facts.

        Whoever has just read or made a head of it says so by ``since``: what is at hand of that head or a later one is
        then given without a look at the book.
        """
        at_hand = self._on_disk.get(stream)
        if since and at_hand and at_hand.head.version >= since.version:
            return at_hand
        head = self.book.head(stream)
        if head is None:
            return self._before_any_fact(stream)
        return self._on_disk.at(
            stream, head, at_hand, lambda known: self._folded(stream, head, known, self._read_to(stream, head.version))
        )

    def execute(
        self,
        stream: str | Callable[[Writing], str],
        document: Document | Callable[[State], Document],
        sender: Sender,
        *,
        command_id: str | None = None,
        at: str | None = None,
        expected_version: int | None = None,
    ) -> Committed:
        """Have the writer decide a command on the state as it then stands.

        ``stream`` may be named, and ``document`` made, when its turn has come. Raises :class:`Refusal` where the rules
        refuse it, which is kept, or what it says is no command, which is not; ``stale_version`` where the stream has
        moved on since the sender saw it; and :class:`events.records.BookError` where it cannot be kept.
        """
        ident, at = command_id or new_command_id(), at or self.clock()
        request = _Request(ident, sender, at, expected_version)
        recorded, facts = self.book.write(partial(self._carry_out, stream, document, request))
        if recorded.refused is not None:
            refusal = refusal_of(recorded.refused, recorded.why)
            refusal.version = recorded.version_before
            raise refusal
        if facts is None:
            facts = self.book.facts(recorded.stream, after=recorded.version_before, until=recorded.version_after)
        return Committed(recorded, tuple(facts))

    def _carry_out(
        self,
        named: str | Callable[[Writing], str],
        given: Document | Callable[[State], Document],
        request: _Request,
        writing: Writing,
    ) -> tuple[RecordedCommand, Sequence[Recorded] | None]:
        rules, opens = self._rules, callable(named)
        stream = "" if callable(named) else named
        document = given(self._as_written(writing, stream).state) if callable(given) else given
        asked = request.of(stream, document)
        earlier = writing.command(asked.id, stream)
        if earlier:
            return self._again(earlier, asked), None
        if callable(named):
            asked = replace(asked, stream=named(writing))
            known: Folded[Any] = Folded(None, writing.head(asked.stream))
        else:
            known = self._as_written(writing, stream)
        command = rules.read(document, known.state)
        if request.expected_version not in (None, known.head.version):
            raise Refusal("stale_version", "The table has moved on since this screen last heard of it.")
        at = writing.not_before(asked.stream, asked.at) if rules.keeps_order else asked.at
        if at != asked.at:
            asked = replace(asked, at=at)
        try:
            facts = rules.decide(known.state, command, Deciding(asked.at, partial(_document_of, writing)))
        except Refusal as refusal:
            if opens:
                raise
            return writing.refuse(asked, refusal.code, refusal.recorded), ()
        recorded = writing.accept(asked, facts)
        made = tuple(writing.appended)
        after = Folded(rules.evolve(known.state, made), writing.head(asked.stream))
        self._written.put(asked.stream, after)
        writing.after_commit.append(partial(self._commit, asked.stream, after))
        return recorded, made

    def _commit(self, stream: str, after: Folded[State]) -> None:
        self._on_disk.put_newer(stream, after)
        self._written.pop(stream)

    def _as_written(self, writing: Writing, stream: str) -> Folded[Any]:
        """A stream at the head of the transaction: as remembered, or folded from the book."""
        head = writing.head(stream)
        if head.version == 0:
            return self._before_any_fact(stream)
        for known in (self._written.get(stream), self._on_disk.get(stream)):
            if known and known.head == head:
                return known
        folded = self._folded(stream, head, self._on_disk.get(stream), lambda after: writing.facts(stream, after))
        self._written.put(stream, folded)
        return folded

    def _before_any_fact(self, stream: str) -> Folded[Any]:
        if self._rules.initial is None:
            raise self._rules.missing(stream)
        return Folded(self._rules.initial, Head(version=0, hash=first_link("facts", stream)))

    def _read_to(self, stream: str, version: int) -> Callable[[int], list[Recorded]]:
        return lambda after: self.book.facts(stream, after=after, until=version)

    def _folded(
        self, stream: str, head: Head, known: Folded[State] | None, read: Callable[[int], list[Recorded]]
    ) -> Folded[State]:
        """A stream at a head: what is missing on top of what is known of it, or everything from the first fact.

        The last known fact is read again: a book that was written anew under us is not gone on with.
        """
        if known and 0 < known.head.version < head.version:
            same, *newer = read(known.head.version - 1)
            if same.hash == known.head.hash:
                return Folded(self._rules.evolve(known.state, newer), head)
        return Folded(self._rules.evolve(self._rules.initial, read(0)), head)

    def _again(self, earlier: RecordedCommand, request: Request) -> RecordedCommand:
        """The first answer to a command sent again, if it is the same command."""
        compared = self._rules.compared
        is_elsewhere = request.stream and earlier.stream != request.stream
        if is_elsewhere or compared(earlier.document) != compared(request.document):
            raise Refusal(
                "command_reused", "Another command was sent under this id before; this one was not carried out."
            )
        return earlier


def _document_of(writing: Writing, ident: str) -> Document:
    """What an earlier command said."""
    recorded = writing.command(ident)
    if recorded is None:
        raise LookupError(f"the book has no command {ident}")
    return recorded.document


class _Request(Frozen, kw_only=False):
    """What is known of a command before its turn has come."""

    id: str
    sender: Sender
    at: str
    expected_version: int | None

    def of(self, stream: str, document: Document) -> Request:
        """The request; :class:`Refusal` (``bad_input``) for what no book can keep."""
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
            raise Refusal.told("bad_input", error.why) from None


NIGHT_RULES: StreamRules[NightWithFacts] = StreamRules(
    missing=no_such_night,
    read=_read,
    decide=_decide,
    evolve=_evolve,
    is_open=lambda state: not state.night.closed,
    keeps_order=True,
)
