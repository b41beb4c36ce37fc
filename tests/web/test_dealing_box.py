"""The dealing box on the screens: the form, the tablet, the board, and the players' phones."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from dealer.dealing_box import BoxKeeper
from dealer.games.faro.state import faro_of
from tests.dealer.test_dealing_box_lines import checked
from tests.support.house import SECRET_KEY, Client, House
from tests.web.axe import found
from tests.web.tablet_in_browser import Tablet, Tablets, new_page
from web.app.links import board_link, player_key
from web.app.secret_key import BOX_KEY, derived
from web.box import hand_of

TOUCHED = 2
"""So many turns are touched; the rest of the deal is dealt past the page."""


@pytest.fixture
def boxed(house: House) -> str:
    """A night of Faro from the box with two players."""
    night = house.open_night(cards="box")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    return night


def box_address(house: House, night: str, player: str = "red") -> str:
    with house.app.test_request_context():
        return f"/player/{player_key(night, player)}/box"


def test_the_form_opens_a_night_from_the_box(house: House, client: Client) -> None:
    page = client.http.get("/").text
    assert '<select name="cards">' in page
    fields = {
        "csrf_token": client.token,
        "command_id": "open-the-night",
        "table": "Tiger",
        "date": "2026-11-21",
        "dealer": "M. Earp",
        "game": "spoil_five",
        "roll_without_bank": "0",
        "spoil_five.preset": "spoil_five",
    }
    client.http.post("/nights", data={**fields, "cards": "box"})
    client.http.post("/nights", data={**fields, "cards": "pack", "command_id": "open-another", "table": "Bear"})
    boxed, from_pack = (house.service.night(night).opened for night in house.service.nights())
    assert (boxed.table, boxed.box, from_pack.box) == ("Tiger", True, False)


def test_a_player_puts_words_in_by_their_link(house: House, stranger: Client, boxed: str) -> None:
    address = box_address(house, boxed)
    page = stranger.http.get(address).text
    assert house.service.night(boxed).boxes[0].commitment in page
    fields = {"csrf_token": stranger.token, "words": "Faites vos jeux"}
    assert stranger.http.post(address, data=fields).status_code == 303
    assert house.service.night(boxed).boxes[0].words == (("red", "Faites vos jeux"),)
    assert "Faites vos jeux" in stranger.http.get(address).text
    again = stranger.http.post(address, data=fields)
    assert (again.status_code, "has put words" in again.text) == (409, True)
    assert not [command for command in house.book.commands(boxed) if command.refused]


def test_words_that_are_not_taken_are_answered_with_a_sentence(house: House, stranger: Client, boxed: str) -> None:
    address = box_address(house, boxed)
    answer = stranger.http.post(address, data={"csrf_token": stranger.token, "words": "   "})
    assert (answer.status_code, "Type some words first." in answer.text) == (400, True)
    house.do(boxed, "start_deal")
    house.do(boxed, "expose_soda")
    late = stranger.http.post(address, data={"csrf_token": stranger.token, "words": "late"})
    assert (late.status_code, late.text.count("The first card is out.")) == (409, 1)
    assert not house.service.night(boxed).boxes[0].words


def test_players_check_their_hand_after_the_reveal(house: House, stranger: Client) -> None:
    night = house.open_night(game="spoil_five", house={}, roll=0, cards="box")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.do(night, "start_hand", dealer="blue")
    during = stranger.http.get(box_address(house, night)).text
    house.do(night, "void_hand", reason="foul")
    box = house.service.night(night).boxes[0]
    hand = box.hand(box.order(night, box.secret), "red")
    page = stranger.http.get(box_address(house, night)).text
    assert json.loads(page.split("data-box='")[1].split("'")[0])["drawn"] == [[at, [card]] for at, card in hand.items()]
    assert ("Your cards:" in during, "Your cards:" in page) == (False, True)


def test_a_dealer_with_a_box_need_not_shuffle(house: House, client: Client) -> None:
    for game in ("faro", "pharo"):
        night = house.open_night(game=game, house={}, cards="box")
        assert "Shuffle" not in client.get(f"/nights/{night}").text


def test_a_night_from_a_pack_has_no_page_of_the_box(house: House, stranger: Client, night: str) -> None:
    assert stranger.http.get(box_address(house, night)).status_code == 404
    with house.app.test_request_context():
        page = stranger.http.get(f"/player/{player_key(night, 'red')}").text
    assert 'id="to-box"' not in page
    with house.app.test_request_context():
        assert "board-box" not in stranger.http.get(board_link(night)).text


def test_the_board_shows_the_commitment_and_the_tablet_the_keys(house: House, client: Client, boxed: str) -> None:
    house.do(boxed, "start_deal")
    commitment = house.service.night(boxed).boxes[0].commitment
    with house.app.test_request_context():
        assert commitment in client.http.get(board_link(boxed)).text
    page = client.http.get(f"/nights/{boxed}").text
    assert 'id="draw-expose_soda"' in page
    assert commitment[:16] in page


def test_nobody_sees_the_hand_of_another_before_the_reveal(house: House, client: Client, stranger: Client) -> None:
    night = house.open_night(game="spoil_five", house={}, roll=0, cards="box")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.do(night, "start_hand", dealer="blue")
    state = house.service.night(night)
    with house.app.test_request_context():
        hands = {player: hand_of(state, state.boxes[0], player) for player in ("red", "blue")}
        pages = {player: stranger.http.get(f"/player/{player_key(night, player)}").text for player in ("red", "blue")}
        board = stranger.http.get(board_link(night)).text
    assert all(len(hand) == 5 for hand in hands.values())
    shown = {player: page.split('id="own-cards"')[1].split("</p>")[0] for player, page in pages.items()}
    assert shown["red"] != shown["blue"]
    secret = BoxKeeper(derived(SECRET_KEY, BOX_KEY)).secret(night, state.boxes[0])
    assert secret
    for page in (board, client.http.get(f"/nights/{night}").text, client.http.get(f"/api/nights/{night}/events").text):
        assert "own-cards" not in page
        assert secret not in page


def test_the_file_of_a_player_is_what_the_lines_of_the_documentation_read(
    house: House, stranger: Client, boxed: str
) -> None:
    house.do(boxed, "start_deal")
    for do in ("expose_soda", *["turn"] * 25, "expose_hock", "end_deal"):
        house.do(boxed, do)
    file = stranger.http.get(box_address(house, boxed).replace("/box", "/boxes.json"))
    (verdict,) = checked(json.loads(file.text))
    assert verdict.startswith(f"{boxed} box 1 right ")


@pytest.fixture
def phone(browser: Browser, address: str, house: House, boxed: str) -> Iterator[Page]:
    """Ada Lamb's phone, on the page of the box."""
    page = new_page(browser, (390, 844), has_touch=True)
    page.goto(address + box_address(house, boxed))
    yield page
    page.context.close()


