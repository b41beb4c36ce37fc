"""An evening of Spoil Five dealt by touch alone, against the same from a script; what can be touched; sizes; axe."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from dealer.commands.refusal import Refusal
from dealer.games.spoil_five.state import SPOIL_FIVE
from tests.support.house import House
from tests.support.tables import ChipTable
from tests.web.axe import found
from tests.web.games.hands_of_chips import chip_night, counting_tablet, fits, same_night, touches_of
from tests.web.tablet_in_browser import Tablet, at_table
from web.app.links import board_link, player_link
from web.games.spoil_five.tablet.table import stand_of

pytestmark = pytest.mark.browser

RECKONED = """async ({ stand }) => {
    const script = document.querySelector("script[type=module][src*=spoil_five]").src;
    const { mayGoOn, mayTake, outcomeOf, scored } = await import(new URL("stand.js", script).href);
    const found = [];
    const reach = (tricks, wentOn) => {
        if (outcomeOf(tricks, wentOn)) found.push(scored(stand, tricks, wentOn));
        if (mayGoOn(tricks, wentOn)) reach(tricks, true);
        const able = stand.players.filter((player) => mayTake(stand, tricks, wentOn, player));
        for (const player of able) reach([...tricks, player], wentOn);
    };
    reach([], false);
    return found;
}"""


def takes(tablet: Tablet, *players: str) -> None:
    for player in players:
        tablet.touch(f"#takes-{player}")


def test_an_evening_by_touch_pays_as_the_same_from_a_script(browser: Browser, address: str, house: House) -> None:
    """The rulebook's night: a touch a trick, two for a dead hand, one that scores; then all five."""
    night = chip_night(house, "spoil_five", 5)
    tablet = counting_tablet(browser, address, night)
    page = tablet.page
    begun = page.locator('#step:text("Start")')
    tablet.touch('#step:text("Start")')
    takes(tablet, "red", "blue", "white", "blue", "red")
    tablet.touch("#score")
    expect(begun).to_be_visible()
    assert touches_of(tablet) == 1 + 5 + 1
    tablet.touch('#step:text("Start")')
    tablet.touch('[data-touch="kill"][data-player="yellow"]')
    tablet.touch('[data-why="revoke"]')
    takes(tablet, "red", "red", "red")
    expect(page.locator("#score")).to_have_text("Takes the pool")
    tablet.touch("#goes-on")
    takes(tablet, "red", "blue")
    tablet.touch("#score")
    expect(begun).to_be_visible()
    assert touches_of(tablet) == 1 + 2 + 3 + 1 + 2 + 1
    tablet.touch('#step:text("Start")')
    takes(tablet, "blue", "blue", "blue")
    tablet.touch("#goes-on")
    tablet.touch("#seat-blue")
    tablet.touch("#seat-blue")
    expect(page.locator("#part-sheet .comes")).to_contain_text("19 chips")
    tablet.touch("#score")
    expect(begun).to_be_visible()
    expect(tablet.saved).to_have_text("saved")
    straight = chip_night(house, "spoil_five", 5)
    house.do(straight, "start_hand", dealer="red")
    house.do(straight, "score_hand", tricks={"red": 2, "blue": 2, "white": 1})
    house.do(straight, "start_hand", dealer="blue")
    house.do(straight, "kill_hand", player="yellow", why="revoke")
    house.do(straight, "score_hand", tricks={"red": 4, "blue": 1}, went_on=True)
    house.do(straight, "start_hand", dealer="white")
    house.do(straight, "score_hand", tricks={"blue": 5}, went_on=True)
    same_night(house, night, straight)
    assert tablet.said == []
    tablet.close()


def test_what_can_be_touched_is_what_the_rules_take(browser: Browser, address: str, house: House) -> None:
    """Of all tricks that five can have, one of them dead and one out, those can be touched that the rules take."""
    table = ChipTable(SPOIL_FIVE, 5)
    table("start_hand", dealer="red")
    table("kill_hand", player="black", why="revoke")
    table("score_hand", tricks={"red": 2, "blue": 2, "white": 1})
    table("start_hand", dealer="blue")
    table("kill_hand", player="white", why="irregular")
    with at_table(browser, address, chip_night(house, "spoil_five", 5)) as tablet:
        commands = tablet.page.evaluate(RECKONED, {"stand": _stand(table)})
    touched = {(tuple(sorted(one["tricks"].items())), one["went_on"]) for one in commands}
    assert touched == set(_taken(table))


