"""PDFs: archive and accessibility standards, square codes, charts, and the letters that fonts lack."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from datetime import UTC
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pikepdf
import pypdfium2
import pytest
import zxingcpp
from fontTools.ttLib import TTFont
from msgspec.structs import replace
from pikepdf import Array, Dictionary, Name, Object, Pdf
from PIL import Image

from events.effective_events import effective
from reports.pdf import render as missing_letters
from reports.pdf.drawings import SPARK_HEIGHT, SPARK_WIDTH, chart, span_of, sparkline
from reports.pdf.qr_codes import MODULE_MM, QUIET_MODULES, code_on_paper, fits_foot
from reports.pdf.render import to_pdf
from reports.pdf.seal import Seal, Totals, read_seal, seal_of
from reports.render_options import FONTS, HouseStyle, RenderOptions
from reports.rounds.statement import Point, Stretch, Timeline
from reports.sheets.papers import list_papers, name_of
from reports.sheets.table_sheet import player_rows_of
from tests.reports import nights
from tests.reports.conftest import BLANK, Prints
from tests.reports.nights import BOOKED
from tests.support import pdf as preflight
from tests.support.fixtures import soaked
from tests.support.pdf import read_tagged
from tests.support.pdf_standards import RULES, Given, faults_of

NIGHT = "both"
"""A night of both games has sheets of all kinds."""

SHEETS = ("table", "rules", "settlement-1-red", "deal-1", "hand-1", "marker-1", "ruling-d1", "bet-45-red")
"""One sheet of every kind."""

BLANKS = ("cue-cards", "layout-white", "five-hundred-score")
"""Blank papers, which are of no night."""

SCORES = (("mixed", "five-hundred-match-1"), ("bridge", "four-deal-bridge-match-1"))
"""Score sheets of matches, by their nights."""


def test_a_sheet_of_every_kind_is_looked_at(prints: Prints) -> None:
    assert set(SHEETS) == set(prints.kinds(NIGHT))


# The rules of one game fill one sheet, those of both take as long as all the rest.
EVERY_KIND = (
    *(("crowded_pot" if name == "rules" else NIGHT, name) for name in SHEETS),
    *((BLANK, name) for name in BLANKS),
    *SCORES,
)


@pytest.mark.parametrize(("night", "name"), EVERY_KIND)
def test_every_kind_of_sheet_keeps_to_the_standards(night: str, name: str, prints: Prints) -> None:
    content = prints(night, name)
    assert faults_of(content) == []
    with pikepdf.open(BytesIO(content)) as document:
        # And qpdf finds the file sound.
        assert document.check_pdf_syntax() == []


@pytest.mark.parametrize("name", soaked(SHEETS, at_once={*SHEETS} - {"rules"}))
def test_every_sheet_has_its_events_and_the_last_has_the_hash_that_is_printed_on_it(name: str, prints: Prints) -> None:
    booked, content = BOOKED[NIGHT](), prints(NIGHT, name)
    with pikepdf.open(BytesIO(content)) as document:
        (file,) = document.Root.AF
        assert (str(file.F), str(file.UF), file.AFRelationship) == ("facts.json", "facts.json", Name.Source)
        log = json.loads(file.EF.F.read_bytes())
    # From here on as docs/auditing.md says that anybody can: with hashes and JSON, and nothing of casekeeper.
    hashes = {0: _hash(["facts", log["night"]])}
    for event in log["facts"]:
        *columns, digest = event.values()
        assert columns[-1] == hashes.get(event["version"] - 1, columns[-1])
        assert digest == hashes.setdefault(event["version"], _hash(columns))
    assert (hashes[log["version"]], log["version"]) == (log["head"], booked.events[-1].version)
    # And with the table sheet, whose chain is whole, each of them is where it says.
    table = {one.version: one.hash for one in booked.events}
    assert {0: hashes.pop(0), **table}.items() >= hashes.items()
    assert 1 in hashes
    assert (name == "table") == (hashes.keys() == table.keys())
    read = read_tagged(content)
    for page in range(len(read.sizes)):
        here = "".join(run.text for run in read.runs if run.box.page == page)
        assert log["head"] in here.replace(" ", ""), page


def _hash(columns: list[object]) -> str:
    text = json.dumps(columns, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _spoiled(content: bytes, spoil: Callable[[Pdf], object]) -> bytes:
    """A sheet after something was done to it."""
    with pikepdf.open(BytesIO(content)) as document:
        spoil(document)
        made = BytesIO()
        document.save(made, fix_metadata_version=False)
    return made.getvalue()


def _first(document: Pdf, role: str) -> Dictionary:
    return next(one for one in document.objects if isinstance(one, Dictionary) and one.get("/S") == Name(f"/{role}"))


def _font(document: Pdf) -> Dictionary:
    return next(one for one in document.objects if isinstance(one, Dictionary) and "/DescendantFonts" in one)


def _font_name(document: Pdf) -> bytes:
    return next(iter(document.pages[0].Resources.Font.keys())).encode()


def _in_metadata(said: bytes, instead: bytes) -> Callable[[Pdf], object]:
    def spoil(document: Pdf) -> None:
        packet = document.Root.Metadata.read_bytes()
        assert said in packet
        document.Root.Metadata.write(packet.replace(said, instead))

    return spoil


def _drawn_besides(operators: bytes) -> Callable[[Pdf], object]:
    return lambda document: document.pages[0].contents_add(document.make_stream(operators))


def _set(of: Callable[[Pdf], Object], name: str, value: object) -> Callable[[Pdf], object]:
    return lambda document: of(document).__setitem__(name, value)


def _without(of: Callable[[Pdf], Object], name: str) -> Callable[[Pdf], object]:
    return lambda document: of(document).__delitem__(name)


def _root(document: Pdf) -> Object:
    return document.Root


def _page(document: Pdf) -> Dictionary:
    return document.pages[0].obj


def _info(document: Pdf) -> Dictionary:
    return document.docinfo


def _file(document: Pdf) -> Object:
    return document.Root.AF[0]


LINK = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=[0, 0, 1, 1], F=2)
SPOILS: list[tuple[str, Callable[[Pdf], object]]] = [
    ("PDF/A 6.1.13", _set(_page, "/MediaBox", Array([0, 0, 20_000, 700]))),
    ("PDF/A 6.2.11.4", _set(_font, "/BaseFont", Name("/Alegreya-Sans"))),
    ("PDF/A 6.2.11.5", lambda pdf: _font(pdf).DescendantFonts[0].__delitem__("/W")),
    ("PDF/A 6.2.11.7", _without(_font, "/ToUnicode")),
    ("PDF/A 6.2.11.8", lambda pdf: _drawn_besides(b"/Artifact BMC BT %s 9 Tf <0000> Tj ET EMC" % _font_name(pdf))(pdf)),
    ("PDF/A 6.6.3", _set(_info, "/Title", "another")),
    ("PDF/A 6.6.4", _in_metadata(b'conformance="A"', b'conformance="B"')),
    ("PDF/A 6.7.2, PDF/UA 7.1 (marked)", _without(_root, "/MarkInfo")),
    ("PDF/A 6.7.3, PDF/UA 7.1 (roles)", lambda pdf: _first(pdf, "P").__setitem__("/S", Name.Paragraph)),
    ("PDF/A 6.7.4", _without(_root, "/Lang")),
    ("PDF/A 6.8", _without(_root, "/AF")),
    ("PDF/A 6.8", lambda pdf: pdf.Root.AF.append(pdf.Root.AF[0])),
    ("PDF/A 6.8", _without(_file, "/AFRelationship")),
    ("PDF/UA 5", _in_metadata(b'pdfuaid:part="1"', b'pdfuaid:part="2"')),
    ("PDF/UA 7.1 (title)", _without(_root, "/ViewerPreferences")),
    ("PDF/UA 7.1 (content)", _drawn_besides(b"0 0 9 9 re f")),
    ("PDF/UA 7.2", lambda pdf: _first(pdf, "TR").__setitem__("/S", Name.TD)),
    ("PDF/UA 7.3", lambda pdf: _first(pdf, "Figure").__delitem__("/Alt")),
    ("PDF/UA 7.4", lambda pdf: _first(pdf, "H2").__setitem__("/S", Name.H4)),
    ("PDF/UA 7.5", lambda pdf: _first(pdf, "TH").__delitem__("/A")),
    ("PDF/UA 7.5", lambda pdf: _first(pdf, "TH").__setitem__("/S", Name.TD)),
    ("PDF/UA 7.16 to 7.18", lambda pdf: (_set(_page, "/Annots", Array([LINK]))(pdf), _without(_page, "/Tabs")(pdf))),
    ("PDF/UA 7.17", lambda pdf: pdf.Root.Outlines.First.__setitem__("/Title", "Nowhere")),
]


def test_each_rule_finds_what_is_against_it(prints: Prints) -> None:
    content = prints(NIGHT, "settlement-1-red")
    for clause, spoil in SPOILS:
        assert list(RULES[clause](Given.read(_spoiled(content, spoil)))), clause
    assert set(RULES) == {clause for clause, _ in SPOILS}


def _drawn_with(kind: str, resource: Callable[[Pdf], Object], operators: bytes) -> Callable[[Pdf], object]:
    """Draw with a resource of the page called X."""

    def spoil(document: Pdf) -> None:
        document.pages[0].Resources[kind] = Dictionary(X=resource(document))
        _drawn_besides(b"/Artifact BMC %s EMC" % operators)(document)

    return spoil


FOR_PREFLIGHT: list[tuple[str, Callable[[Pdf], object]]] = [
    (
        "F, FFilter or FDecodeParms keys",
        lambda pdf: pdf.Root.__setitem__("/X", pdf.make_stream(b"", F="elsewhere.bin")),
    ),
    ("Too many graphic states", _drawn_besides(b"q " * 40 + b"Q " * 40)),
    ("without Color Profile", _without(_root, "/OutputIntents")),
    ("with RGB Profile", _drawn_besides(b"0 0 0 1 k")),
    ("No TR key expected", _drawn_with("/ExtGState", lambda _: Dictionary(TR=Name.Identity), b"/X gs")),
    ("Transparency error, ca entry", _drawn_with("/ExtGState", lambda _: Dictionary(ca=0.5), b"/X gs")),
    ("Group has a transparency", _set(_page, "/Group", Dictionary(S=Name.Transparency))),
    ("No Postscript XObject", _drawn_with("/XObject", lambda pdf: pdf.make_stream(b"", Subtype=Name.PS), b"/X Do")),
    ("Could not find referenced cmap", _set(_font, "/Encoding", Name.WinAnsiEncoding)),
    ("FontFile", lambda pdf: _font(pdf).DescendantFonts[0].FontDescriptor.__delitem__("/FontFile2")),
    ("Flags of Link annotation", _set(_page, "/Annots", Array([LINK]))),
    ("action JavaScript is forbidden", _set(_root, "/OpenAction", Dictionary(S=Name.JavaScript, JS="app.beep()"))),
    ("OCPProperties", _set(_root, "/OCProperties", Dictionary())),
    ("Type 'nothing' not defined", _in_metadata(b"pdfaSchema:namespaceURI", b"pdfaSchema:nothing")),
]
"""What PDFBox's preflight says of spoiled sheets."""


