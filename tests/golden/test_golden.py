"""Books made by earlier versions: each opens, verifies, exports, prints and goes on, as when it was made."""

from __future__ import annotations

import json
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC
from itertools import count, cycle, product
from pathlib import Path
from typing import Any

import psycopg
import pytest

from dealer.night_service import NightService
from dealer.printings import PrintingsKeeper
from dealer.streams import Sender
from dealer.verification.streams import verify
from events.book.book import Book
from events.book.event_types import kinds
from ledger.export import FORMATS
from reports.pdf.seal import read_seal
from reports.printing import Order, order_of, print_sheet
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.agreement import agreement_with
from reports.sheets.papers import list_papers, name_of
from tests.golden.fill import fill
from tests.golden.given import GERMAN, exported, results, verdicts, words_printed
from tests.support.fixtures import POSTGRESQL, soaked
from tests.support.house import CHEAP, SECRET_KEY, Client
from web.app.authentication import Authentication
from web.application import create_app

ARCHIVES = {path.name.partition(".")[0]: path for path in sorted(Path(__file__).parent.glob("*.tar.xz"))}
IN_FILES = [name for name in ARCHIVES if "postgresql" not in name]
IN_POSTGRESQL = [pytest.param(name, marks=POSTGRESQL.marks) for name in ARCHIVES if "postgresql" in name]
OLDEST, NEWEST = "961f230", "3c2a146"
"""Of these two a paper of every kind is made in every run; of the others one, and all in the soak."""
WITHOUT_WORDS = (OLDEST, "913a9d2-postgresql")
"""The books of which no words of papers were written down."""
PARTS = 4
"""The papers of a book are printed in so many tests, since each takes a while."""

_numbers = count(1)


@dataclass(frozen=True)
class Golden:
    """A book, and a folder with what the version that made it gave of it; ``again`` puts up the book once more."""

    folder: Path
    where: str | Path
    again: Callable[[Path], str | Path]

    def given(self, name: str) -> Any:
        """What the version that made the book gave of it; nothing where that was not written down then."""
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text()) if path.exists() else None


def _in_file(folder: Path, where: Path) -> Path:
    path = where / "book.db"
    path.write_bytes((folder / "book.db").read_bytes())
    return path


def _in_database(folder: Path, server: str) -> str:
    """A database of its own, for the dump names its schema."""
    name = f"golden_{next(_numbers)}"
    with closing(psycopg.connect(server, autocommit=True)) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    url = server.replace("/postgres?", f"/{name}?")
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        connection.execute((folder / "book.sql").read_bytes())
    return f"{url}&options=-csearch_path%3Dgolden"


