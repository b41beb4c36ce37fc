"""A night of several chip games on the tablet: whose hand a key begins, and the way from one table to the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from dealer.games import GAMES
from tests.support.house import House
from tests.web.geometry import covered_keys
from tests.web.tablet_in_browser import SIZES, Tablet, at_table, resize

pytestmark = pytest.mark.browser


def to_table_of(tablet: Tablet, game: str) -> None:
    tablet.touch("#other-games")
    tablet.touch(f'.evening a[href$="?game={game}"]')
    tablet.sees(f'#part-state[data-game="{game}"]')
    tablet.follows()


def test_a_hand_of_each_game_is_begun_at_its_own_table(browser: Browser, address: str, house: House) -> None:
    night = house.open_night(game=["farmer", "spoil_five", "fan_tan"], house="usual", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        tablet.touch('[data-touch="dealer"][data-player="blue"]')
        expect(page.locator("#step")).to_have_text("Farmer: start hand 1, Wm. Hart deals")
        to_table_of(tablet, "spoil_five")
        tablet.touch("#step")
        expect(page.locator("#takes-red")).to_be_enabled()
        for _ in range(3):
            tablet.touch("#takes-red")
        tablet.touch("#score")
        to_table_of(tablet, "farmer")
        tablet.touch("#step")
        expect(page.locator("#rank-A")).to_be_visible()
        tablet.touch("#take-back")
        expect(page.locator("#step")).to_have_text("Farmer: start hand 1, Ada Lamb deals")
        assert tablet.said == []
    (row,) = house.result(night)["hands"]
    assert (row["game"], row["dealer"], row["winner"], row["pot"]) == ("spoil_five", "red", "red", 3)


def test_at_every_table_of_a_long_night_one_key_takes_it_on_and_other_games_take_no_antes(
    browser: Browser, address: str, house: House
) -> None:
    games = list(GAMES)[:10]
    night = house.open_night(game=games, house="usual")
    house.seat(night, **dict(zip(("red", "blue", "white", "black"), ("Ada", "Bo", "Cy", "Di"), strict=True)))
    before = house.assistant.at(night)[1].version
    with at_table(browser, address, night) as tablet:
        shown = tablet.page.locator("#part-state").get_attribute("data-game")
        for game in [*(one for one in games if one != shown), shown]:
            assert game
            to_table_of(tablet, game)
            for size in SIZES[:2]:
                resize(tablet.page, size)
                loud = tablet.page.locator(".table > * .button.primary:visible")
                assert loud.count() <= 1, (game, size, loud.all_text_contents())
                assert covered_keys(tablet.page, ".sheet") == [], (game, size)
            tablet.touch("#other-games")
            expect(tablet.page.locator('.evening a[href*="?game="]:visible')).to_have_count(len(games) - 1)
            tablet.touch("#drawer-done")
        assert tablet.said == []
    assert house.assistant.at(night)[1].version == before
