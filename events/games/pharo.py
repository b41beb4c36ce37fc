"""Events of a deal of Pharo: cards, stakes on livrets, their folds, and the coups (rule 2).

Cards are text (``Qs``, ``10h`` or a bare rank). ``turn`` counts the coups of a deal from 1; 0 is before the first.
``folds`` are the paix and parolis of a card, in order. In the events that settle a stake, ``stake_cents`` is the stake
before, ``remains_cents`` the stake that stays, ``folds`` those at the settlement, and ``gain_cents`` the pending gain
afterwards: won but not paid, in cents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from events.common.event import Event, event
from events.common.play import (
    BankBroke,
    CardsShown,
    InRound,
    RoundBegun,
    RoundDealt,
    RoundEnded,
    RoundVoided,
    StakeLaid,
    StakePaid,
    StakeSettled,
    StakeTaken,
    StakeTakenDown,
    TurnPlayed,
)


class InDeal(InRound):
    """An event of a deal."""

    round_field = "deal"


class OnBet(Event):
    """An event about a bet on a livret."""

    bet: str
    player: str


class Folded(OnBet):
    """After a win ``ventured_cents`` were staked. ``folds`` are all folds now."""

    stake_cents: int
    ventured_cents: int
    folds: tuple[str, ...]


class InSuspense:
    """A settlement whose row also has the pending gain after it."""

    __slots__ = ()
    gain_cents: int

    @property
    def row_besides(self) -> Mapping[str, int]:
        """The pending gain, in cents."""
        return {"gain": self.gain_cents}


class CardSettled(InDeal, InSuspense, StakeSettled):
    """A settlement in which the bank neither paid nor took anything."""

    deal: int
    turn: int
    folds: tuple[str, ...]
    gain_cents: int
    remains_cents: int


class CardPaid(InDeal, InSuspense, StakePaid):
    """The bank paid ``due_cents`` on a bet, as far as it could."""

    deal: int
    turn: int
    due_cents: int
    gain_cents: int
    remains_cents: int


class CardTaken(InDeal, InSuspense, StakeTaken):
    """The bank took ``taken_cents`` of the stake, and ``lost_gain_cents`` of the pending gain are void."""

    deal: int
    turn: int
    folds: tuple[str, ...]
    lost_gain_cents: int
    gain_cents: int
    remains_cents: int


@event
class PackTaken(InDeal, RoundBegun):
    """The banker took a counted and shuffled pack: a deal began."""

    deal: int


@event
class BottomShown(InDeal, CardsShown):
    """The bottom card was shown, and the punters place their stakes."""

    deal: int
    card: str


@event
class CardStaked(InDeal, StakeLaid):
    """A stake was placed on a card of the livret, ``single`` or ``figure``; opposed, it wins with the bank's card."""

    deal: int
    turn: int
    kind: str
    ranks: tuple[str, ...]
    opposed: bool


@event
class StakePressed(OnBet):
    """More was added to a plain stake, which is now ``stake_cents``; it has no right to a pli any more."""

    add_cents: int
    stake_cents: int


@event
class CardChanged(OnBet):
    """A bet was moved to another card of its punter's livret, with its folds, its pli and an undecided win."""

    kind: str
    ranks: tuple[str, ...]


@event
class CardTakenDown(StakeTakenDown):
    """A stake was taken down by its punter; its pending gain was paid before."""

    player: str
    stake_cents: int


@event
class CardMasked(OnBet):
    """A card was turned face down: cards do not affect its bet until it is shown."""


@event
class CardUnmasked(OnBet):
    """A masked card was shown again."""


@event
class PaixMade(Folded):
    """After a win only the gain was staked."""


@event
class ParoliMade(Folded):
    """After a win stake and gain were staked."""


@event
class PliMade(OnBet):
    """What doublets left of a plain stake was staked to win back ``lost_cents``, which they took in a row."""

    stake_cents: int
    lost_cents: int


@event
class CoupDealt(InDeal, TurnPlayed, RoundDealt, CardsShown):
    """The two cards of a coup were turned: the bank's, then the punters'."""

    deal: int
    turn: int
    bank: str
    punters: str


@event
class CardWon(CardSettled):
    """A bet won; its gain is pending until its punter takes it or stakes it, or the next coup begins."""

    result: ClassVar[str] = "won"


@event
class PliWon(CardPaid):
    """A pli won: the bank paid back onto the card what doublets had taken."""


@event
class CardLost(CardTaken):
    """A bet lost: the stake with the pending gain, or under a paix only the latter."""


@event
class DoubletDealt(CardTaken):
    """Both cards of a coup had the same covered rank: half of the staked amount is gone; ``folds_left`` stay."""

    result: ClassVar[str] = "split"

    folds_left: tuple[str, ...]
    pli: bool


@event
class CardsDrawn(CardSettled):
    """L'une pour l'autre: a punter had stakes on both cards of a coup, and nothing moved."""

    result: ClassVar[str] = "standoff"


@event
class GainPaid(CardPaid):
    """The pending gain was paid; the stake stays, plain.

    ``reason`` is one of ``taken``, ``next_coup``, ``taken_down``, ``deal_ended``, ``deal_voided`` and ``night_closed``.
    """

    result: ClassVar[str] = "paid"

    folds: tuple[str, ...]
    reason: str


@event
class ForfeitPaid(CardPaid):
    """The pack was miscounted: a bet was paid as if it had won, and its stake returned."""

    result: ClassVar[str] = "forfeit"

    folds: tuple[str, ...]


@event
class CardReturned(CardSettled):
    """A stake was returned to its punter; a pending gain of ``void_gain_cents`` is void.

    ``reason`` is one of ``bank_broken``, ``deal_ended``, ``deal_voided`` and ``night_closed``.
    """

    void_gain_cents: int
    reason: str


@event
class PharoBankBroken(InDeal, BankBroke):
    """The bank could not pay ``unpaid_cents`` of what it owed (law 8)."""

    deal: int
    turn: int
    unpaid_cents: int


@event
class PackMiscounted(InDeal, RoundEnded):
    """The pack was counted and had ``cards`` cards instead of 52: the dealer forfeits, and the deal is over."""

    deal: int
    turn: int
    cards: int


@event
class PackFoul(InDeal, RoundVoided):
    """The deal was found foul; what was settled in it stands."""

    deal: int


@event
class PackDealtOut(InDeal, RoundEnded):
    """The deal is over; the bets in ``carried`` stay for the next."""

    deal: int
    carried: tuple[str, ...]
