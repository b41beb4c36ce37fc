"""Square codes are read off paper at 100 dpi: hundreds of different ones, and each that stands on a sheet or a slip."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import UTC
from random import Random
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from msgspec.structs import replace
from PIL import Image

from reports.pdf.qr_codes import MODULE_MM, QUIET_MODULES, code_on_paper, fits_foot
from reports.pdf.render import to_pdf
from reports.pdf.seal import Seal, Totals
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import list_papers, name_of
from tests.reports import nights
from tests.support.soak import soaked

DPI = 100
PIXELS_A_MM = DPI / 25.4
HOUSE = "http://192.168.178.21:8321/sheet"
CELL_MM, ACROSS, DOWN = 32, 6, 9
LINK = "http://192.168.178.21:8321/player/WyIyMDI2LTExLTIxLTEiLCJyZWQiXQ.YdOH9Uis51Fyu8JqhTxFdo16WU5EdLzO"


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


PARTS = 4
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


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_every_code_of_a_sheet_is_read_at_100_dpi_and_stands_by_itself(style: HouseStyle) -> None:
    night = nights.crowded()
    options = RenderOptions(style=style, zone=UTC, house=HOUSE, links={"red": LINK})
    papers = {name_of(night.now, one): one.make for one in list_papers(night.now, night.facts, options)}
    names = ["marker-1"] if style.slips == "sheet" else ["settlement-1-red", "deal-1", "marker-1"]
    for name in names:
        for picture in pictures(papers[name]()):
            found = zxingcpp.read_barcodes(picture)
            seals = [one for one in found if one.text.startswith(f"{HOUSE}?seal=CASEKEEPER+3+")]
            assert len(seals) == (3 if name == "marker-1" else 1), name
            assert [one.text for one in found if one not in seals] == ([LINK] if "settlement" in name else []), name
            for one in found:
                assert_quiet(picture, one)


def test_a_link_that_is_too_long_for_the_foot_of_a_settlement_is_not_printed() -> None:
    """A small code would be read by nobody: the staff show such a player theirs on a screen."""
    night = nights.crowded()
    assert fits_foot(LINK)
    long = LINK + "x" * 200
    assert not fits_foot(long)
    for link, said in ((LINK, True), (long, False)):
        options = replace(RenderOptions(zone=UTC), links={"red": link})
        paper = next(one for one in list_papers(night.now, night.facts, options) if "settlement-1-red" in one.name)
        document = pypdfium2.PdfDocument(paper.make())
        assert ("Your night" in document[0].get_textpage().get_text_bounded()) is said
        document.close()
