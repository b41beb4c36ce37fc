"""Runs checks over the stored rows of a stream, in order, and reports the first finding.

A check is pure: it gets rows and returns what is wrong with them. Its time is measured outside.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from operator import itemgetter
from time import perf_counter
from types import GenericAlias
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec.structs import replace

from dealer.commands.refusal import Phrase, Refusal, marked, phrase, printable
from dealer.house.state import HouseHistory, HouseState, program_called
from dealer.night.night import Night
from dealer.streams import ENTER_NIGHT
from dealer.verification.staff_of_book import StaffOfBook
from events.book.chain import Columns, StoredCommand, StoredEvent, digest, is_text
from events.book.event_types import decode, encode
from events.common.event import Event
from events.common.house import PlayerRegistered, RolesGiven, SlipEntered, TokenIssued
from events.frozen import Frozen
from events.records import BookError, Recorded
from ledger.ledger import LedgerBroken

Body = dict[str, Any] | None
"""An event's fields as in JSON, ``kind`` first, or the answer to a command; ``None`` if there is none."""


class Field(Frozen):
    """A value of either body by its path, such as ``moves[0].amount_cents``; "" on a side without it.

    Both values are printable JSON, whatever the book holds.
    """

    path: str
    stored: str
    again: str

    @property
    def differs(self) -> bool:
        """Whether the two values differ."""
        return self.stored != self.again


class Difference(Frozen):
    """The stored body, and the result of deciding it ``again``."""

    stored: Body
    again: Body

    @property
    def fields(self) -> tuple[Field, ...]:
        """Every value of both, in the order of the stored body."""
        stored, again = _values(self.stored), _values(self.again)
        return tuple(
            Field(path=path, stored=stored.get(path, ""), again=again.get(path, "")) for path in {**stored, **again}
        )

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the differing values."""
        return tuple(field.path for field in self.fields if field.differs)


def body_of(event: Event | None) -> Body:
    """An event as a body for comparison."""
    return {"kind": type(event).__name__, **msgspec.json.decode(encode(event))} if event else None


def answer_of(refusal: Refusal | None) -> Body:
    """The answer to a command as a body for comparison: the code and the parameters, without the wording."""
    return {"refused": None} if refusal is None else {"refused": refusal.code, **refusal.values}


def _values(body: Body) -> dict[str, str]:
    return {printable(path): printable(value) for path, value in _walk("", body)} if body is not None else {}


def _walk(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Every nested value by its path; an empty list or object as itself."""
    match value:
        case dict() if value:
            for name, inner in value.items():
                yield from _walk(f"{path}.{name}" if path else name, inner)
        case list() if value:
            for at, inner in enumerate(value):
                yield from _walk(f"{path}[{at}]", inner)
        case _:
            yield path, msgspec.json.encode(value).decode()


_of_events, _of_commands = StoredEvent._fields.index, StoredCommand._fields.index
hash_of = itemgetter(-1)
"""The hash of an event or a command."""

event_body = itemgetter(_of_events("body"))
position_of = itemgetter(_of_events("position"))
maker_of = itemgetter(_of_events("command"))
command_id = itemgetter(_of_commands("id"))
number_of = itemgetter(_of_commands("number"))
command_body = itemgetter(_of_commands("body"))
time_of = itemgetter(_of_commands("at"))
before_of = itemgetter(_of_commands("version_before"))
after_of = itemgetter(_of_commands("version_after"))
refused_of = itemgetter(_of_commands("refused"))
why_of = itemgetter(_of_commands("why"))
_encode_into = msgspec.json.Encoder().encode_into


_BEFORE, _OWN = -2, -1
"""The indexes of the previous and the own hash in every row; faster than access by name."""


class Chain(Frozen, eq=False):
    """The hash chain of a table: the index of the numbering column, and the types of all columns but the hash.

    ``hashed`` is the type for hashing many rows.
    """

    number: int
    kinds: dict[str, Any]
    hashed: Any

    @classmethod
    def of(cls, row: type[StoredEvent | StoredCommand], number: str) -> Chain:
        """The chain of the rows of a table."""
        kinds = get_type_hints(row)
        del kinds["hash"]
        hashed = msgspec.defstruct(row.__name__, kinds.items(), array_like=True, gc=False)
        return cls(number=row._fields.index(number), kinds=kinds, hashed=GenericAlias(list, hashed))


EVENT_CHAIN = Chain.of(StoredEvent, "version")
COMMAND_CHAIN = Chain.of(StoredCommand, "number")


