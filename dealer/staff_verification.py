"""Verifying the register of the staff: its chains, and every command to it decided again."""

from __future__ import annotations

from typing import Any

import msgspec

from dealer.staff import Register, decide, evolve, evolve_all, read_staff_command
from dealer.verification import (
    FAILURES,
    Finding,
    Progress,
    Verdict,
    check_chain,
    check_commands,
    check_decisions,
    said,
)
from events.book import Book
from events.fact import Fact
from events.records import Recorded
from events.staff import STAFF


def verify_staff(book: Book, progress: Progress | None = None) -> Verdict:
    """Check the staff's stream as a night is checked. Whether a PIN was the right one is not to be decided again."""
    tell = progress or (lambda _: None)
    facts, commands = book.fact_rows(STAFF), book.command_rows(STAFF)
    finding = check_commands(commands, STAFF, tell) or check_chain(facts, commands, STAFF, tell)
    if finding is None:
        decoded = book.facts(STAFF)
        finding = _check_register(decoded, tell) or check_decisions(decoded, commands, tell, Register(), _decide_again)
    return Verdict(
        night=STAFF,
        facts=len(facts),
        commands=len(commands),
        refused=sum(1 for row in commands if row["refused"]),
        head=facts[-1]["hash"] if facts else "",
        finding=finding,
    )


def _check_register(facts: list[Recorded], tell: Progress) -> Finding | None:
    """Fold every fact: nobody is dismissed who was not engaged, nobody signs in who is not there."""
    register = Register()
    for one in facts:
        try:
            register = evolve(register, one.fact, one.at)
        except FAILURES as error:
            return Finding(check="register", version=one.version, what=said(error))
        tell(1)
    return None


def _decide_again(register: Register, row: dict[str, Any]) -> tuple[tuple[Fact, ...], Register]:
    command = read_staff_command(msgspec.json.decode(row["body"]))
    made = decide(register, command, row["at"])
    return made, evolve_all(register, made, row["at"])
