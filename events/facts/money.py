"""Facts of money: checks, markers, pledges, stake money, the roll and the dealer's tokes (rulebook 4)."""

from __future__ import annotations

from events.facts.fact import Fact, fact


@fact
class ChecksBought(Fact):
    """Checks were sold for cash."""

    player: str
    amount_cents: int


@fact
class MarkerIssued(Fact):
    """Checks were given on credit; ``marker`` counts those that stand, from 1 through the night.

    After a taking back it is the same again; the number on a slip is not (``dealer.night.night``, ``slip_of``).
    """

    player: str
    marker: int
    amount_cents: int


@fact
class MarkerRedeemed(Fact):
    """A player paid on their markers, in ``cash`` or in ``checks``."""

    player: str
    amount_cents: int
    tender: str


@fact
class MarkerCarriedOver(Fact):
    """The night closed with this much still owed on their markers, under their name."""

    player: str
    amount_cents: int


@fact
class PledgeTaken(Fact):
    """Checks were given against goods at a value agreed before the turn."""

    player: str
    item: str
    amount_cents: int


@fact
class PledgeReturned(Fact):
    """Goods were handed back for their agreed value, in ``cash`` or in ``checks``."""

    player: str
    item: str
    amount_cents: int
    tender: str


@fact
class StakeLent(Fact):
    """One player lent another checks, for a share of the borrower's profit (a decimal number as text)."""

    lender: str
    borrower: str
    amount_cents: int
    profit_share: str


@fact
class StakeRepaid(Fact):
    """Borrowed checks were given back to the lender."""

    lender: str
    borrower: str
    amount_cents: int


@fact
class ProfitShared(Fact):
    """At the close a lender got the agreed share of what the borrower had won."""

    lender: str
    borrower: str
    profit_cents: int
    amount_cents: int


@fact
class ChecksCashed(Fact):
    """Checks were sold back to the bank for cash."""

    player: str
    amount_cents: int


@fact
class RollRaised(Fact):
    """More money was put behind the bank."""

    backer: str
    amount_cents: int


@fact
class TokeGiven(Fact):
    """A player tipped the dealer."""

    player: str
    amount_cents: int
