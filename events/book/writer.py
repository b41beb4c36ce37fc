"""The single writer of a book: a queue of jobs that are committed in groups."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from logging import getLogger
from threading import Condition, Lock
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from events.book.database import book_error, damaged_structure, is_disconnected, is_outdated
from events.book.tables import uniqueness_faults
from events.book.unit_of_work import CommandIds, Group, OnDisk, UnitOfWork
from events.records import BookError, CommandHead, Head

T = TypeVar("T")

_log = getLogger(__name__)

GROUP_LIMIT = 256
"""The most jobs in a transaction."""

RECONNECTS_FOR_S = 5.0
"""How long a group waits for a PostgreSQL server that restarts, or for another one to take its place."""

RECONNECTS_EVERY_S = 0.1

DECISIONS = 3
"""How often a group is decided at most if other writers do not wait for their turn."""

STUCK_S = 30.0
"""When the writer counts as stuck: waiting for a lock takes up to 10 seconds, and a group may wait twice."""

_LASTING = frozenset({"book_damaged", "book_full", "book_owned", "book_replaced", "book_short", "book_unwritable"})
"""The codes of troubles that last until somebody does something about them."""

_MAY_HAVE_PASSED = frozenset({"book_unreadable", "book_short"})
"""The codes of troubles that end without a command: the database is back."""

Job = Callable[[UnitOfWork], Any]

Observer = Callable[[Collection[str] | None], object]
"""Called with the streams that have new events; ``None`` if it is not known which."""


class _Waiting:
    """A job, the thread that waits for it, and its result in a transaction that is not on disk yet."""

    __slots__ = ("_called", "after_commit", "answer", "error", "is_answered", "job")

    def __init__(self, job: Job) -> None:
        self.job = job
        self.answer: Any = None
        self.error: BaseException | None = None
        self.after_commit: list[Callable[[], None]] = []
        self.is_answered = False
        self._called = Lock()
        self._called.acquire()

    def run(self, group: Group) -> None:
        """Run the job on top of its group; its own exceptions stop the job, database errors stop the group."""
        writing = UnitOfWork(group)
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
        """Give the answer, or the job's exception, now that the transaction is on disk."""
        if self.error is None:
            for callback in self.after_commit:
                _call_back(callback)
        self.is_answered = True
        self.call()

    def call(self) -> None:
        """Wake the waiting thread: its answer is there, or it is its turn to write."""
        self._called.release()

    def wait(self) -> None:
        """Wait for :meth:`call`."""
        self._called.acquire()


def _call_back(callback: Callable[[], object]) -> None:
    """Call an observer; its exceptions are logged and affect nobody."""
    try:
        callback()
    except Exception:
        _log.exception("committed data is on disk, but a listener failed")


