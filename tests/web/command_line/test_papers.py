"""Papers and exports made from the command line."""

from __future__ import annotations

import json
import os
from errno import ENOSPC
from pathlib import Path
from pickle import loads

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Refusal
from dealer.printings import PrintingsKeeper
from dealer.staff_keeper import StaffKeeper
from events.book.book import Book
from reports.game_papers import all_blanks
from tests.reports.test_papers import words_of_html
from tests.support.disputed import BET, DEALER, Disputed
from tests.support.house import night_of_two_offsets, small_night, workers_here
from tests.web.command_line.called import NIGHTS, assert_one_sentence, casekeeper
from web.command_line.commands import commands

FIRST = "2025-12-31-1"
OF_2026 = ("2026-01-01-1", "2026-12-31-1")


@pytest.fixture(scope="module")
def report_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three small nights: the last of 2025, and the first and last of 2026."""
    path = tmp_path_factory.mktemp("book") / "night.db"
    with Book.open(path) as opened:
        for night in (FIRST, *OF_2026):
            small_night(opened, "Ada Lamb", date=night[:10])
    return path


@pytest.fixture(autouse=True)
def _sheets_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a sheet looks like is proved elsewhere; here it only says which one it is, and in which edition."""
    monkeypatch.setattr("reports.printing.print_sheet", lambda packed, name: repr(loads(packed).options).encode())
    monkeypatch.setattr("reports.printing.PdfWorkers", lambda processes, niceness: workers_here())


