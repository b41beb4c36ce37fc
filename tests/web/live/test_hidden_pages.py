"""Seven pages of one browser over HTTP/1.1, which keeps six connections: all load, and the one looked at is live.

The browser of the tests shows all its pages at once; what a hidden one is told by its browser is told to it by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from dealer.games.faro.state import faro_of
from tests.attacks.servers import Dealer, Served, serving
from tests.support.house import House
from tests.web.tablet_in_browser import NOTHING_DRAWN, PATIENCE_MS, Tablet
from web.app.links import player_link

pytestmark = pytest.mark.browser

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


def test_seven_tablets_all_load_and_the_one_shown_is_live(
    context: BrowserContext, served: Served, dealer: Dealer
) -> None:
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


def test_seven_pages_opened_in_the_background_all_load(context: BrowserContext, served: Served, dealer: Dealer) -> None:
    """Boards, a player's page and a tablet, opened and not looked at: none has a stream before it is."""
    asked: list[str] = []
    context.on("request", lambda one: asked.append(one.url) if "/stream" in one.url else None)
    paths = [served.board, served.players["p0"], f"/nights/{served.night}", *[served.board] * (PAGES - 3)]
    pages = [opened(context, path, hidden=True) for path in paths]
    for page in pages:
        expect(page.locator("main")).to_be_visible()
    assert asked == []
    version = dealer.do(do="draw_loser", card="J")
    for page in pages[:3]:
        page.evaluate("turn(false)")
    expect(pages[0].locator("#head .phase")).to_have_text("Bets are closed")
    expect(pages[1].locator("#followed[data-heard]")).to_be_attached()
    expect(pages[2].locator("#line")).to_have_attribute("data-line", "up")
    expect(pages[2].locator("#part-state")).to_have_attribute("data-version", str(version))


def test_a_page_that_is_looked_at_again_goes_on_where_it_was(
    context: BrowserContext, served: Served, dealer: Dealer
) -> None:
    """It asks for what came after what it saw, and never says that the line was lost."""
    asked: list[str | None] = []
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
    page.on("request", lambda one: asked.append(one.headers.get("last-event-id")) if "/stream" in one.url else None)
    page.evaluate("turn(false)")
    expect(page.locator("#turns li").first).to_contain_text("4wins")
    assert asked == [str(version)]
    assert page.evaluate("said") == []


def test_a_touch_right_after_coming_back_counts(browser: Browser, address: str, house: House, night: str) -> None:
    tablet = Tablet(browser, address)
    tablet.begin_pages_with(HIDDEN % "false")
    tablet.go(f"/nights/{night}")
    tablet.follows()
    tablet.page.evaluate("turn(true)")
    version = house.do(night, "place_bet", bet="x", player="blue", kind="pot", stake=500)
    tablet.page.evaluate("turn(false)")
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-K")
    tablet.settle_down(version + 1)
    expect(tablet.page.locator("#strip")).to_be_hidden()
    bets = faro_of(house.assistant.night(night)).bets.values()
    assert sorted(bet.player for bet in bets) == ["blue", "red"]
    tablet.close()


def test_a_page_whose_place_went_to_another_says_so_and_waits(
    browser: Browser, address: str, house: House, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pages, and one place for their link: neither chases the other, and the one looked at again has it at once."""
    monkeypatch.setattr("web.live.places._MOST_OF_A_KEY", {"player": 1, "board": 1, "staff": 1})
    with house.app.test_request_context():
        path = address + player_link(night, "red")
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    asked: list[str] = []
    context.on("request", lambda one: asked.append(one.url) if "/stream" in one.url else None)
    older, newer = (opened(context, path, hidden=False) for _ in range(2))
    expect(newer.locator("#followed[data-heard]")).to_be_attached()
    expect(older.locator("#lost")).to_contain_text("This page is open in too many places; showing what was last heard")
    assert len(asked) == 2
    older.evaluate("turn(true)")
    older.evaluate("turn(false)")
    expect(older.locator("#lost")).to_be_empty()
    expect(newer.locator("#lost")).to_contain_text("This page is open in too many places")
    assert len(asked) == 3
    context.close()
