"""Nights of chip games for their screens, and what every table of hands is looked at for in a browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from tests.support.house import House
from tests.web.geometry import covered_keys, cut_off, small_keys
from tests.web.tablet_in_browser import Tablet, resize

NAMES = {
    "red": "Ada Lamb",
    "blue": "Wm. Hart",
    "white": "J. Oakes",
    "black": "C. Moss",
    "yellow": "Ruth Bell",
    "green": "Anne-Marie de la Rochefoucauld",
    "brown": "Doc Reed",
    "orange": "E. Poe",
    "seat9": "Li",
    "seat10": "Constantine Papadopoulos",
}
EVERY_SIZE = ((1280, 800), (1024, 768), (1366, 1024), (800, 1280), (768, 1024))

COUNTING = """
window.touches = Number(sessionStorage.getItem("touches"));
addEventListener("pointerdown", () => sessionStorage.setItem("touches", ++window.touches), true);
"""
"""Counts in ``window.touches`` what a finger touches, from page to page."""


def chip_night(house: House, game: str, players: int, *, cents: int = 5_000, **rules: Any) -> str:
    """A night of a chip game with so many players, each with so much in checks."""
    night = house.open_night(game=game, house=rules, roll=0)
    for player in list(NAMES)[:players]:
        house.do(night, "seat_player", player=player, name=NAMES[player])
        if cents:
            house.do(night, "buy_checks", player=player, amount=cents)
    return night


def counting_tablet(browser: Browser, address: str, night: str) -> Tablet:
    """A tablet on a night's table that counts what it is touched."""
    tablet = Tablet(browser, address)
    tablet.begin_pages_with(COUNTING)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    return tablet


def touches_of(tablet: Tablet) -> int:
    """How often the table was touched since this was asked last."""
    counted: int = tablet.page.evaluate(
        "() => { const had = window.touches; sessionStorage.setItem('touches', window.touches = 0); return had; }"
    )
    return counted


def fits(tablet: Tablet, stage: str) -> None:
    """Every key is as large as a finger, free and on the screen, nothing is cut off, and the page does not scroll."""
    page = tablet.page
    page.evaluate("document.fonts.ready")
    for size in EVERY_SIZE:
        resize(page, size)
        at = stage, size
        small = small_keys(page, "#table > .part:not(#part-sheet)")
        covered = covered_keys(page, "#table > .part")
        cut = cut_off(page, ".part:is(#part-players, #part-top, #part-pot, #part-layout, #part-turn)")
        assert (small, covered, cut) == ([], [], []), (at, small, covered, cut)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), at
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at


def same_night(house: House, by_touch: str, by_script: str) -> None:
    """Hold that two nights came to the same, to the cent."""
    one, other = house.result(by_touch), house.result(by_script)
    assert one["hands"] == other["hands"]
    assert one["players"] == other["players"]
    assert one["events"] == other["events"]
