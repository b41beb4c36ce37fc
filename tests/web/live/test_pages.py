"""The board and a player's page in a real browser, following a night while it is dealt, through cuts of the line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from dealer.game.cards import PACK
from reports.words.formatting import money, signed
from tests.support.house import House
from tests.web.axe import found
from tests.web.cable import Cable
from tests.web.tablet_in_browser import new_page
from web.app.links import board_link, player_link

pytestmark = pytest.mark.browser

TELEVISION, TELEPHONE = (1280, 720), (360, 740)


class Screen:
    """A page that only looks; ``said`` collects what its console found fault with."""

    def __init__(self, browser: Browser, size: tuple[int, int]) -> None:
        self.page: Page = new_page(browser, size)
        self.context = self.page.context
        self.said: list[str] = []
        self.page.on("console", lambda one: self.said.append(one.text) if one.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def is_followed(self) -> None:
        """Wait until the page's stream has begun."""
        expect(self.page.locator("#followed[data-heard]")).to_be_attached()


@pytest.fixture
def television(browser: Browser) -> Iterator[Screen]:
    made = Screen(browser, TELEVISION)
    yield made
    made.context.close()


@pytest.fixture
def telephone(browser: Browser) -> Iterator[Screen]:
    made = Screen(browser, TELEPHONE)
    yield made
    made.context.close()


def board_path(house: House, night: str) -> str:
    with house.app.test_request_context():
        return board_link(night)


def test_the_board_follows_and_its_beads_and_checks_slide(
    house: House, address: str, television: Screen, night: str
) -> None:
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    page = television.page
    page.goto(address + board_path(house, night))
    television.is_followed()
    page.evaluate("""() => {
      for (const id of ["bead-9-3", "lies-a", "layout"]) document.getElementById(id).marked = true;
    }""")
    house.do(night, "turn", loser="9", winner="4")
    expect(page.locator("#turns li").first).to_contain_text("Turn 1")
    expect(page.locator("#bead-9-3")).to_have_class("bead out")
    expect(page.locator("#bead-9-2")).to_have_class("bead")
    lay_at = page.locator("#lies-a").get_attribute("x") or ""
    house.do(night, "move_bet", bet="a", kind="single", ranks=["K"])
    expect(page.locator("#lies-a")).not_to_have_attribute("x", lay_at)
    house.do(night, "place_bet", bet="b", player="blue", kind="single", ranks=["2"], stake=500)
    expect(page.locator("#lies-b")).to_be_visible()
    kept = page.evaluate("""() => ["bead-9-3", "lies-a", "layout"].map((id) => document.getElementById(id).marked)""")
    assert kept == [True, True, True]
    assert page.evaluate("""() => document.getElementById("lies-b").namespaceURI""").endswith("/svg")
    house.do(night, "take_down_bet", bet="b")
    expect(page.locator("#lies-b")).to_have_count(0)
    house.do(night, "void")
    expect(page.locator("#lies-b")).to_be_visible()
    assert television.said == []


def test_a_telephone_follows_one_player(house: House, address: str, telephone: Screen, night: str) -> None:
    with house.app.test_request_context():
        path = player_link(night, "red")
    page = telephone.page
    page.goto(address + path)
    telephone.is_followed()
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    expect(page.locator("#bets li")).to_contain_text("the Q")
    house.do(night, "turn", loser="2", winner="Q")
    expect(page.locator("#settled tbody tr")).to_have_count(1)
    expect(page.locator("#sum .net")).to_contain_text("+$5.00")
    page.locator("#deal-1 summary").click()
    house.do(night, "issue_marker", player="red", amount=5_000)
    expect(page.locator("#account")).to_contain_text("Marker Nº 1")
    assert page.locator("#deal-1").get_attribute("open") is None, "what they closed was opened again"
    house.do(night, "close_night")
    expect(page.locator("#settlement")).to_be_visible()
    result = house.result(night)["players"]["red"]
    expect(page.locator("#sum .net")).to_contain_text(signed(result["net"]))
    expect(page.locator("#sum")).to_contain_text(money(result["cashed"]))
    assert page.evaluate("document.documentElement.scrollWidth") <= TELEPHONE[0]
    assert telephone.said == []


def test_after_a_cut_it_says_so_and_takes_up_where_it_was(
    house: House, address: str, television: Screen, night: str
) -> None:
    asked: list[str | None] = []
    page = television.page
    page.on("request", lambda one: asked.append(one.headers.get("last-event-id")) if "/stream" in one.url else None)
    with Cable(address) as cable:
        page.goto(cable.address + board_path(house, night))
        television.is_followed()
        version = house.do(night, "draw_loser", card="9")
        expect(page.locator("#head .phase")).to_have_text("Bets are closed")
        cable.cut()
        expect(page.locator("#lost")).to_contain_text("The line is lost; showing what was last heard at ")
        assert page.evaluate("document.body.classList.contains('unheard')")
        house.do(night, "draw_winner", card="4")
        cable.mend()
        expect(page.locator("#turns li").first).to_contain_text("4wins")
        expect(page.locator("#lost")).to_be_empty()
    assert str(version) in asked


