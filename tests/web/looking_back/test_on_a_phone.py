"""A table looked back at on a telephone, to which its page leads: its parts follow one another."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.support.house import House
from tests.web.games.pharo.evening import worked_night
from tests.web.geometry import measure, overlaps
from tests.web.tablet_in_browser import Tablet, resize
from tests.web.test_screens import fan_tan_of, faro_of, hands_of, match_of

PHONES = ((360, 740), (390, 844), (740, 360), (844, 390))
DEALS: dict[str, Callable[[House], str]] = {
    "faro": lambda house: faro_of(house, 6),
    "fan_tan": lambda house: fan_tan_of(house, 6),
    "pharo": worked_night,
    "frog": lambda house: hands_of("frog", house, 4),
    "forty_five": lambda house: match_of("forty_five", house, 5),
}


@pytest.mark.browser
@pytest.mark.parametrize("game", DEALS)
def test_every_part_has_the_width_of_the_screen_and_its_own_place(
    browser: Browser, address: str, house: House, game: str
) -> None:
    """The scrubber, which stays at the foot of an upright screen, hides nothing of its own."""
    night = DEALS[game](house)
    tablet = Tablet(browser, address, PHONES[0])
    page = tablet.page
    tablet.go(f"/nights/{night}?at={house.result(night)['events']}")
    page.evaluate("document.fonts.ready")
    for width, height in PHONES:
        resize(page, (width, height))
        at = game, width, height
        parts = measure(page, "#table > .part:not(.drawer), #table > .side")
        assert len(parts) >= 4, at
        assert overlaps(parts) == [], at
        for part in parts:
            assert part["right"] - part["left"] >= width - 32, (at, part["what"][:40])
        assert max(part["bottom"] - part["top"] for part in measure(page, ".seat")) < 140, at
        assert overlaps(measure(page, ".scrubber .said, .scrubber .line, .scrubber .ways")) == [], at
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
    assert tablet.said == []
    tablet.close()
