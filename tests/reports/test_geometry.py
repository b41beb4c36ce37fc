"""Where things stand on the sheets of a night of all that is long, wide, many or large: nothing is out of its place."""

from __future__ import annotations

import re

import pytest

from reports.pdf.render import to_pdf
from reports.render_options import HouseStyle
from tests.reports import nights
from tests.reports.conftest import Prints
from tests.support.fixtures import soaked
from tests.support.pdf import MM, Element, faults_of, read_tagged

GERMAN = HouseStyle(language="de", currency="EUR")
SPANISH = HouseStyle(language="es", currency="EUR", paper="Letter")
FRENCH = HouseStyle(language="fr", currency="EUR", paper="Letter")
ENGLISH = HouseStyle(paper="Letter")
LOOKED_AT = [
    ("hostile_frog", "table", FRENCH),
    ("hostile", "settlement-1-red", SPANISH),
    ("hostile", "marker-1", FRENCH),
    ("hostile", "deal-1", ENGLISH),
    ("hostile", "hand-1", GERMAN),
    ("hostile", "ruling-d1", SPANISH),
    ("hostile", "bet-1-red", FRENCH),
    ("crowded_pot", "rules", HouseStyle()),
    ("hostile_pots", "farmer-hand-1", GERMAN),
    ("hostile_matches", "big-three-match-1", GERMAN),
    ("twenty_deals", "table", HouseStyle()),
]
"""Of every kind a sheet, with the longest names and the largest sums, and a table that goes on over a page. Every
language, and both formats: the widest words on the narrower one, the others on that which is less high."""
LOOKED_AT_IN_THE_SOAK = [
    ("hostile", "table", GERMAN),
    ("hostile", "hand-1", FRENCH),
    ("hostile", "ruling-d1", GERMAN),
    ("hostile", "settlement-2-blue", GERMAN),
    ("crowded_pot", "hand-1", HouseStyle()),
    ("both", "rules", HouseStyle()),
    ("fifteen", "table", HouseStyle()),
    ("fifteen", "settlement-3-seat-3", ENGLISH),
    ("two", "settlement-1-red", FRENCH),
    ("twenty_deals", "settlement-1-red", HouseStyle()),
    ("hostile_pots", "spoil-five-hand-1", FRENCH),
    ("hostile_pots", "settlement-1-red", SPANISH),
    ("hostile_pots", "table", GERMAN),
    ("ten_rounds", "five-in-one-round-1", GERMAN),
    ("ten_rounds", "five-in-one-round-1", SPANISH),
    ("ten_rounds", "table", GERMAN),
    ("ten_rounds", "settlement-1-red", SPANISH),
    ("hostile_frog", "frog-hand-1", GERMAN),
    ("hostile_frog", "settlement-1-red", SPANISH),
    ("hostile_matches", "settlement-1-red", FRENCH),
    ("hostile_matches", "table", GERMAN),
    ("hostile_matches", "five-hundred-match-1", SPANISH),
    ("hostile_matches", "five-hundred-match-2", FRENCH),
    ("hostile_bridge", "four-deal-bridge-match-1", GERMAN),
    ("hostile_bridge", "four-deal-bridge-match-1", FRENCH),
]
"""More of the kinds that are looked at above, in other languages, of other games, and of two and fifteen players."""


def test_a_sheet_of_every_kind_is_looked_at(prints: Prints) -> None:
    kinds = {sheet.partition("-")[0] for _, sheet, _ in LOOKED_AT}
    assert kinds >= {sheet.partition("-")[0] for sheet in prints.kinds("hostile")}


@pytest.mark.parametrize(
    ("night", "sheet", "style"),
    soaked([*LOOKED_AT, *LOOKED_AT_IN_THE_SOAK], at_once=LOOKED_AT),
    ids=lambda case: getattr(case, "language", case),
)
def test_nothing_is_out_of_its_place(night: str, sheet: str, style: HouseStyle, prints: Prints) -> None:
    assert faults_of(prints(night, sheet, style)) == []


@pytest.mark.parametrize(
    ("sheet", "style", "said"),
    [
        pytest.param("table", GERMAN, (*nights.LONGEST_NAMES, nights.LONG_TEXT), marks=pytest.mark.soak),
        ("hand-1", GERMAN, nights.LONGEST_NAMES),
        ("ruling-d1", SPANISH, (nights.LONGEST_NAMES[0], nights.LONGEST_NAMES[2], nights.LONG_TEXT)),
        (
            "settlement-1-red",
            SPANISH,
            (nights.LONGEST_NAMES[0], nights.LONGEST_NAMES[2], nights.LONGEST_NAMES[6]),
        ),
        ("marker-1", FRENCH, nights.LONGEST_NAMES[:1]),
    ],
)
def test_what_is_long_stands_there_whole(sheet: str, style: HouseStyle, said: tuple[str, ...], prints: Prints) -> None:
    text = _close(read_tagged(prints("hostile", sheet, style)).text)
    for one in said:
        assert _close(one) in text, one
    # Nothing but a hash and the events of the log go on where three dots stand.
    assert "…" not in re.sub("[0-9a-f]…", "", text)


def test_every_name_on_a_hand_sheet_is_whole_wherever_it_stands(prints: Prints) -> None:
    read = read_tagged(prints("hostile", "hand-1", GERMAN))
    names = {_close(name) for name in nights.LONGEST_NAMES}
    rounds, paid, wrong = (
        {_close(row[at].text) for one in read.root.all("Table") for row in one.cells if _head(one) == head}
        for head, at in (("Runde", 0), ("Spieler", 0), ("Partie und Zug", 1))
    )
    assert names <= rounds
    assert names <= paid
    assert len(names & wrong) == 5


