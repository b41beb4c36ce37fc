"""Live pages in a browser: hidden tabs, a tablet that follows, and a night taken over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from dealer.games.faro.state import faro_of
from tests.attacks.servers import Dealer, Served, serving
from tests.support.house import House
from tests.web.tablet_in_browser import NOTHING_DRAWN, PATIENCE_MS, Tablet, Tablets
from web.app.links import player_link
from web.live import answer

HIDDEN = """
    window.turnedAway = %s;
    Object.defineProperty(document, "hidden", { get: () => window.turnedAway });
    Object.defineProperty(document, "visibilityState", { get: () => (window.turnedAway ? "hidden" : "visible") });
    window.turn = (away) => {
        window.turnedAway = away;
        document.dispatchEvent(new Event("visibilitychange"));
    };
"""
PAGES = 7
"""One more than the browser keeps connections."""
SAID = """(line) => {
    window.said = [];
    new MutationObserver(() => line.textContent.trim() && said.push(line.textContent))
        .observe(line, { childList: true, subtree: true, characterData: true });
}"""
"""Notes all that a line of the page says from now on."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
def dealer(served: Served) -> Iterator[Dealer]:
    with Dealer(served) as made:
        yield made


@pytest.fixture
def context(browser: Browser, served: Served, dealer: Dealer) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=f"http://127.0.0.1:{served.port}")
    made.set_default_timeout(PATIENCE_MS)
    made.add_init_script(NOTHING_DRAWN)
    name, _, value = dealer.cookie.partition("=")
    made.add_cookies([{"name": name, "value": value, "url": f"http://127.0.0.1:{served.port}"}])
    yield made
    made.close()


def opened(context: BrowserContext, path: str, *, hidden: bool) -> Page:
    page = context.new_page()
    page.add_init_script(HIDDEN % ("true" if hidden else "false"))
    page.goto(path, wait_until="load")
    return page


@pytest.mark.browser
def test_of_seven_tablets_the_one_shown_is_live(context: BrowserContext, served: Served, dealer: Dealer) -> None:
    """Each is left for the next, as the tabs of a browser are; then the first is looked at again."""
    path = f"/nights/{served.night}"
    pages = []
    for number in range(PAGES):
        pages.append(opened(context, path, hidden=False))
        expect(pages[-1].locator("#line")).to_have_attribute("data-line", "up")
        if number < PAGES - 1:
            pages[-1].evaluate("turn(true)")
    dealer.do(do="seat_player", player="late", name="Late Lil")
    expect(pages[-1].locator("#part-players")).to_contain_text("Late Lil")
    pages[-1].evaluate("turn(true)")
    first = pages[0]
    expect(first.locator("#part-players")).not_to_contain_text("Late Lil")
    first.locator("#strip .sentence").evaluate(SAID)
    first.evaluate("turn(false)")
    expect(first.locator("#part-players")).to_contain_text("Late Lil")
    assert first.evaluate("said") == []


@pytest.mark.browser
def test_seven_pages_opened_in_the_background_all_load(context: BrowserContext, served: Served, dealer: Dealer) -> None:
    """Boards, a player's page and a tablet, opened and not looked at: none has a stream before it is."""
    query: list[str] = []
    context.on("request", lambda one: query.append(one.url) if "/stream" in one.url else None)
    paths = [served.board, served.players["p0"], f"/nights/{served.night}", *[served.board] * (PAGES - 3)]
    pages = [opened(context, path, hidden=True) for path in paths]
    for page in pages:
        expect(page.locator("main")).to_be_visible()
    assert query == []
    version = dealer.do(do="draw_loser", card="J")
    for page in pages[:3]:
        page.evaluate("turn(false)")
    expect(pages[0].locator("#head .phase")).to_have_text("Bets are closed")
    expect(pages[1].locator("#followed[data-heard]")).to_be_attached()
    expect(pages[2].locator("#line")).to_have_attribute("data-line", "up")
    expect(pages[2].locator("#part-state")).to_have_attribute("data-version", str(version))


@pytest.mark.browser
def test_a_page_looked_at_again_goes_on(context: BrowserContext, served: Served, dealer: Dealer) -> None:
    """It asks for what came after what it saw, and never says that the line was lost."""
    query: list[str | None] = []
    page = opened(context, served.board, hidden=False)
    expect(page.locator("#followed[data-heard]")).to_be_attached()
    version = dealer.do(do="draw_loser", card="J")
    expect(page.locator("#head .phase")).to_have_text("Bets are closed")
    page.locator("#lost").evaluate(SAID)
    sockets = served.sockets()
    page.evaluate("turn(true)")
    while served.sockets() >= sockets:
        page.wait_for_timeout(20)
    dealer.do(do="draw_winner", card="4")
    page.on("request", lambda one: query.append(one.headers.get("last-event-id")) if "/stream" in one.url else None)
    page.evaluate("turn(false)")
    expect(page.locator("#turns li").first).to_contain_text("4wins")
    assert query == [f"{version}.0"]
    assert page.evaluate("said") == []


