"""Blank papers as PDFs: what stands on them, on which sheets, and the same bytes whenever they are printed."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

from dealer.commands.fields import RANKS
from events.facts.papers import CROSS_AND_NAUGHT, TABS
from reports.game_papers import all_blanks
from reports.games.faro.layout import CARD_MM, PAPER_MM
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from tests.reports.conftest import BLANK, Prints

POINTS_PER_MM = 72 / 25.4


@pytest.fixture
def printed(prints: Prints) -> dict[str, bytes]:
    return {name: prints(BLANK, name) for name in all_blanks()}


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


def test_every_blank_comes_on_its_sheets_without_a_seal(printed: dict[str, bytes]) -> None:
    for name, content in printed.items():
        reader = PdfReader(BytesIO(content))
        lying = name.startswith("layout")
        assert len(reader.pages) == (4 if "poster" in name else 1), name
        for page in reader.pages:
            size = (float(page.mediabox.width), float(page.mediabox.height))
            high, wide = sorted(PAPER_MM["A4"], reverse=True)
            expected = (high, wide) if lying else (wide, high)
            assert size == pytest.approx([side * POINTS_PER_MM for side in expected], abs=0.1), name
        assert reader.metadata is not None
        assert reader.metadata.title == all_blanks()[name].title
        assert "casekeeper 3 " not in text_of(content)
        assert reader.attachments == {}


def test_the_same_style_gives_the_same_bytes(printed: dict[str, bytes]) -> None:
    for name in ("cue-cards", "layout-white"):
        assert all_blanks()[name].print() == printed[name]


def test_a_sheet_of_cue_cards_has_four_of_thirteen_ranks(printed: dict[str, bytes]) -> None:
    words = text_of(printed["cue-cards"]).split()
    assert {rank: words.count(rank) for rank in RANKS} == dict.fromkeys(RANKS, 4)
    for label in ("Deal", "Date", "Player", "Soda", "Hock"):
        assert words.count(label) == 4
    wide, high = CARD_MM
    for sheet in PAPER_MM.values():
        assert 2 * wide + 10 <= sheet[0]
        assert 2 * high + 10 <= sheet[1]


def test_the_key_of_the_marks_is_the_style_s() -> None:
    keys = {}
    for marks in (TABS, CROSS_AND_NAUGHT):
        content = all_blanks()["cue-cards"].print(RenderOptions(style=HouseStyle(paper="Letter", marks=marks)))
        assert len(PdfReader(BytesIO(content)).pages) == 1
        keys[marks] = set(re.findall(r"(\S+)\s+winner\s+(\S+)\s+loser\s+(\S+)\s+soda\s+(\S+)\s+hock", text_of(content)))
    assert keys == {TABS: {("I", "O", "·", "–")}, CROSS_AND_NAUGHT: {("×", "0", "·", "–")}}


def test_each_sheet_of_a_poster_says_where_it_belongs(printed: dict[str, bytes]) -> None:
    pages = [page.extract_text() for page in PdfReader(BytesIO(printed["layout-poster"])).pages]
    wheres = ("upper left", "upper right", "lower left", "lower right")
    for number, (text, where) in enumerate(zip(pages, wheres, strict=True), start=1):
        assert f"Sheet {number} of 4, {where}" in text
        assert "50 mm" in text
    outline = PdfReader(BytesIO(printed["layout-poster"])).outline
    bookmarks = [one.title for one in outline if isinstance(one, Destination)]
    assert bookmarks == [f"Sheet {number} of 4" for number in (1, 2, 3, 4)]


def test_a_score_sheet_has_a_row_for_every_hand() -> None:
    html = to_html("fan_tan/blank.html", "scores", RenderOptions(), hands=3, seats=8)
    assert html.count('class="number" scope="row">') == 3
    assert html.count('class="seat"') == 8


def test_a_livret_has_thirteen_ranks_and_four_figures(printed: dict[str, bytes]) -> None:
    _, *words = text_of(printed["livret"]).split()
    # Each twice on its own card, and once on its figure's.
    assert {rank: words.count(rank) for rank in RANKS} == dict.fromkeys(RANKS, 3)
    for figure in ("little", "yellow", "black", "red"):
        assert words.count(figure) == 1