class Writer:
    """Writes to a book; one calling thread at a time does the work."""

    def __init__(
        self,
        engine: Engine,
        gate: Any,
        assert_in_place: Callable[[], None] = lambda: None,
        committed: Callable[[int, dict[str, tuple[Head, CommandHead]]], None] = lambda *_: None,
        begin_session: Callable[[Connection], None] = lambda _: None,
    ) -> None:
        """``assert_in_place`` raises if writes would be lost; ``committed`` is called with what was committed.

        ``begin_session`` is called in the first transaction of each connection, and raises if it may not be used.
        """
        self._engine = engine
        self._in_use = Lock()
        self._gate = gate
        self._assert_in_place = assert_in_place
        self._told = committed
        self._begin_session = begin_session
        self._queue: deque[_Waiting] = deque()
        self._door = Lock()
        self._idle = Condition(self._door)
        self._closed = False
        self._observers: list[Observer] = []
        self._ids = CommandIds()
        self._on_disk: OnDisk | None = None
        self._session: object = None
        self._looked_at = False
        self._damage: BookError | None = None
        self._trouble: BookError | None = None
        # When the current turn to write began; ``None`` between turns.
        self._busy_since: float | None = None

    def write(self, job: Callable[[UnitOfWork], T]) -> T:
        """Run a job in the next transaction and return its answer once it is on disk.

        A job may be run again if another job of its group fails, another server is quicker, or the connection is lost;
        the first run leaves nothing behind, or finds its command by the id. Raises what the job raises, and
        :class:`BookError` if the transaction cannot be committed.
        """
        waiting = _Waiting(job)
        with self._door:
            if self._closed:
                raise BookError("book_closed", "The book is closed.")
            self._queue.append(waiting)
            waits = self._busy_since is not None
            self._busy_since = self._busy_since or monotonic()
        if waits:
            waiting.wait()
        if not waiting.is_answered:
            self._write_what_has_gathered()
        if waiting.error is not None:
            raise waiting.error
        answer: T = waiting.answer
        return answer

    @property
    def lasting_trouble(self) -> BookError | None:
        """Why nothing can be recorded until somebody does something; ``None`` if nothing is known to be wrong."""
        trouble = self._damage or self._trouble
        return trouble if trouble and trouble.code in _LASTING else None

    def assert_writing(self) -> None:
        """Raise :class:`BookError` if writing is impossible, with the error of the last transaction.

        If a database was out of reach, or had gone back to an earlier state, it is tried again.
        The code is ``writer_stuck`` if a group has been running for longer than the database may take.
        """
        if self._closed:
            raise BookError("book_closed", "The book is closed.")
        since, trouble = self._busy_since, self._trouble
        if since is not None and monotonic() - since > STUCK_S:
            raise BookError("writer_stuck", "The book's writer has stopped.")
        if trouble and trouble.code in _MAY_HAVE_PASSED:
            # A balancer sends nothing to a server that is in trouble, so that no command would end it.
            self.write(lambda _: None)
        elif trouble:
            raise trouble.again()

    def on_commit(self, new_observer: Observer) -> Callable[[], None]:
        """Call a function with the changed streams after each transaction, on its thread; returns how to stop it."""
        with self._door:
            self._observers = [*self._observers, new_observer]

        def end() -> None:
            with self._door:
                self._observers = [observer for observer in self._observers if observer is not new_observer]

        return end

    def close(self) -> None:
        """Write what is queued, then stop."""
        with self._door:
            self._closed = True
            self._idle.wait_for(lambda: self._busy_since is None)

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Suspend the writer for the block, and leave its connection to the caller."""
        with self._in_use:
            yield

    def _write_what_has_gathered(self) -> None:
        """Commit a group of waiting jobs, including this thread's own, and pass the turn on."""
        group: list[_Waiting] = []
        try:
            with self._door:
                while self._queue and len(group) < GROUP_LIMIT:
                    group.append(self._queue.popleft())
            self._commit(group)
        finally:
            for waiting in group:
                # If writing is interrupted, for example by Ctrl-C, no thread must be left waiting.
                if not waiting.is_answered:
                    waiting.error = waiting.error or BookError(
                        "book_trouble", "Writing was interrupted. Send it again."
                    )
                    waiting.tell()
            with self._door:
                self._busy_since = monotonic() if self._queue else None
                if self._queue:
                    self._queue[0].call()
                else:
                    if self._closed:
                        self._idle.notify_all()

    def _commit(self, waiting: list[_Waiting]) -> None:
        """Run jobs in one transaction and answer them once it is on disk.

        If another server was quicker, or the connection was lost, they are run again. If a job spoils the transaction,
        each job is run again alone, unless the database itself is in trouble, such as a full disk or a lock.
        """
        moved: Collection[str] = ()
        try:
            moved = self._attempt_until_current(waiting)
            self._trouble = None
        except BookError as error:
            self._fail(waiting, error)
        except Exception as error:
            if len(waiting) > 1 and not isinstance(error, OperationalError):
                for job in waiting:
                    self._commit([job])
                return
            self._fail(waiting, book_error(error) if isinstance(error, SQLAlchemyError) else error)
        for job in waiting:
            job.tell()
        for observer in self._observers:
            _call_back(partial(observer, moved))

    def _attempt_until_current(self, waiting: list[_Waiting]) -> Collection[str]:
        """Run jobs in one transaction, again if another server was quicker or the connection was lost.

        Nothing waits for a database that did not come back in time before.
        """
        give_up, decided = monotonic() + (0.0 if self._trouble else RECONNECTS_FOR_S), 1
        while True:
            try:
                return self._attempt(waiting)
            except SQLAlchemyError as error:
                if is_outdated(error) and decided < DECISIONS:
                    decided += 1
                elif is_disconnected(error) and monotonic() < give_up:
                    self._engine.dispose()
                    sleep(RECONNECTS_EVERY_S)
                else:
                    raise

    def _attempt(self, waiting: list[_Waiting]) -> Collection[str]:
        """Run jobs in one transaction; returns the streams that it appended to, on disk."""
        self._assert_in_place()
        self._check_structure()
        with self._in_use, self._gate, self._engine.begin() as connection:
            session = connection.connection.driver_connection
            if session is not self._session:
                self._begin_session(connection)
                self._session = session
            group = Group(connection, self._ids, self._take_on_disk(connection))
            for job in waiting:
                job.run(group)
            group.flush()
            position = group.position
        # A commit to a file that is gone by now is not acknowledged.
        self._assert_in_place()
        on_disk = self._on_disk = group.on_disk
        on_disk.commit(group)
        self._ids.committed(group.inserted)
        self._told(position, {stream: (on_disk.heads[stream], last) for stream, last in group.command_heads.items()})
        return group.heads

    def _fail(self, waiting: Sequence[_Waiting], error: Exception) -> None:
        """Log why a transaction failed, and give the error to the waiting threads."""
        self._trouble = error.again() if isinstance(error, BookError) else None
        for job in waiting:
            # A new exception each time, as an exception keeps every frame it was raised in.
            job.error = error.again() if isinstance(error, BookError) else error

    def _take_on_disk(self, connection: Connection) -> OnDisk:
        """Take the known state of the book if nobody else has written; it is put back after the commit."""
        known, self._on_disk = self._on_disk, None
        mark = change_mark(connection)
        if known and known.is_so(mark):
            return known
        self._ids.read_on(connection)
        return OnDisk(mark)

    def _check_structure(self) -> None:
        """Refuse (``book_damaged``) to write if the database does not keep ids and versions unique.

        Checked once, before the first transaction. A damaged file is never written to.
        """
        if not self._looked_at:
            with self.set_aside(), self._gate, self._engine.begin() as connection:
                faults = uniqueness_faults(connection)
            self._looked_at = True
            if faults:
                self._damage = damaged_structure(faults)
        if self._damage:
            # A new exception each time, as an exception keeps every frame it was raised in.
            raise self._damage.again()


def change_mark(connection: Connection) -> int | None:
    """A number that changes when somebody else commits; ``None`` if the database has none.

    See https://www.sqlite.org/pragma.html#pragma_data_version.
    """
    if connection.dialect.name != "sqlite":
        return None
    mark: int = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
    return mark