def _stand(table: ChipTable) -> dict[str, Any]:
    return stand_of(table.now.tables[SPOIL_FIVE])


def _taken(table: ChipTable) -> list[tuple[tuple[tuple[str, int], ...], bool]]:
    found = []
    for counts in product(range(6), repeat=5):
        tricks = {player: number for player, number in zip(table.players, counts, strict=True) if number}
        for went_on in (False, True):
            before = table.now, list(table.recorded)
            try:
                table("score_hand", tricks=tricks, went_on=went_on)
            except Refusal:
                continue
            found.append((tuple(sorted(tricks.items())), went_on))
            table.night, table.recorded = before
    return found


def test_a_trick_touched_by_mistake_is_taken_off_and_outlives_the_page(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "spoil_five", 3)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        taken = tablet.page.locator("#takes-blue .taken")
        takes(tablet, "blue", "white")
        tablet.touch("#off")
        expect(tablet.page.locator("#takes-white .taken")).to_have_text("")
        tablet.go(f"/nights/{night}")
        expect(taken).to_have_text("1")
        house.do(night, "void_hand", reason="misdealt")
        house.do(night, "start_hand", dealer="red")
        expect(tablet.page.locator("#part-top .standing")).to_contain_text("Hand 2")
        expect(taken).to_have_text("")
        assert tablet.said == []


def test_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "spoil_five", 10)
    with at_table(browser, address, night) as tablet:
        fits(tablet, "before the hand")
        assert found(tablet.page) == []
        house.do(night, "start_hand", dealer="red")
        house.do(night, "kill_hand", player="green", why="robbing")
        house.do(night, "cash_in", player="brown", amount=4_975)
        tablet.settle_down(house.result(night)["events"])
        takes(tablet, "white", "blue", "white", "black")
        fits(tablet, "tricks")
        tablet.touch('[data-touch="kill"][data-player="blue"]')
        fits(tablet, "a hand dies")
        assert found(tablet.page, "#table") == []
        tablet.touch('.turn [data-touch="kill"]:visible')
        takes(tablet, "white")
        fits(tablet, "three tricks")
        assert found(tablet.page, "#table") == []
        tablet.go(f"/nights/{night}/correct?turn=1")
        assert found(tablet.page) == []
        house.do(night, "score_hand", tricks={"white": 4, "blue": 1})
        with house.app.test_request_context():
            links = board_link(night), player_link(night, "green")
        for link in (*links, f"/nights/{night}?at=30"):
            tablet.go(link)
            assert found(tablet.page) == [], link
        assert tablet.said == []


def test_a_hand_that_takes_its_third_trick_dies_no_more(browser: Browser, address: str, house: House) -> None:
    """Its three tricks have won: while it was said why it dies they could be told, and the score was refused."""
    night = chip_night(house, "spoil_five", 3)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        takes(tablet, "blue", "blue")
        tablet.touch('[data-touch="kill"][data-player="blue"]')
        expect(tablet.page.locator('[data-touch="why"]:visible')).not_to_have_count(0)
        takes(tablet, "blue")
        expect(tablet.page.locator('[data-touch="why"]:visible')).to_have_count(0)
        tablet.touch("#score")
        expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
    assert house.result(night)["hands"][0]["winner"] == "blue"


def test_who_cannot_pay_for_all_five_is_offered_chips_and_the_tricks_stand(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "spoil_five", 3, cents=25)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        takes(tablet, "blue", "blue", "blue")
        tablet.touch("#goes-on")
        takes(tablet, "blue", "blue")
        expect(tablet.page.locator("#part-sheet [data-lacks]:visible")).to_have_count(2)
        tablet.touch("#score")
        expect(tablet.alert.locator("p")).to_contain_text("J. Oakes owes 1 chip (25¢) and has $0")
        for player in ("white", "red"):
            tablet.touch(f'#part-sheet [data-act="buy_checks"][data-player="{player}"]')
            expect(tablet.page.locator(f"#seat-{player} .checks")).to_have_text("$5.00")
        tablet.touch("#score")
        expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
    assert house.result(night)["hands"][0]["pot"] == 5
