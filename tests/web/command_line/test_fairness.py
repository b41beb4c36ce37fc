"""``casekeeper square``: for a person, for a program, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealer.commands.fields import RANKS
from tests.web.command_line.called import NIGHTS, assert_one_sentence, casekeeper

NIGHT = "2026-11-21-1"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "book.db"
    for script in ("faro-four-deals", "fan-tan-antes"):
        assert casekeeper("play", "--keep-going", "--book", path, NIGHTS / f"{script}.jsonl").exit_code == 0
    return path


def test_a_night_is_looked_at(book: Path) -> None:
    ran = casekeeper("square", NIGHT, "--book", book)
    assert ran.exit_code == 0
    first, *lines = ran.stdout.splitlines()
    assert first.startswith("Nothing here that a square pack would not do ")
    assert any(line.startswith("  Splits: ") for line in lines)
    assert any("; p = " in line and "corrected" in line for line in lines)
    assert "What it cannot:" in lines


def test_all_nights_are_looked_at_together_for_a_program(book: Path) -> None:
    ran = casekeeper("square", "--all", "--json", "--book", book)
    found = json.loads(ran.stdout)
    assert found["nights"] == [NIGHT, "2026-11-21-2"]
    names = {look["name"] for look in found["looks"]} | {missed["name"] for missed in found["not_looked"]}
    assert len(names) == 21
    assert all(0 < look["p"] <= look["corrected"] <= 1 for look in found["looks"])
    assert list(found["ranks"]) == list(RANKS)
    named = casekeeper("square", NIGHT, "2026-11-21-2", NIGHT, "--json", "--book", book)
    assert json.loads(named.stdout) == found


def test_what_cannot_be_looked_at_is_one_sentence(book: Path, tmp_path: Path) -> None:
    assert_one_sentence(casekeeper("square", "--book", book), "bad_input")
    assert_one_sentence(casekeeper("square", NIGHT, "--all", "--book", book), "bad_input")
    assert_one_sentence(casekeeper("square", "2026-11-21-7", "--book", book), "no_such_night")
    assert_one_sentence(casekeeper("square", "staff", "--book", book), "no_such_night")
    assert_one_sentence(casekeeper("square", "--all", "--book", tmp_path / "none.db"), "no_such_book")
