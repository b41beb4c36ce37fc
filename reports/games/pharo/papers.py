"""Pharo's papers: its part of settlements and of the table sheet, and the bank's percentages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import tzinfo
from pathlib import Path

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.cards import rank_of
from dealer.games.pharo.commands import FIGURES, PharoHouse, named
from dealer.games.pharo.fairness import ELSEWHERE, Terms, gain, gain_whatever_bottom, half_of
from dealer.games.pharo.game import follow_places
from dealer.games.pharo.state import COUPS, PACK_CARDS, PHARO
from dealer.night.night import Night
from events.common.play import StakeSettled
from events.effective_events import effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.game_papers import Blank, GamePapers, RoundSheet
from reports.games.pharo.dossier import PharoDealStory, PharoStakes, PharoStakeStory
from reports.games.pharo.play import Chain, Deal, Figures, Play, play_of
from reports.games.pharo.rules import FORM, PHARO_RULES, PRESETS, SETTINGS
from reports.games.pharo.words import WORDS, chain_called
from reports.pdf.render import blank_paper, pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.play import PlayerPart, TablePart, bank_broke
from reports.rounds.statement import added
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.formatting import Figure, card_words, figure, listed
from reports.words.game_words import phrase_text
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext
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


class DealRow(Frozen):
    """One deal, with the figures of a player or of the bank."""

    deal: Deal
    figures: Figures


class ChainRow(Frozen):
    """A chain in words: place, name and result; amounts in cents."""

    name: str
    deal: int
    turn: int
    place: str
    called: str
    stake_cents: int
    result: str
    net_cents: int


class Deals(Frozen):
    """Deals of a player or of the bank, with their totals and chains."""

    rows: tuple[DealRow, ...]
    all: Figures
    coups: int
    chains: tuple[ChainRow, ...]


def player_part(play: Play, player: str) -> PlayerPart:
    """The deals in which a player sat, and their chains."""
    rows = [DealRow(deal=deal, figures=play.figures.of(deal.number, player)) for deal in play.deals_of(player)]
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
    rows = [DealRow(deal=deal, figures=play.figures.of_round(deal.number)) for deal in play.deals]
    deals = _together(rows, chain_rows(play.chains, now.names))
    voided = [deal for deal in play.deals if deal.voided is not None]
    forfeited = [deal for deal in play.deals if deal.counted is not None]
    return TablePart(
        template=TEMPLATE,
        view=deals,
        lines=len(deals.rows) + len(deals.chains),
        bank_play_cents=deals.all.bank_cents,
        counted=(ngettext("%(num)s deal voided", "%(num)s deals voided", len(voided)),),
        remarks=(bank_broke(play.unpaid_cents),),
        notes=(
            *(_("Deal %(number)s was voided: %(why)s", number=deal.number, why=deal.voided) for deal in voided),
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


def chain_rows(chains: Iterable[Chain], names: Mapping[str, str] | None = None) -> tuple[ChainRow, ...]:
    """Chains in words, with the players' ``names`` if there are several players."""
    return tuple(
        ChainRow(
            name=names[chain.player] if names else "",
            deal=chain.deal,
            turn=chain.turn,
            place=phrase_text(chain.place),
            called=chain_called(chain.folds),
            stake_cents=chain.stake_cents,
            result=result_of(chain.result, PHARO),
            net_cents=chain.net_cents,
        )
        for chain in chains
    )


def _together(rows: Sequence[DealRow], chains: tuple[ChainRow, ...]) -> Deals:
    return Deals(
        rows=tuple(rows),
        all=added(Figures, (row.figures for row in rows)),
        coups=sum(len(row.deal.coups) for row in rows),
        chains=chains,
    )


class CoupRow(Frozen):
    """One coup: its cards, the table's remark, and the bank's result in cents."""

    number: int
    bank: str
    punters: str
    remark: str
    bank_cents: int


class DealSheet(Frozen):
    """The contents of a deal's sheet.

    ``bottom`` is the bottom card in words, and ``before_coups_cents`` the bank's result before the first coup.
    """

    masthead: Masthead
    deal: Deal
    bottom: str
    deals_dealt: int
    coups: tuple[CoupRow, ...]
    chains: tuple[ChainRow, ...]
    before_coups_cents: int
    seal: Seal

    @property
    def bank_cents(self) -> int:
        """What the bank won or lost in the deal."""
        return self.before_coups_cents + sum(coup.bank_cents for coup in self.coups)


def deal_sheet_view(
    now: Night, events: Sequence[Recorded], number: int, zone: tzinfo | None = None, play: Play | None = None
) -> DealSheet:
    """The sheet of a deal from a night and all of its events; :class:`LookupError` if it was not dealt."""
    stand = [recorded.event for recorded in effective(events)]
    play = play or play_of(stand)
    deal = next((played for played in play.deals if played.number == number), None)
    if deal is None:
        raise LookupError(f"deal {number} was not dealt")
    bank: Counter[int] = Counter()
    for event in stand:
        if isinstance(event, StakeSettled) and game_of(event) == PHARO and event.round_number == number:
            bank[event.turn_number] += event.bank_took_cents - event.bank_paid_cents
    return DealSheet(
        masthead=masthead_of(now, events, f"{WORDS.round.kind}-{number}", zone),
        deal=deal,
        bottom=card_words(deal.bottom) if deal.bottom else "",
        deals_dealt=len(play.deals),
        coups=tuple(
            CoupRow(
                number=coup.number,
                bank=coup.bank,
                punters=coup.punters,
                remark=_remark(coup.number, coup.bank, coup.punters, hockley=bool(now.tables[PHARO].house.hockley)),
                bank_cents=bank[coup.number],
            )
            for coup in deal.coups
        ),
        chains=chain_rows((chain for chain in play.chains if chain.deal == number), now.names),
        before_coups_cents=bank[0],
        seal=seal_of(now, events),
    )


def print_deal_sheet(view: DealSheet, options: RenderOptions = PLAIN) -> bytes:
    """The sheet of a deal as PDF."""
    title = _("Deal sheet %(number)s", number=view.masthead.number)
    return pdf("pharo/papers.html", title, options, view=view)


def _remark(number: int, bank: str, punters: str, *, hockley: bool) -> str:
    """The table's remark on a coup, from its cards alone."""
    if number == COUPS and hockley:
        return _("hockley")
    return result_of("split", PHARO) if rank_of(bank) == rank_of(punters) else ""


PAPERS = GamePapers(
    name=PHARO,
    words=WORDS,
    folder=Path(__file__).parent,
    play_of=play_of,
    player_part=player_part,
    table_part=table_part,
    round_sheet=RoundSheet(view=deal_sheet_view, print=print_deal_sheet, title="Coups of deal {}"),
    settings=SETTINGS,
    form=FORM,
    presets=PRESETS,
    percentages=percentages_of,
    rulebook=PHARO_RULES,
    blanks=(LIVRET,),
    stakes=PharoStakes,
    stake_story=PharoStakeStory,
    round_story=PharoDealStory,
    follow_places=follow_places,
)
