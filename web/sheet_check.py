"""The page behind the square code of a sheet: whether that sheet agrees with the book, for whoever holds it.

It tells nothing of the night but that: what it shows is what the sheet itself says. The staff are told what differs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import ceil
from threading import BoundedSemaphore, Lock
from time import monotonic

from flask import Blueprint, Flask, Response, current_app, make_response, render_template, request, url_for

from dealer.refusal import Refusal
from dealer.wording import counted
from reports.agreement import Agreement, Outcome, agreement_with
from reports.seal import ASKED, NotASeal, Seal, read_seal
from web.asking import assistant
from web.guard import open_to_all, signed_in
from web.verifications import kind_to_others, verifications

blueprint = Blueprint("sheet_check", __name__)

MOST_AT_ONCE = 4
"""How many sheets are checked or wait for it at once: each holds a thread, and anybody may ask."""

MOST_WRONG, FOR_S = 20, 600.0
"""How many sheets whose figures alone are wrong are looked at within how long: more would be guessing at results."""

_EXTENSION = "casekeeper sheets"


class Desk:
    """Where sheets are checked: few at a time, and not for strangers when one of them guesses."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._room = BoundedSemaphore(MOST_AT_ONCE)
        self._lock = Lock()
        self._wrong: deque[float] = deque(maxlen=MOST_WRONG)

    def check(self, seal: Seal, *, by_staff: bool) -> Agreement:
        """Hold a seal against the book; :class:`Refusal` (``too_many_sheets``) in a crowd and after many guesses."""
        if not self._room.acquire(blocking=False):
            raise Refusal("too_many_sheets", "Other sheets are being checked; try again in a moment.")
        try:
            if not by_staff:
                self._refuse_guessing()
            with verifications().turn():
                agreement = agreement_with(assistant().book, seal, kind_to_others(lambda _: None))
        finally:
            self._room.release()
        if agreement.outcome is Outcome.OTHER_FIGURES and not by_staff:
            with self._lock:
                self._wrong.append(self._clock())
        return agreement

    def _refuse_guessing(self) -> None:
        with self._lock:
            left = FOR_S - (self._clock() - self._wrong[0]) if len(self._wrong) == MOST_WRONG else 0.0
        if left > 0:
            minutes = counted(ceil(left / 60), "minute")
            raise Refusal("too_many_sheets", f"Too many wrong sheets were asked about; try again in {minutes}.")


def register(app: Flask) -> None:
    """Have a desk for sheets in an application."""
    app.extensions[_EXTENSION] = Desk()


def address() -> str:
    """Where this house checks sheets, as the browser that asks sees it."""
    return url_for("sheet_check.page", _external=True)


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
    desk: Desk = current_app.extensions[_EXTENSION]
    return _page(asked, agreement=desk.check(seal, by_staff=signed_in() is not None))


def _page(asked: str, *, agreement: Agreement | None = None, why: str = "") -> Response:
    return make_response(render_template("sheet.html", asked=asked[:4_000], agreement=agreement, why=why))
