"""The play of a Faro night in figures: every deal for every player, from the effective facts.

Stakes, winnings and losses come from the facts that settle bets; changes of checks come from the moves of money. The
two must agree in every deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from msgspec import field

from dealer.games.faro.cards import DealTabs, tabs_of
from events.facts import night
from events.facts.fact import Fact
from events.frozen import Frozen
from events.games import faro
from reports.rounds.statement import FiguresByRound
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
        deals = ngettext("%(num)s deal", "%(num)s deals", len(self.deals))
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


class DealFigures(Frozen):
    """One deal of a sheet: its tabs, and the figures of a player or of the bank."""

    tabs: DealTabs
    figures: Figures

    @property
    def turns(self) -> int:
        """The number of complete turns in it."""
        return turns_dealt(self.tabs)


def play_of(facts: Iterable[Fact]) -> Play:
    """The play of a night from effective facts; :class:`~reports.rounds.statement.DoesNotAddUp` if moves disagree."""
    facts = tuple(facts)
    fold = _Fold()
    for fact in facts:
        fold.add(fact)
    fold.figures.assert_agree("deal", lambda figures: figures.net_cents)
    present = {deal: frozenset(players) for deal, players in fold.present.items()}
    return Play(
        deals=tuple(tabs_of(facts)),
        figures=fold.figures,
        present=present,
        unpaid_cents=tuple(fact.unpaid_cents for fact in facts if isinstance(fact, faro.BankBroken)),
    )


class _Fold:
    """Collects deals and figures, fact by fact; checks in hand and on the layout are the player's."""

    def __init__(self) -> None:
        self.deal = 0
        self.dealing = False
        self.calls: set[str] = set()
        self.seated: set[str] = set()
        self.present: dict[int, set[str]] = {}
        self.figures = FiguresByRound(Figures)

    def add(self, fact: Fact) -> None:
        """Apply a fact."""
        match fact:
            case faro.DealStarted():
                self.deal, self.dealing = fact.deal, True
                self.present[fact.deal] = set(self.seated)
            case night.PlayerSeated():
                self.seated.add(fact.player)
                if self.dealing:
                    self.present[self.deal].add(fact.player)
            case night.PlayerLeft():
                self.seated.discard(fact.player)
            case _ if type(fact).__module__ == faro.__name__:
                self._count(fact)
                self.figures.follow(self.deal, fact.moves, "checks", "layout")
                self.dealing = self.dealing and not isinstance(fact, faro.DealEnded | faro.DealVoided)

    def _at(self, player: str) -> Figures:
        return self.figures.at(self.deal, player)

    def _count(self, fact: Fact) -> None:
        match fact:
            case faro.BetPlaced() | faro.TurnCalled():
                own = self._at(fact.player)
                own.bets += 1
                own.staked_cents += fact.stake_cents
                if isinstance(fact, faro.TurnCalled):
                    own.calls += 1
                    self.calls.add(fact.bet)
            case faro.BetPressed():
                self._at(fact.player).staked_cents += fact.add_cents
            case faro.BetPaid() if fact.bet in self.calls:
                self._at(fact.player).calls_won_cents += fact.paid_cents
            case faro.BetPaid():
                self._at(fact.player).won_cents += fact.paid_cents
            case faro.BetLost() if fact.bet in self.calls:
                self._at(fact.player).calls_lost_cents += fact.taken_cents
            case faro.BetLost():
                self._at(fact.player).lost_cents += fact.taken_cents
            case faro.BetSplit():
                self._at(fact.player).split_cents += fact.taken_cents
            case faro.SleeperTaken():
                self._at(fact.player).sleepers_cents += fact.stake_cents
            case faro.BetSwept():
                self._at(fact.player).after_hock_cents += fact.stake_cents
            case faro.SleeperClaimed() if fact.claimant != fact.player:
                self._at(fact.player).claimed_from_cents += fact.stake_cents
                self._at(fact.claimant).claimed_cents += fact.stake_cents
