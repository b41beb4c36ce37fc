"""``casekeeper dossier``: the story of a bet or a hand at the terminal, and a bet's as a PDF."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result
from pypdf import PdfReader

from dealer.staff.keeper import StaffKeeper
from events.book.book import Book
from tests.support.disputed import BET, DEALER, Disputed
from web.command_line.commands import commands


def dossier(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["dossier", *map(str, arguments)])


def test_a_bet_and_a_hand_are_told_and_a_bet_is_printed(tmp_path: Path) -> None:
    where, out = tmp_path / "night.db", tmp_path / "bet.pdf"
    with Book.open(str(where)) as book:
        one = Disputed(book).play_bet().rule().play_hand()
        one.refused("raise_dispute", dispute="d9", player="red", about="nope", claim="I laid it")
        night = one.night
    told = dossier(night, BET, "--book", where)
    assert told.exit_code == 0
    assert told.stdout.startswith("Ada Lamb’s bet on the Q  (q)\n")
    assert "Rule 1.4 case 3, law 1: the Q as loser is against it: lost" in told.stdout
    hand = dossier(night, "hand-1", "--book", where)
    assert "Turn 4: Ada Lamb lays the 8 of diamonds." in hand.stdout
    printed = dossier(night, BET, "--book", where, "--out", out)
    assert printed.stdout == f"{out}\n"
    assert out.read_bytes().startswith(b"%PDF-")
    wrong = [
        ((night, "none"), "unknown_bet"),
        ((night, "nope"), "unknown_bet"),
        ((night, "hand-9"), "no_such_hand"),
        ((night, f"hand-{'9' * 5000}"), "unknown_bet"),
        (("2026-01-01-1", BET), "no_such_night"),
        ((night, "hand-1", "--out", out), "not_allowed_here"),
        ((night, BET, "--out", tmp_path / "nowhere" / "bet.pdf"), "unwritable"),
    ]
    for arguments, code in wrong:
        ran = dossier(*arguments, "--book", where)
        assert (ran.exit_code, ran.stdout) == (1, "")
        assert ran.stderr.rstrip().endswith(f"[{code}]")


def test_players_of_one_name_are_told_apart_on_its_paper(tmp_path: Path) -> None:
    where, out = tmp_path / "night.db", tmp_path / "bet.pdf"
    with Book.open(str(where)) as book:
        one = Disputed(book).play_bet()
        one.do("seat_player", player="green", name="Ada Lamb")
    assert dossier(one.night, BET, "--book", where, "--out", out).exit_code == 0
    assert "Ada Lamb (seat 1)’s bet on the Q" in " ".join(PdfReader(out).pages[0].extract_text().split())
    assert dossier(one.night, BET, "--book", where).stdout.startswith("Ada Lamb’s bet on the Q")


def test_a_device_goes_by_the_name_that_staff_gave_it(tmp_path: Path) -> None:
    where, out = tmp_path / "night.db", tmp_path / "bet.pdf"
    with Book.open(str(where)) as book:
        night = Disputed(book).play_bet().night
        StaffKeeper(book).engage("M. Earp", "hash", DEALER)

    def device(*arguments: str) -> Result:
        return CliRunner().invoke(commands, ["staff", "device", *arguments, "--book", str(where)])

    assert device().stdout == "tablet-1\n"
    assert device("tablet-1", "The long table").stdout == "tablet-1 is called The long table.\n"
    assert device().stdout == "tablet-1  The long table\n"
    assert device("tablet-1").exit_code == 2
    assert device("tablet-2", "Bar").stderr.endswith("[unknown_device]\n")
    told = dossier(night, BET, "--book", where).stdout
    assert "[M. Earp on The long table, fact " in told
    assert "tablet-1" not in told
    dossier(night, BET, "--book", where, "--out", out)
    assert "The long table" in PdfReader(out).pages[0].extract_text()
