"""The JSON API: commands by id, versions, refusals, and what does not read."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.house import OPENING, STAFF_NAME, Client, House
from tests.web.evenings import pharo_night

NEVER_SEATED = {"do": "buy_checks", "player": "red", "amount": 10_000}
SEAT = {"do": "seat_player", "player": "red", "name": "Ada Lamb"}


def test_a_night_is_opened_and_its_result_read(client: Client, house: House) -> None:
    opened = client.post("/api/nights", OPENING)
    assert opened.status_code == 201
    night = opened.get_json()["night"]
    assert opened.headers["Location"] == f"/api/nights/{night}"
    result = client.get(f"/api/nights/{night}")
    assert result.get_json() == house.result(night)
    assert result.headers["ETag"] == '"1"'
    assert client.get("/api/nights").get_json() == {"nights": [night]}


def test_a_command_answers_with_the_events_it_made(client: Client, house: House) -> None:
    night = house.open_night()
    answer = client.post(f"/api/nights/{night}/commands", SEAT)
    assert answer.status_code == 200
    body = answer.get_json()
    assert (body["night"], body["version"], body["facts"]) == (night, 2, ["PlayerSeated"])
    assert body["head"] == house.result(night)["head"]


def test_the_same_command_id_is_carried_out_once(client: Client, house: House) -> None:
    night = house.open_night()
    client.post(f"/api/nights/{night}/commands", SEAT)
    buys = {"do": "buy_checks", "player": "red", "amount": 5_000}
    answers = [client.post(f"/api/nights/{night}/commands", buys, Idempotency_Key="touch-0001") for _ in range(3)]
    assert [answer.get_json() for answer in answers] == [answers[0].get_json()] * 3
    assert house.result(night)["players"]["red"]["bought"] == 5_000


TWICE = {
    "/api/nights": '{"table": "Tiger", "table": "Lion"}',
    "/api/nights/{}/commands": '{"do": "start_deal", "do": "close_night"}',
    "/api/nights/{}/proposals": '{"command": "a", "instead": {"do": "tip", "amount": 1, "amount": 2}}',
    "/nights/{}/commands": '{"do": "seat_player", "player": "red", "name": "Ada", "name": "Doc"}',
    "/api/house/commands": '{"do": "register_person", "name": "Ada", "name": "Doc"}',
    "/api/sign-in": '{"name": "M. Earp", "pin": "1871", "pin": "1872"}',
}


@pytest.mark.parametrize("path", TWICE)
def test_json_with_a_key_twice_is_refused_and_says_which(client: Client, house: House, path: str) -> None:
    """The last one counted, and whoever read the first of them, such as a log or a proxy, read another command."""
    night = house.open_night()
    headers = {"X-CSRFToken": client.token, "Content-Type": "application/json", "Accept": "application/json"}
    answer = client.http.post(path.format(night), data=TWICE[path], headers=headers)
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_input")
    assert re.fullmatch(
        r"The key '(table|do|amount|name|pin)' is given twice\. Give it once\.", answer.get_json()["why"]
    )
    assert len(house.book.commands(night)) == 1


def test_a_retry_is_answered_though_the_night_has_moved_on(client: Client, house: House) -> None:
    night = house.open_night()
    path = f"/api/nights/{night}/commands"
    first = client.post(path, SEAT, Idempotency_Key="touch-0001", If_Match='"1"')
    house.do(night, "start_deal")
    again = client.post(path, SEAT, Idempotency_Key="touch-0001", If_Match='"1"')
    assert (again.status_code, again.get_json()) == (200, first.get_json())


def test_a_refusal_is_the_answer_for_its_id_for_good(client: Client, house: House) -> None:
    night = house.open_night()
    path = f"/api/nights/{night}/commands"
    refused = client.post(path, NEVER_SEATED, Idempotency_Key="touch-0001")
    assert refused.status_code == 422
    assert refused.get_json()["code"] == "unknown_player"
    house.do(night, "seat_player", player="red", name="Ada")
    assert client.post(path, NEVER_SEATED, Idempotency_Key="touch-0001").get_json() == refused.get_json()


def test_one_id_for_two_commands_is_refused(client: Client, house: House) -> None:
    night = house.open_night()
    path = f"/api/nights/{night}/commands"
    client.post(path, SEAT, Idempotency_Key="touch-0001")
    other = client.post(path, {**SEAT, "player": "blue"}, Idempotency_Key="touch-0001")
    assert (other.status_code, other.get_json()["code"]) == (409, "command_reused")


def test_a_stale_version_is_refused_and_nothing_done(client: Client, house: House) -> None:
    night = house.open_night()
    house.do(night, "seat_player", player="red", name="Ada")
    late = client.post(f"/api/nights/{night}/commands", {"do": "start_deal"}, If_Match='"1"')
    assert (late.status_code, late.get_json()["code"]) == (412, "stale_version")
    assert house.result(night)["events"] == 2


def test_a_phone_that_opens_its_link_makes_no_touch_stale(client: Client, house: House) -> None:
    """On a slow line the dealer's next touch was given back."""
    night = pharo_night(house)
    seen = house.result(night)["events"]
    house.do(night, "bind_hand", player="red", device="phone", link="the first")
    taken = client.post(f"/api/nights/{night}/commands", {"do": "start_deal"}, If_Match=f'"{seen}"')
    assert taken.status_code == 200


