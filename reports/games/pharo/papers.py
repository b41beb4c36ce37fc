"""Pharo's papers: the figures of its deals with their tables, and the bank's percentages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup
from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Phrase, marked
from dealer.game.cards import rank_of
from dealer.games.pharo.commands import FIGURES, PharoHouse, named
from dealer.games.pharo.fairness import ELSEWHERE, Terms, gain, gain_whatever_bottom, half_of
from dealer.games.pharo.game import follow_places
from dealer.games.pharo.state import COUPS, PACK_CARDS, PHARO
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import StakeLaid
from events.frozen import Frozen
from events.games import pharo
from reports.game_papers import BetEdge, Blank, GamePapers, RoundSheet
from reports.games.pharo.dossier import PharoDealStory, PharoStakes, PharoStakeStory
from reports.games.pharo.rules import FORM, GUIDE, PHARO_RULES, PRESETS, SETTINGS
from reports.games.pharo.words import WORDS, chain_called
from reports.pdf.drawings import cards_in_rows
from reports.pdf.render import blank_paper
from reports.render_options import RenderOptions
from reports.rounds.bank import (
    VOID,
    BankPlay,
    BankRound,
    BankWords,
    StakeFigures,
    bank_play_of,
    player_part,
    table_part,
)
from reports.rounds.play import bank_by_turn
from reports.rounds.tables import (
    Column,
    Columns,
    FiguresTable,
    Row,
    cards_cell,
    figure_column,
    figures_table,
)
from reports.words.formatting import Figure, card_words, figure, listed, or_dash, signed_or_dash
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


def edges_of(house: PharoHouse) -> Iterator[BetEdge]:
    """What the bank gains of a stake on each kind of card, whatever the bottom card is."""
    for card, ranks in _kinds_of_card(house).items():
        for opposed in (False, True) if house.oppose else (False,):
            terms = Terms(hockley=house.hockley, opposed=opposed)
            bet = _("%(bet)s (%(lies)s)", bet=card, lies=_("opposed")) if opposed else card
            yield BetEdge(bet=bet, share=gain_whatever_bottom((4,) * ranks, PACK_CARDS, terms))


def _kinds_of_card(house: PharoHouse) -> dict[str, int]:
    """The kinds of card in words, each with its number of ranks."""
    figures = {_("figure of three"): 3, _("figure of four"): 4} if house.figures else {}
    return {pgettext("bet", "single"): 1, **figures}


def _rows(house: PharoHouse, *, checks: int) -> Iterator[BottomRow]:
    for card, ranks in _kinds_of_card(house).items():
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


def _livret_picture() -> Markup:
    return cards_in_rows((RANKS,), _("A livret: one card of every rank."))


def _livret(title: str, options: RenderOptions) -> bytes:
    figures = [(INKS[ranks[0]], ranks, phrase_text(named(ranks))) for ranks in FIGURES]
    kind = f"livret {options.style.paper}"
    return blank_paper(title, options, kind, template=TEMPLATE, ranks=RANKS, figures=figures)


LIVRET = Blank(
    name="livret",
    title=marked("A livret"),
    about=marked("Seventeen cards to cut out: thirteen ranks and four figures."),
    make=_livret,
)


@dataclass(slots=True, kw_only=True)
class Figures(StakeFigures):
    """The figures of one player's stakes.

    ``paid`` are winnings, those of a forfeit included; ``back`` is what plis won back, ``lost`` are stakes, ``halved``
    the bank's halves of doublets.
    """

    paid_cents: int = 0
    back_cents: int = 0
    lost_cents: int = 0
    halved_cents: int = 0

    @property
    def net_cents(self) -> int:
        """What they won or lost."""
        return self.paid_cents + self.back_cents - self.lost_cents - self.halved_cents


def _counted(of: Callable[[str], Figures], event: Event, laid: Mapping[str, StakeLaid]) -> None:
    """Add an event to the players' figures."""
    match event:
        case pharo.StakePressed():
            of(event.player).staked_cents += event.add_cents
        case pharo.GainPaid() | pharo.ForfeitPaid():
            of(event.player).paid_cents += event.paid_cents
        case pharo.PliWon():
            of(event.player).back_cents += event.paid_cents
        case pharo.CardLost():
            of(event.player).lost_cents += event.taken_cents
        case pharo.DoubletDealt():
            of(event.player).halved_cents += event.taken_cents


class Deal(Frozen):
    """What was shown in a deal: its bottom card and its coups.

    ``counted`` is the number of cards in a miscounted pack; ``carried`` is the number of bets carried out of it.
    """

    bottom: str = ""
    coups: tuple[pharo.CoupDealt, ...] = ()
    counted: int | None = None
    carried: int = 0


def _deals(events: Iterable[Event]) -> Iterable[BankRound]:
    deals: list[BankRound] = []
    for event in events:
        if isinstance(event, pharo.PackTaken):
            deals.append(BankRound(number=event.deal, turns=0, shown=Deal()))
        elif deals:
            deals[-1] = _followed(deals[-1], deals[-1].shown, event)
    return deals


