"""Verifying the streams beside the nights, the staff's and the papers': chains, facts, every command decided again."""

from __future__ import annotations

from functools import cache, partial, reduce

from dealer.printings import printings as papers
from dealer.printings.printings import Printings, read_papers_command
from dealer.staff import staff
from dealer.staff.commands import read_staff_command
from dealer.staff.staff import Register
from dealer.verification.chains import CHAINS
from dealer.verification.decided_again import decided_again
from dealer.verification.inspection import FAILURES, Check, Finding, Progress, Rows, Watch, at_fact, failed_at
from dealer.verification.night import Verdict, rows_of_night, verify_rows
from events.book.book import Book
from events.book.chain import StoredCommand
from events.book.documents import document_in
from events.book.stored import Spans
from events.facts import money, night
from events.facts.fact import Fact, fact_types
from events.facts.papers import PAPERS, PapersPrinted
from events.facts.play import RoundBegun, StakeLaid
from events.facts.staff import STAFF

PRINTINGS = "printings"

KindAndHash = tuple[str, str]
"""What there is of a fact to hold a printing against: its kind and its hash, as they are stored."""

_BEGIN_A_SHEET = (RoundBegun, StakeLaid, night.PlayerSeated, night.DisputeRaised, money.MarkerIssued)
"""The facts that begin what a sheet is of."""


def verify_staff(book: Book, watch: Watch | None = None, spans: Spans | None = None) -> Verdict:
    """Check the staff's stream as a night is checked. Whether a PIN was the right one is not to be decided again."""
    return verify_rows(rows_of_night(book, STAFF, spans), STAFF_CHECKS, watch)


def verify_printings(book: Book, watch: Watch | None = None, spans: Spans | None = None) -> Verdict:
    """Check the papers' stream as a night is checked, and that the book has the facts as of which it was printed."""
    follow_on = Check(
        name=PRINTINGS,
        says="printings are counted without a gap, and are of facts that the book has",
        things="facts",
        look=partial(_check_printings, book, spans),
    )
    return verify_rows(rows_of_night(book, PAPERS, spans), (*CHAINS, follow_on, _PRINTED_AGAIN), watch)


def _check_register(rows: Rows, tell: Progress) -> Finding | None:
    """Fold every fact: nobody is dismissed who was not engaged, nobody signs in who is not there."""
    register = Register()
    for one in rows.recorded:
        try:
            register = staff.evolve(register, one.fact, one.at, one.device)
        except FAILURES as error:
            return failed_at(REGISTER.name, one.version, error)
        tell(1)
    return None


def _register_again(register: Register, row: StoredCommand) -> tuple[Fact, ...]:
    return staff.decide(register, read_staff_command(document_in(row.body)), row.at)


def _register_after(register: Register, row: StoredCommand, made: tuple[Fact, ...], _: bool) -> Register:
    return reduce(lambda now, fact: staff.evolve(now, fact, row.at, row.device), made, register)


REGISTER = Check(
    name="register",
    says="nobody is dismissed or signs in who was not engaged, and no device is named that nobody was on",
    things="facts",
    look=_check_register,
)
STAFF_CHECKS = (*CHAINS, REGISTER, decided_again(lambda rows: (Register(), _register_again, _register_after)))


def _check_printings(book: Book, spans: Spans | None, rows: Rows, tell: Progress) -> Finding | None:
    """Fold every fact: no number of a sheet is skipped or given twice.

    What was printed of is in the book, and so are the facts that began what the sheets are of.
    """
    printings = Printings()
    facts_of = cache(lambda of: [(row.kind, row.hash) for row in Rows(of, *book.rows_by_table(of, spans)).facts])
    for one in rows.recorded:
        try:
            printings = papers.evolve(printings, one.fact, one.at, one.who)
        except FAILURES as error:
            return failed_at(PRINTINGS, one.version, error)
        wrong = _wrong_printing(one.fact, facts_of(one.fact.night)) if isinstance(one.fact, PapersPrinted) else ""
        if wrong:
            return at_fact(PRINTINGS, one.version, wrong)
        tell(1)
    return None


def _wrong_printing(printed: PapersPrinted, facts: list[KindAndHash]) -> str:
    """Why a printing is not of its night: that has not such a fact, or began nothing that a sheet could be of."""
    if not 0 < printed.version <= len(facts) or facts[printed.version - 1][1] != printed.head:
        return f"it was printed as of fact {printed.version} of night {printed.night}, which the book has not so"
    kinds = fact_types()
    for one in printed.sheets:
        kind = facts[one.begun - 1][0] if 0 < one.begun <= printed.version else ""
        if one.begun and not (kind in kinds and issubclass(kinds[kind], _BEGIN_A_SHEET)):
            return f"fact {one.begun} of night {printed.night} began nothing that its sheet {one.name} could be of"
    return ""


def _printings_again(printings: Printings, row: StoredCommand) -> tuple[Fact, ...]:
    return papers.decide(printings, read_papers_command(document_in(row.body)), row.at)


def _printings_after(printings: Printings, row: StoredCommand, made: tuple[Fact, ...], _: bool) -> Printings:
    return reduce(lambda now, fact: papers.evolve(now, fact, row.at, row.who), made, printings)


_PRINTED_AGAIN = decided_again(lambda rows: (Printings(), _printings_again, _printings_after))
