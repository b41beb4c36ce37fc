"""The formats of the export: hledger and ledger, beancount, CSV (RFC 4180) and JSON lines."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING

import msgspec
from msgspec import field

from events.frozen import Frozen
from events.records import BookError
from ledger.journal import ACCOUNT_TAGS, TAGS, Entry, Journal, Posting, in_units, journals

if TYPE_CHECKING:
    from events.book.book import Book
    from events.book.chain import StoredCommand, StoredEvent


class Commodity(Frozen):
    """A currency as other programs name it, by three capitals, and how many decimals its amounts have."""

    code: str
    digits: int = 2

    def amount(self, cents: int) -> str:
        """An amount with its decimals."""
        return in_units(cents, self.digits)


class Commodities(Frozen):
    """The ``usual`` currency of what is exported, and those of nights that have another."""

    usual: Commodity = Commodity(code="USD")
    of_nights: Mapping[str, Commodity] = field(default_factory=dict)

    def of(self, stream: str) -> Commodity:
        """The currency of a night, or of the house."""
        return self.of_nights.get(stream, self.usual)

    @property
    def all(self) -> tuple[Commodity, ...]:
        """All of them, once each."""
        return tuple(dict.fromkeys((self.usual, *self.of_nights.values())))


DOLLARS = Commodities()
"""Everything in US dollars."""

COLUMNS = (
    "night",
    "date",
    "fact",
    "posting",
    "time",
    "kind",
    "command",
    "who",
    "device",
    "account",
    "debit",
    "credit",
    "balance",
    "commodity",
    "hash",
)
"""``account`` is the book's own name; amounts have the decimals of the currency, and debits are positive."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "'")


def lines(book: Book, nights: Iterable[str], commodities: Commodities) -> Iterator[str]:
    """The rows as lines, without line ends (which RFC 4180 wants to be CR LF)."""
    writer = csv.writer(_Line())
    yield writer.writerow(COLUMNS)
    for journal in journals(book, nights):
        for entry in journal.entries:
            for number, posting in enumerate(entry.postings, start=1):
                yield writer.writerow(_row(journal.date, entry, number, posting, commodities.of(journal.stream)))


class _Line:
    """A file for :mod:`csv` that returns what is written."""

    def write(self, line: str) -> str:
        """The line without its end."""
        return line.removesuffix("\r\n")


def _row(day: str, entry: Entry, number: int, posting: Posting, commodity: Commodity) -> tuple[str | int, ...]:
    event = entry.recorded
    debit, credit_ = max(posting.cents, 0), max(-posting.cents, 0)
    return (
        event.stream,
        day,
        event.version,
        number,
        event.at,
        event.kind,
        no_formula(event.command),
        no_formula(event.who),
        no_formula(event.device),
        posting.account,
        commodity.amount(debit) if debit else "",
        commodity.amount(credit_) if credit_ else "",
        commodity.amount(posting.balance_cents),
        commodity.code,
        event.hash,
    )


def no_formula(words: str) -> str:
    """Text that no spreadsheet takes for a formula: an apostrophe goes before a character that could begin that."""
    return f"'{words}" if words.startswith(_FORMULA) else words


_encode = msgspec.json.Encoder().encode


def json_lines_lines(book: Book, nights: Iterable[str], commodities: Commodities) -> Iterator[str]:
    """A line for each row: for each night its commands in order, including refused ones, then its events in order.

    The first key of a line, ``row``, is ``command`` or ``fact``; then follow the columns as in the hash chain, the hash
    last. Amounts in the bodies are in the smallest unit of the currency.
    """
    for night in nights:
        events, commands = book.rows(night)
        yield from (_line("command", row) for row in commands)
        yield from (_line("fact", row) for row in events)


def _line(what: str, row: StoredCommand | StoredEvent) -> str:
    return _encode({"row": what, **row._asdict()}).decode()


_HARMFUL = re.compile(r"(?![\w .\-:/@+&()'!?])[\0-\x9f]|^ | $| (?= )")
"""Characters that would end a tag's value (a comma), or begin a comment (``;``), a date (``[``) or a note (``|``).

As a single set of allowed characters it took 4 ms of every start to compile.
"""

