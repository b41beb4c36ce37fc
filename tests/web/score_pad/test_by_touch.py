"""An evening of each game by touch, against the same from a script; a hand is scored in at most four touches."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.web.score_pad.evenings import Evening, tricks

pytestmark = pytest.mark.browser


def test_forty_five_by_the_difference(browser: Browser, address: str, house: House) -> None:
    """The rulebook's match (G8): 3–2, 1–4, 5–0, 4–1, a touch and a key each, then the settlement."""
    evening = Evening(browser, address, house, "forty_five", 4, scoring="difference")
    evening.begin("red white", "blue black")
    for dealer, taken, then in (
        ("red", 3, "between"),
        ("blue", 1, "between"),
        ("white", 5, "between"),
        ("black", 4, "won"),
    ):
        evening.deal(dealer, then="playing")
        evening.score(tricks(0, taken), then=then, tricks={"red": taken, "blue": 5 - taken})
    expect(evening.tablet.page.locator(".columns tbody tr")).to_have_count(4)
    expect(evening.tablet.page.locator(".columns .totals td")).to_have_text(["45", "15"])
    evening.settle()
    evening.ends()


def test_forty_five_alone_asks_who_was_first(browser: Browser, address: str, house: House) -> None:
    """Five alone: who has no trick is not touched, and of two at the goal it is said who got there first."""
    evening = Evening(browser, address, house, "forty_five", 5, goal=5)
    evening.begin("red", "blue", "white", "black", "yellow")
    evening.deal("yellow", then="playing")
    evening.touch(tricks(1, 3), tricks(3, 2))
    expect(evening.tablet.page.locator("#score")).to_be_disabled()
    evening.tablet.sees("#who-was-first:not([hidden])")
    evening.touch("#clear")
    evening.score(
        tricks(1, 3),
        tricks(3, 2),
        '[data-name="first"][data-value="black"]',
        then="won",
        tricks={"blue": 3, "black": 2},
        first="black",
    )
    evening.settle()
    evening.ends()


def test_five_hundred_call_by_call(browser: Browser, address: str, house: House) -> None:
    """The rulebook's match of three (G7), the first hands bid call by call, the others entered as contracts."""
    evening = Evening(browser, address, house, "five_hundred", 3)
    evening.begin("red", "blue", "white")
    evening.deal("white")
    evening.bid("red", "7s")
    evening.all_pass("blue", "white")
    evening.score(tricks(0, 9), tricks(1, 1), tricks={"red": 9, "blue": 1})
    evening.deal("red")
    evening.call("blue", "pass")
    evening.bid("white", "8s")
    evening.call("red", "pass")
    evening.call("blue", "pass")
    evening.score(tricks(2, 10), tricks={"white": 10})
    expect(evening.tablet.page.locator(".columns .totals td")).to_have_text(["140", "10", "250"])
    evening.deal("blue")
    evening.touch("#contract-only")
    evening.contract("blue", "nullo")
    evening.score(tricks(1, 1), tricks(0, 4), tricks={"blue": 1, "red": 4, "white": 5})
    expect(evening.tablet.page.locator(".columns .totals td.below")).to_have_text("−240")
    evening.deal("white", then="contract")
    evening.contract("red", "8nt")
    evening.score(tricks(0, 8), tricks(2, 2), tricks={"red": 8, "white": 2})
    evening.deal("red", then="contract")
    evening.contract("red", "6s")
    evening.score(tricks(0, 6), tricks(1, 3), then="won", tricks={"red": 6, "blue": 3, "white": 1})
    evening.settle()
    evening.ends()


def test_passes_that_can_only_be_passes_are_filled_in(browser: Browser, address: str, house: House) -> None:
    """Nobody can go over the highest bid: one touch sends it and the passes of all the others."""
    evening = Evening(browser, address, house, "five_hundred", 4)
    evening.begin("red white", "blue black")
    evening.deal("black")
    evening.bid("red", "10nt")
    evening.phase("playing")
    evening.passed("blue", "white", "black")
    evening.score(tricks(0, 9), then="won", tricks={"red": 9, "blue": 1})
    expect(evening.tablet.page.locator(".columns .newest .minus")).to_have_text("−520")
    evening.settle()
    evening.ends()


def test_a_hand_keyed_wrongly_is_scored_again_with_the_old_points_beside_the_new(
    browser: Browser, address: str, house: House
) -> None:
    """Nothing is taken back before the new score is sent, and leaving it changes nothing."""
    evening = Evening(browser, address, house, "forty_five", 2)
    evening.begin("red", "blue")
    evening.deal("blue", then="playing")
    evening.score(tricks(0, 3), tricks={"red": 3, "blue": 2})
    page, version = evening.tablet.page, evening.tablet.version
    evening.touch(".columns .newest")
    evening.phase("playing")
    evening.touch(tricks(0, 1))
    expect(page.locator(".comes .old")).to_have_text(["+5", "0"])
    expect(page.locator(".comes li > b")).to_have_text(["0", "+5"])
    evening.touch("#leave-again")
    evening.phase("between")
    assert evening.tablet.version == version
    evening.touch("#again")
    evening.touch(tricks(0, 1), "#score")
    expect(page.locator(".columns .totals td")).to_have_text(["0", "5"])
    evening.phase("between")
    evening.scripted("void")
    evening.scripted("score_hand", tricks={"red": 1, "blue": 4})
    evening.ends()
