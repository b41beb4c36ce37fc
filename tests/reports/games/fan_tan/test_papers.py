"""The papers of Fan-Tan nights and of nights of both games as PDFs: what stands on them, and what does not."""

from __future__ import annotations

from datetime import UTC

import pytest

from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.papers import list_papers, name_of
from reports.words.formatting import money, signed
from tests.reports import hands
from tests.reports.booked import BOOKED
from tests.reports.nights import Played
from tests.reports.sheets.test_papers import A4, LETTER, read, words_of_html

AT_UTC = RenderOptions(zone=UTC)


def test_the_papers_are_listed_in_the_order_of_play() -> None:
    def sheets(night: Played) -> list[str]:
        names = [one.name.removeprefix(hands.NIGHT_ID + "-") for one in list_papers(night.now, night.facts)]
        assert names[: len(night.now.seats) + 2] == [
            "table.pdf",
            "rules.pdf",
            *(f"settlement-{seat}-{player}.pdf" for seat, player in enumerate(night.now.seats, start=1)),
        ]
        return [name for name in names if name.startswith(("deal-", "hand-"))]

    assert sheets(hands.crowded_pot()) == ["hand-1.pdf", "hand-2.pdf", "hand-3.pdf", "hand-4.pdf"]
    assert sheets(hands.night_of_both()) == ["deal-1.pdf", "hand-1.pdf", "hand-2.pdf", "deal-2.pdf"]


@pytest.mark.usefixtures("unprinted")
def test_a_hand_whose_penalties_wait_is_not_final() -> None:
    night = hands.crowded_pot(closed=False)
    paper = words_of_html(night.sheet("hand-4", AT_UTC))
    assert "not final" in paper
    assert "not decided" in paper
    table = words_of_html(night.sheet("table", AT_UTC))
    lying = night.now.ledger.balance("pot")
    assert f"In the pot now {lying // 100} {money(lying)}" in table
    assert f"In the pot {signed(lying)}" in table


@pytest.mark.parametrize(("paper", "size"), [("A4", A4), ("Letter", LETTER)])
def test_the_sheet_of_a_hand_is_one_page_in_both_sizes(paper: str, size: tuple[int, int]) -> None:
    night = hands.night_of_both()
    pages = read(night.sheet("hand-2", RenderOptions(style=HouseStyle(paper=paper), zone=UTC))).pages
    assert [(int(page.mediabox.width), int(page.mediabox.height)) for page in pages] == [size]


@pytest.mark.usefixtures("unprinted")
def test_the_papers_of_an_open_night_of_both_games_say_that_they_are_not_final() -> None:
    night = BOOKED["both_open"]()
    papers = {name_of(night.now, one): one for one in list_papers(night.now, night.facts, AT_UTC)}
    for name in ("table", "settlement-3-white", "deal-1", "hand-2", "ruling-d1"):
        assert "not final" in words_of_html(papers[name].make()), name
