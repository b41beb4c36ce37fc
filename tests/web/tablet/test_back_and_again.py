"""Going back, forward and loading again in the middle of a deal: nothing is lost and nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.house import House
from tests.web.tablet_in_browser import Tablet

pytestmark = pytest.mark.browser

TOUCH_AND_GO = """
([spot, leave]) => {
  const target = document.querySelector(`#spot-${spot} .target`);
  const { x, y, width, height } = target.getBoundingClientRect();
  const finger = { bubbles: true, isPrimary: true, pointerId: 9, clientX: x + width / 2, clientY: y + height / 2 };
  target.dispatchEvent(new PointerEvent("pointerdown", finger));
  target.dispatchEvent(new PointerEvent("pointerup", finger));
  if (leave === "back") history.back();
  else location.reload();
}
"""
"""A finger on the layout, and the page left by the same task: nothing that takes its time is done any more."""

TOO_EARLY = """
if (location.pathname.startsWith("/nights/")) {
  const been = Number(sessionStorage.been ?? 0);
  sessionStorage.been = been + 1;
  if (!been) IDBFactory.prototype.open = () => ({});
  if (been === 1) addEventListener("DOMContentLoaded", () => document.querySelector("#rank-2").click());
}
"""
"""The first page of the table waits for its storage for ever; on the second a card is touched before it has opened."""


def made_since(house: House, night: str, start: int) -> list[str]:
    return [type(one.fact).__name__ for one in house.book.facts(night, after=start)]


def test_back_forward_and_reload_lose_nothing_and_double_nothing(tablet: Tablet, house: House, night: str) -> None:
    start = house.result(night)["events"]
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
    tablet.page.evaluate("() => addEventListener('pointerup', () => { document.body.dataset.felt = ''; })")
    tablet.spot("single-Q")
    tablet.page.wait_for_function("() => 'felt' in document.body.dataset")
    tablet.page.go_back()
    tablet.page.go_forward()
    tablet.rank("2")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    assert made_since(house, night, start) == ["BetPlaced", "BetPressed", "LoserDrawn"]
    assert house.result(night)["players"]["red"]["staked"] == 1_000


@pytest.mark.parametrize("leave", ["reload", "back"])
@pytest.mark.parametrize("early", [False, True])
def test_a_touch_in_the_moment_in_which_the_page_goes_arrives_once(
    tablet: Tablet, house: House, night: str, leave: str, early: bool
) -> None:
    start = house.result(night)["events"]
    if early:
        tablet.begin_pages_with(TOO_EARLY)
    tablet.go("/")
    tablet.go(f"/nights/{night}")
    tablet.player("red")
    tablet.amount(500)
    with tablet.page.expect_navigation():
        tablet.page.evaluate(TOUCH_AND_GO, ["single-Q", leave])
    if leave == "back":
        tablet.page.go_forward()
    if not early:
        tablet.rank("2")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    tablet.page.reload()
    tablet.follows()
    expect(tablet.page.locator("#strip")).to_be_hidden()
    assert made_since(house, night, start) == ["BetPlaced", "LoserDrawn"]


def test_a_double_tap_on_any_key_does_its_act_once(tablet: Tablet, house: House) -> None:
    """And a second touch that comes later is a touch: two kings are a turn."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    tablet.take_the_clock()
    tablet.go(f"/nights/{night}")
    start, commands = house.result(night)["events"], len(house.book.commands(night))

    def once(touch: Callable[[str], None], key: str) -> None:
        version = house.result(night)["events"]
        touch(key)
        tablet.settle_down(version + 1)
        tablet.page.wait_for_function("() => !document.body.dataset.touched")

    for key in ("#step", "#rank-5", "#rank-K"):
        once(tablet.double_tap, key)
    once(tablet.rank, "K")
    expect(tablet.page.locator("#part-state")).to_have_attribute("data-phase", "betting")
    once(tablet.double_tap, "#take-back")
    made = ["DealStarted", "SodaExposed", "LoserDrawn", "WinnerDrawn", "CommandVoided"]
    assert made_since(house, night, start) == made
    assert len(house.book.commands(night)) == commands + len(made)
