"""Events of a Faro deal: cards, bets, orders and settlements (rulebook 1).

Cards are text (``Qs``, ``10h`` or a bare rank). ``turn`` counts from 1 in a deal; 0 is before the first turn. In the
events that settle a bet, ``stake_cents`` was at risk and ``remains_cents`` stays on the layout.
"""

from __future__ import annotations

from typing import ClassVar

from events.common.event import Event, event
from events.common.play import (
    BankBroke,
    CardsShown,
    InRound,
    InTurn,
    RoundBegun,
    RoundDealt,
    RoundEnded,
    RoundVoided,
    StakeLaid,
    StakePaid,
    StakeSettled,
    StakeTaken,
    StakeTakenDown,
    StepEnded,
    TurnPlayed,
)
from events.frozen import Frozen


class InDeal(InRound):
    """An event of a deal."""

    round_field = "deal"


class Place(Frozen, gc=False):
    """The place of a bet: the kind and the ranks it acts on.

    ``ranks`` act for an open bet as winners, ``lose`` (heeled, side and parity only) as losers. ``choice`` is what was
    chosen by name (a row, side, parity or colour), ``card`` the card that a parity bet looks at (``winner`` or
    ``loser``).
    """

    kind: str
    ranks: tuple[str, ...] = ()
    lose: tuple[str, ...] = ()
    choice: str | None = None
    card: str | None = None


@event
class DealStarted(InDeal, RoundBegun):
    """A shuffled pack was put in the box."""

    first_turn = 0

    deal: int


@event
class SodaExposed(InDeal, InTurn, CardsShown):
    """The top card was shown."""

    deal: int
    card: str


@event
class BetPlaced(InDeal, StakeLaid):
    """A stake was placed on the layout; ``form`` is ``checks`` or ``bills`` (law 6)."""

    deal: int
    turn: int
    place: Place
    coppered: bool
    paroli: bool
    form: str


@event
class TurnCalled(InDeal, StakeLaid):
    """The order of the last three cards was called: loser, winner, hock."""

    deal: int
    order: tuple[str, ...]


@event
class BetPressed(Event):
    """More was added to a bet, which is now ``stake_cents``."""

    bet: str
    player: str
    add_cents: int
    stake_cents: int


@event
class BetMoved(Event):
    """A bet was moved with all its orders to another place."""

    bet: str
    place: Place


@event
class BetCoppered(Event):
    """A bet was coppered: it now bets on losing."""

    bet: str


@event
class BetUncoppered(Event):
    """The copper was removed."""

    bet: str


@event
class BetLeftOn(Event):
    """A bet became a paroli: after a win its winnings stay with the stake, up to the running limit."""

    bet: str


@event
class BetStoodPat(Event):
    """A bet is no longer a paroli: after a win the stake stays and the winnings go to the player."""

    bet: str


@event
class BetBarred(Event):
    """A bet was barred until it goes, or for the next ``turns`` turns (law 2)."""

    bet: str
    turns: int | None


@event
class BetReleased(Event):
    """A barred bet goes again."""

    bet: str


@event
class BetHalved(Event):
    """Half of a bet goes, until the end of the deal or until revoked (law 3)."""

    bet: str


@event
class BetMadeWhole(Event):
    """The whole of a bet goes again."""

    bet: str


@event
class BetTakenDown(StakeTakenDown):
    """A bet or call was taken down by its owner before the turn."""

    bet: str
    player: str
    stake_cents: int


class BetLeftOut(Frozen, gc=False):
    """One of a player's last bets that could not be placed again: its place, its stake, and the refusal's code."""

    place: Place
    stake_cents: int
    code: str


@event
class BetsLaidAgain(InDeal):
    """A player's last bets were placed again under these keys, ``stake_cents`` in all, except those left out."""

    player: str
    deal: int
    turn: int
    bets: tuple[str, ...]
    stake_cents: int
    left_out: tuple[BetLeftOut, ...]


@event
class LoserDrawn(InDeal, InTurn, CardsShown):
    """The first card of a turn, the bank's, was drawn; bets are closed."""

    deal: int
    turn: int
    card: str


@event
class WinnerDrawn(InDeal, TurnPlayed, RoundDealt, CardsShown):
    """The second card of a turn, the players', was drawn."""

    deal: int
    turn: int
    card: str


@event
class HockExposed(InDeal, StepEnded, CardsShown):
    """The last card was shown."""

    deal: int
    card: str


@event
class BetPaid(InDeal, StakePaid):
    """A bet won. ``due_cents`` is what the bank owed, ``paid_cents`` what it could pay (laws 6 and 8)."""

    deal: int
    turn: int
    due_cents: int
    remains_cents: int


@event
class BetLost(InDeal, StakeTaken):
    """A bet lost: the bank took ``taken_cents``."""

    deal: int
    turn: int
    remains_cents: int


@event
class BetSplit(InDeal, StakeTaken):
    """A bet was split: the bank took the bigger half, or all of it."""

    result: ClassVar[str] = "split"

    deal: int
    turn: int
    remains_cents: int


@event
class BetStoodOff(InDeal, StakeSettled):
    """Cards for and against a bet came in the same turn, and nothing moved."""

    result: ClassVar[str] = "standoff"

    deal: int
    turn: int


@event
class BetReturned(InDeal, StakeSettled):
    """A stake was returned to its owner.

    ``reason`` is one of ``bank_broken``, ``sleeper``, ``after_hock``, ``deal_voided`` and ``night_closed``.
    """

    result: ClassVar[str] = "returned"

    deal: int
    turn: int
    reason: str


@event
class SleeperClaimed(InDeal, StakeSettled):
    """A dead bet was claimed by the first player to notice it."""

    result: ClassVar[str] = "claimed"

    deal: int
    turn: int
    claimant: str

    @property
    def claimed_by(self) -> str | None:
        """The player who noticed it first."""
        return self.claimant


@event
class SleeperTaken(InDeal, StakeSettled):
    """A dead bet went to the bank's sleepers under the house rule."""

    result: ClassVar[str] = "claimed"
    taken_as: ClassVar[str] = "sleepers"

    deal: int
    turn: int

    @property
    def bank_took_cents(self) -> int:
        """What the bank took."""
        return self.stake_cents


@event
class BetSwept(InDeal, StakeSettled):
    """A bet that remained after the hock went to the dealer."""

    result: ClassVar[str] = "after_hock"
    taken_as: ClassVar[str] = "after_hock"

    deal: int
    turn: int

    @property
    def bank_took_cents(self) -> int:
        """What the bank took."""
        return self.stake_cents


@event
class BankBroken(InDeal, BankBroke):
    """The bank could not pay ``unpaid_cents`` of what it owed in this turn (law 8)."""

    deal: int
    turn: int
    unpaid_cents: int


@event
class DealVoided(InDeal, RoundVoided):
    """The deal was found foul; what was settled in it stands unless a ruling reverses it."""

    deal: int


@event
class DealEnded(InDeal, RoundEnded):
    """The box is empty and the layout clear."""

    deal: int
