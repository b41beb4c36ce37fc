"""Keepers of streams that are no nights: commands in, facts to the same book as the nights, by the same writer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from dealer.assistant import Sender, new_command_id, now_utc
from dealer.refusal import Refusal, refusal_of
from events.book import Book
from events.fact import Fact
from events.records import BookError, Head, Recorded, RecordedCommand, Request
from events.writer import Writing

State = TypeVar("State")
Document = dict[str, Any]

_NO_FACTS = Head(version=0, hash="")


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamRules(Generic[State]):
    """What a stream holds: its name, its state before any fact, and how commands make facts and facts make states.

    ``read`` refuses a document that is no command; ``compared`` is what must be the same of one that is sent again.
    """

    stream: str
    empty: State
    read: Callable[[Document], Any]
    decide: Callable[[State, Any, str], tuple[Fact, ...]]
    evolve: Callable[[State, Recorded], State]
    compared: Callable[[Document], Document] = dict


@dataclass(frozen=True, slots=True)
class _Folded(Generic[State]):
    state: State
    head: Head


class StreamKeeper(Generic[State]):
    """Keeps a stream in the book. Safe to use from many threads; ``clock`` gives the present, ISO 8601 in UTC."""

    def __init__(self, book: Book, rules: StreamRules[State], clock: Callable[[], str] = now_utc) -> None:
        self._book = book
        self._rules = rules
        self._known = _Folded(rules.empty, _NO_FACTS)
        self.clock = clock

    def state(self) -> State:
        """What the stream holds as it stands on disk."""
        stream = self._rules.stream
        head = self._book.head(stream) or _NO_FACTS
        known = self._known
        if known.head != head:
            facts = self._book.facts(stream, after=known.head.version, until=head.version)
            known = self._known = _Folded(self._fold(facts, known.state), head)
        return known.state

    def write(
        self,
        document: Callable[[State], Document],
        sender: Sender,
        command_id: str | None = None,
        *,
        at: str | None = None,
    ) -> RecordedCommand:
        """Have the writer decide a command on the state as it then stands; a refusal, kept too, is raised.

        One that ``document`` raises is not kept. The command's time is ``at``, or now.
        """
        ident, at = command_id or new_command_id(), at or self.clock()
        recorded = self._book.write(lambda writing: self._decide(writing, document, sender, ident, at))
        if recorded.refused is not None:
            raise refusal_of(recorded.refused, recorded.why)
        return recorded

    def _decide(
        self, writing: Writing, document: Callable[[State], Document], sender: Sender, ident: str, at: str
    ) -> RecordedCommand:
        known = self._known
        state = self._fold(writing.facts(self._rules.stream, known.head.version), known.state)
        asked = self._request(document(state), sender, ident, at)
        command = self._rules.read(asked.document)
        earlier = writing.command(asked.id)
        if earlier:
            return self._again(earlier, asked)
        try:
            facts = self._rules.decide(state, command, at)
        except Refusal as refusal:
            return writing.refuse(asked, refusal.code, refusal.recorded)
        return writing.accept(asked, facts)

    def _fold(self, facts: Iterable[Recorded], state: State) -> State:
        for one in facts:
            state = self._rules.evolve(state, one)
        return state

    def _request(self, document: Document, sender: Sender, ident: str, at: str) -> Request:
        try:
            return Request(
                id=ident, night=self._rules.stream, document=document, who=sender.who, device=sender.device, at=at
            )
        except BookError as error:
            raise Refusal.told("bad_input", error.why) from None

    def _again(self, earlier: RecordedCommand, asked: Request) -> RecordedCommand:
        """The first answer to a command sent again."""
        compared = self._rules.compared
        if earlier.night != asked.night or compared(earlier.document) != compared(asked.document):
            raise Refusal(
                "command_reused", "Another command was sent under this id before; this one was not carried out."
            )
        return earlier