FEW = [(NIGHT, "settlement-1-red"), (NIGHT, "marker-1"), (BLANK, "cue-cards")]


@pytest.mark.parametrize("kinds", soaked([FEW, [*EVERY_KIND]], at_once=[FEW]), ids=len)
def test_a_checker_that_others_wrote_finds_only_what_part_3_allows(
    kinds: list[tuple[str, str]], prints: Prints, tmp_path: Path
) -> None:
    content = prints(NIGHT, "settlement-1-red")
    sheets = {f"{night}-{name}": prints(night, name) for night, name in kinds}
    spoiled = {f"spoiled-{at}": (fault, _spoiled(content, spoil)) for at, (fault, spoil) in enumerate(FOR_PREFLIGHT)}
    spoiled["header"] = "First line must match", content.replace(b"%PDF-1.7", b"%PDF-2.0", 1)
    spoiled["trailer"] = "data after the last %%EOF", content + b"and more"
    faults = preflight.preflight_faults_of(sheets | {name: sheet for name, (_, sheet) in spoiled.items()}, tmp_path)
    for name, (expected, _) in spoiled.items():
        assert any(expected in fault for fault in faults.pop(name)), expected
    assert {name: found for name, found in faults.items() if found} == {}


def timeline(*ahead_cents: int, put_in_cents: int = 20_000) -> Timeline:
    points = [
        Point(at=at, checks_cents=put_in_cents + cents, put_in_cents=put_in_cents)
        for at, cents in enumerate(ahead_cents)
    ]
    return Timeline(points=tuple(points), stretches=(Stretch(game="faro", number=1, start=0, end=len(points) - 1),))


