"""A whole Fan-Tan hand dealt by touch alone, against the same hand played from a script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from dealer.game.cards import PACK
from dealer.games.fan_tan.state import fan_tan_of
from tests.support.house import House
from tests.support.tables import PotTable
from tests.web.tablet.test_two_tablets import Held
from tests.web.tablet_in_browser import Tablet
from web.games.fan_tan.tablet.table import stand_of

pytestmark = pytest.mark.browser

COUNTING = """
window.touches = Number(sessionStorage.getItem("touches"));
addEventListener("pointerdown", () => sessionStorage.setItem("touches", ++window.touches), true);
"""
"""Counts in ``window.touches`` what a finger touches, from page to page."""

NAMES = {"red": "Ada Lamb", "blue": "Wm. Hart", "green": "T. Vane", "white": "J. Oakes"}


def pot_night(house: House, /, **differs: Any) -> str:
    """A night of Fan-Tan with four players, $50 in checks each."""
    opening: dict[str, Any] = {"game": "fan_tan", "house": "antes", "roll": 0, **differs}
    night = house.open_night(**opening)
    for player, name in NAMES.items():
        house.do(night, "seat_player", player=player, name=name)
        house.do(night, "buy_checks", player=player, amount=5_000)
    return night


def a_hand_with_a_kept_seven() -> tuple[list[dict[str, Any]], PotTable]:
    """A dealt pack played out card by card, with a seven kept at one turn; the commands, and the table they made."""
    table = PotTable(4, preset="antes")
    table.deal("red", seed=11)
    kept: list[str] = []

    def chooses(player: str, able: list[str]) -> str | None:
        sevens = [card for card in able if card[0] == "7"]
        if not kept and sevens and not table.hand.layout.is_empty:
            kept.append(player)
            return None
        return next((card for card in able if card not in sevens), able[0] if able else None)

    table.play_out(chooses)
    assert kept
    commands: list[dict[str, Any]] = [{"do": "start_hand", "dealer": "red"}]
    for turn in table.hand.turns:
        what = {"do": "lay", "card": turn.cards[0]} if turn.cards else {"do": "pass"}
        commands.append({"player": turn.player, **what})
    hand = table.hand
    assert hand.winner
    at = hand.players.index(hand.winner) + 1
    for player in (*hand.players[at:], *hand.players[: at - 1]):
        commands.append({"do": "show_hand", "player": player, "cards": sorted(table.held[player])})
    return commands, table


@pytest.fixture
def pot(browser: Browser, address: str, house: House) -> Iterator[tuple[Tablet, str]]:
    tablet = Tablet(browser, address)
    tablet.begin_pages_with(COUNTING)
    night = pot_night(house)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    yield tablet, night
    tablet.close()


def test_a_hand_by_touch_pays_as_the_same_hand_from_a_script(pot: tuple[Tablet, str], house: House) -> None:
    tablet, night = pot
    commands, table = a_hand_with_a_kept_seven()
    shows = [one for one in commands if one["do"] == "show_hand"]
    for one in commands:
        match one["do"]:
            case "start_hand":
                tablet.touch("#step")
                expect(tablet.page.locator("#part-top .phase")).to_have_text("Wm. Hart’s turn")
            case "lay":
                tablet.touch(f"#place-{one['card']}")
            case "pass":
                tablet.touch("#pass")
    for one in shows[:-1]:
        for card in one["cards"]:
            tablet.touch(f"#place-{card}")
        tablet.touch(f'#shown:text("{NAMES[one["player"]]}")')
    tablet.touch("#rest")
    tablet.touch('#step:text("End the hand")')
    proof = tablet.page.locator(".wrong-pass")
    expect(proof).to_have_count(1)
    tablet.touch(".wrong-pass .primary")
    expect(proof).to_contain_text("Taken")
    tablet.touch('#step:text("Pay the pot")')
    expect(tablet.page.locator("#part-sheet .winner")).to_contain_text("takes")
    expect(tablet.saved).to_have_text("saved")

    straight = pot_night(house)
    for one in commands:
        house.do(straight, **one)
    house.do(straight, "end_hand")
    wrong = fan_tan_of(house.assistant.night(straight)).hand
    assert wrong
    house.do(straight, "take_penalty", player=wrong.proved[0].player, turn=wrong.proved[0].turn)
    house.do(straight, "settle_hand")
    by_touch, by_script = house.result(night), house.result(straight)
    assert by_touch["hands"] == by_script["hands"]
    assert by_touch["hands"][0]["wrong_passes"][0]["taken"]
    assert by_touch["players"] == by_script["players"]
    assert by_touch["events"] == by_script["events"]

    turns = len(table.hand.turns)
    shown = sum(len(one["cards"]) + 1 for one in shows[:-1])
    assert tablet.page.evaluate("window.touches") == 1 + turns + shown + 1 + 1 + 1 + 1
    assert turns + shown + 5 < 90
    assert tablet.said == []


def test_touches_on_their_way_are_made_at_the_turn_they_were_meant_for(pot: tuple[Tablet, str], house: House) -> None:
    tablet, night = pot
    house.do(night, "start_hand", dealer="red")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Wm. Hart’s turn")
    held = Held(tablet)
    tablet.touch("#place-7d")
    tablet.touch("#place-8d")
    expect(tablet.page.locator(".plate:visible")).to_contain_text("J. Oakes")
    tablet.touch("#pass")
    expect(tablet.page.locator(".plate:visible")).to_contain_text("Ada Lamb")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Ada Lamb’s turn")
    held.let_go()
    expect(tablet.saved).to_have_text("saved")
    hand = fan_tan_of(house.assistant.night(night)).hand
    assert hand
    assert [(turn.player, turn.cards) for turn in hand.turns] == [("blue", ("7d",)), ("green", ("8d",)), ("white", ())]


def test_a_hand_whose_start_waits_to_be_saved_is_not_begun_again(pot: tuple[Tablet, str], house: House) -> None:
    """Cards are laid already while its start waits; the key that began it sleeps, whoever would deal."""
    tablet, night = pot
    held = Held(tablet)
    tablet.touch('#step:text("Start")')
    tablet.touch("#place-7d")
    expect(tablet.page.locator("#step")).to_be_disabled()
    held.let_go()
    expect(tablet.saved).to_have_text("saved")
    assert not [one for one in house.book.commands(night) if one.refused]


def test_a_card_that_both_tablets_lay_is_in_the_book_once_and_the_next_card_goes_on(
    pot: tuple[Tablet, str], house: House
) -> None:
    tablet, night = pot
    house.do(night, "start_hand", dealer="red")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Wm. Hart’s turn")
    held = Held(tablet)
    tablet.touch("#place-7d")
    tablet.touch("#place-7s")
    version = house.do(night, "lay", player="blue", card="7d")
    held.let_go()
    tablet.settle_down(version + 1)
    expect(tablet.page.locator("#strip")).to_be_hidden()
    hand = fan_tan_of(house.assistant.night(night)).hand
    assert hand
    assert [turn.cards for turn in hand.turns] == [("7d",), ("7s",)]


def test_chips_sold_on_the_other_tablet_do_not_stop_a_card(pot: tuple[Tablet, str], house: House) -> None:
    tablet, night = pot
    house.do(night, "start_hand", dealer="red")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Wm. Hart’s turn")
    held = Held(tablet)
    tablet.touch("#place-7d")
    house.do(night, "buy_checks", player="red", amount=500)
    held.let_go()
    expect(tablet.alert.locator("p")).to_have_text(
        "The other tablet: Ada Lamb buys $5 in checks. Yours went through too."
    )
    expect(tablet.page.locator("#place-7d")).to_have_class("place laid last")


def test_who_lacks_their_ante_has_it_sold_at_one_touch(browser: Browser, address: str, house: House) -> None:
    night = pot_night(house, house={"preset": "antes", "ante": 20})
    house.do(night, "cash_in", player="white", amount=4_900)
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    expect(tablet.page.locator("#part-sheet .lacks:visible")).to_contain_text("lacks $4")
    tablet.touch("#step")
    expect(tablet.alert.locator("p")).to_contain_text("J. Oakes owes 20 chips ($5) and has $1")
    expect(tablet.alert.locator("button")).to_have_text(["Buy $5", re.compile(r"Marker \$\d+"), "Another sum", "OK"])
    tablet.touch('#alert button:text("Buy $5")')
    expect(tablet.alert).to_be_hidden()
    expect(tablet.page.locator("#seat-white .checks")).to_have_text("$6.00")
    tablet.touch("#step")
    expect(tablet.page.locator("#part-pot strong")).to_have_text("80 chips")
    assert [row.refused for row in house.book.commands(night) if row.refused] == ["not_enough_checks"]
    tablet.close()


def test_a_night_of_both_games_shows_the_one_that_is_on(browser: Browser, address: str, house: House) -> None:
    night = pot_night(house, game=["fan_tan", "faro"], house="usual", roll=500_000)
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    page = tablet.page
    expect(page.locator("#step")).to_have_text("Start hand 1, Ada Lamb deals")
    tablet.touch("#other-games")
    tablet.touch(f'.evening a[href$="/{night}?game=faro"]')
    tablet.touch("#step")
    expect(page.locator("#part-ranks .ask")).to_contain_text("Soda")
    tablet.touch("#take-back")
    expect(page.locator("#step")).to_have_text("Start the deal")
    tablet.touch("#other-games")
    tablet.touch(f'.evening a[href$="/{night}?game=fan_tan"]')
    tablet.touch("#step")
    expect(page.locator("#part-top .phase")).to_have_text("Wm. Hart’s turn")
    house.do(night, "void_hand", reason="The hand was misdealt")
    house.do(night, "start_deal")
    expect(page.locator("#part-ranks .ask")).to_contain_text("Soda")
    assert tablet.said == []
    tablet.close()


HOUSES: list[dict[str, Any]] = [{"preset": "antes"}, {"preset": "five_or_nine"}, {"first": "7h"}]

RECKONED = """async ({ hands, pack }) => {
    const script = document.querySelector("script[type=module][src*=fan_tan]").src;
    const { standAfter, takes, onTurn } = await import(new URL("stand.js", script).href);
    return hands.map(({ stand, commands }) => commands.map((_, at) => {
        const after = standAfter({ stand }, commands.slice(0, at + 1));
        return { able: pack.filter((card) => takes(after, card)), turn: onTurn(after),
                 left: Object.fromEntries(after.players.map((player, at) => [player, after.left[at]])) };
    }));
}"""


def test_the_page_reckons_with_what_waits_as_the_rules_do(pot: tuple[Tablet, str]) -> None:
    """Whole hands are given to the page's reckoning as if nothing of them were saved; after each touch it agrees."""
    hands, expected = [], []
    for rules in HOUSES:
        table = PotTable(4, **rules)
        stand = stand_of(table.table)
        table.deal("red", seed=4)
        commands: list[dict[str, Any]] = [{"do": "start_hand", "dealer": "red"}]
        after = [_as_reckoned(table)]
        while not table.hand.winner:
            commands.append(_next_touch(table))
            after.append(_as_reckoned(table))
        hands.append({"stand": stand, "commands": [*commands, {"do": "void"}]})
        expected.append([*after, after[-2]])
    tablet, _ = pot
    assert tablet.page.evaluate(RECKONED, {"hands": hands, "pack": list(PACK)}) == expected


def _next_touch(table: PotTable) -> dict[str, Any]:
    """Lay or pass for whose turn it is, or for the holder of the card that lies first; gives the command."""
    first = table.hand.layout.first if table.hand.layout.is_empty else ""
    player = next((one for one in table.players if first in table.held[one]), table.hand.on_turn)
    able = table.able(player)
    command = {"do": "lay", "player": player, "card": able[0]} if able else {"do": "pass", "player": player}
    table(**command)
    table.held[player] -= set(able[:1])
    return command


def _as_reckoned(table: PotTable) -> dict[str, Any]:
    """What the rules say can be laid, whose turn it is and what each holds."""
    hand = table.hand
    return {
        "able": [] if hand.winner else list(hand.layout.playable()),
        "turn": None if hand.winner else hand.on_turn,
        "left": {player: hand.left(player) for player in hand.players},
    }
