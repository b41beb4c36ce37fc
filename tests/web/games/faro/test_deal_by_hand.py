"""A night dealt by touching the page, against the same night played straight through the assistant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from events.games.faro import BetPlaced, TurnCalled
from tests.support.house import House
from tests.web.tablet_in_browser import SMALLEST, Tablet

pytestmark = pytest.mark.browser

RULES = {"preset": "american", "running_limit": 50_000, "limit": 25_000}
PACK = "5 Q 2 K 7 J 3 9 9 A 10 4 6 8 8 2 Q 6 K 3 7 A J 5 10 4 10 9 2 6 7 8 3 Q 4 5 J K A 6 8 10 9 7 3 J 2 Q A 4 5 K"
"""The order of the cards: soda, 24 turns, then A, 4 for the last turn and 5 and K for the hock's end."""
FROM_THE_HAND = PACK.replace("6 8 8 2", "6 2 8 8")
"""The same for 26 turns without soda or hock, of which the eighth is a split."""


@pytest.fixture
def tablet(browser: Browser, address: str) -> Iterator[Tablet]:
    made = Tablet(browser, address, SMALLEST)
    yield made
    made.close()
    assert made.said == []


class Straight:
    """The night as it is played past the page: command after command, with bet keys of its own."""

    def __init__(self, house: House, rules: str | dict[str, Any] = RULES) -> None:
        self.house = house
        self.night = house.open_night(house=rules)

    def __call__(self, do: str, **arguments: Any) -> None:
        self.house.do(self.night, do, **arguments)

    @property
    def version(self) -> int:
        """That of the night that is touched: taking the soda back made two facts more."""
        return int(self.house.result(self.night)["events"]) + 2


def outcome(house: House, night: str) -> dict[str, Any]:
    """A night's result with bets numbered in the order in which they were laid."""
    laid = [one.fact.bet for one in house.book.facts(night) if isinstance(one.fact, BetPlaced | TurnCalled)]
    result = house.result(night)
    rows = [{**row, "bet": laid.index(row["bet"])} for row in result["bets"]]
    return {"players": result["players"], "bank": result["bank"], "bets": rows}


def test_bets_and_orders_of_many_kinds_by_touch_are_those_of_the_night_played_straight(
    tablet: Tablet, house: House
) -> None:
    straight = Straight(house)
    night = open_a_night(tablet)
    seat_and_sell(tablet, straight)
    pack = PACK.split()
    begin_deal(tablet, straight, pack[0])
    lay_bets_of_many_kinds(tablet, straight)
    for at in range(1, 13, 2):
        deal_turn(tablet, straight, *pack[at : at + 2])
    give_orders(tablet, straight)
    for at in range(13, 19, 2):
        deal_turn(tablet, straight, *pack[at : at + 2])
    tablet.settle_down(straight.version)
    assert outcome(house, night) == outcome(house, straight.night)