def drawn(svg: str) -> list[tuple[float, float]]:
    """The points of the line."""
    *_, line = re.findall(r'<path d="M([^"]*)"', svg)
    numbers = list(map(float, line.split()))
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def even(svg: str) -> float:
    """The height of the dotted line."""
    return float(re.findall(r'd="M0 ([\d.]+)H', svg)[0])


def test_the_span_has_the_level_at_which_a_player_is_even() -> None:
    assert span_of([]) == (0, 0)
    assert span_of([timeline(0, 500), timeline(0, -1_250, 300)]) == (-1_250, 500)
    assert span_of([timeline(200, 500)]) == (0, 500)
    assert span_of([timeline(-200, -500)]) == (-500, 0)


def test_all_are_drawn_on_one_scale_within_their_frame() -> None:
    one, other = timeline(0, 1_000, 500), timeline(0, -1_000, -250)
    span = span_of([one, other])
    lines = [sparkline(each, span) for each in (one, other)]
    assert even(lines[0]) == even(lines[1]) == SPARK_HEIGHT / 2
    (_, high, later), (_, low, _) = (drawn(line) for line in lines)
    assert even(lines[0]) - high[1] == low[1] - even(lines[0])
    assert even(lines[0]) - later[1] == (even(lines[0]) - high[1]) / 2
    for x, y in [*drawn(lines[0]), *drawn(lines[1])]:
        assert 0 < x < SPARK_WIDTH
        assert 0 < y < SPARK_HEIGHT