def _followed(played: BankRound, deal: Deal, event: Event) -> BankRound:
    """A deal after another event."""
    match event:
        case pharo.BottomShown():
            return replace(played, shown=replace(deal, bottom=event.card))
        case pharo.CoupDealt():
            return replace(played, turns=played.turns + 1, shown=replace(deal, coups=(*deal.coups, event)))
        case pharo.PackDealtOut():
            return replace(played, shown=replace(deal, carried=len(event.carried)))
        case pharo.PackFoul():
            return replace(played, voided=event.reason, badge=VOID)
        case pharo.PackMiscounted():
            return replace(played, shown=replace(deal, counted=event.cards), badge=marked("forfeited"))
    return played


class Chain(Frozen):
    """How a card with folds ended: the result in its row, and what its player was paid or lost, in cents."""

    player: str
    deal: int
    turn: int
    place: Phrase
    folds: tuple[str, ...]
    stake_cents: int
    result: str
    net_cents: int


def _chains(events: Iterable[Event]) -> tuple[Chain, ...]:
    """Every card with folds: paid or lost, or returned by a bank that cannot pay."""
    places: dict[str, Phrase] = {}
    chains: list[Chain] = []
    for event in events:
        follow_places(places, event)
        if isinstance(event, pharo.GainPaid | pharo.ForfeitPaid | pharo.CardLost | pharo.CardReturned) and event.folds:
            chains.append(
                Chain(
                    player=event.player,
                    deal=event.deal,
                    turn=event.turn,
                    place=places[event.bet],
                    folds=event.folds,
                    stake_cents=event.stake_cents,
                    result=event.result,
                    net_cents=event.bank_paid_cents - event.bank_took_cents,
                )
            )
    return tuple(chains)


def _columns() -> Columns:
    """The columns of stakes in every table of deals."""
    return (
        figure_column(_("Gains paid"), "paid_cents"),
        figure_column(_("Won back"), "back_cents"),
        figure_column(pgettext("checks", "Lost"), "lost_cents"),
        figure_column(_("Doublets"), "halved_cents"),
    )


def _bottom() -> Columns:
    return (Column(_("Bottom"), lambda row: cards_cell(filter(None, (row.record.shown.bottom,))), kind="card"),)


def _chain_tables(chains: Sequence[Chain], player: str, names: Mapping[str, str]) -> tuple[FiguresTable, ...]:
    own = [chain for chain in chains if player in ("", chain.player)]
    return (chain_table(own, names),) if own else ()


def _notes_on(played: BankRound) -> Iterator[str]:
    if played.shown.counted is not None:
        yield _(
            "Deal %(number)s was forfeited: the pack had %(cards)s cards.",
            number=played.number,
            cards=played.shown.counted,
        )


DEALS = BankWords(
    game=PHARO,
    rounds=_deals,
    figures=Figures,
    counted=_counted,
    turns=lambda: _("Coups"),
    extent=lambda num: ngettext("%(num)s coup", "%(num)s coups", num),
    own=_columns,
    bank=_columns,
    shown=_bottom,
    fits=(54, 74),
    bank_fits=(54, 74),
    note=marked("Net = gains paid + won back by plis − lost − the bank’s halves of doublets."),
    bank_note=marked("Bank = lost + the bank’s halves of doublets − gains paid − won back by plis."),
    more=_chains,
    tables=_chain_tables,
    notes=_notes_on,
)


def play_of(events: Iterable[Event]) -> BankPlay:
    """The play of a night from its effective events."""
    return bank_play_of(events, DEALS)


def chain_table(chains: Iterable[Chain], names: Mapping[str, str]) -> FiguresTable:
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

    dealt: pharo.CoupDealt
    remark: str
    bank_cents: int


class DealSheet(Frozen):
    """The contents of a deal's sheet.

    ``bottom`` is the bottom card in words, and ``before_coups_cents`` the bank's result before the first coup.
    """

    deal: BankRound
    bottom: str
    deals_dealt: int
    coups: tuple[CoupRow, ...]
    chains: FiguresTable | None
    before_coups_cents: int

    @property
    def bank_cents(self) -> int:
        """What the bank won or lost in the deal."""
        return self.before_coups_cents + sum(coup.bank_cents for coup in self.coups)


def deal_sheet(play: BankPlay, number: int, now: Night, stand: Sequence[Event]) -> DealSheet:
    """The contents of a deal's sheet; :class:`LookupError` if it was not dealt."""
    played = play.round_called(number)
    deal: Deal = played.shown
    bank = bank_by_turn(stand, PHARO, number)
    chains = [chain for chain in play.more if chain.deal == number]
    return DealSheet(
        deal=played,
        bottom=card_words(deal.bottom) if deal.bottom else "",
        deals_dealt=len(play.rounds),
        coups=tuple(CoupRow(dealt=coup, remark=_remark(coup, now), bank_cents=bank[coup.turn]) for coup in deal.coups),
        chains=chain_table(chains, now.names) if chains else None,
        before_coups_cents=bank[0],
    )


def _remark(coup: pharo.CoupDealt, now: Night) -> str:
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
    edges=edges_of,
    round_sheet=RoundSheet(
        template=TEMPLATE,
        heading=marked("Deal sheet %(number)s"),
        contents=deal_sheet,
        title=marked("Coups of deal %(of)s"),
    ),
    guide=replace(GUIDE, picture=_livret_picture),
    rulebook=PHARO_RULES,
    blanks=(LIVRET,),
    stakes=PharoStakes,
    stake_story=PharoStakeStory,
    round_story=PharoDealStory,
    tells_turns=False,
    follow_places=follow_places,
)
