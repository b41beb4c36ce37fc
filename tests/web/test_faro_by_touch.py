"""Faro by touch."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import hypot
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from dealer.games.faro.layout import KINDS
from dealer.games.faro.state import Bet, faro_of
from tests.support.fixtures import soaked
from tests.support.house import House
from tests.web.geometry import inked, lies_in, measure, overlaps, written
from tests.web.tablet_in_browser import Tablet, Tablets
from web.games.faro.spots import columns, spots


class Finger:
    """A finger on a tablet's glass, which comes down, slides and lets go in steps of its own."""

    def __init__(self, tablet: Tablet) -> None:
        self._tablet = tablet
        self._glass = tablet.context.new_cdp_session(tablet.page)
        self._is_down = False

    def down(self, spot: str) -> None:
        """Come down on the middle of a spot's target."""
        self._touch("touchStart", *self._tablet.middle(f"#spot-{spot} .target"))

    def down_on_stack(self, bet: str) -> None:
        """Come down on a stack of checks."""
        self._touch("touchStart", *self._tablet.middle(f'[id="stack-{bet}"]'))

    def down_beside_stack(self, bet: str, px: float) -> None:
        """Come down right of a stack of checks, so far from its edge."""
        box = self._tablet.page.evaluate(
            "(bet) => document.getElementById(`stack-${bet}`).getBoundingClientRect().toJSON()",
            bet,
        )
        self._touch("touchStart", box["right"] + px, box["y"] + box["height"] / 2)

    def slide(self, spot: str) -> None:
        """Slide to the middle of a spot's target."""
        self._touch("touchMove", *self._tablet.middle(f"#spot-{spot} .target"))

    def slide_off(self) -> None:
        """Slide off the cloth, to the head of the page."""
        self._touch("touchMove", *self._tablet.middle("#part-top h1"))

    def up(self) -> None:
        """Let go."""
        self._glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self._is_down = False

    def leave(self) -> None:
        """Leave the glass, as the next test is to find it."""
        if self._is_down:
            self.up()
        self._glass.detach()

    def _touch(self, kind: str, x: float, y: float) -> None:
        self._glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        self._is_down = True


@pytest.fixture
def tablet(tablets: Tablets) -> Tablet:
    return tablets.new()


@pytest.fixture
def night(house: House) -> str:
    """A night with a deal on, a running limit, and two players who hold $200 each."""
    night = house.open_night(house={"preset": "american", "running_limit": 50_000})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    return night


@pytest.fixture
def finger(tablet: Tablet, night: str) -> Iterator[Finger]:
    """A finger over the night's table; the chosen player is Ada Lamb, with $5 in hand."""
    tablet.go(f"/nights/{night}")
    tablet.follow("player:red", "amount:500")
    made = Finger(tablet)
    yield made
    made.leave()


def bubble(tablet: Tablet) -> Locator:
    return tablet.page.locator(".bubble")


def bets(house: House, night: str) -> dict[str, Bet]:
    table = faro_of(house.service.night(night))
    return table.bets


def places(house: House, night: str) -> list[tuple[str, ...]]:
    return [bet.place.ranks for bet in bets(house, night).values()]


