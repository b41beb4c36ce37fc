"""Pharo by touch, with a punter's phone beside the tablet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from dealer.commands.fields import RANKS
from dealer.games.pharo.state import pharo_of
from tests.support.house import House
from tests.web.axe import found
from tests.web.evenings import NAMES, deal_to, pharo_night, worked_night
from tests.web.geometry import out_of_reach
from tests.web.tablet_in_browser import SIZES, Tablet, Tablets, new_page, resize
from tests.web.test_screens import UPRIGHT
from web.app.links import hand_link

FIRST = [("2", "J"), ("3", "Q"), ("K", "K"), ("4", "K"), ("5", "Q"), ("7", "9"), ("A", "7"), ("8", "8"), ("10", "6")]
UPGRADED = """() => {
    window.isOld = true;
    document.querySelector("main").dispatchEvent(new CustomEvent("page", { detail: { data: "newer" } }));
}"""
"""What the stream of a server with newer pages makes a page hear."""
LOOK_MS = 1_000
"""How often a page looks whether to load itself again."""
LAST_TOUCHED = 25
"""Coups between the first ones and this one are dealt past the page: enough have been touched."""
MORE = {"green": "T. Vane", "yellow": "Ruth Bell", "brown": "Doc Reed", "orange": "E. Poe"}


def coups() -> list[tuple[str, str]]:
    """A whole deal: the first coups, then what is left of each rank; the king at the bottom comes last."""
    dealt = [rank for coup in FIRST for rank in coup]
    left = [rank for rank in RANKS if rank != "K" for _ in range(4 - dealt.count(rank))] + ["K"]
    return [*FIRST, *zip(left[::2], left[1::2], strict=True)]


class Evening:
    """The same evening twice: touched on a tablet and a phone, and played straight."""

    def __init__(self, house: House, tablet: Tablet, night: str) -> None:
        self.house, self.tablet, self.night = house, tablet, night
        self.straight = pharo_night(house)
        self._keys: dict[str, str] = {}

    def straight_on(self, do: str, **arguments: Any) -> None:
        self.house.do(self.straight, do, **arguments)

    def saved(self, more: int) -> None:
        """Wait until the page shows the events that the same command made in the other night, and one for each more."""
        self.tablet.settle_down(self.house.result(self.straight)["events"] + more)

    def lay(self, name: str, player: str, cents: int, place: str) -> None:
        self.tablet.player(player)
        if self.tablet.page.locator(f'.hand [data-cents="{cents}"]').get_attribute("aria-pressed") == "false":
            self.tablet.amount(cents)
        self.tablet.touch(f"#card-{player}-{place}")
        ranks = place.split("-")
        kind = "single" if len(ranks) == 1 else "figure"
        self.straight_on("place_bet", bet=name, player=player, kind=kind, ranks=ranks, stake=cents)

    def key(self, name: str) -> str:
        """The key of a bet on the tablet, by its name in the script."""
        there, here = (pharo_of(self.house.service.night(entry)).bets for entry in (self.night, self.straight))
        placed = here[name].placed
        return next(key for key, bet in there.items() if bet.placed == placed)


@pytest.fixture
def evening(tablets: Tablets, house: House) -> Evening:
    night = pharo_night(house)
    return Evening(house, tablets.at(night), night)


@pytest.fixture
def phone(browser: Browser, address: str, house: House, evening: Evening) -> Iterator[Page]:
    """Wm. Hart's phone, with the page of their own hand."""
    with house.app.test_request_context():
        link = hand_link(evening.night, "blue")
    page = new_page(browser, (390, 844), has_touch=True)
    with page.expect_response(lambda response: response.url.endswith("/phone")):
        page.goto(address + link)
    evening.straight_on("bind_hand", player="blue", device="phone", link="the first")
    yield page
    page.context.close()


def rows(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != "bet"} for row in result["bets"]]


