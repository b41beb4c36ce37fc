"""The chart of accounts as hledger, ledger and beancount know charts: five roots, debits positive, credits negative.

An account's name is its place below a root, the night, and its owner: ``Liabilities:Checks:2026-11-21-1:Red``. The
night is always in it, so that files of several nights can be read together and red of one is not red of another.
"""

from __future__ import annotations

from unicodedata import category

from events.records import BookError
from ledger.accounts import family_of

PLACES = {
    "cash.roll": "Assets:Cash:Roll",
    "cash.bought": "Assets:Cash:Bought",
    "cash.markers": "Assets:Cash:Markers",
    "cash.pledges": "Assets:Cash:Pledges",
    # Accounts that are contra to an asset stand below it, so that Assets:Cash comes to what lies in the drawer.
    "paid.checks": "Assets:Cash:Paid-Out",
    "markers.issued": "Assets:Markers:Issued",
    "markers.redeemed": "Assets:Markers:Redeemed",
    "pledges": "Assets:Pledges",
    "checks": "Liabilities:Checks",
    "layout": "Liabilities:Layout",
    "pot": "Liabilities:Pot",
    "tokes": "Liabilities:Tokes",
    "roll": "Equity:Roll",
    "play": "Income:Play",
    "sleepers": "Income:Sleepers",
    "after_hock": "Income:After-Hock",
    # Loans between players are no money of the bank: both sides stand below one root and come to nothing there.
    "stakes.lent": "Equity:Stakes:Lent",
    "stakes.owed": "Equity:Stakes:Owed",
}
"""Where each family of the ledger's chart stands below the five roots."""

OF_TWO = frozenset({"stakes.lent", "stakes.owed"})
"""The families whose accounts belong to two players, with a stroke between them."""


def account_name(night: str, account: str) -> str:
    """An account of a night by its name in the other programs; different accounts have different names.

    Raises :class:`BookError` (``book_damaged``) for an account that the chart does not have.
    """
    family = account.partition(":")[0]
    if family not in PLACES:
        raise BookError("book_damaged", f"Night {night} has moves on {account}, an account that the chart has not.")
    return ":".join((PLACES[family], night, *map(component, owners_of(account))))


def owners_of(account: str) -> tuple[str, ...]:
    """Whose an account is: nobody's, one person's or, of a loan, the lender's and the borrower's."""
    family, parted, owner = account.partition(":")
    if not parted:
        return ()
    return tuple(owner.split("/", 1)) if family in OF_TWO else (owner,)


def holds(account: str) -> str:
    """What an account of the chart holds, in a few words."""
    return family_of(account).holds


def component(owner: str) -> str:
    """An owner as a part of an account's name that all three programs take, different for different owners.

    Letters and digits stand for themselves, a space is ``--`` and anything else its code point: ``-2E-``. The first
    letter is made a capital; one that was a capital already is told by a dash at the end. What can begin no name
    follows a ``0``, again with a dash at the end; so the number of dashes is odd where something was added.
    """
    first = owner[:1]
    written = "".join(one if _stands(one) else "--" if one == " " else f"-{ord(one):X}-" for one in owner)
    if first and category(first) == "Nd":
        return written
    if _has_capital(first):
        return first.upper() + written[1:]
    if first and category(first) == "Lu":
        return written + "-"
    return f"0{written}-"


def _stands(one: str) -> bool:
    kind = category(one)
    return kind == "Nd" or kind.startswith("L")


def _has_capital(one: str) -> bool:
    """Whether a letter is a small one, with one capital that is its alone."""
    capital = one.upper()
    return len(capital) == 1 and capital != one and category(capital) == "Lu" and capital.lower() == one