def test_it_says_in_words_what_it_shows() -> None:
    said = "<title>between −$10.00 and +$3.00, at the end −$2.50</title>"
    assert said in sparkline(timeline(0, -1_000, 300, -250), (-1_000, 300))
    # Nobody was ahead or behind: a level line, and no division by nothing.
    assert "<title>between $0.00 and $0.00, at the end $0.00</title>" in sparkline(timeline(0, 0), (0, 0))


def test_who_neither_won_nor_lost_has_a_level_line_from_the_first_turn_to_the_last() -> None:
    span = (-1_000, 500)
    night = timeline(0, 0, 0).stretches
    never, joined = Timeline(points=(), stretches=night), Timeline(points=timeline(250).points, stretches=night)
    for one, ahead in ((timeline(0, 0, 0), 0), (never, 0), (joined, 250)):
        svg = sparkline(one, span)
        assert (drawn(svg)[0][0], drawn(svg)[-1][0]) == (3, SPARK_WIDTH - 3)
        assert {y for _, y in drawn(svg)} == {even(svg) - ahead * (SPARK_HEIGHT - 6) / 1_500}


def test_a_single_hand_goes_from_edge_to_edge_and_its_result_is_seen_from_afar() -> None:
    svg = sparkline(timeline(0, -300), (-300, 0))
    assert drawn(svg) == [(3, 3), (SPARK_WIDTH - 3, SPARK_HEIGHT - 3)]
    # What is won or lost is a field, closed along the level at which a player is even.
    assert f"{SPARK_WIDTH - 3:.1f} {even(svg)}Z" in svg


def test_a_line_ends_at_the_result_of_the_night() -> None:
    night = nights.crowded()
    rows = [row for row in player_rows_of(night.now, effective(night.events)) if row.timeline.is_drawn]
    assert [row.player for row in rows] == ["red", "blue", "white", "black", "yellow"]
    for row in rows:
        last = row.timeline.points[-1]
        assert last.checks_cents - last.put_in_cents == row.line.net_cents


def test_the_numbers_of_many_rounds_stand_clear_of_each_other() -> None:
    for rounds, named in ((12, 12), (120, 30)):
        points = tuple(Point(at=at, checks_cents=at, put_in_cents=0) for at in range(rounds + 1))
        stretches = tuple(Stretch(game="farmer", number=at + 1, start=at, end=at + 1) for at in range(rounds))
        whole = Timeline(points=points, stretches=stretches)
        labels = re.findall(r'x="([\d.]+)" y="114" text-anchor="middle"[^>]*>([^<]+)<', chart(whole))
        assert len(labels) >= named
        ends = [(float(x) - 2.3 * len(said), float(x) + 2.3 * len(said)) for x, said in labels]
        assert all(end < begin for (_, end), (begin, _) in pairwise(ends)), rounds


# For use among friends: no font of a machine has letters there.
NOWHERE = "\U000f1234\U000f1235"
NUMBERED = "[U+F1234 F1235]"

