"""The one writer of a book: a queue of jobs, committed in one transaction as far as they have gathered.

Whoever comes while nobody writes does it themselves, and no thread waits for another; whoever comes meanwhile waits,
and the first of those is next to write, for all who have gathered. A job sees the book as it stands with all
jobs before it. What it appends is held back until it has succeeded; a job that fails leaves nothing. Nobody is answered
before the commit is on disk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import Condition, Lock
from time import monotonic
from typing import Any, TypeVar

import msgspec
from sqlalchemy import BindParameter, Engine, bindparam, func, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from events.book.chain import digest, first_link
from events.book.command_ids import CommandIds
from events.book.fact_types import encode
from events.book.reading import (
    COMMANDS,
    FACTS,
    command_head_of,
    facts_of,
    head_of,
    last_position_of,
    recorded_command,
)
from events.book.statements import KeptConnection, OnDriver, Row, change_mark, insert_rows, rows
from events.book.structure import uniqueness_faults
from events.facts.fact import Fact
from events.records import BookError, CommandHead, Head, Recorded, RecordedCommand, Request, is_before
from events.storage.database_errors import book_error, damaged_structure

T = TypeVar("T")

GROUP_LIMIT = 256
"""How many jobs are committed together at the most."""

KNOWN_LIMIT = 4096
"""Of how many streams the writer remembers the heads."""

STUCK_S = 30.0
"""How long the writer may be at one group of jobs: a lock is waited for for 10 seconds, and a group may wait twice."""

_BEGINS: BindParameter[str] = bindparam("begins")
_NIGHTS_OF = select(func.count()).where(
    FACTS.c.version == 1, func.substr(FACTS.c.night, 1, func.length(_BEGINS)) == _BEGINS
)
_ID = 0
"""The place of a command's id in its row."""
_COMMAND_COLUMNS = tuple(COMMANDS.c.keys())

_encode_document = msgspec.json.Encoder(order="sorted").encode


def canonical(document: dict[str, Any]) -> str:
    """A command's document as canonical JSON: keys sorted, no spaces."""
    return _encode_document(document).decode()


class _OnDisk:
    """What the writer knows of the book as its last transaction left it; ``mark`` says whether it is still so."""

    def __init__(self, connection: OnDriver, mark: int | None) -> None:
        self.mark = mark
        self.position = last_position_of(connection)
        self.heads: dict[str, Head] = {}
        self.command_heads: dict[str, CommandHead] = {}

    def is_so(self, mark: int | None) -> bool:
        """Whether nobody else has written since, and not too much is known."""
        return mark is not None and mark == self.mark and len(self.heads) < KNOWN_LIMIT

    def head(self, connection: OnDriver, stream: str) -> Head:
        """The version and last hash of a stream's facts; version 0 where it has none."""
        known = self.heads.get(stream)
        if known is None:
            known = head_of(connection, stream) or Head(version=0, hash=first_link("facts", stream))
            self.heads[stream] = known
        return known

    def command_head(self, connection: OnDriver, stream: str) -> CommandHead:
        """The same of its commands."""
        known = self.command_heads.get(stream)
        if known is None:
            first = CommandHead(version=0, hash=first_link("commands", stream), at="")
            known = self.command_heads[stream] = command_head_of(connection, stream) or first
        return known

    def commit(self, group: _Group) -> None:
        """Take in what a group has committed."""
        self.position = group.position
        self.heads |= group.heads
        self.command_heads |= group.command_heads


class _Group:
    """What the jobs of one transaction have appended so far, over what the database holds.

    A row has its values in the order of its table's columns. ``inserted`` counts the commands that are in the table.
    """

    def __init__(self, connection: OnDriver, ids: CommandIds, on_disk: _OnDisk) -> None:
        self.connection = connection
        self.ids = ids
        self.on_disk = on_disk
        self.facts: list[Row] = []
        self.commands: list[Row] = []
        self.heads: dict[str, Head] = {}
        self.command_heads: dict[str, CommandHead] = {}
        self.position = on_disk.position
        self.inserted = 0

    def flush(self) -> None:
        """Insert all that was appended since the last time."""
        if self.commands:
            insert_rows(self.connection, COMMANDS, self.commands)
            self.ids.add(row[_ID] for row in self.commands)
            self.inserted += len(self.commands)
        if self.facts:
            insert_rows(self.connection, FACTS, self.facts)
        self.commands, self.facts = [], []