_WIDEST = 72
"""A longer account name shifts only its own amounts."""


def hledger_lines(book: Book, nights: Iterable[str], commodities: Commodities) -> Iterator[str]:
    """The lines of hledger's journal of these nights, without line ends.

    ``hledger check --strict ordereddates payees`` accepts it if the nights are in the order of their dates.
    """
    yield "; casekeeper, for hledger: hledger -f THIS check --strict"
    yield ""
    # The decimal sign is needed also where there are no decimals.
    yield from (f"commodity {commodity.code} 1000.{'0' * commodity.digits}" for commodity in commodities.all)
    yield from (f"tag {name}" for name in (*TAGS, *ACCOUNT_TAGS))
    for journal in journals(book, nights):
        yield from heading_lines(journal)
        for account in journal.accounts:
            yield f"account {account.name}"
            yield f"    ; {account.holds}"
            yield from _tag_lines(account.tags)
        yield from (f"payee {_harmless(people)}" for people in journal.people)
        yield from _transaction_lines(journal, commodities.of(journal.stream))


def ledger_lines(book: Book, nights: Iterable[str], commodities: Commodities) -> Iterator[str]:
    """The lines of ledger's journal of these nights, without line ends; ``ledger --strict --pedantic`` accepts it."""
    yield "; casekeeper, for ledger: ledger -f THIS --strict --pedantic balance"
    yield ""
    # No format: with a format, ledger rounds to it and accepts half a cent where an account should be 0.
    yield from (f"commodity {commodity.code}" for commodity in commodities.all)
    yield from (f"tag {name}" for name in TAGS)
    for journal in journals(book, nights):
        yield from heading_lines(journal)
        for account in journal.accounts:
            known = "".join(f"; {name} {_harmless(value)}" for name, value in account.tags if name != "owner")
            yield f"account {account.name}"
            yield f"    note {account.holds}{known}"
        yield from _transaction_lines(journal, commodities.of(journal.stream))


def _harmless(words: str) -> str:
    """Text for the value of a tag or a part of a description: characters with a meaning in a journal become ``%2C``.

    The percent sign is encoded too, so the text can be decoded like a URL.
    """
    return _HARMFUL.sub(_encoded, words)


def _encoded(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode())