PAGE = """<!doctype html><html lang="en"><head><title>t</title></head>
<body><div class="seal">{0} below</div><h1>{0} above</h1><table><tr><td><b>{0}</b> within</td></tr></table>
<section class="last"><div class="signatures"><p>{0} signs</p></div></section></body></html>"""


def test_a_name_that_no_font_has_is_given_by_its_letters_numbers_and_no_blank() -> None:
    said = _said(PAGE.format(NOWHERE))
    for place in ("below", "above", "within", "signs"):
        assert f"{NUMBERED} {place}" in said


def test_letters_that_a_font_has_stand_as_they_are() -> None:
    said = _said(PAGE.format(f"Żółć Ő’Brien {NOWHERE[0]}"))
    assert "Żółć Ő’Brien [U+F1234] above" in said


def test_a_letter_that_is_drawn_as_two_others_is_given_by_its_own_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing_letters, "_without_a_glyph", lambda box: "\u0e4d\u0e32" if "\u0e33" in box.text else "")
    assert "[U+0E33] above" in _said(PAGE.format("\u0e33"))


def test_what_is_not_looked_at_more_closely_is_in_the_bundled_fonts() -> None:
    faces = {path.stem: set(TTFont(path).getBestCmap()) for path in FONTS.glob("alegreya-sans-*.woff2")}
    for weight in ("400", "500", "700"):
        has = set().union(*(letters for face, letters in faces.items() if weight in face))
        passed_over = filter(missing_letters._OF_THE_BUNDLED_FONTS.fullmatch, map(chr, range(0x11_0000)))
        assert [one for one in passed_over if one.isprintable() and ord(one) not in has] == []


def _said(html: str) -> str:
    document = pypdfium2.PdfDocument(to_pdf(html))
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


DPI = 100
PIXELS_A_MM = DPI / 25.4
HOUSE = "http://192.168.178.21:8321/sheet"
CELL_MM, ACROSS, DOWN = 32, 6, 9
LONG_LINK = "http://192.168.178.21:8321/player/WyIyMDI2LTExLTIxLTEiLCJyZWQiXQ.YdOH9Uis51Fyu8JqhTxFdo16WU5EdLzO"


def a_seal(random: Random, house: str) -> str:
    def cents() -> int:
        return random.randint(-(10 ** random.randint(2, 9)), 10 ** random.randint(2, 9))

    return Seal(
        night=f"2026-{random.randint(1, 12):02d}-{random.randint(1, 28):02d}-{random.randint(1, 30)}",
        version=random.randint(1, 9_000),
        head=random.randbytes(32).hex(),
        totals=Totals(
            players=random.randint(1, 9),
            nets_cents=cents(),
            play_cents=cents(),
            sleepers_cents=cents(),
            after_hock_cents=cents(),
            tokes_cents=cents(),
        ),
        nets_cents={random.randint(1, 9): cents()} if random.random() < 0.8 else {},
        house=house,
    ).code


def a_link(random: Random) -> str:
    def part(some: bytes) -> str:
        return urlsafe_b64encode(some).decode().rstrip("=")

    seat = random.choice(("red", "yellow", "light blue", "gr\\u00fcn"))
    named = part(f'["2026-11-21-1","{seat}"]'.encode())
    return f"http://cage.lan:8321/player/{named}.{part(random.randbytes(32))}"


def different_ones() -> list[str]:
    """Contents, the same ones each time: seals of sheets, printed by a house and without one, and players' links."""
    random = Random(24)
    houses = [HOUSE] * 120 + ["https://casekeeper.example.org/sheet"] * 60 + [""] * 24
    return [*(a_seal(random, house) for house in houses), *(a_link(random) for _ in range(120))]


PARTS = 12
"""They are laid out and read in so many turns, so that none is long."""


def laid_out(texts: list[str]) -> str:
    """Pages with a code in each cell of a grid, a fraction of a pixel further in each than in the last."""
    a_page = ACROSS * DOWN
    pages = []
    for first in range(0, len(texts), a_page):
        cells = [
            f'<div style="position:absolute;left:{at % ACROSS * CELL_MM + 0.013 * at:.3f}mm;'
            f'top:{at // ACROSS * CELL_MM + 0.007 * at:.3f}mm">{code_on_paper(text)}</div>'
            for at, text in enumerate(texts[first : first + a_page])
        ]
        pages.append(f'<div style="position:relative;height:285mm;break-after:page">{"".join(cells)}</div>')
    return f'<html lang="en"><title>codes</title><style>@page {{ size: A4; margin: 5mm }}</style>{"".join(pages)}'


