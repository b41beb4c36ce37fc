"""Programs: tokens and their roles, the feed of a night's events, the typed client, and the bot of the docs."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from dealer.house.roles import AUDITOR, CAGE, DEALER, FLOOR, OWNER, ROLES
from dealer.verification.streams import verify, verify_house
from ledger.export import FORMATS, Commodities
from tests.attacks.servers import served as served_at
from tests.support.house import OPENING, PIN, STAFF_NAME, Client, House
from tests.web.axe import found
from tests.web.programs import token_for
from tests.web.served import served
from tests.web.tablet_in_browser import Tablets
from tests.web.test_roles import COMMANDS, code_of, signed_in, with_roles
from web.api import client as client_module
from web.api.client import ApiError
from web.api.client import Client as ApiClient
from web.api.openapi import operations
from web.app.authorization import STAFF, audience_of, still_signed_in

DOCS = Path(__file__).parents[2] / "docs" / "api.md"


class Program:
    """A program that sends requests with a token, and no cookie."""

    def __init__(self, house: House, name: str, role: str) -> None:
        self.token = token_for(house, name, role)
        self.http = house.app.test_client(use_cookies=False)
        self.headers = {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str) -> TestResponse:
        return self.http.get(path, headers=self.headers)

    def post(self, path: str, body: Any) -> TestResponse:
        return self.http.post(path, json=body, headers=self.headers)


def is_sound(house: House, night: str) -> None:
    """Assert that a night and the house are verified: every command is decided again, with the roles of programs."""
    assert verify(house.book, night).finding is None
    assert verify_house(house.book).finding is None


def issue(client: Client, name: str, role: str) -> TestResponse:
    fields = {"csrf_token": client.token, "program": name, "role": role, "command_id": f"issue-{name}"}
    return client.http.post("/staff/tokens", data=fields)


def test_a_token_is_shown_once_and_stored_as_its_hash(house: House, client: Client) -> None:
    page = issue(client, "scoreboard", AUDITOR)
    shown = re.search(r"<code>([\w-]{43})</code>", page.text)
    assert shown
    token = shown[1]
    assert token not in client.get("/staff").text
    assert "scoreboard" in client.get("/staff").text
    rows = str(house.book.rows("house"))
    assert token not in rows
    assert sha256(token.encode()).hexdigest() in rows
    headers = {"Authorization": f"Bearer {token}"}
    assert house.app.test_client().get("/api/house", headers=headers).status_code == 200


def test_a_token_that_was_just_made_is_in_view(tablets: Tablets) -> None:
    tablet = tablets.new()
    tablet.go("/staff")
    tablet.page.locator("[name=program]").fill("scoreboard")
    tablet.page.locator(".of-tokens button").tap()
    token = tablet.page.locator(".issued code")
    expect(token).to_be_in_viewport(ratio=1)
    assert found(tablet.page) == []


def test_the_page_says_when_a_token_was_used_and_revokes_it(
    house: House, client: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.app.authorization.SHARED_FOR_S", 0.0)
    program = Program(house, "scoreboard", AUDITOR)
    assert "not used since" in client.get("/staff").text
    assert program.get(f"/api/nights/{night}").status_code == 200
    assert "last used" in client.get("/staff").text
    with house.app.test_request_context(f"/api/nights/{night}/events", headers=program.headers):
        is_let_in = still_signed_in()
    assert is_let_in()
    answer = client.http.post("/staff/tokens/revoke", data={"csrf_token": client.token, "name": "scoreboard"})
    assert answer.status_code == 303
    assert not is_let_in()
    refused = program.get(f"/api/nights/{night}")
    assert (refused.status_code, code_of(refused)) == (401, "unknown_token")
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert code_of(program.post(f"/api/nights/{night}/commands", {"do": "close_night"})) == "unknown_token"


def test_what_a_program_does_is_in_the_book_under_its_name(house: House, night: str) -> None:
    program = Program(house, "robot", DEALER)
    answer = program.post(f"/api/nights/{night}/commands", {"do": "seat_player", "player": "green", "name": "Eve"})
    assert answer.status_code == 200
    last = house.service.events(night)[-1]
    assert (last.who, last.device) == ("program robot", f"token-{sha256(program.token.encode()).hexdigest()[:8]}")
    assert house.book.commands(night)[-1].document["who"] == "program robot"
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("role", ROLES)
def test_a_program_may_do_over_the_api_what_a_person_of_its_role_may(house: House, role: str) -> None:
    """The same routes and commands, answered alike. The night is nobody's of the two."""
    night = with_roles(house).open_night()
    house.service.execute_for_house({"do": "register_player", "card": "ada", "name": "Ada Lamb"}, house.sender)
    person, program = signed_in(house, role), Program(house, "robot", role)
    for operation in operations():
        rule = next(rule for rule in house.app.url_map.iter_rules() if rule.endpoint == operation.endpoint)
        if "GET" in (rule.methods or ()) and audience_of(house.app.view_functions[rule.endpoint]) is STAFF:
            path = rule.rule.replace("<night>", night)
            answers = [person.get(path), program.get(path)]
            assert answers[0].status_code == answers[1].status_code, path
            assert code_of(answers[0]) == code_of(answers[1])
    for word, (where, arguments) in COMMANDS.items():
        path = f"/api/nights/{night}/commands" if where == "night" else "/api/house/commands"
        # Sent again, a command may be done already; whether it is permitted comes before.
        refused = [code_of(sender.post(path, {"do": word, **arguments})) for sender in (person, program)]
        assert (refused[0] == "not_permitted") == (refused[1] == "not_permitted"), word


