"""Nights and the house as journals for hledger, ledger and beancount: chart of accounts, entries and balances."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category

from events.common.event import Event, Move
from events.common.house import (
    HOUSE,
    NightBalanced,
    NightListed,
    PlayerChanged,
    PlayerRegistered,
    SeatEntered,
    SlipEntered,
    SlipStruck,
)
from events.common.night import CommandVoided, NightOpened, PlayerSeated
from events.effective_events import effective
from events.frozen import Frozen
from events.records import BookError, Recorded, local_day
from ledger.accounts import CHART, family_of
from ledger.ledger import Ledger

if TYPE_CHECKING:
    from events.book.book import Book


OF_TWO = frozenset({"stakes.lent", "stakes.owed", "bystanders.lent", "bystanders.owed"})
"""The families whose accounts belong to two people, separated by a slash: a seat's key has none."""


def account_name(stream: str, account: str) -> str:
    """The name of an account of a night or of the house in the other programs; each account has a name of its own.

    Raises :class:`BookError` (``book_damaged``) for an account that is not in the chart.
    """
    family = CHART.get(account.partition(":")[0])
    if family is None:
        if stream == HOUSE:
            raise BookError(
                "book_damaged",
                "The house has moves on %(account)s, which is not in the chart of accounts.",
                account=account,
            )
        raise BookError(
            "book_damaged",
            "Night %(night)s has moves on %(account)s, which is not in the chart of accounts.",
            night=stream,
            account=account,
        )
    part = component(HOUSE) if stream == HOUSE else stream
    return ":".join((family.place, part, *map(component, owners_of(account))))


def owners_of(account: str) -> tuple[str, ...]:
    """The owners of an account: nobody, a person, or the two of a loan: the borrower first where a bystander lent."""
    family, parted, owner = account.partition(":")
    if not parted:
        return ()
    return tuple(owner.split("/", 1)) if family in OF_TWO else (owner,)


def holds(account: str) -> str:
    """What an account of the chart holds, in a few words."""
    return family_of(account).holds


def component(owner: str) -> str:
    """An owner as a part of an account name that all three programs accept; unique for each owner.

    Letters and digits stay, a space becomes ``--`` and any other character its code point, such as ``-2E-``. The first
    letter is capitalised; a dash at the end marks a letter that was a capital already. A ``0`` goes before what cannot
    begin a name, again with a dash at the end. So the number of dashes is odd if something was added.
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
    """Whether a small letter has exactly one capital of its own."""
    capital = character.upper()
    return len(capital) == 1 and capital != character and category(capital) == "Lu" and capital.lower() == character


def balances(book: Book, streams: Iterable[str]) -> dict[str, int]:
    """The balance in cents of every account of some nights or the house, by its name in the other programs.

    Debits are positive. The ledger is asserted after every event (:class:`~ledger.ledger.LedgerBroken`).
    """
    found: dict[str, int] = {}
    for stream in streams:
        ledger = Ledger()
        for recorded in book.events(stream):
            ledger = ledger.post(recorded.event.moves)
        found |= {account_name(stream, account): cents for account, cents in ledger.balances.items()}
    return found


def to_depth(found: Mapping[str, int], depth: int) -> dict[str, int]:
    """Balances added up by the first ``depth`` parts of their names.

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
"""The longest seat key; a backer's name may be longer, and lines of ledger are limited."""


class Posting(NamedTuple):
    """One side of a move, in cents: debits positive, credits negative; ``balance_cents`` is the balance after it.

    ``account`` is our name, ``name`` the other programs' name.
    """

    account: str
    name: str
    cents: int
    balance_cents: int


class Entry(NamedTuple):
    """An event that moves money: a debit and a credit for each move, and the people involved."""

    recorded: Recorded
    people: str
    postings: tuple[Posting, ...]

    @property
    def number(self) -> str:
        """The event's number in its stream, as every program shows it: ``evt-000002``."""
        return f"evt-{self.recorded.version:06d}"

    @property
    def what(self) -> str:
        """What happened: the event's type in words, such as ``checks bought``."""
        return kind_in_words(self.recorded.kind)

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """The source of the entry: names as in :data:`TAGS`, with the values in the book."""
        event = self.recorded
        voided = (("voids", event.event.command),) if isinstance(event.event, CommandVoided) else ()
        return (
            ("time", event.at),
            ("night", event.stream),
            ("fact", str(event.version)),
            ("kind", event.kind),
            ("command", event.command),
            *voided,
            ("who", event.who),
            ("device", event.device),
            ("hash", event.hash),
        )


TAGS = ("time", "night", "fact", "kind", "command", "voids", "who", "device", "hash")
"""The tags of an entry; ``voids`` is the command that the event takes back, if any."""

ACCOUNT_TAGS = ("book", "owner", "name")
"""The tags of an account: its name in our book, its owner, and that player's name."""


class Account(Frozen):
    """An account of a night or of the house. ``called`` has the names of owners with a seat or a card."""

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
        """What the book knows of it, by :data:`ACCOUNT_TAGS`."""
        owner = (("owner", " / ".join(self.owners)),) if self.owners else ()
        name = (("name", " / ".join(self.called)),) if self.called else ()
        return (("book", self.account), *owner, *name)


class Journal(Frozen):
    """The journal of a night, or of a day of the house; all its entries have the ``date``.

    ``stream`` is the night, or :data:`HOUSE`. ``title`` and ``notes`` say what it is, each on one line. ``accounts``
    are those that its moves open, sorted by name: a later day of the house has only those that are new.
    """

    stream: str
    date: str
    title: str
    notes: tuple[str, ...]
    accounts: tuple[Account, ...]
    entries: tuple[Entry, ...]

    @property
    def people(self) -> list[str]:
        """The ``people`` of all entries, once each, in order."""
        return list(dict.fromkeys(entry.people for entry in self.entries))

    @property
    def closing_cents(self) -> dict[str, int]:
        """The final balance of every account, by its name in the other programs: debits positive."""
        return {posting.name: posting.balance_cents for entry in self.entries for posting in entry.postings}


