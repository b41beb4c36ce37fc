"""The tab sheet of a deal: the cue-card with its marks, and the turns as they were dealt (rulebook 1.10)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from dealer.commands.fields import RANKS
from dealer.game.cards import rank_of
from dealer.games.faro.case_keeper import HOCK, LOSER, SODA, WINNER, DealTabs
from dealer.games.faro.state import FARO
from dealer.night.night import Night
from events.effective_facts import effective
from events.facts.papers import CROSS_AND_NAUGHT, TABS
from events.facts.play import StakeSettled
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from reports.games.faro.play import Play, play_of, turns_dealt
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.language import gettext as _
from reports.words.language import pgettext

CARDS_OF_A_RANK = 4


class Signs(Frozen):
    """What is written for a card that won, for one that lost, for the soda and for the hock."""

    winner: str
    loser: str
    soda: str = SODA
    hock: str = HOCK

    def of(self, mark: str) -> str:
        """What is written for one of the case-keeper's marks."""
        return {WINNER: self.winner, LOSER: self.loser, SODA: self.soda, HOCK: self.hock}[mark]


SIGNS = {
    TABS: Signs(winner=WINNER, loser=LOSER),
    CROSS_AND_NAUGHT: Signs(winner="×", loser="0"),
}
"""The signs by the marks of a house's style."""


class Mark(Frozen):
    """One mark on the cue-card, and when it was made: ``soda``, a turn's number, or ``hock``."""

    mark: str
    when: str


class RankRow(Frozen):
    """One rank of the cue-card: its marks in the order in which its cards were shown."""

    rank: str
    marks: tuple[Mark, ...]

    @property
    def left(self) -> int:
        """How many of its cards were not shown."""
        return CARDS_OF_A_RANK - len(self.marks)

    @property
    def remark(self) -> str:
        """What the table says of it."""
        shown = {one.mark for one in self.marks}
        if self.left == 0 and len(shown) == 1:
            said = {WINNER: _("wins out"), LOSER: _("loses out")}
            return said.get(shown.pop(), "")
        return ""


class TurnRow(Frozen):
    """One turn: its cards, what the table says of it, and what the bank won or lost in it, in cents."""

    number: int
    loser: str
    winner: str | None
    remark: str
    bank_cents: int


class TabSheet(Frozen):
    """All that a tab sheet says."""

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
    now: Night, facts: Sequence[Recorded], deal: int, zone: tzinfo | None = None, play: Play | None = None
) -> TabSheet:
    """The tab sheet of a deal from a night and all of its facts; :class:`LookupError` where it was not dealt."""
    stand = [one.fact for one in effective(facts)]
    play = play or play_of(stand)
    tabs = next((one for one in play.deals if one.deal == deal), None)
    if tabs is None:
        raise LookupError(f"deal {deal} was not dealt")
    bank: dict[int, int] = {}
    for one in stand:
        if isinstance(one, StakeSettled) and game_of(one) == FARO and one.round_number == deal:
            bank[one.turn_number] = bank.get(one.turn_number, 0) + one.bank_took_cents - one.bank_paid_cents
    return TabSheet(
        masthead=masthead_of(now, facts, f"deal-{deal}", zone),
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
        seal=seal_of(now, facts),
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
    return tuple(RankRow(rank=rank, marks=tuple(found)) for rank, found in marks.items())


def _remark(tabs: DealTabs, at: int) -> str:
    """What the table says of a turn, by its cards alone."""
    turn = tabs.turns[at]
    if turn.winner is None:
        return _("winner not drawn")
    if turn.split:
        return pgettext("a turn", "split")
    ranks = {rank_of(turn.loser), rank_of(turn.winner)}
    said = [_("hangman’s turn")] if ranks == {"J", "K"} else []
    if tabs.hock and at == len(tabs.turns) - 1 and rank_of(tabs.hock) in ranks:
        said.append(pgettext("a turn", "cat"))
    return ", ".join(said)
