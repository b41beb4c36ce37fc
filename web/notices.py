"""What the staff must know about the book and the clock, on the pages where they look; the server logs it too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from flask import current_app, g

from dealer.commands.refusal import Phrase
from dealer.staff import Register
from events.records import BookError
from reports.words.game_words import phrase_text
from reports.words.language import book_error_text
from reports.words.language import gettext as _
from web.app.authentication import authentication
from web.app.authorization import register
from web.app.request_parsing import service
from web.house.backups import when

EXTENSION = "casekeeper warnings"

SHOWN_FOR = timedelta(days=1)
"""How long a jump of the clock is shown."""

Warnings = tuple[BookError | Phrase, ...]
"""What a server found wrong with its book at the start: an error, or how the book differs from a head."""


def notices() -> tuple[str, ...]:
    """What is wrong now, a sentence or two each with what to do, looked up once a request."""
    if "notices" not in g:
        g.notices = (*_of_the_book(), *_of_the_clock())
    found: tuple[str, ...] = g.notices
    return found


def _of_the_book() -> Iterator[str]:
    start: Iterable[BookError | Phrase] = current_app.extensions.get(EXTENSION, ())
    for warning in start:
        if isinstance(warning, BookError):
            yield book_error_text(warning)
        else:
            yield _(
                "The book is not as its head says: %(finding)s. Verify the book. If it is the wrong one, stop the "
                "server and put the right one back.",
                finding=phrase_text(warning),
            )
    # The register is read for the page anyway.
    for trouble in (service().book.trouble, authentication().keeper.damage):
        if trouble:
            yield book_error_text(trouble)


def _of_the_clock() -> Iterator[str]:
    try:
        staff, now = register(), authentication().clock()
    except BookError:
        return
    yield from clock_notice(staff, now)


def clock_notice(staff: Register, now: str) -> Iterator[str]:
    """The last jump of the clock in the staff's register, if it was lately."""
    jump = staff.clock_jump
    if jump is None or abs(datetime.fromisoformat(now) - datetime.fromisoformat(jump.after)) > SHOWN_FOR:
        return
    times = {
        "before": when(datetime.fromisoformat(jump.before)),
        "after": when(datetime.fromisoformat(jump.after)),
    }
    if jump.machine:
        yield _(
            "The server’s clock jumped from %(before)s to %(after)s. Check its date and time. What is recorded from "
            "now on has the new time; sessions and waits last as long as before.",
            **times,
        )
    else:
        yield _(
            "The server’s clock showed %(after)s at the start, but the last entry of the staff is of %(before)s. Check "
            "its date and time. What is recorded from now on has the new time.",
            **times,
        )