def test_an_evening_with_a_phone_ends_as_its_script(evening: Evening, phone: Page, house: House) -> None:
    tablet, night = evening.tablet, evening.night
    tablet.follow("#menu", "#tab-night", 'button:text-is("Let players act")', "#step")
    evening.straight_on("start_deal")
    tablet.rank("K")
    evening.straight_on("show_bottom", card="K")
    evening.lay("a", "red", 100, "J-Q-K")
    evening.saved(1)
    expect(phone.locator("#standing")).to_have_text("The game is open.")
    phone.locator('[data-cents="500"].coin-key').tap()
    phone.locator("#card-blue-K").tap()
    expect(phone.locator("#told")).to_have_text("Laid on the K.")
    evening.straight_on("place_bet", bet="b", player="blue", kind="single", ranks=["K"], stake=500)
    evening.saved(1)
    folds = {1: ("a", "paroli"), 2: ("a", "paroli"), 3: ("b", "pli"), 5: ("a", "paix")}
    holds = 1
    for turn, (bank, punters) in enumerate(coups(), start=1):
        if len(FIRST) < turn < LAST_TOUCHED:
            house.do(night, "coup", bank=bank, punters=punters)
            evening.straight_on("coup", bank=bank, punters=punters)
            continue
        evening.saved(holds)
        tablet.rank(bank)
        if turn < len(FIRST):
            expect(phone.locator("#standing")).to_have_text("No more bets: the cards are being turned.")
        tablet.rank(punters)
        holds += 1
        evening.straight_on("coup", bank=bank, punters=punters)
        evening.saved(holds)
        name, fold = folds.get(turn, ("", ""))
        if not fold:
            continue
        if name == "b":
            phone.locator(f"#own-{fold}-{evening.key(name)}").tap()
        else:
            tablet.touch(f"#{fold}-{evening.key(name)}")
        evening.straight_on(fold, bet=name)
        evening.saved(holds)
    tablet.touch('#step:text("End the deal")')
    evening.straight_on("end_deal")
    evening.saved(holds)
    tablet.follow("#menu", "#tab-night", "#close-first", "#close-night")
    tablet.page.get_by_text("The night is closed").first.wait_for()
    expect(phone.locator("#standing")).to_have_text("The night is closed.")
    evening.straight_on("close_night")
    by_touch, by_script = house.result(night), house.result(evening.straight)
    assert by_touch["players"] == by_script["players"]
    assert by_touch["bank"] == by_script["bank"]
    assert rows(by_touch) == rows(by_script)
    assert len(rows(by_touch)) > 6
    senders = {row.document["do"]: row.who for row in house.book.commands(night) if row.document.get("by")}
    assert senders == {"place_bet": NAMES["blue"], "pli": NAMES["blue"]}


PACE_MS = 240
"""A quick hand touches again after so long."""


def opened(house: House, night: str) -> str:
    """Have a deal on, with the K at the bottom and the phones open; gives the link to blue's hand."""
    for do, arguments in (("open_to_players", {}), ("start_deal", {}), ("show_bottom", {"card": "K"})):
        house.do(night, do, **arguments)
    with house.app.test_request_context():
        return hand_link(night, "blue")


def tap_quickly(page: Page, *selectors: str) -> None:
    """Touch one thing after the other, each where it is, as quickly as a dealer or a punter does."""
    for selector in selectors:
        box = page.locator(selector).bounding_box()
        assert box, selector
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(PACE_MS)


def test_a_phone_lays_each_card_touched_and_a_double_tap_once(evening: Evening, phone: Page, house: House) -> None:
    """The first answer is still on its way while the others are touched."""
    night = evening.night
    phone.goto(urljoin(phone.url, opened(house, night)))
    first: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if first:
            route.continue_()
        else:
            first.append(route)

    phone.route("**/commands", hold_the_first)
    tap_quickly(phone, '.coin-key[data-cents="500"]', "#card-blue-2", "#card-blue-3", "#card-blue-4", "#card-blue-4")
    text = phone.locator("#told").inner_text()
    first[0].continue_()
    expect(phone.locator(".staked")).to_have_count(3)
    laid = [(bet.ranks, bet.stake_cents) for bet in pharo_of(house.service.night(night)).bets.values()]
    assert laid == [(("2",), 500), (("3",), 500), (("4",), 500)]
    assert str(phone.locator("#card-blue-4").get_attribute("data-name")) in text


