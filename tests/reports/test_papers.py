"""The papers as PDFs: what stands on them, their pages and fonts, signatures, blanks, the same bytes again."""

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

import pypdfium2
import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

from dealer.commands.fields import MOST_CENTS, RANKS
from dealer.demo import Demo
from dealer.games import game_called
from dealer.night.night import Night
from dealer.night_service import NightService
from events.book.book import Book
from events.games import game_of
from events.records import Recorded
from ledger.accounts import checks, gains, layout
from ledger.statement import box_cents
from reports.game_papers import all_blanks
from reports.games.faro.layout import CARD_MM, PAPER_MM
from reports.pdf.render import _weasyprint, to_html, to_pdf
from reports.render_options import FONTS, HouseStyle, Printing, RenderOptions
from reports.sheets.papers import in_file_name, list_papers
from reports.sheets.settlement import settlement_view
from reports.sheets.table_sheet import table_sheet_view
from reports.words.formatting import money, signed
from reports.words.language import gettext
from reports.words.naming import dealt_in
from tests.reports import nights
from tests.reports.conftest import BLANK, Prints
from tests.reports.nights import bet, deal_lines, seated
from tests.support.fixtures import soaked
from tests.support.pdf import FOOT, TOP, faults_of, read_tagged

ROOT = Path(__file__).parents[2]

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


def fonts_of(content: bytes) -> Iterator[dict[str, Any]]:
    for page in read(content).pages:
        resources: Any = page["/Resources"]
        for entry in resources["/Font"].values():
            yield entry.get_object()


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize("name", [script.stem for script in nights.SCRIPTS])
def test_every_paper_of_a_given_night_has_its_result(name: str) -> None:
    night = nights.given(name)
    made = {paper.name: words_of_html(paper.make()) for paper in list_papers(night.now, night.events, AT_UTC)}
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


def test_accented_names_are_set_in_the_bundled_fonts_and_markup_in_a_name_is_text(prints: Prints) -> None:
    content = prints("both", "settlement-3-white")
    assert "Żółć <b>& Őry</b>" in words(content)
    assert any("Alegreya-Sans-Extended-Bold" in font["/BaseFont"] for font in fonts_of(content))
    assert all("Alegreya-Sans" in font["/BaseFont"] or "IM-Fell" in font["/BaseFont"] for font in fonts_of(content))


def test_the_papers_are_dated_by_the_night(prints: Prints) -> None:
    made = read(prints("both", "settlement-1-red")).metadata
    assert made is not None
    assert made.creation_date is not None
    assert made.creation_date.isoformat().startswith("2026-11-22T01:")
    assert made.title == f"Settlement 2026-11-21/1/1: {nights.both().now.seats['red'].name}"


@pytest.mark.usefixtures("unprinted")
def test_hours_are_by_the_clock_of_the_table() -> None:
    night = nights.crowded()
    paper = words_of_html(night.sheet("settlement-1-red", RenderOptions(zone=timezone(timedelta(hours=-5)))))
    assert "Marker Nº 1 , 8:12 pm" in paper
    assert "times in UTC−05:00" in paper


def test_no_other_paper_is_made() -> None:
    with pytest.raises(ValueError, match="A4, Letter"):
        HouseStyle(paper="A3")


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
        (settlement,) = [one for one in list_papers(night.now, night.events) if one.kind == "settlement"]
        begun.append(settlement.begun)
    first, same, other = begun
    assert first == same < other


@pytest.mark.usefixtures("unprinted")
def test_a_night_without_players_and_deals_has_a_table_sheet_and_its_rules() -> None:
    night = nights.played([nights.opening()])
    names = ["2026-11-21-1-table.pdf", "2026-11-21-1-rules.pdf"]
    papers = list_papers(night.now, night.events, AT_UTC)
    assert [paper.name for paper in papers] == names
    # The rules of a night of nobody are printed by the tests of their sheet.
    assert "Tiger Nº 1" in words_of_html(papers[0].make())


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
        html = to_html("settlement.html", "a title", AT_UTC, view=settlement_view(night.now, night.events, player, UTC))
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


def test_keys_in_names_of_files_are_plain_short_and_each_their_own() -> None:
    names = [
        in_file_name(key) for key in [*ODD_KEYS, *(in_file_name(key) for key in ODD_KEYS if in_file_name(key) != key)]
    ]
    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        assert not set(name) & set("/\\:?#% ")
        assert name.isascii()
        assert len(name) <= 64 + 9


@pytest.mark.parametrize(
    ("tokes", "paper"), soaked([(45, "Letter"), (60, "A4"), (120, "A4")], at_once=[(45, "Letter")])
)
def test_more_tokes_than_a_page_has_lines_are_printed_and_added_up(tokes: int, paper: str) -> None:
    lines = [nights.opening(), *seated(("red", "blue"), checks=100_000), *deal_lines(1, [bet("a", "red")])]
    lines += [{"do": "tip", "player": "red", "amount": 100}] * tokes
    night = nights.played([*lines, {"do": "close_night"}])
    assert night.result["refused"] == []
    sheet = night.sheet("settlement-1-red", RenderOptions(style=HouseStyle(paper=paper), zone=UTC))
    assert faults_of(sheet) == []
    said = words(sheet)
    assert said.count("Tip for the dealer") == tokes
    assert f"result of the night {signed(night.result['players']['red']['net'])}" in said