def all_follow(rows: Sequence[Columns], chain: Chain, first: int, previous: str) -> bool:
    """Whether all of some rows follow each other, the first after ``before`` others."""
    at, number, written, begun = chain.number, first, bytearray(), sha256().copy
    before: object = previous
    try:
        for row, columns in zip(rows, msgspec.convert(rows, chain.hashed), strict=True):
            number += 1
            if row[at] != number or row[_BEFORE] != before:
                return False
            _encode_into(columns, written)
            # Copying a started hash is faster than starting another.
            own = begun()
            own.update(written)
            before = row[_OWN]
            if own.hexdigest() != before:
                return False
    except (msgspec.ValidationError, UnicodeEncodeError):
        return False
    return True


def broken_link(row: StoredEvent | StoredCommand, chain: Chain, previous: str, number: int) -> Phrase | None:
    """Why a row does not follow the previous one; ``None`` if it does."""
    for (column, kind), value in zip(chain.kinds.items(), row, strict=False):
        if not isinstance(value, kind):
            return phrase("its '%(column)s' is of another kind than that column's", column=column)
        if isinstance(value, str) and not is_text(value):
            return phrase("its '%(column)s' is no text in UTF-8", column=column)
    if row[chain.number] != number:
        return phrase("its number is %(number)s; one before it is missing or misplaced", number=str(row[chain.number]))
    if row.prev_hash != previous:
        return phrase("it does not follow from the one before it")
    if digest(row[:-1]) != row.hash:
        return phrase("it was changed: its columns do not give its hash")
    return None


R = TypeVar("R")
Progress = Callable[[int], None]

