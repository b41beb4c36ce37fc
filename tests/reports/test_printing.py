"""Printings: batches, bundles, reprints, and the processes that print."""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures._base import DoneAndNotDoneFutures
from hashlib import sha256
from io import BytesIO
from multiprocessing import active_children, get_context
from pathlib import Path
from time import process_time, sleep
from typing import Any
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
from reports.print_workers import (
    Hangs,
    Order,
    PdfWorkers,
    _processor_s,
    joined,
    numbers_of,
    order_of,
    paper_style,
    print_sheet,
    style_of,
    zipped,
)
from reports.printing import ALL, MANIFEST, SETTLEMENTS, BatchExport, ExportedNight, export_papers
from reports.render_options import HouseStyle, RenderOptions, zone_called
from reports.sheets.papers import list_papers, name_of
from tests.reports import nights
from tests.support.house import EARP, buy, clock, small_night, workers_here

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


@pytest.fixture(scope="module")
def filed(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
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


@pytest.mark.parametrize("manifest", ["", "[]", "{}", '{"sha256": 3}', '{"sha256": {"../x.pdf": "0"}, "whole": true}'])
def test_a_manifest_that_does_not_read_is_as_none(
    manifest: str, book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.print_workers.print_sheet", lambda packed, name: name.encode())
    folder = tmp_path / "out" / "2026-11-21-1"
    folder.mkdir(parents=True)
    (tmp_path / "out" / "x.pdf").write_bytes(b"another's")
    (folder / MANIFEST).write_text(manifest)
    assert counts(file_all(book, tmp_path / "out")) == [("2026-11-21-1", 2, 0), ("2026-12-31-1", 1, 0)]
    assert (tmp_path / "out" / "x.pdf").read_bytes() == b"another's"


def test_a_night_that_went_on_and_another_style_are_printed_anew_and_all_papers_are_more_than_settlements(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.print_workers.print_sheet", lambda packed, name: name.encode())
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


def test_settlements_are_some_of_all_papers_and_neither_way_is_anything_deleted_or_printed_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.print_workers.print_sheet", lambda packed, name: name.encode())
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


def test_a_process_that_is_killed_stops_no_filing(filed: Path, book: Book, tmp_path: Path) -> None:
    before, killed = set(active_children()), 0

    def told(_: str, __: Path) -> None:
        nonlocal killed
        for process in set(active_children()) - before if not killed else ():
            process.kill()
            killed += 1

    with PdfWorkers(niceness=0) as workers:
        there = list(export_papers(book, book.nights(), tmp_path, FILING, workers, told))
    assert (killed, counts(there)) == (1, [("2026-11-21-1", 2, 0), ("2026-12-31-1", 1, 0)])
    assert contents(tmp_path) == contents(filed)


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


def test_a_proof_says_that_nobody_was_handed_it(house_book: Book, printings: list[Printed]) -> None:
    night = printings[0].event.night
    options = RenderOptions(zone=zone_called("UTC"), proof=True)
    proof = words(print_sheet(Order.of(house_book, night, 3, options).packed(), SHEET))
    assert "Proof, not printed." in proof
    assert "first printing" not in proof


def test_numbers_and_styles_come_through_as_they_were_entered(printings: list[Printed]) -> None:
    third = printings[2]
    (printing,) = numbers_of(third).values()
    assert (printing.number, printing.at, printing.who) == (3, HOURS[2], "Doc Holliday")
    assert style_of(third.event.style) == HouseStyle(language="de", currency="EUR", paper="Letter")
    assert paper_style(style_of(third.event.style)) == third.event.style
    assert style_of(None) == HouseStyle()


def test_a_clock_that_this_machine_does_not_know_cannot_print(house_book: Book, printings: list[Printed]) -> None:
    elsewhere = replace(printings[0], event=replace(printings[0].event, zone="Mars/Olympus"))
    with pytest.raises(ValueError, match="no clock called Mars/Olympus"):
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


def test_an_edition_for_whoever_holds_a_link_has_no_log_in_it(house_book: Book, printings: list[Printed]) -> None:
    night = printings[0].event.night
    for with_log, attached in ((True, ["facts.json"]), (False, [])):
        options = RenderOptions(zone=zone_called("UTC"), proof=True, with_log=with_log)
        made = print_sheet(Order.of(house_book, night, 3, options).packed(), SHEET)
        assert list(PdfReader(BytesIO(made)).attachments) == attached


@pytest.fixture
def packed() -> bytes:
    with Book.open() as book:
        night = small_night(book, "Ada Lamb")
        return Order.of(book, night, 4, RenderOptions(zone=zone_called("UTC"))).packed()


def test_a_process_prints_what_this_one_does_and_when_it_is_killed_the_next_one_does(packed: bytes) -> None:
    here = print_sheet(packed, "settlement-1-red")
    before = set(active_children())
    with PdfWorkers(niceness=0) as workers:
        assert workers.print(packed, "settlement-1-red") == here
        (process,) = set(active_children()) - before
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        assert workers.print(packed, "settlement-1-red") == here
    assert set(active_children()) <= before


class Hanging(Executor):
    """Processes that never end anything."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return Future()


def named(_: bytes, name: str) -> bytes:
    return name.encode()


def ended(number: int) -> bool:
    """Whether a process is gone within half a minute: one that is only stopped would stay."""
    for _ in range(3_000):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        sleep(0.01)
    return False


def test_a_process_that_hangs_is_ended_and_its_sheet_made_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.print_workers.print_sheet", named)
    processes = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    number = processes.submit(os.getpid).result()
    os.kill(number, signal.SIGSTOP)
    pools = iter([processes, ThreadPoolExecutor(1)])
    with PdfWorkers(patience_s=1, executor=lambda: next(pools)) as workers:
        assert workers.print(b"", "table") == b"table"
    assert ended(number)


class SlowClock:
    """Stands in for :func:`wait`: each time the patience is over, and the processes have worked for so many seconds."""

    def __init__(self, worked_s: Sequence[float], over: Future[bytes] | None = None) -> None:
        self._worked_s = deque([0.0, *worked_s])
        self._over = over

    def processor_s(self, _: Executor) -> float:
        return self._worked_s.popleft()

    def wait(self, on: Collection[Future[bytes]], *_: Any) -> DoneAndNotDoneFutures[bytes]:
        if self._over and not self._worked_s:
            self._over.set_result(b"made")
        return wait(on, 0)

    def be_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("reports.print_workers.wait", self.wait)
        monkeypatch.setattr("reports.print_workers._processor_s", self.processor_s)


def test_a_process_that_waits_for_a_processor_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine at work one that stands back needs minutes for what it does in two seconds."""
    workers = PdfWorkers(executor=Hanging)
    begun = workers.begin(b"", "table")
    SlowClock([0.3, 0.6, 0.61, 2.0], begun).be_used(monkeypatch)
    assert workers.finish(begun, b"", "table") == b"made"


@pytest.mark.parametrize("worked_s", [[0.0], [2.0, 2.0], [40.0, 61.0]])
def test_a_process_that_stands_still_or_works_for_ever_hangs(
    monkeypatch: pytest.MonkeyPatch, worked_s: list[float]
) -> None:
    monkeypatch.setattr("reports.print_workers.print_sheet", named)
    pools = iter([Hanging(), ThreadPoolExecutor(1)])
    with PdfWorkers(executor=lambda: next(pools)) as workers:
        begun = workers.begin(b"", "table")
        clock = SlowClock(worked_s)
        with monkeypatch.context() as slowly:
            clock.be_used(slowly)
            with pytest.raises(Hangs):
                workers._wait_for_one({begun}, workers._in_hand[begun].executor)
        assert workers._running is None
        assert workers.print(b"", "table") == b"table"


def test_how_long_a_process_has_worked_is_told() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert _processor_s(processes) == 0
        assert processes.submit(work_for, 0.3).result() <= _processor_s(processes)
    assert _processor_s(Hanging()) == 0


def work_for(seconds: float) -> float:
    """Work for so much of a processor's time; gives how much it was, to a tick of the system's clock."""
    while process_time() < seconds:
        pass
    return process_time() - 0.05


def test_what_hangs_twice_is_given_up_in_a_sentence() -> None:
    begun = 0

    def hanging() -> Executor:
        nonlocal begun
        begun += 1
        return Hanging()

    workers = PdfWorkers(patience_s=0.01, executor=hanging)
    for asked in (lambda: workers.print(b"", "table"), lambda: list(workers.each(b"", ["table", "rules"]))):
        with pytest.raises(Refusal) as refused:
            asked()
        assert refused.value.code == "press_failed"
    assert begun == 4


def test_what_waits_its_turn_behind_others_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time begins when nothing is ahead of it: until then something has to come of those that are."""
    workers = PdfWorkers(executor=Hanging)
    begun = [workers.begin(b"", name) for name in ("table", "rules", "deal-1")]
    waited = []

    def waiting(on: Collection[Future[bytes]], patience_s: float, *how: Any) -> DoneAndNotDoneFutures[bytes]:
        """Each time one more sheet is ready, in their order."""
        waited.append(len(on))
        begun[len(waited) - 1].set_result(b"made")
        return wait(on, patience_s, FIRST_COMPLETED)

    monkeypatch.setattr("reports.print_workers.wait", waiting)
    assert workers.finish(begun[-1], b"", "deal-1") == b"made"
    assert waited == [2, 1, 1]


def test_a_sheet_that_the_night_has_not_is_an_error_and_the_press_goes_on(packed: bytes) -> None:
    with pytest.raises(LookupError):
        print_sheet(packed, "hand-7")
