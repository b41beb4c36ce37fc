"""Papers of many nights in folders: what was filed is not printed again, and a run that was cut off goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from multiprocessing import active_children
from pathlib import Path

import pytest
from msgspec.structs import replace

from events.book.book import Book
from reports.print_workers import PdfWorkers
from reports.printing import ALL, MANIFEST, SETTLEMENTS, BatchExport, ExportedNight, export_papers
from reports.render_options import HouseStyle
from tests.support.small_nights import buy, small_night, workers_here

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
