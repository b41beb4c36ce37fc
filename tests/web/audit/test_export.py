"""The export as a command and as downloads: the same bytes, whole files or none, refusals in a sentence."""

from __future__ import annotations

import csv
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import get_template_attribute

from dealer.assistant import Assistant
from events.book.book import Book
from ledger.export.formats import FORMATS
from tests.ledger.export.nights import HOSTILE, everything
from tests.support.house import Client, House
from web.command_line.commands import commands

KINDS = {
    "hledger": ("text/x-hledger; charset=utf-8", "hledger"),
    "ledger": ("text/x-ledger; charset=utf-8", "ledger"),
    "beancount": ("text/x-beancount; charset=utf-8", "beancount"),
    "csv": ("text/csv; charset=utf-8; header=present", "csv"),
    "jsonl": ("application/jsonl; charset=utf-8", "jsonl"),
}


def casekeeper(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["export", *map(str, arguments)])


def pieces_of(book: Book, to: str, *nights: str, commodity: str = "USD") -> bytes:
    return b"".join(FORMATS[to].pieces(book, nights, commodity))


def damaged_copy(where: Path, folder: Path) -> Path:
    """A copy of a book in which the last night has moves on accounts that there are not."""
    damaged = folder / "damaged.db"
    damaged.write_bytes(where.read_bytes())
    with closing(sqlite3.connect(damaged)) as connection:
        connection.execute("DROP TRIGGER facts_never_update")
        connection.execute("UPDATE facts SET body = replace(body, 'checks:', 'purse:') WHERE night = '2026-11-21-2'")
        connection.commit()
    return damaged


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with three nights; the one opened last has the earliest date."""
    where = tmp_path_factory.mktemp("export") / "book.db"
    with Book.open(where) as book:
        assistant = Assistant(book)
        for date in ("2026-11-21", "2026-11-21", "2026-11-20"):
            opening, *lines = everything()[:12]
            night = assistant.execute({**opening, "date": date}, HOSTILE).night
            for line in lines:
                assistant.execute(line, HOSTILE, night=night)
    return where


def test_all_nights_of_a_book_go_into_one_file_by_their_dates(where: Path) -> None:
    with Book.open(where) as book:
        for to in FORMATS:
            ran = casekeeper("--book", where, "--format", to)
            assert (ran.exit_code, ran.stderr) == (0, "")
            assert ran.stdout_bytes == pieces_of(book, to, "2026-11-20-1", "2026-11-21-1", "2026-11-21-2")


def test_named_nights_are_written_once_each_into_the_file_named(where: Path, tmp_path: Path) -> None:
    out = tmp_path / "two.beancount"
    out.write_text("what was there before")
    nights = ("2026-11-21-2", "2026-11-20-1", "2026-11-21-2")
    ran = casekeeper(*nights, "--book", where, "--format", "beancount", "--out", out, "--commodity", "EUR")
    assert (ran.exit_code, ran.stdout) == (0, f"{out}\n")
    with Book.open(where) as book:
        assert out.read_bytes() == pieces_of(book, "beancount", "2026-11-20-1", "2026-11-21-2", commodity="EUR")
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["2026-11-21-9"], "The book has no night 2026-11-21-9. [no_such_night]"),
        (["staff"], "The book has no night staff. [no_such_night]"),
        (["--commodity", "dollars"], "A commodity is three capital letters, as USD. [bad_input]"),
        (["--book", "nowhere.db"], "There is no book at nowhere.db. [no_such_book]"),
    ],
)
def test_a_refusal_is_one_sentence_and_leaves_the_file_as_it_was(
    where: Path, tmp_path: Path, arguments: list[str], said: str
) -> None:
    out = tmp_path / "out.hledger"
    out.write_text("what was there before")
    ran = casekeeper("--book", where, "--format", "hledger", "--out", out, *arguments)
    assert (ran.exit_code, ran.stdout, ran.stderr) == (1, "", f"casekeeper: {said}\n")
    assert out.read_text() == "what was there before"


def test_a_damaged_book_is_said_and_leaves_no_half_of_a_file(tmp_path: Path, where: Path) -> None:
    damaged, out = damaged_copy(where, tmp_path), tmp_path / "out.csv"
    ran = casekeeper("--book", damaged, "--format", "csv", "--out", out)
    assert ran.exit_code == 1
    assert ran.stderr == (
        "casekeeper: Night 2026-11-21-2 has moves on purse:red, an account that the chart has not. [book_damaged]\n"
    )
    assert sorted(tmp_path.iterdir()) == [damaged]


def test_a_file_that_cannot_be_written_is_said_in_a_sentence(where: Path, tmp_path: Path) -> None:
    ran = casekeeper("--book", where, "--format", "csv", "--out", tmp_path / "missing" / "out.csv")
    assert ran.exit_code == 1
    assert ran.stderr.startswith("casekeeper: The export cannot be written to ")
    assert ran.stderr.endswith("out.csv: No such file or directory. [unwritable]\n")


def test_a_night_is_downloaded_as_a_file_of_its_format(house: House, client: Client, night: str) -> None:
    for to, (kind, suffix) in KINDS.items():
        answer = client.get(f"/nights/{night}/export/{to}")
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{night}.{suffix}"'
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.data == pieces_of(house.book, to, night)
    assert list(KINDS) == list(FORMATS)
    rows = list(csv.reader(io.StringIO(client.get(f"/nights/{night}/export/csv").text)))
    assert len(rows) == 1 + 2 * 3
    euros = client.get(f"/nights/{night}/export/ledger?commodity=EUR").data
    assert euros == pieces_of(house.book, "ledger", night, commodity="EUR")


def test_a_download_says_how_long_it_is_and_is_sent_in_pieces(house: House, client: Client, night: str) -> None:
    for _ in range(90):
        house.do(night, "seat_player", player="white", name="N" * 60)
        house.do(night, "leave_table", player="white")
    answer = client.http.get(f"/nights/{night}/export/jsonl")
    assert answer.is_streamed
    pieces = list(answer.iter_encoded())
    assert len(pieces) > 1
    assert answer.content_length == sum(map(len, pieces))
    assert b"".join(pieces) == pieces_of(house.book, "jsonl", night)
    answer.close()


def test_a_download_that_fails_at_its_end_is_a_sentence_and_no_half_of_a_file(house: House, client: Client) -> None:
    """Also where thousands of its bytes could be written: the day after is asked for last."""
    night = house.open_night(date="9999-12-31")
    house.seat(night, red="Ada Lamb")
    for _ in range(100):
        house.do(night, "buy_checks", player="red", amount=500)
    answer = client.get(f"/nights/{night}/export/beancount")
    assert answer.status_code == 503
    assert "beancount asserts balances on the next day; after 9999-12-31 is none." in answer.text
    assert "Content-Disposition" not in answer.headers
    assert client.get(f"/nights/{night}/export/hledger").status_code == 200


def test_a_damaged_book_is_downloaded_only_as_its_rows(where: Path, tmp_path: Path) -> None:
    with Book.open(damaged_copy(where, tmp_path)) as book:
        client = House(book).client()
        for to in FORMATS:
            answer = client.get(f"/nights/2026-11-21-2/export/{to}")
            assert answer.status_code == (200 if to == "jsonl" else 503)
            assert ("purse:red, an account that the chart has not." in answer.text) == (to != "jsonl")


def test_what_is_not_there_is_not_downloaded(client: Client, stranger: Client, night: str) -> None:
    assert client.get(f"/nights/{night}/export/xlsx").status_code == 404
    assert client.get("/nights/2026-11-21-9/export/csv").status_code == 404
    assert client.get("/nights/staff/export/csv").status_code == 404
    assert client.get(f"/nights/{night}/export/csv?commodity=dollars").status_code == 400
    assert stranger.get(f"/nights/{night}/export/csv").status_code in (303, 401)


def test_the_list_of_downloads_has_every_format(house: House, night: str) -> None:
    with house.app.test_request_context():
        page = get_template_attribute("macros.html", "exports")(night, FORMATS.values())
    for to in FORMATS:
        assert page.count(f'href="/nights/{night}/export/{to}"') == 1
