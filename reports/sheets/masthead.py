"""The head of every paper: the night, the table, who dealt, and how long it lasted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from dealer.night.dealers import TALLY
from dealer.night.night import Night
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from reports.game_papers import papers_of
from reports.words.formatting import hour, listed, offset, written_out


class Masthead(Frozen):
    """The head of a paper. ``made_at`` is the time of the night's last event, and the date of the paper.

    ``dealer`` is whoever dealt, several with "and"; ``dealers`` counts them.
    """

    number: str
    games: str
    table: str
    date: str
    dealer: str
    dealers: int
    hours: str
    clock: str
    made_at: str
    events: int
    final: bool


def masthead_of(
    now: Night, events: Sequence[Recorded], part: str, zone: tzinfo | None, dealers: Sequence[str] = ()
) -> Masthead:
    """The head of a paper of a night.

    ``part`` tells it from the night's other papers, as in its file name. The number is the same in every language.
    ``dealers`` dealt what the paper is about, if that is not the whole night.
    """
    names = dealers or tuple(TALLY.of(effective(events)).lines)
    first, last = hour(events[0].at, zone), hour(events[-1].at, zone)
    return Masthead(
        number="/".join((*_night_number(now), part)),
        games=listed([papers_of(game.name).whole_title or game.title for game in now.games]),
        table=now.opened.table,
        date=written_out(now.opened.date),
        dealer=listed(names),
        dealers=len(names),
        hours=first if first == last else f"{first} – {last}",
        clock=offset(events[-1].at, zone),
        made_at=events[-1].at,
        events=events[-1].version,
        final=now.closed,
    )


def _night_number(now: Night) -> tuple[str, ...]:
    """The night's id, with the night's number on its date as a separate part."""
    date, _, number = now.id.rpartition("-")
    return (date, number) if date == now.opened.date else (now.id,)