@pytest.mark.usefixtures("unprinted")
def test_the_checks_of_a_player_beyond_the_colours_are_grey() -> None:
    night = nights.played([nights.opening(), *seated(("seat9",), checks=100_000), {"do": "close_night"}])
    said = words_of_html(night.sheet("settlement-1-seat9", RenderOptions(zone=UTC)))
    assert "grey checks, mark: the number 1 · seat 1" in said
    assert "seat9" not in said


TEN_GAMES = (
    "faro",
    "fan_tan",
    "pharo",
    "farmer",
    "spoil_five",
    "five_in_one",
    "frog",
    "five_hundred",
    "hasenpfeffer",
    "four_deal_bridge",
)


def night_of_ten_games() -> tuple[Night, list[Recorded]]:
    book = Book.open()
    demo = Demo(TEN_GAMES, book, "2026-11-21", 3, rounds=1)
    list(demo.turns())
    return NightService(book).night(demo.night), book.events(demo.night)


def test_a_settlement_of_ten_games_tells_of_those_played() -> None:
    now, events = night_of_ten_games()
    own = {checks("red"), layout("red")}
    moved = {game_of(one.event) for one in events if own & {account for account, _ in gains(one.event.moves)}} - {""}
    view = settlement_view(now, events, "red", UTC)
    assert set(view.games) == set(view.parts) == moved < set(TEN_GAMES), "one of them was sat out"
    assert view.extent.split()[0] == dealt_in(now).split()[0] == str(sum(now.rounds.values()))
    assert [game_called(game).title in view.order for game in TEN_GAMES] == [True] * len(TEN_GAMES)


@pytest.mark.soak
def test_a_settlement_of_ten_games_leaves_no_page_half_empty() -> None:
    now, events = night_of_ten_games()
    paper = next(paper for paper in list_papers(now, events, AT_UTC) if paper.of == "red")
    sheet = paper.make()
    assert faults_of(sheet) == []
    read = read_tagged(sheet)
    assert len(read.sizes) == 2
    for page, (_width, height) in enumerate(read.sizes):
        lowest = min(run.box.bottom for run in read.root.runs if run.box.page == page)
        assert lowest - FOOT < (height - FOOT - TOP) / 5


SPANISH = RenderOptions(style=HouseStyle(language="es", currency="EUR", paper="Letter"), zone=UTC)


