"""The table of touches in the docs: every line is done with a finger, and what the page felt is counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dealer.game.cards import PACK
from tests.support.house import PIN, House
from tests.web.evenings import (
    COUNTING,
    before_the_deal,
    before_the_last_turn,
    chip_night,
    counting_tablet,
    hand_of,
    lay_till_somebody_is_out,
    pot_night,
    regulars_night,
)
from tests.web.tablet_in_browser import Tablet, Tablets

Deed = Callable[[Tablet], None]
Past = Callable[[House, str], object]


def begin(tablet: Tablet) -> None:
    tablet.touch("#step")


def touching(*keys: str) -> Deed:
    """Touch some keys, one after the other."""

    def touch(tablet: Tablet) -> None:
        for key in keys:
            tablet.touch(key)

    return touch


def as_it_stands(house: House, night: str) -> None:
    """Nothing happens past the page."""


def the_others_show(house: House, night: str) -> None:
    for player, cards in {"white": "9 7", "black": "K 2", "red": "5 4"}.items():
        house.do(night, "show_hand", player=player, cards=cards.split())


def the_next_begins(house: House, night: str) -> None:
    house.do(night, "start_hand", dealer="blue")


SEND = ".send:visible"
_THREE = ("#plate-blue",) * 3
_WINS_THREE = '[data-touch="chips"][data-player="blue"][data-by="1"]'
_TEN = tuple(f"#rank-{rank}" for rank in ("5", "2", "9", "K", "5", "6", "A", "8", "10", "J"))
CHIP_DEEDS: dict[str, dict[str, tuple[Past, Deed, str]]] = {
    "farmer": {
        "begin a hand of Farmer": (as_it_stands, begin, "FarmHandBegun"),
        "show three cards": (as_it_stands, touching("#rank-A", "#rank-2", "#rank-K", SEND), "FarmHandShown"),
        "settle the hand": (the_others_show, begin, "FarmWon"),
    },
    "spoil_five": {
        "begin a hand of Spoil Five": (as_it_stands, begin, "SpoilHandBegun"),
        "declare a hand dead": (
            as_it_stands,
            touching('[data-touch="beside"][data-player="black"]', '[data-value="revoke"]'),
            "HandKilled",
        ),
        "have three tricks take the pool": (as_it_stands, touching(*_THREE, SEND), "PoolWon"),
        "have all five take it": (
            the_next_begins,
            touching(*_THREE, "#goes-on", "#plate-blue", "#plate-blue", SEND),
            "AllFivePaid",
        ),
    },
    "five_in_one": {
        "begin a round of Five in One": (as_it_stands, begin, "FiveRoundBegun"),
        "pay a part in which one wins three chips of another": (
            as_it_stands,
            touching(*(_WINS_THREE,) * 3, "#plate-red", SEND),
            "PartSettled",
        ),
        "pay the cold hand": (as_it_stands, touching("#plate-blue", SEND), "ColdHandWon"),
        "go on from a part in which nobody wins": (as_it_stands, touching(SEND), "PartSettled"),
        "pay the consolation": (
            lambda house, night: house.do(night, "part_result", part="put_and_take", chips={}),
            touching(*_TEN, SEND),
            "ConsolationTurned",
        ),
    },
    "frog": {
        "begin a hand of Frog": (as_it_stands, begin, "FrogHandBegun"),
        "bid": (as_it_stands, touching("#bid-frog"), "BidMade"),
        "bid after one who can only have passed": (as_it_stands, touching("#plate-black", "#bid-chico"), "BidMade"),
        "have all others pass": (as_it_stands, touching("#rest"), "BidPassed"),
        "score 71 points, with trumps noted": (
            as_it_stands,
            touching("#ten-70", "#unit-1", "#trump-s", SEND),
            "FrogHandSettled",
        ),
        "enter the contract alone": (the_next_begins, touching("#plate-red", "#bid-grand"), "ContractNamed"),
    },
}
"""By game: what happens past the page before, what is done, and what comes of it."""
RELIEF = "Ann Oakley"
TABLE = Path(__file__).parents[2] / "docs" / "touches.md"
Table = Callable[[House], str]


def counted() -> dict[str, int]:
    """What the docs say: what is done, and in how many touches."""
    lines = re.findall(r"^\| (.+?) \| (\d+) \|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)
    return {deed: int(touches) for deed, touches in lines}


def between_turns(house: House) -> str:
    """A deal is on; red has a bet on the Q."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
    return night


def after_a_turn(house: House) -> str:
    """Red's bet on the Q has lost; blue's on the K lies."""
    night = between_turns(house)
    house.do(night, "place_bet", bet="k", player="blue", kind="single", ranks=["K"], stake=500)
    house.do(night, "turn", loser="Q", winner="2")
    return night


