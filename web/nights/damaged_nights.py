"""A night that was tampered with, or damaged: its pages say so, and where to verify it, instead of falling over it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Flask, Response, current_app, request

from dealer.commands.refusal import Refusal
from dealer.verification.book import is_misread
from dealer.verification.inspection import FAILURES
from web.app.authorization import signed_in
from web.app.errors import BOOK_DAMAGED, BOOK_OUT_OF_REACH, answer, unforeseen
from web.app.links import link_named
from web.app.log import what_broke, what_was_asked
from web.app.request_parsing import assistant
from web.nights.verifications import Shown, verifications

RELIED_ON_FOR = timedelta(minutes=1)
"""How long a verification that found nothing is relied on: a fault of the program must not have a night verified anew
for every screen that tries again."""


def register(app: Flask) -> None:
    """Have whatever forged facts can make a page raise answered below."""
    for kind in FAILURES:
        if kind is not Refusal:
            app.register_error_handler(kind, fell_over)


def fell_over(error: Exception) -> Response:
    """A page that fell over its night: the night is verified, and where it is not sound, that is the answer."""
    night = (request.view_args or {}).get("night") or _night_of_link()
    wrong = what_is_wrong(night) if night and request.method == "GET" else ""
    if not wrong:
        return unforeseen(error)
    broke = what_broke(error)
    current_app.logger.error("%s fell over night %s: %s (%s)", what_was_asked(), night, wrong, broke, exc_info=error)
    told = f": {wrong}" if signed_in() else ""
    return answer(BOOK_OUT_OF_REACH, BOOK_DAMAGED, f"Night {night} is damaged, and cannot be shown{told}.")


def _night_of_link() -> str:
    """The night that the link of a request names; nothing where it came by none."""
    link = link_named(request.path, request.args.get("key", ""))
    return link.split()[1] if link else ""


def what_is_wrong(night: str) -> str:
    """What verifying a night finds, or found the last time; nothing where it is sound, or there is no verdict.

    What is found of the book counts where the night, sound by the tables, is read by an index that says otherwise.
    """
    book = assistant().book
    shown = verifications().last(night)
    if shown is None or (not _found(shown) and _is_past(shown)):
        shown = verifications().begin(book, night).wait()
    of_book = shown.book and shown.book.finding
    return _found(shown) or (str(of_book) if of_book and is_misread(book, night) else "")


def _found(shown: Shown) -> str:
    """What is wrong with a night by a verification; nothing where it was the program that failed."""
    return str(shown.verdict.finding or "") if shown.verdict and not shown.verdict.fault else ""


def _is_past(shown: Shown) -> bool:
    """Whether a verification ended too long ago to rely on."""
    return datetime.now(UTC) - datetime.fromisoformat(shown.at) > RELIED_ON_FOR
