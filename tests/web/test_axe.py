"""What axe-core finds on the pages, in both themes: nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from dealer.game.cards import PACK
from tests.support.disputed import Disputed
from tests.support.house import House
from tests.web.axe import found
from tests.web.evening_of_both import short_night
from tests.web.games.fan_tan.test_hand_by_touch import pot_night
from tests.web.games.faro.test_table_view import deal_down_to_the_last_turn
from tests.web.tablet.test_page import busy
from tests.web.tablet.test_touches import hand_of, lay_till_somebody_is_out
from tests.web.tablet_in_browser import Tablet
from web.app.links import board_link, player_link

pytestmark = pytest.mark.browser


def _fresh(house: House) -> str:
    return house.open_night()


def _last_turn(house: House) -> str:
    """Three cards are left, and a bet lies that the hock would take."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    deal_down_to_the_last_turn(house, night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["A"], stake=500)
    return night


def _near_breaking(house: House) -> str:
    """A bank that the worst next turn would break."""
    night = house.open_night(roll=10_000)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    for player in ("red", "blue"):
        house.do(night, "place_bet", bet=player, player=player, kind="single", ranks=["Q"], stake=10_000)
    return night


def test_nothing_is_found_on_a_fresh_table(browser: Browser, address: str, house: House) -> None:
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{_fresh(house)}")
    assert found(tablet.page) == []
    tablet.close()


def test_nothing_is_found_at_a_turn(browser: Browser, address: str, house: House) -> None:
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{busy(house)}")
    assert found(tablet.page) == []
    tablet.close()


OPENS_AT_A_TURN = {
    "#key-orders >> the Q": "#pane-on-single-Q",
    "the Q >> #pane-on-single-Q .bets-here [data-pane]:first-child": ".pane.orders:not([hidden])",
    "#key-other": '.pane[data-pane="keypad"]',
    "#key-pick": '.pane[data-pane="pick"]',
    ".lines li:first-child .dispute-key": "#part-claims",
    "#menu": "#part-drawer",
    "#key-suits >> #rank-K": ".suit-row",
}


def test_nothing_is_found_in_what_opens_at_a_turn(browser: Browser, address: str, house: House) -> None:
    """Each part that opens, with the row of ranks, which sleeps while others are picked."""
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{busy(house)}")
    tablet.follows()
    for touched, opens in OPENS_AT_A_TURN.items():
        for selector in touched.split(" >> "):
            if selector == "the Q":
                tablet.spot("single-Q")
            else:
                tablet.touch(selector)
        _found_in_what_opens(tablet, opens)
        tablet.page.keyboard.press("Escape")
    tablet.close()


def test_nothing_is_found_before_the_last_turn_nor_in_its_calls(browser: Browser, address: str, house: House) -> None:
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{_last_turn(house)}")
    assert found(tablet.page, AROUND_THE_CLOTH) == []
    tablet.touch("#call-turn")
    _found_in_what_opens(tablet, '.pane[data-pane="call"]')
    tablet.close()


def test_nothing_is_found_of_a_bank_near_breaking(browser: Browser, address: str, house: House) -> None:
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{_near_breaking(house)}")
    assert found(tablet.page, AROUND_THE_CLOTH) == []
    tablet.close()


AROUND_THE_CLOTH = "#part-top, #part-players, #part-hand, #part-sheet, #part-ranks"
"""The parts of a table without its cloth, on which there lies no stack of a sort that was not looked at at a turn."""


def _found_in_what_opens(tablet: Tablet, opens: str) -> None:
    expect(tablet.page.locator(opens)).to_be_visible()
    assert found(tablet.page, f"{opens}, #part-ranks") == [], opens


AT_THE_END = "#part-turn, #part-layout, #part-sheet"
"""The parts of a Fan-Tan table that are others at the end of a hand."""


