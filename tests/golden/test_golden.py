"""Books made by earlier versions: each opens, verifies, exports, prints and goes on, as when it was made."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from dealer.assistant import Assistant, Sender
from dealer.printings_keeper import PrintingsKeeper
from dealer.result import result_of
from dealer.verification.night import verify
from events.book import Book
from ledger.export.formats import FORMATS
from reports.agreement import agreement_with
from reports.edition import Edition
from reports.papers import list_papers, name_of
from reports.press import Order, print_sheet
from reports.printings import order_of
from reports.seal import read_seal
from tests.web.command_line.called import casekeeper
from tests.web.conftest import CHEAP, HOUSE_KEY, Client
from web.application import create_app
from web.door import Door

ARCHIVES = sorted(Path(__file__).parent.glob("*.tar.xz"))


@pytest.fixture(scope="module", params=ARCHIVES, ids=lambda path: path.name.partition(".")[0])
def golden(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the book and what the version that made it gave of it."""
    folder = tmp_path_factory.mktemp("golden")
    with tarfile.open(request.param) as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.fixture
def book(golden: Path) -> Iterator[Book]:
    with Book.open(golden / "book.db", create=False) as opened:
        yield opened


def given(golden: Path, name: str) -> Any:
    """What the version that made the book gave of it."""
    return json.loads((golden / name).read_text())


def assert_holds(now: Any, then: Any, where: str) -> None:
    """All that was said then is said now; a result may say more since."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name, value in then.items():
            assert name in now, f"{where}: no {name}"
            assert_holds(now[name], value, f"{where}.{name}")
    else:
        assert now == then, where


def test_every_stream_of_it_is_sound(golden: Path) -> None:
    ran = casekeeper("verify", "--json", "--book", golden / "book.db")
    verdict = json.loads(ran.stdout)
    findings = [one["finding"] for one in verdict["nights"] if one["finding"]]
    assert (ran.exit_code, verdict["sound"], verdict["book"], findings) == (0, True, None, [])
    assert {"staff", "papers"} < {one["night"] for one in verdict["nights"]}
    assert sum(one["refused"] for one in verdict["nights"]) > 50


def test_its_nights_have_the_results_that_they_had(golden: Path, book: Book) -> None:
    results = given(golden, "results.json")
    assert book.nights() == list(results)
    assistant = Assistant(book)
    for night, then in results.items():
        assert_holds(result_of(assistant.night(night), assistant.facts(night)), then, night)


@pytest.mark.parametrize("to", FORMATS)
def test_it_is_exported_to_the_byte(golden: Path, book: Book, to: str) -> None:
    exported = b"".join(FORMATS[to].pieces(book, book.nights()))
    assert exported.splitlines() == (golden / f"export.{to}").read_bytes().splitlines()


def test_its_printed_seals_agree(golden: Path, book: Book) -> None:
    """That of the table sheet, and those of the settlements of who sat down first and second."""
    for night, seals in given(golden, "seals.json").items():
        for text in seals[:3]:
            agreement = agreement_with(book, read_seal(text))
            assert agreement.agrees, (night, agreement)


def test_a_paper_of_every_kind_is_printed_of_it(golden: Path, book: Book) -> None:
    sheets, printed = given(golden, "sheets.json"), set()
    for night, names in sheets.items():
        order = Order.of(book, night, len(book.facts(night)), Edition(zone=UTC))
        now = Assistant(book).night(night)
        papers = {name_of(now, one): one.kind for one in list_papers(now, book.facts(night))}
        assert set(names) <= set(papers), night
        for name, kind in papers.items():
            if kind not in printed:
                printed.add(kind)
                assert print_sheet(order.packed(), name).startswith(b"%PDF-")
    assert len(printed) == 8


def test_its_printings_are_made_again(book: Book) -> None:
    printings = PrintingsKeeper(book).printings()
    every = [one for night in book.nights() for one in printings.of(night)]
    assert {one.fact.style.language for one in every} == {"en", "de", "fr", "es"}
    for printed in every:
        order = order_of(book, printed)
        assert print_sheet(order.packed(), printed.fact.sheets[2].name).startswith(b"%PDF-")


@pytest.fixture
def copy(golden: Path, tmp_path: Path) -> Iterator[Book]:
    """The book to go on with."""
    path = tmp_path / "copy.db"
    path.write_bytes((golden / "book.db").read_bytes())
    with Book.open(path, create=False) as opened:
        yield opened


def test_its_pages_are_shown(copy: Book) -> None:
    door = Door(copy, HOUSE_KEY, hasher=CHEAP)
    client = Client(create_app(copy, house_key=HOUSE_KEY, door=door).test_client())
    assert client.sign_in("M. Earp", "4711").status_code == 200
    for night in copy.nights():
        for page in (f"/nights/{night}{part}" for part in ("", "/audit", "/bets", "/disputes", "/papers", "/verify")):
            assert client.get(page).status_code == 200, page
        assert client.get(f"/nights/{night}?at=3").status_code == 200


def test_a_night_of_it_that_is_open_goes_on(copy: Book) -> None:
    assistant = Assistant(copy)
    night = copy.nights()[-1]
    for document in (
        {"do": "draw_winner", "card": "4h"},
        {"do": "rule_dispute", "dispute": "d", "ruling": "stands", "reason": "It lay."},
        {"do": "close_night"},
    ):
        assistant.execute(document, Sender(who="Doc Holliday", device="tablet-2"), night=night)
    assert assistant.night(night).closed
    assert verify(copy, night).sound
