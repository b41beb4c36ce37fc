"""The page behind the square code of a sheet: whether that sheet agrees with the book, for whoever holds it.

It tells nothing of the night but that: what it shows is what the sheet itself says. The staff are told what differs.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from threading import BoundedSemaphore, Lock
from time import monotonic

from flask import Blueprint, Response, make_response, render_template, request

from dealer.commands.phrases import counted
from dealer.commands.refusal import Refusal
from reports.pdf.seal import ASKED, NotASeal, Seal, read_seal
from reports.sheets.agreement import Agreement, Outcome, agreement_with, is_in_book, not_in_book
from web.app.authorization import open_to_all, signed_in
from web.app.background_work import kind_to_others, turn
from web.app.kept import kept_under
from web.app.request_parsing import assistant

blueprint = Blueprint("sheet_check", __name__)

MOST_AT_ONCE = 4
"""How many sheets are checked or wait for it at once: each holds a thread, and anybody may ask."""

MOST_WRONG, FOR_S = 20, 600.0
"""How many sheets of one hash whose figures are wrong are looked at within how long: more would be guessing."""

_Hash = tuple[str, int, str]


class Desk:
    """Where sheets are checked: few at a time, and for strangers none of a hash with which one of them guesses.

    Who guesses has a true hash; they keep nobody from checking the sheets of another.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._room = BoundedSemaphore(MOST_AT_ONCE)
        self._lock = Lock()
        self._wrong: dict[_Hash, list[float]] = {}

    def check(self, seal: Seal, *, by_staff: bool) -> Agreement:
        """Hold a seal against the book; :class:`Refusal` (``too_many_sheets``) in a crowd and after many guesses."""
        if not by_staff and not is_in_book(assistant().book, seal):
            return not_in_book(seal)
        if not self._room.acquire(blocking=False):
            raise Refusal("too_many_sheets", "Other sheets are being checked; try again in a moment.")
        try:
            if not by_staff:
                self._refuse_guessing(_hash_of(seal))
            with turn():
                agreement = agreement_with(assistant().book, seal, kind_to_others(lambda _: None))
        finally:
            self._room.release()
        if agreement.outcome is Outcome.OTHER_FIGURES and not by_staff:
            self._note_wrong(_hash_of(seal))
        return agreement

    def _note_wrong(self, guessed: _Hash) -> None:
        now = self._clock()
        with self._lock:
            self._wrong.setdefault(guessed, []).append(now)
            for one, times in list(self._wrong.items()):
                self._wrong[one] = [at for at in times if now - at < FOR_S][-MOST_WRONG:]
                if not self._wrong[one]:
                    del self._wrong[one]

    def _refuse_guessing(self, guessed: _Hash) -> None:
        with self._lock:
            times = self._wrong.get(guessed, [])
            left = FOR_S - (self._clock() - times[0]) if len(times) == MOST_WRONG else 0.0
        if left > 0:
            minutes = counted(ceil(left / 60), "minute")
            raise Refusal(
                "too_many_sheets", "Too many wrong sheets were asked about; try again in %(minutes)s.", minutes=minutes
            )


def _hash_of(seal: Seal) -> _Hash:
    return seal.night, seal.version, seal.head


@blueprint.get("/sheet")
@open_to_all
def page() -> Response:
    """Whether the sheet whose seal is asked for agrees with the book; without one, a form for it."""
    asked = request.args.get(ASKED, "")
    if not asked.strip():
        return _page(asked)
    try:
        seal = read_seal(asked)
    except NotASeal as error:
        response = _page(asked, why=f"This is no seal of a sheet. {error}")
        response.status_code = 400
        return response
    desk = kept_under("casekeeper sheets", Desk)
    return _page(asked, agreement=desk.check(seal, by_staff=signed_in() is not None))


def _page(asked: str, *, agreement: Agreement | None = None, why: str = "") -> Response:
    return make_response(render_template("sheet.html", asked=asked[:4_000], agreement=agreement, why=why))
