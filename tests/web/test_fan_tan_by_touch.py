"""Fan-Tan by touch."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from dealer.game.cards import PACK
from tests.support.house import House
from tests.support.tables import PotTable
from tests.web.evenings import hand_of, lay_till_somebody_is_out, pot_night
from tests.web.geometry import out_of_reach
from tests.web.tablet_in_browser import SIZES, Held, Tablet, Tablets, resize


@pytest.fixture
def pot(tablets: Tablets, house: House) -> tuple[Tablet, str]:
    """A tablet on a table of four, and its night."""
    night = pot_night(house)
    return tablets.at(night), night


def test_a_card_that_both_tablets_lay_is_in_the_book_once(pot: tuple[Tablet, str], house: House) -> None:
    tablet, night = pot
    house.do(night, "start_hand", dealer="red")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Wm. Hart’s turn")
    held = Held(tablet)
    tablet.follow("#place-7d", "#place-7s")
    version = house.do(night, "lay", player="blue", card="7d")
    held.let_go()
    tablet.settle_down(version + 1)
    expect(tablet.page.locator("#strip")).to_be_hidden()
    assert [turn.cards for turn in hand_of(house, night).turns] == [("7d",), ("7s",)]


def test_who_lacks_their_ante_has_it_sold_at_one_touch(tablets: Tablets, house: House) -> None:
    night = pot_night(house, house={"preset": "antes", "ante": 20})
    house.do(night, "cash_in", player="white", amount=4_900)
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    expect(tablet.page.locator("#part-sheet .lacks:visible")).to_contain_text("lacks $4")
    tablet.touch("#step")
    expect(tablet.alert.locator("p")).to_contain_text("J. Oakes owes 20 chips ($5) and has $1")
    expect(tablet.alert.locator("button")).to_have_text(["Buy $5", re.compile(r"Marker \$\d+"), "Another amount", "OK"])
    tablet.touch('#alert button:text("Buy $5")')
    expect(tablet.alert).to_be_hidden()
    expect(tablet.page.locator("#seat-white .checks")).to_have_text("$6.00")
    tablet.touch("#step")
    expect(tablet.page.locator("#part-pot strong")).to_have_text("80 chips")
    assert [row.refused for row in house.book.commands(night) if row.refused] == ["not_enough_checks"]


HOUSES: list[dict[str, Any]] = [{"preset": "antes"}, {"preset": "five_or_nine"}, {"first": "7h"}]
RECKONED = """async ({ hands, pack }) => {
    const script = document.querySelector("script[type=module][src*=fan_tan]").src;
    const { takes, onTurn } = await import(new URL("layout.js", script));
    const { pendingPosition } = await import(new URL("../hands/hands.js", script));
    const actions = JSON.parse(document.getElementById("part-actions").dataset.actions);
    return hands.map(({ position, commands }) => commands.map((_, at) => {
        const after = pendingPosition(commands.slice(0, at + 1), actions, undefined, { position });
        return { able: pack.filter((card) => takes(after, card)), turn: onTurn(after),
                 left: after.left };
    }));
}"""


def test_the_page_reckons_with_what_waits_as_the_rules_do(pot: tuple[Tablet, str]) -> None:
    """Whole hands are given to the page's reckoning as if nothing of them were saved; after each touch it agrees."""
    hands, expected = [], []
    for rules in HOUSES:
        table = PotTable(4, **rules)
        position = json.dumps(table.table.position)
        table.deal("red", seed=4)
        commands: list[dict[str, Any]] = [{"do": "start_hand", "dealer": "red"}]
        after = [_as_reckoned(table)]
        while not table.hand.winner:
            commands.append(_next_touch(table))
            after.append(_as_reckoned(table))
        hands.append({"position": position, "commands": [*commands, {"do": "void"}]})
        expected.append([*after, after[-2]])
    tablet, _ = pot
    assert tablet.page.evaluate(RECKONED, {"hands": hands, "pack": list(PACK)}) == expected


def _next_touch(table: PotTable) -> dict[str, Any]:
    """Lay or pass for whose turn it is, or for the holder of the card that lies first; gives the command."""
    first = table.hand.layout.first if table.hand.layout.is_empty else ""
    player = next((entry for entry in table.players if first in table.held[entry]), table.hand.on_turn)
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


MORE = {"black": "C. Moss", "yellow": "Ruth Bell", "brown": "Doc Reed", "orange": "E. Poe"}
RUNS_OVER = """() => [...document.querySelectorAll(".seat:has(.left b)")].filter((seat) => {
    const words = seat.querySelector(".owes").getBoundingClientRect();
    return words.right > seat.querySelector(".left b").getBoundingClientRect().left;
}).map((seat) => seat.id)"""


