"""Signing in in a real browser: by touch, by keyboard, and without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from dealer.streams.runtime import Sender
from tests.support.house import PIN, STAFF_NAME, House
from tests.web.axe import found
from tests.web.served import served
from tests.web.tablet_in_browser import SIZES, Tablet, resize

pytestmark = pytest.mark.browser

SENDER = Sender(who="test", device="test")


@pytest.fixture
def night(house: House) -> str:
    house.auth.engage("Doc Holliday", "1882", SENDER)
    return house.open_night()


def choose(tablet: Tablet, name: str) -> None:
    tablet.touch(f'label.name:has([value="{name}"])')


def touch_pin(tablet: Tablet, pin: str) -> None:
    for digit in pin:
        tablet.touch(f'.keypad [data-digit="{digit}"]')


def too_small(page: Page) -> list[str]:
    """What is touched on a page and is smaller than 44 px each way."""
    small: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), summary, select")]
             .map((one) => [one, one.getBoundingClientRect()])
             .filter(([, box]) => box.width && (box.width < 44 || box.height < 44))
             .map(([one, box]) => `${one.outerHTML.slice(0, 60)} ${box.width}x${box.height}`)"""
    )
    return small


def test_a_dealer_signs_in_by_touch_and_is_at_the_table_they_asked_for(
    browser: Browser, address: str, night: str
) -> None:
    """At every size the key that signs in is in sight once the PIN is entered."""
    tablet = Tablet(browser, address, signed_in=False)
    tablet.go(f"/nights/{night}")
    choose(tablet, STAFF_NAME)
    touch_pin(tablet, PIN)
    sign_in = tablet.page.locator(".sign-in [type=submit]")
    for size in SIZES:
        tablet.page.evaluate("scrollTo(0, 0)")
        resize(tablet.page, size)
        expect(sign_in).to_be_in_viewport(ratio=1)
    sign_in.tap()
    expect(tablet.page).to_have_url(f"{address}/nights/{night}")
    expect(tablet.page.locator("#part-state")).to_be_attached()
    tablet.page.wait_for_load_state()
    assert tablet.said == []
    tablet.close()


def test_a_wrong_pin_is_said_and_the_name_stays_chosen(browser: Browser, address: str, night: str) -> None:
    tablet = Tablet(browser, address, signed_in=False)
    tablet.go("/sign-in")
    choose(tablet, "Doc Holliday")
    touch_pin(tablet, "99")
    tablet.touch('.keypad [data-digit="back"]')
    touch_pin(tablet, "99")
    tablet.touch('.keypad [data-digit="clear"]')
    expect(tablet.page.locator("#pin")).to_have_value("")
    touch_pin(tablet, "9999")
    tablet.touch(".sign-in [type=submit]")
    expect(tablet.page.locator(".refused")).to_have_text("That is not the PIN of Doc Holliday.")
    expect(tablet.page.locator('[value="Doc Holliday"]')).to_be_checked()
    tablet.close()


def test_signing_in_by_keyboard(browser: Browser, address: str, night: str) -> None:
    tablet = Tablet(browser, address, signed_in=False)
    tablet.go("/sign-in")
    keyboard = tablet.page.keyboard
    keyboard.press("Tab")
    keyboard.press("ArrowDown")
    expect(tablet.page.locator(f'[value="{STAFF_NAME}"]')).to_be_checked()
    keyboard.type(PIN + "5")
    keyboard.press("Backspace")
    keyboard.press("Enter")
    expect(tablet.page).to_have_url(f"{address}/")
    tablet.close()


def test_without_javascript_it_is_a_plain_form(browser: Browser, address: str, night: str) -> None:
    tablet = Tablet(browser, address, signed_in=False, java_script_enabled=False)
    tablet.go("/sign-in")
    expect(tablet.page.locator(".keypad")).to_be_hidden()
    choose(tablet, STAFF_NAME)
    tablet.page.locator("#pin").fill(PIN)
    tablet.touch(".sign-in [type=submit]")
    expect(tablet.page).to_have_url(f"{address}/")
    tablet.close()


def test_the_first_of_the_staff_is_engaged_on_the_page(browser: Browser) -> None:
    house = House(staff=False)
    with served(house) as address:
        tablet = Tablet(browser, address, signed_in=False)
        tablet.go("/")
        for name, value in (("name", STAFF_NAME), ("pin", PIN), ("pin_again", PIN)):
            tablet.page.locator(f"[name={name}]").fill(value)
        assert found(tablet.page) == []
        assert too_small(tablet.page) == []
        tablet.touch("[type=submit]")
        expect(tablet.page).to_have_url(f"{address}/")
        expect(tablet.page.get_by_role("heading", name="Open a night")).to_be_visible()
        tablet.close()
    house.book.close()


def test_the_page_of_the_staff_engages_dismisses_and_signs_out(browser: Browser, address: str, house: House) -> None:
    tablet = Tablet(browser, address)
    tablet.go("/staff")
    form = tablet.page.locator('form[action="/staff/engage"]')
    form.locator("[name=name]").fill("Doc Holliday")
    form.locator("[name=pin]").fill("1882")
    form.locator("[name=pin_again]").fill("1882")
    form.locator("[type=submit]").tap()
    tablet.touch('summary[aria-label="Dismiss Doc Holliday?"]')
    tablet.page.get_by_role("button", name="Yes, dismiss Doc Holliday").tap()
    expect(tablet.page.locator(".staff-list:not(.devices, .sessions) li")).to_have_count(1)
    tablet.page.get_by_role("button", name="Sign out").tap()
    expect(tablet.page).to_have_url(f"{address}/sign-in")
    assert tablet.said == []
    tablet.close()


@pytest.mark.parametrize("path", ["/sign-in", "/staff"])
def test_axe_finds_nothing_and_all_that_is_touched_is_large_enough(
    browser: Browser, address: str, night: str, path: str
) -> None:
    tablet = Tablet(browser, address, signed_in=path == "/staff")
    tablet.go(path)
    assert found(tablet.page) == []
    assert too_small(tablet.page) == []
    tablet.close()
