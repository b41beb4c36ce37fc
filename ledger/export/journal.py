"""A night as a journal for hledger, ledger and beancount: chart of accounts, entries and balances."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

from events.effective_facts import effective
from events.facts.fact import Move
from events.facts.night import CommandVoided, NightOpened, PlayerSeated
from events.frozen import Frozen
from events.records import BookError, Recorded
from ledger.accounts import family_of
from ledger.ledger import Ledger

if TYPE_CHECKING:
    from events.book.book import Book


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
    written = "".join(
        character if _stands(character) else "--" if character == " " else f"-{ord(character):X}-"
        for character in owner
    )
    if first and category(first) == "Nd":
        return written
    if _has_capital(first):
        return first.upper() + written[1:]
    if first and category(first) == "Lu":
        return written + "-"
    return f"0{written}-"


def _stands(character: str) -> bool:
    kind = category(character)
    return kind == "Nd" or kind.startswith("L")


def _has_capital(character: str) -> bool:
    """Whether a letter is a small one, with one capital that is its alone."""
    capital = character.upper()
    return len(capital) == 1 and capital != character and category(capital) == "Lu" and capital.lower() == character


def balances(book: Book, nights: Iterable[str]) -> dict[str, int]:
    """The balance in cents of every account of these nights, debits above zero, by its name in the other programs.

    The ledger is asserted after every fact (:class:`~ledger.ledger.LedgerBroken`).
    """
    found: dict[str, int] = {}
    for night in nights:
        ledger = Ledger()
        for recorded in book.facts(night):
            ledger = ledger.post(recorded.fact.moves)
        found |= {account_name(night, account): cents for account, cents in ledger.balances.items()}
    return found


def to_depth(found: Mapping[str, int], depth: int) -> dict[str, int]:
    """Balances added up under the first ``depth`` parts of their names.

    >>> to_depth({"Assets:Cash:Roll:2026-11-21-1": 500, "Assets:Cash:Bought:2026-11-21-1:Red": -200}, 2)
    {'Assets:Cash': 300}
    """
    added: Counter[str] = Counter()
    for name, cents in found.items():
        added[":".join(name.split(":")[:depth])] += cents
    return dict(added)


_WORD = re.compile(r"(?<!^)(?=[A-Z])")
_MOST_PEOPLE = 3
_LONGEST_NAME = 64
"""A seat's key is no longer; a backer's name may be, and a line of ledger's has an end."""


class Posting(NamedTuple):
    """One side of a move, in cents: debits above zero, credits below; ``balance_cents`` is the account's after it.

    ``account`` is our ledger's name, ``name`` the one that the other programs get.
    """

    account: str
    name: str
    cents: int
    balance_cents: int


class Entry(NamedTuple):
    """A fact that moves money: a debit and a credit for each of its moves, and whose money it was in a few words."""

    recorded: Recorded
    people: str
    postings: tuple[Posting, ...]

    @property
    def number(self) -> str:
        """The fact's number in its night, as every program shows it: ``evt-000002``."""
        return f"evt-{self.recorded.version:06d}"

    @property
    def what(self) -> str:
        """What happened, the name of the kind of fact in words: ``checks bought``."""
        return kind_in_words(self.recorded.kind)

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """Where the entry comes from: names, as in :data:`TAGS`, and what stands in the book."""
        fact = self.recorded
        voided = (("voids", fact.fact.command),) if isinstance(fact.fact, CommandVoided) else ()
        return (
            ("time", fact.at),
            ("night", fact.stream),
            ("fact", str(fact.version)),
            ("kind", fact.kind),
            ("command", fact.command),
            *voided,
            ("who", fact.who),
            ("device", fact.device),
            ("hash", fact.hash),
        )


TAGS = ("time", "night", "fact", "kind", "command", "voids", "who", "device", "hash")
"""The tags of an entry; ``voids`` only where the fact takes a command back, and then it is that command."""

ACCOUNT_TAGS = ("book", "owner", "name")
"""The tags of an account: its name in our book, whose it is, and what that player is called."""