def papers(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.pdf"))


def test_a_year_is_filed_by_night_and_a_second_run_prints_nothing(report_book: Path, tmp_path: Path) -> None:
    ran = casekeeper("report", "--book", report_book, "--year", 2026, "--settlements", "--out", tmp_path)
    assert ran.exit_code == 0
    assert ran.stdout.endswith(f"2 nights in {tmp_path}: 2 papers printed, 0 already there.\n")
    assert papers(tmp_path) == [f"{night}/{night}-settlement-1-red.pdf" for night in OF_2026]
    again = casekeeper("report", "--book", report_book, "--year", 2026, "--settlements", "--out", tmp_path)
    assert again.stdout.endswith(": 0 papers printed, 2 already there.\n")


def test_the_clock_of_the_table_can_be_given(report_book: Path, tmp_path: Path) -> None:
    ran = casekeeper("report", FIRST, "--book", report_book, "--out", tmp_path, "--zone", "Europe/Vienna")
    assert ran.exit_code == 0
    assert "zone=zoneinfo.ZoneInfo(key='Europe/Vienna')" in (tmp_path / f"{FIRST}-table.pdf").read_text()


@pytest.mark.parametrize("command", ["{night}", "{night} --record", "--year 2026"])
def test_a_clock_that_changed_during_the_night_is_that_of_the_opening(tmp_path: Path, command: str) -> None:
    path, out = tmp_path / "night.db", tmp_path / "papers"
    with Book.open(path) as opened:
        night = night_of_two_offsets(opened)
    where = ("--book", path, "--out", out, "--zone", "America/New_York")
    assert casekeeper("report", *command.format(night=night).split(), *where).exit_code == 0
    (table,) = out.rglob(f"{night}-table.pdf")
    assert "'America/New_York-04:00'" in table.read_text()


@pytest.mark.usefixtures("new_york")
def test_a_story_at_the_terminal_goes_by_the_clock_of_the_opening_too(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as opened:
        night = night_of_two_offsets(opened)
    told = casekeeper("dossier", night, "b1", "--book", path).stdout
    assert "2:05 am" in told
    assert told.endswith("times in UTC−04:00\n")


def test_from_and_to_are_dates_and_each_may_be_left_out(report_book: Path, tmp_path: Path) -> None:
    for at, (options, nights) in enumerate(
        (
            (("--to", "2026-01-01"), (FIRST, OF_2026[0])),
            (("--from", "2026-01-02"), OF_2026[1:]),
            (("--year", 2025), (FIRST,)),
            (("--from", "2026-01-01", "--to", "2026-01-01"), OF_2026[:1]),
        )
    ):
        out = tmp_path / str(at)
        assert casekeeper("report", "--book", report_book, *options, "--out", out).exit_code == 0
        assert sorted(path.name for path in out.iterdir()) == list(nights)
        assert all(len(papers(out / night)) > 1 for night in nights)


def test_the_style_of_the_house_is_shown_and_chosen_and_reports_are_printed_in_it(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as opened:
        night = small_night(opened)
    assert casekeeper("style", "--book", path).stdout.split() == [
        *("language", "en", "currency", "USD", "paper", "A4", "marks", "tabs", "slips", "roll")
    ]
    chosen = casekeeper("style", "--book", path, "--language", "es", "--paper", "Letter", "--currency", "eur")
    assert chosen.stdout.split()[:4] == ["language", "es", "currency", "EUR"]
    assert_one_sentence(casekeeper("style", "--book", path, "--currency", "XXX"), "bad_input")
    ran = casekeeper("report", night, "--book", path, "--out", tmp_path, "--record")
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert sorted(Path(line).name for line in ran.stdout.splitlines()) == papers(tmp_path)
    assert "language='es', currency='EUR', paper='Letter'" in (tmp_path / f"{night}-table.pdf").read_text()
    other = casekeeper("report", night, "--book", path, "--out", tmp_path, "--currency", "USD")
    assert_one_sentence(other, "other_currency")
    casekeeper("style", "--book", path, "--currency", "CHF")
    for query in ((night,), ("--year", night[:4])):
        assert casekeeper("report", *query, "--book", path, "--out", tmp_path / query[0]).exit_code == 0
        (table,) = (tmp_path / query[0]).rglob("*-table.pdf")
        assert "currency='EUR'" in table.read_text()
    with Book.open(path) as opened:
        (printed,) = PrintingsKeeper(opened).printings().of(night)
    assert (printed.who, printed.event.style.language, printed.number_of("table")) == ("the terminal", "es", 1)


def test_nothing_is_entered_as_printed_where_nothing_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as opened:
        night = small_night(opened)
    # Nobody at all makes a file there.
    ran = casekeeper("report", night, "--book", path, "--out", "/proc", "--record")
    assert (ran.exit_code, ran.stderr.count("\n")) == (1, 1)
    assert ran.stderr.startswith("casekeeper: The papers cannot be written to /proc: ")
    with Book.open(path) as opened:
        assert PrintingsKeeper(opened).printings().of(night) == ()


def test_a_printing_that_failed_halfway_is_said_to_be_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as opened:
        night = small_night(opened)

    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    def failed(packed: bytes, name: str) -> bytes:
        raise Refusal("press_failed", "The press failed.")

    for number, (name, trouble, words) in enumerate(
        (
            (
                "reports.printing._write_whole",
                full,
                f"cannot be written to {tmp_path}: No space left on device. [unwritable]",
            ),
            ("reports.printing.print_sheet", failed, "The press failed. [press_failed]"),
        ),
        start=1,
    ):
        with monkeypatch.context() as broken:
            broken.setattr(name, trouble)
            ran = casekeeper("report", night, "--book", path, "--out", tmp_path, "--record")
        where = f"/nights/{night}/printings/{number}"
        assert ran.exit_code == 1
        assert ran.stderr.startswith(f"casekeeper: Printing Nº {number} is recorded. Open it at {where}. ")
        assert ran.stderr.endswith(f"{words}\n")
        with Book.open(path) as opened:
            assert len(PrintingsKeeper(opened).printings().of(night)) == number


@pytest.mark.parametrize("kept", [True, False], ids=["in a book", "in memory"])
def test_a_script_is_played_and_its_papers_written_in_one_go(kept: bool, tmp_path: Path) -> None:
    """They are those that ``report`` writes of the same book, and the settlement is printed as without them."""
    script, book, out = NIGHTS / "fan-tan-encyclopedia.jsonl", tmp_path / "night.db", tmp_path / "out"
    where = ("--book", book) if kept else ()
    style = ("--language", "de", "--currency", "EUR", "--paper", "Letter")
    ran = casekeeper("play", script, "--keep-going", *where, "--pdf", out, *style)
    assert (ran.exit_code, ran.stderr) == (0, "")
    settlement = casekeeper("play", script, "--keep-going").stdout
    lines = ran.stdout.splitlines()
    assert len(lines) - settlement.count("\n") == len(papers(out))
    assert sorted(Path(line).name for line in lines if line.endswith(".pdf")) == papers(out)
    (table,) = out.glob("*-table.pdf")
    assert "language='de', currency='EUR', paper='Letter'" in table.read_text()
    assert book.exists() == kept
    if kept:
        night = table.name.removesuffix("-table.pdf")
        reported = casekeeper("report", night, "--book", book, "--out", tmp_path / "again", *style)
        assert reported.exit_code == 0
        assert papers(tmp_path / "again") == papers(out)


def test_the_papers_of_a_script_of_several_nights_are_in_one_folder(tmp_path: Path) -> None:
    ran = casekeeper("play", NIGHTS / "house-dealers.jsonl", "--keep-going", "--json", "--pdf", tmp_path)
    assert ran.exit_code == 0
    nights = json.loads(ran.stdout)["nights"]
    assert len(nights) == len(list(tmp_path.glob("*-table.pdf"))) > 1
    assert sorted(Path(line).name for line in ran.stderr.splitlines()) == papers(tmp_path)


def test_papers_that_cannot_be_had_are_refused_before_the_script_is_played(tmp_path: Path) -> None:
    script, book = NIGHTS / "faro-one-deal.jsonl", tmp_path / "night.db"
    for options, code in (
        (("--currency", "EUR"), "bad_input"),
        (("--currency", "XXX", "--pdf", tmp_path), "bad_input"),
        (("--pdf", "/proc"), "unwritable"),
    ):
        assert_one_sentence(casekeeper("play", script, "--keep-going", "--book", book, *options), code)
    with Book.open(book) as opened:
        assert list(opened.nights()) == []


def dossier(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["dossier", *map(str, arguments)])


def test_a_bet_and_a_hand_are_told_and_a_bet_is_printed(tmp_path: Path) -> None:
    where, out = tmp_path / "night.db", tmp_path / "bet.pdf"
    with Book.open(str(where)) as book:
        entry = Disputed(book).play_bet().rule().play_hand()
        entry.refused("raise_dispute", dispute="d9", player="red", about="nope", claim="I laid it")
        night = entry.night
    text = dossier(night, BET, "--book", where)
    assert text.exit_code == 0
    assert text.stdout.startswith("Ada Lamb’s bet on the Q  (q)\n")
    assert "Rule 1.4 case 3, law 1: the Q as loser is against it: lost" in text.stdout
    hand = dossier(night, "hand-1", "--book", where)
    assert "Turn 4: Ada Lamb lays the 8 of diamonds." in hand.stdout
    printed = dossier(night, BET, "--book", where, "--out", out)
    assert printed.stdout == f"{out}\n"
    assert out.read_bytes().startswith(b"%PDF-")
    for arguments, code in (("nope",), "unknown_bet"), (("hand-1", "--out", out), "not_allowed_here"):
        assert_one_sentence(dossier(night, *arguments, "--book", where), code)


@pytest.mark.usefixtures("unprinted")
def test_players_of_one_name_are_told_apart_on_its_paper(tmp_path: Path) -> None:
    where, out = tmp_path / "night.db", tmp_path / "bet.pdf"
    with Book.open(str(where)) as book:
        entry = Disputed(book).play_bet()
        entry.do("seat_player", player="green", name="Ada Lamb")
    assert dossier(entry.night, BET, "--book", where, "--out", out).exit_code == 0
    assert "Ada Lamb (seat 1)’s bet on the Q" in words_of_html(out.read_text())
    assert dossier(entry.night, BET, "--book", where).stdout.startswith("Ada Lamb’s bet on the Q")


@pytest.mark.usefixtures("unprinted")
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
    text = dossier(night, BET, "--book", where).stdout
    assert "[M. Earp on The long table, event " in text
    assert "tablet-1" not in text
    dossier(night, BET, "--book", where, "--out", out)
    assert "The long table" in words_of_html(out.read_text())


@pytest.fixture
def export_book(tmp_path: Path) -> Path:
    with Book.open(tmp_path / "night.db") as opened:
        small_night(opened)
    return tmp_path / "night.db"


def test_it_takes_the_place_of_no_device(export_book: Path, tmp_path: Path) -> None:
    """Root may put a file in the place of /dev/null, and the machine is then not to be used."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert_one_sentence(casekeeper("export", "--format", "csv", "--book", export_book, "--out", pipe), "unwritable")
    assert pipe.is_fifo()
    assert sorted(entry.name for entry in tmp_path.glob("*pipe*")) == ["pipe"]


def test_a_link_leads_to_the_file_that_is_written(export_book: Path, tmp_path: Path) -> None:
    """The link itself is left, as /dev/stdout is one."""
    (tmp_path / "stick").mkdir()
    link, target = tmp_path / "latest.csv", tmp_path / "stick" / "nights.csv"
    target.write_text("older")
    link.symlink_to(target)
    assert casekeeper("export", "--format", "csv", "--book", export_book, "--out", link).exit_code == 0
    assert link.is_symlink()
    assert target.read_text() == casekeeper("export", "--format", "csv", "--book", export_book).stdout


NIGHT = "2026-11-21-1"


@pytest.fixture(scope="module")
def fairness_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "book.db"
    for script in ("faro-four-deals", "fan-tan-antes"):
        assert casekeeper("play", "--keep-going", "--book", path, NIGHTS / f"{script}.jsonl").exit_code == 0
    return path


def test_a_night_is_looked_at(fairness_book: Path) -> None:
    ran = casekeeper("square", NIGHT, "--book", fairness_book)
    assert ran.exit_code == 0
    first, *lines = ran.stdout.splitlines()
    assert first.startswith("Nothing here that a square pack would not do ")
    assert any(line.startswith("  Splits: ") for line in lines)
    assert any("; p = " in line and "corrected" in line for line in lines)
    assert "What it cannot:" in lines


def test_all_nights_are_looked_at_together_for_a_program(fairness_book: Path) -> None:
    ran = casekeeper("square", "--all", "--json", "--book", fairness_book)
    found = json.loads(ran.stdout)
    assert found["nights"] == [NIGHT, "2026-11-21-2"]
    names = {look["name"] for look in found["looks"]} | {missed["name"] for missed in found["not_looked"]}
    assert len(names) == 24
    assert all(0 < look["p"] <= look["corrected"] <= 1 for look in found["looks"])
    assert list(found["ranks"]) == list(RANKS)
    named = casekeeper("square", NIGHT, "2026-11-21-2", NIGHT, "--json", "--book", fairness_book)
    assert json.loads(named.stdout) == found


def test_every_blank_is_written_in_the_style_of_the_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    some = {name: all_blanks()[name] for name in ("cue-cards", "five-hundred-score")}
    monkeypatch.setattr("reports.games.all_blanks", lambda: some)
    out = tmp_path / "wall"
    ran = casekeeper("blanks", "--out", out, "--paper", "Letter", "--marks", "cross_and_naught")
    assert ran.exit_code == 0
    assert ran.stdout.splitlines() == [str(out / f"{name}.pdf") for name in some]
    for name in some:
        box = PdfReader(out / f"{name}.pdf").pages[0].mediabox
        assert sorted([round(float(box.width)), round(float(box.height))]) == [612, 792]
    assert "× winner" in PdfReader(out / "cue-cards.pdf").pages[0].extract_text()
    (tmp_path / "file").write_text("")
    assert_one_sentence(casekeeper("blanks", "--out", tmp_path / "file" / "wall"), "unwritable")
