"""The papers of a game that has none of its own print in every language, and are in that language's words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC
from html import unescape
from io import BytesIO

import pytest
from babel.dates import get_day_names, get_month_names
from pypdf import PdfReader

from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import Paper, list_papers
from tests.reports.pseudo import Boxes
from tests.support.house import House
from tests.toys.conftest import high_low_night, tally_night
from tests.toys.test_toys import TOYS

WORDS = {
    "de": ("Abrechnung", "Runde für Runde", "Runde", "Punkte", "Saldo"),
    "fr": ("Décompte", "manche par manche", "Manche", "Points", "Net"),
    "es": ("Liquidación", "ronda por ronda", "Ronda", "Puntos", "Neto"),
}
"""Of each language what stands on a settlement: its title, the title of the rounds, and the heads above them."""

LETTERS = re.compile(r"[^\W\d_]+")
OWN = {
    *LETTERS.findall("High or Low, Tally, Tiger Nº 1, UTC, casekeeper, usual, M. Earp, test"),
    *LETTERS.findall("red Ada Lamb, blue Wm. Hart, d: I backed low. So."),
    *LETTERS.findall("Fünfzig Euro"),
    *get_day_names(locale="de_DE").values(),
    *get_month_names(locale="de_DE").values(),
}
"""Titles of games, names, keys and what people said; days and amounts as Babel and the number words have them."""
OF_SCHEMAS = {*LETTERS.findall("side high bet round taken price SideBacked SideTaken DisputeRaised DisputeRuled")}
"""What goes by its name in the code, as the games have no words: settings, and the fields and types of facts."""
HASHES = re.compile(r"\b[0-9a-f]{8}\b|\b(?:[0-9a-f]{4} ){3,}")


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """One house for all tests, which change nothing."""
    made = House()
    yield made
    made.book.close()


@pytest.fixture(scope="module")
def nights(house: House) -> dict[str, str]:
    """A night of each toy; the dispute of the one with stakes is ruled."""
    made = {"high_low": high_low_night(house), "tally": tally_night(house)}
    house.do(made["high_low"], "rule_dispute", dispute="d", ruling="stands", reason="So.")
    return made


def papers(house: House, night: str, language: str) -> dict[str, Paper]:
    """The papers of a night by their kinds, one of each."""
    style = HouseStyle(language=language, currency="EUR")
    listed = list_papers(
        house.assistant.night(night), house.assistant.facts(night), RenderOptions(style=style, zone=UTC)
    )
    return {one.kind: one for one in reversed(listed)}


def text_of(html: str) -> str:
    """What can be read on a sheet, without its number, the seal and hashes."""
    body = re.sub(r"<style>.*?</style>|<svg.*?</svg>", " ", html[html.index("<body") :], flags=re.DOTALL)
    body = re.sub(r"\b2026-11-21(/|-)\d[/\w-]*", " ", body)
    return HASHES.sub(" ", " ".join(unescape(re.sub(r"<[^>]*>", " ", body)).split()))


@pytest.mark.parametrize("language", WORDS)
def test_a_settlement_is_printed_in_its_language(house: House, nights: dict[str, str], language: str) -> None:
    pages = PdfReader(BytesIO(papers(house, nights["tally"], language)["settlement"].make())).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert [word for word in WORDS[language] if word not in text] == []


@pytest.mark.parametrize("toy", TOYS)
def test_nothing_on_any_paper_stays_english(
    house: House, nights: dict[str, str], toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = Boxes()
    monkeypatch.setattr("reports.words.language._catalog", lambda _: boxes)
    monkeypatch.setattr("reports.pdf.render.to_pdf", lambda html, *_, **__: html.encode())
    monkeypatch.setattr("reports.pdf.render._height_on_the_roll", lambda _: 1)
    made = papers(house, nights[toy], "de")
    words = {kind: {*LETTERS.findall(text_of(paper.make().decode()))} for kind, paper in made.items()}
    assert {kind: found - OWN - OF_SCHEMAS for kind, found in words.items()} == {kind: set() for kind in made}
