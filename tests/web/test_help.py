"""Help on the tablet: notes beside the table, what a touched or held key does, and the keys of a keyboard."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import expect

from dealer.demo import AtTheTable, offered
from dealer.games import GAMES
from tests.support.fixtures import EACH_KIND, soaked
from tests.support.house import House
from tests.web.evenings import busy
from tests.web.geometry import lies_in, measure, overlaps, written
from tests.web.tablet_in_browser import Tablet, Tablets, resize

pytestmark = pytest.mark.browser

UNEXPLAINED = """() => {
    const help = JSON.parse(document.getElementById("help-texts").textContent).map(([on]) => on).join();
    return [...document.querySelectorAll("#table [data-touch]")]
        .filter((key) => !key.closest(help))
        .map(({ dataset }) => dataset.touch)
        .filter((kind, at, kinds) => kinds.indexOf(kind) === at);
}"""
SIZES = ((1280, 800), (1024, 768))
LETTERS = "#table :is(button, .spot, .printed, .top p, .top h1) :is(b, span, strong, small)"


def at_a_round(house: House, name: str) -> str:
    """A night of a game in the middle of its first round."""
    game, demonstration = offered()[name]
    evening = AtTheTable(house.book, "2026-11-21", 4)
    evening.open(game=game, **demonstration.opening)
    for _ in demonstration.play(evening).round(1):
        break
    return evening.night


@pytest.mark.parametrize("name", soaked(offered(), at_once=EACH_KIND))
def test_help_explains_every_key_of_a_table(tablets: Tablets, house: House, name: str) -> None:
    tablet = tablets.at(at_a_round(house, name))
    left = tablet.page.evaluate(UNEXPLAINED)
    assert not left, f"without help: {left}"


@pytest.mark.parametrize("name", GAMES)
def test_help_lies_on_nothing_that_it_explains(tablets: Tablets, house: House, name: str) -> None:
    night, tablet = at_a_round(house, name), tablets.new()
    page = tablet.page
    for language, size in product(("en", "de"), SIZES):
        resize(page, size)
        tablet.go(f"/nights/{night}?lang={language}")
        tablet.touch("#help-key")
        screen = {"left": 0, "top": 0, "right": size[0], "bottom": size[1]}
        numbers, notes = measure(page, ".help .numbers b"), measure(page, ".help .notes")
        assert len(numbers) == len(measure(page, ".help .notes li")) >= 3, size
        aside = [*notes, *measure(page, ".help header")]
        assert [box["what"] for box in (*numbers, *aside) if not lies_in(box, screen)] == [], size
        assert overlaps(numbers) == overlaps(aside) == overlaps(numbers, aside) == [], size
        assert overlaps(aside, measure(page, "#table > .part, .side > .part")) == [], size
        assert overlaps(numbers, written(page, LETTERS)) == [], size


def test_what_is_touched_stays_in_sight_beside_its_explanation(tablets: Tablets, house: House) -> None:
    tablet = tablets.new()
    tablet.go(f"/nights/{busy(house)}?lang=de")
    page = tablet.page
    keys = ("#key-copper", "#rank-K", "#seat-red", "#step", "#menu", "#spot-single-Q", "#spot-single-7", "#part-keeper")
    for size in SIZES:
        resize(page, size)
        page.keyboard.press("?")
        for key in keys:
            _tap(tablet, key)
            bubble = measure(page, "#help-bubble")
            assert overlaps(bubble, [*measure(page, key), *measure(page, ".help .notes")]) == [], (size, key)
            assert lies_in(bubble[0], {"left": 0, "top": 0, "right": size[0], "bottom": size[1]}), (size, key)
        page.keyboard.press("Escape")


def test_a_touch_while_help_is_open_explains_and_does_nothing(tablets: Tablets, house: House) -> None:
    night = busy(house)
    version = house.service.at(night)[1].version
    tablet = tablets.at(night)
    tablet.touch("#help-key")
    _tap(tablet, "#rank-K")
    expect(tablet.page.locator("#help-bubble")).to_be_visible()
    expect(tablet.page.locator("#help-bubble b")).not_to_be_empty()
    _tap(tablet, "#key-copper")
    expect(tablet.page.locator("#help-bubble b")).to_have_text("Copper")
    tablet.page.keyboard.press("Escape")
    expect(tablet.page.locator("#part-help")).to_be_hidden()
    expect(tablet.page.locator("#key-copper")).to_have_attribute("aria-pressed", "false")
    assert house.service.at(night)[1].version == version


def test_keys_typed_while_help_is_open_do_nothing(tablets: Tablets, house: House) -> None:
    night = house.open_night()
    house.deal(night)
    tablet = tablets.at(night)
    tablet.page.keyboard.press("?")
    tablet.page.keyboard.press("k")
    tablet.page.keyboard.press("Escape")
    tablet.page.keyboard.press("q")
    expect(tablet.page.locator("#rank-Q")).to_have_attribute("data-left", "3")
    expect(tablet.page.locator("#rank-K")).to_have_attribute("data-left", "4")


def test_the_keyboard_acts_after_a_key_was_held(tablets: Tablets, house: House) -> None:
    tablet = tablets.at(busy(house))
    _hold(tablet, "#key-copper", finger=True)
    tablet.page.locator("#key-copper").press("Enter")
    expect(tablet.page.locator("#key-copper")).to_have_attribute("aria-pressed", "true")


def test_a_held_key_explains_itself_and_does_nothing(tablets: Tablets, house: House) -> None:
    tablet = tablets.at(busy(house))
    for pointer in ("finger", "mouse"):
        _hold(tablet, "#key-copper", finger=pointer == "finger")
        expect(tablet.page.locator("#help-bubble b")).to_have_text("Copper")
        expect(tablet.page.locator("#key-copper")).to_have_attribute("aria-pressed", "false")
    tablet.touch("#key-copper")
    expect(tablet.page.locator("#key-copper")).to_have_attribute("aria-pressed", "true")
    expect(tablet.page.locator("#help-bubble")).to_be_hidden()


def test_cards_are_typed_and_a_question_mark_opens_help(tablets: Tablets, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    tablet = tablets.at(night)
    tablet.page.keyboard.press("?")
    expect(tablet.page.locator("#part-help")).to_be_visible()
    tablet.page.keyboard.press("Escape")
    for typed, shown in (("0", "10"), ("k", "K")):
        tablet.page.keyboard.press(typed)
        expect(tablet.page.locator(f"#rank-{shown}")).to_have_attribute("data-left", "3")


def test_an_amount_is_typed_on_the_keypad_that_is_open(tablets: Tablets, house: House) -> None:
    tablet = tablets.at(busy(house))
    tablet.touch("#key-other")
    for typed in ("1", "2", "Backspace", "5"):
        tablet.page.keyboard.press(typed)
    expect(tablet.page.locator("#part-sheet .typed-sum")).to_have_text("$15")


def _middle(tablet: Tablet, selector: str) -> tuple[float, float]:
    box = tablet.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _tap(tablet: Tablet, selector: str) -> None:
    tablet.page.touchscreen.tap(*_middle(tablet, selector))


def _hold(tablet: Tablet, selector: str, *, finger: bool) -> None:
    """Hold a key until it explains itself, and let go."""
    x, y = _middle(tablet, selector)
    if finger:
        session = tablet.context.new_cdp_session(tablet.page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        expect(tablet.page.locator("#help-bubble")).to_be_visible()
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        tablet.page.mouse.move(x, y)
        tablet.page.mouse.down()
        expect(tablet.page.locator("#help-bubble")).to_be_visible()
        tablet.page.mouse.up()