def test_a_line_that_went_dead_is_noticed_by_its_silence(
    house: House, address: str, television: Screen, night: str
) -> None:
    page = television.page
    with Cable(address) as cable:
        page.goto(cable.address + board_path(house, night))
        television.is_followed()
        cable.go_dead()
        house.do(night, "draw_loser", card="9")
        expect(page.locator("#lost")).to_contain_text("The line is lost")
        expect(page.locator("#head .phase")).to_have_text("Bets are open")
        cable.mend()
        expect(page.locator("#head .phase")).to_have_text("Bets are closed")
        expect(page.locator("#lost")).to_be_empty()


def test_a_page_that_never_had_its_stream_asks_again(
    house: House, address: str, television: Screen, night: str
) -> None:
    """A book that is out of reach at first answers with a page, which must not come in place of the board."""
    page = television.page
    page.route("**/stream*", lambda route: route.fulfill(status=503, body="<h1>Trouble</h1>", content_type="text/html"))
    page.goto(address + board_path(house, night))
    expect(page.locator("#lost")).to_contain_text("The line is lost")
    assert "Trouble" not in page.content()
    page.unroute("**/stream*")
    house.do(night, "draw_loser", card="9")
    expect(page.locator("#head .phase")).to_have_text("Bets are closed")
    expect(page.locator("#lost")).to_be_empty()


def test_the_key_is_in_no_referrer(house: House, address: str, telephone: Screen, night: str) -> None:
    referrers: list[str | None] = []
    telephone.page.on("request", lambda one: referrers.append(one.all_headers().get("referer")))
    telephone.page.goto(address + board_path(house, night))
    telephone.is_followed()
    assert len(referrers) > 5
    assert not [one for one in referrers if one and "/board/" in one]


def test_nothing_stands_in_anybodys_way(
    house: House, address: str, television: Screen, telephone: Screen, night: str
) -> None:
    """No violation of WCAG 2.2 AA on the board and on a player's page, in the middle of a deal and after the close."""
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500, coppered=True)
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "issue_marker", player="red", amount=5_000)
    house.do(night, "turn", loser="Q", winner="9")
    with house.app.test_request_context():
        paths = {television: board_link(night), telephone: player_link(night, "red")}
    for last in (False, True):
        if last:
            house.do(night, "close_night")
        for screen, path in paths.items():
            screen.page.emulate_media(reduced_motion="reduce")
            screen.page.goto(address + path)
            screen.is_followed()
            assert found(screen.page) == []


def test_board_and_telephone_follow_a_hand_and_change_over_from_faro(
    house: House, address: str, television: Screen, telephone: Screen
) -> None:
    """The suits grow and keep their places, whose turn it is moves on, proofs come with the end; both themes are AA."""
    night = house.open_night(game=["faro", "fan_tan"], house={"fan_tan": "antes"})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    with house.app.test_request_context():
        paths = {television: board_link(night), telephone: player_link(night, "blue")}
    for screen, path in paths.items():
        screen.page.emulate_media(reduced_motion="reduce")
        screen.page.goto(address + path)
        screen.is_followed()
    board, own = television.page, telephone.page
    expect(board.locator("#spindles")).to_be_visible()
    house.do(night, "start_hand", dealer="white")
    expect(board.locator("#seat-red")).to_have_attribute("aria-current", "true")
    expect(board.locator("#spindles")).to_have_count(0)
    board.evaluate("() => { document.getElementById('place-7d').marked = true; }")
    house.do(night, "lay", player="red", card="7d")
    expect(board.locator("#place-7d")).to_have_class("place lies last")
    assert board.evaluate("() => document.getElementById('place-7d').marked") is True
    expect(own.locator("#hand em")).to_have_text("it is your turn")
    house.do(night, "pass", player="blue")
    expect(own.locator("#hand em")).to_have_count(0)
    house.do(night, "lay", player="white", card="6d")
    for screen in (television, telephone):
        assert found(screen.page) == []
    house.do(night, "void_hand", reason="misdealt")
    house.do(night, "start_hand", dealer="white")
    for player in ("red", "blue", "white"):
        house.do(night, "pass", player=player)
    spades = [card for card in PACK if card.endswith("s")]
    house.do(night, "show_hand", player="blue", cards=[*spades, "2h", "3h", "4h", "5h"])
    expect(board.locator("#seat-blue .slip")).to_have_count(17)
    house.do(night, "end_hand")
    expect(board.locator(".wrong-passes")).to_contain_text("Turn 2: Wm. Hart passed and held 7♠ (shown at the end)")
    expect(own.locator("#hand-2 .wrong")).to_contain_text("At turn 2 you passed and held 7♠ (shown at the end)")
    for screen in (television, telephone):
        assert found(screen.page) == []
        assert screen.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert screen.said == []
