"""What the command line shows of a night, and how it verifies a book."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pypdfium2
import pytest
import zxingcpp
from click.testing import CliRunner, Result
from msgspec.structs import replace

from dealer.demo import Demo
from dealer.games.fan_tan.state import fan_tan_of
from dealer.games.faro.state import faro_of
from dealer.night.evolve import History
from dealer.night_service import NightService
from dealer.streams import Sender
from dealer.verification.streams import CHECKS
from events.book.book import Book
from ledger.accounts import checks
from ledger.journal import balances, in_units
from reports.pdf.seal import Seal, seal_of
from reports.sheets.papers import SETTLEMENT, list_papers
from reports.words.formatting import money
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_nights import random_night
from tests.reports import nights
from tests.support.forger import NIGHT, Forger, forging, make_hashes_good
from tests.support.pure import PureNight
from tests.support.stored import of_both_games
from tests.web.command_line.called import NIGHTS, assert_one_sentence, casekeeper
from web.command_line.commands import commands
from web.command_line.output import lines_of_night, shown_night
from web.command_line.tables import ended_lines
from web.text import WIDTH


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of two nights."""
    where = tmp_path_factory.mktemp("balances") / "book.db"
    for _ in range(2):
        assert casekeeper("play", NIGHTS / "fan-tan-antes.jsonl", "--keep-going", "--book", where).exit_code == 0
    return where


def shown(path: Path, *arguments: object) -> dict[str, str]:
    ran = casekeeper("balances", "--book", path, *arguments)
    assert ran.exit_code == 0
    lines = [line.split() for line in ran.stdout.splitlines()]
    return {name: amount for amount, name in lines}


def test_every_account_has_a_line_in_the_order_of_their_names(path: Path) -> None:
    """Of all nights, of those asked for by name, or added up under the first parts of their names."""
    with Book.open(path, create=False, read_only=True) as book:
        first, second = book.nights()
        held = {name: in_units(cents) for name, cents in balances(book, book.nights()).items()}
    assert shown(path) == held
    assert list(shown(path)) == sorted(held)
    assert set(shown(path, first)) == {name for name in held if second not in name}
    assert shown(path, "--depth", "1").keys() <= {"Assets", "Liabilities", "Equity", "Income"}


SHOWN = "2026-11-21-1"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "night.db"
    with Book.open(path) as opened:
        for _ in Demo(("faro", "fan_tan"), opened, "2026-11-21", 3, 1).turns():
            pass
    return path


def show(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["show", *map(str, arguments)])


def test_a_night_as_it_stands_and_as_of_an_event(book: Path) -> None:
    now = show(SHOWN, "--book", book)
    assert now.exit_code == 0
    assert "closed" in now.output
    then = show(SHOWN, "--book", book, "--at", 60)
    assert "open. Event 60 of " in then.output
    assert "Faro: deal 1, before turn " in then.output
    assert show(SHOWN, "--book", book, "--at", 0).exit_code == 2
    with Book.open(book) as opened:
        history = NightService(opened).history(SHOWN)
    for version in (1, 60, history.version):
        data = json.loads(show(SHOWN, "--book", book, "--at", version, "--json").output)
        assert data == json.loads(json.dumps(shown_night(history, version)))
        assert (data["fact"], data["facts"], data["head"]) == (version, history.version, history.head(version).hash)


def test_a_closed_night_takes_no_bets_in_a_deal_that_was_broken_off() -> None:
    ends = ({"do": "start_deal"}, {"do": "expose_soda", "card": "5s"}, {"do": "close_night"})
    history = History.of(PureNight().play([nights.opening(), *ends]).recorded)
    shown = [shown_night(history, version)["faro"] for version in (history.version - 1, history.version)]
    assert [(faro["phase"], faro["bets_open"]) for faro in shown] == [("bets are open", True), ("no deal", False)]


