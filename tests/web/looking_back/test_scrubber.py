"""Scrubbing and playing through a night in a browser: the page follows, and nothing of it can be sent."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.house import House
from tests.web.evening_of_both import short_night
from tests.web.tablet_in_browser import Tablet

pytestmark = pytest.mark.browser


def expect_at(page: Page, at: int) -> None:
    """The page shows the night as of a fact, and its address says so."""
    expect(page.locator("#scrubber")).to_have_attribute("data-at", str(at))
    expect(page.locator("#past-strip")).to_contain_text(f"after fact {at} of 60")
    expect(page.locator("#scrubber-at")).to_have_js_property("value", str(at))
    expect(page).to_have_url(re.compile(rf"[?]at={at}$"))


def test_a_night_is_scrubbed_and_played_and_nothing_is_sent(browser: Browser, address: str, house: House) -> None:
    night = short_night(house)
    commands = len(house.book.commands(night))
    tablet = Tablet(browser, address)
    page = tablet.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    tablet.go(f"/nights/{night}?at=9")
    expect(page.locator("#way-play")).to_be_visible()
    loads = page.evaluate("performance.timeOrigin")

    page.keyboard.press("ArrowRight")
    expect_at(page, 10)
    expect(page.locator("#part-state")).to_have_attribute("data-version", "10")
    # The next command has four facts: a command at a time, a fact at a time, a turn at a time.
    page.keyboard.press("ArrowRight")
    expect_at(page, 14)
    page.keyboard.press("Shift+ArrowLeft")
    expect_at(page, 13)
    page.locator("#way-turn-on").click()
    expect_at(page, 14)
    page.locator("#scrubber-at").focus()
    page.keyboard.press("PageDown")
    expect_at(page, 18)
    page.locator("#scrubber-at").fill("16")
    expect_at(page, 16)
    expect(page.locator("#scrubber-said")).to_contain_text("Then refused, Nº 14: Ada Lamb lays $5 on the 2.")

    # What is looked at stays open while the night goes by under it.
    page.locator("#stack-c").click()
    expect(page.locator('.pane[data-bet="c"]')).to_be_visible()
    page.locator("#menu").click()
    page.locator('[data-tab="money"] [data-player="red"]').click()
    page.locator("#way-back").click()
    expect_at(page, 15)
    expect(page.locator('[data-tab="money"] section[data-for="red"]')).to_be_visible()
    expect(
        page.locator('.part button[data-touch="act"]:enabled, .part button[data-touch="command"]:enabled')
    ).to_have_count(0)
    expect(page.locator(".part input[data-choice]:enabled")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#part-drawer")).to_be_hidden()
    assert page.evaluate("performance.timeOrigin") == loads

    # Played from the deal over to the hands, another game's screen, and on to the settlement.
    page.locator("#scrubber-at").fill("24")
    expect_at(page, 24)
    page.locator("#speed").select_option("10")
    page.locator("#way-play").click()
    expect(page.locator('main[data-screen="fan_tan"]')).to_be_visible()
    expect(page.locator("#way-play")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press(" ")
    expect(page.locator("#way-play")).to_have_attribute("aria-pressed", "false")
    at = int(parse_qs(urlsplit(page.url).query)["at"][0])
    assert 24 < at < 60
    page.locator("#scrubber-at").fill("51")
    expect_at(page, 51)
    page.locator("#way-play").click()
    expect(page.locator('main[data-screen="closed"]')).to_be_visible()
    expect_at(page, 60)
    expect(page.locator("#way-on")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#way-play")).to_have_attribute("aria-pressed", "false")
    page.locator("#to-now").click()
    expect(page.locator("#past-strip")).to_have_count(0)

    assert [one for one in sent if not one.startswith("GET ")] == []
    assert not any("/stream" in one for one in sent)
    assert len(house.book.commands(night)) == commands
    assert tablet.said == []
    tablet.close()