def before_the_soda(house: House) -> str:
    night = before_the_deal(house)
    house.do(night, "start_deal")
    return night


def with_two_dealers(house: House) -> str:
    house.auth.engage(RELIEF, PIN, house.sender)
    return between_turns(house)


def in_hand(tablet: Tablet) -> None:
    tablet.follow("player:red", "amount:500")


def chosen(tablet: Tablet) -> None:
    tablet.player("red")


def nothing(tablet: Tablet) -> None:
    """Nothing is done beforehand."""


def lay(tablet: Tablet) -> None:
    tablet.spot("split-A-K")


def drag(tablet: Tablet) -> None:
    mouse = tablet.page.mouse
    mouse.move(*tablet.middle('[id="stack-q"]'))
    mouse.down()
    mouse.move(*tablet.middle("#spot-single-3 .target"), steps=4)
    mouse.up()


def other_player(tablet: Tablet) -> None:
    tablet.player("blue")
    lay(tablet)


def other_player_and_amount(tablet: Tablet) -> None:
    tablet.follow("player:blue", "amount:100")
    lay(tablet)


def coppered(tablet: Tablet) -> None:
    tablet.touch("#key-copper")
    lay(tablet)


def turn(tablet: Tablet) -> None:
    tablet.follow("rank:2", "rank:K")


def call(tablet: Tablet) -> None:
    tablet.follow("#call-turn", ".call >> nth=0")


def marker(tablet: Tablet) -> None:
    tablet.follow("#seat-red", "#act-red-issue_marker")


def other_marker(tablet: Tablet) -> None:
    tablet.follow("#seat-blue", "#seat-blue", "#act-blue-issue_marker")


def buy(tablet: Tablet) -> None:
    tablet.follow("#seat-red", '[data-tab="money"] [data-cents="10000"]', "#act-red-buy_checks")


def seat_and_sell(tablet: Tablet) -> None:
    tablet.touch("#seat-add")
    tablet.page.keyboard.type("Kate Elder")
    tablet.follow("#seat-them", "#sell-blue-5000")
    expect(tablet.page.locator("#sell-blue-5000")).to_have_count(0)


def seat_regular(tablet: Tablet) -> None:
    tablet.follow("#seat-add", '[data-choice="card"][data-value="ada"]', "#seat-and-sell")


def redeem_carried(tablet: Tablet) -> None:
    tablet.follow("#seat-red", "#act-red-redeem_carried-cash")


def other_carried(tablet: Tablet) -> None:
    tablet.follow("#seat-blue", "#seat-blue", "#act-blue-redeem_carried-cash")


def cash_in(tablet: Tablet) -> None:
    tablet.follow("#seat-red", "#act-red-cash_in")


def dispute(where: str) -> Deed:
    """Touch what can be disputed there, and what the player says."""

    def touch_both(tablet: Tablet) -> None:
        tablet.touch(f'{where} [data-touch="dispute"]:visible >> nth=0')
        tablet.touch("#part-claims [data-touch=say-claim] >> nth=0")

    return touch_both


def put_right(tablet: Tablet) -> None:
    """The turn, that it was entered wrongly, the right card, and yes."""
    tablet.follow(".last-turns [data-touch=dispute] >> nth=0", "#put-right", '.ranks a[aria-label="winner 3"]', "#yes")


def relieve(tablet: Tablet) -> None:
    """Who deals, and who takes over; the PIN is typed, and ends with Enter."""
    tablet.follow("#dealer", f'#part-relief [data-dealer="{RELIEF}"]')
    tablet.page.keyboard.type(PIN)
    tablet.page.keyboard.press("Enter")


def orders_open(tablet: Tablet) -> None:
    tablet.follow("#key-orders", "spot:single-K")


