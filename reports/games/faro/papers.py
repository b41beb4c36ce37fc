"""Faro on paper: its part of the settlement and the table sheet, and the tab sheet of a deal (rulebook 1.10)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from pathlib import Path

from dealer.commands.fields import RANKS
from dealer.game.cards import rank_of
from dealer.games.faro.cards import HOCK, LOSER, SODA, WINNER, DealTabs
from dealer.games.faro.commands import house_of
from dealer.games.faro.settlement import follow_places
from dealer.games.faro.state import FARO
from dealer.night.night import Night
from events.common.play import StakeSettled
from events.effective_events import effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.game_papers import GamePapers, HouseRulesText, RoundSheet
from reports.games.faro.dossier import Bets, BetStory, turn_story
from reports.games.faro.layout import BLANKS, SIGNS
from reports.games.faro.percentages import percentages_of
from reports.games.faro.play import DealFigures, Figures, Play, play_of, turns_dealt
from reports.games.faro.rules import FARO_RULES, faro_rules
from reports.games.faro.words import WORDS
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rounds.play import PlayerPart, TablePart, bank_broke
from reports.rounds.statement import added
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext

TEMPLATE = "faro/papers.html"


class Deals(Frozen):
    """Deals of a player or of the bank, with totals and the number of turns."""

    rows: tuple[DealFigures, ...]
    all: Figures
    turns: int


def player_part(play: Play, player: str) -> PlayerPart:
    """The deals in which a player sat."""
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
        notes=tuple(_("Deal %(number)s was voided: %(why)s", number=deal.deal, why=deal.voided) for deal in voided),
    )


def _together(rows: Iterable[DealFigures]) -> Deals:
    rows = tuple(rows)
    return Deals(rows=rows, all=added(Figures, (row.figures for row in rows)), turns=sum(row.turns for row in rows))


CARDS_OF_A_RANK = 4


class Mark(Frozen):
    """One mark on the cue-card and its time: ``soda``, a turn's number, or ``hock``."""

    mark: str
    when: str


class RankRow(Frozen):
    """One rank of the cue-card: its marks in the order in which its cards were shown."""

    rank: str
    marks: tuple[Mark, ...]

    @property
    def left(self) -> int:
        """The number of cards not shown."""
        return CARDS_OF_A_RANK - len(self.marks)

    @property
    def remark(self) -> str:
        """The table's remark on the rank."""
        shown = {mark.mark for mark in self.marks}
        if self.left == 0 and len(shown) == 1:
            remarks = {WINNER: _("wins out"), LOSER: _("loses out")}
            return remarks.get(shown.pop(), "")
        return ""


class TurnRow(Frozen):
    """One turn: its cards, the table's remark, and the bank's result in cents."""

    number: int
    loser: str
    winner: str | None
    remark: str
    bank_cents: int


class TabSheet(Frozen):
    """The contents of a tab sheet."""

    masthead: Masthead
    deal: int
    deals_dealt: int
    soda: str | None
    hock: str | None
    voided: str | None
    ranks: tuple[RankRow, ...]
    turns: tuple[TurnRow, ...]
    turns_dealt: int
    splits: int
    shown: int
    before_turns_cents: int
    seal: Seal

    @property
    def bank_cents(self) -> int:
        """What the bank won or lost in the deal."""
        return self.before_turns_cents + sum(turn.bank_cents for turn in self.turns)


def tab_sheet_view(
    now: Night, events: Sequence[Recorded], deal: int, zone: tzinfo | None = None, play: Play | None = None
) -> TabSheet:
    """The tab sheet of a deal from a night and all of its events; :class:`LookupError` if it was not dealt."""
    stand = [recorded.event for recorded in effective(events)]
    play = play or play_of(stand)
    tabs = next((played for played in play.deals if played.deal == deal), None)
    if tabs is None:
        raise LookupError(f"deal {deal} was not dealt")
    bank: dict[int, int] = {}
    for event in stand:
        if isinstance(event, StakeSettled) and game_of(event) == FARO and event.round_number == deal:
            bank[event.turn_number] = bank.get(event.turn_number, 0) + event.bank_took_cents - event.bank_paid_cents
    return TabSheet(
        masthead=masthead_of(now, events, f"deal-{deal}", zone),
        deal=deal,
        deals_dealt=len(play.deals),
        soda=tabs.soda,
        hock=tabs.hock,
        voided=tabs.voided,
        ranks=_cue_card(tabs),
        turns=tuple(
            TurnRow(
                number=turn.number,
                loser=turn.loser,
                winner=turn.winner,
                remark=_remark(tabs, at),
                bank_cents=bank.get(turn.number, 0),
            )
            for at, turn in enumerate(tabs.turns)
        ),
        turns_dealt=turns_dealt(tabs),
        splits=sum(1 for turn in tabs.turns if turn.split),
        shown=len(tabs.shown),
        before_turns_cents=bank.get(0, 0),
        seal=seal_of(now, events),
    )


def print_tab_sheet(view: TabSheet, options: RenderOptions = PLAIN) -> bytes:
    """A tab sheet as PDF."""
    title = _("Tab sheet %(number)s", number=view.masthead.number)
    return pdf("faro/papers.html", title, options, view=view, signs=SIGNS[options.style.marks])


def _cue_card(tabs: DealTabs) -> tuple[RankRow, ...]:
    marks: dict[str, list[Mark]] = {rank: [] for rank in RANKS}
    turn = 0
    for card, mark in tabs.shown:
        turn += mark == LOSER
        when = {SODA: _("soda"), HOCK: _("hock")}.get(mark, str(turn))
        marks[rank_of(card)].append(Mark(mark=mark, when=when))
    return tuple(RankRow(rank=rank, marks=tuple(rank_marks)) for rank, rank_marks in marks.items())


def _remark(tabs: DealTabs, at: int) -> str:
    """The table's remark on a turn, from its cards alone."""
    turn = tabs.turns[at]
    if turn.winner is None:
        return _("winner not drawn")
    if turn.split:
        return pgettext("a turn", "split")
    ranks = {rank_of(turn.loser), rank_of(turn.winner)}
    remarks = [_("hangman’s turn")] if ranks == {"J", "K"} else []
    if tabs.hock and at == len(tabs.turns) - 1 and rank_of(tabs.hock) in ranks:
        remarks.append(pgettext("a turn", "cat"))
    return ", ".join(remarks)


PAPERS = GamePapers(
    name=FARO,
    words=WORDS,
    folder=Path(__file__).parent,
    play_of=play_of,
    player_part=player_part,
    table_part=table_part,
    round_sheet=RoundSheet(view=tab_sheet_view, print=print_tab_sheet, title="Tabs of deal {}"),
    house_rules=HouseRulesText(
        sentences=lambda recorded: faro_rules(house_of(recorded)),
        covered_by={
            "minimum": "limit",
            "paroli_times": "running_limit",
            "cat_pays": "call_pays",
            "call_quote": "call_pays",
        },
        percentages=lambda recorded: percentages_of(house_of(recorded)),
    ),
    rulebook=FARO_RULES,
    blanks=BLANKS,
    stakes=Bets,
    stake_story=BetStory,
    rounds_of=None,
    turn_story=turn_story,
    follow_places=follow_places,
)
