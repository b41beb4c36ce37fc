"""The play of a night of Pharo in figures: every deal for every player, and every chain of folds.

Stakes, winnings and losses come from the events that settle stakes; changes of checks come from the moves of money. The
two must agree in every deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from msgspec import field
from msgspec.structs import replace

from dealer.commands.refusal import Phrase
from dealer.games.pharo.game import follow_places
from dealer.games.pharo.state import PHARO
from events.common.event import Event
from events.common.play import StakeSettled
from events.frozen import Frozen
from events.games import pharo
from reports.rounds.play import seated_by_round
from reports.rounds.statement import FiguresByRound
from reports.rounds.tables import Cell, noun_of
from reports.words.language import gettext as _
from reports.words.language import ngettext


@dataclass(slots=True, kw_only=True)
class Figures:
    """The figures of one player's stakes, in one deal or in several; cents, all positive.

    ``staked_cents`` are stakes laid, additions included; ``paid`` are winnings, those of a forfeit included; ``back``
    is what plis won back, ``lost`` are stakes, ``halved`` the bank's halves of doublets.
    """

    bets: int = 0
    staked_cents: int = 0
    paid_cents: int = 0
    back_cents: int = 0
    lost_cents: int = 0
    halved_cents: int = 0

    @property
    def bank_cents(self) -> int:
        """What the bank won from them."""
        return -self.net_cents

    @property
    def net_cents(self) -> int:
        """What they won or lost."""
        return self.paid_cents + self.back_cents - self.lost_cents - self.halved_cents

    @property
    def is_empty(self) -> bool:
        """Whether all figures are zero."""
        return all(not getattr(self, field.name) for field in fields(self))


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


class Deal(Frozen):
    """One deal: its bottom card, its coups, and how it ended.

    ``voided`` is the reason if it was voided, ``counted`` the number of cards in a miscounted pack; ``carried`` is the
    number of bets carried out of it.
    """

    number: int
    bottom: str = ""
    coups: tuple[pharo.CoupDealt, ...] = ()
    voided: str | None = None
    counted: int | None = None
    carried: int = 0

    @property
    def cell(self) -> Cell:
        """The number of the deal, with a note if it was voided or forfeited."""
        badge = _("void") if self.voided is not None else _("forfeited") if self.counted is not None else ""
        return Cell(str(self.number), badge=badge)


class Play(Frozen):
    """The play of a night: deals, figures by deal and player, chains, and who sat in which deal.

    ``unpaid_cents`` is what the bank left unpaid each time it broke.
    """

    deals: tuple[Deal, ...]
    figures: FiguresByRound[Figures]
    chains: tuple[Chain, ...]
    present: dict[int, frozenset[str]] = field(default_factory=dict)
    unpaid_cents: tuple[int, ...] = ()

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was dealt, in words."""
        if not self.deals:
            return ()
        deals = noun_of(PHARO).extent(len(self.deals))
        return deals, ngettext("%(num)s coup", "%(num)s coups", sum(len(deal.coups) for deal in self.deals))

    def deals_of(self, player: str) -> list[Deal]:
        """The deals in which a player sat at the table."""
        return [deal for deal in self.deals if player in self.present.get(deal.number, frozenset())]


def play_of(events: Iterable[Event]) -> Play:
    """The play of a night from effective events; :class:`~reports.rounds.statement.DoesNotAddUp` if moves disagree."""
    events = tuple(events)
    fold = _Fold()
    for event in events:
        if type(event).__module__ == pharo.__name__:
            fold.add(event)
    fold.figures.assert_agree("deal", lambda figures: figures.net_cents)
    return Play(
        deals=tuple(fold.deals),
        figures=fold.figures,
        chains=tuple(fold.chains),
        present=seated_by_round(events, PHARO),
        unpaid_cents=tuple(fold.unpaid_cents),
    )


_COUNTED_AS: dict[type[Event], str] = {
    pharo.GainPaid: "paid_cents",
    pharo.ForfeitPaid: "paid_cents",
    pharo.PliWon: "back_cents",
    pharo.CardLost: "lost_cents",
    pharo.DoubletDealt: "halved_cents",
}
"""The figure in which a settlement counts."""


class _Fold:
    """Collects deals and figures, event by event; checks in hand and on the layout are the player's."""

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self.figures = FiguresByRound(Figures)
        self.chains: list[Chain] = []
        self.unpaid_cents: list[int] = []
        self.places: dict[str, Phrase] = {}

    def add(self, event: Event) -> None:
        """Apply an event of the game."""
        follow_places(self.places, event)
        match event:
            case pharo.PackTaken():
                self.deals.append(Deal(number=event.deal))
            case pharo.BottomShown():
                self._change(bottom=event.card)
            case pharo.CoupDealt():
                self._change(coups=(*self.deals[-1].coups, event))
            case pharo.PackDealtOut():
                self._change(carried=len(event.carried))
            case pharo.PackFoul():
                self._change(voided=event.reason)
            case pharo.PackMiscounted():
                self._change(counted=event.cards)
            case pharo.PharoBankBroken():
                self.unpaid_cents.append(event.unpaid_cents)
            case pharo.CardStaked():
                self._count(event.player, bets=1, staked_cents=event.stake_cents)
            case pharo.StakePressed():
                self._count(event.player, staked_cents=event.add_cents)
            case StakeSettled():
                self._settled(event)
        self.figures.follow(len(self.deals), event.moves, "checks", "layout")

    def _change(self, **changes: Any) -> None:
        """Change the latest deal."""
        self.deals[-1] = replace(self.deals[-1], **changes)

    def _count(self, player: str, **numbers: int) -> None:
        """Add to a player's figures of the latest deal."""
        own = self.figures.at(len(self.deals), player)
        for name, number in numbers.items():
            setattr(own, name, getattr(own, name) + number)

    def _settled(self, event: Any) -> None:
        """Count a settlement; one that closes a card with folds also ends its chain."""
        if type(event) in _COUNTED_AS:
            self._count(event.player, **{_COUNTED_AS[type(event)]: event.bank_paid_cents + event.bank_took_cents})
        if isinstance(event, pharo.GainPaid | pharo.ForfeitPaid | pharo.CardLost | pharo.CardReturned) and event.folds:
            self.chains.append(
                Chain(
                    player=event.player,
                    deal=event.deal,
                    turn=event.turn,
                    place=self.places[event.bet],
                    folds=event.folds,
                    stake_cents=event.stake_cents,
                    result=event.result,
                    net_cents=event.bank_paid_cents - event.bank_took_cents,
                )
            )
