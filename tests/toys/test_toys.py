"""A night of each toy goes through the house: the rules, the API, the command line, the guide, its papers."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from dealer.verification.streams import verify
from events.book.book import Book
from ledger.export import FORMATS
from reports.render_options import RenderOptions
from reports.sheets.papers import list_papers, name_of
from tests.ledger.export import peers
from tests.reports import nights
from tests.support.house import House
from tests.toys.conftest import high_low_night, macao_night, tally_night
from tests.web.command_line.called import ROOT, casekeeper

TOYS = ("high_low", "tally", "macao")
MOST_LINES = {"high_low": 150, "tally": 150, "macao": 250}


def test_what_was_won_is_paid(house: House, played: dict[str, str]) -> None:
    of_stakes, of_points, of_hands = (house.result(played[toy]) for toy in TOYS)
    assert [(row["bet"], row["result"], row["paid"], row["taken"]) for row in of_stakes["bets"]] == [
        ("1-red", "won", 500, 0),
        ("1-blue", "lost", 0, 700),
        ("2-red", "lost", 0, 1_200),
        ("2-blue", "lost", 0, 300),
    ]
    assert {player: one["net"] for player, one in of_stakes["players"].items()} == {"red": -700, "blue": -1_000}
    assert of_stakes["bank"]["play"] == 1_700
    assert {player: one["net"] for player, one in of_points["players"].items()} == {"red": 400, "blue": -400}
    # Red won the first pot; the second is tied and stays; each has anted three chips.
    assert {player: one["net"] for player, one in of_hands["players"].items()} == {"red": -25, "blue": -75}


@pytest.mark.parametrize("toy", TOYS)
def test_a_night_is_sound_from_its_opening_to_its_close(house: House, played: dict[str, str], toy: str) -> None:
    night = played[toy]
    house.do(night, "void")
    if toy == "high_low":
        house.do(night, "raise_dispute", dispute="d", player="red", about="2-red", claim="I backed low")
        correction = {"from": "bank", "to": "red", "amount": 1_200}
        house.do(night, "rule_dispute", dispute="d", ruling="corrected", law=7, reason="So.", corrections=[correction])
    house.do(night, "close_night")
    assert house.service.night(night).closed
    assert verify(house.book, night).sound


@pytest.mark.parametrize("toy", TOYS)
def test_a_toy_is_small(toy: str) -> None:
    files = (Path(__file__).parent / toy).glob("*.py")
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES[toy]


RED = {"player": "red"}
BY_CHECKS = {"with": "checks"}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """One house for all tests: each opens a night of its own."""
    made = House()
    yield made
    made.book.close()


@pytest.mark.parametrize("toy", TOYS)
def test_the_house_s_money_moves_and_the_night_is_settled(house: House, toy: str) -> None:
    night = house.open_night(game=toy, house="usual")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    lent = {"lender": "blue", "borrower": "red", "amount": 2_000}
    for do, arguments in (
        ("issue_marker", {**RED, "amount": 10_000}),
        ("redeem_marker", {**RED, "amount": 2_500, **BY_CHECKS}),
        ("take_pledge", {**RED, "amount": 4_000, "item": "a watch"}),
        ("return_pledge", {**RED, "item": "a watch", **BY_CHECKS}),
        ("lend_stake", {**lent, "profit_share": 0.1}),
        ("repay_stake", lent),
        ("tip", {**RED, "amount": 500}),
        ("raise_roll", {"amount": 100_000}),
        ("cash_in", {"player": "blue", "amount": 5_000}),
        ("leave_table", {"player": "blue"}),
        ("close_night", {}),
    ):
        house.do(night, do, **arguments)
    assert {player: line["net"] for player, line in house.result(night)["players"].items()} == {"red": -500, "blue": 0}
    assert verify(house.book, night).sound


NIGHT_OF = {"high_low": high_low_night, "tally": tally_night, "macao": macao_night}
NIGHTS = {toy: f"2026-11-21-{number}" for number, toy in enumerate(NIGHT_OF, start=1)}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a night of each toy."""
    path = tmp_path_factory.mktemp("toys") / "book.db"
    with Book.open(path) as opened:
        house = House(opened, staff=False)
        assert {toy: make(house) for toy, make in NIGHT_OF.items()} == NIGHTS
    return path


def script_of(house: House, night: str) -> str:
    """The commands of a night as a script."""
    return "\n".join(json.dumps(one.document) for one in house.book.commands(night))


@pytest.mark.parametrize("toy", NIGHT_OF)
def test_a_script_of_a_night_plays_it_again(house: House, played: dict[str, str], tmp_path: Path, toy: str) -> None:
    script = tmp_path / "night.jsonl"
    script.write_text(script_of(house, played[toy]), encoding="utf-8")
    ran = casekeeper("play", script, "--json")
    again, result = json.loads(ran.stdout), house.result(played[toy])
    # A script of one night has no result of the house.
    del result["bank"]["dealers_cut"]
    told = ("players", "bank", "bets", "hands", "events")
    assert {name: again[name] for name in told} == {name: result[name] for name in told}
    assert casekeeper("play", script).exit_code == 0


