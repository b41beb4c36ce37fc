"""The play of a night of Pharo in figures: every deal for every player, and every chain of folds.

Stakes, winnings and losses come from the events that settle stakes; changes of checks come from the moves of money. The
two must agree in every deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from msgspec import field
from msgspec.structs import replace

from dealer.commands.refusal import Phrase
from dealer.games.pharo.game import follow_places
from dealer.games.pharo.state import PHARO
from events.common.event import Event
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


class Coup(Frozen):
    """One coup: the bank's card, the punters' card, and the bank's result in cents."""

    number: int
    bank: str
    punters: str


class Deal(Frozen):
    """One deal: its bottom card, its coups, and how it ended.

    ``voided`` is the reason if it was voided, ``counted`` the number of cards in a miscounted pack; ``carried`` is the
    number of bets carried out of it.
    """

    number: int
    bottom: str = ""
    coups: tuple[Coup, ...] = ()
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


class _Fold:
    """Collects deals and figures, event by event; checks in hand and on the layout are the player's."""

    def __init__(self) -> None:
        self.deals: list[Deal] = []
        self.figures = FiguresByRound(Figures)
        self.chains: list[Chain] = []
        self.unpaid_cents: list[int] = []
        self.places: dict[str, Phrase] = {}

    @property
    def deal(self) -> int:
        """The number of the latest deal."""
        return len(self.deals)

    def add(self, event: Event) -> None:
        """Apply an event of the game."""
        self._deals(event)
        follow_places(self.places, event)
        self._count(event)
        self._chain(event)
        self.figures.follow(self.deal, event.moves, "checks", "layout")

    def _deals(self, event: Event) -> None:
        match event:
            case pharo.PackTaken():
                self.deals.append(Deal(number=event.deal))
            case pharo.BottomShown():
                self.deals[-1] = replace(self.deals[-1], bottom=event.card)
            case pharo.CoupDealt():
                coup = Coup(number=event.turn, bank=event.bank, punters=event.punters)
                self.deals[-1] = replace(self.deals[-1], coups=(*self.deals[-1].coups, coup))
            case pharo.PackDealtOut():
                self.deals[-1] = replace(self.deals[-1], carried=len(event.carried))
            case pharo.PackFoul():
                self.deals[-1] = replace(self.deals[-1], voided=event.reason)
            case pharo.PackMiscounted():
                self.deals[-1] = replace(self.deals[-1], counted=event.cards)
            case pharo.PharoBankBroken():
                self.unpaid_cents.append(event.unpaid_cents)

    def _count(self, event: Event) -> None:
        match event:
            case pharo.CardStaked():
                own = self.figures.at(self.deal, event.player)
                own.bets += 1
                own.staked_cents += event.stake_cents
            case pharo.StakePressed():
                self.figures.at(self.deal, event.player).staked_cents += event.add_cents
            case pharo.GainPaid() | pharo.ForfeitPaid():
                self.figures.at(self.deal, event.player).paid_cents += event.paid_cents
            case pharo.PliWon():
                self.figures.at(self.deal, event.player).back_cents += event.paid_cents
            case pharo.CardLost():
                self.figures.at(self.deal, event.player).lost_cents += event.taken_cents
            case pharo.DoubletDealt():
                self.figures.at(self.deal, event.player).halved_cents += event.taken_cents

    def _chain(self, event: Event) -> None:
        """Close a card with folds: it is paid or lost, or returned by a bank that cannot pay."""
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