def eight_players(house: House) -> str:
    """A night with as many players as the game takes."""
    night = pot_night(house)
    for player, name in MORE.items():
        house.do(night, "seat_player", player=player, name=name)
        house.do(night, "buy_checks", player=player, amount=5_000)
    return night


def on_turn(house: House, night: str) -> str:
    return hand_of(house, night).on_turn


def test_every_target_fits_a_finger_at_every_size_and_point_of_a_hand(tablets: Tablets, house: House) -> None:
    """The table is loaded at each point: a page that looked on would fetch it after every act in between."""
    night = eight_players(house)
    tablet = tablets.at(night)

    def fits(stage: str) -> None:
        tablet.go(f"/nights/{night}")
        for width, height in SIZES:
            resize(tablet.page, (width, height))
            assert out_of_reach(tablet.page) == [], (stage, width)
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


def test_a_card_is_laid_by_the_keyboard_and_its_place_keeps_the_focus(tablets: Tablets, house: House) -> None:
    night = pot_night(house)
    house.do(night, "start_hand", dealer="red")
    tablet = tablets.at(night)
    page = tablet.page
    page.get_by_role("button", name="7 of diamonds, can be laid").press("Enter")
    expect(page.locator("#place-7d")).to_have_class("place laid last")
    expect(page.locator("#place-7d")).to_be_focused()
    page.locator("#place-6d").press("Enter")
    expect(page.locator("#place-6d")).to_have_class("place laid last")
    expect(tablet.saved).to_have_text("saved")
    assert [turn.cards for turn in hand_of(house, night).turns] == [("7d",), ("6d",)]


def test_cards_gathered_for_the_next_turn_outlive_the_answer_before(tablets: Tablets, house: House) -> None:
    night = pot_night(house, house={"preset": "antes", "several_cards": True})
    house.do(night, "start_hand", dealer="red")
    house.do(night, "lay", player="blue", card="7c")
    tablet = tablets.at(night)
    page, held = tablet.page, list[Route]()
    page.route("**/commands", lambda route: held.append(route))
    with page.expect_request("**/commands"):
        tablet.touch("#place-8c")
    expect(page.locator("#part-top .phase")).to_have_text("J. Oakes’s turn")
    tablet.follow("#several", '[data-card="9c"]', '[data-card="6c"]')
    expect(page.locator("#several")).to_have_text("Lay 2 cards")
    held.pop().continue_()
    page.unroute("**/commands")
    expect(tablet.saved).to_have_text("saved")
    expect(page.locator("#several")).to_have_text("Lay 2 cards")
    tablet.touch("#several")
    expect(tablet.saved).to_have_text("saved")
    assert [set(turn.cards) for turn in hand_of(house, night).turns] == [{"7c"}, {"8c"}, {"9c", "6c"}]


def test_a_dead_hands_cards_can_be_shown_and_prove_who_passed_wrongly(tablets: Tablets, house: House) -> None:
    night = house.open_night(game="fan_tan", house="antes", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", green="T. Vane")
    house.do(night, "start_hand", dealer="green")
    for player in ("red", "blue", "green"):
        house.do(night, "pass", player=player)
    tablet = tablets.at(night)
    tablet.touch('[data-touch="show-dead"]:visible')
    places = tablet.page.locator(".place.able")
    expect(places).to_have_count(52)
    for card in hearts_and_spades(18):
        tablet.touch(f"#place-{card}")
    tablet.touch('#shown:text("That is Ada Lamb’s hand")')
    expect(tablet.page.locator(".place.shown")).to_have_count(18)
    tablet.touch("#step")
    expect(tablet.page.locator(".wrong-pass")).to_contain_text("Ada Lamb, turn 1")
    expect(tablet.page.locator(".wrong-pass")).to_contain_text(re.compile(r"7♠.* \(shown at the end\)"))


def hearts_and_spades(count: int) -> list[str]:
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    return [rank + suit for suit in "sh" for rank in ranks][:count]


def test_a_foul_hand_is_voided_in_the_drawer_and_its_dealer_deals_again(tablets: Tablets, house: House) -> None:
    night = pot_night(house)
    house.do(night, "start_hand", dealer="blue")
    tablet = tablets.at(night)
    for selector in ("#menu", "#tab-night", '[data-opens="void"]', 'text="The hand was misdealt"'):
        tablet.touch(selector)
    tablet.touch("#act-void_hand")
    expect(tablet.page.locator("#part-drawer")).to_be_hidden()
    expect(tablet.page.locator("#step")).to_have_text("Start hand 2, Wm. Hart deals")
    players: dict[str, Any] = house.result(night)["players"]
    assert {player["checks"] for player in players.values()} == {5_000}
