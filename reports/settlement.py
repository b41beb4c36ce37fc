"""The settlement: what one player brought, took away and won or lost, deal by deal and hand by hand, to be signed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.faro.game import FARO
from dealer.night import Night
from events.records import Recorded
from events.standing import standing
from reports.balance import assert_equal
from reports.course import Course, course_of
from reports.disputes import DisputeLine, disputes_of
from reports.edition import PLAIN, Edition
from reports.hand_columns import Columns, got_columns, paid_columns
from reports.hands import WrongPass
from reports.masthead import Masthead, masthead_of
from reports.night_play import NightPlay, night_play_of
from reports.play import DealFigures, Figures
from reports.pot_play import HandFigures, ReckonedHand
from reports.reckoning import Reckoning, reckoning_of
from reports.render import pdf
from reports.seal import Seal, seal_of
from reports.sums import added
from reports.words.language import gettext as _
from reports.words.language import written_in


@dataclass(frozen=True, slots=True, kw_only=True)
class FaroPart:
    """His Faro: the deals he sat through, and what they came to together."""

    rows: tuple[DealFigures, ...]
    all: Figures

    @property
    def turns(self) -> int:
        """How many turns he sat through."""
        return sum(row.turns for row in self.rows)

    @property
    def net_cents(self) -> int:
        """What he won or lost."""
        return self.all.net_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class FanTanPart:
    """His Fan-Tan: the hands he was dealt, and what they came to together, in chips of ``chip_cents``.

    ``divided`` is his part, in chips, of a pot that nobody had won by the close.
    """

    rows: tuple[ReckonedHand, ...]
    all: HandFigures
    wrong_passes: tuple[WrongPass, ...]
    divided: int
    chip_cents: int

    @property
    def paid(self) -> Columns:
        """The columns of what he paid."""
        return paid_columns(self.all)

    @property
    def got(self) -> Columns:
        """The columns of what he got."""
        return got_columns(self.all)

    @property
    def net_cents(self) -> int:
        """What he won or lost in the hands, his part of a divided pot left out."""
        return self.all.net * self.chip_cents

    @property
    def divided_cents(self) -> int:
        """His part of a divided pot."""
        return self.divided * self.chip_cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """All that a settlement says, amounts in cents. It adds up: see :meth:`assert_adds_up`.

    Of a game that the night is not of there is no part; the parts stand in the order in which the games were begun.
    ``link`` is the address of the player's own page, where the settlement was printed by a house that has one.
    """

    masthead: Masthead
    player: str
    seat: int
    name: str
    extent: str
    order: str
    names: dict[str, str]
    reckoning: Reckoning
    games: tuple[str, ...]
    faro: FaroPart | None
    fan_tan: FanTanPart | None
    course: Course
    disputes: tuple[DisputeLine, ...]
    seal: Seal
    link: str | None = None

    @property
    def net_cents(self) -> int:
        """His result of the night."""
        return self.reckoning.line.net_cents

    @property
    def play_cents(self) -> int:
        """What came of the play, of all games together."""
        faro = self.faro.net_cents if self.faro else 0
        return faro + (self.fan_tan.net_cents + self.fan_tan.divided_cents if self.fan_tan else 0)

    @property
    def lines(self) -> int:
        """How many lines his play takes, and the disputes: what decides how close they are set."""
        lines = len(self.faro.rows) if self.faro else 0
        lines += len(self.fan_tan.rows) + 2 * len(self.fan_tan.wrong_passes) + 5 if self.fan_tan else 0
        return lines + (6 if len(self.games) > 1 else 0) + 2 * len(self.disputes)

    def assert_adds_up(self) -> None:
        """Assert that the play, and what came beside it, make his result."""
        by_play = self.play_cents + self.reckoning.beside_play_cents
        assert_equal(f"{self.player}'s play, tokes, rulings and loans", by_play, self.net_cents)


def settlement_view(
    now: Night, facts: Sequence[Recorded], player: str, zone: tzinfo | None = None, play: NightPlay | None = None
) -> Settlement:
    """The settlement of a player from a night and all of its facts.

    Raises :class:`LookupError` where nobody of that key sat at the table. ``play`` saves folding it again.
    """
    if player not in now.seats:
        raise LookupError(f"nobody called {player[:40]} sat at the table")
    stand = standing(facts)
    play = play or night_play_of(one.fact for one in stand)
    seat = list(now.seats).index(player) + 1
    reckoning = reckoning_of(now, stand, player)
    disputes = disputes_of(now, stand)
    view = Settlement(
        masthead=masthead_of(now, facts, str(seat), zone),
        player=player,
        seat=seat,
        name=now.seats[player].name,
        extent=play.extent,
        order=play.order_said,
        names=now.names,
        reckoning=reckoning,
        games=play.games_in_order(now.opened.games),
        faro=_faro(play, player) if FARO in now.opened.games else None,
        fan_tan=_fan_tan(play, player) if FAN_TAN in now.opened.games else None,
        course=course_of(stand, player),
        disputes=tuple(one for one in disputes if one.touches(player)),
        seal=seal_of(now, facts, player),
    )
    view.assert_adds_up()
    return view


def _faro(play: NightPlay, player: str) -> FaroPart:
    deals = play.faro.deals_of(player)
    rows = tuple(DealFigures(tabs=tabs, figures=play.faro.of(tabs.deal, player)) for tabs in deals)
    return FaroPart(rows=rows, all=added(Figures, (row.figures for row in rows)))


def _fan_tan(play: NightPlay, player: str) -> FanTanPart:
    pot = play.pot
    rows = tuple(ReckonedHand(record=one, figures=pot.of(one.hand, player)) for one in pot.hands_dealt_to(player))
    return FanTanPart(
        rows=rows,
        all=added(HandFigures, (row.figures for row in rows)),
        wrong_passes=tuple(wrong for row in rows for wrong in row.record.wrong_passes(player)),
        divided=pot.divided.get(player, 0),
        chip_cents=pot.chip_cents,
    )


def settlement(now: Night, facts: Sequence[Recorded], player: str, edition: Edition = PLAIN) -> bytes:
    """The settlement of a player as PDF."""
    with written_in(edition.style):
        return print_settlement(settlement_view(now, facts, player, edition.zone), edition)


def print_settlement(view: Settlement, edition: Edition = PLAIN) -> bytes:
    """A settlement as PDF."""
    title = _("Settlement %(number)s: %(name)s", number=view.masthead.number, name=view.name)
    return pdf("settlement.html", title, edition, view=view)
