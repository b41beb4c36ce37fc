"""The tablet follows its night by the stream, and what the dealer has open or typed stays as it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.support.house import Client, House
from tests.web.cable import Cable
from tests.web.tablet_in_browser import Tablet, at_table

pytestmark = pytest.mark.browser


def test_what_the_other_tablet_does_is_seen_without_a_touch(tablet: Tablet, house: House, night: str) -> None:
    version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    tablet.settle_down(version)
    expect(tablet.page.locator(".stack")).to_have_count(1)
    version = house.do(night, "draw_loser", card="K")
    tablet.settle_down(version)
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    assert tablet.said == []


def test_what_is_open_pressed_and_focused_stays_when_the_table_moves(tablet: Tablet, house: House, night: str) -> None:
    """The elements are the same afterwards, not others in their place."""
    house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    expect(tablet.page.locator(".stack")).to_have_count(1)
    tablet.player("red")
    tablet.amount(500)
    tablet.page.locator("#spot-single-Q").focus()
    tablet.page.evaluate(
        """() => { for (const one of document.querySelectorAll('.stack, .seat, #spot-single-Q, .spindle'))
            one.same = true; }"""
    )
    version = house.do(night, "place_bet", bet="y", player="blue", kind="single", ranks=["Q"], stake=500)
    tablet.settle_down(version)
    expect(tablet.page.locator(".stack")).to_have_count(2)
    expect(tablet.page.locator("#spot-single-Q")).to_be_focused()
    expect(tablet.page.locator("#seat-red")).to_have_attribute("aria-pressed", "true")
    expect(tablet.page.locator('.hand [data-cents="500"]')).to_have_attribute("aria-pressed", "true")
    kept = tablet.page.evaluate(
        """() => ['.stack[data-bet="x"]', '#seat-red', '#spot-single-Q', '.spindle']
            .map((one) => document.querySelector(one).same ?? one)"""
    )
    assert kept == [True] * 4


def test_the_tablet_finds_its_line_again_and_shows_what_it_missed(
    browser: Browser, address: str, house: House, night: str
) -> None:
    with Cable(address) as cable, at_table(browser, cable.address, night) as tablet:
        cable.cut()
        expect(tablet.page.locator("#strip")).to_contain_text("No line to the book")
        version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
        asked: list[str] = []
        tablet.page.on(
            "request", lambda one: asked.append(one.headers.get("last-event-id", "")) if "/stream" in one.url else None
        )
        cable.mend()
        tablet.settle_down(version)
        expect(tablet.page.locator("#strip")).to_be_hidden()
        assert str(version - 1) in asked


def test_a_tablet_without_room_for_its_stream_says_so_and_asks_again(
    browser: Browser, address: str, house: House, night: str
) -> None:
    tablet = Tablet(browser, address)
    full = {"code": "too_many_streams", "why": "As many screens follow a night as there is room for."}
    tablet.page.route("**/stream", lambda route: route.fulfill(status=503, json=full))
    tablet.go(f"/nights/{night}")
    expect(tablet.page.locator("#strip")).to_contain_text("No line to the book")
    tablet.page.unroute("**/stream")
    version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    tablet.settle_down(version)
    tablet.follows()
    expect(tablet.page.locator("#strip")).to_be_hidden()
    tablet.close()


def test_the_stream_tells_versions_and_is_for_the_staff(client: Client, stranger: Client, night: str) -> None:
    with client.http.get(f"/nights/{night}/stream") as answer:
        told = "".join(part.decode() for part, _ in zip(answer.iter_encoded(), range(2), strict=False))
    assert answer.mimetype == "text/event-stream"
    assert "id: 7\nevent: moved\ndata: 7\n\n" in told
    assert stranger.http.get(f"/nights/{night}/stream", headers={"Accept": "application/json"}).status_code == 401
    missing = client.http.get("/nights/nowhere/stream", headers={"Accept": "application/json"})
    assert missing.status_code == 404
