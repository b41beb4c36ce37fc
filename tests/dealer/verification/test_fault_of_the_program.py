"""A program that fails at a sound night blames itself; one that fails at a forged night blames the book."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dealer.games import GAMES
from dealer.staff import staff
from dealer.staff.keeper import StaffKeeper
from dealer.verification.streams import verify
from events.book.book import Book
from events.facts.fact import Fact
from events.games.faro import LoserDrawn
from tests.support.disputed import DEALER, Disputed
from tests.support.forger import forging, make_hashes_good
from tests.web.command_line.called import casekeeper


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a sound night, in which losers were drawn."""
    where = tmp_path / "night.db"
    with Book.open(where) as book:
        night = Disputed(book).play_bet().rule()
        assert verify(book, night.night).sound
    return where


def falls_over(*_: Any) -> Any:
    raise KeyError("red")


def at_a_loser(then: Any) -> Any:
    """A table that cannot go on after a loser was drawn."""

    def evolve(table: Any, fact: Fact) -> Any:
        return falls_over() if isinstance(fact, LoserDrawn) else then(table, fact)

    return evolve


def verified(path: Path) -> tuple[int, str, Any]:
    """What the command line says of the book: its exit status, the night's first line, and the same as JSON."""
    said = casekeeper("verify", "--book", path)
    document = json.loads(casekeeper("verify", "--json", "--book", path).stdout)
    return said.exit_code, said.stdout.splitlines()[0], document


def test_rules_that_fail_are_no_forgery(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealer.night.money.check_amount", falls_over)
    status, line, document = verified(path)
    assert status == 2
    assert line.startswith(
        "2026-11-21-1: NO VERDICT. decided again: command 3: decided again it fails: 'red'. That is a "
    )
    assert "NOT SOUND" not in line
    assert (document["sound"], document["nights"][0]["sound"]) == (None, None)
    assert document["nights"][0]["finding"]["fault"] is True


def test_facts_that_the_program_makes_and_cannot_fold_are_no_forgery(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faro = GAMES["faro"]
    monkeypatch.setitem(faro.__dict__, "evolve", at_a_loser(faro.evolve))
    status, line, _ = verified(path)
    assert status == 2
    assert "NO VERDICT. ledger: fact " in line
    assert "a fault of the program" in line


def test_facts_that_the_program_does_not_make_and_cannot_fold_are_one(path: Path, tmp_path: Path) -> None:
    with forging(path, tmp_path) as forger:
        forger("""UPDATE facts SET body = replace(body, '"bet":"q"', '"bet":"never"') WHERE kind = 'BetBarred'""")
        make_hashes_good(forger)
        forger.raw.commit()
    status, line, document = verified(tmp_path / "forged.db")
    assert status == 1
    assert "NOT SOUND. ledger: fact " in line
    assert document["sound"] is False
    assert "fault" not in document["nights"][0]["finding"]


def test_a_forged_night_is_one_though_the_program_fails_as_well(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with forging(path, tmp_path) as forger:
        forger("UPDATE facts SET who = 'Doc Holliday' WHERE version = 9")
        forger.raw.commit()
    monkeypatch.setattr("dealer.night.money.check_amount", falls_over)
    status, line, _ = verified(tmp_path / "forged.db")
    assert (status, "NOT SOUND. chain of facts: fact 9" in line) == (1, True)


def test_a_night_of_the_staff_or_of_papers_is_told_so_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    with Book.open(path) as book:
        StaffKeeper(book).engage("M. Earp", "hash", DEALER)
    monkeypatch.setattr(staff, "decide", falls_over)
    status, _, document = verified(path)
    assert status == 2
    assert [one["sound"] for one in document["nights"]] == [True, None]
