"""Signing in and out, by form and over the API; the first start."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from dealer.streams.runtime import Sender
from events.facts.staff import STAFF
from tests.support.house import PIN, STAFF_NAME, Client, House

SENDER = Sender(who="test", device="test")
CODE = "ABCD-EFGH"
FROM_AFAR = {"REMOTE_ADDR": "192.168.7.20"}


def send(client: Client, path: str, environ: dict[str, str] | None = None, **fields: str) -> TestResponse:
    """A form with the token that its page brought."""
    page = client.get("/sign-in").get_data(as_text=True)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    fields["csrf_token"] = token[1] if token else client.token
    return client.http.post(path, data=fields, environ_overrides=environ or {})


def is_signed_in(client: Client) -> bool:
    return client.get("/api/nights").status_code == 200


def test_the_page_offers_the_names_of_the_staff(house: House, stranger: Client) -> None:
    house.auth.engage("Doc Holliday <b>", "1882", SENDER)
    text = stranger.get("/sign-in").get_data(as_text=True)
    assert re.findall(r'type="radio" name="name" value="([^"]+)"', text) == ["Doc Holliday &lt;b&gt;", STAFF_NAME]


def test_a_right_pin_leads_to_where_one_wanted_to_go(stranger: Client) -> None:
    answer = send(stranger, "/sign-in", name=" m. EARP ", pin=PIN, next="/nights/x?deal=2")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/nights/x?deal=2")
    assert is_signed_in(stranger)
    assert stranger.get("/sign-in?next=/nights/x").headers["Location"] == "/nights/x"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "",
        "//evil.example",
        "https://evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "nights",
        "/\t/evil.example",
        "//[",
    ],
)
def test_the_way_on_leads_nowhere_else(stranger: Client, elsewhere: str) -> None:
    assert 'name="next" value="/"' in stranger.get("/sign-in", query_string={"next": elsewhere}).text
    answer = send(stranger, "/sign-in", name=STAFF_NAME, pin=PIN, next=elsewhere)
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize(
    ("name", "pin", "status", "why"),
    [
        (STAFF_NAME, "0000", 401, "not the PIN of M. Earp"),
        (STAFF_NAME, "", 401, "not the PIN of M. Earp"),
        ("Nobody", PIN, 401, "Nobody called Nobody"),
        ("", PIN, 401, "one of the staff"),
    ],
)
def test_what_is_refused_is_said_on_the_page(stranger: Client, name: str, pin: str, status: int, why: str) -> None:
    answer = send(stranger, "/sign-in", name=name, pin=pin)
    assert answer.status_code == status
    assert why in answer.get_data(as_text=True)
    assert not is_signed_in(stranger)


def test_a_sign_in_begins_another_session_and_only_the_devices_name_is_kept(house: House, stranger: Client) -> None:
    """Whoever planted a session on a tablet beforehand holds nothing of the one that begins."""
    stranger.sign_in(STAFF_NAME, "0000")
    with stranger.http.session_transaction() as session:
        session["planted"] = "by a stranger"
        device = session["device"]
    before = stranger.token
    assert stranger.sign_in(STAFF_NAME, PIN).get_json()["device"] == device
    with stranger.http.session_transaction() as session:
        assert set(session) == {"_permanent", "device", "session", "csrf_token"}
    assert stranger.token != before
    answer = stranger.http.post("/api/nights", json={}, headers={"X-CSRFToken": before})
    assert answer.get_json()["code"] == "bad_token"


def test_signing_out_by_form_and_over_the_api(house: House) -> None:
    for path in ("/sign-out", "/api/sign-out"):
        client = house.client()
        assert is_signed_in(client)
        assert client.post(path, {}).status_code in (204, 303)
        assert not is_signed_in(client)


@pytest.mark.parametrize("document", [[], {}, {"name": STAFF_NAME}, {"name": STAFF_NAME, "pin": 1871}, "x"])
def test_the_api_wants_a_name_and_a_pin(stranger: Client, document: object) -> None:
    answer = stranger.post("/api/sign-in", document)
    assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_input")


def test_signing_in_wants_a_token(house: House) -> None:
    answer = house.app.test_client().post("/api/sign-in", json={"name": STAFF_NAME, "pin": PIN})
    assert answer.get_json()["code"] == "bad_token"


def test_no_pin_gets_into_the_book(house: House, client: Client) -> None:
    client.post("/api/sign-in", {"name": STAFF_NAME, "pin": "48151623"})
    house.auth.engage("Doc Holliday", "48151623", SENDER)
    rows = [row for table in house.book.rows(STAFF) for row in table]
    assert rows
    assert not any(pin in str(value) for row in rows for value in row for pin in ("48151623", f'"{PIN}"'))


@pytest.fixture
def empty() -> Iterator[House]:
    """A house at its first start, whose server printed a code."""
    made = House(staff=False, first_code=CODE)
    yield made
    made.book.close()


def first(client: Client, environ: dict[str, str] | None = None, **differs: str) -> TestResponse:
    fields = {"name": STAFF_NAME, "pin": PIN, "pin_again": PIN, **differs}
    return send(client, "/sign-in/first", environ, **fields)


def test_the_first_of_the_staff_is_engaged_at_the_server_itself(empty: House) -> None:
    client = Client(empty.app.test_client())
    assert 'name="code"' not in client.get("/sign-in").get_data(as_text=True)
    assert first(client).status_code == 303
    assert is_signed_in(client)
    assert [one.kind for one in empty.book.facts(STAFF)] == ["StaffEngaged"]


@pytest.mark.parametrize(
    ("environ", "code", "taken"),
    [
        (FROM_AFAR, "", False),
        (FROM_AFAR, "ABCD-EFGX", False),
        (FROM_AFAR, " abcd-efgh ", True),
        ({"HTTP_HOST": "evil.example"}, "", False),
        ({"HTTP_X_FORWARDED_FOR": "192.168.7.20"}, "", False),
        ({"REMOTE_ADDR": "::1", "HTTP_HOST": "[::1]:8321"}, "", True),
        ({"REMOTE_ADDR": "::ffff:127.0.0.1"}, "", True),
        ({"REMOTE_ADDR": ""}, "", False),
    ],
)
def test_from_elsewhere_the_first_needs_the_code_that_the_server_printed(
    empty: House, environ: dict[str, str], code: str, taken: bool
) -> None:
    client = Client(empty.app.test_client())
    page = client.get("/sign-in", environ_overrides=environ).get_data(as_text=True)
    assert ('name="code"' in page) == (not taken or bool(code))
    with client.http.session_transaction() as session:
        assert "session" not in session
    fields = {"name": STAFF_NAME, "pin": PIN, "pin_again": PIN, "code": code}
    fields["csrf_token"] = client.get("/api/token", environ_overrides=environ).get_json()["token"]
    answer = client.http.post("/sign-in/first", data=fields, environ_overrides=environ)
    assert answer.status_code == (303 if taken else 401)
    assert bool(empty.auth.register.members) == taken


def test_without_a_code_nobody_is_the_first_from_elsewhere() -> None:
    house = House(staff=False)
    assert first(Client(house.app.test_client()), FROM_AFAR, code="").status_code == 401
    assert not house.auth.register.members
    house.book.close()


def test_nobody_is_the_first_where_there_is_staff(house: House, stranger: Client) -> None:
    answer = first(stranger, name="J. Ringo")
    assert answer.status_code == 422
    assert "There is staff already" in answer.get_data(as_text=True)
    assert list(house.auth.register.members) == ["m. earp"]


@pytest.mark.parametrize(
    ("pin", "again", "why"),
    [
        ("123", "123", "4 to 12 digits"),
        ("1" * 13, "1" * 13, "4 to 12 digits"),
        ("12a4", "12a4", "4 to 12 digits"),
        ("١٢٣٤", "١٢٣٤", "4 to 12 digits"),
        ("1234", "1235", "not alike"),
    ],
)
def test_a_pin_is_typed_twice_and_is_digits(empty: House, pin: str, again: str, why: str) -> None:
    answer = first(Client(empty.app.test_client()), pin=pin, pin_again=again)
    assert answer.status_code == 400
    assert why in answer.get_data(as_text=True)
    assert not empty.auth.register.members
