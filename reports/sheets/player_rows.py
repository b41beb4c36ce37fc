"""The players' lines of the table sheet, and their sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dealer.night.night import Night
from events.records import Recorded
from ledger.statement import PlayerLine, player_line
from reports.rounds.course import Course, course_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """One player's line, and the course of his checks."""

    player: str
    seat: int
    name: str
    line: PlayerLine
    course: Course

    @property
    def cash_in_cents(self) -> int:
        """What he paid in cash: for checks, on markers, for pledges."""
        line = self.line
        return line.bought_cents + line.markers_paid_in_cash_cents + line.pledges_paid_in_cash_cents

    @property
    def held_cents(self) -> int:
        """Checks that he still has, in hand or on the layout."""
        return self.line.checks_cents + self.line.staked_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """The players' lines added up, in cents."""

    cash_in_cents: int
    markers_issued_cents: int
    markers_redeemed_cents: int
    markers_open_cents: int
    pledges_open_cents: int
    cashed_cents: int
    held_cents: int
    net_cents: int


def player_rows_of(now: Night, facts: Sequence[Recorded]) -> tuple[PlayerRow, ...]:
    """A line for everybody who sat at the table, by seats, from the night and its standing facts."""
    return tuple(
        PlayerRow(
            player=player,
            seat=number,
            name=seat.name,
            line=player_line(now.ledger, player),
            course=course_of(facts, player),
        )
        for number, (player, seat) in enumerate(now.seats.items(), start=1)
    )


def sums_of(rows: Sequence[PlayerRow]) -> Sums:
    """The lines added up."""
    return Sums(
        cash_in_cents=sum(row.cash_in_cents for row in rows),
        markers_issued_cents=sum(row.line.markers_issued_cents for row in rows),
        markers_redeemed_cents=sum(row.line.markers_redeemed_cents for row in rows),
        markers_open_cents=sum(row.line.markers_open_cents for row in rows),
        pledges_open_cents=sum(row.line.pledges_open_cents for row in rows),
        cashed_cents=sum(row.line.cashed_cents for row in rows),
        held_cents=sum(row.held_cents for row in rows),
        net_cents=sum(row.line.net_cents for row in rows),
    )