BODIES = (b"", b"{", b"[1, 2", b"\xff\xfe", b'{"do": NaN}', b'{"do": "\\ud800"}', b"[" * 40_000)
DOCUMENTS: list[Any] = [[], "void", 7, None, {}, {"do": "fly"}, {"do": ["void"]}, {"do": "buy_checks"}]
PROPOSALS: list[Any] = [[], {}, {"command": 7, "instead": None}, {"command": "x", "instead": "it"}]
HEADERS = [{"Idempotency-Key": "short"}, {"Idempotency-Key": "é" * 12}, {"If-Match": "x"}]
UNREADABLE: list[tuple[str, dict[str, Any]]] = [
    *(("commands", {"data": body}) for body in BODIES),
    *(("commands", {"json": document}) for document in DOCUMENTS),
    *(("commands", {"json": SEAT, "headers": headers}) for headers in HEADERS),
    *(("proposals", {"json": proposal}) for proposal in PROPOSALS),
]
"""Bodies, documents and headers, by where they are sent."""


@pytest.mark.parametrize(("path", "sent"), UNREADABLE)
def test_what_does_not_read_is_bad_input(client: Client, night: str, path: str, sent: dict[str, Any]) -> None:
    headers = {"X-CSRFToken": client.token, **sent.get("headers", {})}
    answer = client.http.post(f"/api/nights/{night}/{path}", **{**sent, "headers": headers})
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_input")


def test_a_night_is_not_opened_inside_another(client: Client, house: House) -> None:
    night = house.open_night()
    answer = client.post(f"/api/nights/{night}/commands", {"do": "open_night", **OPENING})
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_input")
    assert client.post("/api/nights", {"do": "void"}).status_code == 400
    assert client.post("/api/nights", []).status_code == 400
    assert house.service.nights() == [night]


def test_an_unknown_night_is_not_there(client: Client) -> None:
    for answer in (client.get("/api/nights/nowhere"), client.post("/api/nights/nowhere/commands", SEAT)):
        assert (answer.status_code, answer.get_json()["code"]) == (404, "no_such_night")


def test_errors_of_http_are_json_too(client: Client) -> None:
    nothing = client.get("/api/nothing")
    assert (nothing.status_code, nothing.get_json()["code"]) == (404, "not_found")
    wrong = client.http.delete("/api/nights", headers={"X-CSRFToken": client.token})
    assert (wrong.status_code, wrong.get_json()["code"]) == (405, "method_not_allowed")
    assert set(wrong.headers["Allow"].split(", ")) >= {"GET", "POST"}
    large = client.post("/api/nights", {**OPENING, "table": "x" * 70_000})
    assert (large.status_code, large.get_json()["code"]) == (413, "too_large")


def test_a_night_played_through_the_api_ends_as_it_does_past_it(client: Client, house: House) -> None:
    script: list[dict[str, Any]] = [
        SEAT,
        {"do": "buy_checks", "player": "red", "amount": 5_000},
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "5"},
        {"do": "place_bet", "bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500},
        {"do": "turn", "loser": "2", "winner": "Q"},
        {"do": "close_night"},
    ]
    first, second = house.open_night(), house.open_night()
    for command in script:
        house.do(first, **command)
        assert client.post(f"/api/nights/{second}/commands", command).status_code == 200
    results = [client.get(f"/api/nights/{night}").get_json() for night in (first, second)]
    for part in ("players", "bank", "bets", "events"):
        assert results[0][part] == results[1][part]