def test_random_nights_fit_the_terminal_at_every_moment_and_say_what_the_ledger_says() -> None:
    for make in (random_night, random_fan_tan_night, random_night_of_both):
        for seed in (2, 71):
            history = History.of(PureNight().play(make(seed, most_lines=150)).recorded)
            for version in (*range(1, history.version, 11), history.version):
                night, shown = history.at(version), shown_night(history, version)
                lines = "\n".join(lines_of_night(shown)).split("\n")
                assert [line for line in lines if len(line) > WIDTH] == []
                assert {part["player"]: part["checks"] for part in shown["players"]} == {
                    player: night.ledger.balance(checks(player)) for player in night.seats
                }
                if "faro" in night.tables:
                    faro = shown["faro"]
                    assert {item["bet"] for item in faro["bets"]} == set(faro_of(night).bets)
                    assert sum(one["stake"] for one in (*faro["bets"], *faro["calls"])) == sum(
                        one["staked"] for one in shown["players"]
                    )
                    left = sum(one["left"] for one in faro["case_keeper"].values())
                    assert left == (faro["cards_left"] if faro["cards_left"] is not None else 52)
                if "fan_tan" in night.tables and fan_tan_of(night).is_on:
                    assert shown["fan_tan"]["pot"] == fan_tan_of(night).pot_chips
                    laid = sum(map(len, shown["fan_tan"]["layout"].values()))
                    assert laid + sum(one["left"] for one in shown["fan_tan"]["players"]) == 52
                for entry in shown["players"]:
                    assert any(money(abs(entry["net"])) in line for line in lines)


def _wrong(**differs: Any) -> dict[str, Any]:
    return {"player": "blue", "turn": 6, "cards": ["7d", "4c"], "penalty": 13, "taken": True, **differs}


def test_hands_are_printed_with_their_winners_chips_and_wrong_passes() -> None:
    """The sentence of a hand, and below it the fields of its row that have a value."""
    passes = [_wrong(), _wrong(turn=9, cards=["As"], penalty=1, taken=False)]
    row = {"hand": 2, "winner": "red", "pot": 14, "wrong_passes": passes}
    assert list(ended_lines(row, "Ada Lamb takes the pot of hand 2.", {"red": "Ada Lamb"})) == [
        "Ada Lamb takes the pot of hand 2.",
        "  winner Ada Lamb; pot 14",
        "  wrong passes:",
        "    blue                turn 6, cards 7d 4c, penalty 13, taken",
        "    blue                turn 9, cards As, penalty 1",
    ]


SENDER = Sender(who="M. Earp", device="tablet-1")


def carry_out_all(book: Book) -> None:
    """A night of both games, without the last command, which is refused."""
    night = None
    for document in [*of_both_games()][:-1]:
        query = {name: value for name, value in document.items() if name != "id"}
        night = NightService(book).execute(query, SENDER, night=night, command_id=document.get("id")).night


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "sound.db"
    with Book.open(path) as book:
        carry_out_all(book)
    return path


@pytest.fixture(scope="module")
def seal(sound_book: Path) -> Seal:
    with Book.open(sound_book) as book:
        return seal_of(NightService(book).night(NIGHT), book.events(NIGHT), "blue")


@pytest.fixture
def forger(sound_book: Path, tmp_path: Path) -> Iterator[Forger]:
    with forging(sound_book, tmp_path) as at_work:
        yield at_work


def test_a_sound_night_says_of_each_check_what_it_looked_at(sound_book: Path) -> None:
    ran = casekeeper("verify", "--book", sound_book)
    assert ran.exit_code == 0
    *printed, held, verdict = ran.stdout.splitlines()
    house = next(at for at, line in enumerate(printed) if line.startswith("house: sound. "))
    first, *lines = printed[:house]
    assert held.startswith("Checked against sound.db.head of ")
    assert verdict == "Verdict: sound. 2 streams verified."
    assert first.startswith(f"{NIGHT}: sound. 41 events, 24 commands (0 refused) in ")
    assert [line[2:34].strip() for line in lines] == [check.name for check in CHECKS]
    assert all(" 41 of 41 events " in line or " 24 of 24 commands " in line for line in lines)
    assert all(line.endswith(" s") for line in lines)
    verdict = json.loads(casekeeper("verify", "--json", "--book", sound_book).stdout)
    assert (verdict["sound"], verdict["book"]) == (True, None)
    night, the_house = verdict["nights"]
    assert the_house["sound"]
    assert (night["night"], night["sound"], night["facts"], night["commands"]) == (NIGHT, True, 41, 24)
    assert [check["check"] for check in night["checks"]] == [check.name for check in CHECKS]
    assert all(check["looked_at"] == check["of"] and check["finding"] is None for check in night["checks"])


