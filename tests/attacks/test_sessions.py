"""Copied cookies: one is worth nothing once its session has ended, by whatever hand and on every address."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from dealer.staff.keeper import AFTER_THE_NIGHT
from dealer.staff.staff import SESSION_LASTS
from dealer.streams.runtime import Sender
from dealer.verification.staff_and_papers import verify_staff
from events.facts.staff import STAFF
from tests.attacks.strangers import Clock
from tests.support.house import Client, House
from tests.support.staff import PIN, STAFF_NAME
from tests.web.test_access import BY_LINK, OPEN_TO_ALL, SCRIPT, address_of, rules
from web.app.authorization import member_of_session
from web.live import answer

SENDER = Sender(who="test", device="test")


@pytest.fixture
def house(clock: Clock) -> Iterator[House]:
    made = clock.house()
    # The nights go by the clock of authentication.
    made.assistant._nights.clock = made.app.extensions["casekeeper"]._nights.clock = made.auth.clock
    made.auth.engage("Doc Holliday", "1882", SENDER)
    yield made
    made.book.close()


def copy_of(house: House, client: Client) -> Client:
    """A client with a copy of another's cookie."""
    cookie = client.http.get_cookie("casekeeper")
    assert cookie
    copied = Client(house.app.test_client())
    copied.http.set_cookie("casekeeper", cookie.value)
    return copied


def is_in(client: Client) -> bool:
    return client.get("/api/nights").status_code == 200


@pytest.mark.parametrize("path", ["/sign-out", "/api/sign-out"])
def test_a_copied_cookie_is_dead_after_the_sign_out_on_every_address(house: House, path: str) -> None:
    client = house.client()
    copied = copy_of(house, client)
    assert is_in(copied)
    night = house.open_night()
    assert client.post(path, {}).status_code in (204, 303)
    assert client.get("/api/nights").status_code == 401
    for rule, method in rules(house):
        if rule.endpoint in OPEN_TO_ALL | BY_LINK or method == "OPTIONS":
            continue
        answer = copied.http.open(address_of(house, rule, night), method=method, headers=SCRIPT)
        assert answer.status_code == 401, (rule.rule, method)
    assert [one.kind for one in house.book.facts(STAFF)][-1] == "SignedOut"
    assert verify_staff(house.book).sound


def test_who_is_told_of_by_a_session_is_nobody_once_it_has_ended(house: House) -> None:
    """What long-open streams ask again and again."""
    client = house.client()
    with client.http.session_transaction() as session:
        held = dict(session)
    with house.app.app_context():
        member = member_of_session(held)
        assert member
        assert member.name == STAFF_NAME
        client.post("/api/sign-out", {})
        assert member_of_session(held) is None


