"""On a default tablet several players are picked, and numbers counted for each: a round of Five in One by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

import web.games
from dealer.games import five_in_one, spoil_five
from tests.support.house import House
from tests.web.tablet_in_browser import Tablet, at_table
from web.default_screens.keys import inputs_of


def test_an_argument_that_names_players_is_entered_by_its_form() -> None:
    kinds = {
        asked: {one.name: one.kind for one in inputs_of(asked, ())}
        for asked in (five_in_one.StartHand, five_in_one.ColdHand, five_in_one.PartResult, spoil_five.ScoreHand)
    }
    assert kinds == {
        five_in_one.StartHand: {"dealer": "player"},
        five_in_one.ColdHand: {"winners": "players"},
        five_in_one.PartResult: {"part": "choice", "chips": "by_player"},
        spoil_five.ScoreHand: {"tricks": "by_player", "went_on": "tick"},
    }


def count(tablet: Tablet, player: str, by: int) -> None:
    for _ in range(abs(by)):
        tablet.touch(
            f'[data-form="part_result"] [data-touch="count"][data-player="{player}"][data-by="{by // abs(by)}"]'
        )


def part(tablet: Tablet, name: str, **chips: int) -> None:
    if tablet.page.locator("#key-part_result").get_attribute("aria-pressed") == "false":
        tablet.touch("#key-part_result")
    tablet.touch(f"""[data-form="part_result"] [data-value='"{name}"']""")
    for player, by in chips.items():
        count(tablet, player, by)
    tablet.touch("#do")
    expect(tablet.saved).to_have_text("saved")


@pytest.mark.browser
def test_a_round_of_parts_is_told_by_touch(
    browser: Browser, address: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(web.games.GAMES, "five_in_one", raising=False)
    night = house.open_night(game="five_in_one", house="five_in_one", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", green="T. Vane")
    house.do(night, "start_hand", dealer="green")
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        expect(page.locator("#key-cold_hand")).to_be_disabled()
        part(tablet, "plus_or_minus", red=3, blue=-2, green=-1)
        expect(page.locator("#key-cold_hand")).to_be_enabled()
        tablet.touch("#key-cold_hand")
        for player in ("red", "blue"):
            tablet.touch(f"""[data-form="cold_hand"] [data-value='"{player}"']""")
        tablet.touch("""[data-form="cold_hand"] [data-value='"blue"']""")
        expect(page.locator("#do")).to_have_text("Say who won the cold hand: Ada Lamb")
        tablet.touch("#do")
        expect(tablet.saved).to_have_text("saved")
        part(tablet, "bango")
        part(tablet, "put_and_take")
        tablet.touch("#key-consolation")
        for card in ("As", "Ks", "Kh", "Kd", "Kc", "Qs", "Qh", "Qd", "Qc", "10h"):
            tablet.touch(f"""[data-form="consolation"] [data-value='"{card}"']""")
        tablet.touch("#do")
        expect(page.locator(".acts li").first).to_contain_text("Round 1 is over")
        assert tablet.said == []
    (row,) = house.result(night)["hands"]
    assert (row["winner"], row["hits"], row["net"]) == ("red", 2, {"red": 3, "blue": -5, "green": 2})