def test_a_night_that_was_tampered_with_names_the_event_and_what_deciding_again_gives(forger: Forger) -> None:
    """At the terminal the fields that differ are marked; as JSON there are both bodies and their paths."""
    forger("UPDATE facts SET body = replace(body, '5000', '6000') WHERE version = 3")
    make_hashes_good(forger)
    forger.raw.commit()
    ran = casekeeper("verify", "--book", forger.path)
    assert ran.exit_code == 1
    assert f"{NIGHT}: NOT SOUND. decided again: event 3: decided again it is ChecksBought" in ran.stdout
    lines = [line.split() for line in ran.stdout.splitlines()]
    head = lines.index(["in", "the", "book", "decided", "again"])
    assert lines[head + 1 : head + 7] == [
        ["kind", '"ChecksBought"', '"ChecksBought"'],
        ["≠", "amount_cents", "6000", "5000"],
        ["≠", "moves[0].amount_cents", "6000", "5000"],
        ["moves[0].credit", '"checks:red"', '"checks:red"'],
        ["moves[0].debit", '"cash.bought:red"', '"cash.bought:red"'],
        ["player", '"red"', '"red"'],
    ]
    verdict = json.loads(casekeeper("verify", "--json", "--book", forger.path, NIGHT).stdout)
    assert not verdict["sound"]
    finding = verdict["nights"][0]["finding"]
    assert (finding["fact"], finding["check"]) == (3, "decided again")
    assert (finding["stored"]["amount_cents"], finding["decided_again"]["amount_cents"]) == (6_000, 5_000)
    assert finding["stored"]["kind"] == finding["decided_again"]["kind"] == "ChecksBought"
    assert finding["differs"] == ["amount_cents", "moves[0].amount_cents"]


WIPE = "\x1b[2K\r2026-11-21-1: sound."


def test_what_was_forged_wipes_nothing_off_the_terminal(forger: Forger) -> None:
    """Quoted in a finding, as the name of a night, and in the seal of a sheet; as JSON it is what the book holds."""
    nobody = '{"amount":5000,"do":"buy_checks","player":"nobody"}'
    change = "UPDATE commands SET body = ?, refused = 'unknown_player', why = ?, version_after = 1 WHERE number = 2"
    forger(change, nobody, WIPE)
    make_hashes_good(forger)
    forger("UPDATE facts SET night = ? WHERE version > 20", WIPE)
    forger.raw.commit()
    ran = casekeeper("verify", "--book", forger.path)
    assert ran.exit_code == 1
    assert f"{NIGHT}: NOT SOUND. chain of commands: command 2: " in ran.stdout
    # Quoted in the refusal, as a night, as a night that the house did not list, and in the verdict.
    assert ran.stdout.count(r"\x1b[2K\r2026-11-21-1: sound.") == 4
    assert "".join(ran.output.split("\n")).isprintable()
    ran = casekeeper("verify", "--json", "--book", forger.path)
    assert "".join(ran.stdout.split("\n")).isprintable()
    assert [load["night"] for load in json.loads(ran.stdout)["nights"]] == [WIPE, NIGHT, "house"]


def test_bytes_that_are_no_text_keep_nobody_from_the_verdict(forger: Forger) -> None:
    forger("UPDATE facts SET who = CAST(x'9bff' AS TEXT) WHERE version = 20")
    forger("UPDATE facts SET hash = x'9bff' WHERE version = 26")
    forger.raw.commit()
    for arguments in ((), ("--json",)):
        ran = casekeeper("verify", "--book", forger.path, *arguments)
        assert ran.exit_code == 1
        assert "its 'who' is no text in UTF-8" in ran.stdout
        assert "".join(ran.output.split("\n")).isprintable()