def test_no_more_bets_is_one_touch_and_what_comes_later_is_told(evening: Evening, phone: Page, house: House) -> None:
    tablet, night = evening.tablet, evening.night
    phone.goto(urljoin(phone.url, opened(house, night)))
    tap_quickly(phone, '.coin-key[data-cents="500"]')
    tablet.sees("#key-hold")
    tap_quickly(tablet.page, '.hand [data-cents="500"]', "#key-hold", "#rank-2")
    expect(phone.locator("#standing")).to_have_attribute("data-waits", "late")
    tap_quickly(phone, "#card-blue-9")
    name = str(phone.locator("#card-blue-9").get_attribute("data-name"))
    expect(phone.locator("#told.wrong")).to_contain_text(name)
    # The dealer's own hand is too late as well, once the bank's card is turned.
    tap_quickly(tablet.page, "#card-red-9")
    expect(tablet.alert).to_have_class("alert shown notice hint")
    tap_quickly(tablet.page, "#rank-3")
    tablet.sees('#part-state[data-turn="1"]')
    # It is true no more, and said no more.
    expect(phone.locator("#told")).to_be_empty()
    done = [row.document["do"] for row in house.book.commands(night)][-2:]
    assert done == ["hold_players", "coup"]


def test_a_hold_that_waits_for_the_line_is_sent_once(tablets: Tablets, house: House) -> None:
    night = pharo_night(house)
    opened(house, night)
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    line.cut()
    tap_quickly(tablet.page, "#key-hold", "#rank-2", "#rank-3")
    line.mend()
    tablet.sees('#part-state[data-turn="1"]')
    tablet.sees("#saved:not(.sending, .unsaved)")
    assert not [command for command in house.book.commands(night) if command.refused]
    assert [row.document["do"] for row in house.book.commands(night)][-2:] == ["hold_players", "coup"]


def test_after_the_last_coup_no_bet_is_asked_for(evening: Evening, phone: Page, house: House) -> None:
    tablet, night = evening.tablet, evening.night
    phone.goto(urljoin(phone.url, opened(house, night)))
    deal_to(house, night, 26)
    tablet.sees('#part-state[data-phase="dealt"]')
    expect(phone.locator(".coin-key:visible")).to_have_count(0)
    tap_quickly(phone, "#card-blue-9")
    expect(phone.locator("#told")).to_contain_text(str(phone.locator(".own-livret").get_attribute("data-stands")))
    for key in tablet.page.locator(".hand .key").all():
        expect(key).to_be_disabled()
    tap_quickly(tablet.page, "#card-red-9")
    expect(tablet.alert).to_have_class("alert shown notice hint")
    assert [row.document["do"] for row in house.book.commands(night)][-1] == "coup"
    tablet.touch("#step")
    tablet.sees('#part-state[data-phase="idle"]')


def phone_without_answer(tablets: Tablets, house: House) -> tuple[str, Page]:
    """A night, and a phone whose bet on the king was laid, but the answer was lost."""
    night = worked_night(house)
    house.do(night, "open_to_players")
    page = new_page(tablets.browser, (390, 844), has_touch=True)
    with house.app.test_request_context():
        page.goto(tablets.address + hand_link(night, "black"))

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/commands", lose_the_answer)
    page.locator('[data-cents="500"].coin-key').tap()
    page.locator("#card-black-K").tap()
    expect(page.get_by_role("button", name="Send it again")).to_be_visible()
    page.unroute("**/commands")
    return night, page


