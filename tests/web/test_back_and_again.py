"""Going back, forward and loading again in the middle of a deal: nothing is lost and nothing is done twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import House
from tests.web.tablet import Tablet

pytestmark = pytest.mark.browser


def test_back_forward_and_reload_lose_nothing_and_double_nothing(browser: Browser, address: str, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    tablet = Tablet(browser, address)
    tablet.go("/")
    tablet.go(f"/nights/{night}")
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    expect(tablet.saved).to_have_text("saved")
    tablet.page.go_back()
    tablet.page.go_forward()
    expect(tablet.page.locator(".stack")).to_have_count(1)
    expect(tablet.page.locator("#seat-red")).to_have_attribute("aria-pressed", "true")
    tablet.page.reload()
    expect(tablet.page.locator("#seat-red")).to_have_attribute("aria-pressed", "true")
    tablet.spot("single-Q")
    tablet.page.go_back()
    tablet.page.go_forward()
    tablet.rank("2")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    made = [type(one.fact).__name__ for one in house.book.facts(night)][-3:]
    assert made == ["BetPlaced", "BetPressed", "LoserDrawn"]
    assert house.result(night)["players"]["red"]["staked"] == 1_000
    tablet.close()


def test_a_double_tap_on_any_key_does_its_act_once(browser: Browser, address: str, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    start = house.result(night)["events"]
    for key in ("#rank-2", "#rank-K", "#take-back"):
        before = house.result(night)["events"]
        at = tablet.middle(key)
        tablet.page.touchscreen.tap(*at)
        tablet.page.touchscreen.tap(*at)
        tablet.settle_down(before + 1)
        tablet.page.wait_for_function("() => !document.body.dataset.touched")
    made = [type(one.fact).__name__ for one in house.book.facts(night, after=start)]
    assert made == ["LoserDrawn", "WinnerDrawn", "CommandVoided"]
    tablet.close()
