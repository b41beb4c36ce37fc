"""Printings: batches, bundles, reprints, and the processes that print."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from hashlib import sha256
from io import BytesIO
from multiprocessing import active_children, get_context
from pathlib import Path
from resource import RLIMIT_CPU, getrlimit
from zipfile import ZipFile

import pytest
from msgspec.structs import asdict, replace
from pypdf import PdfReader, PdfWriter

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService
from dealer.printings import Printed, PrintingsKeeper
from dealer.streams import Sender
from dealer.verification.streams import verify_printings
from events.book.book import Book
from reports.printing import (
    ALL,
    MANIFEST,
    SETTLEMENTS,
    BatchExport,
    ExportedNight,
    Order,
    PdfWorkers,
    export_papers,
    joined,
    numbers_of,
    order_of,
    paper_style,
    print_sheet,
    zipped,
)
from reports.render_options import HouseStyle, RenderOptions, style_of, zone_called, zone_of_night
from reports.sheets.papers import list_papers, name_of
from tests.reports import nights
from tests.reports.test_papers import words_of_html
from tests.support.house import EARP, buy, clock, night_of_two_offsets, small_night, workers_here

ZONE = "America/New_York"
FILING = BatchExport(papers=SETTLEMENTS, style=HouseStyle(), zone="UTC")


@pytest.fixture(scope="module")
def book() -> Iterator[Book]:
    """Two nights: a closed one of two players, an open one of one."""
    with Book.open() as opened:
        small_night(opened, "Ada Lamb", "Wm. Hart")
        small_night(opened, "Ruth Bell", date="2026-12-31", close=False)
        yield opened


class CutOff(Exception):
    """Somebody pulled the plug."""


def file_all(
    book: Book, out: Path, export: BatchExport = FILING, cut_off_after: int | None = None
) -> list[ExportedNight]:
    seen: list[Path] = []

    def told(_: str, path: Path) -> None:
        seen.append(path)
        if len(seen) == cut_off_after:
            raise CutOff

    return list(export_papers(book, book.nights(), out, export, workers_here(), told))


def counts(filed: list[ExportedNight]) -> list[tuple[str, int, int]]:
    return [(one.night, one.printed, one.reused) for one in filed]


def contents(out: Path) -> dict[str, str]:
    return {str(path.relative_to(out)): sha256(path.read_bytes()).hexdigest() for path in out.rglob("*.*")}


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are only their names."""
    monkeypatch.setattr("reports.printing.print_sheet", lambda packed, name: name.encode())


@pytest.fixture
def filed(book: Book, tmp_path_factory: pytest.TempPathFactory, named: None) -> Path:
    """All settlements, filed without being cut off."""
    out = tmp_path_factory.mktemp("filed")
    assert counts(file_all(book, out)) == [("2026-11-21-1", 2, 0), ("2026-12-31-1", 1, 0)]
    return out


def test_each_night_has_a_folder_with_its_papers_and_a_manifest_of_them(filed: Path, book: Book) -> None:
    names = sorted(path.name for path in (filed / "2026-11-21-1").iterdir())
    assert names == [
        "2026-11-21-1-settlement-1-red.pdf",
        "2026-11-21-1-settlement-2-blue.pdf",
        MANIFEST,
    ]
    manifest = json.loads((filed / "2026-11-21-1" / MANIFEST).read_text())
    head = book.head("2026-11-21-1")
    assert head
    assert (manifest["version"], manifest["head"], manifest["whole"]) == (head.version, head.hash, True)
    made = {name: sha256((filed / "2026-11-21-1" / name).read_bytes()).hexdigest() for name in names[:2]}
    assert manifest["sha256"] == made


def test_what_was_filed_is_not_printed_again(filed: Path, book: Book) -> None:
    before = contents(filed)
    assert counts(file_all(book, filed)) == [("2026-11-21-1", 0, 2), ("2026-12-31-1", 0, 1)]
    assert contents(filed) == before


