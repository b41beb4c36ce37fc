"""A round of Five in One dealt by touch alone, against the same from a script; its keys at every size; axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.web.axe import found
from tests.web.games.hands_of_chips import chip_night, counting_tablet, fits, same_night, touches_of
from tests.web.tablet_in_browser import Tablet, at_table
from web.app.links import board_link, player_link

pytestmark = pytest.mark.browser

TEN = ["5", "2", "9", "K", "5", "6", "A", "8", "10", "J"]


def chips(tablet: Tablet, player: str, by: int) -> None:
    for _ in range(abs(by)):
        tablet.touch(f'[data-touch="chips"][data-player="{player}"][data-by="{1 if by > 0 else -1}"]')


def due(tablet: Tablet, part: str) -> None:
    expect(tablet.page.locator("#part-due")).to_have_text(part)


def test_a_round_by_touch_pays_as_the_same_from_a_script(browser: Browser, address: str, house: House) -> None:
    """The rulebook's round: the rest of the chips is a touch, a part without chips one, and the key keeps its place."""
    night = chip_night(house, "five_in_one", 3)
    tablet = counting_tablet(browser, address, night)
    tablet.touch('[data-touch="dealer"][data-player="white"]')
    touches_of(tablet)
    tablet.touch("#step")
    due(tablet, "Plus or Minus")
    place = tablet.middle("#next")
    chips(tablet, "red", 2)
    chips(tablet, "blue", -1)
    expect(tablet.page.locator("#next")).to_be_disabled()
    tablet.touch("#plate-white")
    tablet.touch("#next")
    due(tablet, "Cold Hand")
    tablet.touch("#plate-blue")
    tablet.touch("#next")
    due(tablet, "Bango")
    tablet.touch("#next")
    due(tablet, "Put and Take")
    chips(tablet, "white", 3)
    tablet.touch("#plate-red")
    tablet.touch("#next")
    due(tablet, "Consolation")
    for rank in TEN:
        tablet.touch(f"#card-{rank}")
    expect(tablet.page.locator(".turned .hit")).to_have_count(4)
    assert tablet.middle("#next") == place
    tablet.touch("#next")
    expect(tablet.page.locator("#part-sheet .outcome")).to_contain_text("Round 1 is over")
    expect(tablet.saved).to_have_text("saved")
    assert touches_of(tablet) == 1 + (2 + 1 + 1 + 1) + 2 + 1 + (3 + 1 + 1) + 11
    straight = chip_night(house, "five_in_one", 3)
    house.do(straight, "start_hand", dealer="white")
    house.do(straight, "part_result", part="plus_or_minus", chips={"red": 2, "blue": -1, "white": -1})
    house.do(straight, "cold_hand", winners=["blue"])
    house.do(straight, "part_result", part="bango", chips={})
    house.do(straight, "part_result", part="put_and_take", chips={"white": 3, "red": -3})
    house.do(straight, "consolation", cards=TEN)
    same_night(house, night, straight)
    assert tablet.said == []
    tablet.close()


def test_who_cannot_lose_so_much_is_told_before_and_sold_chips(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, "five_in_one", 3, cents=100)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        tablet.touch('[data-size="5"]')
        chips(tablet, "blue", -1)
        expect(tablet.page.locator(".seat.short")).to_have_count(1)
        tablet.touch("#plate-white")
        tablet.touch("#next")
        expect(tablet.alert.locator("p")).to_contain_text("owes 5 chips ($1.25) and has $1")
        tablet.touch('#alert button:text("Buy checks")')
        tablet.sum(500)
        tablet.touch("#act-blue-buy_checks")
        tablet.touch("#drawer-done")
        # What was told is still told.
        tablet.touch("#next")
        expect(tablet.page.locator("#part-1")).to_have_class("paid")
        tablet.sees("#saved:not(.sending, .unsaved)")
    assert house.result(night)["players"]["white"]["checks"] == 225


def test_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "five_in_one", 10)
    with at_table(browser, address, night) as tablet:
        fits(tablet, "before the round")
        assert found(tablet.page) == []
        house.do(night, "start_hand", dealer="red")
        due(tablet, "Plus or Minus")
        chips(tablet, "green", -2)
        chips(tablet, "white", 1)
        fits(tablet, "chips")
        assert found(tablet.page, "#table") == []
        house.do(night, "part_result", part="plus_or_minus", chips={"red": 2, "green": -2})
        due(tablet, "Cold Hand")
        tablet.touch("#plate-green")
        fits(tablet, "winners")
        assert found(tablet.page, "#table") == []
        house.do(night, "cold_hand", winners=["green", "blue"])
        for part in ("bango", "put_and_take"):
            house.do(night, "part_result", part=part, chips={})
        due(tablet, "Consolation")
        for rank in TEN[:7]:
            tablet.touch(f"#card-{rank}")
        fits(tablet, "cards")
        assert found(tablet.page, "#table") == []
        with house.app.test_request_context():
            links = board_link(night), player_link(night, "green")
        for link in (*links, f"/nights/{night}/correct?turn=2", f"/nights/{night}?at=24"):
            tablet.go(link)
            assert found(tablet.page) == [], link
        assert tablet.said == []
