"""The guard: who is not signed in is turned away from everything that is not marked as open."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import call, patch

import pytest
from flask import url_for
from werkzeug.routing import Rule

from dealer.staff.staff import SESSION_LASTS
from dealer.streams.runtime import Sender
from events.facts.staff import STAFF
from tests.support.house import PIN, STAFF_NAME, Client, House
from web.app.links import board_link, player_link

OPEN_TO_ALL = {
    "static",
    "game_file",
    "health.healthz",
    "pages.font",
    "pages.icon",
    "pages.opening_style",
    "api.token",
    "sign_in.page",
    "sign_in.sign_in",
    "sign_in.engage_first",
    "sign_in.sign_in_by_api",
    "theme.switch",
    "pwa.shell",
    "pwa.service_worker",
    "pwa.offline",
    "pwa.manifest",
    "sheet_check.page",
    "rules.index",
    "rules.book",
}
BY_LINK = {
    *("board.board", "board.listen"),
    *("player.page", "player.listen", "player.settlement"),
    *("hand.page", "hand.listen", "hand.act"),
}
SENDER = Sender(who="test", device="test")
PAGE = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
SCRIPT = {"Accept": "application/json, text/html;q=0.5"}
STREAM = {"Accept": "text/event-stream"}


def rules(house: House) -> list[tuple[Rule, str]]:
    """Every rule with every method that it answers to."""
    return [(rule, method) for rule in house.app.url_map.iter_rules() for method in sorted(rule.methods or ())]


def address_of(house: House, rule: Rule, night: str) -> str:
    with house.app.test_request_context():
        values: dict[str, Any] = {name: 1 if name in ("hand", "number") else night for name in rule.arguments}
        return url_for(rule.endpoint, **values)


def test_every_rule_but_the_open_ones_turns_a_stranger_away(house: House, stranger: Client) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    book_before = house.book.positions()
    seen = set()
    for rule, method in rules(house):
        seen.add(rule.endpoint)
        if rule.endpoint in OPEN_TO_ALL:
            continue
        answer = stranger.http.open(
            address_of(house, rule, night),
            method=method,
            headers={"X-CSRFToken": stranger.token, **SCRIPT},
            json={"do": "close_night"} if method == "POST" else None,
        )
        wanted = 404 if rule.endpoint in BY_LINK else 401
        assert (answer.status_code, rule.rule, method) == (wanted, rule.rule, method)
        if method not in ("HEAD", "OPTIONS"):
            assert set(answer.get_json()) == {"code", "why"}
        assert "Ada Lamb" not in answer.get_data(as_text=True)
    assert seen >= OPEN_TO_ALL | BY_LINK
    assert house.book.positions() == book_before


def test_a_page_leads_to_the_sign_in_and_a_script_or_a_stream_is_told_why(house: House, stranger: Client) -> None:
    night = house.open_night()
    page = stranger.get(f"/nights/{night}?deal=2", headers=PAGE)
    assert (page.status_code, page.headers["Location"]) == (303, f"/sign-in?next=/nights/{night}?deal%3D2")
    for path, headers in (
        (f"/nights/{night}/table", SCRIPT),
        (f"/nights/{night}/stream", STREAM),
        (f"/nights/{night}/table", {**PAGE, "HX-Request": "true"}),
        ("/api/nights", PAGE),
    ):
        answer = stranger.get(path, headers=headers)
        assert (answer.status_code, answer.get_json()["code"]) == (401, "not_signed_in")


def test_what_is_not_there_is_not_told_apart_from_what_is(stranger: Client) -> None:
    assert stranger.get("/nothing", headers=SCRIPT).status_code == 401
    assert stranger.get("/nothing", headers=PAGE).status_code == 303


def test_a_form_sent_after_the_session_ended_leads_to_the_sign_in(house: House, stranger: Client) -> None:
    answer = stranger.http.post("/nights", data={"csrf_token": stranger.token}, headers=PAGE)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in")
    assert house.assistant.nights() == []


def test_a_link_lets_in_to_what_it_names_and_to_nothing_else(house: House, stranger: Client) -> None:
    one, other = house.open_night(), house.open_night()
    house.seat(one, red="Ada", blue="Ben")
    with house.app.test_request_context():
        board, player = board_link(one), player_link(one, "red")
        key = board.partition("key=")[2]
    assert stranger.get(board, headers=PAGE).status_code == 200
    assert stranger.get(player, headers=PAGE).status_code == 200
    for path in (
        f"/board/{other}?key={key}",
        board[:-1],
        player[:-1],
        f"/player/{key}",
        f"/board/{one}?key={player.rpartition('/')[2]}",
    ):
        assert stranger.get(path, headers=PAGE).status_code == 404
    assert stranger.get(f"/nights/{one}?key={key}", headers=SCRIPT).status_code == 401


def test_who_was_dismissed_is_out_at_the_next_request(house: House, client: Client) -> None:
    house.auth.engage("Doc Holliday", "1882", SENDER)
    assert client.get("/api/nights").status_code == 200
    house.auth.dismiss(STAFF_NAME, SENDER)
    assert client.get("/api/nights").status_code == 401
    house.auth.engage(STAFF_NAME, PIN, SENDER)
    assert client.get("/api/nights").status_code == 401


def test_a_new_pin_ends_the_sessions_begun_with_the_old_one(house: House, client: Client) -> None:
    house.auth.change_pin(STAFF_NAME, "999999", SENDER)
    assert client.get("/api/nights").status_code == 401


def test_a_sign_in_holds_for_sixteen_hours_and_no_longer(house: House) -> None:
    start = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
    house.now = start.isoformat()
    client = house.client()
    house.now = (start + SESSION_LASTS - timedelta(seconds=1)).isoformat()
    assert client.get("/api/nights").status_code == 200
    house.now = (start + SESSION_LASTS).isoformat()
    assert client.get("/api/nights").status_code == 401
    assert timedelta(hours=16) == SESSION_LASTS


def test_a_lock_touches_nobody_who_is_signed_in(house: House, client: Client, stranger: Client) -> None:
    for _ in range(5):
        assert stranger.sign_in(STAFF_NAME, "0000").status_code == 401
    assert stranger.sign_in(STAFF_NAME, PIN).status_code == 429
    assert client.post("/api/nights", {"do": "open_night"}).status_code == 400


def test_a_session_of_another_house_is_none(house: House, client: Client) -> None:
    house.app.secret_key = b"the key of another house"
    assert client.get("/api/nights").status_code == 401


def test_facts_say_who_and_from_which_device(house: House, client: Client) -> None:
    night = house.open_night()
    client.post(f"/api/nights/{night}/commands", {"do": "seat_player", "player": "red", "name": "Ada"})
    seated, signed_in = house.book.facts(night)[-1], house.book.facts(STAFF)[-1]
    assert (seated.who, signed_in.kind) == (STAFF_NAME, "SignedIn")
    assert seated.device == signed_in.device
    assert seated.device.startswith("tablet-")


def test_a_request_asks_the_book_for_the_staff_once(house: House, client: Client) -> None:
    night = house.open_night()
    with patch.object(house.book, "head", wraps=house.book.head) as head:
        assert "PINs are being guessed" not in client.http.get(f"/nights/{night}").get_data(as_text=True)
    assert head.mock_calls.count(call(STAFF)) == 1


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_address_of_the_staffs_own_stream_is_no_night(client: Client, method: str) -> None:
    path = f"/api/nights/{STAFF}" + ("/commands" if method == "POST" else "")
    headers = {"X-CSRFToken": client.token}
    answer = client.http.open(path, method=method, json={"do": "close_night"}, headers=headers)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "no_such_night")