def test_a_program_has_its_role_where_the_staff_have_none(house: House, night: str) -> None:
    auditor, cage = Program(house, "scoreboard", AUDITOR), Program(house, "cashier", CAGE)
    path = f"/api/nights/{night}/commands"
    assert code_of(auditor.post(path, {"do": "close_night"})) == "not_permitted"
    assert code_of(cage.post(path, {"do": "close_night"})) == "not_permitted"
    assert code_of(auditor.post("/api/nights", OPENING)) == "not_permitted"
    assert cage.post(path, {"do": "fill", "amount": 10_000}).status_code == 200
    assert code_of(cage.post("/api/house/commands", {"do": "house_rules", "dealers_cut": 5})) == "not_permitted"
    house.do(night, "close_night")
    is_sound(house, night)


def test_a_program_with_the_role_dealer_reads_its_own_nights(house: House, night: str) -> None:
    program = Program(house, "robot", DEALER)
    assert code_of(program.get(f"/api/nights/{night}")) == "not_permitted"
    own = program.post("/api/nights", OPENING).get_json()["night"]
    assert program.get(f"/api/nights/{own}/events").status_code == 200
    assert program.get("/api/nights").get_json() == {"nights": [own]}


def test_a_token_counts_under_the_api_alone_and_more_than_a_cookie(house: House, client: Client, night: str) -> None:
    program = Program(house, "scoreboard", AUDITOR)
    assert program.http.get("/staff", headers=program.headers).status_code == 303
    # The cookie is an owner's in all but name.
    answer = client.http.post(f"/api/nights/{night}/commands", json={"do": "close_night"}, headers=program.headers)
    assert code_of(answer) == "not_permitted"
    forged = client.http.post(f"/api/nights/{night}/commands", json={"do": "close_night"})
    assert code_of(forged) == "bad_token"
    wrong = {"Authorization": "Bearer nothing", "X-CSRFToken": client.token}
    answer = client.http.post(f"/api/nights/{night}/commands", json={"do": "close_night"}, headers=wrong)
    assert code_of(answer) == "unknown_token"
    basic = {"Authorization": "Basic eDp5", "X-CSRFToken": client.token}
    assert client.http.get(f"/api/nights/{night}", headers=basic).status_code == 200


def test_a_program_cannot_be_the_second_person(house: House, night: str) -> None:
    with_roles(house)
    house.service.execute_for_house({"do": "house_rules", "second_marker": 0}, house.sender)
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    token_for(house, "robot", OWNER)
    marker = {"do": "issue_marker", "player": "red", "amount": 10_000}
    path = f"/api/nights/{night}/commands"
    owner = signed_in(house, OWNER)
    assert code_of(owner.post(path, marker)) == "second_needed"
    assert code_of(owner.post(path, {**marker, "second": "program robot", "second_pin": PIN})) == "unknown_staff"
    other = Program(house, "cashier", OWNER)
    assert other.post(path, {**marker, "second": FLOOR, "second_pin": PIN}).status_code == 200