def test_cut_off_after_any_paper_a_run_goes_on_and_ends_with_the_same_files(
    filed: Path, book: Book, tmp_path: Path
) -> None:
    for done in (1, 2):
        with pytest.raises(CutOff):
            file_all(book, tmp_path, cut_off_after=1)
        assert sum(path.suffix == ".pdf" for path in tmp_path.rglob("*")) == done
        assert not list(tmp_path.rglob("*.part"))
    assert counts(file_all(book, tmp_path)) == [("2026-11-21-1", 0, 2), ("2026-12-31-1", 1, 0)]
    assert contents(tmp_path) == contents(filed)


def test_a_paper_that_somebody_changed_is_printed_anew(filed: Path, book: Book) -> None:
    before = contents(filed)
    changed = filed / "2026-11-21-1" / "2026-11-21-1-settlement-2-blue.pdf"
    changed.write_bytes(changed.read_bytes() + b" ")
    assert counts(file_all(book, filed)) == [("2026-11-21-1", 1, 1), ("2026-12-31-1", 0, 1)]
    assert contents(filed) == before


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("manifest", ["", "[]", "{}", '{"sha256": 3}', '{"sha256": {"../x.pdf": "0"}, "whole": true}'])
def test_a_manifest_that_does_not_read_is_as_none(manifest: str, book: Book, tmp_path: Path) -> None:
    folder = tmp_path / "out" / "2026-11-21-1"
    folder.mkdir(parents=True)
    (tmp_path / "out" / "x.pdf").write_bytes(b"another's")
    (folder / MANIFEST).write_text(manifest)
    assert counts(file_all(book, tmp_path / "out")) == [("2026-11-21-1", 2, 0), ("2026-12-31-1", 1, 0)]
    assert (tmp_path / "out" / "x.pdf").read_bytes() == b"another's"


@pytest.mark.usefixtures("named")
def test_a_night_that_went_on_and_another_style_are_printed_anew_and_all_papers_are_more_than_settlements(
    tmp_path: Path,
) -> None:
    with Book.open() as book:
        small_night(book, "Ada Lamb")
        still_open = small_night(book, "Ruth Bell", date="2026-12-31", close=False)
        file_all(book, tmp_path)
        buy(book, still_open)
        assert counts(file_all(book, tmp_path)) == [("2026-11-21-1", 0, 1), ("2026-12-31-1", 1, 0)]
        german = replace(FILING, style=HouseStyle(language="de"))
        assert counts(file_all(book, tmp_path, german)) == [("2026-11-21-1", 1, 0), ("2026-12-31-1", 1, 0)]
        assert all(one.printed > 1 for one in file_all(book, tmp_path, replace(FILING, papers=ALL)))
        file_all(book, tmp_path, german)
        assert sorted(path.name for path in tmp_path.rglob("*.pdf")) == [
            "2026-11-21-1-settlement-1-red.pdf",
            "2026-12-31-1-settlement-1-red.pdf",
        ]


@pytest.mark.usefixtures("named")
def test_settlements_are_some_of_all_papers_and_neither_way_is_anything_deleted_or_printed_twice(
    tmp_path: Path,
) -> None:
    everything = replace(FILING, papers=ALL)
    with Book.open() as book:
        night = small_night(book, "Ada Lamb", "Wm. Hart")
        assert counts(file_all(book, tmp_path)) == [(night, 2, 0)]
        (first,) = file_all(book, tmp_path, everything)
        assert first.reused == 2
        assert first.printed > 1
        all_of_them = contents(tmp_path)
        assert len(all_of_them) == first.printed + first.reused + 1
        assert counts(file_all(book, tmp_path)) == [(night, 0, 2)]
        assert contents(tmp_path) == all_of_them
        assert counts(file_all(book, tmp_path, everything)) == [(night, 0, first.printed + 2)]
        # Cut off on the way from settlements to all: what was printed for all stays too when settlements are asked for.
        (tmp_path / night / f"{night}-table.pdf").unlink()
        (tmp_path / night / f"{night}-settlement-1-red.pdf").write_bytes(b"changed")
        assert counts(file_all(book, tmp_path)) == [(night, 1, 1)]
        assert counts(file_all(book, tmp_path, everything)) == [(night, 1, first.printed + 1)]
        assert contents(tmp_path) == all_of_them


