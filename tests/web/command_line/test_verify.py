"""``casekeeper verify`` on files that a hand was in: what it says of a night, and of a sheet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pypdfium2
import pytest
import zxingcpp
from msgspec.structs import replace

from dealer.assistant import Assistant
from dealer.streams.runtime import Sender
from dealer.verification.night import CHECKS
from events.book.book import Book
from reports.pdf.seal import Seal, seal_of
from reports.sheets.papers import SETTLEMENT, list_papers
from tests.support.forger import NIGHT, Forger, forging, make_hashes_good
from tests.support.stored import of_both_games
from tests.web.command_line.called import assert_one_sentence, casekeeper

SENDER = Sender(who="M. Earp", device="tablet-1")


def carry_out_all(book: Book) -> None:
    """A night of both games, without the last command, which is refused."""
    night = None
    for document in [*of_both_games()][:-1]:
        asked = {name: value for name, value in document.items() if name != "id"}
        night = Assistant(book).execute(asked, SENDER, night=night, command_id=document.get("id")).night


@pytest.fixture(scope="module")
def sound_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "sound.db"
    with Book.open(path) as book:
        carry_out_all(book)
    return path


@pytest.fixture(scope="module")
def seal(sound_book: Path) -> Seal:
    with Book.open(sound_book) as book:
        return seal_of(Assistant(book).night(NIGHT), book.facts(NIGHT), "blue")


@pytest.fixture
def forger(sound_book: Path, tmp_path: Path) -> Iterator[Forger]:
    with forging(sound_book, tmp_path) as at_work:
        yield at_work


def test_a_sound_night_says_of_each_check_what_it_looked_at(sound_book: Path) -> None:
    ran = casekeeper("verify", "--book", sound_book)
    assert ran.exit_code == 0
    first, *lines, held = ran.stdout.splitlines()
    assert held.startswith("Held against sound.db.head of ")
    assert first.startswith(f"{NIGHT}: sound. 40 facts, 23 commands (0 refused) in ")
    assert [line[2:34].strip() for line in lines] == [check.name for check in CHECKS]
    assert all(" 40 of 40 facts " in line or " 23 of 23 commands " in line for line in lines)
    assert all(line.endswith(" s") for line in lines)


def test_the_same_as_json(sound_book: Path) -> None:
    ran = casekeeper("verify", "--json", "--book", sound_book)
    verdict = json.loads(ran.stdout)
    assert (ran.exit_code, verdict["sound"], verdict["book"]) == (0, True, None)
    (night,) = verdict["nights"]
    assert (night["night"], night["sound"], night["facts"], night["commands"]) == (NIGHT, True, 40, 23)
    assert [one["check"] for one in night["checks"]] == [check.name for check in CHECKS]
    assert all(one["looked_at"] == one["of"] and one["finding"] is None for one in night["checks"])


def test_a_night_that_was_tampered_with_names_the_fact(forger: Forger) -> None:
    forger("UPDATE facts SET body = replace(body, '5000', '6000') WHERE version = 3")
    make_hashes_good(forger)
    forger.raw.commit()
    ran = casekeeper("verify", "--book", forger.path)
    assert ran.exit_code == 1
    assert f"{NIGHT}: NOT SOUND. decided again: fact 3: decided again it is ChecksBought" in ran.stdout
    verdict = json.loads(casekeeper("verify", "--json", "--book", forger.path, NIGHT).stdout)
    assert not verdict["sound"]
    assert (verdict["nights"][0]["finding"]["fact"], verdict["nights"][0]["finding"]["check"]) == (3, "decided again")


def test_the_forgery_stands_beside_what_comes_of_deciding_again(forger: Forger) -> None:
    """At the terminal the fields that differ are marked; as JSON there are both bodies and their paths."""
    forger("UPDATE facts SET body = replace(body, '5000', '6000') WHERE version = 3")
    make_hashes_good(forger)
    forger.raw.commit()
    lines = casekeeper("verify", "--book", forger.path).stdout.splitlines()
    head = next(at for at, line in enumerate(lines) if line.split() == ["in", "the", "book", "decided", "again"])
    assert [line.split() for line in lines[head + 1 : head + 7]] == [
        ["kind", '"ChecksBought"', '"ChecksBought"'],
        ["≠", "amount_cents", "6000", "5000"],
        ["≠", "moves[0].amount_cents", "6000", "5000"],
        ["moves[0].credit", '"checks:red"', '"checks:red"'],
        ["moves[0].debit", '"cash.bought:red"', '"cash.bought:red"'],
        ["player", '"red"', '"red"'],
    ]
    finding = json.loads(casekeeper("verify", "--json", "--book", forger.path).stdout)["nights"][0]["finding"]
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
    assert ran.stdout.count(r"\x1b[2K\r2026-11-21-1: sound.") == 2
    assert "".join(ran.output.split("\n")).isprintable()
    ran = casekeeper("verify", "--json", "--book", forger.path)
    assert "".join(ran.stdout.split("\n")).isprintable()
    assert [one["night"] for one in json.loads(ran.stdout)["nights"]] == [WIPE, NIGHT]


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
        assert ran.stdout == "The sheet agrees with the book as it stood after 40 facts. Nothing came since.\n"
    agreed = json.loads(casekeeper("verify", "--json", "--book", sound_book, "--sheet", seal.text).stdout)
    assert (agreed["agrees"], agreed["outcome"], agreed["since"], agreed["version"]) == (True, "agrees", 0, 40)


def test_a_sheet_that_does_not_agree_says_why(forger: Forger, sound_book: Path, seal: Seal) -> None:
    """Other figures, a night that is not there, and an end cut off with its commands: in itself that book is sound."""
    other = replace(seal, nets_cents={2: 9_900}).text
    ran = casekeeper("verify", "--book", sound_book, "--sheet", other)
    assert ran.exit_code == 1
    assert "figures are not those of the book" in ran.stdout
    assert "result of blue: $99 on the sheet, $10 in the book" in ran.stdout
    ran = casekeeper("verify", "--book", sound_book, "--sheet", seal.text.replace(NIGHT, "1882-01-01-1"))
    assert (ran.exit_code, ran.stdout.startswith("The book has no night 1882-01-01-1")) == (1, True)
    left = forger.one("SELECT version_before FROM commands ORDER BY number DESC")[0]
    forger("DELETE FROM facts WHERE version > ?", left)
    forger("DELETE FROM commands WHERE version_after > ?", left)
    forger.raw.commit()
    # To open a book puts the guards back on that the forger took off.
    Book.open(forger.path).close()
    assert casekeeper("verify", "--book", forger.path).exit_code == 0
    ran = casekeeper("verify", "--book", forger.path, "--sheet", seal.text)
    assert ran.exit_code == 1
    assert "the end of it is gone from the book" in ran.stdout
    assert f"40 facts on the sheet, {left} in the book" in ran.stdout


def test_a_book_rebuilt_whole_is_found_out_by_the_sheet_alone(tmp_path: Path, seal: Seal) -> None:
    with Book.open(tmp_path / "rebuilt.db") as book:
        carry_out_all(book)
    assert casekeeper("verify", "--book", tmp_path / "rebuilt.db").exit_code == 0
    ran = casekeeper("verify", "--json", "--book", tmp_path / "rebuilt.db", "--sheet", seal.text)
    assert ran.exit_code == 1
    assert json.loads(ran.stdout)["outcome"] == "another_history"


def test_what_is_no_seal_is_one_sentence(sound_book: Path, seal: Seal) -> None:
    assert_one_sentence(casekeeper("verify", "--book", sound_book, "--sheet", "nothing"), "not_a_seal")
    assert_one_sentence(casekeeper("verify", "--book", sound_book, "--sheet", "http://["), "not_a_seal")
    assert_one_sentence(casekeeper("verify", "--book", sound_book, "--sheet", "-", typed=""), "not_a_seal")
    assert_one_sentence(casekeeper("verify", NIGHT, "--book", sound_book, "--sheet", seal.text), "bad_input")


def test_the_square_codes_of_seats_of_any_name_are_read_off_the_paper_and_verified(tmp_path: Path) -> None:
    with Book.open(tmp_path / "book.db") as book:
        opening = next(of_both_games())
        night = Assistant(book).execute(opening, SENDER).night
        for player in ("grün", "light blue"):
            Assistant(book).execute({"do": "seat_player", "player": player, "name": "Ann"}, SENDER, night=night)
        state, facts = Assistant(book).night(night), book.facts(night)
        papers = [one for one in list_papers(state, facts) if one.kind == SETTLEMENT]
        sheets = [one.make() for one in papers]
    for content, seat in zip(sheets, (1, 2), strict=True):
        picture = pypdfium2.PdfDocument(content)[0].render(scale=100 / 72).to_pil()
        (code,) = zxingcpp.read_barcodes(picture)
        assert code.text.endswith(f" {seat} 0")
        ran = casekeeper("verify", "--book", tmp_path / "book.db", "--sheet", code.text)
        assert (ran.exit_code, ran.stdout.startswith("The sheet agrees with the book")) == (0, True)
