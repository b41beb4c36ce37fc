"""Rows looked at together: what is found does not depend on how many they are, nor where the first wrong one lies."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dealer.verification import inspection
from dealer.verification.conservation import LEDGER
from dealer.verification.decided_again import DECIDED_AGAIN
from dealer.verification.inspection import Finding, Looked, Rows
from dealer.verification.night import verify_rows
from events.book.documents import canonical
from tests.support.stored import both_made_good, copied, first_of, nights, with_command, with_fact

SIZES = (1, 2, 7, 10_000)


def found(rows: Rows, size: int, monkeypatch: pytest.MonkeyPatch) -> Finding | None:
    """What is found of rows, so many of them together."""
    monkeypatch.setattr(inspection, "TOGETHER", size)
    return verify_rows(copied(rows)).finding


def other_amount(rows: Rows, version: int) -> Rows:
    body: dict[str, Any] = json.loads(rows.facts[version - 1].body)
    return both_made_good(with_fact(rows, version, body=canonical({**body, "stake_cents": body["stake_cents"] + 25})))


def forged() -> dict[str, Rows]:
    """Nights in which one row is wrong: its link, body, time, position, its id, and what the rules make of it."""
    rows, version = first_of("BetLost")
    number = next(row.number for row in rows.commands if row.version_after >= version)
    refused = next(row.number for row in rows.commands if row.refused)
    earlier = rows.commands[number - 3]
    body = rows.commands[number - 1].body
    return {
        "a fact's link": with_fact(rows, version, who="x"),
        "a fact's body": both_made_good(with_fact(rows, version, body=rows.facts[version - 1].body + " ")),
        "a fact's position": both_made_good(with_fact(rows, version, position=1)),
        "a fact that the rules make otherwise": other_amount(rows, version),
        "a command's link": with_command(rows, number, who="x"),
        "a command's body": both_made_good(with_command(rows, number, body=body.replace(":", ": "))),
        "half a character in a command": both_made_good(with_command(rows, number, body='{"do":"\\ud800"}')),
        "two commands in one body": both_made_good(with_command(rows, number, body=f"{body}\n{body}")),
        "a command's version": both_made_good(with_command(rows, number, version_before=0)),
        "a command's id": both_made_good(with_command(rows, number, id=earlier.id)),
        "a command's time": both_made_good(with_command(rows, number, at="x")),
        "another answer": both_made_good(with_command(rows, refused, refused="bank_broken")),
        "none wrong": rows,
    }


@pytest.mark.parametrize("what", forged())
def test_however_many_rows_are_looked_at_together_the_same_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = forged()[what]
    findings = [found(rows, size, monkeypatch) for size in SIZES]
    assert (findings[0] is None) == (what == "none wrong")
    assert findings == [findings[0]] * len(SIZES)


def test_whoever_watches_is_told_while_many_are_looked_at_together() -> None:
    """And all of them are counted."""
    rows = max(nights(), key=lambda one: len(one.facts))
    told: list[int] = []

    def watch(looked: Any) -> None:
        facts: Looked = looked[1]
        told.append(facts.done)

    verify_rows(copied(rows), watch=watch)
    assert set(told) >= {0, inspection.TOGETHER, len(rows.facts)}


def test_commands_are_decided_while_the_facts_are_folded_and_their_nights_let_go_of() -> None:
    rows = copied(max(nights(), key=lambda one: len(one.facts)))
    commands = len(rows.commands)
    assert LEDGER.look(rows, lambda _: None) is None
    assert list(rows.decided) == [*range(1 + inspection.TOGETHER, commands, inspection.TOGETHER), commands]
    assert list(rows.folded) == [len(rows.facts)]


def test_of_commands_that_make_other_facts_the_nights_are_kept() -> None:
    """For the check that says what is wrong."""
    rows, version = first_of("BetLost")
    command = next(row for row in rows.commands if row.version_after >= version)
    forged = copied(other_amount(rows, version))
    assert LEDGER.look(forged, lambda _: None) is None
    assert all(number < command.number for number in forged.decided)
    assert forged.folded.keys() >= {command.version_before, command.version_after}
    assert DECIDED_AGAIN.look(forged, lambda _: None)