def test_a_process_prints_what_this_one_does_and_one_that_is_killed_stops_no_filing(book: Book, tmp_path: Path) -> None:
    night, *_ = book.nights()
    here, there = tmp_path / "here", tmp_path / "there"
    before, killed = set(active_children()), 0

    def told(_: str, __: Path) -> None:
        nonlocal killed
        for process in set(active_children()) - before if not killed else ():
            process.kill()
            killed += 1

    with PdfWorkers(niceness=0) as workers:
        by_processes = list(export_papers(book, [night], there, FILING, workers, told))
    assert (killed, counts(by_processes)) == (1, [(night, 2, 0)])
    assert set(active_children()) <= before
    list(export_papers(book, [night], here, FILING, workers_here(), lambda *_: None))
    assert contents(there) == contents(here)


AT = "2026-11-22T03:10:08.000Z"


def blank(pages: int) -> bytes:
    writer, made = PdfWriter(), BytesIO()
    for _ in range(pages):
        writer.add_blank_page(595, 842)
    writer.write(made)
    return made.getvalue()


def test_a_zip_has_the_same_bytes_whatever_the_order_and_is_dated_by_the_night() -> None:
    made = zipped({"b.pdf": b"two", "a.pdf": b"one"}, AT)
    assert made == zipped({"a.pdf": b"one", "b.pdf": b"two"}, AT)
    with ZipFile(BytesIO(made)) as archive:
        assert archive.testzip() is None
        assert [(one.filename, one.date_time) for one in archive.infolist()] == [
            ("a.pdf", (2026, 11, 22, 3, 10, 8)),
            ("b.pdf", (2026, 11, 22, 3, 10, 8)),
        ]
        assert archive.read("b.pdf") == b"two"


def test_a_night_of_long_ago_is_dated_as_early_as_a_zip_can_be() -> None:
    with ZipFile(BytesIO(zipped({"a.pdf": b"one"}, "1871-04-01T20:00:00Z"))) as archive:
        assert archive.infolist()[0].date_time[:3] == (1980, 4, 1)


def test_joined_sheets_are_one_pdf_with_all_pages_and_the_same_bytes() -> None:
    made = joined([blank(1), blank(3)], "Night 2026-11-21-1")
    reader = PdfReader(BytesIO(made))
    assert (len(reader.pages), reader.metadata and reader.metadata.title) == (4, "Night 2026-11-21-1")
    assert made == joined([blank(1), blank(3)], "Night 2026-11-21-1")


DOC = Sender(who="Doc Holliday", device="tablet-2")
SHEET = "settlement-1-red"
HOURS = ("2026-11-22T08:10:00.000Z", "2026-12-01T17:05:00.000Z", "2027-01-02T03:04:05.000Z")


@pytest.fixture(scope="module")
def house_book() -> Iterator[Book]:
    with Book.open() as opened:
        yield opened


@pytest.fixture(scope="module")
def printings(house_book: Book) -> list[Printed]:
    """Three printings of a settlement of an open night, more checks being bought after the first of them."""
    night = small_night(house_book, "Ada Lamb", close=False)
    keeper = PrintingsKeeper(house_book, clock(*HOURS))
    made = []
    for sender, language in ((EARP, "en"), (DOC, "en"), (DOC, "de")):
        head = NightService(house_book).at(night)[1]
        style = paper_style(HouseStyle(language=language, currency="EUR", paper="Letter"))
        made.append(
            keeper.print(night, head, {SHEET: 2}, style, sender, zone="America/Denver", address="http://cage.lan")
        )
        buy(house_book, night)
    return made