class Writing:
    """One job's view of the book: what stands, and what it wants to append."""

    def __init__(self, group: _Group) -> None:
        self._group = group
        self._facts: list[Row] = []
        self._commands: list[Row] = []
        self._heads: dict[str, Head] = {}
        self._command_heads: dict[str, CommandHead] = {}
        self._position = group.position
        self.after_commit: list[Callable[[], None]] = []
        self.appended: list[Recorded] = []
        """The facts that this job appended, in order: nobody has to read them again once they are on disk."""

    def head(self, stream: str) -> Head:
        """The version and last hash of a stream's facts; version 0 where there is no such stream."""
        known = self._heads.get(stream) or self._group.heads.get(stream)
        return known or self._group.on_disk.head(self._group.connection, stream)

    def command(self, command: str) -> RecordedCommand | None:
        """A command that the book holds already, in this transaction too."""
        for row in (*self._commands, *self._group.commands):
            if row[_ID] == command:
                return _as_recorded(row)
        return self._group.ids.find(self._group.connection, command)

    def facts(self, stream: str, after: int = 0) -> list[Recorded]:
        """A stream's facts above a version, those of the jobs before this one too, but not what this one appended."""
        self._group.flush()
        return facts_of(self._group.connection, stream, after)

    def not_before(self, stream: str, at: str) -> str:
        """The time for a stream's next command: this one, or that of its last command where the clock was set back."""
        last = self._command_head(stream).at
        return last if is_before(at, last) else at

    def nights_of(self, date: str) -> int:
        """How many nights of a date (as it begins their ids) the book holds."""
        begins = date + "-"
        ((stored,),) = rows(self._group.connection, _NIGHTS_OF, {"begins": begins})
        pending = {stream for _, stream, version, *_ in self._group.facts if version == 1}
        return int(stored) + len([night for night in pending if night.startswith(begins)])

    def accept(self, request: Request, facts: Iterable[Fact]) -> RecordedCommand:
        """Append a command's facts and the command itself, each linked to the one before it."""
        facts = tuple(facts)
        head = self.head(request.stream)
        command = self._record(request, head.version, head.version + len(facts), None, None)
        for fact in facts:
            head = self._append(request, command.hash, head, fact)
        self._heads[request.stream] = head
        return command

    def refuse(self, request: Request, code: str, why: str) -> RecordedCommand:
        """Keep a command that the rules refused, with the answer; no fact comes of it."""
        version = self.head(request.stream).version
        return self._record(request, version, version, code, why)

    def keep(self) -> None:
        """Hand what this job appended to its group, to be committed."""
        self._group.facts += self._facts
        self._group.commands += self._commands
        self._group.heads |= self._heads
        self._group.command_heads |= self._command_heads
        self._group.position = self._position

    def _append(self, request: Request, command_hash: str, head: Head, fact: Fact) -> Head:
        self._position += 1
        version, kind = head.version + 1, type(fact).__name__
        row = (
            self._position,
            request.stream,
            version,
            kind,
            fact.schema_version,
            encode(fact),
            request.at,
            request.who,
            request.device,
            request.id,
            command_hash,
            head.hash,
        )
        own = digest(row)
        self._facts.append((*row, own))
        self.appended.append(
            Recorded(
                position=self._position,
                stream=request.stream,
                version=version,
                kind=kind,
                fact=fact,
                at=request.at,
                who=request.who,
                device=request.device,
                command=request.id,
                command_hash=command_hash,
                hash=own,
            )
        )
        return Head(version=version, hash=own)

    def _record(
        self, request: Request, before: int, after: int, refused: str | None, why: str | None
    ) -> RecordedCommand:
        head = self._command_head(request.stream)
        row = (
            request.id,
            request.stream,
            head.version + 1,
            canonical(request.document),
            request.at,
            request.who,
            request.device,
            before,
            after,
            refused,
            why,
            head.hash,
        )
        own = digest(row)
        self._commands.append((*row, own))
        self._command_heads[request.stream] = CommandHead(version=head.version + 1, hash=own, at=request.at)
        return _as_recorded(self._commands[-1])

    def _command_head(self, stream: str) -> CommandHead:
        known = self._command_heads.get(stream) or self._group.command_heads.get(stream)
        return known or self._group.on_disk.command_head(self._group.connection, stream)


