"""The papers as PDFs: what stands on them, on how many pages, in which fonts; and that they come out the same again."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, timedelta, timezone
from hashlib import sha256
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from reports.paths import FONTS
from reports.pdf.render import _weasyprint, to_html, to_pdf
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import in_file_name, list_papers
from reports.sheets.settlement import settlement_view
from reports.words.formatting import money, signed
from tests.reports import nights
from tests.reports.conftest import Prints

A4 = (595, 841)
LETTER = (612, 792)
ROOT = Path(__file__).parents[3]

AT_UTC = RenderOptions(zone=UTC)
ODD_KEYS = [
    "../../etc",
    "a/b",
    "a_b",
    "a b",
    "B7",
    "b7",
    "12.3fa9",
    "q?#%",
    "ß",
    "é" * 64,
    "-",
    "..",
    "x-0123abcd",
    "\\",
    "a:b",
]


def read(content: bytes) -> PdfReader:
    return PdfReader(BytesIO(content))


def words(content: bytes) -> str:
    """The text of all pages, with single spaces."""
    return " ".join(" ".join(page.extract_text() for page in read(content).pages).split())


def words_of_html(html: str | bytes) -> str:
    """The text of a paper before it is printed, with single spaces."""
    said = html if isinstance(html, str) else html.decode()
    body = re.sub(r"</?(?:b|em|i|strong|cite)\b[^>]*>", "", said[said.index("<body") :])
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


@pytest.fixture
def crowded_settlement(prints: Prints) -> bytes:
    return prints("crowded", "settlement-1-red")


@pytest.fixture
def crowded_table(prints: Prints) -> bytes:
    return prints("crowded", "table")


def fonts_of(content: bytes) -> Iterator[dict[str, Any]]:
    for page in read(content).pages:
        resources: Any = page["/Resources"]
        for entry in resources["/Font"].values():
            yield entry.get_object()


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize("name", [script.stem for script in nights.SCRIPTS])
def test_every_paper_of_a_given_night_has_its_result(name: str) -> None:
    night = nights.given(name)
    made = {paper.name: words_of_html(paper.make()) for paper in list_papers(night.now, night.facts, AT_UTC)}
    sheet = made[f"{nights.NIGHT_ID}-table.pdf"]
    for seat, (player, expected) in enumerate(night.result["players"].items(), start=1):
        paper = made[f"{nights.NIGHT_ID}-settlement-{seat}-{player}.pdf"]
        assert f"result of the night {signed(expected['net'])}" in paper
        assert expected["name"] in paper
        assert signed(expected["net"]) in sheet
    bank = night.result["bank"]
    if "faro" in night.now.opened.games:
        for figure in (bank["roll"], bank["in_sight"], bank["play"] + bank["sleepers"] + bank["after_hock"]):
            assert money(figure) in sheet


@pytest.mark.parametrize(("name", "pages"), [("faro-one-deal", {1}), ("fan-tan-antes", {1, 2})])
def test_the_sheets_of_a_night_are_of_a_page_or_two(name: str, pages: set[int]) -> None:
    night = nights.given(name)
    table, _rules, settlement, *_, played = list_papers(night.now, night.facts, AT_UTC)
    printed = [words(one.make()) for one in (table, settlement, played)]
    assert {int(pages_of_it) for one in printed for pages_of_it in re.findall(r"page \d of (\d)", one)} == pages
    net = signed(next(iter(night.result["players"].values()))["net"])
    assert net in printed[0]
    assert f"result of the night {net}" in printed[1]


def test_pages_are_numbered_on_every_page(crowded_settlement: bytes) -> None:
    pages = read(crowded_settlement).pages
    assert [f"page {at} of {len(pages)}" in page.extract_text() for at, page in enumerate(pages, start=1)] == [
        True,
        True,
    ]


def test_fonts_are_the_bundled_ones_embedded_as_subsets(crowded_settlement: bytes, crowded_table: bytes) -> None:
    for content in (crowded_settlement, crowded_table):
        names = set()
        for font in fonts_of(content):
            descendant = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
            assert "/FontFile3" in descendant["/FontDescriptor"] or "/FontFile2" in descendant["/FontDescriptor"]
            subset, _, name = font["/BaseFont"].removeprefix("/").partition("+")
            assert len(subset) == 6
            names.add(name.split("-Bold")[0].split("-Medium")[0])
        assert {name for name in names if not name.startswith(("Alegreya-Sans", "IM-Fell-DW-Pica-SC"))} == set()


def test_accented_names_are_set_in_the_bundled_fonts_and_markup_in_a_name_is_text() -> None:
    lines = [nights.opening(), {"do": "seat_player", "player": "red", "name": "Żółć <b>& Őry</b>"}]
    night = nights.played(lines)
    content = night.sheet("settlement-1-red", AT_UTC)
    assert "Żółć <b>& Őry</b>" in words(content)
    assert any("Alegreya-Sans-Extended-Bold" in font["/BaseFont"] for font in fonts_of(content))
    assert all("Alegreya-Sans" in font["/BaseFont"] or "IM-Fell" in font["/BaseFont"] for font in fonts_of(content))


def test_the_papers_are_dated_by_the_night(crowded_settlement: bytes) -> None:
    made = read(crowded_settlement).metadata
    assert made is not None
    assert made.creation_date is not None
    assert made.creation_date.isoformat().startswith("2026-11-22T01:")
    assert made.title == f"Settlement 2026-11-21/1/1: {nights.crowded().now.seats['red'].name}"


def test_hours_are_by_the_clock_of_the_table() -> None:
    night = nights.crowded()
    paper = words(night.sheet("settlement-1-red", RenderOptions(zone=timezone(timedelta(hours=-5)))))
    assert "Marker Nº 1, 8:12 pm" in paper
    assert "hours in UTC−05:00" in paper


@pytest.mark.parametrize(("paper", "size"), [("A4", A4), ("Letter", LETTER)])
def test_papers_come_in_two_sizes(paper: str, size: tuple[int, int], prints: Prints) -> None:
    for sheet in ("settlement-2-blue", "deal-1"):
        pages = read(prints("crowded", sheet, HouseStyle(paper=paper))).pages
        assert [(int(page.mediabox.width), int(page.mediabox.height)) for page in pages] == [size]


def test_no_other_paper_is_made() -> None:
    with pytest.raises(ValueError, match="A4, Letter"):
        HouseStyle(paper="A3")


def test_a_night_of_twenty_deals_repeats_the_head_of_its_table(prints: Prints) -> None:
    pages = [page.extract_text() for page in read(prints("twenty_deals", "table")).pages]
    assert len(pages) == 2
    assert all("Soda" in page for page in pages)
    assert len(read(prints("twenty_deals", "settlement-1-red")).pages) == 2


def test_papers_are_listed_before_they_are_made() -> None:
    night = nights.given("faro-one-deal")
    assert [one.name for one in list_papers(night.now, night.facts)] == [
        "2026-11-21-1-table.pdf",
        "2026-11-21-1-rules.pdf",
        "2026-11-21-1-settlement-1-red.pdf",
        "2026-11-21-1-settlement-2-blue.pdf",
        "2026-11-21-1-marker-1.pdf",
        "2026-11-21-1-marker-2.pdf",
        "2026-11-21-1-deal-1.pdf",
    ]


def test_the_settlement_of_who_came_to_a_seat_put_right_is_begun_by_their_own_seating() -> None:
    """It was said to be a reprint of the paper of somebody who never sat there."""
    seat = {"do": "seat_player", "player": "red", "name": "Ada Lamb", "id": "seat"}
    lines = [nights.opening(), {"do": "start_deal"}, {"do": "expose_soda", "card": "5"}, seat]
    begun = []
    for instead in (None, "Ada Lamb", "Bob Hill"):
        said = {"do": "seat_player", "player": "red", "name": instead}
        amend = [{"do": "amend", "command": "seat", "instead": said, "drop": []}] if instead else []
        night = nights.played([*lines, *amend])
        assert night.result["refused"] == []
        (settlement,) = [one for one in list_papers(night.now, night.facts) if one.kind == "settlement"]
        begun.append(settlement.begun)
    first, same, other = begun
    assert first == same < other


def test_a_night_without_players_and_deals_has_a_table_sheet_and_its_rules() -> None:
    night = nights.played([nights.opening()])
    names = ["2026-11-21-1-table.pdf", "2026-11-21-1-rules.pdf"]
    papers = list_papers(night.now, night.facts, AT_UTC)
    assert [paper.name for paper in papers] == names
    # The rules of a night of nobody are printed by the tests of their sheet.
    assert papers[0].make().startswith(b"%PDF-")


def test_nothing_is_fetched_but_the_bundled_fonts() -> None:
    fetcher: Any
    _, fetcher, _ = _weasyprint()
    for address in ("file:///etc/hostname", "http://127.0.0.1:9/x", "casekeeper-font:../paths.py", "casekeeper-font:x"):
        with pytest.raises(ValueError, match=r"disallowed|no bundled font"):
            fetcher.fetch(address)
    assert to_pdf("<img src='file:///etc/hostname'>").startswith(b"%PDF-")


def test_the_press_is_loaded_with_the_first_paper_only() -> None:
    heavy = "[name for name in ('weasyprint', 'fontTools') if name in sys.modules]"
    program = f"import sys, reports.sheets.papers; print({heavy})"
    said = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_the_fonts_are_the_files_that_their_readme_names() -> None:
    readme = (FONTS / "README.md").read_text("utf-8")
    for path in FONTS.glob("*.woff2"):
        assert f"| `{path.name}` |" in readme
        assert sha256(path.read_bytes()).hexdigest() in readme


@pytest.mark.parametrize("name", ["faro-moves", "fan-tan-antes"])
def test_a_column_of_nothing_but_dashes_has_a_dash_as_its_sum(name: str) -> None:
    night = nights.given(name)
    dashes = 0
    for player in night.now.seats:
        html = to_html("settlement.html", "a title", AT_UTC, view=settlement_view(night.now, night.facts, player, UTC))
        for table in re.findall(r'<table class="figures">(.*?)</table>', html, re.DOTALL):
            rows = [
                re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
                for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
            ]
            (last,) = (place for place, row in enumerate(rows) if row and row[0] == "All")
            for column in zip(*(row for row in rows[: last + 1] if row), strict=True):
                *cells, whole = column
                assert (whole == "–") == (set(cells) == {"–"}), (player, column)
                dashes += whole == "–"
    assert dashes


def test_a_link_is_printed_as_a_second_code_and_without_one_nothing_changes() -> None:
    night = nights.given("faro-one-deal")
    address = "http://cage.lan:8321/player/a-key"
    linked = {
        one.name: one.make
        for one in list_papers(night.now, night.facts, RenderOptions(zone=UTC, links={"red": address}))
    }
    plain = {one.name: one.make for one in list_papers(night.now, night.facts, AT_UTC)}
    name, other = (f"{nights.NIGHT_ID}-settlement-{seat}.pdf" for seat in ("1-red", "2-blue"))
    made, bare = linked[name](), plain[name]()
    assert "Your night, bet by bet" in words(made)
    assert "Your night, bet by bet" not in words(bare)
    assert len(read(made).pages) == len(read(bare).pages) == 1
    assert linked[other]() == plain[other]()


def test_keys_in_names_of_files_are_plain_short_and_each_their_own() -> None:
    names = [
        in_file_name(key) for key in [*ODD_KEYS, *(in_file_name(key) for key in ODD_KEYS if in_file_name(key) != key)]
    ]
    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        assert not set(name) & set("/\\:?#% ")
        assert name.isascii()
        assert len(name) <= 64 + 9
