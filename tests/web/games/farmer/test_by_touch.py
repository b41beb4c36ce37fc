"""An evening of Farmer dealt by touch alone, against the same evening from a script; its keys at every size; axe."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.support.house import House
from tests.web.axe import found
from tests.web.cable import Cable
from tests.web.games.hands_of_chips import EVERY_SIZE, NAMES, chip_night, counting_tablet, fits, same_night, touches_of
from tests.web.geometry import measure, overlaps, written
from tests.web.tablet.test_two_tablets import Held
from tests.web.tablet_in_browser import Tablet, at_table, resize
from web.app.links import board_link, player_link

pytestmark = pytest.mark.browser

EVENING: list[tuple[str, list[tuple[str, str]]]] = [
    ("black", [("red", "9 5 A"), ("blue", "K 7"), ("white", "10 4 3"), ("black", "J 4")]),
    ("black", [("red", "10 6"), ("blue", "K Q"), ("white", "9 7"), ("black", "10 3")]),
    ("red", [("blue", "K K"), ("white", "K K"), ("black", "9 9"), ("red", "A A A")]),
]
"""Hands by their dealer, with what each shows, in order; the first two are the rulebook's."""

SUITED = ("Qd 5d", "10s 2s", "2c 9s 7d", "10d 6h 10c Qs", "Ad Qc 9c 3h", "Jd Js", "10h 4c", "Kc 3s 2h Kd Qh")


def show(tablet: Tablet, cards: str) -> None:
    for card in cards.split():
        tablet.touch(f"#rank-{card}")
    tablet.touch("#shown")


def test_an_evening_by_touch_pays_as_the_same_from_a_script(browser: Browser, address: str, house: House) -> None:
    """A hand is begun by one touch, shown by one a card and one besides, and settled by one."""
    night = chip_night(house, "farmer", 4)
    tablet = counting_tablet(browser, address, night)
    tablet.touch('[data-touch="dealer"][data-player="black"]')
    touches_of(tablet)
    for _, hands in EVENING:
        tablet.touch('#step:text("Start")')
        for _, cards in hands:
            show(tablet, cards)
        tablet.touch('#step:text("Settle")')
        expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
        assert touches_of(tablet) == 1 + sum(len(cards.split()) + 1 for _, cards in hands) + 1
    expect(tablet.saved).to_have_text("saved")
    straight = chip_night(house, "farmer", 4)
    for dealer, hands in EVENING:
        house.do(straight, "start_hand", dealer=dealer)
        for player, cards in hands:
            house.do(straight, "show_hand", player=player, cards=cards.split())
        house.do(straight, "settle_hand")
    same_night(house, night, straight)
    assert tablet.said == []
    tablet.close()


def test_a_count_is_told_at_once_and_a_rank_that_is_gone_sleeps(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, "farmer", 3)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        counted, picked = page.locator("#counted"), page.locator("#picked .card")
        expect(page.locator("#shown")).to_have_text("2 cards more")
        tablet.touch("#rank-10")
        tablet.touch("#rank-6")
        expect(counted).to_have_text("16 with the six")
        expect(page.locator("#rank-6")).to_have_attribute("aria-disabled", "true")
        tablet.touch("#rank-K")
        expect(counted).to_have_class("counted over")
        expect(counted).to_have_text("26 10 over")
        tablet.touch("#picked .card >> nth=2")
        expect(picked).to_have_count(2)
        tablet.touch("#shown")
        expect(page.locator(".plate:visible")).to_contain_text("J. Oakes")
        expect(page.locator("#rank-6")).to_have_attribute("aria-disabled", "true")
        # Shown again, it stands in place of what was shown before.
        tablet.touch("#seat-blue")
        expect(page.locator("#rank-6")).to_have_attribute("aria-disabled", "false")
        show(tablet, "9 4")
        expect(page.locator("#seat-blue .tally")).to_have_text("13")
        assert tablet.said == []


def test_touches_on_their_way_show_the_hands_they_were_meant_for(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, "farmer", 3)
    with at_table(browser, address, night) as tablet:
        held = Held(tablet)
        tablet.touch("#step")
        show(tablet, "9 4")
        expect(tablet.page.locator(".plate:visible")).to_contain_text("J. Oakes")
        show(tablet, "K 2")
        house.do(night, "buy_checks", player="red", amount=500)
        held.let_go()
        tablet.sees("#saved:not(.sending, .unsaved)")
    straight: list[dict[str, Any]] = [
        row.document for row in house.book.commands(night) if row.document["do"] == "show_hand"
    ]
    assert [(one["player"], one["cards"]) for one in straight] == [("blue", ["9", "4"]), ("white", ["K", "2"])]


