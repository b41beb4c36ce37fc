"""Blank score sheets: a row a hand and a pair of columns a side, on one sheet in every language and format."""

from __future__ import annotations

from io import BytesIO
from itertools import product

import pytest
from pypdf import PdfReader

from reports.game_papers import all_blanks
from reports.games.five_hundred import bid_tables
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.score_pad.papers import HANDS, SheetForm, SmallTable

STYLES = [HouseStyle(language=language, paper=paper) for language, paper in product(("en", "de"), ("A4", "Letter"))]
GAMES = ("five-hundred", "forty-five", "auction-forty-five", "hasenpfeffer", "big-three", "four-deal-bridge")


@pytest.mark.parametrize("game", GAMES)
def test_every_score_game_has_a_sheet_of_one_page(game: str) -> None:
    for style in STYLES:
        content = all_blanks()[f"{game}-score"].print(RenderOptions(style=style))
        assert len(PdfReader(BytesIO(content)).pages) == 1, (game, style)


def test_a_sheet_has_a_row_for_every_hand_and_two_columns_a_side() -> None:
    table = SmallTable(title="Worth", heads=("Bid", "♠"), rows=(("6", "40"),))
    form = SheetForm(sides=3, about="", begins="Opener")
    shown = {"form": form, "tables": (table,), "has_bids": False, "hands": HANDS}
    html = to_html("blank.html", "scores", RenderOptions(), **shown)
    assert html.count('class="number" scope="row">') == HANDS
    assert html.count('colspan="2"') == 3
    assert "Opener" in html
    assert "Bidder" not in html
    assert "<td>40</td>" in html
    assert "<title>spades</title>" in html


def test_the_sheet_of_five_hundred_has_what_every_bid_is_worth() -> None:
    avondale, original = bid_tables()
    assert [row[1] for row in avondale.rows] == ["40", "140", "240", "340", "440"]
    assert avondale.rows[-1][-1] == "520"
    assert original.rows[1] == ("7", "80", "120", "160", "200", "240")
    assert avondale.heads == ("Tricks", "♠", "♣", "♦", "♥", "No trump")
