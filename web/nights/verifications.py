"""Verifications under way: one at a time, on a thread of its own, kind to whoever is at the tables."""

from __future__ import annotations

from contextlib import AbstractContextManager
from logging import Logger
from threading import Lock, Thread

from flask import current_app

from dealer.streams.runtime import now_utc
from dealer.verification.book import WholeBook, verify_whole
from dealer.verification.inspection import Looked
from dealer.verification.night import Verdict, verify
from events.book.book import Book
from events.cache import Cache
from events.frozen import Frozen
from web.app.background_work import Followed, kind_to_others, turn
from web.app.kept import kept_under
from web.app.log import what_broke

KEPT = 32
"""How many nights' last verdicts are kept."""


class Shown(Frozen):
    """How far a verification is: its checks (none before it has begun), and the verdict and its time once it is over.

    ``book`` is what was found of the book as a whole. ``error`` is what kept it from coming to a verdict.
    """

    looked: tuple[Looked, ...] = ()
    verdict: Verdict | None = None
    book: WholeBook | None = None
    at: str = ""
    error: Exception | None = None

    @property
    def sound(self) -> bool:
        """Whether neither the night nor the book has anything wrong."""
        return self.verdict is not None and self.verdict.sound and not (self.book and self.book.findings)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.verdict is not None or self.error is not None


Verification = Followed[Shown]
"""A night's verification."""


class Verifications:
    """The verifications of an application's book. Whoever asks for a night that is being verified follows that one."""

    def __init__(self, log: Logger, turn: AbstractContextManager[object]) -> None:
        self._log = log
        self._turn = turn
        self._lock = Lock()
        self._on: dict[str, Verification] = {}
        self._last: Cache[str, Shown] = Cache(KEPT)

    def begin(self, book: Book, night: str) -> Verification:
        """A night's verification: the one that is on, or else a new one."""
        with self._lock:
            known = self._on.get(night)
            if known:
                return known
            begun = self._on[night] = Verification(Shown())
        Thread(target=self._run, args=(book, night, begun), name=f"verify-{night}", daemon=True).start()
        return begun

    def last(self, night: str) -> Shown | None:
        """How the last verification of a night in this application ended."""
        return self._last.get(night)

    def _run(self, book: Book, night: str, begun: Verification) -> None:
        try:
            with self._turn:
                verdict = verify(book, night, kind_to_others(lambda looked: begun.tell(Shown(looked=tuple(looked)))))
                whole = verify_whole(book)
            end = Shown(looked=verdict.looked, verdict=verdict, book=whole, at=now_utc())
        except Exception as error:  # whoever waits must hear of it, whatever it is
            self._log.error("the verification of %s came to no verdict: %s", night, what_broke(error), exc_info=error)
            end = Shown(error=error, at=now_utc())
        self._last.put(night, end)
        with self._lock:
            del self._on[night]
        begun.tell(end)


def verifications() -> Verifications:
    """The verifications of this application."""
    return kept_under("casekeeper verifications", lambda: Verifications(current_app.logger, turn()))