def test_a_hand_whose_settling_waits_to_be_saved_is_not_settled_a_second_time(
    browser: Browser, address: str, house: House
) -> None:
    """The sheet's key is of the hand as it was saved; touched again it was refused, and what came after given back."""
    night = chip_night(house, "farmer", 2)
    house.do(night, "start_hand", dealer="red")
    house.do(night, "show_hand", player="blue", cards=["9", "7"])
    house.do(night, "show_hand", player="red", cards=["9", "5"])
    with Cable(address) as line, at_table(browser, line.address, night) as tablet:
        line.cut()
        tablet.touch('#step:text("Settle")')
        expect(tablet.page.locator("#step")).to_be_disabled()
        line.mend()
        tablet.settle_down(house.result(night)["events"] + 1)
        expect(tablet.page.locator('#step:text("Start")')).to_be_visible()
    assert not [one for one in house.book.commands(night) if one.refused]


def test_who_lacks_their_ante_has_it_sold_at_one_touch(browser: Browser, address: str, house: House) -> None:
    night = chip_night(house, "farmer", 3, cents=0)
    for player in ("red", "blue"):
        house.do(night, "buy_checks", player=player, amount=500)
    with at_table(browser, address, night) as tablet:
        tablet.touch("#step")
        expect(tablet.alert.locator("p")).to_contain_text("J. Oakes owes 1 chip (25¢)")
        tablet.touch('#alert button:text("Buy $5")')
        expect(tablet.page.locator("#seat-white .checks")).to_have_text("$5.00")
        tablet.touch("#step")
        expect(tablet.page.locator("#part-pot strong")).to_have_text("3 chips")


def test_every_key_is_in_reach_at_every_size_and_axe_finds_nothing(
    browser: Browser, address: str, house: House
) -> None:
    night = chip_night(house, "farmer", 8)
    with at_table(browser, address, night) as tablet:
        fits(tablet, "before the hand")
        assert found(tablet.page) == []
        house.do(night, "start_hand", dealer="red")
        tablet.settle_down(house.result(night)["events"])
        for card in ["A", "A", "2", "2", "3", "K"]:
            tablet.touch(f"#rank-{card}")
        fits(tablet, "entering")
        assert found(tablet.page, "#table") == []
        for player, cards in {"blue": "A A 2 2 3", "white": "10 6", "black": "K K", "yellow": "9 7"}.items():
            house.do(night, "show_hand", player=player, cards=cards.split())
        for player, cards in {"green": "Q Q", "brown": "J J", "orange": "4 4", "red": "5 5"}.items():
            house.do(night, "show_hand", player=player, cards=cards.split())
        tablet.settle_down(house.result(night)["events"])
        fits(tablet, "all shown")
        assert found(tablet.page, "#table") == []
        with house.app.test_request_context():
            links = board_link(night), player_link(night, "white")
        for link in links:
            tablet.go(link)
            assert found(tablet.page) == []
        tablet.go(f"/nights/{night}/correct?turn=1")
        assert found(tablet.page) == []
        tablet.go(f"/nights/{night}?at=20")
        assert found(tablet.page) == []
        assert tablet.said == []


def test_cards_touched_before_the_start_is_saved_are_those_of_the_hand(
    browser: Browser, address: str, house: House
) -> None:
    """Quick hands do not wait for the answer: what they touched stays in hand when it comes."""
    night = chip_night(house, "farmer", 3)
    before = house.result(night)["events"]
    with at_table(browser, address, night) as tablet:
        tablet.touch('[data-touch="dealer"][data-player="red"]')
        held: list[Route] = []
        tablet.page.route("**/commands", lambda route: held.append(route))
        with tablet.page.expect_request("**/commands"):
            tablet.touch('#step:text("Start")')
        tablet.touch("#rank-10")
        tablet.touch("#rank-4")
        assert house.result(night)["events"] == before
        for route in held:
            route.continue_()
        tablet.settle_down(before + 4)
        expect(tablet.page.locator("#picked .card")).to_have_count(2)


@pytest.mark.parametrize("players", [3, 6, 8])
def test_cards_with_their_suits_keep_to_their_faces_and_counts_stand_clear_of_money(
    browser: Browser, address: str, house: House, players: int
) -> None:
    hands = ("Qd 5d", "10s 2s", "2c 9s 7d", "10d 6h 10c Qs", "Ad Qc 9c 3h", "Jd Js", "10h 4c", "Kc 3s 2h Kd Qh")[
        :players
    ]
    night = chip_night(house, "farmer", players, cents=13_100)
    house.do(night, "start_hand", dealer="red")
    for player, cards in (*list(zip(NAMES, hands, strict=False))[1:], ("red", hands[0])):
        house.do(night, "show_hand", player=player, cards=cards.split())
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        page.evaluate("document.fonts.ready")
        for size in EVERY_SIZE:
            resize(page, size)
            faces, letters = measure(page, ".lying-hands .card"), written(page, ".lying-hands .card")
            assert len(faces) == sum(len(cards.split()) for cards in hands), size
            for face, card in zip(faces, letters, strict=True):
                assert face["left"] <= card["left"] < card["right"] <= face["right"], (size, card, face)
            money, counts = written(page, ".seat .checks"), written(page, ".seat .tally")
            assert len(money) == len(counts) == players, size
            assert overlaps(money, counts, slack_px=0) == [], size