def _as_recorded(row: Row) -> RecordedCommand:
    """A row of the commands' table as a record."""
    return recorded_command(dict(zip(_COMMAND_COLUMNS, row, strict=True)))


Job = Callable[[Writing], Any]


class _Waiting:
    """A job, who waits for its answer, and what came of it in a transaction that is not on disk yet."""

    __slots__ = ("_called", "after_commit", "answer", "error", "is_answered", "job")

    def __init__(self, job: Job) -> None:
        self.job = job
        self.answer: Any = None
        self.error: BaseException | None = None
        self.after_commit: list[Callable[[], None]] = []
        self.is_answered = False
        self._called = Lock()
        self._called.acquire()

    def run(self, group: _Group) -> None:
        """Do the job on top of its group; what it raises stops the job, and what the database raises the group."""
        writing = Writing(group)
        self.answer, self.error, self.after_commit = None, None, writing.after_commit
        try:
            self.answer = self.job(writing)
        except SQLAlchemyError:
            raise
        except BaseException as error:  # a job that asks to exit stops itself, not the writer
            self.error = error
        else:
            writing.keep()

    def tell(self) -> None:
        """Have the answer given, now that it is on disk, or what the job raised."""
        if self.error is None:
            for callback in self.after_commit:
                callback()
        self.is_answered = True
        self.call()

    def call(self) -> None:
        """Wake who waits: they have their answer, or it is their turn to write."""
        self._called.release()

    def wait(self) -> None:
        """Wait to be called."""
        self._called.acquire()


