"""Verifying a night: the chain, the ledger, and the whole night decided again from its commands.

An auditor trusts nobody: each check starts from the stored rows and names the first fact that fails and why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, TypeVar

import msgspec

from dealer.assistant import fold
from dealer.commands import OpenNight, read_command
from dealer.decide import decide, open_night
from dealer.games import tables_of
from dealer.night import Night, assert_sound, evolve, evolve_all, opening
from dealer.refusal import Refusal
from events.book import Book
from events.chain import COMMAND_COLUMNS, FACT_COLUMNS, digest, first_link
from events.fact import Fact
from events.night import NightOpened
from events.records import Recorded
from events.register import UnknownFact, decode, encode
from ledger.ledger import LedgerBroken

Progress = Callable[[int], None]
S = TypeVar("S")

_NUMBERS = frozenset({"position", "version", "schema_version", "number", "version_before", "version_after"})
_NO_NIGHT: Night | None = None

FAILURES = (Refusal, LedgerBroken, AssertionError, LookupError, ValueError, TypeError, AttributeError)
"""What forged facts and commands can make the rules raise; each is a finding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is wrong, and with which fact (``version``) or command (``number``) of the night, if it is one of them."""

    check: str
    what: str
    version: int | None = None
    command: int | None = None

    def __str__(self) -> str:
        where = f"fact {self.version}: " if self.version else f"command {self.command}: " if self.command else ""
        return f"{self.check}: {where}{self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The outcome for one night: how much was looked at, its head, and the first thing wrong, if anything is."""

    night: str
    facts: int
    commands: int
    refused: int
    head: str
    finding: Finding | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.finding is None


def verify(book: Book, night: str, progress: Progress | None = None) -> Verdict:
    """Check a night whole: its chain, its ledger, and that its commands, decided again, make the same facts.

    ``progress`` is told how many facts and commands were looked at since it was last told. Raises :class:`Refusal`
    (``no_such_night``) where the book has none of it.
    """
    tell = progress or (lambda _: None)
    facts, commands = book.fact_rows(night), book.command_rows(night)
    if not facts and not commands:
        raise Refusal("no_such_night", f"The book has no night {night[:64]}.")
    finding = check_commands(commands, night, tell) or check_chain(facts, commands, night, tell)
    if finding is None:
        decoded = book.facts(night)
        finding = _check_ledger(decoded, tell) or check_decisions(decoded, commands, tell, _NO_NIGHT, _decide_again)
    return Verdict(
        night=night,
        facts=len(facts),
        commands=len(commands),
        refused=sum(1 for row in commands if row["refused"]),
        head=facts[-1]["hash"] if facts else "",
        finding=finding,
    )


def verify_book(book: Book) -> Finding | None:
    """Check what no night can tell of itself: that the database guards its rows, and that no positions are missing."""
    missing = book.missing_guards()
    if missing:
        return Finding(check="guards", what=f"the database lets rows be changed: it has no trigger {missing[0]}")
    facts, last = book.positions()
    if facts != last:
        return Finding(check="positions", what=f"the last fact stands at {last} and the book has {facts}")
    return None


def check_commands(rows: list[dict[str, Any]], night: str, tell: Progress) -> Finding | None:
    """The chain of the commands."""
    previous, version = first_link("commands", night), 0
    for number, row in enumerate(rows, start=1):
        what = _broken_link(row, COMMAND_COLUMNS, previous, ("number", number)) or _wrong_versions(row, version)
        if what:
            return Finding(check="chain of commands", command=number, what=what)
        previous, version = row["hash"], row["version_after"]
        tell(1)
    return None


def check_chain(
    rows: list[dict[str, Any]], commands: list[dict[str, Any]], night: str, tell: Progress
) -> Finding | None:
    """The chain of the facts, that each belongs to an accepted command, and that none is missing at the end."""
    previous = first_link("facts", night)
    makers = {row["id"]: row for row in commands if row["refused"] is None}
    position = 0
    for version, row in enumerate(rows, start=1):
        maker = makers.get(row["command"])
        what = _broken_link(row, FACT_COLUMNS, previous, ("version", version))
        if what is None and row["position"] <= position:
            what = "it stands before the fact that it follows"
        if what is None:
            what = _wrong_maker(row, maker, version)
        if what is None:
            what = _unreadable(row)
        if what:
            return Finding(check="chain", version=version, what=what)
        previous, position = row["hash"], row["position"]
        tell(1)
    last = max((row["version_after"] for row in makers.values()), default=0)
    if last != len(rows):
        return Finding(check="chain", version=len(rows) + 1, what=f"it is missing; the commands made {last} facts")
    return None


def _wrong_versions(row: dict[str, Any], version: int) -> str | None:
    """Why a command does not follow on the night's version as the one before it left it."""
    if row["version_before"] != version:
        return f"it was taken at version {row['version_before']} of a night that stood at {version}"
    if (row["version_after"] > version) == (row["refused"] is not None):
        return "it was refused and made facts" if row["refused"] else "it was taken and made none"
    return None


