"""What the school shows of a Faro table: the layout with its bets, and the cards of the turn."""

from __future__ import annotations

from msgspec.structs import replace

from dealer.games.faro.cards import Box, spindles
from dealer.games.faro.state import faro_of
from dealer.night.night import Night
from events.frozen import Frozen
from web.games.faro.spots import Column, columns
from web.games.faro.stacks import stacks_of
from web.games.faro.tablet import SpotView, drawn_now, spot_views


class LessonView(Frozen):
    """The layout: its columns, and what lies on each place."""

    columns: tuple[Column, ...]
    places: dict[str, SpotView]


def lesson_view(night: Night) -> LessonView:
    """The layout of a night; it does not show which cards are out, because that is for the pupil to know."""
    table = replace(faro_of(night), box=Box())
    stacks = stacks_of(night, table)
    return LessonView(
        columns=columns(table.house.takes),
        places=spot_views(table, stacks, spindles(()), drawn_now(table)),
    )