def test_the_book_is_sound(book: Path) -> None:
    ran = casekeeper("verify", "--book", book, "--json")
    verdict = json.loads(ran.stdout)
    assert (ran.exit_code, verdict["sound"]) == (0, True)
    assert [one["finding"] for one in verdict["nights"] if one["finding"]] == []
    assert casekeeper("verify", "--book", book).stdout.count("sound") >= len(NIGHTS)


def test_each_program_takes_its_export(book: Path) -> None:
    written = {to: casekeeper("export", "--book", book, "--format", to).stdout for to in FORMATS}
    assert all(written.values())
    assert peers.check_hledger(written["hledger"]) == ""
    assert peers.check_ledger(written["ledger"]) == ""
    assert peers.check_beancount(written["beancount"]) == ""
    ours = peers.hledger_balances(written["hledger"])
    assert ours == peers.ledger_balances(written["ledger"]) == peers.beancount_balances(written["beancount"])


def test_a_process_that_prints_knows_the_toys(tmp_path: Path) -> None:
    book, out = tmp_path / "book.db", tmp_path / "out"
    with Book.open(book) as opened:
        house = House(opened, staff=False)
        night = house.open_night(game="tally", house="usual")
        house.do(night, "seat_player", player="red", name="Ada Lamb")
    report = ["report", "--book", str(book), "--out", str(out), "--year", "2026", "--settlements"]
    command = [sys.executable, "-m", "tests.toys.casekeeper", *report]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    printed = {path.name: path.read_bytes() for path in out.rglob("*.pdf")}
    assert {name.split("-", 4)[-1] for name in printed} == {"settlement-1-red.pdf"}
    assert all(content.startswith(b"%PDF-") for content in printed.values())


GUIDE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"```python\n# (?P<path>\S+)\n.*?```", re.DOTALL)


def with_code(guide: str) -> str:
    """The guide with each block of code as its file has it."""
    return BLOCK.sub(lambda block: _block(block["path"]), guide)


def _block(path: str) -> str:
    return f"```python\n# {path}\n{(ROOT / path).read_text(encoding='utf-8')}```"


def test_the_guide_holds_the_code_of_a_toy_and_of_a_score_game() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    assert {block["path"] for block in BLOCK.finditer(guide)} == {
        str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "toys" / "macao").glob("*.py") if path.stat().st_size
    } | {"dealer/games/hasenpfeffer.py"}
    assert with_code(guide) == guide


SEATS = [
    {"do": "seat_player", "player": "red", "name": "Ada Lamb"},
    {"do": "seat_player", "player": "blue", "name": "Wm. Hart"},
    {"do": "buy_checks", "player": "red", "amount": 20_000},
    {"do": "buy_checks", "player": "blue", "amount": 20_000},
]


def stakes(high: int, low: int, card: str) -> list[dict[str, Any]]:
    return [
        {"do": "back_side", "player": "red", "side": "high", "stake": high},
        {"do": "back_side", "player": "blue", "side": "low", "stake": low},
        {"do": "turn_card", "card": card},
    ]


def points(red: int, blue: int) -> list[dict[str, Any]]:
    return [
        {"do": "start_hand"},
        {"do": "score_points", "player": "red", "points": red},
        {"do": "score_points", "player": "blue", "points": blue},
        {"do": "end_tally"},
    ]


def night_of_stakes(*more: dict[str, Any]) -> nights.Played:
    opening = nights.opening(game="high_low", house="usual")
    return nights.played([opening, *SEATS, *stakes(500, 700, "Ks"), *stakes(1_200, 300, "7h"), *more])


def night_of_points() -> nights.Played:
    opening = nights.opening(game="tally", house="usual", roll=0, backers=[])
    return nights.played([opening, *SEATS, *points(7, 20), *points(30, 1), {"do": "start_hand"}])


DISPUTE = {"do": "raise_dispute", "dispute": "d", "player": "red", "about": "2-red", "claim": "I backed low"}


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize("toy", [night_of_points, lambda: night_of_stakes(DISPUTE)], ids=["points", "stakes"])
def test_every_paper_of_the_night_is_printed(toy: Any) -> None:
    night = toy()
    papers = list_papers(night.now, night.events, RenderOptions(zone=UTC))
    names = [name_of(night.now, one) for one in papers]
    assert names[:4] == ["table", "rules", "settlement-1-red", "settlement-2-blue"]
    assert all(b"</html>" in paper.make() for paper in papers)


if __name__ == "__main__":
    GUIDE.write_text(with_code(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
