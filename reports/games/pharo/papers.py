"""Pharo's papers: its part of settlements and of the table sheet, and the bank's percentages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.cards import rank_of
from dealer.games.pharo.commands import FIGURES, PharoHouse, named
from dealer.games.pharo.fairness import ELSEWHERE, Terms, gain, gain_whatever_bottom, half_of
from dealer.games.pharo.game import follow_places
from dealer.games.pharo.state import COUPS, PACK_CARDS, PHARO
from dealer.night.night import Night
from events.common.event import Event
from events.frozen import Frozen
from events.games.pharo import CoupDealt
from reports.game_papers import Blank, GamePapers, RoundSheet
from reports.games.pharo.dossier import PharoDealStory, PharoStakes, PharoStakeStory
from reports.games.pharo.play import Chain, Deal, Figures, Play, play_of
from reports.games.pharo.rules import FORM, PHARO_RULES, PRESETS, SETTINGS
from reports.games.pharo.words import WORDS, chain_called
from reports.pdf.render import blank_paper
from reports.render_options import RenderOptions
from reports.rounds.play import PlayerPart, TablePart, bank_broke, bank_by_turn, bank_endings
from reports.rounds.statement import added
from reports.rounds.tables import (
    Column,
    Columns,
    FiguresTable,
    RoundTables,
    Row,
    cards_cell,
    count,
    figure_column,
    figures_table,
    net_column,
    noun_of,
)
from reports.words.formatting import Figure, card_words, figure, listed, or_dash, signed, signed_or_dash
from reports.words.game_words import phrase_text
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.naming import result_of

BOXES = (52, 40, 30, 20, 12, 8, 4)
"""The numbers of cards to come for which single stakes are shown."""


class BottomRow(Frozen):
    """A stake laid at the beginning of a deal, by bottom card: of another rank, of a covered rank, or any.

    ``lies`` is open or opposed; ``again`` marks the same card as in the row above, lying the other way.
    """

    card: str
    lies: str
    elsewhere: Figure
    covered: Figure
    whatever: Figure
    again: bool


class LeftRow(Frozen):
    """Single stakes with a number of cards of their rank left, for each of :data:`BOXES`."""

    what: str
    figures: tuple[Figure | None, ...]


class Percentages(Frozen):
    """The bank's percentages at Pharo; ``of_one_check`` is for stakes that cannot be halved."""

    boxes: tuple[int, ...]
    rows: tuple[BottomRow, ...]
    of_one_check: tuple[BottomRow, ...]
    left: tuple[LeftRow, ...]
    notes: tuple[str, ...]


def percentages_of(house: PharoHouse) -> Percentages:
    """The bank's percentages under the rules of a house."""
    return Percentages(
        boxes=BOXES,
        rows=tuple(_rows(house, checks=2)),
        of_one_check=tuple(_rows(house, checks=1)),
        left=tuple(_left(house)),
        notes=tuple(_notes(house)),
    )


def _rows(house: PharoHouse, *, checks: int) -> Iterator[BottomRow]:
    cards = {pgettext("bet", "single"): 1}
    if house.figures:
        cards |= {_("figure of three"): 3, _("figure of four"): 4}
    for card, ranks in cards.items():
        figures: dict[tuple[Figure, ...], list[str]] = {}
        for opposed in (False, True) if house.oppose else (False,):
            terms = Terms(hockley=house.hockley, opposed=opposed, half=half_of(checks))
            figures.setdefault(_by_bottom((4,) * ranks, terms), []).append(_("opposed") if opposed else _("open"))
        for at, ((elsewhere, covered, whatever), lies) in enumerate(figures.items()):
            yield BottomRow(
                card=card,
                lies=listed(lies),
                elsewhere=elsewhere,
                covered=covered,
                whatever=whatever,
                again=at > 0,
            )


def _by_bottom(left: tuple[int, ...], terms: Terms) -> tuple[Figure, ...]:
    """The figures of a stake with a bottom card of another rank, of a covered rank, and with any."""
    seen = (gain(left, PACK_CARDS, terms, bottom) for bottom in (ELSEWHERE, 0))
    return tuple(map(figure, (*seen, gain_whatever_bottom(left, PACK_CARDS, terms))))


def _left(house: PharoHouse) -> Iterator[LeftRow]:
    terms = Terms(hockley=house.hockley)
    for cards in (4, 3, 2, 1):
        yield LeftRow(
            what=str(cards), figures=tuple(figure(gain_whatever_bottom((cards,), box, terms)) for box in BOXES)
        )