def test_a_bet_whose_answer_was_lost_stands_after_the_close(tablets: Tablets, house: House) -> None:
    """The answer is lost on its way to the phone; sent again after the close it is told what it did."""
    night, page = phone_without_answer(tablets, house)
    house.do(night, "close_night")
    expect(page.locator("#standing")).to_have_text("The night is closed.")
    page.get_by_role("button", name="Send it again").tap()
    expect(page.locator("#told")).to_have_text("Laid on the K.")
    page.context.close()


def test_a_phone_is_not_loaded_again_for_a_newer_page_before_all_is_sent(tablets: Tablets, house: House) -> None:
    """What was not sent would be lost."""
    _, page = phone_without_answer(tablets, house)
    page.evaluate(UPGRADED)
    page.wait_for_timeout(2 * LOOK_MS)
    page.get_by_role("button", name="Send it again").tap()
    page.wait_for_function("() => !window.isOld")
    page.context.close()


def test_while_a_coup_waits_to_be_saved_no_win_of_before_is_decided_on(tablets: Tablets, house: House) -> None:
    """What was won is paid by it: a paroli after it would be refused, or made of what the card wins next."""
    night = worked_night(house)
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    paroli = tablet.page.locator("#paroli-a")
    expect(paroli).to_be_enabled()
    line.cut()
    tablet.follow("rank:6", "rank:8")
    expect(paroli).to_be_disabled()
    line.mend()
    tablet.sees('#part-state[data-turn="6"]')
    expect(paroli).to_have_count(0)
    assert [row["result"] for row in house.result(night)["bets"] if row["bet"] == "a"][-1] == "paid"


def test_a_decision_that_waits_for_the_line_is_the_only_one_of_its_bet(tablets: Tablets, house: House) -> None:
    night = worked_night(house)
    line = tablets.cable()
    tablet = tablets.at(night, line=line)
    line.cut()
    tablet.touch("#paroli-a")
    for key in ("#paroli-a", "#paix-a", "#take_win-a"):
        expect(tablet.page.locator(key)).to_be_disabled()
    line.mend()
    expect(tablet.page.locator("#paroli-a")).to_have_count(0)
    assert [row.document["do"] for row in house.book.commands(night)][-1] == "paroli"


def test_a_card_is_changed_masked_and_taken_down(evening: Evening, house: House) -> None:
    tablet, night = evening.tablet, evening.night
    for do, arguments in (
        ("start_deal", {}),
        ("show_bottom", {"card": "K"}),
        ("place_bet", {"bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}),
    ):
        house.do(night, do, **arguments)
    tablet.settle_down(house.result(night)["events"])
    tablet.follow("#card-red-Q", '.pane:not([hidden]) button:text-is("Change card")', "#card-red-9")
    tablet.sees("#card-red-9.lies")
    tablet.follow("#card-red-9", '.pane:not([hidden]) button:text-is("Mask")')
    tablet.sees("#card-red-9 .back")
    tablet.follow("#card-red-9", '.pane:not([hidden]) button:text-is("Take down")')
    tablet.sees("#card-red-9:not(.lies)")
    assert [row.document["do"] for row in house.book.commands(night)][-3:] == ["move_bet", "mask_bet", "take_down_bet"]


def test_every_key_is_in_reach_at_every_size(tablets: Tablets, house: House) -> None:
    night = worked_night(house)
    for player, name in MORE.items():
        house.do(night, "seat_player", player=player, name=name)
    house.do(night, "open_to_players")
    tablet = tablets.at(night)
    for size in (*SIZES, *UPRIGHT):
        resize(tablet.page, size)
        assert out_of_reach(tablet.page) == [], size


def test_axe_finds_nothing_on_table_and_phone(tablets: Tablets, house: House) -> None:
    night = worked_night(house)
    house.do(night, "open_to_players")
    tablet = tablets.at(night)
    tablet.touch("#card-red-3")
    assert found(tablet.page) == []
    with house.app.test_request_context():
        link = hand_link(night, "red")
    tablet.go(link)
    assert found(tablet.page) == []
    assert not tablet.page.evaluate("document.documentElement.scrollWidth > innerWidth")
