"""What a settlement and the table sheet say of Faro."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.night.night import Night
from events.frozen import Frozen
from reports.games.faro.play import DealFigures, Figures, Play
from reports.rounds.play import PlayerPart, TablePart, bank_broke
from reports.rounds.sums import added
from reports.words.language import gettext as _
from reports.words.language import ngettext

TEMPLATE = "faro/papers.html"


class Deals(Frozen):
    """Some deals of a player or of the bank, and what they came to together, in so many turns."""

    rows: tuple[DealFigures, ...]
    all: Figures
    turns: int


def player_part(play: Play, player: str) -> PlayerPart:
    """The deals that a player sat through."""
    deals = _together(
        DealFigures(tabs=tabs, figures=play.figures.of(tabs.deal, player)) for tabs in play.deals_of(player)
    )
    return PlayerPart(
        template=TEMPLATE,
        view=deals,
        lines=len(deals.rows),
        net_cents=deals.all.net_cents,
        summary=ngettext("Faro, %(num)s deal", "Faro, %(num)s deals", len(deals.rows)),
    )


def table_part(play: Play, now: Night) -> TablePart:
    """The bank's deals."""
    deals = _together(DealFigures(tabs=tabs, figures=play.figures.of_round(tabs.deal)) for tabs in play.deals)
    voided = [row.tabs for row in deals.rows if row.tabs.voided is not None]
    return TablePart(
        template=TEMPLATE,
        view=deals,
        lines=len(deals.rows),
        bank_play_cents=deals.all.bank_play_cents,
        sleepers_cents=deals.all.sleepers_cents,
        after_hock_cents=deals.all.after_hock_cents,
        counted=(ngettext("%(num)s deal voided", "%(num)s deals voided", len(voided)),),
        remarks=(bank_broke(play.unpaid_cents),),
        notes=tuple(_("Deal %(number)s was voided: %(why)s", number=one.deal, why=one.voided) for one in voided),
    )


def _together(rows: Iterable[DealFigures]) -> Deals:
    rows = tuple(rows)
    return Deals(rows=rows, all=added(Figures, (row.figures for row in rows)), turns=sum(row.turns for row in rows))
