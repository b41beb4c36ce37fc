"""The tablet's page in a browser: refusals, lost answers, two tablets, fingers and sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from events.games.faro import LoserDrawn, WinnerDrawn
from tests.support.house import House
from tests.web.tablet.test_two_tablets import Held
from tests.web.tablet_in_browser import SIZES, Tablet, resize

pytestmark = pytest.mark.browser

DRAWN = (LoserDrawn, WinnerDrawn)


@pytest.fixture
def tablet(browser: Browser, address: str) -> Iterator[Tablet]:
    made = Tablet(browser, address)
    yield made
    made.close()


def busy(house: House) -> str:
    """A night with six players and stacks of every sort on the layout."""
    night = house.open_night(house={"preset": "american", "running_limit": 50_000})
    names = ["Ada Lamb", "Wm. Hart", "J. Oakes", "C. Moss", "Ruth Bell", "T. Vane"]
    house.seat(night, **dict(zip(["red", "blue", "white", "black", "yellow", "green"], names, strict=True)))
    house.deal(night)
    for at, player in enumerate(["red", "blue", "white", "black", "yellow", "green"]):
        house.do(
            night,
            "place_bet",
            bet=f"q{at}",
            player=player,
            kind="single",
            ranks=["Q"],
            stake=475 * (at + 1) // 25 * 25,
            coppered=bool(at % 2),
        )
    house.do(night, "place_bet", bet="r", player="red", kind="row", row="high", stake=500)
    house.do(night, "place_bet", bet="h", player="blue", kind="heeled", win=["Q"], lose=["5"], stake=500)
    house.do(night, "place_bet", bet="c", player="green", kind="square", ranks=["5", "6", "8", "9"], stake=500)
    house.do(night, "bar_bet", bet="c")
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "turn", loser="9", winner="9")
    return night


def test_a_refusal_is_shown_and_nothing_is_lost(tablet: Tablet, house: House, night: str) -> None:
    tablet.go(f"/nights/{night}")
    tablet.player("red")
    tablet.amount(10_000)
    tablet.spot("single-Q")
    tablet.spot("single-K")
    tablet.spot("single-J")
    expect(tablet.alert.locator("p")).to_have_text("Ada Lamb has $0 in checks, not $100.")
    assert tablet.alert.get_attribute("role") == "alert"
    expect(tablet.saved).to_have_text("saved")
    expect(tablet.page.locator("#seat-red .checks")).to_have_text("$0.00")
    expect(tablet.page.locator("#seat-red")).to_have_attribute("aria-pressed", "true")
    expect(tablet.page.locator(".stack")).to_have_count(2)
    tablet.player("blue")
    tablet.spot("single-J")
    expect(tablet.page.locator(".stack")).to_have_count(3)
    expect(tablet.alert).to_be_hidden()
    assert [row.refused for row in house.book.commands(night) if row.refused] == ["not_enough_checks"]
    assert [text for text in tablet.said if "422" not in text] == []


def test_a_past_post_is_refused_and_kept(tablet: Tablet, house: House, night: str) -> None:
    tablet.go(f"/nights/{night}")
    tablet.player("red")
    tablet.amount(500)
    tablet.rank("K")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    tablet.spot("single-Q")
    expect(tablet.alert).to_contain_text("bets are closed")
    assert [row.refused for row in house.book.commands(night) if row.refused] == ["bets_closed"]


def test_an_answer_that_is_lost_is_asked_for_again_and_nothing_is_done_twice(
    tablet: Tablet, house: House, night: str
) -> None:
    tablet.go(f"/nights/{night}")
    tablet.player("red")
    tablet.amount(500)
    tries = []

    def lose_the_answer(route: Route) -> None:
        tries.append(route.request.headers["idempotency-key"])
        if len(tries) == 1:
            route.fetch()
        route.abort()

    tablet.page.route("**/commands", lose_the_answer)
    tablet.spot("single-Q")
    expect(tablet.saved).to_have_text("not saved")
    expect(tablet.page.locator("#strip")).to_contain_text("No line to the book: 1 touch waits here.")
    commands = len(house.book.commands(night))
    with tablet.page.expect_response("**/commands") as again:
        tablet.page.unroute("**/commands")
    assert again.value.request.headers["idempotency-key"] == tries[0]
    expect(tablet.saved).to_have_text("saved")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    assert len(set(tries)) == 1
    assert len(house.book.commands(night)) == commands
    assert house.result(night)["players"]["red"]["staked"] == 500


def test_a_token_of_an_earlier_session_is_replaced_without_a_word(tablet: Tablet, house: House, night: str) -> None:
    """As when somebody signed in again in another tab of the same tablet."""
    tablet.go(f"/nights/{night}")
    tablet.sign_in_again()
    tablet.rank("K")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    expect(tablet.alert).to_be_hidden()


def test_a_long_press_opens_the_orders_with_checks_in_hand(tablet: Tablet, house: House, night: str) -> None:
    house.do(night, "place_bet", bet="x", player="blue", kind="single", ranks=["Q"], stake=500)
    tablet.go(f"/nights/{night}")
    tablet.player("red")
    tablet.amount(500)
    tablet.page.mouse.move(*tablet.middle("#spot-single-Q .target"))
    tablet.page.mouse.down()
    expect(tablet.page.locator('.pane[data-bet="x"]')).to_be_visible()
    tablet.page.mouse.up()
    assert house.result(night)["players"]["red"]["staked"] == 0


def test_a_sleeper_is_claimed_from_the_drawer(tablet: Tablet, house: House, night: str) -> None:
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "place_bet", bet="x", player="blue", kind="single", ranks=["9"], stake=500)
    house.do(night, "bar_bet", bet="x")
    house.do(night, "turn", loser="9", winner="9")
    tablet.go(f"/nights/{night}")
    tablet.player("red")
    tablet.touch("#menu")
    tablet.touch("#tab-night")
    tablet.touch('[data-touch="sleepers"]')
    tablet.touch('.pane.orders:not([hidden]) [data-touch="claim"]')
    expect(tablet.page.locator(".stack")).to_have_count(0)
    assert house.result(night)["players"]["red"]["checks"] == 20_500


def test_the_keyboard_does_what_a_finger_does(tablet: Tablet, house: House, night: str) -> None:
    tablet.go(f"/nights/{night}")
    for selector in ("#seat-red", '[data-touch="amount"][data-cents="500"]', "#spot-split-A-2"):
        tablet.page.locator(selector).press("Enter")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    expect(tablet.page.locator("#spot-split-A-2")).to_be_focused()
    expect(tablet.page.get_by_role("button", name="splitting the A-2: Ada Lamb $5")).to_be_visible()


SCROLLS = "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
TOO_SMALL = """() => [...document.querySelectorAll("[data-touch]")]
.filter((key) => key.checkVisibility()).map((key) => {
    const box = (key.querySelector(".target") ?? key).getBoundingClientRect();
    return [key.id || key.textContent.trim(), box.width, box.height,
            box.right <= innerWidth && box.bottom <= innerHeight];
}).filter(([, width, height, inside]) => width < 43.5 || height < 43.5 || !inside)"""
COVERED = """() => [...document.querySelectorAll("[data-touch]")]
.filter((key) => key.checkVisibility()).filter((key) => {
    const box = (key.querySelector(".target") ?? key).getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return there?.closest("[data-touch]") !== key;
}).map((key) => key.id || key.textContent.trim())"""
CUT_OFF = """() => [...document.querySelectorAll(".top p, .top h1, .seat span, .key span, .ask strong, .pane h2")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
    .map((one) => one.textContent)"""
SMALL_IN_PANE = """(pane) => [...pane.querySelectorAll("button")]
.filter((key) => key.checkVisibility()).filter((key) => {
    const box = key.getBoundingClientRect(), around = pane.getBoundingClientRect();
    return box.width < 43.5 || box.height < 43.5 || box.bottom > around.bottom || box.right > around.right;
}).map((key) => [key.textContent, key.getBoundingClientRect().width, key.getBoundingClientRect().height])"""


def test_every_target_fits_a_finger_and_nothing_scrolls_at_any_size(tablet: Tablet, house: House) -> None:
    tablet.go(f"/nights/{busy(house)}")
    page = tablet.page
    page.evaluate("document.fonts.ready")
    for size in SIZES:
        resize(page, size)
        assert not page.evaluate(SCROLLS), size
        assert page.evaluate(TOO_SMALL) == [], size
        assert page.evaluate(COVERED) == [], size
        assert page.evaluate(CUT_OFF) == [], size
    assert tablet.said == []


def test_each_pane_fits_its_place_at_every_size(tablet: Tablet, house: House) -> None:
    tablet.go(f"/nights/{busy(house)}")
    openings: dict[str, Callable[[], object]] = {
        "keypad": lambda: tablet.touch("#key-other"),
        "pick": lambda: tablet.touch("#key-pick"),
        "on-single-Q": lambda: (tablet.touch("#key-orders"), tablet.spot("single-Q")),
        "bet-q0": lambda: tablet.touch('#pane-on-single-Q [data-pane="bet-q0"]'),
    }
    for pane, open_it in openings.items():
        open_it()
        shown = tablet.page.locator(f'.pane[data-pane="{pane}"]')
        expect(shown).to_be_visible()
        for size in SIZES:
            resize(tablet.page, size)
            assert shown.evaluate(SMALL_IN_PANE) == [], (pane, size)


def test_the_page_says_nothing_to_anybody_else(tablet: Tablet, address: str, house: House) -> None:
    asked: list[str] = []
    tablet.page.on("request", lambda one: asked.append(one.url))
    tablet.go(f"/nights/{busy(house)}")
    tablet.follows()
    assert len(asked) > 20
    assert all(url.startswith(address) for url in asked)
    assert tablet.said == []


def test_it_works_over_plain_http_on_a_name_of_the_house(
    house: House, address: str, browser: Browser, night: str
) -> None:
    """Over plain HTTP on a name a page has no crypto.randomUUID; on 127.0.0.1 a test would not notice."""
    tablet = Tablet(browser, address)
    tablet.begin_pages_with("delete Crypto.prototype.randomUUID")
    tablet.go(f"/nights/{night}")
    tablet.rank("K")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    assert tablet.said == []
    tablet.close()


def test_a_rank_touched_before_the_last_card_is_saved_still_waits_for_its_suit(
    tablet: Tablet, house: House, night: str
) -> None:
    """A quick dealer: the answer to the loser comes only when the winner's rank has been touched."""
    version = house.result(night)["events"]
    held = Held(tablet)
    tablet.go(f"/nights/{night}")
    tablet.touch("#key-suits")
    tablet.rank("A")
    tablet.touch('[data-suit="s"]')
    tablet.page.wait_for_function("() => document.querySelector('#saved').classList.contains('sending')")
    tablet.rank("2")
    suits = tablet.page.locator("#part-ranks .suit-row")
    expect(suits).to_be_visible()
    held.let_go()
    expect(tablet.saved).to_have_text("saved")
    expect(suits).to_be_visible()
    tablet.touch('[data-suit="h"]')
    tablet.sees(f'#part-state[data-version="{version + 2}"]')
    turn = [one.fact.card for one in house.book.facts(night, after=version) if isinstance(one.fact, DRAWN)]
    assert turn == ["As", "2h"]


def test_a_seat_touched_again_opens_the_account_with_an_empty_hand_only(
    tablet: Tablet, house: House, night: str
) -> None:
    tablet.go(f"/nights/{night}")
    drawer = tablet.page.locator("#part-drawer")
    tablet.touch("#seat-red")
    tablet.touch("#seat-red")
    expect(drawer).to_be_visible()
    tablet.touch("#drawer-done")
    tablet.amount(500)
    tablet.touch("#seat-red")
    expect(tablet.page.locator("#whisper")).to_have_text("Ada Lamb is betting: touch a card. Money is under ☰.")
    expect(drawer).to_be_hidden()
    tablet.spot("single-Q")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    tablet.touch("#menu")
    expect(tablet.page.locator("#act-red-buy_checks")).to_be_visible()


def test_no_card_is_dealt_while_ranks_are_picked(tablet: Tablet, house: House, night: str) -> None:
    tablet.go(f"/nights/{night}")
    version = house.result(night)["events"]
    rank = tablet.page.locator("#rank-K")
    tablet.touch("#key-pick")
    expect(rank).to_have_attribute("aria-disabled", "true")
    tablet.rank("K")
    expect(tablet.page.locator("#whisper")).to_have_text("No card is dealt while ranks are picked.")
    tablet.touch("#key-pick")
    expect(rank).to_have_attribute("aria-disabled", "false")
    tablet.rank("K")
    tablet.settle_down(version + 1)
    assert [row.document.get("card") for row in house.book.commands(night)][-1] == "K"


def test_a_card_touched_twice_slips_into_no_other_place_and_the_row_says_which_comes(
    tablet: Tablet, house: House, night: str
) -> None:
    """Also while the server is slow: the row and the words follow what was touched, not what is saved."""
    tablet.take_the_clock()
    tablet.go(f"/nights/{night}")
    held = Held(tablet)
    ask = tablet.page.locator("#part-ranks .ask strong")
    expect(ask).to_have_text("Loser")
    tablet.double_tap("#rank-9")
    expect(tablet.page.locator("#whisper")).to_contain_text("9. Winner")
    expect(ask).to_have_text("Winner")
    expect(tablet.page.locator("#rank-K")).to_have_accessible_name("Winner K, 4 left")
    tablet.page.touchscreen.tap(*tablet.middle("#rank-K"))
    expect(ask).to_have_text("Loser")
    held.let_go()
    expect(tablet.saved).to_have_text("saved")
    assert [row.document.get("card") for row in house.book.commands(night)][-2:] == ["9", "K"]
