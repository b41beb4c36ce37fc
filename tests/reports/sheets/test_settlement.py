"""A settlement of many tokes: it goes on over pages, and is signed."""

from __future__ import annotations

from datetime import UTC

import pytest

from reports.render_options import HouseStyle, RenderOptions
from reports.words.formatting import signed
from tests.reports import nights
from tests.reports.hands import seated
from tests.reports.nights import bet, deal_lines
from tests.reports.sheets.test_papers import words
from tests.support.geometry import faults_of


@pytest.mark.parametrize(("tokes", "paper"), [(45, "Letter"), (60, "A4"), (120, "A4")])
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
