"""What is signed: never a page on which nothing else stands, never what is not final, and always whose sheet it is."""

from __future__ import annotations

from datetime import UTC

import pypdfium2
import pytest

from reports.render_options import HouseStyle, Printing, RenderOptions
from tests.reports import nights
from tests.reports.conftest import Prints
from tests.support.tagged import read_tagged


def pages(content: bytes) -> list[str]:
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in pypdfium2.PdfDocument(content)]


def test_signatures_take_something_of_the_sheet_along_to_the_last_page(prints: Prints) -> None:
    *before, last = pages(prints("both", "rules"))
    signed = last.index("By these rules we play")
    assert before
    assert "Open single bets, by the cards of the rank that are left" in last[:signed]


@pytest.mark.parametrize("deal", [1, 2])
def test_the_tabs_of_a_deal_are_on_one_sheet_of_letter_whatever_they_have_to_be_told(deal: int) -> None:
    night = nights.crowded(closed=False)
    again = Printing(number=2, at="2026-11-22T02:00:00+00:00", who="Bartholomew Featherstonehaugh-Cholmondeley")
    options = RenderOptions(style=HouseStyle(language="de", paper="Letter"), zone=UTC, printing=again)
    (page,) = pages(night.sheet(f"deal-{deal}", options))
    assert ("Diese Taille wurde für ungültig erklärt." in page) == (deal == 2)
    for said in ("Nachdruck.", "Abend noch offen", "Listenführer"):
        assert said in page


def test_sums_stand_with_the_last_row_of_their_table(prints: Prints) -> None:
    _, second = pages(prints("crowded", "table"))
    assert second.startswith("Deal Soda Hock ")
    assert second.index(" 3 4") < second.index("All 59 13")


def test_a_settlement_says_again_where_it_is_signed_whose_it_is_and_what_came_of_it(prints: Prints) -> None:
    *_, last = pages(prints("crowded", "settlement-1-red"))
    text = read_tagged(prints("crowded", "settlement-1-red")).text
    signed = "· Nº 2026-11-21/1/1 · result of the night −$19.00 · Read, and found right. player dealer date and hour"
    assert "Cholmondeley, Es " + signed in text
    assert signed in last


@pytest.mark.parametrize("sheet", ["table", "settlement-3-white"])
def test_what_is_not_final_is_seen_and_not_signed(prints: Prints, sheet: str) -> None:
    text = read_tagged(prints("both_open", sheet)).text
    assert "Seen, not final." in text
    for said in ("found right", "date and hour"):
        assert said not in text


def test_a_voided_deal_says_what_became_of_its_bets(prints: Prints) -> None:
    for sheet in ("table", "settlement-1-red", "deal-2"):
        text = read_tagged(prints("crowded", sheet)).text
        assert text.count("Bets decided before a deal was voided stand; those undecided went back.") == 1, sheet
    assert "was voided stand" not in read_tagged(prints("crowded", "deal-1")).text


def test_the_bank_has_its_formula_and_the_sign_of_its_result(prints: Prints) -> None:
    text = read_tagged(prints("crowded", "table")).text
    assert "Bank = taken − paid + sleepers + swept after the hock." in text
    assert "Result +$101.00 In the box" in text
