"""Verifying the register of the staff: its chains, and every command to it decided again."""

from __future__ import annotations

from typing import Any

import msgspec

from dealer.staff.commands import read_staff_command
from dealer.staff.staff import Register, decide, evolve, evolve_all
from dealer.verification.chains import CHAINS
from dealer.verification.decided_again import NAME, SAYS, check_decisions
from dealer.verification.inspection import FAILURES, Check, Finding, Progress, Rows, Watch, failed_at
from dealer.verification.night import Verdict, rows_of_night, verify_rows
from dealer.verification.times import TIMES
from events.book.book import Book
from events.book.stored import Spans
from events.facts.fact import Fact
from events.facts.staff import STAFF


def verify_staff(book: Book, watch: Watch | None = None, spans: Spans | None = None) -> Verdict:
    """Check the staff's stream as a night is checked. Whether a PIN was the right one is not to be decided again."""
    return verify_rows(rows_of_night(book, STAFF, spans), CHECKS, watch)


def _check_register(rows: Rows, tell: Progress) -> Finding | None:
    """Fold every fact: nobody is dismissed who was not engaged, nobody signs in who is not there."""
    register = Register()
    for one in rows.recorded:
        try:
            register = evolve(register, one.fact, one.at, one.device)
        except FAILURES as error:
            return failed_at(REGISTER.name, one.version, error)
        tell(1)
    return None


def _decide_again(register: Register, row: dict[str, Any]) -> tuple[tuple[Fact, ...], Register]:
    command = read_staff_command(msgspec.json.decode(row["body"]))
    made = decide(register, command, row["at"])
    return made, evolve_all(register, made, row["at"], row["device"])


REGISTER = Check(
    name="register",
    says="nobody is dismissed or signs in who was not engaged, and no device is named that nobody was on",
    things="facts",
    look=_check_register,
)
CHECKS = (
    *CHAINS,
    TIMES,
    REGISTER,
    Check(
        name=NAME,
        says=SAYS,
        things="commands",
        look=lambda rows, tell: check_decisions(rows, tell, Register(), _decide_again),
    ),
)
