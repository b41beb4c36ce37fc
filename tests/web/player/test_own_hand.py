"""A player's own hand: what its link is good for, and what it is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.house import Client, House
from tests.web.games.pharo.evening import worked_night
from web.app.links import hand_link, player_link
from web.player import MOST_ACTS, MOST_BYTES, MOST_LINKS, WITHIN_S, Pace


@pytest.fixture
def night(house: House) -> str:
    """A night of Pharo that is open to players."""
    night = worked_night(house)
    house.do(night, "open_to_players")
    return night


def link_of(house: House, night: str, player: str) -> str:
    with house.app.test_request_context():
        return hand_link(night, player)


def sent(house: House, stranger: Client, night: str, player: str, /, **document: Any) -> tuple[int, str]:
    answer = stranger.post(f"{link_of(house, night, player)}/commands", document, Accept="application/json")
    return answer.status_code, answer.get_json().get("code", "")


def test_what_a_phone_sends_is_a_command_in_the_players_name(house: House, stranger: Client, night: str) -> None:
    assert sent(house, stranger, night, "red", do="paroli", bet="a") == (200, "")
    row = house.book.commands(night)[-1]
    assert (row.document, row.who) == ({"do": "paroli", "bet": "a", "by": "red"}, "Ada Lamb")


def test_who_it_is_by_says_the_link_and_not_the_phone(house: House, stranger: Client, night: str) -> None:
    assert sent(house, stranger, night, "blue", do="paroli", bet="a", by="red") == (422, "not_allowed_here")
    assert sent(house, stranger, night, "blue", do="mask_bet", bet="b", by="red") == (200, "")


@pytest.mark.parametrize(
    "document",
    [
        {"do": "coup", "bank": "6", "punters": "8"},
        {"do": "void"},
        {"do": "close_night"},
        {"do": "open_to_players"},
        {"do": "cash_in", "player": "red", "amount": 100},
        {"do": "amend", "command": "x", "instead": None, "drop": []},
        {"do": "place_bet", "bet": "z", "player": "blue", "kind": "single", "ranks": ["9"], "stake": 100},
    ],
)
def test_nothing_but_what_is_theirs_is_done_by_it(
    house: House, stranger: Client, night: str, document: dict[str, Any]
) -> None:
    before = house.result(night)["events"]
    assert sent(house, stranger, night, "red", **document) == (422, "not_allowed_here")
    assert house.result(night)["events"] == before


def test_a_command_sent_twice_is_done_once(house: House, stranger: Client, night: str) -> None:
    path = f"{link_of(house, night, 'black')}/commands"
    laid = {"do": "place_bet", "bet": "z", "player": "black", "kind": "single", "ranks": ["9"], "stake": 100}
    versions = {stranger.post(path, laid, **{"Idempotency-Key": "phone-0001"}).get_json()["version"] for _ in range(3)}
    assert len(versions) == 1


def test_what_does_not_read_is_refused(house: House, stranger: Client, night: str) -> None:
    path = f"{link_of(house, night, 'red')}/commands"
    bodies: tuple[object, ...] = (None, [], "paroli", 7, {"do": 5}, {"do": []}, {"do": {}}, {"do": None}, {})
    for body in bodies:
        assert stranger.post(path, body, Accept="application/json").get_json()["code"] == "bad_input"


def test_an_act_carries_no_more_than_goes_into_the_book(house: House, stranger: Client, night: str) -> None:
    """A refused act is recorded as it came, with what another game's bet has: a phone would write 64 kB with each."""
    before = len(house.book.commands(night))
    laid = {"do": "place_bet", "bet": "z", "player": "red", "kind": "single", "ranks": ["9"], "stake": 99_999_900}
    room = MOST_BYTES - len(json.dumps({**laid, "win": ""}))
    assert sent(house, stranger, night, "red", **laid, win="x" * (room + 1)) == (413, "too_large")
    assert len(house.book.commands(night)) == before
    assert sent(house, stranger, night, "red", **laid, win="x" * room) == (422, "over_limit")
    assert len(house.book.commands(night)) == before + 1


def test_who_may_do_nothing_writes_nothing_into_the_book(house: House, stranger: Client, night: str) -> None:
    for do, arguments, refused in (
        ("close_to_players", {"player": "red"}, "not_allowed_here"),
        ("close_to_players", {}, "not_allowed_here"),
        ("close_night", {}, "wrong_phase"),
    ):
        house.do(night, do, **arguments)
        before = len(house.book.commands(night))
        assert sent(house, stranger, night, "red", do="mask_bet", bet="d") == (422, refused)
        assert len(house.book.commands(night)) == before