def test_a_deal_dealt_by_touch_to_the_close_ends_as_the_same_night_played_straight(
    tablet: Tablet, house: House
) -> None:
    straight = Straight(house)
    night = house.open_night(house=RULES)
    for one in (night, straight.night):
        house.seat(one, red="Ada Lamb", blue="Wm. Hart")
    tablet.go(f"/nights/{night}")
    tablet.follows()
    pack = PACK.split()
    assert sorted(pack) == sorted(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] * 4)
    begin_deal(tablet, straight, pack[0])
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    straight("place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    for at in range(1, 49, 2):
        deal_turn(tablet, straight, *pack[at : at + 2])
    last_turn(tablet, straight, *pack[49:])
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Dealt out")
    tablet.settle_down(straight.version)
    tablet.touch("#step")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("No deal is on")
    straight("end_deal")
    close(tablet, straight)
    assert outcome(house, night) == outcome(house, straight.night)
    fetched = tablet.page.request.get(f"{tablet.address}/api/nights/{night}").json()
    assert fetched == house.result(night)


def test_an_evening_of_stuss_by_touch_ends_as_the_same_night_played_straight(tablet: Tablet, house: House) -> None:
    straight = Straight(house, "stuss")
    night = house.open_night(house="stuss")
    for one in (night, straight.night):
        house.seat(one, red="Ada Lamb", blue="Wm. Hart")
    tablet.go(f"/nights/{night}")
    tablet.follows()
    tablet.touch("#step")
    straight("start_deal")
    for key, player, rank in (("a", "red", "8"), ("b", "blue", "Q")):
        tablet.player(player)
        tablet.amount(500)
        tablet.spot(f"single-{rank}")
        straight("place_bet", bet=key, player=player, kind="single", ranks=[rank], stake=500)
    pack = FROM_THE_HAND.split()
    for at in range(0, 52, 2):
        deal_turn(tablet, straight, *pack[at : at + 2])
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Dealt out")
    tablet.settle_down(int(house.result(straight.night)["events"]))
    tablet.touch("#step")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("No deal is on")
    straight("end_deal")
    close(tablet, straight)
    assert outcome(house, night) == outcome(house, straight.night)
    assert [row["result"] for row in house.result(night)["bets"]] == ["won", "split", "lost"]


def begin_deal(tablet: Tablet, straight: Straight, soda: str) -> None:
    """Begin a deal with another soda, and take that back."""
    tablet.touch("#step")
    tablet.rank("9")
    tablet.touch("#take-back")
    tablet.rank(soda)
    straight("start_deal")
    straight("expose_soda", card=soda)


def open_a_night(tablet: Tablet) -> str:
    tablet.go("/")
    tablet.page.get_by_label("Dealer", exact=True).fill("M. Earp")
    tablet.page.get_by_label("Date", exact=True).fill("2026-11-21")
    tablet.page.locator('[name="faro.limit"]').fill("250")
    tablet.page.get_by_label("Running limit, $").fill("500")
    tablet.page.get_by_role("button", name="Open the night").tap()
    tablet.page.wait_for_url("**/nights/*")
    return tablet.page.url.rsplit("/", 1)[1]


def seat_and_sell(tablet: Tablet, straight: Straight) -> None:
    tablet.touch("#seat-add")
    tablet.seat("red", "Ada Lamb")
    tablet.seat("blue", "Wm. Hart")
    tablet.cage("red", "buy_checks", 50_000)
    tablet.account("blue")
    tablet.touch("#act-blue-issue_marker")
    tablet.settle_down(5)
    tablet.cage("blue", "tip", 500)
    tablet.settle_down(6)
    tablet.touch('[data-touch="drawer-away"]')
    straight("seat_player", player="red", name="Ada Lamb")
    straight("seat_player", player="blue", name="Wm. Hart")
    straight("buy_checks", player="red", amount=50_000)
    straight("issue_marker", player="blue", amount=50_000)
    straight("tip", player="blue", amount=500)


def lay_bets_of_many_kinds(tablet: Tablet, straight: Straight) -> None:
    """Touch place after place without waiting for the answers: each touch has its turn."""
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    tablet.spot("single-Q")
    straight("place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    straight("press_bet", bet="a", add=500)
    tablet.touch("#key-copper")
    tablet.spot("single-7")
    straight("place_bet", bet="b", player="red", kind="single", ranks=["7"], stake=500, coppered=True)
    tablet.touch("#key-paroli")
    tablet.spot("split-2-3")
    straight("place_bet", bet="c", player="red", kind="split", ranks=["2", "3"], stake=500, paroli=True)
    tablet.spot("pot")
    straight("place_bet", bet="d", player="red", kind="pot", stake=500)
    tablet.player("blue")
    tablet.amount(2_500)
    tablet.spot("square-A-2-Q-K")
    straight("place_bet", bet="e", player="blue", kind="square", ranks=["K", "Q", "A", "2"], stake=2_500)
    tablet.spot("corner-J-K")
    straight("place_bet", bet="f", player="blue", kind="corner", ranks=["K", "J"], stake=2_500)
    tablet.spot("figure-3-4-5")
    straight("place_bet", bet="g", player="blue", kind="figure", ranks=["3", "4", "5"], stake=2_500)
    tablet.spot("diagonal-6-9")
    straight("place_bet", bet="h", player="blue", kind="diagonal", ranks=["9", "6"], stake=2_500)
    type_amount(tablet, "12.5")
    tablet.spot("high_card")
    straight("place_bet", bet="i", player="blue", kind="high_card", stake=1_250)
    tablet.spot("parity-winner-odd")
    straight("place_bet", bet="j", player="blue", kind="parity", card="winner", parity="odd", stake=1_250)
    tablet.spot("row-low")
    straight("place_bet", bet="k", player="blue", kind="row", row="low", stake=1_250)
    tablet.touch("#key-pick")
    tablet.touch('.pick-key[data-rank="Q"]')
    tablet.touch('.pick-key[data-rank="5"]')
    tablet.touch('.pick-key[data-rank="5"]')
    tablet.touch("#lay-picked")
    straight("place_bet", bet="l", player="blue", kind="heeled", win=["Q"], lose=["5"], stake=1_250)
    tablet.settle_down(straight.version)


def type_amount(tablet: Tablet, digits: str) -> None:
    tablet.touch("#key-other")
    for digit in digits:
        tablet.touch(f'.keypad [data-digit="{digit}"]:visible')
    tablet.touch('[data-touch="take-amount"]')


def deal_turn(tablet: Tablet, straight: Straight, loser: str, winner: str) -> None:
    tablet.rank(loser)
    tablet.rank(winner)
    straight("draw_loser", card=loser)
    straight("draw_winner", card=winner)


def give_orders(tablet: Tablet, straight: Straight) -> None:
    """Orders on fresh bets in the middle of the deal: copper, bar, half, move, take down."""
    tablet.player("red")
    tablet.amount(500)
    for key, rank in (("m", "A"), ("n", "4"), ("o", "J"), ("p", "8")):
        tablet.spot(f"single-{rank}")
        straight("place_bet", bet=key, player="red", kind="single", ranks=[rank], stake=500)
    tablet.settle_down(straight.version)
    tablet.orders("single-A", "Copper")
    straight("copper_bet", bet="m")
    tablet.touch('.pane.orders:not([hidden]) button:text-is("1 turn")')
    straight("bar_bet", bet="m", turns=1)
    tablet.orders("single-4", "Half goes")
    straight("half_goes", bet="n")
    tablet.orders("single-J", "Take down")
    straight("take_down_bet", bet="o")
    tablet.orders("single-8", "Move")
    tablet.spot("corner-8-10")
    straight("move_bet", bet="p", kind="corner", ranks=["10", "8"])
    tablet.settle_down(straight.version)


def last_turn(tablet: Tablet, straight: Straight, loser: str, winner: str, hock: str) -> None:
    tablet.settle_down(straight.version)
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Last turn: call it")
    tablet.touch("#call-turn")
    tablet.player("red")
    tablet.amount(500)
    tablet.touch(f'[data-order="{loser} {winner} {hock}"]')
    straight("call_turn", bet="y", player="red", order=[loser, winner, hock], stake=500)
    tablet.player("blue")
    tablet.touch(f'[data-order="{hock} {winner} {loser}"]')
    straight("call_turn", bet="z", player="blue", order=[hock, winner, loser], stake=500)
    tablet.touch("#key-suits")
    for rank, suit in ((loser, "s"), (winner, "h"), (hock, "")):
        tablet.rank(rank)
        tablet.touch(f'[data-suit="{suit}"]')
        expect(tablet.page.locator("#part-ranks .suit-row")).to_be_hidden()
    straight("draw_loser", card=loser + "s")
    straight("draw_winner", card=winner + "h")
    straight("expose_hock", card=hock)


def close(tablet: Tablet, straight: Straight) -> None:
    tablet.touch("#menu")
    tablet.touch("#tab-night")
    tablet.touch("#close-first")
    tablet.touch("#close-night")
    expect(tablet.page.get_by_role("heading", name="Settlement")).to_be_visible()
    straight("close_night")
    rows = tablet.page.locator("tbody tr")
    expect(rows).to_have_count(2)