def _tag_lines(tags: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A comment line for each tag, below the thing it belongs to."""
    return (f"    ; {name}: {_harmless(value)}" for name, value in tags)


def heading_lines(journal: Journal) -> Iterator[str]:
    """The journal's title and notes, as comments."""
    yield ""
    yield from (f"; {line}" for line in (journal.title, *journal.notes))


def _transaction_lines(journal: Journal, commodity: Commodity) -> Iterator[str]:
    """The entries as transactions with explicit amounts, each followed by the account's balance."""
    width = min(max(map(len, journal.closing_cents), default=0), _WIDEST)
    for entry in journal.entries:
        yield ""
        yield f"{journal.date} * ({entry.number}) {_harmless(entry.people)} | {entry.what}"
        yield from _tag_lines(entry.tags)
        for posting in entry.postings:
            amount, balance = commodity.amount(posting.cents), commodity.amount(posting.balance_cents)
            yield f"    {posting.name:<{width}}  {commodity.code} {amount:>10} = {commodity.code} {balance}"


def beancount_lines(book: Book, nights: Iterable[str], commodities: Commodities) -> Iterator[str]:
    """The lines of beancount's ledger of these nights, without line ends; ``bean-check`` accepts it.

    The currencies are declared on the date of the first night, which must be the earliest.
    """
    yield "; casekeeper, for beancount: bean-check THIS"
    yield ""
    yield from (f'option "operating_currency" "{commodity.code}"' for commodity in commodities.all)
    # By default half a cent would be accepted.
    yield 'option "tolerance_multiplier" "0"'
    declared = False
    for journal in journals(book, nights):
        if not declared:
            yield ""
            yield from (f"{journal.date} commodity {commodity.code}" for commodity in commodities.all)
            declared = True
        yield from _directives(journal, commodities.of(journal.stream))


def _directives(journal: Journal, commodity: Commodity) -> Iterator[str]:
    day = journal.date
    yield from heading_lines(journal)
    for account in journal.accounts:
        yield f"{day} open {account.name} {commodity.code}"
        yield f"  holds: {_text(account.holds)}"
        yield from _metadata(account.tags)
        yield _balance(day, account.name, 0, commodity)
    for entry in journal.entries:
        yield ""
        yield f"{day} * {_text(entry.people)} {_text(f'{entry.number} {entry.what}')}"
        yield from _metadata(entry.tags)
        for posting in entry.postings:
            yield f"  {posting.name}  {commodity.amount(posting.cents)} {commodity.code}"
    yield ""
    for name, cents in sorted(journal.closing_cents.items()):
        yield _balance(_day_after(day), name, cents, commodity)


def _balance(day: str, name: str, cents: int, commodity: Commodity) -> str:
    return f"{day} balance {name}  {commodity.amount(cents)} ~ {commodity.amount(0)} {commodity.code}"


def _metadata(tags: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (f"  {name}: {_text(value)}" for name, value in tags)


def _text(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _day_after(day: str) -> str:
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    except OverflowError:
        raise BookError(
            "no_day_after", "beancount asserts balances on the next day, and there is no day after %(day)s.", day=day
        ) from None


Lines = Callable[["Book", Iterable[str], Commodities], Iterator[str]]

_COMMODITY = re.compile(r"[A-Z]{3}")
_BATCH = 500
"""How many lines are passed on at once, which is faster than line by line."""


class Format(Frozen):
    """An export format: its name, title, file suffix, media type, and the function for its lines."""

    name: str
    says: str
    suffix: str
    media_type: str
    lines: Lines
    line_end: str = "\n"

    def pieces(self, book: Book, nights: Iterable[str], commodities: Commodities = DOLLARS) -> Iterator[bytes]:
        """A file of these nights, and of the house if it comes first, in UTF-8, piece by piece.

        One night is in memory at a time. Raises :class:`ValueError` if a commodity's code is not three capitals, and
        :class:`events.records.BookError` if the book cannot be read.
        """
        if not all(_COMMODITY.fullmatch(commodity.code) for commodity in commodities.all):
            raise ValueError("A commodity must be three capital letters, such as USD.")
        return self._pieces(self.lines(book, nights, commodities))

    def _pieces(self, lines: Iterator[str]) -> Iterator[bytes]:
        gathered: list[str] = []
        for line in lines:
            gathered.append(line)
            if len(gathered) == _BATCH:
                yield self._joined(gathered)
                gathered.clear()
        if gathered:
            yield self._joined(gathered)

    def _joined(self, lines: list[str]) -> bytes:
        return "".join(line + self.line_end for line in lines).encode()


FORMATS: dict[str, Format] = {
    export.name: export
    for export in (
        Format(
            name="hledger",
            says="A journal with a balance asserted at every posting.",
            suffix="hledger",
            media_type="text/x-hledger; charset=utf-8",
            lines=hledger_lines,
        ),
        Format(
            name="ledger",
            says="The same journal with the declarations for ledger's strictest check.",
            suffix="ledger",
            media_type="text/x-ledger; charset=utf-8",
            lines=ledger_lines,
        ),
        Format(
            name="beancount",
            says="Every posting with its amount, no tolerance, and every balance asserted before and after the night.",
            suffix="beancount",
            media_type="text/x-beancount; charset=utf-8",
            lines=beancount_lines,
        ),
        Format(
            name="csv",
            says="A row for every posting, for spreadsheets.",
            suffix="csv",
            media_type="text/csv; charset=utf-8; header=present",
            lines=lines,
            line_end="\r\n",
        ),
        Format(
            name="jsonl",
            says="Every command and event with all of its columns: each hash can be taken again from its line.",
            suffix="jsonl",
            media_type="application/jsonl; charset=utf-8",
            lines=json_lines_lines,
        ),
    )
}
"""Every format by its name."""
