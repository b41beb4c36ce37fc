"""Verifying the papers' stream: its chains, the facts that printings name, and every command decided again."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import msgspec

from dealer.printings.printings import Printings, decide, evolve, evolve_all, read_papers_command
from dealer.verification.chains import CHAINS
from dealer.verification.decided_again import NAME, SAYS, check_decisions
from dealer.verification.inspection import FAILURES, Check, Finding, Progress, Rows, Watch, at_fact, failed_at
from dealer.verification.night import Verdict, rows_of_night, verify_rows
from dealer.verification.times import TIMES
from events.book.book import Book
from events.book.stored import Spans
from events.facts import money, night
from events.facts.fact import Fact, fact_types
from events.facts.papers import PAPERS, PapersPrinted
from events.facts.play import RoundBegun, StakeLaid

PRINTINGS = "printings"

KindAndHash = tuple[str, str]
"""What there is of a fact to hold a printing against: its kind and its hash, as they are stored."""

_BEGIN_A_SHEET = (RoundBegun, StakeLaid, night.PlayerSeated, night.DisputeRaised, money.MarkerIssued)
"""The facts that begin what a sheet is of."""


def verify_printings(book: Book, watch: Watch | None = None, spans: Spans | None = None) -> Verdict:
    """Check the papers' stream as a night is checked, and that the book has the facts as of which it was printed."""
    follow_on = Check(
        name=PRINTINGS,
        says="printings are counted without a gap, and are of facts that the book has",
        things="facts",
        look=partial(_check_printings, book, spans),
    )
    return verify_rows(rows_of_night(book, PAPERS, spans), (*CHAINS, TIMES, follow_on, _DECIDED_AGAIN), watch)


def _check_printings(book: Book, spans: Spans | None, rows: Rows, tell: Progress) -> Finding | None:
    """Fold every fact: no number of a sheet is skipped or given twice.

    What was printed of is in the book, and so are the facts that began what the sheets are of.
    """
    printings = Printings()
    facts_of = cache(lambda of: [(row["kind"], row["hash"]) for row in book.rows_by_table(of, spans)[0]])
    for one in rows.recorded:
        try:
            printings = evolve(printings, one.fact, one.at, one.who)
        except FAILURES as error:
            return failed_at(PRINTINGS, one.version, error)
        if isinstance(one.fact, PapersPrinted) and not _is_there(one.fact, facts_of(one.fact.night)):
            what = f"it was printed as of fact {one.fact.version} of night {one.fact.night}, which the book has not so"
            return at_fact(PRINTINGS, one.version, what)
        stray = _stray_sheet(one.fact, facts_of(one.fact.night)) if isinstance(one.fact, PapersPrinted) else ""
        if stray:
            return at_fact(PRINTINGS, one.version, stray)
        tell(1)
    return None


def _is_there(printed: PapersPrinted, facts: list[KindAndHash]) -> bool:
    """Whether its night has the fact as of which a printing was made."""
    return 0 < printed.version <= len(facts) and facts[printed.version - 1][1] == printed.head


def _stray_sheet(printed: PapersPrinted, facts: list[KindAndHash]) -> str:
    """What is wrong with the first sheet of a printing that is of nothing which its night began by then, if any is."""
    kinds = fact_types()
    for one in printed.sheets:
        kind = facts[one.begun - 1][0] if 0 < one.begun <= printed.version else ""
        if one.begun and not (kind in kinds and issubclass(kinds[kind], _BEGIN_A_SHEET)):
            return f"fact {one.begun} of night {printed.night} began nothing that its sheet {one.name} could be of"
    return ""


def _decide_again(printings: Printings, row: dict[str, Any]) -> tuple[tuple[Fact, ...], Printings]:
    command = read_papers_command(msgspec.json.decode(row["body"]))
    made = decide(printings, command, row["at"])
    return made, evolve_all(printings, made, row["at"], row["who"])


_DECIDED_AGAIN = Check(
    name=NAME,
    says=SAYS,
    things="commands",
    look=lambda rows, tell: check_decisions(rows, tell, Printings(), _decide_again),
)
