"""Two tablets on one table: the stale one gets the fresh table and a sentence, and no tap is lost or done twice."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Route, expect

from events.games.faro import LoserDrawn
from tests.support.house import House
from tests.web.tablet_in_browser import Tablet

pytestmark = pytest.mark.browser


class Held:
    """Commands on their way, held until the other tablet has done something."""

    def __init__(self, tablet: Tablet) -> None:
        self._page = tablet.page
        self._held: list[Route] | None = []
        self._page.route("**/commands", self._hold)

    def _hold(self, route: Route) -> None:
        if self._held is None:
            route.continue_()
        else:
            self._held.append(route)

    def let_go(self) -> None:
        expect(self._page.locator("#saved")).to_have_class("saved sending")
        held, self._held = self._held or [], None
        for route in held:
            route.continue_()


def stakes(house: House, night: str) -> dict[str, int]:
    players = house.result(night)["players"]
    return {player: players[player]["staked"] for player in players}


def test_a_bet_of_the_stale_tablet_goes_through_too(tablet: Tablet, house: House, night: str) -> None:
    held = Held(tablet)
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    held.let_go()
    expect(tablet.alert.locator("p")).to_have_text(
        "The other tablet: Wm. Hart lays $5 on the pot. Yours went through too."
    )
    expect(tablet.saved).to_have_text("saved")
    expect(tablet.page.locator(".stack")).to_have_count(2)
    assert stakes(house, night) == {"red": 500, "blue": 500}


def test_two_tablets_lay_at_the_same_time_and_each_bet_lies(
    browser: Browser, address: str, tablet: Tablet, house: House, night: str
) -> None:
    """Both name their new bet after the same version; the keys differ."""
    other = Tablet(browser, address)
    other.go(f"/nights/{night}")
    other.follows()
    both = [(tablet, "red", Held(tablet)), (other, "blue", Held(other))]
    for one, player, _ in both:
        one.player(player)
        one.amount(500)
        for rank in ("Q", "K", "J"):
            one.spot(f"single-{rank}")
    for _, _, held in both:
        held.let_go()
    for one, _, _ in both:
        expect(one.page.locator(".stack")).to_have_count(6)
        expect(one.saved).to_have_text("saved")
    assert stakes(house, night) == {"red": 1500, "blue": 1500}
    other.close()


def test_a_card_that_the_other_tablet_drew_is_not_drawn_again(tablet: Tablet, house: House, night: str) -> None:
    held = Held(tablet)
    tablet.rank("K")
    version = house.do(night, "draw_loser", card="K")
    held.let_go()
    strip = tablet.page.locator("#strip")
    expect(strip.locator(".sentence")).to_have_text(
        "The other tablet has moved on: The loser is K; bets are closed. Your touch (loser K) was not done."
    )
    expect(tablet.page.locator("#leave-held")).to_be_visible()
    expect(tablet.page.locator("#do-held")).to_be_hidden()
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    tablet.touch("#leave-held")
    expect(strip).to_be_hidden()
    assert house.result(night)["events"] == version
    tablet.rank("3")
    tablet.settle_down(version + 1)


def test_a_touch_that_was_outrun_is_done_when_the_dealer_says_so(tablet: Tablet, house: House, night: str) -> None:
    held = Held(tablet)
    tablet.rank("K")
    house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    held.let_go()
    expect(tablet.page.locator("#strip")).to_contain_text("Your touch (loser K) was not done.")
    tablet.touch("#do-held")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    expect(tablet.page.locator("#strip")).to_be_hidden()
    drawn = [one.fact.card for one in house.book.facts(night) if isinstance(one.fact, LoserDrawn)]
    assert drawn == ["K"]


def test_taking_back_never_undoes_what_the_dealer_had_not_seen(tablet: Tablet, house: House, night: str) -> None:
    held = Held(tablet)
    tablet.touch("#take-back")
    version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    held.let_go()
    expect(tablet.page.locator("#strip")).to_contain_text("Your touch (take back) was not done.")
    expect(tablet.page.locator(".stack")).to_have_count(1)
    assert house.result(night)["events"] == version


def test_a_card_touched_after_a_bet_that_went_through_too_is_asked_for(
    tablet: Tablet, house: House, night: str
) -> None:
    """The dealer turned the card without having seen the other tablet's bet."""
    held = Held(tablet)
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    tablet.rank("K")
    house.do(night, "place_bet", bet="x", player="blue", kind="single", ranks=["K"], stake=500)
    held.let_go()
    expect(tablet.page.locator("#strip")).to_contain_text("Your touch (loser K) was not done.")
    assert stakes(house, night) == {"red": 500, "blue": 500}
    assert not [one for one in house.book.facts(night) if isinstance(one.fact, LoserDrawn)]


def test_two_touches_on_the_cloth_are_two_checks(tablet: Tablet, house: House, night: str) -> None:
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    tablet.spot("single-Q")
    expect(tablet.page.locator("#seat-red .checks")).to_have_text("$190.00")
    assert stakes(house, night)["red"] == 1000
