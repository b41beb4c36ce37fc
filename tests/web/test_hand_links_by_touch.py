"""A player's own hand on two phones in browsers, beside the dealer's tablet that moves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.house import House
from tests.web.axe import found
from tests.web.evenings import pharo_night
from tests.web.tablet_in_browser import Tablet, Tablets, new_page
from web.app.links import hand_link
from web.live import answer

OPEN = "The game is open."
ELSEWHERE = "’s hand is on another phone. The dealer can move it."
ENDED = "This link has ended. Ask at the table for a new one."


@pytest.fixture
def night(house: House) -> str:
    """A night of Pharo that is open to players, with a deal on."""
    night = pharo_night(house)
    house.do(night, "open_to_players")
    house.do(night, "seat_player", player="gold", name="Doc Holl")
    return night


@pytest.fixture
def tablet(tablets: Tablets, night: str) -> Tablet:
    return tablets.new()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Callable[[], Page]]:
    """Makes phones, each with cookies of its own."""
    with ExitStack() as pages:

        def made() -> Page:
            page = new_page(browser, (390, 844), has_touch=True)
            pages.callback(page.context.close)
            return page

        yield made


def link_of(house: House, night: str, player: str) -> str:
    with house.app.test_request_context():
        return hand_link(night, player)


def test_a_hand_is_on_one_phone_until_the_dealer_moves_it(
    house: House,
    address: str,
    tablet: Tablet,
    phone: Callable[[], Page],
    night: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The phone that had the hand does not hear of it by itself, as in the first seconds.
    monkeypatch.setattr(answer, "BEAT_S", 600)
    house.do(night, "buy_checks", player="gold", amount=20_000)
    house.do(night, "start_deal")
    house.do(night, "show_bottom", card="K")
    links = f"/nights/{night}/links?of=gold&acts=1"
    first, second = phone(), phone()
    # The tablet looks at the hand, and does not take it.
    tablet.go(link_of(house, night, "gold"))
    expect(tablet.page.locator("#standing")).to_have_text(OPEN)
    tablet.go(links)
    expect(tablet.page.get_by_text("The first phone that opens this link has the hand")).to_be_visible()
    with first.expect_response(lambda response: response.url.endswith("/phone")) as binding:
        first.goto(address + link_of(house, night, "gold"))
    assert binding.value.status == 204
    expect(first.locator("#standing")).to_have_text(OPEN)
    key = tablet.page.get_by_role("button", name="Move to another phone")
    tablet.go(links)
    expect(key).to_be_visible()
    assert found(tablet.page) == []
    second.goto(address + link_of(house, night, "gold"))
    expect(second.locator("#standing")).to_have_text(f"Doc Holl{ELSEWHERE}")
    expect(second.locator("#card-gold-9")).to_have_count(0)
    assert found(second) == []
    key.click()
    expect(tablet.page.get_by_text("The old link to the hand has ended.")).to_be_visible()
    new = tablet.page.get_by_role("link", name="Open it here").get_attribute("href") or ""
    second.goto(urljoin(address, new))
    expect(second.locator("#standing")).to_have_text(OPEN)
    second.locator('[data-cents="500"].coin-key').tap()
    second.locator("#card-gold-9").tap()
    expect(second.locator("#told")).to_have_text("Laid on the 9.")
    # The phone that had the hand still shows it, and no touch on it counts.
    first.locator('[data-cents="500"].coin-key').tap()
    first.locator("#card-gold-8").tap()
    expect(first.locator("#told")).to_have_text(ENDED)


def test_a_phone_of_a_seating_that_was_taken_back_says_so_by_itself(
    house: House, address: str, phone: Callable[[], Page], night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "BEAT_S", 0.2)
    docs, others = phone(), phone()
    docs.goto(address + link_of(house, night, "gold"))
    expect(docs.locator("#who")).to_contain_text("Doc Holl")
    house.do(night, "void")
    house.do(night, "seat_player", player="gold", name="E. Poe")
    others.goto(address + link_of(house, night, "gold"))
    expect(others.locator("#who")).to_contain_text("E. Poe")
    expect(others.locator("#in-hand")).to_be_visible()
    expect(docs.get_by_text(ENDED)).to_be_visible()


def test_a_phone_whose_link_ended_before_it_had_a_line_says_so(
    house: House, address: str, phone: Callable[[], Page], night: str
) -> None:
    """It said that the connection was lost, and went on asking."""
    docs = phone()
    docs.clock.install()
    docs.route("**/stream*", lambda route: route.abort())
    docs.goto(address + link_of(house, night, "gold"))
    expect(docs.locator("#lost")).to_contain_text("Connection lost.")
    house.do(night, "void")
    docs.unroute("**/stream*")
    docs.clock.fast_forward(20_000)
    expect(docs.get_by_text(ENDED)).to_be_visible()
