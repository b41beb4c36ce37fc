"""Verifications of single nights under way, and the answer for a night that is damaged."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime, timedelta
from logging import Logger
from threading import Lock, Thread

import msgspec
from flask import Flask, Response, current_app, request

from dealer.commands.refusal import Refusal
from dealer.streams import now_utc
from dealer.verification.book import WholeBook, is_misread, verify_whole
from dealer.verification.inspection import FAILURES, Finding, Looked
from dealer.verification.streams import Verdict, verify
from events.book.book import Book
from events.book.shared_values import SharedValues
from events.cache import Cache
from events.frozen import Frozen
from reports.words.game_words import finding_text
from reports.words.language import gettext as _
from web.app.app_cache import kept_under
from web.app.authentication import authentication
from web.app.authorization import signed_in
from web.app.background_work import Followed, kind_to_others, turn
from web.app.errors import BOOK_DAMAGED, BOOK_OUT_OF_REACH, answer, unforeseen
from web.app.links import link_named
from web.app.log import what_broke, what_was_asked
from web.app.request_parsing import service

KEPT = 32
"""How many nights' last verdicts are kept."""

SHARED_S = 86_400.0
"""How long other servers know a verdict."""

_VERDICTS = "verdicts"
_Shared = tuple[Verdict, WholeBook, str]


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
    """The verifications of an application's book. A night is not verified twice at once: all follow the job.

    Several servers may verify a night at once; they share the verdicts.
    """

    def __init__(self, log: Logger, turn: AbstractContextManager[object], shared: SharedValues) -> None:
        self._log = log
        self._turn = turn
        self._shared = shared
        self._lock = Lock()
        self._on: dict[str, Verification] = {}
        self._last: Cache[str, Shown] = Cache(KEPT)

    def begin(self, book: Book, night: str) -> Verification:
        """A night's verification: the running job, or a new job."""
        with self._lock:
            known = self._on.get(night)
            if known:
                return known
            begun = self._on[night] = Verification(Shown())
        Thread(target=self._run, args=(book, night, begun), name=f"verify-{night}", daemon=True).start()
        return begun

    def last(self, night: str) -> Shown | None:
        """How the last verification of a night ended, here or on another server of the book."""
        last, shared = self._last.get(night), self._shared.get(_VERDICTS, night)
        if shared:
            with suppress(msgspec.MsgspecError):
                verdict, book, at = msgspec.json.decode(shared.value, type=_Shared)
                if last is None or last.at < at:
                    return Shown(looked=verdict.looked, verdict=verdict, book=book, at=at)
        return last

    def _run(self, book: Book, night: str, begun: Verification) -> None:
        try:
            with self._turn:
                verdict = verify(book, night, kind_to_others(lambda looked: begun.tell(Shown(looked=tuple(looked)))))
                whole = verify_whole(book)
            end = Shown(looked=verdict.looked, verdict=verdict, book=whole, at=now_utc())
            self._share(night, (verdict, whole, end.at))
        except Exception as error:  # Those who wait must hear of any error.
            self._log.error("the verification of %s came to no verdict: %s", night, what_broke(error), exc_info=error)
            end = Shown(error=error, at=now_utc())
        self._last.put(night, end)
        with self._lock:
            del self._on[night]
        begun.tell(end)

    def _share(self, night: str, verdict: _Shared) -> None:
        # A verdict that quotes forged text may not be text itself.
        with suppress(msgspec.MsgspecError, ValueError, OverflowError):
            if self._shared.reach_others:
                self._shared.put(_VERDICTS, night, msgspec.json.encode(verdict), SHARED_S)


def verifications() -> Verifications:
    """The verifications of this application."""
    return kept_under(
        "casekeeper verifications", lambda: Verifications(current_app.logger, turn(), authentication().shared)
    )


RELIED_ON_FOR = timedelta(minutes=1)
"""How long a verification that found nothing is relied on: a fault of the program must not start a verification
for every screen that tries again."""


def register(app: Flask) -> None:
    """Have whatever forged events can make a page raise answered below."""
    for kind in FAILURES:
        if kind is not Refusal:
            app.register_error_handler(kind, fell_over)


def fell_over(error: Exception) -> Response:
    """A page that fell over its night: the night is verified, and where it is not sound, that is the answer."""
    night = (request.view_args or {}).get("night") or _night_of_link()
    wrong = what_is_wrong(night) if night and request.method == "GET" else None
    if wrong is None:
        return unforeseen(error)
    broke = what_broke(error)
    current_app.logger.error("%s fell over night %s: %s (%s)", what_was_asked(), night, wrong, broke, exc_info=error)
    why = (
        _("Night %(night)s is damaged, and cannot be shown: %(finding)s.", night=night, finding=finding_text(wrong))
        if signed_in()
        else _("Night %(night)s is damaged, and cannot be shown.", night=night)
    )
    return answer(BOOK_OUT_OF_REACH, BOOK_DAMAGED, why)


def _night_of_link() -> str:
    """The night that the link of a request names; nothing where it came by none."""
    link = link_named(request.path, request.args.get("key", ""))
    return link.split()[1] if link else ""


def what_is_wrong(night: str) -> Finding | None:
    """What verifying a night finds, or found the last time; ``None`` where it is sound, or there is no verdict.

    What is found of the book counts where the night, sound by the tables, is read by an index that says otherwise.
    """
    book = service().book
    shown = verifications().last(night)
    if shown is None or (not _found(shown) and _is_past(shown)):
        shown = verifications().begin(book, night).wait()
    of_book = shown.book and shown.book.finding
    return _found(shown) or (of_book if of_book and is_misread(book, night) else None)


def _found(shown: Shown) -> Finding | None:
    """What is wrong with a night by a verification; ``None`` where it was the program that failed."""
    return shown.verdict.finding if shown.verdict and not shown.verdict.fault else None


def _is_past(shown: Shown) -> bool:
    return datetime.now(UTC) - datetime.fromisoformat(shown.at) > RELIED_ON_FOR
