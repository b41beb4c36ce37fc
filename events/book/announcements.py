"""Listens to what other servers append to a PostgreSQL book."""

from __future__ import annotations

from collections.abc import Callable, Collection
from logging import getLogger
from threading import Event, Thread
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from events.book.database import is_pooled
from events.book.tables import CHANNEL
from events.book.writer import Observer

_log = getLogger(__name__)

RECONNECTS_EVERY_S = 0.5

LOOKS_UP_EVERY_S = 0.5
"""How soon a listener that is waiting notices that it should end."""


class Announcements:
    """Tells an observer, on a thread of its own, which streams others have appended to; see :data:`CHANNEL`.

    ``is_own`` says whether a process of the database server is one of this program's writers, which need no telling.
    Behind a pooler, which forwards no announcements, it ends at once: its observer must look by itself.
    """

    def __init__(self, engine: Engine, is_own: Callable[[int], bool], observe: Observer) -> None:
        self._engine = engine
        self._is_own = is_own
        self._observe = observe
        self._ended = Event()
        Thread(target=self._run, name="book-announcements", daemon=True).start()

    def end(self) -> None:
        """Stop listening soon."""
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                raw = self._engine.raw_connection()
                connection: Any = raw.driver_connection
                raw.detach()
                with connection:
                    if is_pooled(connection):
                        return
                    self._listen(connection)
            except (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error) as error:
                _log.debug("announcements are interrupted: %s", error)
                self._ended.wait(RECONNECTS_EVERY_S)

    def _listen(self, connection: Any) -> None:
        connection.rollback()
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        # Something may have been missed.
        self._tell(None)
        while not self._ended.is_set():
            for notice in connection.notifies(timeout=LOOKS_UP_EVERY_S):
                if not self._is_own(notice.pid):
                    self._tell(notice.payload.split() or None)

    def _tell(self, streams: Collection[str] | None) -> None:
        try:
            self._observe(streams)
        except Exception:
            _log.exception("a listener to other servers failed")
