"""Looking through the stored rows of a night, or of the staff: checks in their order, and the first thing they find.

A check is pure: it is given rows and says what is wrong with them. What it took is measured from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeVar

from msgspec.structs import replace

from dealer.commands.phrases import printable
from dealer.commands.refusal import Refusal
from dealer.night.night import Night
from dealer.verification.columns import after_of, refused_of
from dealer.verification.difference import Difference
from events.book.chain import Columns, StoredCommand, StoredFact
from events.book.fact_types import decode
from events.frozen import Frozen
from events.records import Recorded
from ledger.ledger import LedgerBroken

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
"""After how many facts or commands whoever watches is told how far a check is."""


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

    Who looks at all of them takes their columns by the places of these, of which some have names here.
    ``folded`` has the night as it was after each command that is still to be decided again, by version, and after the
    last fact; ``decided`` that after commands that were decided as the facts were folded, by the number of the last of
    those together; ``breaches`` the first of every law that was broken, by its name.
    ``whole`` is whether they are all that there are: else the last command may have made more facts than are here.
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
    looked = [Looked(check=one.name, says=one.says, things=one.things, of=one.count(rows)) for one in checks]
    for at, check in enumerate(checks):
        counter = _Counter(looked, at, check.count(rows), tell, clock)
        finding = check.look(rows, counter.count)
        looked[at] = replace(counter.so_far(), over=True, finding=finding)
        tell(looked)
        if finding:
            rows = rows.before(finding)
    return tuple(looked)


class _Counter:
    """Counts what a check has looked at, and tells whoever watches."""

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
        told = self._done // TOLD_EVERY
        self._done += more
        if self._done // TOLD_EVERY > told:
            self._looked[self._at] = self.so_far()
            self._tell(self._looked)

    def so_far(self) -> Looked:
        """How far the check is."""
        seconds = self._clock() - self._begun
        return replace(self._looked[self._at], done=self._done, of=self._of, seconds=seconds)
