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


class InSuspense:
    """A settlement whose row also has the pending gain after it."""

    __slots__ = ()
    gain_cents: int

    @property
    def row_besides(self) -> Mapping[str, int]:
        """The pending gain, in cents."""
        return {"gain": self.gain_cents}


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
class StakePressed(Event):
    """More was added to a plain stake, which is now ``stake_cents``; it has no right to a pli any more."""

    bet: str
    player: str
    add_cents: int
    stake_cents: int


@event
class CardChanged(Event):
    """A bet was moved to another card of its punter's livret, with its folds, its pli and an undecided win."""

    bet: str
    player: str
    kind: str
    ranks: tuple[str, ...]


@event
class CardTakenDown(StakeTakenDown):
    """A stake was taken down by its punter; its pending gain was paid before."""

    bet: str
    player: str
    stake_cents: int


@event
class CardMasked(Event):
    """A card was turned face down: cards do not affect its bet until it is shown."""

    bet: str
    player: str


@event
class CardUnmasked(Event):
    """A masked card was shown again."""

    bet: str
    player: str


@event
class PaixMade(Event):
    """After a win only the gain, ``ventured_cents``, was staked. ``folds`` are all folds now."""

    bet: str
    player: str
    stake_cents: int
    ventured_cents: int
    folds: tuple[str, ...]


@event
class ParoliMade(Event):
    """After a win stake and gain, ``ventured_cents``, were staked. ``folds`` are all folds now."""

    bet: str
    player: str
    stake_cents: int
    ventured_cents: int
    folds: tuple[str, ...]


@event
class PliMade(Event):
    """What doublets left of a plain stake was staked to win back ``lost_cents``, which they took in a row."""

    bet: str
    player: str
    stake_cents: int
    lost_cents: int


@event
class CoupDealt(InDeal, TurnPlayed, CardsShown):
    """The two cards of a coup were turned: the bank's, then the punters'."""

    deal: int
    turn: int
    bank: str
    punters: str


@event
class CardWon(InDeal, InSuspense, StakeSettled):
    """A bet won; its gain is pending until its punter takes it or stakes it, or the next coup begins."""

    result: ClassVar[str] = "won"

    deal: int
    turn: int
    folds: tuple[str, ...]
    gain_cents: int
    remains_cents: int


@event
class PliWon(InDeal, InSuspense, StakePaid):
    """A pli won: the bank paid back onto the card what doublets had taken, ``due_cents``, as far as it could."""

    deal: int
    turn: int
    due_cents: int
    gain_cents: int
    remains_cents: int


@event
class CardLost(InDeal, InSuspense, StakeTaken):
    """A bet lost: the stake with the pending ``lost_gain_cents``, or under a paix only the latter."""

    deal: int
    turn: int
    folds: tuple[str, ...]
    lost_gain_cents: int
    gain_cents: int
    remains_cents: int


@event
class DoubletDealt(InDeal, InSuspense, StakeTaken):
    """Both cards of a coup had the same covered rank: half of the staked amount is gone.

    Of a plain stake the bank took ``taken_cents``; of a gain ``lost_gain_cents`` is void. ``folds_left`` stay.
    """

    result: ClassVar[str] = "split"

    deal: int
    turn: int
    folds: tuple[str, ...]
    folds_left: tuple[str, ...]
    pli: bool
    lost_gain_cents: int
    gain_cents: int
    remains_cents: int


@event
class CardsDrawn(InDeal, InSuspense, StakeSettled):
    """L'une pour l'autre: a punter had stakes on both cards of a coup, and nothing moved."""

    result: ClassVar[str] = "standoff"

    deal: int
    turn: int
    folds: tuple[str, ...]
    gain_cents: int
    remains_cents: int


@event
class GainPaid(InDeal, InSuspense, StakePaid):
    """The pending gain, ``due_cents``, was paid as far as the bank could; the stake stays, plain.

    ``reason`` is one of ``taken``, ``next_coup``, ``taken_down``, ``deal_ended``, ``deal_voided`` and ``night_closed``.
    """

    result: ClassVar[str] = "paid"

    deal: int
    turn: int
    folds: tuple[str, ...]
    due_cents: int
    gain_cents: int
    remains_cents: int
    reason: str


@event
class ForfeitPaid(InDeal, InSuspense, StakePaid):
    """The pack was miscounted: a bet was paid as if it had won, as far as the bank could, and its stake returned."""

    result: ClassVar[str] = "forfeit"

    deal: int
    turn: int
    folds: tuple[str, ...]
    due_cents: int
    gain_cents: int
    remains_cents: int


@event
class CardReturned(InDeal, InSuspense, StakeSettled):
    """A stake was returned to its punter; a pending gain of ``void_gain_cents`` is void.

    ``reason`` is one of ``bank_broken``, ``deal_ended``, ``deal_voided`` and ``night_closed``.
    """

    deal: int
    turn: int
    folds: tuple[str, ...]
    void_gain_cents: int
    gain_cents: int
    remains_cents: int
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
