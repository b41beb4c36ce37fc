"""The default tablet by touch: rounds of each toy, refusals, a cut line, the fingers' sizes, and what axe finds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import House
from tests.toys.conftest import high_low_night, tally_night
from tests.web.axe import found
from tests.web.cable import Cable
from tests.web.geometry import out_of_reach
from tests.web.tablet_in_browser import SIZES, Tablet, at_table
from web.app.links import board_link, player_link

pytestmark = pytest.mark.browser

MORE = {
    "white": "C. Moss",
    "yellow": "Ruth Bell",
    "brown": "Doc Reed",
    "orange": "E. Poe",
    "black": "A. Lee",
    "green": "B",
}
UPRIGHT = (800, 1280)


def back_side(tablet: Tablet, player: str, side: str, cents: int) -> None:
    """Lay a stake on the form: whose is touched at the seat."""
    if tablet.page.locator("#key-back_side").get_attribute("aria-pressed") == "false":
        tablet.touch("#key-back_side")
    tablet.touch(f"#seat-{player}")
    tablet.touch(f"""#part-layout [data-form="back_side"] [data-value='"{side}"']""")
    for digit in str(cents // 100):
        tablet.touch(f'#part-layout [data-form="back_side"] [data-digit="{digit}"]')
    tablet.touch("#do")


def turn_card(tablet: Tablet, card: str) -> None:
    tablet.touch("#key-turn_card")
    tablet.touch(f"""#part-layout [data-form="turn_card"] [data-value='"{card}"']""")
    tablet.touch("#do")


def fresh_night(house: House, game: str) -> str:
    night = house.open_night(game=game, house="usual")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    return night


def test_the_amount_stays_for_the_next_player_and_the_first_digit_begins_another(
    browser: Browser, address: str, house: House
) -> None:
    night = fresh_night(house, "high_low")
    with at_table(browser, address, night) as tablet:
        back_side(tablet, "red", "high", 500)
        expect(tablet.page.locator("#stake-1-red")).to_have_text("$5 high")
        expect(tablet.page.locator('[data-form="back_side"] .typed-sum')).to_have_text("$5")
        tablet.touch('#part-layout [data-form="back_side"] [data-cents="2000"]')
        tablet.touch('#part-layout [data-form="back_side"] [data-cents="5000"]')
        expect(tablet.page.locator('[data-form="back_side"] .typed-sum')).to_have_text("$70")
        back_side(tablet, "blue", "low", 300)
        expect(tablet.page.locator("#stake-1-blue")).to_have_text("$3 low")


def test_a_round_of_stakes_is_played_taken_back_and_played_again(browser: Browser, address: str, house: House) -> None:
    night = fresh_night(house, "high_low")
    with at_table(browser, address, night) as tablet:
        expect(tablet.page.locator("#key-turn_card")).to_be_disabled()
        back_side(tablet, "red", "high", 500)
        tablet.settle_down(7)
        expect(tablet.page.locator("#stake-1-red")).to_have_text("$5 high")
        tablet.page.locator('[data-form="back_side"] .typed-sum:has-text("$5")').wait_for()
        tablet.touch('[data-form="back_side"] [data-digit="back"]')
        back_side(tablet, "blue", "low", 700)
        tablet.settle_down(8)
        turn_card(tablet, "Kh")
        tablet.settle_down(11)
        tablet.touch("#take-back")
        tablet.settle_down(12)
        expect(tablet.page.locator("#stake-1-blue")).to_be_attached()
        turn_card(tablet, "2c")
        tablet.settle_down(15)
        assert tablet.said == []
    assert {player: one["net"] for player, one in house.result(night)["players"].items()} == {"red": -500, "blue": 700}


def test_a_round_of_points_is_played(browser: Browser, address: str, house: House) -> None:
    night = fresh_night(house, "tally")
    with at_table(browser, address, night) as tablet:
        tablet.touch("#key-start_hand")
        tablet.settle_down(6)
        tablet.touch("#key-score_points")
        for player in ("red", "blue"):
            tablet.touch(f"#seat-{player}")
            for digit in "12" if player == "red" else "5":
                tablet.touch(f'#part-layout [data-form="score_points"] [data-digit="{digit}"]')
            expect(tablet.page.locator("#do")).to_contain_text("12" if player == "red" else "5")
            tablet.touch("#do")
            tablet.settle_down(7 if player == "red" else 8)
        expect(tablet.page.locator(".places")).to_contain_text("12 points")
        tablet.touch("#key-end_tally")
        tablet.settle_down(9)
        assert tablet.said == []
    assert house.result(night)["players"]["red"]["net"] == 7 * 25


def test_a_refusal_is_shown_and_the_form_stays(browser: Browser, address: str, house: House) -> None:
    night = fresh_night(house, "high_low")
    house.do(night, "back_side", player="red", side="high", stake=500)
    with at_table(browser, address, night) as tablet:
        back_side(tablet, "red", "low", 100)
        expect(tablet.alert).to_contain_text("has laid a stake.")
        expect(tablet.page.locator('[data-form="back_side"]')).to_be_visible()
    assert house.result(night)["events"] == 7


def test_what_is_touched_while_the_line_is_cut_is_done_once_when_it_is_back(
    browser: Browser, address: str, house: House
) -> None:
    night = fresh_night(house, "high_low")
    with Cable(address) as cable, at_table(browser, cable.address, night) as tablet:
        back_side(tablet, "red", "high", 500)
        tablet.settle_down(7)
        cable.cut()
        tablet.touch("#key-back_side")
        turn_card(tablet, "Kh")
        expect(tablet.page.locator("#strip")).to_contain_text("1 touch waits here")
        cable.mend()
        tablet.settle_down(9)
    assert [row["result"] for row in house.result(night)["bets"]] == ["won"]


def test_a_stake_is_disputed_in_two_touches_or_put_right(browser: Browser, address: str, house: House) -> None:
    night = fresh_night(house, "high_low")
    house.do(night, "back_side", player="red", side="high", stake=500)
    with at_table(browser, address, night) as tablet:
        tablet.touch("#stake-1-red .dispute-key")
        tablet.page.locator("#put-right").click()
        tablet.page.get_by_role("link", name="low").click()
        # Until the table has its script a touch on it says nothing.
        with tablet.page.expect_navigation():
            tablet.page.locator("form button").first.click()
        expect(tablet.page.locator("#stake-1-red")).to_contain_text("$5 low")
        tablet.touch("#stake-1-red .dispute-key")
        tablet.touch(".says [data-claim]:first-child")
        expect(tablet.page.locator("#open-disputes")).to_have_text("1")
    [dispute] = house.assistant.night(night).disputes.values()
    assert (dispute.player, dispute.about) == ("red", "1-red")


@pytest.mark.parametrize("toy", ["high_low", "tally"])
def test_every_target_fits_a_finger(browser: Browser, address: str, house: House, toy: str) -> None:
    night = {"high_low": high_low_night, "tally": tally_night}[toy](house)
    for player, name in MORE.items():
        house.do(night, "seat_player", player=player, name=name)
    with at_table(browser, address, night) as tablet:
        for key in ("", *({"high_low": ("back_side", "turn_card"), "tally": ("score_points",)}[toy])):
            tablet.page.set_viewport_size({"width": 1280, "height": 800})
            if key:
                tablet.touch(f"#key-{key}")
            for width, height in (*SIZES, UPRIGHT):
                tablet.page.set_viewport_size({"width": width, "height": height})
                assert out_of_reach(tablet.page) == [], (key, width)


@pytest.mark.parametrize("toy", ["high_low", "tally"])
def test_axe_finds_nothing(browser: Browser, address: str, house: House, played: dict[str, str], toy: str) -> None:
    night = played[toy]
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    assert found(tablet.page) == []
    for key in {"high_low": ("back_side", "turn_card"), "tally": ("score_points",)}[toy]:
        tablet.touch(f"#key-{key}")
        assert found(tablet.page) == [], key
    with house.app.test_request_context():
        links = [board_link(night), player_link(night, "red")]
    for path in (f"/nights/{night}?at=9", *(link.replace("http://localhost", "") for link in links)):
        tablet.go(path)
        assert found(tablet.page) == [], path
    tablet.close()