def pictures(content: bytes) -> Iterator[Image.Image]:
    document = pypdfium2.PdfDocument(content)
    for page in document:
        yield page.render(scale=DPI / 72).to_pil().convert("L")
    document.close()


@pytest.mark.parametrize("part", soaked(range(PARTS), at_once=[0]))
def test_hundreds_of_different_codes_are_read_at_100_dpi(part: int) -> None:
    every = different_ones()
    assert len(set(every)) == len(every) == 324
    texts = every[part::PARTS]
    unread = set(texts)
    cell = CELL_MM * PIXELS_A_MM
    for picture in pictures(to_pdf(laid_out(texts))):
        for at in range(ACROSS * DOWN):
            left, top = 5 * PIXELS_A_MM + at % ACROSS * cell, 5 * PIXELS_A_MM + at // ACROSS * cell
            alone = picture.crop((round(left) - 2, round(top) - 2, round(left + cell) + 2, round(top + cell) + 2))
            unread -= {one.text for one in zxingcpp.read_barcodes(alone)}
    assert not unread


def assert_quiet(picture: Image.Image, code: zxingcpp.Barcode) -> None:
    """Nothing is printed within four modules of a code, but for a pixel that its edge may share."""
    at = code.position
    corners = (at.top_left, at.top_right, at.bottom_left, at.bottom_right)
    left, right = min(one.x for one in corners), max(one.x for one in corners)
    top, bottom = min(one.y for one in corners), max(one.y for one in corners)
    quiet = int(QUIET_MODULES * MODULE_MM * PIXELS_A_MM) - 1
    ring = picture.crop((left - quiet, top - quiet, right + quiet + 1, bottom + quiet + 1))
    ring.paste(255, (quiet - 2, quiet - 2, ring.width - quiet + 2, ring.height - quiet + 2))
    darkest: Any = ring.getextrema()[0]
    assert darkest > 200, code.text


STYLES = {
    "A4": HouseStyle(),
    "Letter": HouseStyle(paper="Letter", language="de"),
    "slips on A4": HouseStyle(slips="sheet"),
    "slips on Letter": HouseStyle(paper="Letter", slips="sheet"),
}


@pytest.mark.parametrize("style", soaked(STYLES.values(), at_once=[STYLES["Letter"], STYLES["slips on A4"]]))
def test_every_code_of_a_sheet_is_read_at_100_dpi_and_stands_by_itself(style: HouseStyle) -> None:
    night = nights.crowded()
    options = RenderOptions(style=style, zone=UTC, house=HOUSE, links={"red": LONG_LINK})
    papers = {name_of(night.now, one): one.make for one in list_papers(night.now, night.events, options)}
    names = ["marker-1"] if style.slips == "sheet" else ["settlement-1-red", "deal-1", "marker-1"]
    for name in names:
        for picture in pictures(papers[name]()):
            found = zxingcpp.read_barcodes(picture)
            seals = [one for one in found if one.text.startswith(f"{HOUSE}?seal=CASEKEEPER+3+")]
            assert len(seals) == (3 if name == "marker-1" else 1), name
            assert [one.text for one in found if one not in seals] == ([LONG_LINK] if "settlement" in name else []), (
                name
            )
            for one in found:
                assert_quiet(picture, one)
            expected = seal_of(night.now, night.events, "red" if "settlement" in name else None)
            assert [read_seal(seal.text) for seal in seals] == [expected] * len(seals)


@pytest.mark.usefixtures("unprinted")
def test_a_link_that_is_too_long_for_the_foot_of_a_settlement_is_not_printed() -> None:
    """A small code would be read by nobody: the staff show such a player theirs on a screen."""
    night = nights.crowded()
    assert fits_foot(LONG_LINK)
    long = LONG_LINK + "x" * 200
    assert not fits_foot(long)
    for link, said in ((LONG_LINK, True), (long, False)):
        options = replace(RenderOptions(zone=UTC), links={"red": link})
        paper = next(one for one in list_papers(night.now, night.events, options) if "settlement-1-red" in one.name)
        assert (b"Your night" in paper.make()) is said
