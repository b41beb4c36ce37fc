"""What has the keyboard is seen: the line around it stands out from the ground it lies on, in both themes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.web.evening_of_both import short_night
from tests.web.games.hands_of_chips import chip_night
from tests.web.tablet_in_browser import Tablet, at_table
from tests.web.test_screens import fan_tan_of, match_of
from web.app.links import player_link

LEAST_CONTRAST = 3
"""What WCAG 2.2 asks of what is no text (1.4.11)."""

UNSEEN = """(least) => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([red, green, blue]) => [red, green, blue]
    .map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0.05);
  const ground = (of) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(of);
    const plain = numbers(backgroundColor);
    if (plain.length < 4 || plain[3] > 0.6) return plain;
    const [painted] = backgroundImage.match(/rgba?\\([^)]+\\)/) ?? [];
    return painted ? numbers(painted) : of.parentElement && ground(of.parentElement);
  };
  const keys = document.querySelectorAll("a[href], button, input, select, summary, textarea, [tabindex='0']");
  return [...keys]
    .filter((key) => key.checkVisibility({ visibilityProperty: true }) && !key.disabled && !key.closest("[inert]"))
    .filter((key) => {
      key.focus({ focusVisible: true });
      const { outlineStyle, outlineColor } = getComputedStyle(key);
      if (document.activeElement !== key || key.querySelector(".target")) return false;
      if (outlineStyle === "none") return true;
      const two = [light(numbers(outlineColor)), light(ground(key.parentElement))];
      return Math.max(...two) / Math.min(...two) < least;
    })
    .map((key) => `${key.tagName}.${key.className} in ${key.parentElement.className}`);
}"""
"""What may have the keyboard and is then not seen; a place of the layout has a line of its own."""

PAGES = ("/", "/staff", "/house-style", "/papers", "/rules/faro", "/sheet", "/square")
ROOM = ("", "/links", "/audit", "/what-if?command=3&how=put", "/disputes", "/papers", "?at=9")


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["dark", "bright"])
def test_what_has_the_keyboard_stands_out(browser: Browser, address: str, house: House, theme: str) -> None:
    night = short_night(house, closed=False)
    with house.app.test_request_context():
        own = player_link(night, "red")
    pages = [*PAGES, *(f"/nights/{night}{page}" for page in ROOM), own, f"/nights/{short_night(house)}"]
    pages += [f"/nights/{one}" for one in (fan_tan_of(house, 6), match_of("forty_five", house, 5))]
    tablet = Tablet(browser, address)
    tablet.context.add_cookies([{"name": "theme", "value": theme, "url": address}])
    for page in pages:
        tablet.go(page)
        assert tablet.page.evaluate(UNSEEN, LEAST_CONTRAST) == [], page
    tablet.close()


@pytest.mark.browser
def test_the_keyboard_goes_into_the_drawer_and_back_to_the_table(tablet: Tablet) -> None:
    """Enter opened the drawer again while the menu's key kept the focus."""
    page = tablet.page
    for away in ("#drawer-done", "Escape"):
        tablet.touch("#menu")
        expect(page.locator(".drawer-body")).to_be_focused()
        if away == "Escape":
            page.keyboard.press(away)
        else:
            tablet.touch(away)
        expect(page.locator("#table")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#part-drawer")).to_be_hidden()


NEXT: dict[str, tuple[list[dict[str, Any]], str]] = {
    "farmer": (
        [
            {"do": "start_hand", "dealer": "red"},
            {"do": "show_hand", "player": "blue", "cards": ["9", "7"]},
            {"do": "show_hand", "player": "red", "cards": ["9", "5"]},
        ],
        "Start hand 2",
    ),
    "fan_tan": (
        [{"do": "start_hand", "dealer": "red"}, *({"do": "pass", "player": one} for one in ("blue", "white", "red"))],
        "Settle the dead hand",
    ),
}
"""What the key at the foot of the sheet says once it has done what it did, with what was done before."""


@pytest.mark.browser
@pytest.mark.parametrize("game", NEXT)
def test_the_key_that_takes_the_table_on_keeps_the_keyboard(
    browser: Browser, address: str, house: House, game: str
) -> None:
    """It sleeps while its command waits to be saved; disabled it let go of the keyboard then."""
    night = chip_night(house, game, len(NEXT[game][0]) - 1)
    for document in NEXT[game][0]:
        house.do(night, **document)
    with at_table(browser, address, night) as tablet:
        step = tablet.page.locator("#step")
        step.focus()
        tablet.page.keyboard.press("Enter")
        expect(step).to_contain_text(NEXT[game][1])
        expect(step).to_be_enabled()
        expect(step).to_be_focused()
