"""Looking through the stored rows of a night, or of the staff: checks in their order, and the first thing they find.

A check is pure: it is given rows and says what is wrong with them. What it took is measured from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from operator import itemgetter
from time import perf_counter
from types import GenericAlias
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec.structs import replace

from dealer.commands.refusal import Refusal, printable
from dealer.night.night import Night
from events.book.chain import Columns, StoredCommand, StoredFact, digest, is_text
from events.book.fact_types import decode, encode
from events.facts.fact import Fact
from events.frozen import Frozen
from events.records import Recorded
from ledger.ledger import LedgerBroken

Body = dict[str, Any] | None
"""A fact's fields as JSON has them, ``kind`` first, or the answer to a command; ``None`` where there is none."""


class Field(Frozen):
    """One value of either body by its path, as ``moves[0].amount_cents``; empty on the side that has no such value.

    Both values are JSON and printable, whatever the book holds.
    """

    path: str
    stored: str
    again: str

    @property
    def differs(self) -> bool:
        """Whether the two sides have other values."""
        return self.stored != self.again


class Difference(Frozen):
    """What the book has stored, and what comes of deciding it ``again``."""

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
        """The paths of the values that differ."""
        return tuple(field.path for field in self.fields if field.differs)


def body_of(fact: Fact | None) -> Body:
    """A fact as a body to be compared."""
    return {"kind": type(fact).__name__, **msgspec.json.decode(encode(fact))} if fact else None


def answer_of(refusal: Refusal | None) -> Body:
    """The answer to a command as a body to be compared: the code and what it says beside the words."""
    return {"refused": None} if refusal is None else {"refused": refusal.code, **refusal.values}


def _values(body: Body) -> dict[str, str]:
    return {printable(path): printable(value) for path, value in _walk("", body)} if body is not None else {}