@pytest.fixture(scope="module", params=[*IN_FILES, *IN_POSTGRESQL])
def golden(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Golden:
    """A book that an earlier version made."""
    folder = tmp_path_factory.mktemp("golden")
    with tarfile.open(ARCHIVES[request.param]) as archive:
        # Debian 12 has Python 3.11.2, which does not know filters yet.
        archive.extraction_filter = getattr(tarfile, "data_filter", None)
        archive.extractall(folder)
    if not (folder / "book.sql").exists():
        return Golden(folder, folder / "book.db", lambda where: _in_file(folder, where))
    server = request.getfixturevalue("postgresql")
    return Golden(folder, _in_database(folder, server), lambda _: _in_database(folder, server))


@pytest.fixture
def book(golden: Golden) -> Iterator[Book]:
    with Book.open(golden.where, create=False, read_only=True) as opened:
        yield opened


def assert_holds(now: Any, then: Any, where: str) -> None:
    """All that was said then is said now; a result or a verdict may say more since."""
    if isinstance(then, dict) and isinstance(now, dict):
        for name, value in then.items():
            assert name in now, f"{where}: no {name}"
            assert_holds(now[name], value, f"{where}.{name}")
    else:
        assert now == then, where


def as_checks_are_called(verdicts_then: Any) -> Any:
    """The verdicts with today's names of the checks, and without the words of a check, which may change."""
    if isinstance(verdicts_then, dict):
        named = {name.replace("chain of facts", "chain of events"): value for name, value in verdicts_then.items()}
        return {name: as_checks_are_called(value) for name, value in named.items() if name not in ("says", "things")}
    return "chain of events" if verdicts_then == "chain of facts" else verdicts_then


def test_every_stream_of_it_is_sound(golden: Golden) -> None:
    now = verdicts(golden.where)
    findings = [one["finding"] for one in now["streams"].values() if one["finding"]]
    assert (now["sound"], now["book"], findings) == (True, None, [])
    assert {"staff", "papers"} < set(now["streams"])
    assert sum(one["refused"] for one in now["streams"].values()) > 8
    assert_holds(now, as_checks_are_called(golden.given("verdicts") or {}), "verdicts")


def test_its_nights_have_the_results_that_they_had(golden: Golden, book: Book) -> None:
    then = golden.given("results")
    assert book.nights() == list(then)
    assert_holds(results(book), then, "results")


@pytest.mark.parametrize("to", FORMATS)
def test_it_is_exported_to_the_byte(golden: Golden, book: Book, to: str) -> None:
    assert exported(book, to).splitlines() == (golden.folder / f"export.{to}").read_bytes().splitlines()


def test_its_printed_seals_agree(golden: Golden, book: Book) -> None:
    """That of the table sheet, and that of the settlement of who sat down first."""
    for night, seals in golden.given("seals").items():
        for text in seals[:2]:
            agreement = agreement_with(book, read_seal(text))
            assert agreement.agrees, (night, agreement)


def test_it_has_the_papers_that_it_had(golden: Golden, book: Book) -> None:
    for night, names in golden.given("sheets").items():
        now = NightService(book).night(night)
        assert set(names) <= {name_of(now, one) for one in list_papers(now, book.events(night))}, night


def _with_words() -> Iterator[Any]:
    """The books of which the words of papers were written down, each with the styles of these papers."""
    for name, style in product([name for name in ARCHIVES if name not in WITHOUT_WORDS], [HouseStyle(), GERMAN]):
        marks = [*(POSTGRESQL.marks if name not in IN_FILES else ())]
        if (name, style) != (NEWEST, HouseStyle()):
            marks.append(pytest.mark.soak)
        yield pytest.param(name, style, marks=marks, id=f"{name}-{style.language}")


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("golden", "style"), [*_with_words()], indirect=["golden"])
def test_a_paper_of_every_kind_is_printed_of_it_in_the_words_of_then(
    golden: Golden, book: Book, style: HouseStyle, part: int
) -> None:
    """The words were printed by a later version from the same book where they changed on purpose."""
    for paper in golden.given("words")[part::PARTS]:
        if paper["language"] == style.language:
            words = words_printed(book, paper["night"], paper["paper"], style)
            assert words == paper["words"], paper["paper"]


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize("golden", [OLDEST], indirect=True)
def test_a_paper_of_every_kind_is_made_of_the_oldest_whose_words_were_not_written_down(book: Book) -> None:
    printed = set()
    for night in book.nights():
        now = NightService(book).night(night)
        papers = {name_of(now, paper): paper.kind for paper in list_papers(now, book.events(night))}
        order = Order.of(book, night, len(book.events(night)), RenderOptions(zone=UTC))
        for name, kind in papers.items():
            if kind not in printed:
                printed.add(kind)
                assert b"</html>" in print_sheet(order.packed(), name)
    assert len(printed) == 8


@pytest.mark.parametrize("language", soaked(["de", "en"], at_once=["de"]))
def test_its_printings_are_made_again(book: Book, language: str) -> None:
    """The last one of each language."""
    printings = PrintingsKeeper(book).printings()
    every = [one for night in book.nights() for one in printings.of(night) if one.event.style.language == language]
    printed = every[-1]
    order = order_of(book, printed)
    assert print_sheet(order.packed(), printed.event.sheets[2].name).startswith(b"%PDF-")


@pytest.fixture
def copy(golden: Golden, tmp_path: Path) -> Iterator[Book]:
    """The book to go on with."""
    with Book.open(golden.again(tmp_path), create=False) as opened:
        yield opened


def test_its_pages_are_shown(copy: Book) -> None:
    auth = Authentication(copy, SECRET_KEY, hasher=CHEAP)
    client = Client(create_app(copy, secret_key=SECRET_KEY, auth=auth).test_client())
    assert client.sign_in("M. Earp", "4711").status_code == 200
    nights = copy.nights()
    parts = cycle(("/audit", "/bets", "/disputes", "/papers", "/verify"))
    for night in dict.fromkeys((*nights[:3], *nights[-8:])):
        for page in (f"/nights/{night}{part}" for part in ("", next(parts), "?at=3")):
            assert client.get(page).status_code == 200, page


def test_a_night_of_it_that_is_open_goes_on(copy: Book) -> None:
    service = NightService(copy)
    night = copy.nights()[-1]
    for document in (
        {"do": "draw_winner", "card": "4h"},
        {"do": "rule_dispute", "dispute": "d", "ruling": "stands", "reason": "It lay."},
        {"do": "close_night"},
    ):
        service.execute(document, Sender(who="Doc Holliday", device="tablet-2"), night=night)
    assert service.night(night).closed
    assert verify(copy, night).sound


def test_a_book_for_the_next_release_holds_every_kind_of_event(tmp_path: Path) -> None:
    where = tmp_path / "book.db"
    fill(str(where))
    with closing(sqlite3.connect(where)) as connection:
        stored = {kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM facts")}
    assert set(kinds()) - stored == set()
