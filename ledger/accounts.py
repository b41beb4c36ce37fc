"""The chart of accounts of a night, seen from the bank (rulebook 4).

An account is a family, and where a family has one account a person, ``family:owner``. Checks are a liability of the
bank: it owes cash for them. Every family belongs to one class, which says on which side it grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache

from events.common.event import Move
from events.frozen import Frozen


class AccountClass(Enum):
    """The five classes of accounts; assets and memoranda grow by debits, the others by credits."""

    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    INCOME = "income"
    MEMORANDUM = "memorandum"


class Family(Frozen, kw_only=False):
    """A family of accounts: what it holds, and its ``place`` below the five roots of accounting programs.

    ``never_crosses`` says that its balance must keep its sign.
    """

    name: str
    of: AccountClass
    place: str
    holds: str
    never_crosses: bool = True

    @property
    def grows_by_debit(self) -> bool:
        """Whether debits increase it."""
        return self.of in (AccountClass.ASSET, AccountClass.MEMORANDUM)


ASSET, LIABILITY, EQUITY, INCOME, MEMORANDUM = AccountClass

CHART: dict[str, Family] = {
    family.name: family
    for family in (
        Family("cash.roll", ASSET, "Assets:Cash:Roll", "cash that backers put behind the bank"),
        Family("cash.bought", ASSET, "Assets:Cash:Bought", "cash taken for checks"),
        Family("cash.markers", ASSET, "Assets:Cash:Markers", "cash taken on markers"),
        Family("cash.pledges", ASSET, "Assets:Cash:Pledges", "cash taken for pledges handed back"),
        Family("cash.carried", ASSET, "Assets:Cash:Carried", "cash taken on markers of earlier nights"),
        Family("cash.fills", ASSET, "Assets:Cash:Fills", "cash brought from the cage to the table"),
        # Contra accounts of an asset are below it, so that Assets:Cash is the cash in the drawer.
        Family("paid.checks", LIABILITY, "Assets:Cash:Paid-Out", "cash paid out for checks sold back (contra to cash)"),
        Family("paid.cuts", LIABILITY, "Assets:Cash:Cuts", "cash paid to dealers as their cut (contra to cash)"),
        Family("paid.credits", LIABILITY, "Assets:Cash:Credits", "cash taken back to the cage (contra to cash)"),
        Family("paid.drops", LIABILITY, "Assets:Cash:Drops", "cash put into the locked box (contra to cash)"),
        Family("drop_box", ASSET, "Assets:Drop-Box", "cash in the locked box of a table"),
        # Between a table and the cage: over all nights and the house these add up to 0.
        Family("transfers", EQUITY, "Equity:Transfers", "cash moved between cage and table", never_crosses=False),
        Family(
            "deposits.drawn", ASSET, "Equity:Transfers:Deposits", "deposits in the cage that became checks at a table"
        ),
        Family("carried.paid", LIABILITY, "Equity:Transfers:Carried", "paid at a table on markers of earlier nights"),
        Family("markers.issued", ASSET, "Assets:Markers:Issued", "checks given on credit"),
        Family("markers.redeemed", LIABILITY, "Assets:Markers:Redeemed", "markers paid back (contra to those issued)"),
        Family("pledges", ASSET, "Assets:Pledges", "goods held at their agreed value"),
        Family("checks", LIABILITY, "Liabilities:Checks", "checks in a player's hands"),
        Family("layout", LIABILITY, "Liabilities:Layout", "checks of a player that lie on the layout"),
        Family("pot", LIABILITY, "Liabilities:Pot", "checks of a Fan-Tan pot that nobody has won yet"),
        Family("tokes", LIABILITY, "Liabilities:Tokes", "the dealer's tips"),
        Family("roll", EQUITY, "Equity:Roll", "what a backer put up"),
        Family("play", INCOME, "Income:Play", "won on bets", never_crosses=False),
        Family("sleepers", INCOME, "Income:Sleepers", "dead bets that the bank took", never_crosses=False),
        Family(
            "after_hock", INCOME, "Income:After-Hock", "checks left on the layout after the hock", never_crosses=False
        ),
        Family("dealers_cut", INCOME, "Expenses:Dealers-Cut", "the dealers' part of the result", never_crosses=False),
        # The house's own accounts. What they exchange with nights has the nights' places, where it adds up to 0.
        Family("cage", ASSET, "Assets:Cage", "cash in the cage, counted from nothing", never_crosses=False),
        Family("deposits", LIABILITY, "Liabilities:Deposits", "cash that the house keeps for a player"),
        Family("carried", ASSET, "Assets:Markers:Carried", "what a player owes on markers of closed nights"),
        Family("markers.moved", LIABILITY, "Assets:Markers:Moved", "markers that nights left to the house (contra)"),
        Family("written_off", INCOME, "Expenses:Written-Off", "markers that were given up", never_crosses=False),
        Family(
            "transfers.deposits", EQUITY, "Equity:Transfers:Deposits", "deposits drawn at tables", never_crosses=False
        ),
        Family(
            "transfers.carried",
            EQUITY,
            "Equity:Transfers:Carried",
            "carried markers paid at tables",
            never_crosses=False,
        ),
        # Loans between players are not the bank's money: both sides have one root, where they add up to 0.
        Family("stakes.lent", MEMORANDUM, "Equity:Stakes:Lent", "checks lent by one player to another"),
        Family("stakes.owed", EQUITY, "Equity:Stakes:Owed", "the same, as the borrower's debt (contra)"),
        Family("bystanders.lent", MEMORANDUM, "Equity:Stakes:Bystanders:Lent", "cash that a bystander lent"),
        Family("bystanders.owed", EQUITY, "Equity:Stakes:Bystanders:Owed", "the same, as the borrower's debt (contra)"),
    )
}

ACCOUNTS_KNOWN = 8_192
"""How many account names are cached with their families: those of some hundred nights."""

MOVES_KNOWN = 4_096
"""How many moves are cached, as a night has the same stakes again and again."""

LAYOUT = "layout"
PLAY = "play"
SLEEPERS = "sleepers"
AFTER_HOCK = "after_hock"
TOKES = "tokes"
DEALERS_CUT = "dealers_cut"
TRANSFERS = "transfers"
DROP_BOX = "drop_box"
CAGE = "cage"
WRITTEN_OFF = "written_off"
MARKERS_MOVED = "markers.moved"
POT = "pot"
BANK = "bank"
"""The bank as a side of a correction."""

HOUSE = "house"
"""The backer's name if the house puts up the roll."""


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def checks(player: str) -> str:
    """The checks in a player's hands."""
    return f"checks:{player}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def layout(player: str) -> str:
    """A player's checks on the layout."""
    return f"{LAYOUT}:{player}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def roll(backer: str) -> str:
    """A backer's part of the roll."""
    return f"roll:{backer}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def cash(purpose: str, owner: str) -> str:
    """Cash taken in for a purpose (``roll``, ``bought``, ``markers``, ``pledges``, ``carried``) from one person."""
    return f"cash.{purpose}:{owner}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def paid_out(player: str) -> str:
    """Cash paid to a player for checks."""
    return f"paid.checks:{player}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def markers_issued(player: str) -> str:
    """All markers of a player."""
    return f"markers.issued:{player}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def markers_redeemed(player: str) -> str:
    """What a player has paid back on markers."""
    return f"markers.redeemed:{player}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def deposits_drawn(player: str) -> str:
    """Front money of a player that became checks."""
    return f"deposits.drawn:{player}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def carried_paid(player: str) -> str:
    """What a player has paid at this table on markers of earlier nights."""
    return f"carried.paid:{player}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def pledges(player: str) -> str:
    """A player's goods, at the value agreed."""
    return f"pledges:{player}"