def test_a_person_who_is_called_as_a_program_has_not_its_role(house: House) -> None:
    with_roles(house)
    house.auth.engage("program robot", PIN, house.sender)
    token_for(house, "robot", OWNER)
    person = Client(house.app.test_client())
    assert person.sign_in("program robot", PIN).status_code == 200
    answers = [person.get("/api/house"), person.post("/api/house/commands", {"do": "house_rules", "dealers_cut": 5})]
    assert [code_of(answer) for answer in answers] == ["unknown_staff", "unknown_staff"]


TAKEN = [
    ({"do": "issue_token", "name": "robot", "role": DEALER, "token_hash": "0" * 64}, "already_done"),
    ({"do": "issue_token", "name": "other", "role": "king", "token_hash": "0" * 64}, "bad_input"),
    ({"do": "issue_token", "name": "other", "role": DEALER, "token_hash": "0" * 63}, "bad_input"),
    ({"do": "issue_token", "name": "other", "role": DEALER, "token_hash": "0" * 63 + "\n"}, "bad_input"),
    ({"do": "engage", "name": "program robot", "roles": [OWNER]}, "already_done"),
    ({"do": "revoke_token", "name": "other"}, "unknown_program"),
]


@pytest.mark.parametrize(("document", "code"), TAKEN)
def test_names_of_programs_and_people_differ(house: House, client: Client, document: dict[str, Any], code: str) -> None:
    token_for(house, "robot", DEALER)
    assert code_of(client.post("/api/house/commands", document)) == code
    page = issue(client, "robot", DEALER)
    assert (page.status_code, "There is a token for robot already" in page.text) == (422, True)


def test_events_come_after_any_version_in_the_form_of_the_export(house: House, night: str) -> None:
    program = Program(house, "scoreboard", AUDITOR)
    exported = b"".join(FORMATS["jsonl"].pieces(house.book, [night], Commodities())).decode().splitlines()
    facts = [row for row in map(json.loads, exported) if row["row"] == "fact"]
    for after in (0, 3, len(facts)):
        page = program.get(f"/api/nights/{night}/events?after={after}").get_json()
        assert page == {"night": night, "version": len(facts), "events": facts[after:]}
    assert program.get(f"/api/nights/{night}/events?after=99").get_json()["events"] == []
    assert code_of(program.get(f"/api/nights/{night}/events?after=x")) == "bad_input"
    assert code_of(program.get("/api/nights/nowhere/events")) == "no_such_night"


@pytest.fixture
def api(house: House) -> Iterator[Callable[[str, str], ApiClient]]:
    """Makes clients of programs, by name and role."""
    with served(house) as address:
        yield lambda name, role: ApiClient(address, token_for(house, name, role))


