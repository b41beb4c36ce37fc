"""The play of a Faro night in figures: every deal for every player, from the effective events.

Stakes, winnings and losses come from the events that settle bets; changes of checks come from the moves of money. The
two must agree in every deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from msgspec import field

from dealer.games.faro.cards import DealTabs, tabs_of
from dealer.games.faro.state import FARO
from events.common.event import Event
from events.frozen import Frozen
from events.games import faro
from reports.rounds.play import seated_by_round
from reports.rounds.statement import FiguresByRound
from reports.rounds.tables import noun_of
from reports.words.language import ngettext


@dataclass(slots=True, kw_only=True)
class Figures:
    """The figures of one player's bets, in one deal or in several; cents, all positive.

    ``staked_cents`` are stakes laid, calls and pressed bets included; ``won``, ``lost`` and ``split`` exclude calls.
    ``sleepers`` and ``after_hock`` went to the bank; ``claimed`` came from sleepers, ``claimed_from`` went to claims.
    """

    bets: int = 0
    staked_cents: int = 0
    won_cents: int = 0
    lost_cents: int = 0
    split_cents: int = 0
    calls: int = 0
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
        return self.lost_cents + self.split_cents - self.won_cents - self.calls_cents

    @property
    def bank_cents(self) -> int:
        """What the bank won from them in all."""
        return self.bank_play_cents + self.sleepers_cents + self.after_hock_cents

    @property
    def net_cents(self) -> int:
        """What they won or lost."""
        decided = self.won_cents - self.lost_cents - self.split_cents + self.calls_cents
        return decided + self.of_sleepers_cents - self.after_hock_cents

    @property
    def is_empty(self) -> bool:
        """Whether all figures are zero."""
        return all(not getattr(self, field.name) for field in fields(self))


class Play(Frozen):
    """The play of a night: the tabs of its deals, the figures by deal and player, and who sat in which deal.

    ``unpaid_cents`` is what the bank left unpaid each time it broke.
    """

    deals: tuple[DealTabs, ...]
    figures: FiguresByRound[Figures]
    present: dict[int, frozenset[str]] = field(default_factory=dict)
    unpaid_cents: tuple[int, ...] = ()

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was dealt, in words."""
        if not self.deals:
            return ()
        deals = noun_of(FARO).extent(len(self.deals))
        return deals, ngettext("%(num)s turn", "%(num)s turns", self.turns)

    @property
    def turns(self) -> int:
        """The number of complete turns."""
        return sum(map(turns_dealt, self.deals))

    def deals_of(self, player: str) -> list[DealTabs]:
        """The deals in which a player sat at the table."""
        return [tabs for tabs in self.deals if player in self.present.get(tabs.deal, frozenset())]


def turns_dealt(tabs: DealTabs) -> int:
    """The number of complete turns in a deal."""
    return sum(1 for turn in tabs.turns if turn.winner is not None)


def play_of(events: Iterable[Event]) -> Play:
    """The play of a night from effective events; :class:`~reports.rounds.statement.DoesNotAddUp` if moves disagree."""
    events = tuple(events)
    fold = _Fold()
    for event in events:
        if type(event).__module__ == faro.__name__:
            fold.add(event)
    fold.figures.assert_agree("deal", lambda figures: figures.net_cents)
    return Play(
        deals=tuple(tabs_of(events)),
        figures=fold.figures,
        present=seated_by_round(events, FARO),
        unpaid_cents=tuple(event.unpaid_cents for event in events if isinstance(event, faro.BankBroken)),
    )


class _Fold:
    """Collects deals and figures, event by event; checks in hand and on the layout are the player's."""

    def __init__(self) -> None:
        self.deal = 0
        self.calls: set[str] = set()
        self.figures = FiguresByRound(Figures)

    def add(self, event: Event) -> None:
        """Apply an event of the game."""
        self.deal = event.deal if isinstance(event, faro.DealStarted) else self.deal
        self._count(event)
        self.figures.follow(self.deal, event.moves, "checks", "layout")

    def _at(self, player: str) -> Figures:
        return self.figures.at(self.deal, player)

    def _count(self, event: Event) -> None:
        match event:
            case faro.BetPlaced() | faro.TurnCalled():
                own = self._at(event.player)
                own.bets += 1
                own.staked_cents += event.stake_cents
                if isinstance(event, faro.TurnCalled):
                    own.calls += 1
                    self.calls.add(event.bet)
            case faro.BetPressed():
                self._at(event.player).staked_cents += event.add_cents
            case faro.BetPaid() if event.bet in self.calls:
                self._at(event.player).calls_won_cents += event.paid_cents
            case faro.BetPaid():
                self._at(event.player).won_cents += event.paid_cents
            case faro.BetLost() if event.bet in self.calls:
                self._at(event.player).calls_lost_cents += event.taken_cents
            case faro.BetLost():
                self._at(event.player).lost_cents += event.taken_cents
            case faro.BetSplit():
                self._at(event.player).split_cents += event.taken_cents
            case faro.SleeperTaken():
                self._at(event.player).sleepers_cents += event.stake_cents
            case faro.BetSwept():
                self._at(event.player).after_hock_cents += event.stake_cents
            case faro.SleeperClaimed() if event.claimant != event.player:
                self._at(event.player).claimed_from_cents += event.stake_cents
                self._at(event.claimant).claimed_cents += event.stake_cents