class Account(Frozen):
    """An account of a night. ``called`` has the names of those of its owners who took a seat."""

    account: str
    name: str
    owners: tuple[str, ...]
    called: tuple[str, ...]

    @property
    def holds(self) -> str:
        """What it holds, in a few words."""
        return holds(self.account)

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """What the book knows of it, under the names of :data:`ACCOUNT_TAGS`."""
        owner = (("owner", " / ".join(self.owners)),) if self.owners else ()
        name = (("name", " / ".join(self.called)),) if self.called else ()
        return (("book", self.account), *owner, *name)


class Journal(Frozen):
    """One night's journal; ``accounts`` are those that its moves touch, in the order of their names."""

    night: str
    opened: NightOpened
    accounts: tuple[Account, ...]
    entries: tuple[Entry, ...]

    @property
    def title(self) -> str:
        """What night it is, in one line."""
        return f"night {self.night} of {' and '.join(self.opened.games)}"

    @property
    def people(self) -> list[str]:
        """All that stands in ``people`` of the entries, once each, in order."""
        return list(dict.fromkeys(entry.people for entry in self.entries))

    @property
    def closing_cents(self) -> dict[str, int]:
        """The last balance of every account, by its name in the other programs: debits above zero."""
        return {posting.name: posting.balance_cents for entry in self.entries for posting in entry.postings}


def journals(book: Book, nights: Iterable[str]) -> Iterator[Journal]:
    """The journals of these nights, read one after the other as they are asked for."""
    for night in nights:
        yield journal_of(night, book.facts(night))


def journal_of(night: str, facts: Sequence[Recorded]) -> Journal:
    """The journal that a night's facts make; :class:`BookError` (``book_damaged``) where they do not begin a night."""
    if not facts or not isinstance(facts[0].fact, NightOpened):
        raise BookError("book_damaged", f"The first fact of night {night} opens no night.")
    names: dict[str, str] = {}
    balances: dict[str, int] = {}
    entries = [_entry(fact, names, balances) for fact in facts if fact.fact.moves]
    called = _called(facts)
    accounts = [_account(account, name, called) for account, name in names.items()]
    return Journal(
        night=night,
        opened=facts[0].fact,
        accounts=tuple(sorted(accounts, key=lambda account: account.name)),
        entries=tuple(entries),
    )


def kind_in_words(kind: str) -> str:
    """``ChecksBought`` as ``checks bought``."""
    return _WORD.sub(" ", kind).lower()


def _entry(recorded: Recorded, names: dict[str, str], balances: dict[str, int]) -> Entry:
    """A fact as an entry; ``names`` and ``balances`` of all accounts go on from fact to fact."""
    postings: list[Posting] = []
    for move in recorded.fact.moves:
        for account, cents in ((move.debit, move.amount_cents), (move.credit, -move.amount_cents)):
            if account not in names:
                names[account] = account_name(recorded.stream, account)
            balances[account] = balance = balances.get(account, 0) + cents
            postings.append(Posting(account, names[account], cents, balance))
    return Entry(recorded, _people(recorded.fact.moves), tuple(postings))


def _people(moves: Iterable[Move]) -> str:
    """Whose accounts moves touch: up to three people, and how many more."""
    owners = [owner for move in moves for account in (move.debit, move.credit) for owner in owners_of(account)]
    people = [owner[:_LONGEST_NAME] for owner in dict.fromkeys(owners)]
    more = len(people) - _MOST_PEOPLE
    return ", ".join(people[:_MOST_PEOPLE]) + (f" and {more} more" if more > 0 else "")


def _called(facts: Iterable[Recorded]) -> dict[str, str]:
    """What each seat's player is called, by the last seating that stands."""
    return {row.fact.player: row.fact.name for row in effective(facts) if isinstance(row.fact, PlayerSeated)}


def _account(account: str, name: str, called: dict[str, str]) -> Account:
    owners = owners_of(account)
    known = tuple(called[owner] for owner in owners if owner in called)
    return Account(account=account, name=name, owners=owners, called=known)


def in_units(cents: int) -> str:
    """An amount in cents with its two decimals, exactly: ``-1250.05``."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"