def test_a_finger_lays_on_the_place_that_it_leaves_and_nothing_off_the_cloth(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
    """The place under it names itself, and nothing is sent before the finger lets go."""
    finger.down("single-Q")
    expect(bubble(tablet)).to_have_text("the QAda Lamb $5")
    finger.slide("square-A-2-Q-K")
    expect(bubble(tablet)).to_contain_text("grand square")
    finger.slide_off()
    expect(bubble(tablet)).to_have_text("off the clothnothing is laid")
    finger.up()
    expect(bubble(tablet)).to_be_hidden()
    finger.down("single-2")
    finger.slide("corner-J-K")
    expect(bubble(tablet)).to_contain_text("J-K, the Q barred")
    assert bets(house, night) == {}
    finger.up()
    expect(tablet.page.locator(".stack")).to_have_count(1)
    assert places(house, night) == [("J", "K")]


def test_touching_again_adds_up_in_the_bubble(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    tablet.spot("pot")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    tablet.page.wait_for_function("() => !document.body.dataset.touched")
    finger.down("pot")
    expect(bubble(tablet)).to_have_text("the potAda Lamb + $5 = $10")
    finger.up()
    expect(tablet.page.locator(".stack .amount")).to_have_text("10")
    assert [bet.stake_cents for bet in bets(house, night).values()] == [1_000]


def test_dragging_a_stack_moves_the_chosen_players_bet(tablet: Tablet, house: House, night: str) -> None:
    for key, player in (("a", "red"), ("b", "blue")):
        house.do(night, "place_bet", bet=key, player=player, kind="single", ranks=["Q"], stake=500)
    tablet.go(f"/nights/{night}")
    tablet.player("red")
    finger = Finger(tablet)
    finger.down_on_stack("a")
    finger.slide("figure-J-Q-K")
    expect(tablet.page.locator(".carried")).to_be_attached()
    expect(bubble(tablet)).to_contain_text("Ada Lamb $5 moves here")
    finger.slide("single-2")
    finger.up()
    expect(tablet.page.locator("#stack-a")).to_have_attribute("data-on", "single-2")
    expect(tablet.page.locator(".carried")).to_have_count(0)
    assert {key: bet.place.ranks for key, bet in bets(house, night).items()} == {"a": ("2",), "b": ("Q",)}


def test_a_slide_from_beside_an_own_stack_moves_it(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    """With checks in hand, and on another place: only farther off than a finger's half is it a bet of its own."""
    tablet.settle_down(house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500))
    for beside_px, moved in ((12, True), (20, True), (40, False)):
        finger.down_beside_stack("a", beside_px)
        finger.slide("single-4")
        expect(tablet.page.locator(".carried")).to_have_count(1 if moved else 0)
        finger.slide("single-3")
        finger.up()
        expect(tablet.page.locator('.stack[data-on="single-3"]')).to_have_count(1)
        assert places(house, night) == ([("3",)] if moved else [("Q",), ("3",)]), beside_px
        tablet.settle_down(house.do(night, "void"))
        tablet.rest()


def test_a_slide_takes_the_nearest_of_several_stacks(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    for key, player, rank in (("a", "red", "Q"), ("b", "blue", "Q"), ("c", "red", "3")):
        version = house.do(night, "place_bet", bet=key, player=player, kind="single", ranks=[rank], stake=500)
    tablet.settle_down(version)
    for bet, beside_px, moved in (("b", -8, "b"), ("b", 8, "a"), ("a", 8, "a")):
        finger.down_beside_stack(bet, beside_px)
        finger.slide("single-4")
        finger.up()
        expect(tablet.page.locator(f"#stack-{moved}")).to_have_attribute("data-on", "single-4")
        assert len(bets(house, night)) == 3, (bet, beside_px)
        tablet.settle_down(house.do(night, "void"))
        tablet.rest()


def test_a_drag_that_ends_nowhere_moves_nothing(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    """It ends off the cloth, where it began, or with the escape key."""
    tablet.settle_down(house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500))
    carried = tablet.page.locator(".carried")
    for ending in ("off the cloth", "back again", "Escape"):
        finger.down_on_stack("a")
        finger.slide("single-2")
        expect(carried).to_be_attached()
        match ending:
            case "off the cloth":
                finger.slide_off()
            case "back again":
                finger.slide("single-Q")
            case _:
                tablet.page.keyboard.press("Escape")
                expect(carried).to_have_count(0)
        finger.up()
        expect(carried).to_have_count(0)
        tablet.rest()
    tablet.spot("single-J")
    expect(tablet.page.locator(".stack")).to_have_count(2)
    assert places(house, night) == [("Q",), ("J",)]


def test_a_long_press_opens_the_orders_and_lays_nothing(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
    tablet.spot("single-Q")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    finger.down("single-Q")
    expect(tablet.page.locator(".pane.orders:not([hidden]) h2")).to_have_text("Ada Lamb")
    finger.up()
    tablet.spot("single-J")
    expect(tablet.page.locator(".stack")).to_have_count(2)
    assert [bet.stake_cents for bet in bets(house, night).values()] == [500, 500]


def test_the_last_bets_orders_are_one_touch_away(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    tablet.follow("spot:single-Q", "spot:single-J")
    expect(tablet.page.locator(".stack.last")).to_have_attribute("data-on", "single-J")
    tablet.touch("#key-orders")
    orders = tablet.page.locator(".pane.orders:not([hidden])")
    expect(orders).to_contain_text("the J")
    for order in ("Copper", "2 turns", "Half goes", "Paroli"):
        orders.get_by_text(order, exact=True).tap()
        expect(tablet.saved).to_have_text("saved")
    expect(orders).to_contain_text("to lose, paroli, barred for 2, half goes")
    laid = bets(house, night)
    on_jack = next(bet for bet in laid.values() if bet.place.ranks == ("J",))
    assert (on_jack.coppered, on_jack.bar_turns, on_jack.half, on_jack.paroli) == (True, 2, True, True)
    for order in ("Uncopper", "It goes", "Whole goes", "Stand pat"):
        orders.get_by_text(order, exact=True).tap()
        expect(tablet.saved).to_have_text("saved")
    expect(orders.locator("header p")).to_have_text("$5 the J")


def test_a_refusal_is_foretold_under_the_finger(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "turn", loser="Q", winner="Q")
    house.do(night, "turn", loser="Q", winner="A")
    tablet.page.reload()
    tablet.follow("player:red", "amount:10000")
    expect(tablet.page.locator("#card-Q .state")).to_have_text("over $50")
    for spot, words in (
        ("single-9", "the 9Ada Lamb $100: dead: no card of it is left"),
        ("single-Q", "the QAda Lamb $100: over the $50 limit"),
    ):
        finger.down(spot)
        expect(bubble(tablet)).to_have_text(words)
        expect(bubble(tablet)).to_have_class("bubble wrong")
        finger.slide_off()
        finger.up()
    tablet.amount(500)
    expect(tablet.page.locator("#card-Q .state")).to_have_text("case · $50")
    assert [row.refused for row in house.book.commands(night) if row.refused] == []


def test_bills_are_laid_once_and_then_checks_again(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    tablet.follow("#key-other", "#key-bills")
    for digit in "30":
        tablet.touch(f'.keypad [data-digit="{digit}"]:visible')
    tablet.touch('[data-touch="take-amount"]')
    expect(tablet.page.locator("#key-other")).to_have_text("$30 bills")
    tablet.follow("spot:single-Q", "spot:single-J")
    expect(tablet.page.locator(".stack")).to_have_count(2)
    assert [bet.form for bet in bets(house, night).values()] == ["bills", "checks"]


def test_what_is_typed_is_laid_without_another_key(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    """The check that was in hand before was laid, while the keypad showed another amount."""
    tablet.follow("player:red", "amount:2500", "#key-other")
    for digit in "17":
        tablet.touch(f'.keypad [data-digit="{digit}"]:visible')
    tablet.spot("single-Q")
    tablet.touch("#key-other")
    tablet.spot("single-K")
    expect(tablet.page.locator(".stack")).to_have_count(2)
    assert [bet.stake_cents for bet in bets(house, night).values()] == [1_700, 1_700]


def test_arrow_keys_go_from_place_to_place(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    tablet.page.locator("#spot-single-K").focus()
    for key, place, name in (
        ("ArrowRight", "split-Q-K", "splitting the Q-K"),
        ("ArrowRight", "single-Q", "the Q"),
        ("ArrowDown", "split-2-Q", "splitting the 2-Q"),
    ):
        tablet.page.keyboard.press(key)
        expect(tablet.page.locator(f"#spot-{place}")).to_be_focused()
        expect(bubble(tablet)).to_contain_text(name)
    tablet.page.keyboard.press("Enter")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    assert places(house, night) == [("2", "Q")]
    expect(tablet.page.locator('.spot[tabindex="0"]')).to_have_count(1)


def test_a_bead_slides_and_is_the_same_bead(tablet: Tablet, finger: Finger) -> None:
    """Where motion is off nothing moves by itself."""
    bead = tablet.page.locator("#bead-K-3")
    transition = "(bead, part) => getComputedStyle(bead)[`transition${part}`]"
    expect(bead).to_have_class("in")
    assert bead.evaluate(transition, "Duration") == "0s"
    tablet.move()
    bead.evaluate("(bead) => { window.bead = bead; }")
    tablet.rank("K")
    expect(bead).to_have_class("out")
    assert bead.evaluate("(bead) => bead === window.bead")
    assert bead.evaluate(transition, "Property").startswith("transform")


COLOURS = ("red", "blue", "white", "black", "yellow", "green", "brown", "orange")
NAMES = ("Ada Lamb", "Wm. Hart", "J. Oakes", "C. Moss", "Ruth Bell", "T. Vane", "Li Wei", "Ann Shaw")
SIZES = ((1280, 800), (1024, 768))
LEAST_SEEN_PX = 6
"""So much of a mark is seen beside the one that lies on it."""
SIZES_AND_UPRIGHT = (*SIZES, (800, 1280))
LEAST_LETTERS_PX = 12
CROWDED: tuple[dict[str, Any], ...] = (
    {"kind": "single", "ranks": ["Q"]},
    {"kind": "single", "ranks": ["6"]},
    {"kind": "figure", "ranks": ["8", "9", "10"]},
    {"kind": "figure", "ranks": ["2", "3", "4"]},
    {"kind": "split", "ranks": ["A", "2"]},
    {"kind": "side", "win": "high"},
)
LONE = ("7", "K", "5")
WRITTEN = 6 * (len(CROWDED) - 1)
"""So many of six stacks on each have their amount written: on the zone they are heaped."""
BAR = (
    {"kind": "high_card"},
    *({"kind": "side", "win": win} for win in ("high", "low")),
    *({"kind": "parity_string", "parity": parity} for parity in ("odd", "even")),
    *({"kind": "parity", "card": card, "parity": parity} for card in ("winner", "loser") for parity in ("odd", "even")),
)
ZONES = (*BAR, *({"kind": "colors", "win": win} for win in ("black", "red")))


def crowded(house: House, stacks: int = 6) -> str:
    """A night with so many stacks on the Q, a case card that won the last turn, and on other places; and lone ones.

    The K lost the last turn, and the 9 in the middle of one of the figures is dead.
    """
    night = house.open_night(house={"preset": "american", "running_limit": 50_000})
    house.seat(night, **dict(zip(COLOURS, NAMES, strict=True)))
    house.deal(night)
    for loser, winner in (("9", "9"), ("9", "9"), ("2", "Q"), ("3", "Q"), ("K", "Q")):
        house.do(night, "turn", loser=loser, winner=winner)
    for spot, place in enumerate(CROWDED):
        for at in range(stacks):
            orders = {"coppered": bool(at % 2), "paroli": at % 3 == 1}
            stake = (1_250, 500, 25, 2_475)[at % 4]
            house.do(night, "place_bet", bet=f"{spot}.{at}", player=COLOURS[at], stake=stake, **place, **orders)
    house.do(night, "bar_bet", bet="0.2", turns=2)
    house.do(night, "half_goes", bet="0.1")
    for at, rank in enumerate(LONE):
        house.do(
            night, "place_bet", bet=f"lone{at}", player="red", kind="single", ranks=[rank], stake=1_250, paroli=True
        )
    house.do(night, "half_goes", bet="lone1")
    return night


PLATES = ".slim .stack, .lies:not(.slim, .heap) .amount"
"""The plates on which amounts are written: of several stacks with their signs."""


def amounts_are_whole(page: Page, at: str) -> None:
    """Amounts keep to their plates and plates to the cloth; no plate, heap or sum of others lies on an amount."""
    amounts, plates = written(page, ".stack .amount"), measure(page, PLATES)
    heaps = measure(page, ".heap .pile, .total")
    for amount, plate in zip(amounts, plates, strict=True):
        assert lies_in(amount | {"top": plate["top"], "bottom": plate["bottom"]}, plate), (at, amount, plate)
    for number, amount in enumerate(amounts):
        others = [*plates[:number], *plates[number + 1 :], *heaps]
        assert overlaps([inked(amount, 0.6)], others) == [], at
    (cloth,) = measure(page, "#part-layout")
    assert [plate for plate in plates if not lies_in(plate, cloth)] == [], at


def test_six_stacks_on_a_spot_can_be_read_and_hide_nothing(tablets: Tablets, house: House) -> None:
    """Cards, figures, a split and a zone with six stacks each, and lone ones beside case, dead, loser and winner."""
    tablet = tablets.new()
    tablet.go(f"/nights/{crowded(house)}")
    tablet.page.evaluate("document.fonts.ready")
    for width, height in SIZES:
        tablet.page.set_viewport_size({"width": width, "height": height})
        at = f"{width}x{height}"
        amounts, plates = measure(tablet.page, ".stack .amount"), measure(tablet.page, PLATES)
        badges = measure(tablet.page, ".lies:not(.slim) .signs")
        states = [inked(entry, 0.6) for entry in written(tablet.page, ".card .state, .card.full .rank")]
        states += measure(tablet.page, ".card .drawn")
        ranks = [inked(part, 0.5) for part in written(tablet.page, ".card:not(.full) .rank")]
        assert len(amounts) == WRITTEN + len(LONE), at
        assert len(measure(tablet.page, ".card .drawn")) == 2, at
        assert min(amount["letters"] for amount in amounts + badges) >= LEAST_LETTERS_PX, at
        assert overlaps(plates) == [], at
        assert overlaps(plates + badges, states) == [], at
        assert overlaps(plates + badges, ranks) == [], at
        amounts_are_whole(tablet.page, at)


def test_every_bet_of_a_crowded_place_is_named_and_one_touch_away(tablets: Tablets, house: House) -> None:
    tablet = tablets.new((1024, 768))
    tablet.go(f"/nights/{crowded(house, 8)}")
    expect(tablet.page.locator('.stack[data-on="single-Q"]')).to_have_count(8)
    assert set(tablet.page.locator(".total").all_text_contents()) == {"$85"}
    tablet.follow("#key-orders", "player:green", "spot:single-Q")
    open_pane = tablet.page.locator(".pane:not([hidden])")
    expect(open_pane).to_have_attribute("data-bet", "0.5")
    for at, name in enumerate(NAMES):
        tablet.touch(".pane:not([hidden]) .beside")
        expect(open_pane).to_have_attribute("data-pane", "on-single-Q")
        key = f'.pane:not([hidden]) [data-pane="bet-0.{at}"]'
        box = tablet.page.locator(key).bounding_box()
        assert box
        assert box["height"] >= 44, name
        expect(tablet.page.locator(key)).to_contain_text(name)
        tablet.touch(key)
        expect(open_pane).to_have_attribute("data-bet", f"0.{at}")


def laid_side_by_side(house: House, *crowds: tuple[Mapping[str, Any], Sequence[int]]) -> str:
    """A night in which these stakes lie on these places; every second is to lose, every third a paroli."""
    limits = {"limit": 9_900_000, "case_limit": 9_900_000, "running_limit": 9_900_000}
    night = house.open_night(house={"preset": "american", **limits}, roll=900_000_000)
    house.seat(night, **dict(zip(COLOURS, NAMES, strict=True)))
    for player in COLOURS:
        house.do(night, "buy_checks", player=player, amount=90_000_000)
    house.deal(night)
    for spot, (place, stakes) in enumerate(crowds):
        for at, stake in enumerate(stakes):
            orders = {"coppered": bool(at % 2), "paroli": at % 3 == 1}
            house.do(night, "place_bet", bet=f"{spot}.{at}", player=COLOURS[at], stake=stake, **place, **orders)
    return night


FORTY = {
    "single-Q": 6, "single-K": 2, "single-J": 1, "single-A": 3, "single-2": 2, "single-7": 2, "split-Q-K": 2,
    "split-2-Q": 1, "split-A-2": 1, "figure-J-Q-K": 1, "figure-10-J-Q": 2, "corner-J-K": 1, "corner-10-Q": 1,
    "square-A-2-Q-K": 2, "square-2-3-J-Q": 3, "diagonal-3-Q": 1, "diagonal-2-J": 2, "pot": 2, "split-6-7": 1,
    "row-high": 1, "colors-red": 1, "high_card": 1, "parity-winner-odd": 1,
}  # fmt: skip
"""Forty bets, most of them around the queen."""


def test_forty_bets_can_be_read(tablets: Tablets, house: House) -> None:
    """Six lie on one card; every amount is written, on no other's plate and on no printed word."""
    by_id = {spot.id: spot for spot in spots(KINDS)}
    stakes = (1_250, 500, 25, 2_475, 5_000, 75)
    night = laid_side_by_side(house, *((json.loads(by_id[at].arguments), stakes[:most]) for at, most in FORTY.items()))
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    tablet.page.evaluate("document.fonts.ready")
    for width, height in (*SIZES, (768, 1024)):
        tablet.page.set_viewport_size({"width": width, "height": height})
        at = f"{width}x{height}"
        assert len(measure(tablet.page, ".stack .amount")) == sum(FORTY.values()) == 40, at
        amounts_are_whole(tablet.page, at)
        plates = measure(tablet.page, PLATES)
        assert overlaps(plates, slack_px=3) == [], at
        words = [inked(entry, 0.6) for entry in written(tablet.page, ".lies :is(.state, .drawn, .printed *)")]
        assert overlaps(plates, words) == [], at


BESIDE_SEVEN: tuple[dict[str, object], ...] = (
    {"kind": "pot"},
    {"kind": "split", "ranks": ["7", "8"]},
    {"kind": "split", "ranks": ["6", "7"]},
    {"kind": "single", "ranks": ["7"]},
)
FULL, LARGE = (1_250, 2_475, 8_725, 7_750), (123_475, 987_625, 250_025, 24_775, 876_525, 50)


def _places(*kinds: str) -> list[dict[str, object]]:
    """The places on and around the cards of these kinds of bet, or of all that lie on a spot."""
    return [
        json.loads(spot.arguments) for spot in spots(KINDS) if not kinds or (spot.place and spot.place.kind in kinds)
    ]


CROWDS: dict[str, list[tuple[Mapping[str, Any], Sequence[int]]]] = {
    "zones, all full": [(zone, FULL) for zone in ZONES],
    "zones with large amounts": [(zone, (LARGE, FULL)[at % 2]) for at, zone in enumerate(ZONES)],
    "two everywhere": [(place, FULL[:2]) for place in _places()],
    "cards and splits": [(place, FULL) for place in _places("single", "split")],
    "very large ones by the seven": [(place, (1_234_550, 987_625)) for place in BESIDE_SEVEN],
    "the tray": [({"kind": "string", "ranks": ["A", "K"]}, LARGE), (BESIDE_SEVEN[-1], FULL)],
}


CROWDS_AT_ONCE = {"zones with large amounts", "cards and splits", "the tray"}


@pytest.mark.parametrize("name", soaked(CROWDS, at_once=CROWDS_AT_ONCE))
def test_no_amount_of_a_crowded_layout_is_cut_or_hidden(tablets: Tablets, house: House, name: str) -> None:
    """What has no room for its amount is heaped, and the zones are still named."""
    crowds = CROWDS[name]
    tablet = tablets.new()
    tablet.go(f"/nights/{laid_side_by_side(house, *crowds)}")
    tablet.page.evaluate("document.fonts.ready")
    for width, height in SIZES_AND_UPRIGHT:
        tablet.page.set_viewport_size({"width": width, "height": height})
        at = f"{width}x{height}"
        amounts_are_whole(tablet.page, at)
        names = [inked(entry, 0.6) for entry in written(tablet.page, ".lies:has(.stack) .printed *")]
        assert overlaps(names, measure(tablet.page, f"{PLATES}, .heap .pile")) == [], at
    expect(tablet.page.locator(".stack")).to_have_count(sum(len(stakes) for _, stakes in crowds))


def neighbours(spot_id: str) -> list[str]:
    """The places that are near a place, itself first."""
    places = {
        spot.id: (across, 6 * down / len(column.spots))
        for across, column in enumerate(columns(KINDS))
        for down, spot in enumerate(column.spots)
        if spot.place
    }
    x, y = places[spot_id]
    near = sorted(places, key=lambda spot: hypot(places[spot][0] - x, places[spot][1] - y))
    return near[:9]


MIDDLES = {"single-2": 1, "single-7": 3, "square-5-6-8-9": 5}
"""Places around which many bets lie, and the seed of their chance."""


@pytest.mark.parametrize("middle", soaked(MIDDLES, at_once=["square-5-6-8-9"]))
def test_no_bet_of_ten_players_side_by_side_is_hidden(tablets: Tablets, house: House, middle: str) -> None:
    """Each of ten players bets on some of the places around one: every bet is seen, at the tablet and on the board."""
    chance = Random(MIDDLES[middle])
    night = house.open_night(house={"preset": "american", "running_limit": 900_000}, roll=90_000_000)
    by_id = {spot.id: spot for spot in spots(KINDS)}
    for player in range(10):
        house.do(night, "seat_player", player=f"p{player}", name=f"Player {player}")
        house.do(night, "buy_checks", player=f"p{player}", amount=500_000)
    house.deal(night)
    count = 0
    for player in range(10):
        for spot_id in [middle, *chance.sample(neighbours(middle)[1:], 4)]:
            place = json.loads(by_id[spot_id].arguments)
            stake, coppered = chance.choice((25, 500, 1_250, 2_500)), chance.random() < 0.3
            count += 1
            house.do(night, "place_bet", bet=f"b{count}", player=f"p{player}", stake=stake, coppered=coppered, **place)
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    tablet.page.evaluate("document.fonts.ready")
    for width, height in SIZES:
        tablet.page.set_viewport_size({"width": width, "height": height})
        amounts_are_whole(tablet.page, f"{width}x{height}")
        marks = measure(tablet.page, ".stack .pile")
        assert len(marks) == count
        assert hidden_marks(marks) == []
    tablet.go(f"/board/{night}")
    marks = measure(tablet.page, "#lying .pile")
    assert len(marks) == count
    assert hidden_marks(marks) == []


def hidden_marks(marks: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The marks of which less than a few pixels are seen beside one that lies on them."""
    return [
        (under["what"], over["what"])
        for under, over in combinations(marks, 2)
        if max(abs(over[edge] - under[edge]) for edge in ("left", "top", "right", "bottom")) < LEAST_SEEN_PX
    ]