def _notes(house: PharoHouse) -> Iterator[str]:
    """Notes on the figures under the rules of this house."""
    yield _(
        "What the bank may expect from a stake that is laid when the deal begins, alone on its livret, "
        "stays shown until a coup first decides it and is then taken down; the mean over all orders of the "
        "cards to come. A draw decides nothing, and a stake that is never decided counts as nothing."
    )
    if house.hockley:
        yield _(
            "The bottom card is shown before stakes are laid. In the last coup nothing wins: a stake "
            "cannot win on the bottom card, and an opposed stake loses on it."
        )
    else:
        yield _(
            "The bottom card is shown before stakes are laid and comes last, as the punters’ card: a "
            "player who has it covered wins, and a player who opposes it loses."
        )
    yield _(
        "On a doublet the bank takes the bigger half in whole checks. The figures are for stakes that can "
        "be halved. A stake of one smallest check is lost whole and has its own lines."
    )


TEMPLATE = "pharo/papers.html"

INKS = {"A": "little", "4": "yellow", "7": "black", "J": "red"}
"""The colour of each figure's card, by its first rank."""


def _livret(title: str, options: RenderOptions) -> bytes:
    figures = [(INKS[ranks[0]], ranks, phrase_text(named(ranks))) for ranks in FIGURES]
    kind = f"livret {options.style.paper}"
    return blank_paper(title, options, kind, template=TEMPLATE, ranks=RANKS, figures=figures)


LIVRET = Blank(
    name="livret",
    title=marked("A livret"),
    about="Seventeen cards to cut out: thirteen ranks and four figures.",
    make=_livret,
)


def _columns() -> Columns:
    """The columns of stakes in every table of deals."""
    return (
        figure_column(_("Bets"), "bets", count),
        figure_column(pgettext("checks", "Staked"), "staked_cents"),
        figure_column(_("Gains paid"), "paid_cents"),
        figure_column(_("Won back"), "back_cents"),
        figure_column(pgettext("checks", "Lost"), "lost_cents"),
        figure_column(_("Doublets"), "halved_cents"),
    )


def _deals(rows: Sequence[Row], *before: Column, result: Column, **more: Any) -> FiguresTable:
    """A table of deals; ``before`` are columns after the deal, ``result`` the last one."""
    whole = added(Figures, (row.figures for row in rows))
    return figures_table(
        columns=(
            Column(_("Deal"), lambda row: row.record.cell, kind="first"),
            *before,
            Column(
                _("Coups"),
                lambda row: str(len(row.record.coups)),
                lambda row: str(sum(len(own.record.coups) for own in row.record)),
            ),
            *_columns(),
            result,
        ),
        rows=rows,
        total=whole,
        fits=(54, 74),
        **more,
    )


def player_part(play: Play, player: str) -> PlayerPart:
    """The deals in which a player sat, and their chains."""
    rows = [Row(deal, play.figures.of(deal.number, player), player) for deal in play.deals_of(player)]
    chains = [chain for chain in play.chains if chain.player == player]
    deals = _deals(
        rows,
        title=noun_of(PHARO).by_round("Pharo"),
        result=net_column(),
        nothing=noun_of(PHARO).nothing_here(),
        note=_("Net = gains paid + won back by plis − lost − the bank’s halves of doublets."),
    )
    net_cents = sum(row.figures.net_cents for row in rows)
    return PlayerPart(
        view=RoundTables(tables=(deals, chain_table(chains)) if chains else (deals,)),
        lines=len(rows) + len(chains),
        net_cents=net_cents,
        summary=noun_of(PHARO).summary(len(rows), "Pharo"),
    )