def _wrong_maker(row: dict[str, Any], maker: dict[str, Any] | None, version: int) -> str | None:
    """Why a fact is not one that the command it names can have made."""
    if maker is None or maker["hash"] != row["command_hash"]:
        return "the command that it names is not in the book as it was"
    if not maker["version_before"] < version <= maker["version_after"]:
        return "its command made other facts"
    for name in ("at", "who", "device"):
        if maker[name] != row[name]:
            return f"its '{name}' is not its command's"
    return None


def _broken_link(row: dict[str, Any], columns: tuple[str, ...], previous: str, place: tuple[str, int]) -> str | None:
    name, number = place
    misfit = next((column for column in columns if not _fits(column, row[column])), None)
    if misfit:
        return f"its '{misfit}' is of another kind than that column's"
    if row[name] != number:
        return f"it says that it is number {row[name]}; one before it is missing or out of its place"
    if row["prev_hash"] != previous:
        return "it does not follow from the one before it"
    if digest([row[column] for column in columns]) != row["hash"]:
        return "it was changed: its columns do not give its hash"
    return None


def _fits(column: str, value: object) -> bool:
    """Whether a stored value is of its column's kind; SQLite would keep any."""
    if column in _NUMBERS:
        return isinstance(value, int)
    return isinstance(value, str) or (value is None and column in ("refused", "why"))


def _unreadable(row: dict[str, Any]) -> str | None:
    try:
        decode(row["kind"], row["schema_version"], row["body"])
    except UnknownFact as error:
        return str(error)
    return None


def _check_ledger(facts: list[Recorded], tell: Progress) -> Finding | None:
    """Fold every fact: debits equal credits after each, and after each command the layout holds what lies on it."""
    night: Night | None = None
    for one, following in zip_longest(facts, facts[1:]):
        try:
            night = fold([one]) if night is None else evolve(night, one.command, one.fact)
            if following is None or following.command != one.command:
                assert_sound(night)
        except FAILURES as error:
            return Finding(check="ledger", version=one.version, what=said(error))
        tell(1)
    return None


def check_decisions(
    facts: list[Recorded],
    commands: list[dict[str, Any]],
    tell: Progress,
    state: S,
    decide_again: Callable[[S, dict[str, Any]], tuple[tuple[Fact, ...], S]],
) -> Finding | None:
    """Decide every command again, refused ones too, and compare what it makes with what the book holds."""
    for row in commands:
        recorded = facts[row["version_before"] : row["version_after"]]
        try:
            made, state = decide_again(state, row)
        except Refusal as refusal:
            if (refusal.code, refusal.why) != (row["refused"], row["why"]):
                answered = f"refused ({row['refused']}: {row['why']})" if row["refused"] else "taken"
                return _difference(row, f"decided again it is refused ({refusal}), and it was {answered}")
        except FAILURES as error:
            return _difference(row, f"decided again it fails: {said(error)}")
        else:
            if row["refused"]:
                return _difference(row, f"decided again it is taken, and it was refused ({row['refused']})")
            finding = _compare(made, recorded, row)
            if finding:
                return finding
        tell(1)
    return None


def said(error: Exception) -> str:
    """What an error says, or its kind where it says nothing."""
    return str(error) or type(error).__name__


def _decide_again(night: Night | None, row: dict[str, Any]) -> tuple[tuple[Fact, ...], Night]:
    command = read_command(msgspec.json.decode(row["body"]))
    if night is None:
        if not isinstance(command, OpenNight):
            raise Refusal("no_such_night", "The first command opens no night.")
        opened: NightOpened = open_night(command)
        return (opened,), opening(row["night"], opened)
    made = decide(night, command)
    return made, evolve_all(night, row["id"], made)


def _compare(made: tuple[Fact, ...], recorded: list[Recorded], row: dict[str, Any]) -> Finding | None:
    for at, (again, stored) in enumerate(zip_longest(made, recorded), start=row["version_before"] + 1):
        if again is None:
            what = f"decided again, its command makes no {stored.kind}"
        elif stored is None:
            what = f"decided again, its command makes a {type(again).__name__} that is not there"
        elif again != stored.fact and not _opened_before_a_setting(again, stored.fact):
            what = f"decided again it is {type(again).__name__} {encode(again)}, and the book has {stored.kind}"
        else:
            continue
        return Finding(check="decided again", version=at, what=what)
    return None


def _opened_before_a_setting(again: Fact, stored: Fact) -> bool:
    """Whether an opening lacks only house rules that the program did not have then, and that stand at their default."""
    if not isinstance(again, NightOpened) or not isinstance(stored, NightOpened):
        return False
    if again != replace(stored, house=again.house) or again.house != again.house | stored.house:
        return False
    return tables_of(stored.houses) == tables_of(again.houses)


def _difference(row: dict[str, Any], what: str) -> Finding:
    return Finding(check="decided again", command=row["number"], what=what)