def test_an_open_stream_ends_with_its_session(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was opened with a copied cookie too: it is asked again every few seconds, here at each beat."""
    monkeypatch.setattr(answer, "BEAT_S", 0.02)
    monkeypatch.setattr(answer, "ASKED_AGAIN_S", 0.0)
    night = house.open_night()
    client = house.client()
    copied = copy_of(house, client)
    with copied.http.get(f"/nights/{night}/stream", headers={"Accept": "text/event-stream"}) as open_stream:
        told = iter(open_stream.response)
        assert [next(told) for _ in range(4)]
        client.post("/api/sign-out", {})
        assert len(list(told)) < 3


def test_a_session_is_ended_from_another_device_and_all_others_at_once(house: House) -> None:
    lost, mine, others = house.client(), house.client(), [house.client() for _ in range(3)]
    with lost.http.session_transaction() as session:
        device = session["device"]
    (standing,) = [one.session for one in house.auth.sessions() if one.session.device == device]
    page = mine.get("/staff").get_data(as_text=True)
    assert standing.hash in page
    sent = mine.http.post("/staff/session/end", data={"csrf_token": mine.token, "session": standing.hash})
    assert sent.status_code == 303
    assert [is_in(one) for one in (lost, mine, *others)] == [False, True, True, True, True]
    again = mine.http.post("/staff/session/end", data={"csrf_token": mine.token, "session": standing.hash})
    assert again.status_code == 404
    assert "it has ended already" in again.get_data(as_text=True)
    assert mine.http.post("/staff/session/end-others", data={"csrf_token": mine.token}).status_code == 303
    assert [is_in(one) for one in (lost, mine, *others)] == [False, True, False, False, False]
    assert len(house.auth.sessions()) == 1


def test_the_book_holds_nothing_that_makes_a_cookie(house: House) -> None:
    client = house.client()
    with client.http.session_transaction() as session:
        session_id = session["session"]
    rows = [row for table in house.book.rows(STAFF) for row in table]
    assert not any(session_id in str(value) for row in rows for value in row)


def test_a_cookie_of_the_version_before_lets_nobody_in(house: House, clock: Clock) -> None:
    client = Client(house.app.test_client())
    with client.http.session_transaction() as session:
        session["device"] = "tablet-1"
        session["pass"] = [STAFF_NAME.casefold(), 1, "2099-01-01T00:00:00.000Z"]
        session["session"] = [STAFF_NAME.casefold(), 1, "2099-01-01T00:00:00.000Z"]
    assert not is_in(client)


def test_a_new_sign_in_on_the_same_device_ends_the_session_before(house: House) -> None:
    client = house.client()
    copied = copy_of(house, client)
    assert client.sign_in("Doc Holliday", "1882").status_code == 200
    assert is_in(client)
    assert not is_in(copied)


def test_a_session_ends_an_hour_after_the_last_open_night_was_closed(house: House, clock: Clock) -> None:
    client = house.client()
    one, other = house.open_night(), house.open_night()
    clock.wait(house, timedelta(hours=2))
    house.do(one, "close_night")
    clock.wait(house, AFTER_THE_NIGHT + timedelta(minutes=1))
    assert is_in(client), "another night stands open"
    house.do(other, "close_night")
    late = house.client()
    clock.wait(house, AFTER_THE_NIGHT - timedelta(seconds=1))
    assert is_in(client)
    clock.wait(house, timedelta(seconds=1))
    assert not is_in(client)
    house.open_night()
    assert not is_in(client), "the next night is not the one that it was begun for"
    assert is_in(late), "begun after the close"
    assert len(house.auth.sessions()) == 1


def test_nights_in_a_row_are_one_evening(house: House, clock: Clock) -> None:
    """Nobody is signed out in the middle of a deal because a night before it was closed."""
    client = house.client()
    house.do(house.open_night(), "close_night")
    clock.wait(house, AFTER_THE_NIGHT - timedelta(minutes=1))
    night = house.open_night()
    clock.wait(house, timedelta(hours=3))
    assert is_in(client)
    house.do(night, "close_night")
    clock.wait(house, AFTER_THE_NIGHT)
    assert not is_in(client)


def test_a_session_ends_after_sixteen_hours_though_the_night_goes_on(house: House, clock: Clock) -> None:
    client = house.client()
    house.open_night()
    clock.wait(house, SESSION_LASTS - timedelta(seconds=1))
    assert is_in(client)
    clock.wait(house, timedelta(seconds=1))
    assert not is_in(client)
    assert not house.auth.sessions()


def test_a_new_pin_and_a_dismissal_end_all_sessions_but_the_one_that_changed_it(house: House) -> None:
    mine, other = house.client(), house.client()
    fields = {"csrf_token": mine.token, "old_pin": PIN, "pin": "2222", "pin_again": "2222"}
    assert mine.http.post("/staff/pin", data=fields).status_code == 303
    assert (is_in(mine), is_in(other)) == (True, False)
    assert len(house.auth.sessions()) == 1
    house.auth.dismiss(STAFF_NAME, SENDER)
    assert not is_in(mine)
    assert not house.auth.sessions()
    assert verify_staff(house.book).sound
