"""The Fan-Tan table's page: fingers and sizes, the keyboard, a dead hand, a void one, several openers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from dealer.games.fan_tan.state import fan_tan_of
from tests.support.house import House
from tests.web.games.fan_tan.test_hand_by_touch import pot_night
from tests.web.tablet.test_touches import hand_of, lay_till_somebody_is_out
from tests.web.tablet_in_browser import SIZES, at_table, resize

pytestmark = pytest.mark.browser

MORE = {"black": "C. Moss", "yellow": "Ruth Bell", "brown": "Doc Reed", "orange": "E. Poe"}

KEYS = """
    const keys = [...document.querySelectorAll("[data-touch]")].filter((key) => key.checkVisibility());
    const name = (key) => key.id || key.textContent.trim();
    const fixed = keys.filter((key) => !key.closest(".scroll"));
"""
TOO_SMALL = f"""() => {{ {KEYS}
    const small = keys.filter((key) => key.offsetWidth < 43.5 || key.offsetHeight < 43.5);
    const outside = fixed.map((key) => [key, key.getBoundingClientRect()])
        .filter(([, box]) => box.right > innerWidth || box.bottom > innerHeight).map(([key]) => key);
    return [...small, ...outside].map(name);
}}"""
COVERED = f"""() => {{ {KEYS}
    return fixed.filter((key) => {{
        const box = key.getBoundingClientRect();
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return there?.closest("[data-touch]") !== key;
    }}).map(name);
}}"""
RUNS_OVER = """() => [...document.querySelectorAll(".seat:has(.left b)")].filter((seat) => {
    const words = seat.querySelector(".owes").getBoundingClientRect();
    return words.right > seat.querySelector(".left b").getBoundingClientRect().left;
}).map((seat) => seat.id)"""
SCROLLS = "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"


def eight_players(house: House) -> str:
    """A night with as many players as the game takes."""
    night = pot_night(house)
    for player, name in MORE.items():
        house.do(night, "seat_player", player=player, name=name)
        house.do(night, "buy_checks", player=player, amount=5_000)
    return night


def on_turn(house: House, night: str) -> str:
    hand = fan_tan_of(house.assistant.night(night)).hand
    assert hand
    return hand.on_turn


def test_every_target_fits_a_finger_at_every_size_and_point_of_a_hand(
    browser: Browser, address: str, house: House
) -> None:
    """The table is loaded at each point: a page that looked on would fetch it after every act in between."""
    night = eight_players(house)
    with at_table(browser, address, night) as tablet:

        def fits(stage: str) -> None:
            tablet.go(f"/nights/{night}")
            for width, height in SIZES:
                resize(tablet.page, (width, height))
                assert not tablet.page.evaluate(SCROLLS), (stage, width)
                assert tablet.page.evaluate(TOO_SMALL) == [], (stage, width)
                assert tablet.page.evaluate(COVERED) == [], (stage, width)
                assert tablet.page.evaluate(RUNS_OVER) == [], (stage, width)

        fits("before the hand")
        tablet.go("/healthz")
        house.do(night, "start_hand", dealer="orange")
        house.do(night, "lay", player="red", card="7d")
        house.do(night, "pass", player="blue")
        for _ in range(88):
            house.do(night, "pass", player=on_turn(house, night))
        fits("playing")
        expect(tablet.page.locator("#seat-blue")).to_have_accessible_name(re.compile("7 cards 12 passes$"))
        tablet.go("/healthz")
        lay_till_somebody_is_out(house, night)
        fits("showing")
        assert tablet.said == []


def test_a_card_is_laid_by_the_keyboard_and_its_place_keeps_the_focus(
    browser: Browser, address: str, house: House
) -> None:
    night = pot_night(house)
    house.do(night, "start_hand", dealer="red")
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        page.get_by_role("button", name="7 of diamonds, can be laid").press("Enter")
        expect(page.locator("#place-7d")).to_have_class("place laid last")
        expect(page.locator("#place-7d")).to_be_focused()
        page.locator("#place-6d").press("Enter")
        expect(page.locator("#place-6d")).to_have_class("place laid last")
        expect(tablet.saved).to_have_text("saved")
        assert [turn.cards for turn in hand_of(house, night).turns] == [("7d",), ("6d",)]


def test_several_openers_go_down_together_and_only_openers_can_be_picked(
    browser: Browser, address: str, house: House
) -> None:
    night = pot_night(house)
    house.do(night, "start_hand", dealer="red")
    house.do(night, "lay", player="blue", card="7c")
    with at_table(browser, address, night) as tablet:
        tablet.touch("#several")
        expect(tablet.page.locator(".place.able")).to_have_count(3)
        tablet.touch("#place-7d")
        tablet.touch("#place-7h")
        tablet.touch('#several:text("Lay 2 openers")')
        expect(tablet.page.locator("#part-top .phase")).to_have_text("J. Oakes’s turn")
        expect(tablet.saved).to_have_text("saved")
        assert hand_of(house, night).turns[-1].cards == ("7h", "7d")


def test_cards_gathered_for_the_next_turn_stay_when_the_answer_to_the_turn_before_comes(
    browser: Browser, address: str, house: House
) -> None:
    night = pot_night(house, house={"preset": "antes", "several_cards": True})
    house.do(night, "start_hand", dealer="red")
    house.do(night, "lay", player="blue", card="7c")
    with at_table(browser, address, night) as tablet:
        page, held = tablet.page, list[Route]()
        page.route("**/commands", lambda route: held.append(route))
        with page.expect_request("**/commands"):
            tablet.touch("#place-8c")
        expect(page.locator("#part-top .phase")).to_have_text("J. Oakes’s turn")
        tablet.touch("#several")
        tablet.touch('[data-card="9c"]')
        tablet.touch('[data-card="6c"]')
        expect(page.locator("#several")).to_have_text("Lay 2 cards")
        held.pop().continue_()
        page.unroute("**/commands")
        expect(tablet.saved).to_have_text("saved")
        expect(page.locator("#several")).to_have_text("Lay 2 cards")
        tablet.touch("#several")
        expect(tablet.saved).to_have_text("saved")
        assert [set(turn.cards) for turn in hand_of(house, night).turns] == [{"7c"}, {"8c"}, {"9c", "6c"}]


def test_several_cards_of_a_suit_go_down_by_touching_the_last_or_are_gathered(
    browser: Browser, address: str, house: House
) -> None:
    night = pot_night(house, house={"preset": "antes", "several_cards": True})
    house.do(night, "start_hand", dealer="red")
    house.do(night, "lay", player="blue", card="7c")
    with at_table(browser, address, night) as tablet:
        page = tablet.page
        expect(page.locator("#place-9c")).to_have_attribute(
            "aria-label", "9 of clubs, can be laid with the cards before it"
        )
        tablet.touch("#place-10c")
        expect(page.locator("#part-top .phase")).to_have_text("J. Oakes’s turn")
        tablet.touch("#several")
        tablet.touch('[data-card="Jc"]')
        tablet.touch('[data-card="4c"]')
        expect(page.locator("#several")).to_have_text("Lay 4 cards")
        tablet.touch('[data-card="5c"]')
        expect(page.locator("#several")).to_have_text("Lay 2 cards")
        expect(page.locator('[data-card="7h"]')).to_have_class("place quiet")
        tablet.touch("#several")
        expect(tablet.saved).to_have_text("saved")
        laid = [set(turn.cards) for turn in hand_of(house, night).turns]
        assert laid == [{"7c"}, {"8c", "9c", "10c"}, {"Jc", "6c"}]


def test_a_dead_hands_cards_can_be_shown_and_prove_who_passed_wrongly(
    browser: Browser, address: str, house: House
) -> None:
    night = house.open_night(game="fan_tan", house="antes", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", green="T. Vane")
    house.do(night, "start_hand", dealer="green")
    for player in ("red", "blue", "green"):
        house.do(night, "pass", player=player)
    with at_table(browser, address, night) as tablet:
        tablet.touch('[data-touch="show-dead"]:visible')
        places = tablet.page.locator(".place.able")
        expect(places).to_have_count(52)
        for card in hearts_and_spades(18):
            tablet.touch(f"#place-{card}")
        tablet.touch('#shown:text("That is Ada Lamb’s hand")')
        expect(tablet.page.locator(".place.shown")).to_have_count(18)
        tablet.touch("#step")
        expect(tablet.page.locator(".wrong-pass")).to_contain_text("Ada Lamb, turn 1")
        expect(tablet.page.locator(".wrong-pass")).to_contain_text("7♠, shown at the end")
        assert tablet.said == []


def hearts_and_spades(count: int) -> list[str]:
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    return [rank + suit for suit in "sh" for rank in ranks][:count]


def test_a_foul_hand_is_voided_in_the_drawer_and_its_dealer_deals_again(
    browser: Browser, address: str, house: House
) -> None:
    night = pot_night(house)
    house.do(night, "start_hand", dealer="blue")
    with at_table(browser, address, night) as tablet:
        for selector in ("#menu", "#tab-night", '[data-opens="void"]', 'text="The hand was misdealt"'):
            tablet.touch(selector)
        tablet.touch("#act-void_hand")
        expect(tablet.page.locator("#part-drawer")).to_be_hidden()
        expect(tablet.page.locator("#step")).to_have_text("Start hand 2, Wm. Hart deals")
        players: dict[str, Any] = house.result(night)["players"]
        assert {one["checks"] for one in players.values()} == {5_000}