DEEDS: dict[str, tuple[Table, Deed, Deed, str]] = {
    "lay a bet for the player and the amount in hand": (between_turns, in_hand, lay, "BetPlaced"),
    "add to it": (between_turns, in_hand, lambda tablet: tablet.spot("single-Q"), "BetPressed"),
    "lay a bet for another player": (between_turns, in_hand, other_player, "BetPlaced"),
    "lay a bet for another player and another amount": (between_turns, in_hand, other_player_and_amount, "BetPlaced"),
    "lay a coppered bet": (between_turns, in_hand, coppered, "BetPlaced"),
    "move a bet by dragging it": (between_turns, in_hand, drag, "BetMoved"),
    "copper a bet that lies": (
        between_turns,
        in_hand,
        lambda tablet: tablet.orders("single-Q", "Copper"),
        "BetCoppered",
    ),
    "take a bet down": (between_turns, in_hand, lambda tablet: tablet.orders("single-Q", "Take down"), "BetTakenDown"),
    "take all bets of the player in hand down": (
        between_turns,
        in_hand,
        lambda tablet: tablet.touch("#all-down"),
        "BetTakenDown",
    ),
    "lay the last bets of the player in hand again": (
        after_a_turn,
        in_hand,
        lambda tablet: tablet.touch("#same-again"),
        "BetsLaidAgain",
    ),
    "deal a turn": (between_turns, nothing, turn, "WinnerDrawn"),
    "take the last act back": (between_turns, nothing, lambda tablet: tablet.touch("#take-back"), "CommandVoided"),
    "call the last turn for the player and the amount in hand": (before_the_last_turn, in_hand, call, "TurnCalled"),
    "give the player in hand a marker": (between_turns, chosen, marker, "MarkerIssued"),
    "give another player a marker": (between_turns, chosen, other_marker, "MarkerIssued"),
    "sell the player in hand checks for $100": (between_turns, chosen, buy, "ChecksBought"),
    "seat a player, with the name typed, and sell them checks for $50": (
        before_the_deal,
        nothing,
        seat_and_sell,
        "ChecksBought",
    ),
    "seat a regular and sell them checks for $100": (regulars_night, nothing, seat_regular, "ChecksBought"),
    "redeem all old markers of the player in hand": (regulars_night, chosen, redeem_carried, "CarriedPaid"),
    "redeem all old markers of another player": (regulars_night, chosen, other_carried, "CarriedPaid"),
    "cash in all that the player in hand holds": (before_the_deal, chosen, cash_in, "ChecksCashed"),
    "start a deal": (before_the_deal, nothing, lambda tablet: tablet.touch("#step"), "DealStarted"),
    "show the soda": (before_the_soda, nothing, lambda tablet: tablet.rank("7"), "SodaExposed"),
    "dispute a bet of the take-and-pay list, with the claim": (
        after_a_turn,
        nothing,
        dispute(".lines"),
        "DisputeRaised",
    ),
    "dispute a bet that lies, from its orders": (after_a_turn, orders_open, dispute(".pane.orders"), "DisputeRaised"),
    "dispute a turn of the deal for the player in hand": (
        after_a_turn,
        chosen,
        dispute(".last-turns"),
        "DisputeRaised",
    ),
    "put a card of a past turn right, seeing who gets and who gives": (
        after_a_turn,
        nothing,
        put_right,
        "CommandAmended",
    ),
    "have another of the staff take over, besides their PIN": (with_two_dealers, nothing, relieve, "DealerRelieved"),
}
LAST = {"take the last act back", "put a card of a past turn right, seeing who gets and who gives"}
"""Deeds that are not simply taken back: none comes after them."""


def openers(tablet: Tablet) -> None:
    tablet.touch("#several")
    for card in ("7d", "7s", "7h"):
        tablet.touch(f"#place-{card}")
    tablet.touch("#several")


def other_dealer(tablet: Tablet) -> None:
    tablet.follow('[data-touch="dealer"][data-player="red"]', "#step")


def show_three(tablet: Tablet) -> None:
    for place in tablet.page.locator(".place.able").element_handles()[:3]:
        place.tap()
    tablet.touch("#shown")


def first_card(tablet: Tablet) -> None:
    tablet.follow("#place-7d", "#seat-green")


def show_the_next(house: House, night: str) -> None:
    hand = hand_of(house, night)
    shown = {card for cards in hand.shown.values() for card in cards}
    left = [card for card in PACK if not hand.layout.holds(card) and card not in shown]
    player = next(entry for entry in ("white", "red") if entry not in hand.shown)
    house.do(night, "show_hand", player=player, cards=left[: hand.left(player)])


HAND: dict[str, tuple[Past, Deed, str]] = {
    "start the next hand": (as_it_stands, lambda tablet: tablet.touch("#step"), "HandStarted"),
    "lay three openers at once": (as_it_stands, openers, "CardsLaid"),
    "lay a card": (as_it_stands, lambda tablet: tablet.touch("#place-8d"), "CardsLaid"),
    "pass": (as_it_stands, lambda tablet: tablet.touch("#pass"), "TurnPassed"),
    "dispute a turn of the hand, with the claim": (as_it_stands, dispute(".course"), "DisputeRaised"),
    "show a hand of three cards": (lay_till_somebody_is_out, show_three, "HandShown"),
    "show the last hand": (show_the_next, lambda tablet: tablet.touch("#rest"), "HandShown"),
    "end the hand": (as_it_stands, lambda tablet: tablet.touch("#step"), "HandEnded"),
    "take a penalty": (as_it_stands, lambda tablet: tablet.touch(".wrong-pass .primary >> nth=0"), "PenaltyTaken"),
    "pay the pot": (as_it_stands, lambda tablet: tablet.touch('#step:text("Pay")'), "PotWon"),
    "start the next hand with another dealer": (as_it_stands, other_dealer, "HandStarted"),
}
"""One hand at a Fan-Tan table: what happens past the page before, what is done, and what comes of it."""
OF_THE_CASH_DRAWER = ("count the drawer", "fill the drawer")
"""Done in ``test_cash_drawer``."""
FIRST_CARD = "lay the first card where its holder begins"
RUN = "lay three cards of a suit, where the house has them go down together"
UP_AND_DOWN = "lay one card up and one down at once"