@pytest.fixture(scope="module")
def sheets(house_book: Book, printings: list[Printed]) -> list[bytes]:
    return [print_sheet(order_of(house_book, one).packed(), SHEET) for one in printings]


def words(content: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages).split())


def test_the_first_printing_says_so_in_a_word_and_a_reprint_says_when_and_by_whom(sheets: list[bytes]) -> None:
    first, second, third = (words(one) for one in sheets)
    assert "first printing" in first
    assert "Reprint" not in first
    reprint = "This is printing 2 of this sheet, made Tuesday 1 December 2026, 10:05 am, by Doc Holliday."
    assert f"Reprint. {reprint}" in second
    assert "first printing" not in second
    assert "Doc Holliday" in third


def test_a_printing_is_of_the_event_and_in_the_style_that_it_names(sheets: list[bytes]) -> None:
    first, second, third = (PdfReader(BytesIO(one)) for one in sheets)
    assert [reader.root_object["/Lang"] for reader in (first, second, third)] == ["en", "en", "de"]
    assert {tuple(map(int, reader.pages[0].mediabox[2:])) for reader in (first, second, third)} == {(612, 792)}
    assert "€200" in words(sheets[0])
    assert "€400" in words(sheets[1])
    assert "€400" not in words(sheets[0])


def test_the_same_printing_gives_the_same_bytes_though_the_night_went_on(
    house_book: Book, printings: list[Printed], sheets: list[bytes]
) -> None:
    """Made again after the process has forgotten the order, and the night has more events."""
    assert print_sheet(order_of(house_book, printings[0]).packed() + b" ", SHEET) == sheets[0]
    assert len(set(sheets)) == 3


@pytest.mark.usefixtures("unprinted")
def test_a_proof_says_that_nobody_was_handed_it(house_book: Book, printings: list[Printed]) -> None:
    night = printings[0].event.night
    options = RenderOptions(zone=zone_called("UTC"), proof=True)
    proof = words_of_html(print_sheet(Order.of(house_book, night, 3, options).packed(), SHEET))
    assert "Proof, not printed." in proof
    assert "first printing" not in proof


def test_numbers_and_styles_come_through_as_they_were_entered(printings: list[Printed]) -> None:
    third = printings[2]
    (printing,) = numbers_of(third).values()
    assert (printing.number, printing.at, printing.who) == (3, HOURS[2], "Doc Holliday")
    assert style_of(third.event.style) == HouseStyle(language="de", currency="EUR", paper="Letter")
    assert paper_style(style_of(third.event.style)) == third.event.style
    assert style_of(None) == HouseStyle()


@pytest.mark.usefixtures("unprinted")
def test_no_hour_runs_backwards_on_a_paper_of_the_night_on_which_summer_time_ends() -> None:
    """The foot says by which offset it goes. A printing that recorded the zone is made again as it was."""
    with Book.open() as book:
        night = night_of_two_offsets(book)
        (now, head), events = NightService(book).at(night), book.events(night)
        names = [name_of(now, paper) for paper in list_papers(now, events)]
        new, old = (
            Order.of(book, night, head.version, RenderOptions(zone=zone_called(zone))).packed()
            for zone in (zone_of_night(ZONE, events[0].at, events[-1].at), ZONE)
        )
        sheets = {name: words_of_html(print_sheet(new, name)) for name in names}
        again = words_of_html(print_sheet(old, "marker-1"))
    assert {"table", "settlement-1-red", "marker-1", "fill-1", "ruling-d1"} <= sheets.keys()
    for sheet in sheets.values():
        assert "times in UTC−04:00" in sheet
        # Nothing was done from 1:00 to 1:29 before the clock went back, and much afterwards.
        assert not re.search(r"\b1:[0-2][0-9] am", sheet)
    assert "2:20 am" in sheets["marker-1"]
    assert "1:20 am" in again
    assert "times in" not in again


