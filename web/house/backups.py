"""The page of the backups that the server makes: the last good one, the last failure, and what is in none."""

from __future__ import annotations

from datetime import datetime

from flask import Blueprint, Response, make_response, render_template

from reports.words.formatting import day_of, hour
from reports.words.language import gettext as _
from reports.words.language import number
from web.app.backups import DAYS_KEPT, NEWEST_KEPT, backups

blueprint = Blueprint("backups", __name__)


def when(at: datetime) -> str:
    """A time on this machine's clock."""
    moment = at.isoformat()
    return _("%(day)s, %(hour)s", day=day_of(moment, None), hour=hour(moment, None))


def megabytes(size_bytes: int) -> str:
    """A size in megabytes, at least one."""
    return _("%(megabytes)s MB", megabytes=number(max(1, round(size_bytes / 1_000_000))))


def late_backup() -> str:
    """A warning for the staff if events have been in no backup for too long; "" otherwise."""
    made = backups()
    late = made.late_since() if made else None
    if not made or not late:
        return ""
    if made.status and made.status.unreachable:
        return _("No backup can be written to %(folder)s: %(why)s.", folder=made.folder, why=made.status.unreachable)
    return _("There is no backup of what was recorded since %(time)s.", time=when(late))


@blueprint.get("/house/backups")
def page() -> Response:
    """When the last good backup was made, where it is and how large, and the last failure."""
    made = backups()
    status = made.status if made else None
    html = render_template(
        "house/backups.html",
        folder=made.folder if made else "",
        status=status,
        unsaved=made.unsaved_since() if made else None,
        newest=NEWEST_KEPT,
        days=DAYS_KEPT,
        when=when,
        megabytes=megabytes,
    )
    return make_response(html)