def test_a_sheet_that_agrees(sound_book: Path, seal: Seal) -> None:
    """As text, as the address in its square code, and from standard input."""
    address = f"http://cage.lan:8321/sheet?{urlencode({'seal': seal.text})}"
    for given, typed in ((seal.text, ""), (address, ""), ("-", seal.text + "\n"), ("-", address)):
        ran = casekeeper("verify", "--book", sound_book, "--sheet", given, typed=typed)
        assert ran.exit_code == 0
        assert ran.stdout == "The sheet agrees with the book as it stood after 41 events. Nothing came since.\n"
    agreed = json.loads(casekeeper("verify", "--json", "--book", sound_book, "--sheet", seal.text).stdout)
    assert (agreed["agrees"], agreed["outcome"], agreed["since"], agreed["version"]) == (True, "agrees", 0, 41)
    assert_one_sentence(casekeeper("verify", NIGHT, "--book", sound_book, "--sheet", seal.text), "bad_input")


def test_a_sheet_that_does_not_agree_says_why(forger: Forger, sound_book: Path, seal: Seal) -> None:
    """Other figures, a night that is not there, and an end cut off with its commands, which the house notices too."""
    other = replace(seal, nets_cents={2: 9_900}).text
    ran = casekeeper("verify", "--book", sound_book, "--sheet", other)
    assert ran.exit_code == 1
    assert "figures differ from the book" in ran.stdout
    assert "result of blue: $99 on the sheet, $10 in the book" in ran.stdout
    ran = casekeeper("verify", "--book", sound_book, "--sheet", seal.text.replace(NIGHT, "1882-01-01-1"))
    assert (ran.exit_code, ran.stdout.startswith("The book has no night 1882-01-01-1")) == (1, True)
    left = forger.one("SELECT version_before FROM commands ORDER BY number DESC")[0]
    forger("DELETE FROM facts WHERE version > ?", left)
    forger("DELETE FROM commands WHERE version_after > ?", left)
    forger.raw.commit()
    # To open a book puts the guards back on that the forger took off.
    Book.open(forger.path).close()
    verified = casekeeper("verify", "--book", forger.path)
    assert (verified.exit_code, "house" in verified.stdout) == (1, True)
    ran = casekeeper("verify", "--book", forger.path, "--sheet", seal.text)
    assert ran.exit_code == 1
    assert "The end of the night was deleted from the book" in ran.stdout
    assert f"41 events on the sheet, {left} in the book" in ran.stdout


def test_a_book_rebuilt_whole_is_found_out_by_the_sheet_alone(tmp_path: Path, seal: Seal) -> None:
    with Book.open(tmp_path / "rebuilt.db") as book:
        carry_out_all(book)
    assert casekeeper("verify", "--book", tmp_path / "rebuilt.db").exit_code == 0
    ran = casekeeper("verify", "--json", "--book", tmp_path / "rebuilt.db", "--sheet", seal.text)
    assert ran.exit_code == 1
    assert json.loads(ran.stdout)["outcome"] == "another_history"


def test_the_square_codes_of_seats_of_any_name_are_read_off_the_paper_and_verified(tmp_path: Path) -> None:
    with Book.open(tmp_path / "book.db") as book:
        opening = next(of_both_games())
        night = NightService(book).execute(opening, SENDER).night
        for player in ("grün", "light blue"):
            NightService(book).execute({"do": "seat_player", "player": player, "name": "Ann"}, SENDER, night=night)
        state, events = NightService(book).night(night), book.events(night)
        papers = [list_paper for list_paper in list_papers(state, events) if list_paper.kind == SETTLEMENT]
        sheets = [paper.make() for paper in papers]
    for content, seat in zip(sheets, (1, 2), strict=True):
        picture = pypdfium2.PdfDocument(content)[0].render(scale=100 / 72).to_pil()
        (code,) = zxingcpp.read_barcodes(picture)
        assert code.text.endswith(f" {seat} 0")
        ran = casekeeper("verify", "--book", tmp_path / "book.db", "--sheet", code.text)
        assert (ran.exit_code, ran.stdout.startswith("The sheet agrees with the book")) == (0, True)