def test_whoever_has_left_does_nothing_and_writes_nothing(house: House, stranger: Client, night: str) -> None:
    house.do(night, "cash_in", player="black", amount=20_000)
    house.do(night, "leave_table", player="black")
    before = len(house.book.commands(night))
    laid = {"do": "place_bet", "bet": "z", "player": "black", "kind": "single", "ranks": ["9"], "stake": 100}
    assert sent(house, stranger, night, "black", **laid) == (422, "unknown_player")
    assert len(house.book.commands(night)) == before


def test_while_cards_are_turned_an_act_is_refused_by_the_rules_and_recorded(
    house: House, stranger: Client, night: str
) -> None:
    house.do(night, "hold_players")
    assert sent(house, stranger, night, "red", do="mask_bet", bet="d") == (422, "bets_closed")
    assert house.book.commands(night)[-1].refused == "bets_closed"


@pytest.mark.parametrize(
    ("then", "otherwise"),
    [
        ([("close_to_players", {})], "not_allowed_here"),
        ([("void", {}), ("close_to_players", {})], "not_allowed_here"),
        ([("close_night", {})], "wrong_phase"),
    ],
    ids=("the game was closed", "it was taken back", "the night was closed"),
)
def test_an_act_in_the_book_is_answered_again_as_it_was(
    house: House, stranger: Client, night: str, then: list[tuple[str, dict[str, Any]]], otherwise: str
) -> None:
    """Its answer may have been lost: the phone sends it again under its id. Another under that id is none of it."""
    path, ident = f"{link_of(house, night, 'red')}/commands", {"Idempotency-Key": "phone-0001"}
    version = stranger.post(path, {"do": "paroli", "bet": "a"}, **ident).get_json()["version"]
    for do, arguments in then:
        house.do(night, do, **arguments)
    commands = len(house.book.commands(night))
    assert stranger.post(path, {"do": "paroli", "bet": "a"}, **ident).get_json() == {"version": version}
    other = stranger.post(path, {"do": "mask_bet", "bet": "a"}, Accept="application/json", **ident)
    assert other.get_json()["code"] == "command_reused"
    assert sent(house, stranger, night, "red", do="paroli", bet="a") == (422, otherwise)
    assert len(house.book.commands(night)) == commands


def test_the_page_says_when_they_may_act(house: House, stranger: Client, night: str) -> None:
    path = link_of(house, night, "red")
    for do, arguments, said in (
        (None, {}, "The game is open."),
        ("hold_players", {}, "No more bets: the cards are being turned."),
        ("close_to_players", {"player": "red"}, "The dealer acts for you: say what you want done."),
        ("close_to_players", {}, "The dealer acts for you: say what you want done."),
        ("close_night", {}, "The night is closed."),
    ):
        if do:
            house.do(night, do, **arguments)
        assert said in stranger.get(path).get_data(as_text=True)


def test_no_other_link_acts_and_this_one_shows_nothing_of_others(house: House, stranger: Client, night: str) -> None:
    with house.app.test_request_context():
        looking = player_link(night, "red")
    key = looking.rsplit("/", 1)[1]
    assert stranger.get(f"/hand/{key}").status_code == 404
    assert stranger.post(f"/hand/{key}/commands", {"do": "paroli", "bet": "a"}).status_code == 404
    assert stranger.get(link_of(house, night, "red") + "x").status_code == 404
    page = stranger.get(link_of(house, night, "red"))
    text = page.get_data(as_text=True)
    assert "Ada Lamb" in text
    assert "Wm. Hart" not in text
    assert page.headers["Referrer-Policy"] == "no-referrer"


def test_a_flood_by_a_link_is_turned_away(house: House, stranger: Client, night: str) -> None:
    answers = [sent(house, stranger, night, "red", do="mask_bet", bet="d")[0] for _ in range(MOST_ACTS + 3)]
    assert answers == [200] * MOST_ACTS + [429] * 3
    # It is the link that waits, and nobody else.
    assert sent(house, stranger, night, "blue", do="mask_bet", bet="b") == (200, "")


def test_a_pace_forgets_and_is_bounded() -> None:
    now = [0.0]
    pace = Pace(lambda: now[0])
    assert [pace.allows("a") for _ in range(MOST_ACTS + 1)] == [True] * MOST_ACTS + [False]
    now[0] = WITHIN_S
    assert pace.allows("a")
    for link in range(MOST_LINKS):
        pace.allows(link)
    assert [pace.allows("a") for _ in range(MOST_ACTS)] == [True] * MOST_ACTS


def test_the_links_page_has_hands_only_while_there_is_something_to_do(house: House, client: Client, night: str) -> None:
    assert "Ada Lamb’s hand" in client.get(f"/nights/{night}/links").get_data(as_text=True)
    assert client.get(f"/nights/{night}/links?of=red&acts=1").status_code == 200
    faro = house.open_night()
    house.seat(faro, red="Ada Lamb")
    assert client.get(f"/nights/{faro}/links?of=red&acts=1").status_code == 404
    house.do(night, "close_night")
    assert "’s hand" not in client.get(f"/nights/{night}/links").get_data(as_text=True)