FAILURES = (
    Refusal,
    LedgerBroken,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""The exceptions that forged events and commands can cause in the rules; each is a finding.

A ``StopIteration`` in a generator becomes a ``RuntimeError``, and so does too deep recursion.
"""

TOGETHER = 128
"""How many rows are checked at once, without a pause for other threads."""

TOLD_EVERY = 32
"""A check reports its progress after this many events or commands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is wrong, and with which event (``version``) or command (``number``), if with any.

    ``problem`` may quote forged text; :attr:`what` is printable, whatever the book holds. ``holds`` is the number of
    events before it, which passed this check. ``difference`` shows what is stored and what it should be, if known.
    ``raised`` says that the events could not be folded, and ``fault`` that the program failed, which proves nothing
    against the book.
    """

    check: str
    problem: Phrase
    version: int | None = None
    command: int | None = None
    holds: int = 0
    difference: Difference | None = field(default=None, compare=False)
    raised: bool = False
    fault: bool = False

    def __str__(self) -> str:
        return f"{self.check}: {self.where}{': ' if self.where else ''}{self.what}"

    @property
    def what(self) -> str:
        """The problem in English."""
        # Forged text must not control a terminal.
        return printable(str(self.problem))

    @property
    def where(self) -> str:
        """The event or command in English; "" for neither."""
        return str(self.place or "")

    @property
    def place(self) -> Phrase | None:
        """The event or command in words; ``None`` for neither."""
        if self.version:
            return phrase("event %(number)s", number=self.version)
        return phrase("command %(number)s", number=self.command) if self.command else None


def at_event(check: str, version: int, problem: Phrase, difference: Difference | None = None) -> Finding:
    """A finding about an event."""
    return Finding(check=check, version=version, problem=problem, holds=version - 1, difference=difference)


def failed_at(check: str, version: int, error: Exception) -> Finding:
    """A finding about an event that cannot be folded."""
    return Finding(check=check, version=version, problem=error_phrase(error), holds=version - 1, raised=True)


def at_command(
    check: str, number: int, version_before: int, problem: Phrase, difference: Difference | None = None
) -> Finding:
    """A finding about a command, accepted at a version of the night."""
    return Finding(check=check, command=number, problem=problem, holds=version_before, difference=difference)


def error_text(error: Exception) -> str:
    """An error's message, or its type if it has none."""
    return str(error) or type(error).__name__


def error_phrase(error: Exception) -> Phrase:
    """The same as a phrase; refusals and troubles with the book can be translated."""
    if isinstance(error, BookError):
        return phrase(error.text, **error.named)
    if isinstance(error, Refusal):
        return phrase("%(why)s [%(code)s]", why=error.sentence, code=error.code)
    return phrase("%(why)s", why=error_text(error))


Breach = tuple[int, int, int]
"""The version at which a law broke, and the sums of both sides, in cents."""


@dataclass
class Rows:
    """The stored events and commands of a night, and the results of earlier checks for later ones.

    Checks that read all rows access columns by index, for some of which there are names here. ``folded`` has the night
    after each command that is still to be decided again, by version, and after the last event; ``decided`` the night
    after each group of commands decided during folding, by the number of the last; ``breaches`` the first breach of
    every law, by name. ``whole`` says that the rows are complete: otherwise the last command may have more events than
    are here. ``house`` is the house that the night is held against, and ``entered`` the first fault in what the house
    entered of the night, found while folding.
    """

    night: str
    event_rows: Sequence[Columns]
    command_rows: Sequence[Columns]
    folded: dict[int, Night] = field(default_factory=dict)
    decided: dict[int, Night] = field(default_factory=dict)
    breaches: dict[str, Breach] = field(default_factory=dict)
    whole: bool = True
    house: HouseOfBook | None = None
    entered: Finding | None = None

    @cached_property
    def events(self) -> list[StoredEvent]:
        """The events with named columns."""
        return [*map(StoredEvent._make, self.event_rows)]

    @cached_property
    def commands(self) -> list[StoredCommand]:
        """The commands with named columns."""
        return [*map(StoredCommand._make, self.command_rows)]

    @cached_property
    def recorded(self) -> list[Recorded]:
        """The events as records; raises :class:`events.book.event_types.UnknownEvent` for an invalid event."""
        return [recorded_of(row) for row in self.event_rows]

    @property
    def taken(self) -> int:
        """The number of accepted commands."""
        return [*map(refused_of, self.command_rows)].count(None)

    def until(self, version: int) -> Rows:
        """The events up to a version, and the commands up to the one that made it, without later refused ones."""
        reach = (at for at, after in enumerate(map(after_of, self.command_rows), start=1) if _reaches(after, version))
        return self._first(next(reach, len(self.command_rows)), version)

    def before(self, finding: Finding) -> Rows:
        """The rows before a finding; for an event, its command's earlier events are included."""
        if finding.command is not None:
            return self._first(finding.command - 1, finding.holds)
        return self.until(finding.holds)

    @property
    def ends(self) -> frozenset[int]:
        """The versions of the night after each command."""
        return frozenset(map(after_of, self.command_rows))

    def _first(self, commands: int, events: int) -> Rows:
        rows = Rows(
            self.night,
            self.event_rows[:events],
            self.command_rows[:commands],
            {version: night for version, night in self.folded.items() if version <= events},
            {number: night for number, night in self.decided.items() if number <= commands},
            {law: breach for law, breach in self.breaches.items() if breach[0] <= events},
            whole=False,
            house=self.house,
            entered=self.entered if self.entered and self.entered.holds < events else None,
        )
        if "recorded" in vars(self):
            rows.recorded = self.recorded[:events]
        return rows


ENTER = re.compile(rf'{{"do":"{ENTER_NIGHT}","night":"(?P<night>[^"\\]+)","version":(?P<version>\d+)}}')
"""The body of a command that enters something of a night, as this program writes it. Any other is a forgery."""


class Entry(Frozen):
    """A command of the house that entered something of a night: its events, the first of them number ``first``."""

    first: int
    rows: tuple[StoredEvent, ...]


class HouseOfBook:
    """The house's stream, and the staff's, as nights are held against them; folded on demand."""

    def __init__(self, rows: Rows, staff_rows: Sequence[Columns] = ()) -> None:
        self.rows = rows
        self.staff_rows = staff_rows

    @property
    def version(self) -> int:
        """The number of its events."""
        return len(self.rows.event_rows)

    @cached_property
    def _history(self) -> HouseHistory:
        return HouseHistory([recorded_of(row).event for row in self.rows.event_rows])

    @cached_property
    def _positions(self) -> list[int]:
        return [*map(position_of, self.rows.event_rows)]

    @cached_property
    def staff(self) -> StaffOfBook:
        """The staff's stream; raises one of :data:`FAILURES` if it cannot be read."""
        return StaffOfBook(self.staff_rows)

    @cached_property
    def programs(self) -> frozenset[tuple[str, str]]:
        """The names of all programs that ever had a token, each with the name of the token as a device."""
        issued = (recorded_of(row).event for row in self.rows.events if row.kind == TokenIssued.__name__)
        return frozenset(
            (program_called(event.name), f"token-{event.token_hash[:8]}")
            for event in issued
            if isinstance(event, TokenIssued)
        )

    @cached_property
    def has_people(self) -> bool:
        """Whether it ever had staff, cards or slips, on which commands of a night can depend."""
        kinds = (RolesGiven.__name__, PlayerRegistered.__name__, SlipEntered.__name__)
        return any(row.kind in kinds for row in self.rows.events)

    def at(self, version: int) -> HouseState:
        """The house after so many of its events; raises one of :data:`FAILURES` if it cannot be folded so far."""
        return self._history.at(version)

    def version_before(self, rows: Rows, version: int) -> int:
        """How many events it had before the event of a night with this version."""
        return bisect_left(self._positions, position_of(rows.event_rows[version - 1]))

    @cached_property
    def entered(self) -> dict[str, dict[int, list[Entry]]]:
        """What it entered, by night and version of the night; 0 for the listing."""
        found: dict[str, dict[int, list[Entry]]] = {}
        for row in self.rows.commands:
            # Such a command is written by this program alone, in this way.
            written = ENTER.fullmatch(row.body)
            rows = tuple(self.rows.events[row.version_before : row.version_after])
            if written and rows and row.refused is None:
                entry = Entry(first=row.version_before + 1, rows=rows)
                found.setdefault(written["night"], {}).setdefault(int(written["version"]), []).append(entry)
        return found


def _reaches(after: object, version: int) -> bool:
    """Whether a command's row, which may hold anything, ends at a version."""
    return isinstance(after, int) and after >= version


def together(rows: Sequence[R]) -> Iterator[tuple[int, Sequence[R]]]:
    """Rows in groups, each with the number of rows before it."""
    for first in range(0, len(rows), TOGETHER):
        yield first, rows[first : first + TOGETHER]


def recorded_of(row: Columns) -> Recorded:
    """An event's row as a record; raises :class:`events.book.event_types.UnknownEvent` if it is invalid."""
    _, stream, version, kind, schema_version, body, at, who, device, command, _, _, own = row
    event = decode(kind, schema_version, body)
    return Recorded(
        stream=stream,
        version=version,
        event=event,
        at=at,
        who=who,
        device=device,
        command=command,
        hash=own,
    )


EVENTS, COMMANDS = marked("events"), marked("commands")
"""What a check reads."""


class Check(Frozen):
    """A check: its name, its sentence for no finding, and whether it reads ``events`` or ``commands``."""

    name: str
    says: str
    things: str
    run: Callable[[Rows, Progress], Finding | None]

    def count(self, rows: Rows) -> int:
        """How many events or commands it has to read."""
        return len(rows.event_rows if self.things == EVENTS else rows.command_rows)


class Looked(Frozen):
    """The progress of a check: ``done`` of ``of`` things, in ``seconds``; ``over`` once it has ended."""

    check: str
    says: str
    things: str
    of: int
    done: int = 0
    seconds: float = 0.0
    over: bool = False
    finding: Finding | None = None


Watch = Callable[[Sequence[Looked]], None]


def inspect(
    rows: Rows, checks: Sequence[Check], watch: Watch | None = None, clock: Callable[[], float] = perf_counter
) -> tuple[Looked, ...]:
    """Run all checks in order; returns what each read and found.

    After a finding, later checks read only the rows before it, so the last finding is the first in the night. ``watch``
    is called from time to time with the progress of all checks.
    """
    tell = watch or (lambda _: None)
    looked = [Looked(check=check.name, says=check.says, things=check.things, of=check.count(rows)) for check in checks]
    for at, check in enumerate(checks):
        counter = _Counter(looked, at, check.count(rows), tell, clock)
        finding = check.run(rows, counter.count)
        looked[at] = replace(counter.so_far(), over=True, finding=finding)
        tell(looked)
        if finding:
            rows = rows.before(finding)
    return tuple(looked)


class _Counter:
    """Counts what a check has read, and reports its progress."""

    def __init__(
        self,
        looked: list[Looked],
        at: int,
        of: int,
        tell: Callable[[Sequence[Looked]], None],
        clock: Callable[[], float],
    ) -> None:
        self._looked, self._at, self._tell, self._clock = looked, at, tell, clock
        self._begun, self._done, self._of = clock(), 0, of

    def count(self, more: int) -> None:
        """Add to the count of things read."""
        before = self._done // TOLD_EVERY
        self._done += more
        if self._done // TOLD_EVERY > before:
            self._looked[self._at] = self.so_far()
            self._tell(self._looked)

    def so_far(self) -> Looked:
        """The progress of the check."""
        seconds = self._clock() - self._begun
        return replace(self._looked[self._at], done=self._done, of=self._of, seconds=seconds)