@pytest.mark.browser
def test_a_touch_right_after_coming_back_counts(tablets: Tablets, house: House, night: str) -> None:
    tablet = tablets.new()
    tablet.begin_pages_with(HIDDEN % "false")
    tablet.go(f"/nights/{night}")
    tablet.follows()
    tablet.page.evaluate("turn(true)")
    version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    tablet.page.evaluate("turn(false)")
    tablet.follow("player:red", "amount:500", "spot:single-K")
    tablet.settle_down(version + 1)
    expect(tablet.page.locator("#strip")).to_be_hidden()
    bets = faro_of(house.service.night(night)).bets.values()
    assert sorted(bet.player for bet in bets) == ["blue", "red"]


@pytest.mark.browser
def test_a_page_whose_place_went_to_another_says_so_and_waits(
    tablets: Tablets, house: House, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pages, and one place for their link: neither chases the other, and the one looked at again has it at once."""
    monkeypatch.setattr("web.live.stream_quota._MOST_OF_A_KEY", {"player": 1, "board": 1, "staff": 1})
    with house.app.test_request_context():
        path = tablets.address + player_link(night, "red")
    context = tablets.browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    query: list[str] = []
    context.on("request", lambda one: query.append(one.url) if "/stream" in one.url else None)
    older, newer = (opened(context, path, hidden=False) for _ in range(2))
    expect(newer.locator("#followed[data-heard]")).to_be_attached()
    expect(older.locator("#lost")).to_contain_text("This page is open in too many places. This is the table as of")
    assert len(query) == 2
    older.evaluate("turn(true)")
    older.evaluate("turn(false)")
    expect(older.locator("#lost")).to_be_empty()
    expect(newer.locator("#lost")).to_contain_text("This page is open in too many places")
    assert len(query) == 3
    context.close()


@pytest.mark.browser
def test_what_is_open_pressed_and_focused_stays_when_the_table_moves(tablet: Tablet, house: House, night: str) -> None:
    """What another tablet does is seen without a touch; the elements are the same, not others in their place."""
    house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    expect(tablet.page.locator(".stack")).to_have_count(1)
    tablet.follow("player:red", "amount:500")
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


@pytest.mark.browser
def test_the_tablet_finds_its_line_again_and_shows_what_it_missed(tablets: Tablets, house: House, night: str) -> None:
    cable = tablets.cable()
    tablet = tablets.at(night, line=cable)
    cable.cut()
    expect(tablet.page.locator("#strip")).to_contain_text("Offline")
    version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    query: list[str] = []
    tablet.page.on(
        "request", lambda one: query.append(one.headers.get("last-event-id", "")) if "/stream" in one.url else None
    )
    cable.mend()
    tablet.settle_down(version)
    expect(tablet.page.locator("#strip")).to_be_hidden()
    assert f"{version - 1}.0" in query


@pytest.mark.browser
def test_a_tablet_without_room_for_its_stream_says_so(tablets: Tablets, house: House, night: str) -> None:
    tablet = tablets.new()
    full = {"code": "too_many_streams", "why": "As many screens follow a night as there is room for."}
    tablet.page.route("**/stream", lambda route: route.fulfill(status=503, json=full))
    tablet.go(f"/nights/{night}")
    expect(tablet.page.locator("#strip")).to_contain_text("Offline")
    tablet.page.unroute("**/stream")
    version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    tablet.settle_down(version)
    tablet.follows()
    expect(tablet.page.locator("#strip")).to_be_hidden()


@pytest.mark.browser
@pytest.mark.parametrize("ends", ["response", "requestfailed"])
def test_a_table_that_could_not_be_fetched_is_fetched_again_while_the_line_stands(
    tablets: Tablets,
    house: House,
    night: str,
    monkeypatch: pytest.MonkeyPatch,
    ends: Literal["response", "requestfailed"],
) -> None:
    """A tablet that nobody touched showed the old table until the night moved on, or for good."""
    monkeypatch.setattr(answer, "BEAT_S", 0.2)
    tablet = tablets.at(night)
    fail: Callable[[Route], None] = Route.abort if ends == "requestfailed" else partial(Route.fulfill, status=503)
    tablet.page.route("**/table", lambda route: fail(route))
    with tablet.page.expect_event(ends, lambda ended: ended.url.endswith("/table")):
        version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    tablet.page.unroute("**/table")
    tablet.settle_down(version)
    expect(tablet.page.locator("#strip")).to_be_hidden()
