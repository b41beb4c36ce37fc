"""Verifying a night: the chains, the ledger, what is conserved, and the whole night decided again from its commands.

An auditor trusts nobody: each check starts from the stored rows and names the first fact that fails and why.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from time import perf_counter

from msgspec.structs import replace

from dealer.commands.phrases import printable
from dealer.commands.refusal import Refusal
from dealer.verification.chains import CHAINS
from dealer.verification.columns import hash_of
from dealer.verification.conservation import CONSERVATION, LEDGER
from dealer.verification.decided_again import DECIDED_AGAIN
from dealer.verification.inspection import Check, Finding, Looked, Rows, Watch, inspect
from events.book.book import Book
from events.book.stored import Spans
from events.frozen import Frozen

CHECKS = (*CHAINS, LEDGER, *CONSERVATION, DECIDED_AGAIN)
"""All checks of a night, in their order: each may rely on what those before it found sound."""


class Verdict(Frozen):
    """The outcome for one night: how much was looked at, by which checks, its head, and the first thing wrong, if any.

    What the checks found is in the order in which it was found, which is not that of the night: see :attr:`finding`.
    """

    night: str
    facts: int
    commands: int
    refused: int
    head: str
    looked: tuple[Looked, ...]

    @property
    def finding(self) -> Finding | None:
        """The first thing wrong in the night: each check looks only at what stands before what was found before it.

        A fault of the program comes last: it says nothing of the book.
        """
        found = [one.finding for one in reversed(self.looked) if one.finding]
        return min(found, key=lambda one: one.fault, default=None)

    @property
    def fault(self) -> Finding | None:
        """What the program failed at, where that alone keeps it from a verdict."""
        return self.finding if self.finding and self.finding.fault else None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.finding is None

    @property
    def seconds(self) -> float:
        """How long all checks took."""
        return sum(one.seconds for one in self.looked)


def verify(
    book: Book,
    night: str,
    watch: Watch | None = None,
    clock: Callable[[], float] = perf_counter,
    spans: Spans | None = None,
) -> Verdict:
    """Check a night whole, as it is on disk at one moment. ``watch`` is told how far the checks are.

    Whoever checks all nights of a book hands over the ``spans`` of its rows, and has all as of their moment. Raises
    :class:`Refusal` (``no_such_night``) where the book has none of it.
    """
    return verify_rows(rows_of_night(book, night, spans), CHECKS, watch, clock)


def rows_of_night(book: Book, night: str, spans: Spans | None = None) -> Rows:
    """A night's rows as they are stored; :class:`Refusal` (``no_such_night``) where the book has none."""
    facts, commands = book.rows_by_table(night, spans)
    if not facts and not commands:
        raise Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])
    return Rows(night, facts, commands)


def verify_rows(
    rows: Rows, checks: Sequence[Check] = CHECKS, watch: Watch | None = None, clock: Callable[[], float] = perf_counter
) -> Verdict:
    """The verdict on a night's rows."""
    return Verdict(
        night=rows.night,
        facts=len(rows.fact_rows),
        commands=len(rows.command_rows),
        refused=len(rows.command_rows) - rows.taken,
        head=printable(str(hash_of(rows.fact_rows[-1]))) if rows.fact_rows else "",
        looked=tuple(_blamed(one, rows, checks[-1]) for one in inspect(rows, checks, watch, clock)),
    )


def _blamed(looked: Looked, rows: Rows, decided_again: Check) -> Looked:
    """What a check found; of facts that cannot be folded it is asked whether the program makes the same ones again.

    If it then fails as well, the book has what the program makes, and the fault is the program's.
    """
    found = looked.finding
    if found is None or not found.raised or found.version is None:
        return looked
    again = decided_again.look(rows.until(found.version), lambda _: None)
    blamed = dataclasses.replace(found, fault=again is not None and again.fault)
    return replace(looked, finding=blamed)
