"""A match as it is seen: names and scores whole on the board at every size, on a telephone, on the closed page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.web.games.hands_of_chips import NAMES, chip_night
from tests.web.geometry import cut_off, lies_in, measure, overlaps
from tests.web.tablet_in_browser import Tablet, resize
from tests.web.test_screens import NAMES as LONG_NAMES
from web.app.links import player_link

pytestmark = pytest.mark.browser

SIZES = ((1920, 1080), (1280, 720), (768, 1024))
MATCHES: list[tuple[str, int, int, dict[str, Any], dict[str, Any]]] = [
    ("five_hundred", 3, 2, {"bid": "7nt"}, {"tricks": {"red": 6, "blue": 4}}),
    ("five_hundred", 5, 1, {"bid": "nullo"}, {"tricks": {"red": 6, "blue": 4}}),
    ("four_deal_bridge", 2, 2, {"bid": "4s", "doubled": 2}, {"tricks": {"red": 8, "blue": 5}}),
    ("forty_five", 2, 3, {}, {"tricks": {"red": 5}}),
]


def night_of(house: House, game: str, sides: int, size: int, bid: dict[str, Any], scored: dict[str, Any]) -> str:
    """A match between players with the longest names: a hand is over, and the next one on."""
    night = chip_night(house, game, sides * size)
    players = list(NAMES)[: sides * size]
    house.do(night, "start_match", sides=[players[side::sides] for side in range(sides)])
    house.do(night, "start_hand", dealer="red")
    if bid:
        house.do(night, "contract", player="red", **bid)
    house.do(night, "score_hand", **scored)
    house.do(night, "start_hand", dealer="blue")
    return night


@pytest.mark.parametrize(("game", "sides", "size", "bid", "scored"), MATCHES)
def test_names_and_scores_are_whole_wherever_a_match_is_seen(
    browser: Browser, address: str, house: House, game: str, sides: int, size: int, bid: Any, scored: Any
) -> None:
    night = night_of(house, game, sides, size, bid, scored)
    tablet = Tablet(browser, address, SIZES[0])
    page = tablet.page
    tablet.go(f"/board/{night}")
    expect(page.locator("#sides > li")).to_have_count(sides)
    page.evaluate("document.fonts.ready")
    for measures in SIZES:
        resize(page, measures)
        assert cut_off(page, ".of-match .head, #sides, #contract, #keeper, .turns, .at-table") == [], measures
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), measures
    with house.app.test_request_context():
        own = player_link(night, "red")
    resize(page, (390, 844))
    tablet.go(own)
    expect(page.locator(f"#match-{game} .scores li")).to_have_count(sides)
    assert cut_off(page, ".card, .settled") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    house.do(night, "void_hand", reason="it grew late")
    house.do(night, "close_night")
    tablet.go(f"/nights/{night}")
    page.locator(".match summary").click()
    expect(page.locator(".match tr[data-hand]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tablet.close()


@pytest.mark.parametrize("names", [tuple(NAMES.values()), LONG_NAMES], ids=("short", "long"))
def test_what_five_alone_are_paid_stands_on_the_cloth_and_the_bidders_disc_beside_their_points(
    browser: Browser, address: str, house: House, names: tuple[str, ...]
) -> None:
    players = list(NAMES)[:5]
    night = house.open_night(game="five_hundred", house={"point": 12_345, "pays": "all"}, roll=0)
    for player, name in zip(players, names, strict=False):
        house.do(night, "seat_player", player=player, name=name)
    house.do(night, "start_match", sides=[[player] for player in players])
    house.do(night, "start_hand", dealer="yellow")
    house.do(night, "contract", player="red", bid="10nt")
    house.do(night, "name_partner", partners=["white"])
    house.do(night, "score_hand", tricks={"red": 10})
    tablet = Tablet(browser, address, SIZES[0])
    page = tablet.page
    tablet.go(f"/board/{night}")
    expect(page.locator(".ending li")).to_have_count(6)
    page.evaluate("document.fonts.ready")
    for measures in SIZES:
        resize(page, measures)
        [cloth] = measure(page, "#cloth")
        paid = measure(page, ".ending :is(h2, .disc, .name, b)")
        assert all(lies_in(one, cloth) for one in [*measure(page, ".ending"), *paid]), measures
        assert overlaps(paid) == overlaps(measure(page, ".ending"), measure(page, ".sides *")) == [], measures
        assert overlaps(measure(page, ".score-sheet tbody .disc"), measure(page, ".score-sheet tbody b")) == [], (
            measures
        )
        assert cut_off(page, ":is(#cloth, .turns)") == [], measures
    assert tablet.said == []
    tablet.close()
