"""What a tablet makes heard and felt, where that is switched on; larger letters; and checks that glide."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.house import House
from tests.web.evenings import busy
from tests.web.geometry import measure, overlaps, written
from tests.web.tablet_in_browser import Tablet, Tablets
from tests.web.test_overflow import faults

pytestmark = pytest.mark.browser

RECORDER = """
window.felt = [];
navigator.vibrate = (shake) => felt.push(`shake ${shake.length}`);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
    felt.push(`${this.frequency.value} Hz`);
    return start.call(this, at);
};
"""
TAKEN, REFUSED, LOST = ["shake 1", "880 Hz"], ["shake 3", "196 Hz"], ["shake 3", "440 Hz", "330 Hz", "247 Hz"]


def felt(tablet: Tablet) -> list[str]:
    """What was felt since this was asked last."""
    noted: list[str] = tablet.page.evaluate("() => felt.splice(0)")
    return noted


def switch_on(tablet: Tablet) -> None:
    tablet.follow("#menu", "#tab-night", "[data-feel=shake]", "[data-feel=sound]", "#drawer-done")


def test_a_tablet_is_silent_until_it_is_switched_on(tablets: Tablets, house: House) -> None:
    tablet = tablets.new()
    tablet.begin_pages_with(RECORDER)
    tablet.go(f"/nights/{busy(house)}")
    tablet.touch("#take-back")
    expect(tablet.page.locator(".undone")).to_be_visible()
    assert felt(tablet) == []
    switch_on(tablet)
    felt(tablet)
    tablet.touch("#rank-K")
    expect(tablet.page.locator("#part-state[data-phase=loser_drawn]")).to_have_count(1)
    assert felt(tablet) == TAKEN


def test_a_refusal_and_a_lost_line_are_felt(tablets: Tablets, house: House) -> None:
    line = tablets.cable()
    tablet = tablets.new(line=line)
    tablet.begin_pages_with(RECORDER)
    tablet.go(f"/nights/{busy(house)}")
    switch_on(tablet)
    felt(tablet)
    tablet.touch("#rank-9")
    expect(tablet.page.locator("#alert")).to_be_visible()
    assert felt(tablet)[-2:] == REFUSED
    line.cut()
    tablet.touch('[data-touch="alert-away"]')
    tablet.touch("#take-back")
    expect(tablet.page.locator("#saved.unsaved")).to_be_visible()
    assert felt(tablet)[-4:] == LOST


def test_a_bet_that_is_moved_glides_unless_no_motion_is_wanted(tablets: Tablets, house: House) -> None:
    night = busy(house)
    tablet = tablets.at(night)
    assert tablet.page.evaluate("() => document.querySelectorAll('.stack').length") > 0
    watch = """() => { window.glides = 0; const run = Element.prototype.animate;
        Element.prototype.animate = function (...all) { glides += 1; return run.apply(this, all); }; }"""
    tablet.player("red")
    tablet.amount(500)
    for moves, spot in ((False, "single-K"), (True, "single-2")):
        if moves:
            tablet.move()
        tablet.page.evaluate(watch)
        tablet.spot(spot)
        expect(tablet.page.locator(f".stack[data-on={spot}]")).to_be_visible()
        assert (tablet.page.evaluate("() => glides") > 0) is moves


def test_letters_are_larger_on_pages_that_are_told_so(tablets: Tablets, house: House) -> None:
    busy(house)
    tablet = tablets.new()
    tablet.go("/")
    size = "() => parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"
    usual = tablet.page.evaluate(size)
    tablet.page.get_by_role("link", name="Larger letters").click()
    expect(tablet.page.get_by_role("link", name="Usual letters")).to_be_visible()
    tablet.go("/people")
    assert tablet.page.locator("html").get_attribute("data-text") == "large"
    tablet.go("/")
    assert tablet.page.evaluate(size) > usual


def test_what_is_chosen_shows_in_a_contrast_theme(tablets: Tablets, house: House) -> None:
    """Such a theme replaces colours and leaves shadows out."""
    tablet = tablets.new()
    tablet.page.emulate_media(forced_colors="active")
    tablet.go(f"/nights/{busy(house)}")
    for keys in (".seat", ".key:has(.coin)"):
        tablet.touch(f"{keys} >> nth=1")
        outlines = tablet.page.locator(keys).evaluate_all(
            "keys => keys.map(key => [key.getAttribute('aria-pressed') === 'true', getComputedStyle(key).outline])"
        )
        chosen = {outline for pressed, outline in outlines if pressed}
        assert len(chosen) == 1
        assert chosen.isdisjoint(outline for pressed, outline in outlines if not pressed)
    lamp = tablet.page.locator(".saved .lamp").evaluate("lamp => getComputedStyle(lamp).backgroundColor")
    assert lamp != tablet.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    # Chromium keeps the theme for the pages of later tests otherwise.
    tablet.page.emulate_media(forced_colors="none")


GROWS = {
    "the cards of the layout": ".cards .rank",
    "the words of the layout": ".lies:not(.card) .printed b",
    "the amounts of checks": ".stack .amount",
    "rows of the round": ".lines :is(.what, .where, .sum)",
    "keys of the cards": ".rank-key span",
    "keys of the hand": ".hand .key > span",
    "keys of the sheet": "#part-sheet footer .button",
    "players": ".seat .checks",
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_larger_letters_grow_on_the_tablet_and_fit_it(tablets: Tablets, house: House, language: str) -> None:
    night, tablet = busy(house), tablets.new()
    house.do(night, "draw_loser", card="5")
    house.do(night, "draw_winner", card="K")
    letters = []
    for text in ("usual", "large"):
        tablet.go(f"/nights/{night}?lang={language}&text={text}")
        page = tablet.page
        page.evaluate("document.fonts.ready")
        letters.append({what: [box["letters"] for box in measure(page, of)] for what, of in GROWS.items()})
    usual, large = letters
    least = {what: min(now / before for before, now in zip(usual[what], large[what], strict=True)) for what in GROWS}
    assert {what: ratio for what, ratio in least.items() if ratio < 1.199} == {}
    assert faults(page, ((1280, 800),)) == []
    for shares in (".printed", ".seat :is(.name, .checks, .owes)", ".lines :is(.what, .where, .sum, .note)", ".key"):
        assert overlaps(written(page, shares)) == [], shares