def test_nothing_is_found_at_a_fan_tan_table(browser: Browser, address: str, house: House) -> None:
    """From the antes through a hand to its end: players who lack chips, cards, hands shown, proofs, the pot."""
    night = pot_night(house)
    house.do(night, "cash_in", player="white", amount=5_000)
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    assert found(tablet.page) == []
    house.do(night, "buy_checks", player="white", amount=25)
    house.do(night, "start_hand", dealer="red")
    house.do(night, "lay", player="blue", cards=["7d", "7s"])
    house.do(night, "pass", player="green")
    tablet.settle_down(house.result(night)["events"])
    assert found(tablet.page) == []
    lay_till_somebody_is_out(house, night)
    tablet.settle_down(house.result(night)["events"])
    tablet.touch(".place.able >> nth=0")
    assert found(tablet.page, AT_THE_END) == []
    for player in hand_of(house, night).to_show:
        hand = hand_of(house, night)
        shown = {card for cards in hand.shown.values() for card in cards}
        left = [card for card in PACK if not hand.layout.holds(card) and card not in shown]
        house.do(night, "show_hand", player=player, cards=left[: hand.left(player)])
    house.do(night, "end_hand")
    tablet.settle_down(house.result(night)["events"])
    expect(tablet.page.locator(".wrong-pass")).not_to_have_count(0)
    assert found(tablet.page, AT_THE_END) == []
    tablet.touch('[data-touch="waive"] >> nth=0')
    tablet.touch("#menu")
    tablet.touch("#tab-night")
    assert found(tablet.page, "#part-drawer") == []
    tablet.close()


def test_nothing_is_found_on_the_list_of_nights(browser: Browser, address: str, house: House) -> None:
    night = busy(house)
    tablet = Tablet(browser, address)
    of_night = (f"/nights/{night}/papers", f"/nights/{night}/correct?turn=1&swap=yes")
    for page in ("/", "/square", "/papers", "/rules", "/rules/faro", "/house-style", *of_night):
        tablet.go(page)
        assert found(tablet.page) == [], page
    tablet.close()


ROOM = (
    "square",
    "audit?outcome=stands",
    "what-if",
    "what-if?command=16&how=strike",
    "what-if?command=16&how=put&ready=1&a.stake=9000",
)
"""Pages of the auditor's room, by what follows the night's address."""

DISPUTED = ("", "/bets", "/bets/q", "/hands/1", "/disputes")
"""The table and pages of the room of a night with a dispute open and one ruled."""


SHEETS = ("", f"?seal=casekeeper+1+1882-01-01-1+9+{'0' * 64}+-+-", "?seal=nothing")
"""The page that checks a sheet: empty, with one that does not agree, and with what is no seal."""


def test_nothing_is_found_in_the_auditors_room(browser: Browser, address: str, house: House) -> None:
    night = busy(house)
    tablet = Tablet(browser, address)
    for page in ROOM:
        tablet.go(f"/nights/{night}/{page}")
        assert found(tablet.page) == [], page
    tablet.close()


def test_nothing_is_found_about_disputes(browser: Browser, address: str, house: House) -> None:
    night = Disputed(house.book).play_bet().rule().play_hand().night
    tablet = Tablet(browser, address)
    for page in DISPUTED:
        tablet.go(f"/nights/{night}{page}")
        assert found(tablet.page) == [], page
    tablet.close()


def test_nothing_is_found_where_nights_and_sheets_are_checked(browser: Browser, address: str, house: House) -> None:
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{busy(house)}/verify")
    assert found(tablet.page) == []
    tablet.page.get_by_role("button", name="Verify this night").click()
    expect(tablet.page.locator(".verdict.sound")).to_be_visible()
    assert found(tablet.page) == []
    for sheet in SHEETS:
        tablet.go(f"/sheet{sheet}")
        assert found(tablet.page) == [], sheet
    tablet.close()


def test_nothing_is_found_when_a_night_is_looked_back_at(browser: Browser, address: str, house: House) -> None:
    """A table of each game with a refusal beside the scrubber, the settlement, the board and a player's page."""
    night = short_night(house)
    with house.app.test_request_context():
        followed = (f"{board_link(night)}&at=16", f"{player_link(night, 'red')}?at=16")
    tablet = Tablet(browser, address)
    for page in (*(f"/nights/{night}?at={at}" for at in (16, 33, 60)), *followed):
        tablet.go(page)
        expect(tablet.page.locator("#way-play")).to_be_visible()
        assert found(tablet.page) == [], page
    tablet.close()
