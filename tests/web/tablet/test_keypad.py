"""One keypad: in the drawer, for another amount in hand, and at the door, with the same keys in the same places."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.web.geometry import covered_keys, cut_off, small_keys
from tests.web.tablet_in_browser import Tablet, at_table, resize

pytestmark = pytest.mark.browser

SIZES = ((1280, 800), (1024, 768), (768, 1024), (800, 1280))
ORDER = ["1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", "back"]
STYLE = "(key) => ['color', 'backgroundColor', 'fontSize'].map((name) => getComputedStyle(key)[name])"
TYPED = (
    (".", "$0."),
    ("5", "$0.5"),
    ("back", "$0."),
    ("back", "$0"),
    ("back", "$0"),
    ("0", "$0"),
    ("7", "$7"),
    ("1", "$71"),
    ("2", "$712"),
    ("3", "$7,123"),
    ("4", "$71,234"),
    ("5", "$712,345"),
    ("6", "$7,123,456"),
    ("7", "$71,234,567"),
    ("8", "$712,345,678"),
    ("9", "$712,345,678"),
    (".", "$712,345,678."),
    (".", "$712,345,678."),
    ("0", "$712,345,678.0"),
    ("5", "$712,345,678.05"),
    ("1", "$712,345,678.05"),
)
"""Keys, and what is shown after each: nine digits of dollars at most, two of cents."""


def test_every_keypad_has_the_same_keys_and_does_the_same(
    browser: Browser, address: str, house: House, night: str
) -> None:
    tablet = Tablet(browser, address)
    page = tablet.page
    tablet.go(f"/nights/{night}")
    keypads = {'[data-tab="money"]': "#menu", '.pane[data-pane="keypad"]': "#key-other"}
    styles = []
    for within, opener in keypads.items():
        tablet.touch(opener)
        keys = page.locator(f"{within} .keypad button")
        assert [key.get_attribute("data-digit") for key in keys.all()] == ORDER
        columns = "(it) => getComputedStyle(it).gridTemplateColumns.split(' ').length"
        assert page.locator(f"{within} .keypad").evaluate(columns) == 3
        styles.append(keys.first.evaluate(STYLE))
        for key, shown in TYPED:
            page.touchscreen.tap(*tablet.middle(f'{within} [data-digit="{key}"]'))
            expect(page.locator(f"{within} .typed-sum")).to_have_text(shown)
        for size in SIZES:
            resize(page, size)
            assert small_keys(page, f"{within} .keypad") == [], (within, size)
            assert covered_keys(page, f"{within} .keypad") == [], (within, size)
            assert cut_off(page, f"{within} :is(.keypad, .typed-sum, .typed)") == [], (within, size)
        resize(page, SIZES[0])
        page.keyboard.press("Escape")
    assert styles[0] == styles[1]
    tablet.close()


SUMS = (
    (("q5000", "3", "7", ".", "5"), "$37.5"),
    (("q5000", "q5000", "q10000"), "$200"),
    (("q10000", "back", "3"), "$3"),
    (("3", "7", ".", "q5000"), "$87"),
    (("0", ".", "5", "q2000"), "$20.50"),
    (("0", ".", "5", "q2000", "5"), "$5"),
)
"""Quick sums in cents, and keys; what is shown after the last of them."""


def test_quick_sums_add_up_and_a_digit_after_one_begins_anew(browser: Browser, address: str, night: str) -> None:
    """In the drawer, a touch every 240 ms."""
    tablet = Tablet(browser, address)
    tablet.take_the_clock()
    tablet.go(f"/nights/{night}")
    tablet.follows()
    drawer = '[data-tab="money"]'
    for keys, shown in SUMS:
        touched = [f'.usual [data-cents="{key[1:]}"]' if key[0] == "q" else f'[data-digit="{key}"]' for key in keys]
        tablet.quickly("#menu", *(f"{drawer} {key}" for key in touched))
        expect(tablet.page.locator(f"{drawer} .typed-sum")).to_have_text(shown)
        tablet.page.keyboard.press("Escape")
    tablet.close()


@pytest.mark.parametrize(("keys", "shown"), [(("1", "2"), "$12"), (("back",), "$0"), (("q2000",), "$20")])
def test_an_amount_that_stands_there_gives_way_to_the_first_key(
    browser: Browser, address: str, house: House, keys: tuple[str, ...], shown: str
) -> None:
    """Who lacks checks for a bet is sold them from its refusal, in the drawer, where its stake is entered."""
    night = house.open_night()
    house.do(night, "seat_player", player="red", name="Ada Lamb")
    house.deal(night)
    with at_table(browser, address, night) as tablet:
        tablet.player("red")
        tablet.touch("#key-other")
        for digit in ("0", ".", "5"):
            tablet.touch(f'.pane [data-digit="{digit}"]:visible')
        tablet.touch('[data-touch="take-amount"]')
        tablet.spot("single-J")
        tablet.touch('.alert [data-touch="over-to"]')
        expect(tablet.page.locator('[data-tab="money"] .typed-sum')).to_have_text("$0.50")
        for key in keys:
            what = f'.usual [data-cents="{key[1:]}"]' if key[0] == "q" else f'[data-digit="{key}"]'
            tablet.touch(f'[data-tab="money"] {what}')
        expect(tablet.page.locator('[data-tab="money"] .typed-sum')).to_have_text(shown)


def test_at_the_door_it_has_the_same_order_and_clears(browser: Browser, address: str, night: str) -> None:
    tablet = Tablet(browser, address, signed_in=False)
    tablet.go("/sign-in")
    keys = tablet.page.locator(".keypad button")
    assert [key.get_attribute("data-digit") for key in keys.all()] == ["clear" if key == "." else key for key in ORDER]
    for key, pin in (("0", "0"), ("1", "01"), ("back", "0"), ("7", "07"), ("clear", "")):
        tablet.page.locator(f'.keypad [data-digit="{key}"]').tap()
        expect(tablet.page.locator("#pin")).to_have_value(pin)
    tablet.close()