def test_a_command_is_put_right_after_it_was_asked_what_comes_of_it(client: Client, house: House) -> None:
    night = house.open_night()
    path, queen = f"/api/nights/{night}", {"do": "place_bet", "bet": "b", "player": "red", "kind": "single"}
    lines: list[tuple[str, dict[str, Any]]] = [
        ("touch-seat", SEAT),
        ("touch-buys", {"do": "buy_checks", "player": "red", "amount": 5_000}),
        ("touch-deal", {"do": "start_deal"}),
        ("touch-soda", {"do": "expose_soda", "card": "Ks"}),
        ("touch-bet", {**queen, "ranks": ["Q"], "stake": 500}),
        ("touch-press", {"do": "press_bet", "bet": "b", "add": 500}),
        ("touch-turn", {"do": "turn", "loser": "Qs", "winner": "4d"}),
    ]
    for ident, line in lines:
        assert client.post(f"{path}/commands", line, Idempotency_Key=ident).status_code == 200
    before = house.result(night)
    won = {"command": "touch-turn", "instead": {"do": "turn", "loser": "5s", "winner": "Qd"}}
    assert client.post(f"{path}/proposals", won).get_json() == {
        "drop": [],
        "dropped": [],
        "players": {"red": 2_000},
        "bank": {"result": -2_000, "tokes": 0, "pot": 0},
        "bets": [
            {"bet": "b", "player": "red", "deal": 1, "turn": 1, "was": ["lost"], "would_be": ["won"], "cents": 2_000}
        ],
    }
    struck = client.post(f"{path}/proposals", {"command": "touch-bet", "instead": None}).get_json()
    assert (struck["drop"], struck["dropped"][0]["code"]) == (["touch-press"], "unknown_bet")
    assert house.result(night) == before, "asking records nothing"
    amend = {"do": "amend", **won, "drop": []}
    answers = [client.post(f"{path}/commands", amend, Idempotency_Key="touch-right").get_json() for _ in range(2)]
    assert answers[0]["facts"][:3] == ["CommandAmended", "CommandGivenAgain", "LoserDrawn"]
    assert answers[1]["version"] == answers[0]["version"], "sent again, it is not done again"
    assert house.result(night)["players"]["red"]["net"] == 1_000
    client.post(f"{path}/commands", {"do": "void"})
    assert house.result(night)["players"] == before["players"]


def test_a_seat_that_looks_like_another_is_taken_and_warned_of(client: Client, night: str) -> None:
    body: dict[str, object] = {"do": "seat_player", "player": "Red", "name": "A. Lamb"}
    answer = client.post(f"/api/nights/{night}/commands", body)
    assert answer.status_code == 200
    assert answer.get_json()["warnings"] == ["The seat “Red” looks like the seat “red” of Ada Lamb."]
    body = {"do": "buy_checks", "player": "Red", "amount": 500}
    assert client.post(f"/api/nights/{night}/commands", body).get_json()["warnings"] == []


def test_a_token_comes_with_the_name_of_whose_session_it_is_good_for(client: Client, stranger: Client) -> None:
    """A page that stays open while another signs in in another tab sends nothing in their name."""
    assert client.get("/api/token").get_json()["name"] == STAFF_NAME
    assert stranger.get("/api/token").get_json()["name"] == ""


def test_what_is_possible_now_is_told_with_what_its_arguments_can_be(client: Client, house: House) -> None:
    """The legal commands lead through a hand, and none is left when the night is closed."""
    night = house.open_night(game="farmer", house="usual", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    path = f"/api/nights/{night}/legal"
    (start,) = client.get(path).get_json()["farmer"]
    assert start == {"do": "start_hand", "takes": {"dealer": {"type": "Seat", "among": ["red", "blue"]}}}
    house.do(night, "start_hand", dealer="red")
    for player in ("blue", "red"):
        legal = {entry["do"]: entry["takes"] for entry in client.get(path).get_json()["farmer"]}
        assert legal["show_hand"]["player"]["among"][0] == player
        house.do(night, "show_hand", player=player, cards=["A", "2"])
    assert [entry["do"] for entry in client.get(path).get_json()["farmer"]] == ["show_hand", "settle_hand", "void_hand"]
    house.do(night, "settle_hand")
    house.do(night, "close_night")
    assert client.get(path).get_json() == {}
