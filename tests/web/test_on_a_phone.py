"""The staff's pages on a telephone: none scrolls sideways, a finger meets every control, and no label hides another."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page

from tests.support.house import House
from tests.web.evening_of_both import short_night
from tests.web.geometry import broken_words
from tests.web.tablet_in_browser import Tablet

pytestmark = pytest.mark.browser

TELEPHONE = (390, 844)
TOUCH = 44

SMALL = """([within, least]) => [...document.querySelector(within)
    .querySelectorAll("a, button, input, select, textarea, summary")]
  .filter((one) => one.type !== "hidden" && one.checkVisibility({ visibilityProperty: true }))
  .map((one) => [one, (["checkbox", "radio"].includes(one.type) && one.closest("label")) || one])
  .map(([one, met]) => [one, met.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < least || box.height < least))
  .map(([one, box]) => `${one.outerHTML.slice(0, 80)}: ${box.width} × ${box.height}`)"""
"""Controls that are smaller than a finger, those in a label with it."""


def assert_fits(page: Page, within: str = "body") -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url
    assert page.evaluate(SMALL, [within, TOUCH]) == [], page.url


def voided_hands(house: House, hands: int) -> str:
    """A night of so many hands close together, each broken off as it began."""
    night = house.open_night(game="fan_tan", house="antes", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    for _ in range(hands):
        house.do(night, "start_hand", dealer="red")
        house.do(night, "void_hand", reason="A card lay face up")
    return night


def test_every_page_of_a_night_fits(browser: Browser, address: str, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Bartholomew Featherstonehaugh", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="a-bet-of-a-long-name", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "bar_bet", bet="a-bet-of-a-long-name", turns=1)
    house.do(night, "void")
    house.do(night, "turn", loser="2", winner="Q")
    house.do(night, "raise_dispute", dispute="d1", player="blue", about=1, claim="It was the king")
    tablet = Tablet(browser, address, TELEPHONE)
    room = ("/audit", "/bets", "/bets/a-bet-of-a-long-name", "/disputes", "/verify", "/square")
    for page in (*room, "/what-if?command=8&how=put"):
        tablet.go(f"/nights/{night}{page}")
        assert_fits(tablet.page)
    house.do(night, "rule_dispute", dispute="d1", ruling="stands", reason="It was the queen")
    house.do(night, "close_night")
    for page in ("/", f"/nights/{night}", f"/nights/{short_night(house)}", "/square", "/sheet"):
        tablet.go(page)
        assert_fits(tablet.page)
    tablet.close()


NARROW = (360, 740)
LONGEST = "M. Wolfeschlegelsteinhausenbergerdorffhohenstein"
"""With a word that no line of a narrow screen has room for."""


def test_a_turn_is_put_right_on_a_narrow_screen(browser: Browser, address: str, house: House) -> None:
    """What is put right stands in whole words, every key is as large as a finger, and who gains is seen."""
    night = house.open_night()
    house.seat(night, red=LONGEST)
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="2c", winner="Qs")
    house.do(night, "turn", loser="3c", winner="4s")
    tablet = Tablet(browser, address, NARROW)
    for wanted in ("", "&swap=yes"):
        tablet.go(f"/nights/{night}/correct?turn=1{wanted}")
        assert_fits(tablet.page)
        assert broken_words(tablet.page, "header p") == []
        assert bool(wanted) == tablet.page.locator(".gains").is_visible()
    tablet.close()


def test_a_long_word_of_a_name_widens_no_page(browser: Browser, address: str, house: House) -> None:
    """Of a dispute, and of a settlement with a match that was played by three a side."""
    faro = house.open_night()
    house.seat(faro, red=LONGEST)
    house.deal(faro)
    house.do(faro, "turn", loser="2", winner="Q")
    house.do(faro, "raise_dispute", dispute="d1", player="red", about=1, claim="It was the king")
    match = house.open_night(game="five_hundred", house="usual", roll=0)
    house.seat(match, red=LONGEST, blue="Wm. Hart", white="J. Oakes", black="C. Moss", yellow="Li", green="T. Vane")
    house.do(match, "start_match", sides=[["red", "white", "yellow"], ["blue", "black", "green"]])
    house.do(match, "abandon_match", reason="It is too late to go on")
    house.do(match, "close_night")
    tablet = Tablet(browser, address, NARROW)
    for page in (f"/nights/{faro}/disputes", f"/nights/{match}"):
        tablet.go(page)
        assert_fits(tablet.page)
    tablet.close()


def test_the_labels_of_the_scrubber_do_not_lie_over_each_other(browser: Browser, address: str, house: House) -> None:
    tablet = Tablet(browser, address, TELEPHONE)
    tablet.go(f"/nights/{voided_hands(house, 8)}?at=9")
    assert_fits(tablet.page, "#scrubber")
    labels = tablet.page.locator("#scrubber-ticks text:visible")
    boxes = [one.bounding_box() for one in labels.all()]
    assert len(boxes) > 2
    for one, following in pairwise(boxes):
        assert one
        assert following
        assert one["x"] + one["width"] < following["x"]
    tablet.close()