def _walk(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Every value within a value by its path; of an empty list or object itself."""
    match value:
        case dict() if value:
            for name, inner in value.items():
                yield from _walk(f"{path}.{name}" if path else name, inner)
        case list() if value:
            for at, inner in enumerate(value):
                yield from _walk(f"{path}[{at}]", inner)
        case _:
            yield path, msgspec.json.encode(value).decode()


_of_facts, _of_commands = StoredFact._fields.index, StoredCommand._fields.index


hash_of = itemgetter(-1)
"""The hash of a fact or a command."""


fact_body = itemgetter(_of_facts("body"))


position_of = itemgetter(_of_facts("position"))


maker_of = itemgetter(_of_facts("command"))


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
"""The places of the hash before and of its own in every row: by these they are had sooner than by their names."""


class Chain(Frozen, eq=False):
    """The rows of a table, chained: the place of the column that numbers them, and the kinds of all but the hash.

    ``hashed`` is the type of what the hashes of many rows are taken over.
    """

    number: int
    kinds: dict[str, Any]
    hashed: Any

    @classmethod
    def of(cls, row: type[StoredFact | StoredCommand], number: str) -> Chain:
        """The chain of the rows of a table."""
        kinds = get_type_hints(row)
        del kinds["hash"]
        hashed = msgspec.defstruct(row.__name__, kinds.items(), array_like=True, gc=False)
        return cls(number=row._fields.index(number), kinds=kinds, hashed=GenericAlias(list, hashed))


FACT_CHAIN = Chain.of(StoredFact, "version")


COMMAND_CHAIN = Chain.of(StoredCommand, "number")


def all_follow(rows: Sequence[Columns], chain: Chain, first: int, previous: str) -> bool:
    """Whether all of some rows follow, the first of them after so many others."""
    at, number, written, begun = chain.number, first, bytearray(), sha256().copy
    before: object = previous
    try:
        for row, columns in zip(rows, msgspec.convert(rows, chain.hashed), strict=True):
            number += 1
            if row[at] != number or row[_BEFORE] != before:
                return False
            _encode_into(columns, written)
            # A copy of a hash that has begun takes less than one more that begins.
            own = begun()
            own.update(written)
            before = row[_OWN]
            if own.hexdigest() != before:
                return False
    except (msgspec.ValidationError, UnicodeEncodeError):
        return False
    return True


def broken_link(row: StoredFact | StoredCommand, chain: Chain, previous: str, number: int) -> str | None:
    """Why a row does not follow from the one before it; nothing where it does."""
    for (column, kind), value in zip(chain.kinds.items(), row, strict=False):
        if not isinstance(value, kind):
            return f"its '{column}' is of another kind than that column's"
        if isinstance(value, str) and not is_text(value):
            return f"its '{column}' is no text in UTF-8"
    if row[chain.number] != number:
        return f"it says that it is number {row[chain.number]}; one before it is missing or out of its place"
    if row.prev_hash != previous:
        return "it does not follow from the one before it"
    if digest(row[:-1]) != row.hash:
        return "it was changed: its columns do not give its hash"
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
"""What forged facts and commands can make the rules raise; each is a finding.

A generator makes a ``RuntimeError`` of the end of another one, and to go too deep is one as well.
"""

TOGETHER = 128
"""So many rows are looked at together; nobody else's turn to work comes meanwhile."""

TOLD_EVERY = 32
"""A check reports its progress after this many facts or commands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is wrong, and with which fact (``version``) or command (``number``) of the night, if it is one of them.

    ``what`` is printable, whatever the book holds. ``holds`` is how many facts stand before it, all of them sound by
    this check. ``difference`` has what is stored beside what it should be, where that is known. ``raised`` is whether
    the facts could not be folded, and ``fault`` whether the program failed, which says nothing against the book.
    """

    check: str
    what: str
    version: int | None = None
    command: int | None = None
    holds: int = 0
    difference: Difference | None = field(default=None, compare=False)
    raised: bool = False
    fault: bool = False

    def __post_init__(self) -> None:
        # It quotes what somebody may have forged: nothing of it may move a terminal's cursor or wipe a line off it.
        object.__setattr__(self, "what", printable(self.what))

    def __str__(self) -> str:
        return f"{self.check}: {self.where}{': ' if self.where else ''}{self.what}"

    @property
    def where(self) -> str:
        """The fact or the command that it is about, in words; nothing where it is about neither."""
        return f"fact {self.version}" if self.version else f"command {self.command}" if self.command else ""


def at_fact(check: str, version: int, what: str, difference: Difference | None = None) -> Finding:
    """What is wrong with a fact."""
    return Finding(check=check, version=version, what=what, holds=version - 1, difference=difference)


def failed_at(check: str, version: int, error: Exception) -> Finding:
    """A fact at which the facts cannot be folded any further."""
    return Finding(check=check, version=version, what=said(error), holds=version - 1, raised=True)


def at_command(
    check: str, number: int, version_before: int, what: str, difference: Difference | None = None
) -> Finding:
    """What is wrong with a command that was taken at a version of the night."""
    return Finding(check=check, command=number, what=what, holds=version_before, difference=difference)


def said(error: Exception) -> str:
    """What an error says, or its kind where it says nothing."""
    return str(error) or type(error).__name__


Breach = tuple[int, int, int]
"""At which version something ceased to be conserved, and what both sides then come to, in cents."""


@dataclass(slots=True)
class Rows:
    """The facts and commands of a night as they are stored, and what earlier checks made of them for later ones.

    Who looks at all of them takes their columns by the places of these, of which some have names here. ``folded`` has
    the night as it was after each command that is still to be decided again, by version, and after the last fact;
    ``decided`` that after commands that were decided as the facts were folded, by the number of the last of those
    together; ``breaches`` the first of every law that was broken, by its name. ``whole`` is whether they are all that
    there are: else the last command may have made more facts than are here.
    """

    night: str
    fact_rows: Sequence[Columns]
    command_rows: Sequence[Columns]
    folded: dict[int, Night] = field(default_factory=dict)
    decided: dict[int, Night] = field(default_factory=dict)
    breaches: dict[str, Breach] = field(default_factory=dict)
    whole: bool = True
    _recorded: list[Recorded] | None = None
    _facts: list[StoredFact] | None = None
    _commands: list[StoredCommand] | None = None

    @property
    def facts(self) -> list[StoredFact]:
        """The facts, their columns named."""
        if self._facts is None:
            self._facts = [*map(StoredFact._make, self.fact_rows)]
        return self._facts

    @property
    def commands(self) -> list[StoredCommand]:
        """The commands, their columns named."""
        if self._commands is None:
            self._commands = [*map(StoredCommand._make, self.command_rows)]
        return self._commands

    @property
    def recorded(self) -> list[Recorded]:
        """The facts as records; :class:`events.book.fact_types.UnknownFact` where one does not read."""
        if self._recorded is None:
            self._recorded = [recorded_of(row) for row in self.fact_rows]
        return self._recorded

    @recorded.setter
    def recorded(self, known: list[Recorded]) -> None:
        self._recorded = known

    @property
    def taken(self) -> int:
        """How many of the commands were taken."""
        return [*map(refused_of, self.command_rows)].count(None)

    def until(self, version: int) -> Rows:
        """The facts up to a version, and the commands up to the one that made it; refused ones after it are not in."""
        reach = (at for at, after in enumerate(map(after_of, self.command_rows), start=1) if _reaches(after, version))
        return self._first(next(reach, len(self.command_rows)), version)

    def before(self, finding: Finding) -> Rows:
        """What stands before what was found: before a fact too those of its command that come first."""
        if finding.command is not None:
            return self._first(finding.command - 1, finding.holds)
        return self.until(finding.holds)

    @property
    def ends(self) -> frozenset[int]:
        """The versions of the night at which a command was done."""
        return frozenset(map(after_of, self.command_rows))

    def _first(self, commands: int, facts: int) -> Rows:
        return Rows(
            self.night,
            self.fact_rows[:facts],
            self.command_rows[:commands],
            {version: night for version, night in self.folded.items() if version <= facts},
            {number: night for number, night in self.decided.items() if number <= commands},
            {law: breach for law, breach in self.breaches.items() if breach[0] <= facts},
            whole=False,
            _recorded=self._recorded[:facts] if self._recorded is not None else None,
        )


def _reaches(after: object, version: int) -> bool:
    """Whether a command's row, which may hold anything, brought the night to a version."""
    return isinstance(after, int) and after >= version


def together(rows: Sequence[R]) -> Iterator[tuple[int, Sequence[R]]]:
    """Rows so many together, each time with how many came before."""
    for first in range(0, len(rows), TOGETHER):
        yield first, rows[first : first + TOGETHER]


def recorded_of(row: Columns) -> Recorded:
    """A fact's row as a record; :class:`events.book.fact_types.UnknownFact` where it does not read."""
    _, stream, version, kind, schema_version, body, at, who, device, command, _, _, own = row
    fact = decode(kind, schema_version, body)
    return Recorded(
        stream=stream,
        version=version,
        fact=fact,
        at=at,
        who=who,
        device=device,
        command=command,
        hash=own,
    )


class Check(Frozen):
    """One check: its name, what it says where it finds nothing, and what it looks at, ``facts`` or ``commands``."""

    name: str
    says: str
    things: str
    look: Callable[[Rows, Progress], Finding | None]

    def count(self, rows: Rows) -> int:
        """How many facts or commands it has to look at."""
        return len(rows.fact_rows if self.things == "facts" else rows.command_rows)


class Looked(Frozen):
    """How far a check is: ``done`` of ``of`` things, in ``seconds``; ``over`` once it has ended."""

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
    """Look through rows by all checks in their order, and say of each what it looked at and what it found.

    Where one finds something, those after it look at what stands before that: what is found last comes first in the
    night. ``watch`` is told now and then how far all of them are.
    """
    tell = watch or (lambda _: None)
    looked = [Looked(check=check.name, says=check.says, things=check.things, of=check.count(rows)) for check in checks]
    for at, check in enumerate(checks):
        counter = _Counter(looked, at, check.count(rows), tell, clock)
        finding = check.look(rows, counter.count)
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
        """So many more were looked at."""
        before = self._done // TOLD_EVERY
        self._done += more
        if self._done // TOLD_EVERY > before:
            self._looked[self._at] = self.so_far()
            self._tell(self._looked)

    def so_far(self) -> Looked:
        """How far the check is."""
        seconds = self._clock() - self._begun
        return replace(self._looked[self._at], done=self._done, of=self._of, seconds=seconds)
