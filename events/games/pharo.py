"""Facts of a deal of Pharo: cards, stakes on livrets, what is bent into them, and what each coup did (rulebook G1).

Cards are text (``Qs``, ``10h`` or a bare rank). ``turn`` counts the coups of a deal from 1; 0 is before the first.
``folds`` are the paix and parolis bent into a card, in the order in which they were made. In the facts that settle a
stake ``stake_cents`` is the stake before, ``remains_cents`` the stake that lies on, ``folds`` those that lay when it
was settled, and ``gain_cents`` what is won and not paid afterwards: the gain in suspense, in cents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from events.facts.fact import Fact, fact
from events.facts.play import (
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
    """Something happened in a deal."""

    round_field = "deal"


class InSuspense:
    """A settlement whose row says besides what is in suspense after it."""

    __slots__ = ()
    gain_cents: int

    @property
    def row_besides(self) -> Mapping[str, int]:
        """The gain in suspense, in cents."""
        return {"gain": self.gain_cents}


@fact
class PackTaken(InDeal, RoundBegun):
    """The banker took a counted and shuffled pack: a deal was begun."""

    deal: int


@fact
class BottomShown(InDeal, CardsShown):
    """The bottom card was shown to all, and the punters make their game."""

    deal: int
    card: str


@fact
class CardStaked(InDeal, StakeLaid):
    """A stake was laid on a card of the punter's livret, ``single`` or ``figure``; opposed, it wins by the bank's."""

    deal: int
    turn: int
    kind: str
    ranks: tuple[str, ...]
    opposed: bool


@fact
class StakePressed(Fact):
    """More was added to a plain stake, which is now ``stake_cents``; it has no right to a pli any more."""

    bet: str
    player: str
    add_cents: int
    stake_cents: int


@fact
class CardChanged(Fact):
    """A bet was moved to another card of its punter's livret, with its folds, its pli and a win that awaits."""

    bet: str
    player: str
    kind: str
    ranks: tuple[str, ...]


@fact
class CardTakenDown(StakeTakenDown):
    """A stake was taken back by its punter; what was in suspense was paid before."""

    bet: str
    player: str
    stake_cents: int


@fact
class CardMasked(Fact):
    """A card was turned face down: the cards do not touch its bet until it is shown."""

    bet: str
    player: str


@fact
class CardUnmasked(Fact):
    """A masked card was shown again."""

    bet: str
    player: str


@fact
class PaixMade(Fact):
    """After a win a card was doubled: ``ventured_cents`` is the gain alone. ``folds`` are all that lie now."""

    bet: str
    player: str
    stake_cents: int
    ventured_cents: int
    folds: tuple[str, ...]


@fact
class ParoliMade(Fact):
    """After a win a corner was bent: ``ventured_cents`` is stake and gain. ``folds`` are all that lie now."""

    bet: str
    player: str
    stake_cents: int
    ventured_cents: int
    folds: tuple[str, ...]


@fact
class PliMade(Fact):
    """What doublets left of a plain stake is ventured to win ``lost_cents`` back: what they have taken in a row."""

    bet: str
    player: str
    stake_cents: int
    lost_cents: int


@fact
class CoupDealt(InDeal, TurnPlayed, CardsShown):
    """The two cards of a coup were turned: the bank's, then the punters'."""

    deal: int
    turn: int
    bank: str
    punters: str


@fact
class CardWon(InDeal, InSuspense, StakeSettled):
    """A bet won; its gain is in suspense until its punter takes it, ventures it, or the next coup begins."""

    result: ClassVar[str] = "won"

    deal: int
    turn: int
    folds: tuple[str, ...]
    gain_cents: int
    remains_cents: int


@fact
class PliWon(InDeal, InSuspense, StakePaid):
    """A pli won: the bank paid back what doublets had taken, ``due_cents``, as far as it went, onto the card."""

    deal: int
    turn: int
    due_cents: int
    gain_cents: int
    remains_cents: int


@fact
class CardLost(InDeal, InSuspense, StakeTaken):
    """A bet lost: the stake and with it ``lost_gain_cents`` in suspense, or under a paix only these."""

    deal: int
    turn: int
    folds: tuple[str, ...]
    lost_gain_cents: int
    gain_cents: int
    remains_cents: int


@fact
class DoubletDealt(InDeal, InSuspense, StakeTaken):
    """Both cards of a coup were of one covered rank: half of what was ventured is gone.

    Of a plain stake the bank took ``taken_cents``; of a gain ``lost_gain_cents`` went. ``folds_left`` stay.
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


@fact
class CardsDrawn(InDeal, InSuspense, StakeSettled):
    """L'une pour l'autre: both cards of a coup lay under stakes of one punter, and nothing moved."""

    result: ClassVar[str] = "standoff"

    deal: int
    turn: int
    folds: tuple[str, ...]
    gain_cents: int
    remains_cents: int


@fact
class GainPaid(InDeal, InSuspense, StakePaid):
    """What was in suspense, ``due_cents``, was paid as far as the bank went; the stake lies on, plain.

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


@fact
class ForfeitPaid(InDeal, InSuspense, StakePaid):
    """The pack was miscounted: a bet was paid as if it had won, as far as the bank went, and its stake went back."""

    result: ClassVar[str] = "forfeit"

    deal: int
    turn: int
    folds: tuple[str, ...]
    due_cents: int
    gain_cents: int
    remains_cents: int


@fact
class CardReturned(InDeal, InSuspense, StakeSettled):
    """A stake went back to its punter; ``void_gain_cents`` in suspense is void.

    ``reason`` is one of ``bank_broken``, ``deal_ended``, ``deal_voided`` and ``night_closed``.
    """

    deal: int
    turn: int
    folds: tuple[str, ...]
    void_gain_cents: int
    gain_cents: int
    remains_cents: int
    reason: str


@fact
class PharoBankBroken(InDeal, BankBroke):
    """The bank could not pay ``unpaid_cents`` of what it owed (law 8)."""

    deal: int
    turn: int
    unpaid_cents: int


@fact
class PackMiscounted(InDeal, RoundEnded):
    """The pack was counted and had not 52 cards but ``cards``: the dealer forfeits, and the deal is over."""

    deal: int
    turn: int
    cards: int


@fact
class PackFoul(InDeal, RoundVoided):
    """The deal was found foul; what was settled in it stands."""

    deal: int


@fact
class PackDealtOut(InDeal, RoundEnded):
    """The deal is over; the bets under ``carried`` lie on into the next."""

    deal: int
    carried: tuple[str, ...]
