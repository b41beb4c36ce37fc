"""The sheet of a round in any game: what every sheet has, and the contents that the game makes of its round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from dealer.night.night import Night
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from reports.game_papers import RoundSheet, papers_of
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import gettext as _


class SheetView(Frozen):
    """The contents of a round's sheet: ``own`` are those of its game; ``numbers`` are the players' seats."""

    masthead: Masthead
    play: Any
    own: Any
    names: Mapping[str, str]
    numbers: Mapping[str, int]
    seal: Seal


def sheet_view(
    game: str, now: Night, events: Sequence[Recorded], number: int, zone: tzinfo | None = None, play: Any = None
) -> SheetView:
    """The sheet of a round from a night and all of its events; :class:`LookupError` if the round was not dealt."""
    papers, stand = papers_of(game), [recorded.event for recorded in effective(events)]
    assert papers.round_sheet, f"the rounds of {game} have no sheet"
    assert papers.play_of, f"the sheets of {game} need its play"
    play = play or papers.play_of(stand)
    return SheetView(
        masthead=masthead_of(now, events, f"{papers.sheet_kind}-{number}", zone),
        play=play,
        own=papers.round_sheet.contents(play, number, now, stand),
        names=now.names,
        numbers={player: seat for seat, player in enumerate(now.seats, start=1)},
        seal=seal_of(now, events),
    )


def print_sheet(sheet: RoundSheet, view: SheetView, options: RenderOptions = PLAIN) -> bytes:
    """The sheet of a round as PDF."""
    return pdf(sheet.template, _(sheet.heading, number=view.masthead.number), options, view=view)
