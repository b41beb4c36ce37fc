"""The tablet's case-keeper: what stands beside a rank takes nothing from the ranks above and below it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.web.geometry import cut_off, lies_in, measure, overlaps
from tests.web.tablet_in_browser import Tablet


@pytest.mark.browser
def test_dead_and_case_stand_in_one_line_beside_their_rank(browser: Browser, address: str, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    for loser, winner in (("9", "9"), ("9", "9"), ("K", "Q"), ("K", "Q"), ("K", "2")):
        house.do(night, "turn", loser=loser, winner=winner)
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    tablet.page.evaluate("document.fonts.ready")
    for width, height in ((1280, 800), (1180, 820), (1179, 820), (1024, 768)):
        tablet.page.set_viewport_size({"width": width, "height": height})
        at = f"{width}x{height}"
        tiles, states = measure(tablet.page, ".keeper .tile"), measure(tablet.page, ".keeper .state:not(:empty)")
        rows = measure(tablet.page, ".spindles li")
        heights = [one["bottom"] - one["top"] for one in tiles]
        assert max(heights) - min(heights) < 1, at
        assert overlaps(tiles) == [], at
        assert [one["what"].split()[-1] for one in states] == ["dead", "case"], at
        for one, row in zip(states, (rows[8], rows[12]), strict=True):
            assert one["bottom"] - one["top"] < 1.6 * one["letters"], (at, one)
            assert abs(one["top"] + one["bottom"] - row["top"] - row["bottom"]) <= 2, (at, one)
        assert cut_off(tablet.page, ".spindles") == [], at
    tablet.close()


@pytest.mark.browser
@pytest.mark.parametrize("paying", [False, True])
def test_four_results_of_a_rank_stand_clear_of_the_next(
    browser: Browser, address: str, house: House, paying: bool
) -> None:
    """While bets are settled, when the case-keeper is small, and while none are; on its side and upright."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    for loser, winner in (("2", "8"), ("2", "8"), ("8", "2"), ("8", "2")):
        house.do(night, "turn", loser=loser, winner=winner)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["K"], stake=500)
    if paying:
        house.do(night, "turn", loser="K", winner="Q")
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    tablet.page.evaluate("document.fonts.ready")
    for width, height in ((1280, 800), (1180, 820), (1024, 768), (820, 1180), (768, 1024)):
        tablet.page.set_viewport_size({"width": width, "height": height})
        (keeper,) = measure(tablet.page, "#part-keeper")
        marks = measure(tablet.page, ".keeper .tabs i")
        assert len(marks) == 9 + 2 * paying
        assert overlaps(marks, measure(tablet.page, ".keeper .tile, .keeper .state:not(:empty)")) == [], width
        assert all(lies_in(mark, keeper) for mark in marks), width
    tablet.close()


@pytest.mark.browser
def test_that_there_was_no_turn_yet_is_not_marked_as_the_last_turn(browser: Browser, address: str, night: str) -> None:
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    expect(tablet.page.locator(".last-turns .none")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    tablet.close()
