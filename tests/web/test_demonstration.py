"""The demonstration, which is entered from the first steps, and reaches nothing of the house."""

from __future__ import annotations

import json
import re
from html import unescape
from itertools import cycle, product

import pytest
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from dealer.house.roles import DEALER
from dealer.printings import PrintingsKeeper
from reports.printing import paper_style
from reports.render_options import HouseStyle
from reports.words.language import LANGUAGES
from tests.support.fixtures import soaked
from tests.support.house import STAFF_NAME, Client, House
from tests.web.geometry import measure, overlaps
from tests.web.tablet_in_browser import Tablet, Tablets
from tests.web.test_roles import give
from web.demonstration import COOKIE, EXTENSION, OPEN_TABLES, SESSION_COOKIE, Demonstration
from web.game_screens import practised

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
    left = client.http.post("/demonstration/leave", data={"csrf_token": token, "next": "/how-to-play/faro?lang=de"})
    assert (left.status_code, left.headers["Location"]) == (303, "/how-to-play/faro?lang=de")
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


def begin_practice(tablet: Tablet, game: str, language: str = "en") -> None:
    tablet.go(f"/how-to-play/{game}?lang={language}")
    tablet.page.locator(f"button[value={game}]").tap()
    tablet.follows()


def step_shown(tablet: Tablet, game: str, number: int) -> None:
    """Wait until a practice is at a step."""
    expect(tablet.page.locator("#practice .step")).to_have_text(f"{number}/{len(practised()[game].steps) + 1}")


def touch_frame(tablet: Tablet) -> None:
    frame = tablet.page.locator("#practice-frame")
    frame.wait_for()
    box = frame.bounding_box()
    assert box is not None
    tablet.rest()
    tablet.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_practice_deal_is_in_the_language_and_currency_of_the_house(house: House, client: Client) -> None:
    """Also when the house chooses them after somebody has been in the demonstration."""
    for language, currency, figures, sign in (("de", "EUR", "5", "€"), ("fr", "JPY", "500", "JPY")):
        style = paper_style(HouseStyle(language=language, currency=currency))
        PrintingsKeeper(house.book).choose(style, house.sender)
        practice = {"csrf_token": client.token, "game": "faro"}
        table = client.http.post("/demonstration/practice", data=practice).headers["Location"]
        page = client.get(table).text
        assert f'<html lang="{language}"' in page
        amount = f"{figures}\N{NO-BREAK SPACE}{sign}"
        steps = json.loads(unescape(re.findall(r'id="practice-steps">(.*?)</script>', page)[0]))
        assert any(amount in says for says, *_ in steps)
        token = client.get("/api/token").get_json()["token"]
        client.http.post("/demonstration/leave", data={"csrf_token": token})


EACH_IN_A_LANGUAGE = list(zip(practised(), cycle(LANGUAGES), strict=False))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("game", "language"), soaked(product(practised(), LANGUAGES), at_once=[*EACH_IN_A_LANGUAGE, ("fan_tan", "en")])
)
def test_a_practice_is_done_by_touching_what_it_frames(
    tablets: Tablets, house: House, game: str, language: str
) -> None:
    tablet = tablets.new()
    begin_practice(tablet, game, language)
    for number, _step in enumerate(practised()[game].steps, start=1):
        step_shown(tablet, game, number)
        tip, table = measure(tablet.page, "#practice"), measure(tablet.page, "#table > .part, .side > .part")
        assert overlaps(tip, table) == [], "the tip covers what is practised"
        touch_frame(tablet)
        expect(tablet.page.locator("#practice .wrong")).to_be_empty()
    step_shown(tablet, game, len(practised()[game].steps) + 1)
    tablet.page.locator("#practice .next").tap()
    tablet.page.locator("#open-title").wait_for()
    assert tablet.page.url.endswith("#open-title")
    assert house.service.nights() == []


WRONG_TOUCHES = [
    ("faro", 1, "#menu", "Cage, seats and deal"),
    ("faro", 5, "#spot-single-K .target", "the K"),
    ("fan_tan", 2, "#place-7h", "7 of hearts"),
    ("fan_tan", 4, "#part-players [data-player=blue]", "Doc"),
    ("pharo", 4, "#card-red-K", "the K"),
]
"""A practice, its step, and a key that is not the framed one, with its name."""


@pytest.mark.browser
@pytest.mark.parametrize(("game", "at", "wrong", "name"), WRONG_TOUCHES)
def test_a_wrong_touch_in_a_practice_is_answered_and_does_nothing(
    tablets: Tablets, house: House, game: str, at: int, wrong: str, name: str
) -> None:
    tablet = tablets.new()
    begin_practice(tablet, game)
    for number in range(1, at):
        step_shown(tablet, game, number)
        touch_frame(tablet)
    step_shown(tablet, game, at)
    answer, version = tablet.page.locator("#practice .wrong"), tablet.version
    tablet.page.touchscreen.tap(*tablet.middle(wrong))
    expect(answer).to_have_text(f"That is “{name}”. Touch what is in the frame.")
    tablet.page.keyboard.press("k")
    expect(answer).to_have_text("Touch what is in the frame.")
    assert tablet.version == version
    tablet.page.reload()
    tablet.follows()
    touch_frame(tablet)
    step_shown(tablet, game, at + 1)


def test_practices_begin_in_another_book_after_some_and_all_books_but_two_are_closed(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.demonstration.MOST_NIGHTS", 2)
    demonstration: Demonstration = house.app.extensions[EXTENSION]
    with house.app.test_request_context():
        practices = [demonstration.practise("faro") for _ in range(6)]
    assert len({key for key, _ in practices}) == 3, "two practices are in a book"

    def is_shown(key: str, night: str) -> bool:
        client.http.set_cookie(COOKIE, key)
        return "data-demonstration" in client.get(f"/nights/{night}").text

    assert [is_shown(*practice) for practice in practices] == [False, False, True, True, True, True]


def test_a_game_without_a_practice_is_not_found(client: Client) -> None:
    form = {"csrf_token": client.token, "game": "five_hundred"}
    assert client.http.post("/demonstration/practice", data=form).status_code == 404
