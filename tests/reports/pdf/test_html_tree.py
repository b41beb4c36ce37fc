"""Papers are read as XML into the tree that a parser of HTML makes of them, whatever stands on them."""

from __future__ import annotations

from datetime import UTC
from io import StringIO
from xml.etree.ElementTree import Element

import pytest
import tinyhtml5
from msgspec.structs import replace

from reports.game_papers import all_blanks
from reports.pdf import render
from reports.pdf.render import tree_of
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import list_papers
from tests.reports.conftest import NIGHTS

LINK = "https://cage.lan/player/WyIyMDI2LTExLTIxLTEiLCJyZWQiXQ"


def by_a_parser_of_html(html: str) -> Element:
    root: Element = tinyhtml5.parse(StringIO(html), namespace_html_elements=False)
    return root


def shown(element: Element) -> list[object]:
    """An element, its attributes, its text and what is in it; how many blanks part two of them is not shown."""
    kids = [(shown(kid), (kid.tail or "").strip() and kid.tail) for kid in element]
    text = element.text if (element.text or "").strip() else ""
    return [element.tag, element.attrib, text, kids]


def printed(monkeypatch: pytest.MonkeyPatch, night: str, style: HouseStyle) -> list[str]:
    """The HTML of all sheets of a night."""
    pages: list[str] = []

    def keep(html: str, *_: object, **__: object) -> bytes:
        pages.append(html)
        return b""

    monkeypatch.setattr(render, "to_pdf", keep)
    monkeypatch.setattr(render, "_height_on_the_roll", lambda _: 0)
    played = NIGHTS[night]()
    links = dict.fromkeys(played.now.seats, LINK)
    options = RenderOptions(style=style, zone=UTC, house="https://cage.lan/sheet", links=links)
    for paper in list_papers(played.now, played.facts, options):
        paper.make()
    if night == "both":
        for blank in all_blanks().values():
            blank.print(replace(options, links={}))
    return pages


@pytest.mark.parametrize("night", NIGHTS)
def test_every_sheet_is_the_tree_of_its_html(monkeypatch: pytest.MonkeyPatch, night: str) -> None:
    pages = printed(monkeypatch, night, HouseStyle(language="fr" if len(night) % 2 else "en"))
    assert len(pages) > 2
    for html in pages:
        tree = tree_of(html)
        assert tree is not None, html[:400]
        assert shown(tree) == shown(by_a_parser_of_html(html))


@pytest.mark.parametrize(
    "html",
    [
        "<title>–</title>",
        "<html><title>no head</title><p>no body</p></html>",
        "<!doctype html><html><head></head><body><p>one<p>another</body></html>",
        "<!doctype html><html><head></head><body>\x0b</body></html>",
        "<!doctype html><html><head></head><body>&nbsp;</body></html>",
    ],
)
def test_what_is_no_xml_or_no_whole_page_is_left_to_a_parser_of_html(html: str) -> None:
    assert tree_of(html) is None
    assert render.to_pdf(html).startswith(b"%PDF-")