def test_a_clock_that_this_machine_does_not_know_cannot_print(house_book: Book, printings: list[Printed]) -> None:
    elsewhere = replace(printings[0], event=replace(printings[0].event, zone="Mars/Olympus"))
    with pytest.raises(ValueError, match="no time zone Mars/Olympus"):
        order_of(house_book, elsewhere)


BEGUN_BY = {
    "settlement": {"PlayerSeated"},
    "marker": {"MarkerIssued"},
    "deal": {"DealStarted"},
    "hand": {"HandStarted"},
    "ruling": {"DisputeRaised"},
    "bet": {"BetPlaced", "TurnCalled"},
}


def test_every_paper_names_the_event_that_began_what_it_is_of() -> None:
    night = nights.both()
    papers = list_papers(night.now, night.events)
    assert {one.kind for one in papers} == {"table", "rules", *BEGUN_BY}
    for one in papers:
        if one.kind in BEGUN_BY:
            begun = night.events[one.begun - 1]
            assert begun.kind in BEGUN_BY[one.kind]
            named = {str(value) for value in asdict(begun.event).values()}
            assert one.of in named or one.kind == "marker"
        else:
            assert (one.of, one.begun) == ("", 0)


def test_a_set_of_every_kind_of_sheet_is_sound() -> None:
    # A book of its own: others read the one that is shared.
    night = nights.both.__wrapped__()
    sheets = {name_of(night.now, one): one.begun for one in list_papers(night.now, night.events)}
    with night.book as house_book:
        head = NightService(house_book).at(night.now.id)[1]
        PrintingsKeeper(house_book).print(night.now.id, head, sheets, paper_style(HouseStyle()), EARP, zone="UTC")
        assert verify_printings(house_book).finding is None


def test_an_edition_for_whoever_holds_a_link_has_no_log_in_it(
    house_book: Book, printings: list[Printed], sheets: list[bytes]
) -> None:
    options = RenderOptions(zone=zone_called("UTC"), proof=True, with_log=False)
    without = print_sheet(Order.of(house_book, printings[0].event.night, 3, options).packed(), SHEET)
    attached = [list(PdfReader(BytesIO(sheet)).attachments) for sheet in (sheets[0], without)]
    assert attached == [["facts.json"], []]


@pytest.fixture
def packed() -> bytes:
    with Book.open() as book:
        night = small_night(book, "Ada Lamb")
        return Order.of(book, night, 4, RenderOptions(zone=zone_called("UTC"))).packed()


def compute_forever(*_: object) -> bytes:
    """Print a sheet in an endless loop."""
    while True:
        pass


def test_a_sheet_that_computes_for_too_long_is_tried_twice_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.printing.print_sheet", compute_forever)
    pools: list[Executor] = []

    def pool() -> Executor:
        pools.append(ProcessPoolExecutor(1, mp_context=get_context("spawn")))
        return pools[-1]

    with PdfWorkers(limit_s=1, executor=pool) as workers, pytest.raises(Refusal) as refused:
        workers.print(b"", "table")
    assert refused.value.code == "press_failed"
    assert len(pools) == 2


def test_printing_in_this_process_sets_no_limit_that_outlives_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    # The limit counts for a whole process: two threads that each set and restored it left one behind, and it ended the
    # process minutes later.
    def limits(*_: object) -> bytes:
        return str(getrlimit(RLIMIT_CPU)).encode()

    monkeypatch.setattr("reports.printing.print_sheet", limits)
    with workers_here() as workers:
        assert workers.print(b"", "table") == limits()


def test_a_sheet_that_the_night_has_not_is_an_error_and_the_press_goes_on(packed: bytes) -> None:
    with pytest.raises(LookupError):
        print_sheet(packed, "hand-7")
