"""``casekeeper report`` and ``casekeeper style``: one night's papers, many nights' filed, in the style of the house."""

from __future__ import annotations

from errno import ENOSPC
from pathlib import Path
from pickle import loads

import pytest

from dealer.commands.refusal import Refusal
from dealer.printings.keeper import PrintingsKeeper
from events.book.book import Book
from tests.support.house import small_night, workers_here
from tests.web.command_line.called import assert_one_sentence, casekeeper

FIRST = "2025-12-31-1"
OF_2026 = ("2026-01-01-1", "2026-12-31-1")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three small nights: the last of 2025, and the first and last of 2026."""
    path = tmp_path_factory.mktemp("book") / "night.db"
    with Book.open(path) as opened:
        for night in (FIRST, *OF_2026):
            small_night(opened, "Ada Lamb", date=night[:10])
    return path


@pytest.fixture(autouse=True)
def _sheets_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a sheet looks like is proved elsewhere; here it only says which one it is, and in which edition."""
    monkeypatch.setattr(
        "reports.printing.workers.print_sheet", lambda packed, name: repr(loads(packed).options).encode()
    )
    monkeypatch.setattr("reports.printing.workers.PdfWorkers", lambda processes, niceness: workers_here())


def papers(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.pdf"))


def test_a_year_is_filed_with_a_folder_a_night_and_a_second_run_prints_nothing(book: Path, tmp_path: Path) -> None:
    ran = casekeeper("report", "--book", book, "--year", 2026, "--settlements", "--out", tmp_path)
    assert ran.exit_code == 0
    assert ran.stdout.endswith(f"2 nights in {tmp_path}: 2 papers printed, 0 there already.\n")
    assert papers(tmp_path) == [f"{night}/{night}-settlement-1-red.pdf" for night in OF_2026]
    again = casekeeper("report", "--book", book, "--year", 2026, "--settlements", "--out", tmp_path)
    assert again.stdout.endswith(": 0 papers printed, 2 there already.\n")


def test_the_clock_of_the_table_can_be_given_and_one_that_there_is_not_is_refused(book: Path, tmp_path: Path) -> None:
    ran = casekeeper("report", FIRST, "--book", book, "--out", tmp_path, "--zone", "Europe/Vienna")
    assert ran.exit_code == 0
    assert "zone=zoneinfo.ZoneInfo(key='Europe/Vienna')" in (tmp_path / f"{FIRST}-table.pdf").read_text()
    refused = casekeeper("report", FIRST, "--book", book, "--out", tmp_path / "none", "--zone", "Atlantis/Poseidonis")
    assert_one_sentence(refused, "bad_input")


def test_from_and_to_are_dates_and_each_may_be_left_out(book: Path, tmp_path: Path) -> None:
    for at, (options, nights) in enumerate(
        (
            (("--to", "2026-01-01"), (FIRST, OF_2026[0])),
            (("--from", "2026-01-02"), OF_2026[1:]),
            (("--year", 2025), (FIRST,)),
            (("--from", "2026-01-01", "--to", "2026-01-01"), OF_2026[:1]),
        )
    ):
        out = tmp_path / str(at)
        assert casekeeper("report", "--book", book, *options, "--out", out).exit_code == 0
        assert sorted(path.name for path in out.iterdir()) == list(nights)
        assert all(len(papers(out / night)) > 1 for night in nights)


def test_what_does_not_go_together_is_refused_in_a_sentence(book: Path, tmp_path: Path) -> None:
    for options, code in (
        ((), "bad_input"),
        ((FIRST, "--year", 2026), "bad_input"),
        (("--year", 2026, "--record"), "bad_input"),
        ((FIRST, "--settlements"), "bad_input"),
        (("--year", 1999), "no_such_night"),
        ((FIRST, "--currency", "JPY"), "bad_input"),
        (("--year", 2026, "--currency", "XXX"), "bad_input"),
        (("2031-01-01-1",), "no_such_night"),
    ):
        assert_one_sentence(casekeeper("report", "--book", book, "--out", tmp_path / "out", *options), code)
        assert not (tmp_path / "out").exists(), options


def test_the_style_of_the_house_is_shown_and_chosen_and_reports_are_printed_in_it(tmp_path: Path) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as opened:
        night = small_night(opened)
    assert casekeeper("style", "--book", path).stdout.split() == [
        *("language", "en", "currency", "USD", "paper", "A4", "marks", "tabs", "slips", "roll")
    ]
    chosen = casekeeper("style", "--book", path, "--language", "es", "--paper", "Letter", "--currency", "eur")
    assert chosen.stdout.split()[:4] == ["language", "es", "currency", "EUR"]
    assert_one_sentence(casekeeper("style", "--book", path, "--currency", "JPY"), "bad_input")
    ran = casekeeper("report", night, "--book", path, "--out", tmp_path, "--record")
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert sorted(Path(line).name for line in ran.stdout.splitlines()) == papers(tmp_path)
    assert "language='es', currency='EUR', paper='Letter'" in (tmp_path / f"{night}-table.pdf").read_text()
    other = casekeeper("report", night, "--book", path, "--out", tmp_path, "--currency", "USD")
    assert_one_sentence(other, "other_currency")
    casekeeper("style", "--book", path, "--currency", "CHF")
    for asked in ((night,), ("--year", night[:4])):
        assert casekeeper("report", *asked, "--book", path, "--out", tmp_path / asked[0]).exit_code == 0
        (table,) = (tmp_path / asked[0]).rglob("*-table.pdf")
        assert "currency='EUR'" in table.read_text()
    with Book.open(path) as opened:
        (printed,) = PrintingsKeeper(opened).printings().of(night)
    assert (printed.who, printed.fact.style.language, printed.number_of("table")) == ("the terminal", "es", 1)


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


def test_a_printing_whose_papers_could_not_all_be_written_is_said_to_be_entered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "night.db"
    with Book.open(path) as opened:
        night = small_night(opened)

    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    def failed(packed: bytes, name: str) -> bytes:
        raise Refusal("press_failed", "The press failed.")

    for number, (name, trouble, said) in enumerate(
        (
            (
                "reports.printing.batch_export._write_whole",
                full,
                f"cannot be written to {tmp_path}: No space left on device. [unwritable]",
            ),
            ("reports.printing.workers.print_sheet", failed, "The press failed. [press_failed]"),
        ),
        start=1,
    ):
        with monkeypatch.context() as broken:
            broken.setattr(name, trouble)
            ran = casekeeper("report", night, "--book", path, "--out", tmp_path, "--record")
        where = f"/nights/{night}/printings/{number}"
        assert ran.exit_code == 1
        assert ran.stderr.startswith(f"casekeeper: Printing Nº {number} is entered, and to be had at {where}. ")
        assert ran.stderr.endswith(f"{said}\n")
        with Book.open(path) as opened:
            assert len(PrintingsKeeper(opened).printings().of(night)) == number
