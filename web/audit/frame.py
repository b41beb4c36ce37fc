"""What every page of the auditor's room has around it: which night it is, and the ways to the room's other pages."""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, render_template

from dealer.night.night import Night
from events.frozen import Frozen
from events.records import Head
from web.nights.houses import games_in_words

PAGES: tuple[tuple[str, str], ...] = (
    ("register.page", "Register"),
    ("dossiers.page", "Bets"),
    ("disputes.page", "Disputes"),
    ("what_if.page", "What if"),
    ("verify_page.page", "Verify"),
    ("fairness.page", "The cards"),
)
"""The pages of the room by endpoint, each given the night, and what the way there says."""

LOOK_BACK = frozenset({"dossiers.page", "disputes.page", "fairness.page"})
"""Those that show the night as of any fact (``?at=``); the others are about the whole of it."""


class Frame(Frozen):
    """The night that a page of the room is about; ``version`` counts the facts that it shows."""

    night: str
    table: str
    games: str
    date: str
    dealer: str
    closed: bool
    version: int
    head: str
    open_disputes: int


def frame_of(night: Night, head: Head) -> Frame:
    """The frame for a night at a head."""
    return Frame(
        night=night.id,
        table=night.opened.table,
        games=games_in_words(night),
        date=night.opened.date,
        dealer=night.opened.dealer,
        closed=night.closed,
        version=head.version,
        head=head.hash,
        open_disputes=len(night.open_disputes),
    )


def render_room(template: str, night: Night, head: Head, *, at: int | None = None, **shown: Any) -> Response:
    """A page of the room about a night, or about what it was as of a fact (``at``): ways that can lead there do."""
    frame = frame_of(night, head)
    return make_response(render_template(template, frame=frame, pages=PAGES, look_back=LOOK_BACK, at=at, **shown))