def up_and_down(tablet: Tablet) -> None:
    for key in ("#several", "#place-Jd", "#place-6d", "#several"):
        tablet.touch(key)


def test_every_line_of_the_table_is_done_here() -> None:
    of_chips = [deed for deeds in CHIP_DEEDS.values() for deed in deeds]
    assert list(counted()) == [*DEEDS, *OF_THE_CASH_DRAWER, *HAND, FIRST_CARD, RUN, UP_AND_DOWN, *of_chips]


@pytest.mark.parametrize("game", CHIP_DEEDS)
def test_a_hand_for_chips_takes_as_many_touches_as_the_table_says(game: str, tablets: Tablets, house: House) -> None:
    night = chip_night(house, game, 4)
    tablet = counting_tablet(tablets.browser, tablets.address, night)
    for deed, (past, do, comes_of_it) in CHIP_DEEDS[game].items():
        past(house, night)
        assert touches_for(tablet, house, night, do, comes_of_it) == counted()[deed], deed


def test_a_hand_takes_as_many_touches_as_the_table_says(tablets: Tablets, house: House) -> None:
    night = pot_night(house, house={"preset": "antes", "deal_moves": False})
    tablet = tablets.new()
    tablet.begin_pages_with(COUNTING)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    for deed, (past, do, comes_of_it) in HAND.items():
        if past is not as_it_stands:
            # A page that looks on would fetch the table after every act.
            tablet.go("/healthz")
            past(house, night)
            tablet.go(f"/nights/{night}")
        assert touches_for(tablet, house, night, do, comes_of_it) == counted()[deed], deed
    night = pot_night(house, house={"preset": "antes", "first": "7d"})
    house.do(night, "start_hand", dealer="red")
    tablet.go(f"/nights/{night}")
    assert touches_for(tablet, house, night, first_card, "CardsLaid") == counted()[FIRST_CARD]
    run = touches_for(tablet, house, night, lambda tablet: tablet.touch("#place-10d"), "CardsLaid")
    assert run == counted()[RUN]
    assert touches_for(tablet, house, night, up_and_down, "CardsLaid") == counted()[UP_AND_DOWN]


def touches_for(tablet: Tablet, house: House, night: str, do: Deed, comes_of_it: str) -> int:
    """Do something on the page as it stands; gives how many touches it felt, once that which it was for is saved."""
    events: int = house.result(night)["events"]
    tablet.settle_down(events)
    felt: int = tablet.page.evaluate("window.touches ?? 0")
    do(tablet)
    tablet.page.wait_for_function(
        "(seen) => Number(document.querySelector('#part-state')?.dataset.version) > seen", arg=events
    )
    expect(tablet.saved).to_have_text("saved")
    assert comes_of_it in [type(event.event).__name__ for event in house.book.events(night, after=events)]
    needed: int = tablet.page.evaluate("window.touches")
    return needed - felt


@pytest.mark.parametrize("table", {table: None for table, *_ in DEEDS.values()})
def test_it_takes_as_many_touches_as_the_table_says(table: Table, tablets: Tablets, house: House) -> None:
    """Each deed is taken back past the page, and the night is as it was before the next one."""
    deeds = [name for name, (there, *_) in DEEDS.items() if there is table]
    night = table(house)
    tablet = tablets.new()
    tablet.begin_pages_with(COUNTING)
    tablet.go(f"/nights/{night}")
    for name in sorted(deeds, key=lambda name: (name in LAST, DEEDS[name][1] is in_hand)):
        _, before, do, comes_of_it = DEEDS[name]
        tablet.settle_down(house.result(night)["events"])
        tablet.page.keyboard.press("Escape")
        before(tablet)
        commands = len(house.book.commands(night))
        assert touches_for(tablet, house, night, do, comes_of_it) == counted()[name], name
        if name not in LAST:
            for _ in house.book.commands(night)[commands:]:
                house.do(night, "void")
