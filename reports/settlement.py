"""The settlement: what one player brought, took away and won or lost, deal by deal, to be signed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from dealer.night import Night
from dealer.standing import standing
from events.records import Recorded
from reports.balance import assert_equal
from reports.course import Course, course_of
from reports.disputes import DisputeLine, disputes_of
from reports.masthead import Masthead, masthead_of
from reports.play import DealFigures, Figures, Play, added, play_of
from reports.reckoning import Reckoning, reckoning_of
from reports.render import pdf
from reports.seal import Seal, seal_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """All that a settlement says, amounts in cents. It adds up: see :meth:`assert_adds_up`.

    ``link`` is the address of the player's own page, where the settlement was printed by a house that has one.
    """

    masthead: Masthead
    player: str
    seat: int
    name: str
    deals_dealt: int
    turns_dealt: int
    reckoning: Reckoning
    deals: tuple[DealFigures, ...]
    play: Figures
    course: Course
    disputes: tuple[DisputeLine, ...]
    seal: Seal
    link: str | None = None

    @property
    def net_cents(self) -> int:
        """His result of the night."""
        return self.reckoning.line.net_cents

    @property
    def turns(self) -> int:
        """How many turns he sat through."""
        return sum(row.turns for row in self.deals)

    def assert_adds_up(self) -> None:
        """Assert that the play, and what came beside it, make his result."""
        by_play = self.play.net_cents + self.reckoning.beside_play_cents
        assert_equal(f"{self.player}'s play, tokes, rulings and loans", by_play, self.net_cents)


def settlement_view(
    now: Night, facts: Sequence[Recorded], player: str, zone: tzinfo | None = None, play: Play | None = None
) -> Settlement:
    """The settlement of a player from a night and all of its facts.

    Raises :class:`LookupError` where nobody of that key sat at the table. ``play`` saves folding it again.
    """
    if player not in now.seats:
        raise LookupError(f"nobody called {player[:40]} sat at the table")
    stand = standing(facts)
    play = play or play_of(one.fact for one in stand)
    seat = list(now.seats).index(player) + 1
    rows = tuple(DealFigures(tabs=tabs, figures=play.of(tabs.deal, player)) for tabs in play.deals_of(player))
    reckoning = reckoning_of(now, stand, player)
    disputes = disputes_of(now, (one.fact for one in stand))
    view = Settlement(
        masthead=masthead_of(now, facts, str(seat), zone),
        player=player,
        seat=seat,
        name=now.seats[player].name,
        deals_dealt=len(play.deals),
        turns_dealt=play.turns,
        reckoning=reckoning,
        deals=rows,
        play=added(row.figures for row in rows),
        course=course_of(stand, player),
        disputes=tuple(one for one in disputes if one.touches(player)),
        seal=seal_of(now.id, facts, {player: reckoning.line.net_cents}),
    )
    view.assert_adds_up()
    return view


def settlement(
    now: Night, facts: Sequence[Recorded], player: str, paper: str = "A4", zone: tzinfo | None = None
) -> bytes:
    """The settlement of a player as PDF. ``zone`` is the table's clock; without it the machine's own."""
    return print_settlement(settlement_view(now, facts, player, zone), paper, zone)


def print_settlement(view: Settlement, paper: str = "A4", zone: tzinfo | None = None) -> bytes:
    """A settlement as PDF."""
    title = f"Settlement {view.masthead.number}: {view.name}"
    return pdf("settlement.html", title, paper, zone, view=view)
