"""``casekeeper show``: a night as of any fact, in text and as the same data."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer.assistant import Assistant
from dealer.demo import Demo
from dealer.games.fan_tan.state import fan_tan_of
from dealer.games.faro.state import faro_of
from dealer.night.history import History
from events.book.book import Book
from ledger.accounts import checks
from reports.words.formatting import money
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight
from tests.support.tables import Table
from web.command_line.commands import commands
from web.command_line.output import lines_of_night, shown_night
from web.text import WIDTH

NIGHT = "2026-11-21-1"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "night.db"
    with Book.open(path) as opened:
        for _ in Demo(("faro", "fan_tan"), opened, "2026-11-21", 3, 1).turns():
            pass
    return path


def show(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["show", *map(str, arguments)])


def text_of(night: PureNight, version: int | None = None) -> str:
    shown = shown_night(History.of(night.recorded), version or len(night.recorded))
    return "\n".join(lines_of_night(shown))


def test_a_night_as_it_stands_and_as_of_a_fact(book: Path) -> None:
    now = show(NIGHT, "--book", book)
    assert now.exit_code == 0
    assert "closed" in now.output
    then = show(NIGHT, "--book", book, "--at", 60)
    assert "open. Fact 60 of " in then.output
    assert "Faro: deal 1, turn " in then.output
    assert show(NIGHT, "--book", book, "--at", 60).output == then.output


def test_the_same_as_data(book: Path) -> None:
    with Book.open(book) as opened:
        history = Assistant(opened).history(NIGHT)
    for version in (1, 60, history.version):
        shown = json.loads(show(NIGHT, "--book", book, "--at", version, "--json").output)
        assert shown == json.loads(json.dumps(shown_night(history, version)))
        assert (shown["fact"], shown["facts"], shown["head"]) == (
            version,
            history.version,
            history.head(version).hash,
        )


def test_what_is_not_there_is_one_sentence(book: Path, tmp_path: Path) -> None:
    for arguments, code in (
        ((NIGHT, "--book", book, "--at", 100_000), "bad_input"),
        (("1882-01-01-1", "--book", book), "no_such_night"),
        (("staff", "--book", book), "no_such_night"),
        ((NIGHT, "--book", tmp_path / "none.db"), "no_such_book"),
    ):
        ran = show(*arguments)
        assert ran.exit_code == 1
        assert ran.stdout == ""
        assert ran.stderr.startswith("casekeeper: ")
        assert ran.stderr.rstrip().endswith(f"[{code}]")
        assert ran.stderr.count("\n") == 1
    assert show(NIGHT, "--book", book, "--at", 0).exit_code == 2


def test_random_nights_fit_the_terminal_at_every_moment_and_say_what_the_ledger_says() -> None:
    for make in (random_night, random_fan_tan_night, random_night_of_both):
        for seed in (2, 71):
            history = History.of(PureNight().play(make(seed, most_lines=150)).recorded)
            for version in (*range(1, history.version, 11), history.version):
                night, shown = history.at(version), shown_night(history, version)
                lines = "\n".join(lines_of_night(shown)).split("\n")
                assert [line for line in lines if len(line) > WIDTH] == []
                assert {one["player"]: one["checks"] for one in shown["players"]} == {
                    player: night.ledger.balance(checks(player)) for player in night.seats
                }
                if "faro" in night.tables:
                    faro = shown["faro"]
                    assert {one["bet"] for one in faro["bets"]} == set(faro_of(night).bets)
                    assert sum(one["stake"] for one in (*faro["bets"], *faro["calls"])) == sum(
                        one["staked"] for one in shown["players"]
                    )
                    left = sum(one["left"] for one in faro["case_keeper"].values())
                    assert left == (faro["cards_left"] if faro["cards_left"] is not None else 52)
                if "fan_tan" in night.tables and fan_tan_of(night).hand:
                    assert shown["fan_tan"]["pot"] == fan_tan_of(night).pot
                    laid = sum(map(len, shown["fan_tan"]["layout"].values()))
                    assert laid + sum(one["left"] for one in shown["fan_tan"]["players"]) == 52
                for one in shown["players"]:
                    assert any(money(abs(one["net"])) in line for line in lines)


def test_orders_case_keeper_money_and_disputes_are_said() -> None:
    table = Table(running_limit=50_000)
    a = table.bet("A", 500, coppered=True)
    b = table.bet("Q-J", 500, kind="split", player="blue", paroli=True)
    table("bar_bet", bet=a, turns=2)
    table("half_goes", bet=b)
    table("issue_marker", player="red", amount=10_000)
    table("take_pledge", player="blue", amount=2_000, item="a gold watch")
    table("lend_stake", lender="red", borrower="blue", amount=1_000, profit_share=0.5)
    table.turn("Kh", "2s")
    table("raise_dispute", dispute="d", player="blue", about=b, claim="half went")
    text = text_of(table)
    assert re.search(r"^Red +the A +\$5\.00  b1, coppered, barred for\n +1 turn$", text, re.MULTILINE)
    assert re.search(r"^Blue +splitting the J-Q +\$5\.00  b2, paroli, half goes$", text, re.MULTILINE)
    assert "pledged a gold watch for $20.00" in text
    assert "stakes: Blue owes Red $10" in text
    assert "open dispute d: Blue, bet b2: “half went”" in text
    assert "$100.00" in text
    (shown,) = (line for line in text.split("\n") if line.startswith("  shown"))
    assert shown.split() == ["shown", "I", "·O"]
    table("void")
    assert "open dispute" not in text_of(table)


def test_a_long_name_is_cut_and_a_player_who_left_is_in_brackets() -> None:
    night = PureNight()
    night("open_night", table="T" * 90, date="2026-11-21", game="faro", house="american", roll=100, dealer="D" * 80)
    night("seat_player", player="a" * 60, name="Bartholomew Maximilian Featherstonehaugh")
    night("seat_player", player="blue", name="Wm. Hart")
    night("leave_table", player="blue")
    text = text_of(night)
    assert all(len(line) <= WIDTH for line in text.split("\n"))
    assert "Bartholomew Maxi…" in text
    assert "(Wm. Hart)" in text
