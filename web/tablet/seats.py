"""The players' row of the tablet: who sits, and what they hold and owe."""

from __future__ import annotations

from dealer.commands.refusal import dollars
from dealer.night.night import Night
from events.frozen import Frozen
from ledger.statement import player_line
from web.tablet.marks import Mark, marks_of


class SeatView(Frozen):
    """A player with what they hold, owe and have on the layout, and whether they sit out the next hands."""

    player: str
    name: str
    mark: Mark
    checks: str
    lying: str
    checks_cents: int
    markers_cents: int
    sits_out: str = ""


def seats_of(night: Night) -> tuple[SeatView, ...]:
    """Everybody who sits at the table, clockwise."""
    marks = marks_of(night)
    made = []
    for player, seat in night.seated.items():
        line = player_line(night.ledger, player)
        made.append(
            SeatView(
                player=player,
                name=seat.name,
                mark=marks[player],
                checks=full_amount(line.checks_cents),
                lying=dollars(line.staked_cents) if line.staked_cents else "",
                checks_cents=line.checks_cents,
                markers_cents=line.markers_open_cents,
                sits_out=sits_out_text(night, player),
            )
        )
    return tuple(made)


def sits_out_text(night: Night, player: str) -> str:
    """That a player sits out, or does so from the next hand on; "" where they do not."""
    if not night.seats[player].sits_out:
        return ""
    on = night.game_on
    return "sits out next" if on and player in getattr(night.tables[on.name], "players", ()) else "sits out"


def full_amount(cents: int) -> str:
    """An amount with its cents written out, as the players' row has it."""
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"
