"""The page that verifies a night: begun by a button, followed check by check, and the verdict at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Phrase, Refusal, printable
from dealer.verification.inspection import FAILURES
from dealer.verification.streams import CHECKS
from events.book.reading import NOT_NIGHTS
from events.records import BookError
from ledger.export import FORMATS
from reports.rulebooks import capital
from reports.words import language as words
from reports.words.game_words import phrase_text, refusal_text
from reports.words.language import gettext as _
from reports.words.language import written_in
from web.app.request_parsing import service
from web.audit.pages import PAGES, Frame, frame_of
from web.live.answer import MEDIA_TYPE, told
from web.live.channels import part_of
from web.nights.verifications import Shown, verifications
from web.time_travel import steps_of

blueprint = Blueprint("verify_page", __name__)

TOLD_EVERY_S = 0.1
_UNBROKEN = "\N{NO-BREAK SPACE}"
"""Between a number and its unit in some languages; it counts as unprintable."""


@blueprint.get("/nights/<night>/verify")
def page(night: str) -> Response:
    """What is checked, and how the last verification in this house ended."""
    shown = verifications().last(night)
    return make_response(
        render_template(
            "audit/verify.html",
            night=night,
            frame=_frame(night),
            pages=PAGES,
            formats=[replace(export, says=_(export.says)) for export in FORMATS.values()],
            **_outcome(night, shown),
        )
    )


@blueprint.post("/nights/<night>/verify")
def verify(night: str) -> AnyResponse:
    """Verify a night: told while it goes on to a page that asks for a stream, at the end to any other."""
    _events(night)
    begun = verifications().begin(service().book, night)
    if request.accept_mimetypes.best == MEDIA_TYPE:
        # The parts are made after the request, which was answered in this style.
        style = words.style()

        def parts() -> Iterator[str]:
            for shown in begun.follow(TOLD_EVERY_S):
                with written_in(style):
                    html = part_of("audit/verify.html", "verified", night=night, **_outcome(night, shown))
                yield _event(html)

        return told(parts())
    begun.wait()
    return redirect(url_for("verify_page.page", night=night), code=303)


def _events(night: str) -> int:
    """How many events a night has, be they as they may; :class:`Refusal` (``no_such_night``) where nothing is of it."""
    events, commands = service().book.extent(night)
    if night in NOT_NIGHTS or not events + commands:
        raise Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])
    return events


def _outcome(night: str, shown: Shown | None) -> dict[str, Any]:
    """What the page shows of a verification; the way to the event before a failing one only where that can be gone."""
    failed = shown is not None and shown.verdict is not None and not shown.verdict.sound
    return {
        "checks": CHECKS,
        "shown": shown,
        "refused": refusal_text(shown.error, {}) if shown and isinstance(shown.error, Refusal) else "",
        "can_look_back": failed and _can_look_back(night),
        "said": lambda problem: capital(_printed(problem)),
        "within": _printed,
        "decimals": words.decimals,
    }


def _printed(problem: Phrase | None) -> str:
    """A phrase of a finding, which may quote forged text."""
    text = phrase_text(problem) if problem else ""
    return _UNBROKEN.join(map(printable, text.split(_UNBROKEN)))


def _can_look_back(night: str) -> bool:
    """Whether the night can still be shown as of its events: all of them read, and make a night and its steps."""
    try:
        steps_of(night)
    except (BookError, *FAILURES):
        return False
    return True


def _event(html: str) -> str:
    lines = "".join(f"data: {line}\n" for line in html.strip().split("\n"))
    return f"{lines}\n"


def _frame(night: str) -> Frame:
    """The frame of the page: of the night as it stands, or of what can still be read of one that was tampered with."""
    try:
        return frame_of(*service().at(night))
    except (BookError, *FAILURES):
        return Frame(night=night, table=_("Night %(night)s", night=night), version=_events(night))