def journals(book: Book, streams: Iterable[str]) -> Iterator[Journal]:
    """The journals of these nights, read one at a time.

    If :data:`HOUSE` comes before them, the house's days are put between them by date.
    """
    days: deque[Journal] = deque()
    for stream in streams:
        if stream == HOUSE:
            days.extend(days_of(book.events(HOUSE)))
            continue
        night = journal_of(stream, book.events(stream))
        while days and days[0].date < night.date:
            yield days.popleft()
        yield night
    yield from days


def journal_of(night: str, events: Sequence[Recorded]) -> Journal:
    """The journal of a night's events; raises :class:`BookError` (``book_damaged``) if they do not begin a night."""
    if not events or not isinstance(events[0].event, NightOpened):
        raise BookError("book_damaged", "The first event of night %(night)s does not open a night.", night=night)
    names: dict[str, str] = {}
    balances: dict[str, int] = {}
    entries = [_entry(event, names, balances) for event in events if event.event.moves]
    opened = events[0].event
    return Journal(
        stream=night,
        date=opened.date,
        title=f"night {night} of {' and '.join(opened.games)}",
        notes=(f"table {opened.table}", f"dealer {opened.dealer}"),
        accounts=_accounts(names, _called(events)),
        entries=tuple(entries),
    )


def days_of(events: Iterable[Recorded]) -> Iterator[Journal]:
    """The journals of the house's events, day by day in the order of their dates.

    What a night moved has the night's date, and what the cage moved the day by the clock of the house. Balances are
    those after all entries of earlier days, since the other programs read entries by date.
    """
    names: dict[str, str] = {}
    balances: dict[str, int] = {}
    called: dict[str, str] = {}
    nights: dict[str, str] = {}
    dated: list[tuple[str, Recorded]] = []
    for recorded in events:
        event = recorded.event
        match event:
            case NightListed():
                nights[event.night] = event.date
            case PlayerRegistered():
                called[event.card] = event.name
            case PlayerChanged() if "name" in event.changes:
                called[event.card] = str(event.changes["name"])
        if event.moves:
            dated.append((nights.get(_night_of(event)) or local_day(recorded.at), recorded))
    dated.sort(key=itemgetter(0))
    for date, day in groupby(dated, key=itemgetter(0)):
        known = set(names)
        entries = tuple(_entry(recorded, names, balances) for _, recorded in day)
        opened = {account: name for account, name in names.items() if account not in known}
        yield Journal(
            stream=HOUSE,
            date=date,
            title=f"the house on {date}",
            notes=(),
            accounts=_accounts(opened, called),
            entries=entries,
        )


def _night_of(event: Event) -> str:
    """The night that an event of the house is about, "" if it is about none."""
    return event.night if isinstance(event, SeatEntered | SlipEntered | SlipStruck | NightBalanced) else ""


def kind_in_words(kind: str) -> str:
    """``ChecksBought`` as ``checks bought``."""
    return _WORD.sub(" ", kind).lower()


def _entry(recorded: Recorded, names: dict[str, str], balances: dict[str, int]) -> Entry:
    """An event as an entry; ``names`` and ``balances`` of all accounts are updated from event to event."""
    postings: list[Posting] = []
    for move in recorded.event.moves:
        for account, cents in ((move.debit, move.amount_cents), (move.credit, -move.amount_cents)):
            if account not in names:
                names[account] = account_name(recorded.stream, account)
            balances[account] = balance = balances.get(account, 0) + cents
            postings.append(Posting(account, names[account], cents, balance))
    return Entry(recorded, _people(recorded.event.moves), tuple(postings))


def _people(moves: Iterable[Move]) -> str:
    """The owners of accounts in some moves, up to three and how many more; the house if the accounts have no owner."""
    owners = [owner for move in moves for account in (move.debit, move.credit) for owner in owners_of(account)]
    people = [owner[:_LONGEST_NAME] for owner in dict.fromkeys(owners)] or [HOUSE]
    more = len(people) - _MOST_PEOPLE
    return ", ".join(people[:_MOST_PEOPLE]) + (f" and {more} more" if more > 0 else "")


def _called(events: Iterable[Recorded]) -> dict[str, str]:
    """Each seat's player name, by the last seating in effect."""
    return {row.event.player: row.event.name for row in effective(events) if isinstance(row.event, PlayerSeated)}


def _accounts(names: Mapping[str, str], called: Mapping[str, str]) -> tuple[Account, ...]:
    """The accounts with these names, sorted by name; ``called`` has the names of owners."""
    return tuple(_account(account, names[account], called) for account in sorted(names, key=names.__getitem__))


def _account(account: str, name: str, called: Mapping[str, str]) -> Account:
    owners = owners_of(account)
    known = tuple(called[owner] for owner in owners if owner in called)
    return Account(account=account, name=name, owners=owners, called=known)


def in_units(cents: int, digits: int = 2) -> str:
    """An amount in the smallest unit of a currency with ``digits`` decimals, exactly.

    >>> in_units(-125005), in_units(-125005, 0), in_units(-125005, 3)
    ('-1250.05', '-125005', '-125.005')
    """
    whole, rest = divmod(abs(cents), 10**digits)
    return f"{'-' if cents < 0 else ''}{whole}" + (f".{rest:0{digits}}" if digits else "")