class Writer:
    """Alone writes to a book; one caller at a time does its work."""

    def __init__(
        self,
        engine: Engine,
        gate: Any,
        assert_in_place: Callable[[], None] = lambda: None,
        committed: Callable[[int, dict[str, tuple[Head, CommandHead]]], None] = lambda *_: None,
    ) -> None:
        """``assert_in_place`` raises where what is written would not be kept; ``committed`` is told of what is."""
        self._engine = engine
        self._connection = KeptConnection(engine)
        self._in_use = Lock()
        self._gate = gate
        self._assert_in_place = assert_in_place
        self._told = committed
        self._queue: deque[_Waiting] = deque()
        self._door = Condition(Lock())
        self._closed = False
        self._is_writing = False
        self._observers: list[Callable[[Mapping[str, Head]], None]] = []
        self._ids = CommandIds()
        self._on_disk: _OnDisk | None = None
        self._looked_at = False
        self._damage: BookError | None = None
        self._trouble: BookError | None = None
        self._busy_since: float | None = None

    def write(self, job: Callable[[Writing], T]) -> T:
        """Run a job in the next transaction and give its answer once that is on disk.

        A job may be run again where a neighbour spoiled the transaction; nothing is left of the first time.
        Raises what the job raises, and :class:`BookError` where the transaction cannot be committed.
        """
        asked = _Waiting(job)
        with self._door:
            if self._closed:
                raise BookError("book_closed", "The book is closed.")
            self._queue.append(asked)
            waits, self._is_writing = self._is_writing, True
        if waits:
            asked.wait()
        if not asked.is_answered:
            self._write_what_has_gathered()
        if asked.error is not None:
            raise asked.error
        answer: T = asked.answer
        return answer

    def assert_writing(self) -> None:
        """Raise :class:`BookError` where nothing can be written: what the last transaction failed with.

        ``writer_stuck`` where it has been at one group of jobs for longer than a database may take to be had.
        """
        if self._closed:
            raise BookError("book_closed", "The book is closed.")
        since, trouble = self._busy_since, self._trouble
        if since is not None and monotonic() - since > STUCK_S:
            raise BookError("writer_stuck", "What is to be written to the book is not being written.")
        if trouble:
            raise BookError(trouble.code, trouble.why)

    def on_commit(self, told: Callable[[Mapping[str, Head]], None]) -> Callable[[], None]:
        """Have a function told, by whoever writes, the heads of what each transaction moved; gives what ends it."""
        with self._door:
            self._observers = [*self._observers, told]

        def end() -> None:
            with self._door:
                self._observers = [one for one in self._observers if one is not told]

        return end

    def close(self) -> None:
        """Have what is queued written, then stop."""
        with self._door:
            self._closed = True
            self._door.wait_for(lambda: not self._is_writing)
        self._connection.give_back()

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Keep the writer from the database for the length of a block, and the connection for whoever asks for it."""
        with self._in_use:
            self._connection.give_back()
            yield

    def _write_what_has_gathered(self) -> None:
        """Commit a group of those that wait, oneself first, and give the turn to the next of them."""
        with self._door:
            group = [self._queue.popleft() for _ in range(min(len(self._queue), GROUP_LIMIT))]
        self._busy_since = monotonic()
        try:
            self._commit(group)
        finally:
            self._busy_since = None
            for one in group:
                # Where the writing was broken off, as by Ctrl-C, nobody is left waiting.
                if not one.is_answered:
                    one.error = one.error or BookError("book_trouble", "The writing was broken off; send it again.")
                    one.tell()
            with self._door:
                if self._queue:
                    self._queue[0].call()
                else:
                    self._is_writing = False
                    self._door.notify_all()

    def _commit(self, waiting: list[_Waiting]) -> None:
        """Run jobs in one transaction and answer them once it is on disk.

        Where one of them spoils it for all, each is done again by itself; not where the database as a whole is in
        trouble, as by a full disk or a lock.
        """
        moved: Mapping[str, Head] = {}
        try:
            self._assert_in_place()
            self._check_structure()
            with self._in_use, self._gate, self._connection.transaction() as connection:
                group = _Group(connection, self._ids, self._take_on_disk(connection))
                for one in waiting:
                    one.run(group)
                group.flush()
            # What was committed into a file that is gone by now is not acknowledged.
            self._assert_in_place()
            on_disk = self._on_disk = group.on_disk
            on_disk.commit(group)
            self._ids.committed(group.inserted)
            self._told(group.position, {one: (on_disk.heads[one], last) for one, last in group.command_heads.items()})
            moved = group.heads
            self._trouble = None
        except BookError as error:
            self._trouble = error
            for one in waiting:
                one.error = BookError(error.code, error.why)
        except Exception as error:
            if len(waiting) > 1 and not isinstance(error, OperationalError):
                for one in waiting:
                    self._commit([one])
                return
            known = book_error(error) if isinstance(error, SQLAlchemyError) else error
            self._trouble = known if isinstance(known, BookError) else None
            for one in waiting:
                one.error = known
        for one in waiting:
            one.tell()
        for told in self._observers:
            told(moved)

    def _take_on_disk(self, connection: OnDriver) -> _OnDisk:
        """What is known of the book, if nobody else has written; to be put back when the transaction is on disk."""
        known, self._on_disk = self._on_disk, None
        mark = change_mark(connection)
        if known and known.is_so(mark):
            return known
        self._ids.read_on(connection)
        return _OnDisk(connection, mark)

    def _check_structure(self) -> None:
        """Refuse (``book_damaged``) to write where the database does not keep ids and versions unique.

        Looked at once, before the first transaction; a file that is damaged is not written to again.
        """
        if not self._looked_at:
            with self.set_aside(), self._gate, self._engine.begin() as connection:
                faults = uniqueness_faults(connection)
            self._looked_at = True
            if faults:
                self._damage = damaged_structure(faults)
        if self._damage:
            # A new one each time: an exception keeps every frame that it was raised in.
            raise BookError(self._damage.code, self._damage.why)
