"""The dealer's assistant: opens nights, has commands carried out in them, and gives the receipts."""

from __future__ import annotations

from collections.abc import Callable

from dealer.commands.commands import Malformed, OpenNight
from dealer.commands.refusal import Refusal
from dealer.night.amending import Document, document_of
from dealer.night.command_parsing import as_document, read_command
from dealer.night.history import History
from dealer.night.night import Night
from dealer.night.similar_names import warnings_of
from dealer.streams import NIGHT_RULES, Committed, Folded, NightWithFacts, Sender, Streams, no_such_night, now_utc
from dealer.what_if import Proposed, proposed
from events.book.book import NOT_NIGHTS, Book
from events.book.unit_of_work import Writing
from events.cache import NewestVersions
from events.effective_facts import NightFacts
from events.facts.fact import Fact
from events.facts.night import PlayerSeated
from events.frozen import Frozen
from events.records import Head, RecordedCommand

HISTORIES_AT_HAND = 4
"""How many nights are kept with their state at every fact, for who looks back through them."""


class Receipt(Frozen):
    """The answer to an accepted command: the night, its version and hash after it, and the facts it made.

    ``warnings`` are sentences about what was done and may have been meant otherwise, as a seat that looks like another.
    """

    command: str
    night: str
    version: int
    hash: str
    facts: tuple[Fact, ...]
    warnings: tuple[str, ...] = ()

    @property
    def head(self) -> Head:
        """The night's head after it."""
        return Head(version=self.version, hash=self.hash)


class Assistant:
    """Carries commands to the rules and facts to the book. Safe to use from many threads."""

    def __init__(self, book: Book, clock: Callable[[], str] = now_utc) -> None:
        self.book = book
        self._nights = Streams(book, NIGHT_RULES, clock)
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
        """Carry out one command, given as a JSON document.

        Raises :class:`Refusal` where the rules, the form or the night's state refuse it (nothing of it is recorded
        but, where the rules saw it, the refusal), and :class:`events.records.BookError` where it cannot be kept.
        ``expected_version`` refuses (``stale_version``) where the night has moved on since the sender saw it.
        """
        document = as_document(document)
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
                # As they were then: the same command sent again has the same answer.
                facts = self.facts(night).until(refusal.version)
                refusal.names = {
                    fact.fact.player: fact.fact.name for fact in facts if isinstance(fact.fact, PlayerSeated)
                }
            raise
        return self._answer(committed)

    def night(self, night: str) -> Night:
        """The night as it stands on disk; :class:`Refusal` (``no_such_night``) where there is none."""
        return self._current(night).state.night

    def at(self, night: str) -> tuple[Night, Head]:
        """The night as it stands on disk, with its version and last hash."""
        current = self._current(night)
        return current.state.night, current.head

    def facts(self, night: str) -> NightFacts:
        """All facts of the night on disk; :class:`Refusal` (``no_such_night``) where there is none."""
        return self._current(night).state.facts

    def with_facts(self, night: str, since: Head | None = None) -> tuple[Night, Head, NightFacts]:
        """The night as it stands on disk, with its version and last hash, and all of its facts.

        The book is not asked where the night is at hand ``since`` a head that was read or made just now.
        """
        current = self._current(night, since)
        return current.state.night, current.head, current.state.facts

    def history(self, night: str) -> History:
        """The night at every one of its facts on disk; :class:`Refusal` (``no_such_night``) where there is none."""
        facts = self.facts(night)
        return self._histories.going_on(night, facts[-1].hash, lambda known: History.of(facts, known))

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
        return proposed(current.state.night, current.state.facts, command, instead, documents.__getitem__)

    def nights(self) -> list[str]:
        """The ids of all nights in the book."""
        return self.book.nights()

    def _open(self, document: Document, sender: Sender, command_id: str | None) -> Receipt:
        """Open a night, of which the book's writer says how many its date has had."""
        command = read_command(document)
        if isinstance(command, Malformed) and command.asked is OpenNight:
            raise command.refusal
        if not isinstance(command, OpenNight):
            raise Refusal("no_such_night", "No night is open: the first command opens one.")
        date = command.date

        def named(writing: Writing) -> str:
            return f"{date}-{writing.nights_of(date) + 1}"

        return self._answer(self._nights.execute(named, document, sender, command_id=command_id))

    def _answer(self, committed: Committed) -> Receipt:
        """The receipt of an accepted command, the first time and again."""
        recorded, facts = committed.command, tuple([fact.fact for fact in committed.facts])
        last = committed.facts[-1].hash if facts else self.book.hash_at(recorded.stream, recorded.version_after)
        return Receipt(
            command=recorded.id,
            night=recorded.stream,
            version=recorded.version_after,
            hash=last or "",
            facts=facts,
            warnings=self._warnings(recorded, facts),
        )

    def _warnings(self, recorded: RecordedCommand, facts: tuple[Fact, ...]) -> tuple[str, ...]:
        seated = [fact for fact in facts if isinstance(fact, PlayerSeated)]
        return warnings_of(self.facts(recorded.stream).until(recorded.version_after), seated) if seated else ()

    def _current(self, night: str, since: Head | None = None) -> Folded[NightWithFacts]:
        if night in NOT_NIGHTS:
            raise no_such_night(night)
        return self._nights.at(night, since)