def deal_of(tablet: Tablet) -> None:
    """Draw a deal: the first turns by touch, card by card and whole."""
    tablet.touch("#step")
    tablet.touch("#draw-expose_soda")
    for _ in range(TOUCHED):
        tablet.touch("#draw-draw_loser")
        tablet.touch("#draw-draw_winner")
    with tablet.page.expect_response("**/commands"):
        tablet.touch("#draw-turn")
    tablet.sees("body:has(#draw-draw_loser):has(#saved:not(.sending, .unsaved))")


def test_a_deal_by_touch_is_checked_on_a_phone(tablets: Tablets, phone: Page, house: House, boxed: str) -> None:
    phone.locator("#words").fill("Faites “vos” jeux ☃")
    phone.locator("#put-words").tap()
    expect(phone.locator("#own-words")).to_be_visible()
    tablet = tablets.at(boxed)
    deal_of(tablet)
    for _ in range(25 - TOUCHED - 1):
        house.do(boxed, "turn")
    tablet.touch("#draw-expose_hock")
    # Until the hock is in the book, the key is that of the turn before: everything was settled.
    tablet.touch("#step:not(.settle)")
    tablet.sees("#part-state[data-phase=no_deal]")
    expect(tablet.page.locator("#draw-expose_hock")).to_have_count(0)
    assert not faro_of(house.service.night(boxed)).deal_is_on
    box = house.service.night(boxed).boxes[0]
    assert [box.drawn[place] for place in range(52)] == list(box.order(boxed, box.secret))
    phone.locator('a:text-is("Your night")').tap()
    phone.locator("#to-box").wait_for()
    assert found(phone) == []
    phone.locator("#to-box").tap()
    phone.locator("#check-1").tap()
    expect(phone.locator("#box-1 .right")).to_contain_text("all 52 cards")
    wrong = """(key) => {
        const box = JSON.parse(key.dataset.box);
        const [[, cards]] = box.drawn;
        [cards[7], cards[8]] = [cards[8], cards[7]];
        key.dataset.box = JSON.stringify(box);
    }"""
    phone.locator("#check-1").evaluate(wrong)
    phone.locator("#check-1").tap()
    expect(phone.locator("#box-1 .wrong")).to_be_visible()
    assert found(phone) == []


def test_two_tablets_that_draw_at_once_draw_once(house: House, client: Client, boxed: str) -> None:
    house.do(boxed, "start_deal")
    house.do(boxed, "expose_soda")
    page = client.http.get(f"/nights/{boxed}").text
    moment = page.split('data-moment="')[1].split('"')[0]
    version = len(house.service.events(boxed))
    headers = {"If_Match": f'"{version}"', "Touched_At": moment}
    first = client.post(f"/nights/{boxed}/commands", {"do": "draw_loser"}, Idempotency_Key="tablet-one", **headers)
    second = client.post(f"/nights/{boxed}/commands", {"do": "draw_loser"}, Idempotency_Key="tablet-two", **headers)
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.headers["Entered-Before"] == "yes"
    assert house.service.night(boxed).boxes[0].out == 2