def table_part(play: Play, now: Night) -> TablePart:
    """The bank's deals, and all chains."""
    rows = [Row(deal, play.figures.of_round(deal.number)) for deal in play.deals]
    bank_cents = sum(row.figures.bank_cents for row in rows)
    deals = _deals(
        rows,
        Column(_("Bottom"), lambda row: cards_cell(filter(None, (row.record.bottom,))), kind="card"),
        title=_("The bank, deal by deal") if len(now.games) == 1 else noun_of(PHARO).by_round("Pharo"),
        result=figure_column(_("Bank"), "bank_cents", signed),
        nothing=noun_of(PHARO).nothing(),
        note=_("Bank = lost + the bank’s halves of doublets − gains paid − won back by plis."),
        endings=bank_endings(now, bank_cents),
    )
    voided = [deal for deal in play.deals if deal.voided is not None]
    forfeited = [deal for deal in play.deals if deal.counted is not None]
    return TablePart(
        view=RoundTables(tables=(deals, chain_table(play.chains, now.names)) if play.chains else (deals,)),
        lines=len(rows) + len(play.chains),
        bank_play_cents=bank_cents,
        counted=(noun_of(PHARO).voided(len(voided)),),
        remarks=(bank_broke(play.unpaid_cents),),
        notes=(
            *(noun_of(PHARO).void(deal.number, deal.voided or "") for deal in voided),
            *(
                _(
                    "Deal %(number)s was forfeited: the pack had %(cards)s cards.",
                    number=deal.number,
                    cards=deal.counted,
                )
                for deal in forfeited
            ),
        ),
    )


def chain_table(chains: Iterable[Chain], names: Mapping[str, str] | None = None) -> FiguresTable:
    """Chains in words, with the players' ``names`` if there are several players."""
    player = (Column(_("Player"), lambda row: names[row.record.player], kind="word name"),) if names else ()
    return figures_table(
        _("Paix and paroli"),
        (
            Column(_("Deal"), lambda row: str(row.record.deal), kind="first"),
            Column(_("Coup"), lambda row: str(row.record.turn)),
            *player,
            Column(_("Card"), lambda row: phrase_text(row.record.place), kind="word"),
            Column(_("Ventured as"), lambda row: chain_called(row.record.folds), kind="word"),
            Column(_("Stake"), lambda row: or_dash(row.record.stake_cents)),
            Column(_("Outcome"), lambda row: result_of(row.record.result, PHARO), kind="word"),
            Column(pgettext("result", "Net"), lambda row: signed_or_dash(row.record.net_cents)),
        ),
        [Row(chain, None) for chain in chains],
        kinds=("chains",),
    )


class CoupRow(Frozen):
    """One coup with the table's remark, and the bank's result in cents."""

    dealt: CoupDealt
    remark: str
    bank_cents: int


class DealSheet(Frozen):
    """The contents of a deal's sheet.

    ``bottom`` is the bottom card in words, and ``before_coups_cents`` the bank's result before the first coup.
    """

    deal: Deal
    bottom: str
    deals_dealt: int
    coups: tuple[CoupRow, ...]
    chains: FiguresTable | None
    before_coups_cents: int

    @property
    def bank_cents(self) -> int:
        """What the bank won or lost in the deal."""
        return self.before_coups_cents + sum(coup.bank_cents for coup in self.coups)


def deal_sheet(play: Play, number: int, now: Night, stand: Sequence[Event]) -> DealSheet:
    """The contents of a deal's sheet; :class:`LookupError` if it was not dealt."""
    deal = next((played for played in play.deals if played.number == number), None)
    if deal is None:
        raise LookupError(f"deal {number} was not dealt")
    bank = bank_by_turn(stand, PHARO, number)
    chains = [chain for chain in play.chains if chain.deal == number]
    return DealSheet(
        deal=deal,
        bottom=card_words(deal.bottom) if deal.bottom else "",
        deals_dealt=len(play.deals),
        coups=tuple(CoupRow(dealt=coup, remark=_remark(coup, now), bank_cents=bank[coup.turn]) for coup in deal.coups),
        chains=chain_table(chains, now.names) if chains else None,
        before_coups_cents=bank[0],
    )


def _remark(coup: CoupDealt, now: Night) -> str:
    """The table's remark on a coup, from its cards alone."""
    if coup.turn == COUPS and now.tables[PHARO].house.hockley:
        return _("hockley")
    return result_of("split", PHARO) if rank_of(coup.bank) == rank_of(coup.punters) else ""


PAPERS = GamePapers(
    name=PHARO,
    words=WORDS,
    folder=Path(__file__).parent,
    play_of=play_of,
    player_part=player_part,
    table_part=table_part,
    settings=SETTINGS,
    form=FORM,
    presets=PRESETS,
    percentages=percentages_of,
    round_sheet=RoundSheet(
        template=TEMPLATE, heading=marked("Deal sheet %(number)s"), contents=deal_sheet, title="Coups of deal {}"
    ),
    rulebook=PHARO_RULES,
    blanks=(LIVRET,),
    stakes=PharoStakes,
    stake_story=PharoStakeStory,
    round_story=PharoDealStory,
    tells_turns=False,
    follow_places=follow_places,
)
