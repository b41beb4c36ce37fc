"""The command line knows a toy as it knows every game: played from a script, shown, verified, exported, printed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from events.book.book import Book
from ledger.export.formats import FORMATS
from tests.ledger.export import peers
from tests.support.house import House
from tests.toys.conftest import high_low_night, tally_night
from tests.web.command_line.called import ROOT, casekeeper

TOYS = {"high_low": high_low_night, "tally": tally_night}
NIGHTS = {"high_low": "2026-11-21-1", "tally": "2026-11-21-2"}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a night of each toy."""
    path = tmp_path_factory.mktemp("toys") / "book.db"
    with Book.open(path) as opened:
        house = House(opened, staff=False)
        assert {toy: make(house) for toy, make in TOYS.items()} == NIGHTS
    return path


def script_of(house: House, night: str) -> str:
    """The commands of a night as a script."""
    return "\n".join(json.dumps(one.document) for one in house.book.commands(night))


@pytest.mark.parametrize("toy", TOYS)
def test_a_script_of_a_night_plays_it_again(house: House, played: dict[str, str], tmp_path: Path, toy: str) -> None:
    script = tmp_path / "night.jsonl"
    script.write_text(script_of(house, played[toy]), encoding="utf-8")
    ran = casekeeper("play", script, "--json")
    again, result = json.loads(ran.stdout), house.result(played[toy])
    told = ("players", "bank", "bets", "hands", "events")
    assert {name: again[name] for name in told} == {name: result[name] for name in told}
    assert casekeeper("play", script).exit_code == 0


def test_the_book_is_sound(book: Path) -> None:
    ran = casekeeper("verify", "--book", book, "--json")
    verdict = json.loads(ran.stdout)
    assert (ran.exit_code, verdict["sound"]) == (0, True)
    assert [one["finding"] for one in verdict["nights"] if one["finding"]] == []
    assert casekeeper("verify", "--book", book).stdout.count("sound") >= len(NIGHTS)


@pytest.mark.parametrize("toy", TOYS)
def test_it_is_shown_as_of_each_fact(book: Path, toy: str) -> None:
    for at in range(1, json.loads(casekeeper("show", "--book", book, "--json", NIGHTS[toy]).stdout)["facts"] + 1):
        shown = casekeeper("show", "--book", book, "--at", at, NIGHTS[toy])
        assert (shown.exit_code, "Tiger" in shown.stdout) == (0, True)


def test_each_program_takes_its_export(book: Path) -> None:
    written = {to: casekeeper("export", "--book", book, "--format", to).stdout for to in FORMATS}
    assert all(written.values())
    assert peers.check_hledger(written["hledger"]) == ""
    assert peers.check_ledger(written["ledger"]) == ""
    assert peers.check_beancount(written["beancount"]) == ""
    ours = peers.hledger_balances(written["hledger"])
    assert ours == peers.ledger_balances(written["ledger"]) == peers.beancount_balances(written["beancount"])


def test_a_disputed_stake_has_a_dossier(book: Path, tmp_path: Path) -> None:
    told = casekeeper("dossier", "--book", book, NIGHTS["high_low"], "2-red")
    assert told.exit_code == 0
    assert "I backed low" in told.stdout
    paper = tmp_path / "dossier.pdf"
    assert casekeeper("dossier", "--book", book, "--out", paper, NIGHTS["high_low"], "2-red").exit_code == 0
    assert paper.read_bytes().startswith(b"%PDF-")


def test_the_fairness_of_its_cards_is_no_question_without_a_way_to_look(book: Path) -> None:
    assert casekeeper("square", "--book", book, *NIGHTS.values()).exit_code in (0, 1)


def test_a_process_that_prints_knows_the_toys(tmp_path: Path) -> None:
    book, out = tmp_path / "book.db", tmp_path / "out"
    with Book.open(book) as opened:
        house = House(opened, staff=False)
        night = house.open_night(game="tally", house="usual")
        house.do(night, "seat_player", player="red", name="Ada Lamb")
    command = [sys.executable, "-m", "tests.toys.casekeeper", "report", "--book", str(book), "--out", str(out), night]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    printed = {path.name: path.read_bytes() for path in out.rglob("*.pdf")}
    assert {name.split("-", 4)[-1] for name in printed} == {
        "table.pdf",
        "rules.pdf",
        "settlement-1-red.pdf",
    }
    assert all(content.startswith(b"%PDF-") for content in printed.values())
