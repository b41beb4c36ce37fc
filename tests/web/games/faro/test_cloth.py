"""Fingers on the cloth, in a browser: places name themselves, stacks are dragged, orders are at hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from dealer.games.faro.state import Bet, faro_of
from tests.support.house import House
from tests.web.tablet_in_browser import Tablet

pytestmark = pytest.mark.browser


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
        self._touch("touchStart", *self._tablet.middle(f'[id="stack-{bet}"] ellipse'))

    def down_beside_stack(self, bet: str, px: float) -> None:
        """Come down right of a stack of checks, so far from its edge."""
        box = self._tablet.page.evaluate(
            "(bet) => document.querySelector(`[id='stack-${bet}'] .pile > ellipse`).getBoundingClientRect().toJSON()",
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
def tablet(browser: Browser, address: str) -> Iterator[Tablet]:
    made = Tablet(browser, address)
    yield made
    assert made.said == []
    made.close()


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
    tablet.player("red")
    tablet.amount(500)
    made = Finger(tablet)
    yield made
    made.leave()


def bubble(tablet: Tablet) -> Locator:
    return tablet.page.locator(".bubble")


def bets(house: House, night: str) -> dict[str, Bet]:
    table = faro_of(house.assistant.night(night))
    return table.bets


def places(house: House, night: str) -> list[tuple[str, ...]]:
    return [bet.place.ranks for bet in bets(house, night).values()]


def test_the_place_under_a_finger_names_itself_and_is_laid_when_it_lets_go(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
    finger.down("split-A-K")
    expect(bubble(tablet)).to_have_text("splitting the A-KAda Lamb $5")
    assert bets(house, night) == {}
    finger.up()
    expect(tablet.page.locator(".stack")).to_have_count(1)
    expect(bubble(tablet)).to_be_hidden()
    assert places(house, night) == [("A", "K")]


def test_a_finger_that_slides_names_every_place_and_lays_on_the_last(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
    finger.down("single-Q")
    expect(bubble(tablet)).to_contain_text("the Q")
    finger.slide("square-A-2-Q-K")
    expect(bubble(tablet)).to_contain_text("grand square")
    finger.slide("corner-J-K")
    expect(bubble(tablet)).to_contain_text("J-K, the Q barred")
    finger.up()
    expect(tablet.page.locator(".stack")).to_have_count(1)
    assert places(house, night) == [("J", "K")]


def test_a_finger_that_slides_off_the_cloth_lays_nothing(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
    finger.down("single-Q")
    finger.slide_off()
    expect(bubble(tablet)).to_have_text("off the clothnothing is laid")
    finger.up()
    expect(bubble(tablet)).to_be_hidden()
    tablet.spot("single-2")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    assert places(house, night) == [("2",)]


def test_touching_again_adds_and_the_bubble_says_the_sum(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
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


def test_a_slide_that_starts_beside_the_chosen_players_stack_moves_it(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
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


def test_of_several_stacks_a_slide_takes_the_one_it_starts_on_or_the_nearest_own(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
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


def test_the_orders_of_the_bet_laid_last_are_one_touch_away(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
    tablet.spot("single-Q")
    tablet.spot("single-J")
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


def test_what_would_be_refused_is_said_before_the_finger_lets_go(
    tablet: Tablet, finger: Finger, house: House, night: str
) -> None:
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "turn", loser="Q", winner="Q")
    house.do(night, "turn", loser="Q", winner="A")
    tablet.page.reload()
    tablet.player("red")
    tablet.amount(10_000)
    expect(tablet.page.locator("#card-Q .state")).to_have_text("over $50")
    for spot, said in (
        ("single-9", "the 9Ada Lamb $100: dead: no card of it is left"),
        ("single-Q", "the QAda Lamb $100: over the $50 limit"),
    ):
        finger.down(spot)
        expect(bubble(tablet)).to_have_text(said)
        expect(bubble(tablet)).to_have_class("bubble wrong")
        finger.slide_off()
        finger.up()
    tablet.amount(500)
    expect(tablet.page.locator("#card-Q .state")).to_have_text("case · $50")
    assert [row.refused for row in house.book.commands(night) if row.refused] == []


def test_bills_are_laid_once_and_then_checks_again(tablet: Tablet, finger: Finger, house: House, night: str) -> None:
    tablet.touch("#key-other")
    tablet.touch("#key-bills")
    for digit in "30":
        tablet.touch(f'.keypad [data-digit="{digit}"]:visible')
    tablet.touch('[data-touch="take-amount"]')
    expect(tablet.page.locator("#key-other")).to_have_text("$30 bills")
    tablet.spot("single-Q")
    tablet.spot("single-J")
    expect(tablet.page.locator(".stack")).to_have_count(2)
    assert [bet.form for bet in bets(house, night).values()] == ["bills", "checks"]


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


def test_the_theme_switches_in_place_and_is_kept(tablet: Tablet, finger: Finger) -> None:
    page = tablet.page.locator("html")
    expect(page).to_have_attribute("data-theme", "dark")
    tablet.touch("#theme")
    expect(page).to_have_attribute("data-theme", "bright")
    tablet.page.reload()
    expect(page).to_have_attribute("data-theme", "bright")
