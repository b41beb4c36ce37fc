"""The demonstration, which is entered from the first steps, and reaches nothing of the house."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from dealer.house.roles import DEALER
from tests.support.house import STAFF_NAME, Client, House
from tests.web.geometry import measure, overlaps
from tests.web.tablet_in_browser import REST_MS, Tablets
from tests.web.test_roles import give
from web.demonstration import COOKIE, OPEN_TABLES, SESSION_COOKIE

BASES = """async () => {
    for (;;) {
        const bases = await indexedDB.databases();
        if (bases.length) return bases.map(({ name }) => name);
        await new Promise(requestAnimationFrame);
    }
}"""
"""The names of the browser's databases, once there is one."""


def enter(client: Client) -> TestResponse:
    return client.http.post("/demonstration", data={"csrf_token": client.token})


def nights_listed(client: Client) -> list[str]:
    return re.findall(r'class="night-line[^"]*" href="/nights/([^"]+)"', client.get("/").text)


def test_a_host_plays_in_the_demonstration_and_nothing_of_it_is_in_the_book(house: House, client: Client) -> None:
    before = house.book.newest_head()
    assert enter(client).status_code == 303
    *open_nights, closed = nights_listed(client)
    assert len(open_nights) == OPEN_TABLES
    page = client.get(f"/nights/{open_nights[-1]}").text
    assert "data-demonstration" in page
    token = client.get("/api/token").get_json()["token"]
    tip = {"do": "tip", "player": "red", "amount": 100}
    address = f"/api/nights/{open_nights[-1]}/commands"
    assert client.http.post(address, json=tip, headers={"X-CSRFToken": token}).status_code == 200
    assert client.get(f"/nights/{closed}/papers").status_code == 200
    assert client.http.post("/demonstration/leave", data={"csrf_token": token}).status_code == 303
    assert nights_listed(client) == []
    assert house.book.newest_head().streams == before.streams
    assert client.get("/").status_code == 200, "the session in the house goes on"


def test_only_who_was_let_in_is_shown_the_demonstration(house: House, client: Client) -> None:
    enter(client)
    stranger = Client(house.app.test_client())
    stranger.http.set_cookie(COOKIE, "guessed")
    answer = stranger.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in?next=/")
    assert SESSION_COOKIE not in str(answer.headers)
    assert enter(stranger).status_code in (303, 401)
    assert stranger.http.get_cookie(SESSION_COOKIE) is None


def test_a_dealer_is_not_let_in_where_there_are_roles(house: House, client: Client) -> None:
    give(house, "Owner", "owner")
    give(house, STAFF_NAME, DEALER)
    assert enter(client).status_code == 403
    assert "/demonstration" not in client.get("/").text


def test_the_demonstration_is_one_touch_away_and_says_what_it_is(tablets: Tablets, house: House) -> None:
    tablet = tablets.new()
    tablet.go("/")
    tablet.page.get_by_role("button", name="Try it in a demonstration").tap()
    tablet.page.wait_for_selector("#demonstration-title")
    tablet.page.locator(".night-line:not(.closed)").last.tap()
    tablet.page.wait_for_selector("#rank-K")
    assert tablet.page.evaluate("getComputedStyle(document.body, '::after').content") == '"Demonstration"'
    assert tablet.page.evaluate(BASES) == ["casekeeper demonstration"], "no touch waits for the house"
    tablet.context.clear_cookies(name=COOKIE)
    assert house.book.nights() == []


@pytest.mark.browser
def test_a_new_dealer_deals_a_turn_by_the_steps_of_the_practice_deal(tablets: Tablets, house: House) -> None:
    tablet = tablets.new()
    tablet.go("/")
    tablet.page.get_by_role("button", name="Practise a deal").click()
    step = tablet.page.locator("#practice .step")
    for number in range(1, 14):
        expect(step).to_have_text(re.compile(rf"^{number}/14$"))
        frame = tablet.page.locator("#practice-frame")
        expect(frame).to_be_visible()
        box = frame.bounding_box()
        assert box is not None
        tip, table = measure(tablet.page, "#practice"), measure(tablet.page, "#table > .part, .side > .part")
        assert overlaps(tip, table) == [], "the tip covers what is practised"
        tablet.page.wait_for_timeout(REST_MS)
        tablet.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tablet.page.get_by_role("button", name="End the practice").click()
    expect(tablet.page.get_by_role("button", name="Practise a deal")).to_be_visible()
    assert house.service.nights() == []
