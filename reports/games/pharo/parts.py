"""What a settlement and the table sheet say of Pharo: the deals, and the chains that were ventured in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dealer.games.pharo.state import PHARO
from dealer.night.night import Night
from events.frozen import Frozen
from reports.games.pharo.play import Chain, Deal, Figures, Play
from reports.games.pharo.words.chains import chain_called
from reports.rounds.play import PlayerPart, TablePart, bank_broke
from reports.rounds.sums import added
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.naming import result_of
from reports.words.phrases import said

TEMPLATE = "pharo/papers.html"


class DealRow(Frozen):
    """One deal with the figures of a player or of the bank in it."""

    deal: Deal
    figures: Figures


class ChainRow(Frozen):
    """A chain in words: where, what it is called, and what came of it; amounts in cents."""

    name: str
    deal: int
    turn: int
    place: str
    called: str
    stake_cents: int
    result: str
    net_cents: int


class Deals(Frozen):
    """Some deals of a player or of the bank, what they came to together, and their chains."""

    rows: tuple[DealRow, ...]
    all: Figures
    coups: int
    chains: tuple[ChainRow, ...]


def player_part(play: Play, player: str) -> PlayerPart:
    """The deals that a player sat through, and their chains."""
    rows = [DealRow(deal=one, figures=play.figures.of(one.number, player)) for one in play.deals_of(player)]
    deals = _together(rows, chain_rows([chain for chain in play.chains if chain.player == player]))
    return PlayerPart(
        template=TEMPLATE,
        view=deals,
        lines=len(deals.rows) + len(deals.chains),
        net_cents=deals.all.net_cents,
        summary=ngettext("Pharo, %(num)s deal", "Pharo, %(num)s deals", len(deals.rows)),
    )


def table_part(play: Play, now: Night) -> TablePart:
    """The bank's deals, and all chains."""
    rows = [DealRow(deal=one, figures=play.figures.of_round(one.number)) for one in play.deals]
    deals = _together(rows, chain_rows(play.chains, now.names))
    voided = [one for one in play.deals if one.voided is not None]
    forfeited = [one for one in play.deals if one.counted is not None]
    return TablePart(
        template=TEMPLATE,
        view=deals,
        lines=len(deals.rows) + len(deals.chains),
        bank_play_cents=deals.all.bank_cents,
        counted=(ngettext("%(num)s deal voided", "%(num)s deals voided", len(voided)),),
        remarks=(bank_broke(play.unpaid_cents),),
        notes=(
            *(_("Deal %(number)s was voided: %(why)s", number=one.number, why=one.voided) for one in voided),
            *(
                _("Deal %(number)s was forfeited: the pack had %(cards)s cards.", number=one.number, cards=one.counted)
                for one in forfeited
            ),
        ),
    )


def chain_rows(chains: Iterable[Chain], names: Mapping[str, str] | None = None) -> tuple[ChainRow, ...]:
    """Chains in words, with the players' ``names`` where they are of several."""
    return tuple(
        ChainRow(
            name=names[one.player] if names else "",
            deal=one.deal,
            turn=one.turn,
            place=said(one.place),
            called=chain_called(one.folds),
            stake_cents=one.stake_cents,
            result=result_of(one.result, PHARO),
            net_cents=one.net_cents,
        )
        for one in chains
    )


def _together(rows: Sequence[DealRow], chains: tuple[ChainRow, ...]) -> Deals:
    return Deals(
        rows=tuple(rows),
        all=added(Figures, (row.figures for row in rows)),
        coups=sum(len(row.deal.coups) for row in rows),
        chains=chains,
    )