def _head(table: Element) -> str:
    """The first word above a table, or in its second row where the first has none."""
    return next((row[0].text for row in table.cells if row and row[0].text), "")


def _close(text: str) -> str:
    """A text without what a line that breaks may add or leave out."""
    return "".join(text.split()).replace("-", "")


def test_a_table_of_twenty_deals_repeats_its_head(prints: Prints) -> None:
    tables = read_tagged(prints("twenty_deals", "table")).root.all("Table")
    parts = [one for one in tables if one.cells and one.cells[0] and one.cells[0][0].text == "Deal"]
    assert len(parts) == 2
    assert [cell.text for cell in parts[0].cells[0]] == [cell.text for cell in parts[1].cells[0]]
    rows = [row[0].text for part in parts for row in part.cells[1:] if row[0].text.isdigit()]
    assert rows == [str(deal) for deal in range(1, 21)]


PAGE = """<!doctype html><html lang="en"><head><title>t</title>

<style>@page {{ size: A4; @bottom-center {{ content: "page " counter(page) " of " counter(pages) }} }}
{css}</style></head>
<body><h1>t</h1>{body}</body></html>"""
ROWS = "".join(f"<tr><td>{amount}</td><td>{amount}</td></tr>" for amount in ("$1.00", "$200.00"))
TABLE = f'<table class="figures"><tr><th>One</th><th>Two</th></tr>{ROWS}</table>'
LONG = "word " * 700


@pytest.mark.parametrize(
    ("said", "css", "body"),
    [
        ("stands in the margin", "h1 { margin-left: -9mm }", ""),
        ("stands in the margin", "p { white-space: nowrap }", f"<p>{LONG[:300]}</p>"),
        ("are over each other", "p + p { margin-top: -9pt }", "<p>one above</p><p>the other</p>"),
        ("crosses a line", "p { border-bottom: 1pt solid; height: 6pt }", "<p>Written on a line</p>"),
        ("reaches to the column", "td { overflow: visible } td:first-child { padding-right: 0; width: 1mm }",
         '<table style="table-layout: fixed"><tr><th style="width: 9mm">A</th><th>B</th></tr>'
         "<tr><td>$100,000,000.00</td><td></td></tr><tr><td></td><td>$5.00</td></tr></table>"),
        ("do not end in one line", "tr:last-child td { padding-right: 4mm !important }", TABLE),
        ("is split", "tr { break-inside: auto }",
         f"<table><tr><th>A</th><th>B</th></tr><tr><td>{LONG}{LONG}</td><td>$5.00</td></tr></table>"),
        ("goes on without its head", "thead { display: table-row-group }",
         "<table><thead><tr><th>A</th><th>B</th></tr></thead>" + "<tr><td>a</td><td>b</td></tr>" * 90 + "</table>"),
        ("is clipped", "p { overflow: hidden; width: 9mm; white-space: nowrap }", "<p>cut off at the end</p>"),
        ("does not say so", "@page { @bottom-center { content: 'a page' } }", ""),
        ("is not with what it heads", "h2 { margin-top: 230mm } p { break-before: page }", "<h2>End</h2><p>it</p>"),
        ("stands alone", "svg { break-before: page; display: block; height: 40mm }",
         f'{TABLE}<svg role="img" viewBox="0 0 200 100"><title>c</title><text y="20">a</text>'
         '<text y="99">b</text></svg>'),
        ("ends in the orphan", "@page { @bottom-left { content: '- -' } }", ""),
        ("is set in 6.5 points", "p { font-size: 6.5pt }", "<p>small print</p>"),
        ("is set in 5.0 points", "svg { width: 50mm }",
         '<svg viewBox="0 0 100 50" role="img"><title>c</title>'
         f'<text y="20" font-size="{5 / (50 * 72 / 25.4 / 100):.4f}">in a drawing</text></svg>'),
    ],
)  # fmt: skip
def test_what_is_out_of_its_place_is_found(said: str, css: str, body: str) -> None:
    faults = faults_of(to_pdf(PAGE.format(css=css, body=body)))
    assert any(said in fault for fault in faults), faults


def test_what_stands_beside_a_heading_goes_with_it_to_the_next_page() -> None:
    section = f'<div class="section"><h3>End</h3> <span class="beside">{LONG[:600]}</span></div><p>it</p>'
    found = {}
    for high in (200, 206, 212):
        css = f".space {{ height: {high}mm }}"
        read = read_tagged(to_pdf(PAGE.format(css=css, body=f'<div class="space"></div>{section}')))
        parts = ("End", "it", "word")
        found[high] = {run.box.page for run in read.runs if run.text.strip(" ").startswith(parts)}
    assert found == {200: {0}, 206: {1}, 212: {1}}


def test_a_title_stands_beside_what_was_dealt_in_however_many_games() -> None:
    header = f'<header><div class="number"><p class="which">Nº</p><p>{LONG[:200]}</p></div><h1>Title</h1></header>'
    read = read_tagged(to_pdf(PAGE.format(css="", body=header)))
    top = {run.text.strip(): run.box.top for run in read.runs}
    assert abs(top["Title"] - top["Nº"]) < 4 * MM


def test_a_page_in_order_has_no_faults() -> None:
    assert faults_of(to_pdf(PAGE.format(css="", body=TABLE))) == []
