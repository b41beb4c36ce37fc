"""A night of several chip games on the tablet: whose hand a key begins, and the way from one table to the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.web.tablet_in_browser import at_table

pytestmark = pytest.mark.browser


def test_each_key_begins_a_hand_of_its_own_game(browser: Browser, address: str, house: House) -> None:
    night = house.open_night(game=["farmer", "spoil_five", "fan_tan"], house="usual", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        tablet.touch('[data-touch="dealer"][data-player="blue"]')
        expect(page.locator("#step")).to_have_text("Farmer: start hand 1, Wm. Hart deals")
        expect(page.locator("#step-other")).to_have_text(
            ["Spoil Five: start hand 1, Ada Lamb deals", "Fan-Tan: start hand 1, Ada Lamb deals"]
        )
        tablet.touch('#step-other:text("Spoil Five")')
        expect(page.locator("#takes-red")).to_be_enabled()
        tablet.follows()
        for _ in range(3):
            tablet.touch("#takes-red")
        tablet.touch("#score")
        tablet.touch('#step-other:text("Farmer")')
        expect(page.locator("#rank-A")).to_be_visible()
        tablet.follows()
        tablet.touch("#take-back")
        expect(page.locator("#part-pot h2")).to_have_text("The pool")
        assert tablet.said == []
    (row,) = house.result(night)["hands"]
    assert (row["game"], row["dealer"], row["winner"], row["pot"]) == ("spoil_five", "red", "red", 3)
