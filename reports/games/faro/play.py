"""The play of a Faro night in figures: every deal for every player, and its tables on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from dealer.commands.refusal import marked
from dealer.games.faro.cards import tabs_of
from dealer.games.faro.state import FARO
from events.common.event import Event
from events.common.play import StakeLaid
from events.games import faro
from reports.rounds.bank import VOID, BankPlay, BankRound, BankWords, StakeFigures, bank_play_of
from reports.rounds.tables import Column, Columns, cards_cell, figure_column
from reports.words.formatting import signed_or_dash
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext


@dataclass(slots=True, kw_only=True)
class Figures(StakeFigures):
    """The figures of one player's bets; ``won``, ``lost`` and ``split`` exclude calls.

    ``sleepers`` and ``after_hock`` went to the bank; ``claimed`` came from sleepers, ``claimed_from`` went to claims.
    """

    won_cents: int = 0
    lost_cents: int = 0
    split_cents: int = 0
    calls_won_cents: int = 0
    calls_lost_cents: int = 0
    sleepers_cents: int = 0
    after_hock_cents: int = 0
    claimed_cents: int = 0
    claimed_from_cents: int = 0

    @property
    def calls_cents(self) -> int:
        """The result of calls."""
        return self.calls_won_cents - self.calls_lost_cents

    @property
    def of_sleepers_cents(self) -> int:
        """The result of sleepers: those they claimed, less those that others or the bank took from them."""
        return self.claimed_cents - self.claimed_from_cents - self.sleepers_cents

    @property
    def swept_cents(self) -> int:
        """The result of bets swept after the hock."""
        return -self.after_hock_cents

    @property
    def taken_cents(self) -> int:
        """What the bank took on bets, splits and calls."""
        return self.lost_cents + self.split_cents + self.calls_lost_cents

    @property
    def paid_cents(self) -> int:
        """What the bank paid on bets and calls."""
        return self.won_cents + self.calls_won_cents

    @property
    def bank_play_cents(self) -> int:
        """What the bank won from them on bets, splits and calls."""
        return self.taken_cents - self.paid_cents

    @property
    def net_cents(self) -> int:
        """What they won or lost."""
        return self.of_sleepers_cents + self.swept_cents - self.bank_play_cents


def _counted(of: Callable[[str], Figures], event: Event, laid: Mapping[str, StakeLaid]) -> None:
    """Add an event to the players' figures."""
    match event:
        case faro.BetPressed():
            of(event.player).staked_cents += event.add_cents
        case faro.BetPaid() if isinstance(laid[event.bet], faro.TurnCalled):
            of(event.player).calls_won_cents += event.paid_cents
        case faro.BetPaid():
            of(event.player).won_cents += event.paid_cents
        case faro.BetLost() if isinstance(laid[event.bet], faro.TurnCalled):
            of(event.player).calls_lost_cents += event.taken_cents
        case faro.BetLost():
            of(event.player).lost_cents += event.taken_cents
        case faro.BetSplit():
            of(event.player).split_cents += event.taken_cents
        case faro.SleeperTaken():
            of(event.player).sleepers_cents += event.stake_cents
        case faro.BetSwept():
            of(event.player).after_hock_cents += event.stake_cents
        case faro.SleeperClaimed() if event.claimant != event.player:
            of(event.player).claimed_from_cents += event.stake_cents
            of(event.claimant).claimed_cents += event.stake_cents


def _deals(events: Sequence[Event]) -> Iterable[BankRound]:
    return (
        BankRound(
            number=tabs.deal,
            turns=sum(1 for turn in tabs.turns if turn.winner is not None),
            shown=tabs,
            voided=tabs.voided,
            badge="" if tabs.voided is None else VOID,
        )
        for tabs in tabs_of(events)
    )


def _own_columns() -> Columns:
    return (
        figure_column(pgettext("checks", "Won"), "won_cents"),
        figure_column(pgettext("checks", "Lost"), "lost_cents"),
        figure_column(_("Splits"), "split_cents"),
        figure_column(pgettext("of the turn", "Calls"), "calls_cents", signed_or_dash),
        figure_column(_("Sleepers"), "of_sleepers_cents", signed_or_dash),
        figure_column(_("Swept after the hock"), "swept_cents", signed_or_dash, kind="wrapped"),
    )


def _bank_columns() -> Columns:
    return (
        figure_column(pgettext("by the bank", "Taken"), "taken_cents"),
        figure_column(pgettext("by the bank", "Paid"), "paid_cents"),
        figure_column(_("Sleepers"), "sleepers_cents"),
        figure_column(_("Swept after the hock"), "after_hock_cents", kind="wrapped"),
    )


def _shown() -> Columns:
    return (
        Column(_("Soda"), lambda row: cards_cell(filter(None, (row.record.shown.soda,))), kind="card"),
        Column(_("Hock"), lambda row: cards_cell(filter(None, (row.record.shown.hock,))), kind="card"),
    )


DEALS = BankWords(
    game=FARO,
    rounds=_deals,
    figures=Figures,
    counted=_counted,
    turns=lambda: _("Turns"),
    extent=lambda num: ngettext("%(num)s turn", "%(num)s turns", num),
    own=_own_columns,
    bank=_bank_columns,
    shown=_shown,
    fits=(68, 90),
    bank_fits=(58, 80),
    note=marked(
        "Net = won − lost − splits + calls + sleepers + swept after the hock. Sleepers: bets whose cards were all "
        "out, claimed or taken by the bank."
    ),
    bank_note=marked("Bank = taken − paid + sleepers + swept after the hock."),
    void_note=marked("Bets decided before a deal was voided stand; undecided bets went back."),
    kinds=("deals",),
)


def play_of(events: Iterable[Event]) -> BankPlay:
    """The play of a night from its effective events."""
    return bank_play_of(events, DEALS)