@pytest.mark.parametrize(
    ("cents", "beside"), soaked([(MOST_CENTS, 2), (MOST_CENTS // 10**6, 4)], at_once=[(MOST_CENTS, 2)])
)
def test_accounts_of_the_largest_sums_break_no_word(cents: int, beside: int) -> None:
    made = nights.played([nights.opening(roll=cents), *seated(("red", "blue"), checks=cents), {"do": "close_night"}])
    assert table_sheet_view(made.now, made.events, UTC).accounts_beside == beside
    sheet = made.sheet("table", SPANISH)
    assert faults_of(sheet) == []
    said = words(sheet)
    for one in ("E. Clark", "B. Thompson", "Recompradas"):
        assert said.count(one) >= 1, one
    assert said.count("B. Thompson") == 2, "in the account of the roll, and among the backers"


@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize("paid_cents", [1_000, 1_900])
def test_a_box_that_is_short_is_said_in_words_and_is_not_found_right(paid_cents: int) -> None:
    lines = [{"do": "issue_marker", "player": "red", "amount": 5_000}]
    lines += [{"do": "cash_in", "player": "red", "amount": paid_cents}, {"do": "tip", "player": "red", "amount": 3_100}]
    made = nights.played(
        [
            nights.opening(roll=1_000, backers=[]),
            {"do": "seat_player", "player": "red", "name": "Ada Lamb"},
            *lines,
            {"do": "close_night"},
        ]
    )
    view = table_sheet_view(made.now, made.events, UTC)
    short_cents = paid_cents - 1_000
    assert (view.short_cents, box_cents(made.now.ledger)) == (short_cents, -short_cents)
    said = words_of_html(made.sheet("table", RenderOptions(zone=UTC)))
    right = gettext("Counted and correct.")
    short = gettext("The drawer is short by %(amount)s: more was paid out than came in.", amount=money(short_cents))
    assert (right in said, short in said) == (not short_cents, bool(short_cents))
    assert f"−{money(short_cents)}" not in said


def pages(content: bytes) -> list[str]:
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pypdfium2.PdfDocument(content)]


@pytest.mark.soak
def test_signatures_take_something_of_the_sheet_along_to_the_last_page(prints: Prints) -> None:
    *before, last = pages(prints("both", "rules"))
    signed = last.index("We play by these rules")
    assert before
    assert "Open single bets, by the cards of the rank that are left" in last[:signed]


@pytest.mark.parametrize("deal", soaked([1, 2], at_once=[2]))
def test_the_tabs_of_a_deal_are_on_one_sheet_of_letter_whatever_they_have_to_be_told(deal: int) -> None:
    night = nights.crowded(closed=False)
    again = Printing(number=2, at="2026-11-22T02:00:00+00:00", who="Bartholomew Featherstonehaugh-Cholmondeley")
    options = RenderOptions(style=HouseStyle(language="de", paper="Letter"), zone=UTC, printing=again)
    (page,) = pages(night.sheet(f"deal-{deal}", options))
    assert ("Diese Taille wurde für ungültig erklärt." in page) == (deal == 2)
    for said in ("Nachdruck.", "Abend noch offen", "Listenführer"):
        assert said in page


def test_sums_stand_with_the_last_row_of_their_table(prints: Prints) -> None:
    _, second = pages(prints("twenty_deals", "table"))
    assert second.startswith("Deal Soda Hock ")
    assert second.index(" 20 8 Q") < second.index("All 500 120")


def test_a_settlement_says_again_where_it_is_signed_whose_it_is_and_what_came_of_it(prints: Prints) -> None:
    *_, last = pages(prints("both", "settlement-1-red"))
    text = read_tagged(prints("both", "settlement-1-red")).text
    signed = "· Nº 2026-11-21/1/1 · result of the night +$10.50 · Read and correct. player dealer date and hour"
    assert "Wilhelmina Wyatt-Holliday " + signed in text
    assert signed in last


POINTS_PER_MM = 72 / 25.4


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


@pytest.mark.parametrize(
    "name", soaked(all_blanks(), at_once=["cue-cards", "layout-white", "layout-poster", "livret", "five-hundred-score"])
)
def test_every_blank_comes_on_its_sheets_without_a_seal(name: str, prints: Prints) -> None:
    content = prints(BLANK, name)
    reader = PdfReader(BytesIO(content))
    assert len(reader.pages) == (4 if "poster" in name else 1)
    for page in reader.pages:
        size = (float(page.mediabox.width), float(page.mediabox.height))
        high, wide = sorted(PAPER_MM["A4"], reverse=True)
        expected = (high, wide) if name.startswith("layout") else (wide, high)
        assert size == pytest.approx([side * POINTS_PER_MM for side in expected], abs=0.1)
    assert reader.metadata is not None
    assert reader.metadata.title == all_blanks()[name].called
    assert "casekeeper 3 " not in text_of(content)
    assert reader.attachments == {}


def test_a_sheet_of_cue_cards_has_four_of_thirteen_ranks(prints: Prints) -> None:
    words = text_of(prints(BLANK, "cue-cards")).split()
    assert {rank: words.count(rank) for rank in RANKS} == dict.fromkeys(RANKS, 4)
    for label in ("Deal", "Date", "Player", "Soda", "Hock"):
        assert words.count(label) == 4
    wide, high = CARD_MM
    for sheet in PAPER_MM.values():
        assert 2 * wide + 10 <= sheet[0]
        assert 2 * high + 10 <= sheet[1]


def test_each_sheet_of_a_poster_says_where_it_belongs(prints: Prints) -> None:
    pages = [page.extract_text() for page in PdfReader(BytesIO(prints(BLANK, "layout-poster"))).pages]
    wheres = ("upper left", "upper right", "lower left", "lower right")
    for number, (text, where) in enumerate(zip(pages, wheres, strict=True), start=1):
        assert f"Sheet {number} of 4, {where}" in text
        assert "50 mm" in text
    outline = PdfReader(BytesIO(prints(BLANK, "layout-poster"))).outline
    bookmarks = [one.title for one in outline if isinstance(one, Destination)]
    assert bookmarks == [f"Sheet {number} of 4" for number in (1, 2, 3, 4)]


def test_a_livret_has_thirteen_ranks_and_four_figures(prints: Prints) -> None:
    _, *words = text_of(prints(BLANK, "livret")).split()
    # Each twice on its own card, and once on its figure's.
    assert {rank: words.count(rank) for rank in RANKS} == dict.fromkeys(RANKS, 3)
    for figure in ("little", "yellow", "black", "red"):
        assert words.count(figure) == 1


PROGRAM = """
from hashlib import sha256
from pathlib import Path
from sys import argv
import reports.games
from tests.reports.conftest import Prints
prints = Prints(Path(argv[1]))
for name in argv[2:]:
    print(name, sha256(prints(*name.split("/"))).hexdigest())
"""


@pytest.mark.parametrize("part", soaked(range(8), at_once=[2]))
def test_every_kind_of_sheet_has_the_same_bytes_in_another_process(prints: Prints, tmp_path: Path, part: int) -> None:
    names = [f"both/{kind}" for kind in prints.kinds("both")][part::8]
    names += [f"{BLANK}/cue-cards"] * (part == 2)
    parted = (name.partition("/") for name in names)
    here = {f"{night}/{kind}": sha256(prints(night, kind)).hexdigest() for night, _, kind in parted}
    # From nothing, and in a folder of its own, so that nothing that was printed here is found there.
    there = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"},
    )
    assert dict(line.split() for line in there.stdout.splitlines()) == here
    assert here
