"""What the dealer's tablet shows of a night in every game: the players, what was done last, and the drawer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealer.night.night import Night
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Head, Recorded
from reports.words.sentences import last_sentence_of, undone, would_be_taken_back
from web.tablet.box import BoxView, box_view
from web.tablet.drawer import DrawerView, drawer_view
from web.tablet.relief import Dealing, dealing_of
from web.tablet.seats import Mark, SeatView, free_colours, seats_of
from web.tablet.take_and_pay import RoundResult, round_result


class TabletView(Frozen):
    """What the tablet shows at every table; a game's own view adds to it.

    ``result`` is that of the round that ended last, between rounds. ``moment`` tells one state of play from another,
    and ``acts`` are what was done last, the newest first. ``dealing`` is ``None`` if nobody can be relieved.
    """

    night: str
    name: str
    version: int
    closed: bool
    moment: str
    standing_at: str
    last_sentence: str
    seats: tuple[SeatView, ...]
    free_colours: tuple[tuple[str, Mark], ...]
    marker_cents: int
    take_back: str
    undone: str
    result: RoundResult | None
    acts: tuple[str, ...] = ()
    dealing: Dealing | None
    drawer: DrawerView
    box: BoxView | None = None


def of_the_night(night: Night, head: Head, events: Sequence[Recorded]) -> dict[str, Any]:
    """The fields of a :class:`TabletView` that come from the night and not from a game's table."""
    effective_events = effective(events)
    return {
        "night": night.id,
        "name": night.opened.table,
        "version": head.version,
        "closed": night.closed,
        "last_sentence": last_sentence_of(night, events),
        "seats": seats_of(night),
        "free_colours": free_colours(night),
        "marker_cents": night.marker_cents,
        "take_back": would_be_taken_back(night, effective_events),
        "undone": undone(night, events),
        "result": round_result(night, effective_events),
        "dealing": dealing_of(night, events),
        "drawer": drawer_view(night, effective_events),
        "box": box_view(night),
    }