def test_a_follower_gets_every_event_old_and_new(
    house: House, night: str, api: Callable[[str, str], ApiClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In parts of three at first, then live; another goes on after a version."""
    monkeypatch.setattr("web.api.routes.MOST_EVENTS", 3)
    scoreboard = api("scoreboard", AUDITOR)
    followed = scoreboard.follow(night)
    known = len(house.book.events(night))
    first = list(islice(followed, known))
    assert [event.version for event in first] == list(range(1, known + 1))
    assert list(scoreboard.events(night)) == first
    dealt = Thread(target=house.do, args=(night, "turn"), kwargs={"loser": "4s", "winner": "Qd"})
    dealt.start()
    new = next(followed)
    dealt.join()
    assert (new.version, new.kind) == (known + 1, house.book.events(night)[known].kind)
    assert next(scoreboard.follow(night, after=known)) == new


def test_a_follower_connects_again_where_its_stream_ended(
    house: House, night: str, api: Callable[[str, str], ApiClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The night goes on when the third stream has begun."""
    monkeypatch.setattr("web.live.answer.LONGEST_S", 0.05)
    monkeypatch.setattr("web.live.answer.BEAT_S", 0.02)
    monkeypatch.setattr(client_module, "FIRST_PAUSE_S", 0.0)
    connect, connections, third = urllib.request.urlopen, iter(range(1, 1_000)), Event()

    def counted(*arguments: Any, **options: Any) -> Any:
        if next(connections) == 3:
            third.set()
        return connect(*arguments, **options)

    monkeypatch.setattr(client_module, "urlopen", counted)
    followed = api("scoreboard", AUDITOR).follow(night)
    known = len(house.book.events(night))
    assert [event.version for event in islice(followed, known)] == list(range(1, known + 1))

    def go_on() -> None:
        third.wait()
        house.do(night, "turn", loser="4s", winner="Qd")

    dealer = Thread(target=go_on)
    dealer.start()
    assert next(followed).version == known + 1
    dealer.join()


def test_a_revoked_token_ends_its_stream(
    house: House, night: str, api: Callable[[str, str], ApiClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.live.answer.BEAT_S", 0.05)
    followed = api("scoreboard", AUDITOR).follow(night)
    next(followed)
    house.service.execute_for_house({"do": "revoke_token", "name": "scoreboard"}, house.sender)
    with pytest.raises(ApiError) as ended:
        list(followed)
    assert (ended.value.status, ended.value.code) == (401, "unknown_token")


def test_the_client_has_a_method_for_every_operation_of_programs(
    house: House, night: str, api: Callable[[str, str], ApiClient]
) -> None:
    robot, opening = api("robot", OWNER), dict[str, Any](OPENING)
    opened = robot.open_night(**opening)
    assert opened.version == 1
    seated = robot.do(opened.night, "seat_player", player="red", name="Ada Lamb", seen=1)
    assert seated.facts == ("PlayerSeated",)
    assert set(robot.nights()) == {night, opened.night}
    assert robot.night(night) == msgspec.convert(house.result(night), type(robot.night(night)))
    assert "place_bet" in {possible.do for possible in robot.legal(night)["faro"]}
    robot.do(night, "place_bet", bet="b1", player="red", kind="single", ranks=["Q"], stake=500)
    turn = robot.do(night, "turn", loser="4s", winner="Qd")
    assert robot.propose(night, turn.command, None).players["red"] == -500
    robot.do_for_house("register_player", card="ada", name="Ada Lamb")
    assert robot.house().cards["ada"].deposit == 0
    with pytest.raises(ApiError) as refused:
        robot.do(opened.night, "start_deal", seen=1)
    assert (refused.value.code, refused.value.status) == ("stale_version", 412)


def test_a_command_whose_answer_is_lost_is_sent_again_and_done_once(
    house: House, night: str, api: Callable[[str, str], ApiClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    robot, sent = api("robot", OWNER), urllib.request.urlopen
    lost = iter((True, True, False))

    def losing(*arguments: Any, **options: Any) -> Any:
        answer = sent(*arguments, **options)
        if next(lost):
            answer.close()
            raise ConnectionResetError
        return answer

    monkeypatch.setattr(client_module, "urlopen", losing)
    monkeypatch.setattr(client_module, "FIRST_PAUSE_S", 0.0)
    before = house.result(night)["players"]["red"]["bought"]
    robot.do(night, "buy_checks", player="red", amount=5_000)
    assert house.result(night)["players"]["red"]["bought"] == before + 5_000


def test_a_program_has_the_rates_of_a_link(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    token = token_for(house, "scoreboard", AUDITOR)
    with served_at(house.app, files_at_once=8, files_s=0.01, longest_pause_s=0.01, turned_away_s=0.0) as port:
        scoreboard = ApiClient(f"http://127.0.0.1:{port}", token, tries=1)
        assert scoreboard.nights() == scoreboard.nights() == ()
        with pytest.raises(ApiError) as refused:
            scoreboard.nights()
    assert (refused.value.status, refused.value.code) == (429, "too_many_requests")


def test_a_server_that_is_gone_is_an_error_of_the_line() -> None:
    with pytest.raises(OSError, match="refused"):
        ApiClient("http://127.0.0.1:9", "token", tries=1).nights()


def test_the_bot_of_the_docs_deals_a_night(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = DOCS.read_text(encoding="utf-8").rpartition("```python\n")[2].partition("```")[0]
    assert len(bot.splitlines()) <= 42
    with served(house) as address:
        monkeypatch.setenv("CASEKEEPER_URL", address)
        monkeypatch.setenv("CASEKEEPER_TOKEN", token_for(house, "robot", DEALER))
        exec(compile(bot, str(DOCS), "exec"), {"__name__": "__main__"})
    [night] = house.book.nights()
    assert house.service.night(night).closed
    assert {event.who for event in house.service.events(night)} == {"program robot"}
    assert "Ada Lamb: " in capsys.readouterr().out
    is_sound(house, night)
    assert STAFF_NAME not in str(house.book.rows(night))
