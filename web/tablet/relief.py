"""Who deals at a table, as the head of the tablet and its list of dealers show it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dealer.night.dealers import shifts_of
from dealer.night.night import Night
from dealer.rules_version import THE_HOUSE
from events.frozen import Frozen
from events.records import Recorded
from reports.words.formatting import hour_of_night
from reports.words.language import gettext as _


class Dealing(Frozen):
    """Who deals and since when by the table's clock; ``times`` are those at which each of tonight's dealers dealt."""

    dealer: str
    since: str
    times: tuple[tuple[str, str], ...]


def dealing_of(night: Night, events: Sequence[Recorded]) -> Dealing | None:
    """Who deals at an open night, from all of its events; ``None`` if nobody can be relieved there."""
    if night.closed or night.opened.rules < THE_HOUSE:
        return None
    shifts, hour = shifts_of(events), partial(hour_of_night, opened=events[0].at)
    times: dict[str, list[str]] = {}
    for shift in shifts:
        since, until = hour(shift.since), hour(shift.until) if shift.until else ""
        times.setdefault(shift.dealer, []).append(f"{since}–{until}" if until else _("since %(time)s", time=since))
    return Dealing(
        dealer=night.dealer,
        since=hour(shifts[-1].since),
        times=tuple((dealer, ", ".join(at)) for dealer, at in times.items()),
    )