def deposits(card: str) -> str:
    """What the house keeps for a card."""
    return f"deposits:{card}"


def carried(card: str) -> str:
    """What a card owes on carried markers."""
    return f"carried:{card}"


def dealers_cut(dealer: str) -> str:
    """Cash paid to a dealer as their cut."""
    return f"paid.cuts:{dealer}"


def stakes_lent(lender: str, borrower: str) -> str:
    """What a borrower still has to return to a lender."""
    return f"stakes.lent:{lender}/{borrower}"


def stakes_owed(lender: str, borrower: str) -> str:
    """What a borrower still owes a lender (contra to :func:`stakes_lent`)."""
    return f"stakes.owed:{lender}/{borrower}"


def bystander_lent(borrower: str, name: str) -> str:
    """What a borrower still has to return to a bystander of this name."""
    return f"bystanders.lent:{borrower}/{name}"


def bystander_owed(borrower: str, name: str) -> str:
    """What a borrower still owes a bystander of this name (contra to :func:`bystander_lent`)."""
    return f"bystanders.owed:{borrower}/{name}"


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def family_of(account: str) -> Family:
    """The family of an account; raises ``KeyError`` if the chart has no such family."""
    return CHART[account.partition(":")[0]]


@lru_cache(maxsize=ACCOUNTS_KNOWN)
def growth_of(account: str) -> int:
    """The sign by which an account grows: 1 for debits, -1 for credits; ``KeyError`` as :func:`family_of`."""
    return 1 if family_of(account).grows_by_debit else -1


def move(debit: str, credit: str, amount_cents: int) -> Move:
    """Move an amount from the credited to the debited account."""
    return Move(debit=debit, credit=credit, amount_cents=amount_cents)


@lru_cache(maxsize=MOVES_KNOWN)
def moved(debit: str, credit: str, amount_cents: int) -> tuple[Move, ...]:
    """The same as a tuple of moves: empty for 0. Equal moves are the same object."""
    return (move(debit, credit, amount_cents),) if amount_cents else ()


def gains(moves: Iterable[Move]) -> Iterator[tuple[str, int]]:
    """The accounts of some moves with their net credit in cents; negative for a net debit."""
    for move in moves:
        yield move.credit, move.amount_cents
        yield move.debit, -move.amount_cents


def gained_cents(moves: Iterable[Move], player: str) -> int:
    """What moves gave a player, in hand and on the layout, in cents; negative if they took."""
    own = (checks(player), layout(player))
    return sum(move.amount_cents * ((move.credit in own) - (move.debit in own)) for move in moves)


def reversed_moves(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves that reverse others, in reverse order."""
    return tuple(move(original.credit, original.debit, original.amount_cents) for original in reversed(moves))
