"""Seats by touch: a newcomer is placed, a seat moves, a player sits out; every screen shows it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import Client, House
from tests.web.tablet_in_browser import SMALLEST, Tablet
from web.app.links import player_link
from web.tablet.seats import sits_out_said

NAMES = {"red": "Wyatt", "blue": "Doc", "white": "Kate", "green": "Bat"}
DEALT_TO_EVERYBODY = ("fan_tan", "farmer", "spoil_five", "five_in_one", "frog")


@pytest.fixture
def tablet(browser: Browser, address: str) -> Iterator[Tablet]:
    made = Tablet(browser, address, SMALLEST)
    yield made
    made.close()


def open_night(house: House, *games: str) -> str:
    night = house.open_night(game=list(games), house="usual", roll=0)
    house.seat(night, **NAMES)
    return night


def order(house: House, night: str) -> str:
    return " ".join(house.assistant.night(night).seated)


@pytest.mark.browser
def test_a_newcomer_is_placed_a_seat_moves_and_a_player_sits_out_by_touch(tablet: Tablet, house: House) -> None:
    night = open_night(house, "farmer")
    tablet.go(f"/nights/{night}")
    tablet.touch("#seat-add")
    tablet.page.locator("#seat-name").tap()
    tablet.page.keyboard.type("Ringo")
    tablet.touch("""[data-choice="after"][data-value='{"after": "red"}']""")
    tablet.touch("#seat-them")
    expect(tablet.page.locator("#seat-black")).to_have_count(1)
    assert order(house, night) == "red black blue white green"
    tablet.touch('[data-choice="move"][data-value="green"]')
    tablet.touch('[data-act="move_seat"][data-after="red"]')
    expect(tablet.page.locator("#part-players .seat[data-player]").nth(1)).to_have_id("seat-green")
    tablet.touch('[data-choice="move"][data-value="blue"]')
    tablet.touch('[data-act="move_seat"][data-after=""]')
    expect(tablet.page.locator("#part-players .seat[data-player]").first).to_have_id("seat-blue")
    assert order(house, night) == "blue red green black white"
    tablet.touch('[data-act="sit_out"][data-player="black"]')
    expect(tablet.page.locator('[data-act="sit_in"][data-player="black"]')).to_be_visible()
    tablet.touch("#drawer-done")
    said = sits_out_said(house.assistant.night(night), "black")
    expect(tablet.page.locator("#seat-black .owes")).to_have_text(said)
    house.do(night, "start_hand", dealer="blue")
    assert house.assistant.night(night).tables["farmer"].players == ("red", "green", "white", "blue")
    assert tablet.said == []


@pytest.mark.browser
def test_the_next_match_has_other_partners_once_a_seat_moved(tablet: Tablet, house: House) -> None:
    night = open_night(house, "five_hundred")
    tablet.go(f"/nights/{night}")
    tablet.touch("#begin-match")
    expect(tablet.page.locator("#begin-match")).to_have_count(0)
    house.do(night, "abandon_match", reason="supper")
    expect(tablet.page.locator("#begin-match")).to_be_visible()
    tablet.touch("#menu")
    tablet.touch('.tab[data-opens="seats"]')
    tablet.touch('[data-choice="move"][data-value="blue"]')
    tablet.touch('[data-act="move_seat"][data-after="white"]')
    expect(tablet.page.locator("#part-players .seat[data-player]").nth(1)).to_have_id("seat-white")
    tablet.touch("#drawer-done")
    tablet.touch("#begin-match")
    expect(tablet.page.locator("#begin-match")).to_have_count(0)
    table = house.assistant.night(night).tables["five_hundred"]
    assert [set(side) for side in table.matches[0]] == [{"red", "white"}, {"blue", "green"}]
    assert [set(side) for side in table.matches[1]] == [{"red", "blue"}, {"white", "green"}]
    assert tablet.said == []


@pytest.mark.parametrize("game", DEALT_TO_EVERYBODY)
def test_every_screen_shows_who_sits_out(house: House, client: Client, game: str) -> None:
    night = open_night(house, game)
    with house.app.test_request_context():
        phone = player_link(night, "white")
    screens = (f"/nights/{night}", f"/board/{night}", phone)
    before = [client.get(address, follow_redirects=True).text for address in screens]
    house.do(night, "sit_out", player="white")
    said = f">{sits_out_said(house.assistant.night(night), 'white')}<"
    after = [client.get(address, follow_redirects=True).text for address in screens]
    assert [(said in then, said in now) for then, now in zip(before, after, strict=True)] == [(False, True)] * 3
