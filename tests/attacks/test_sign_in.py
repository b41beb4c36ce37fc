"""Guessed PINs and copied cookies: few tries, nobody locked out, and sessions that end when they should."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Literal

import pytest
from argon2 import PasswordHasher
from itsdangerous import TimestampSigner

from dealer.commands.refusal import Refusal
from dealer.staff import SESSION_LASTS
from dealer.staff_keeper import AFTER_THE_NIGHT, StaffKeeper
from dealer.streams import Sender
from dealer.verification.streams import verify_staff
from events.common.house import STAFF
from tests.attacks.servers import Clock, guess, until
from tests.support.event_loop import parts_of, stream_at
from tests.support.house import CHEAP, PIN, STAFF_NAME, Client, House
from tests.web.test_access import BY_LINK, OPEN_TO_ALL, SCRIPT, address_of, rules
from web.app import authorization
from web.app.authentication import IN_LINE, Pins
from web.app.authorization import member_of_session
from web.live import answer

SENDER = Sender(who="test", device="test")
OTHERS = {"Doc Holliday": "1882", "L. Short": "1883", "B. Masterson": "1884"}
SOON, LATER = timedelta(minutes=1), timedelta(minutes=20)
"""How often strangers try: often while waits are short, and once those are long no more often than pays."""


@pytest.fixture
def house(clock: Clock) -> Iterator[House]:
    """A house of four, by a clock that the test sets."""
    made = clock.house()
    for name, pin in OTHERS.items():
        made.auth.engage(name, pin, SENDER)
    yield made
    made.book.close()


def taken_in_a_day(clock: Clock, house: House, addresses: list[str], names: list[str]) -> dict[str, int]:
    """How many PINs under each name are looked at in a day of strangers who try all of them again and again."""
    looked_at = dict.fromkeys(names, 0)
    begun = clock.passed
    turn = 0
    client = Client(house.app.test_client())
    while clock.passed < begun + timedelta(days=1):
        for name in names:
            turn += 1
            address = addresses[turn % len(addresses)]
            looked_at[name] += guess(house, name, address, client=client) == "wrong_pin"
        clock.wait(house, SOON if clock.passed < begun + timedelta(hours=2) else LATER)
    return looked_at


def test_sixty_requests_of_strangers_lock_nobody_out_where_they_have_signed_in_before(house: House) -> None:
    """24 did, for five minutes, and for ever if they were sent again."""
    pins = {STAFF_NAME: PIN, **OTHERS}
    tablets = {name: Client(house.app.test_client()) for name in pins}
    for name, tablet in tablets.items():
        assert guess(house, name, "10.0.0.2", pins[name], tablet) == "in"
        tablet.post("/api/sign-out", {})
    for number in range(15):
        for name in pins:
            assert guess(house, name, f"10.0.9.{number}") in ("wrong_pin", "sign_in_locked")
    for name, tablet in tablets.items():
        assert guess(house, name, "10.0.0.2", pins[name], Client(tablet.http)) == "in"


@pytest.mark.parametrize("signs_out", [False, True])
def test_a_tablet_is_known_again_weeks_later(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch, signs_out: bool
) -> None:
    """Its cookie outlasts the sign-in: else it would be a stranger each evening, and strangers could lock it out."""
    tablet = Client(house.app.test_client())
    assert guess(house, STAFF_NAME, "10.0.0.2", PIN, tablet) == "in"
    if signs_out:
        tablet.post("/api/sign-out", {})
    weeks_later, now = timedelta(days=29), TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda one: now(one) + int(weeks_later.total_seconds()))
    clock.wait(house, weeks_later)
    for number in range(6):
        guess(house, STAFF_NAME, f"10.0.9.{number}")
    cookie = tablet.http.get_cookie("casekeeper")
    assert cookie
    assert cookie.expires
    assert cookie.expires > datetime.now(UTC) + weeks_later
    assert tablet.get("/api/nights").status_code == 401
    assert guess(house, STAFF_NAME, "10.0.0.2", PIN, Client(tablet.http)) == "in"


def test_a_day_of_guessing_from_one_address_gets_few_tries_over_all_names_together(house: House, clock: Clock) -> None:
    names = [STAFF_NAME, *OTHERS]
    looked_at = taken_in_a_day(clock, house, ["10.0.9.9"], names)
    assert 10 <= sum(looked_at.values()) <= 45
    assert max(looked_at.values()) <= 35


def test_a_day_of_guessing_from_many_addresses_gets_few_tries_at_each_name(house: House, clock: Clock) -> None:
    names = [STAFF_NAME, *OTHERS]
    looked_at = taken_in_a_day(clock, house, [f"10.0.{one}.9" for one in range(250)], names)
    assert all(20 <= tries <= 35 for tries in looked_at.values()), looked_at
    assert verify_staff(house.book).sound


def test_tries_that_have_to_wait_leave_nothing_in_the_book(house: House) -> None:
    for _ in range(5):
        guess(house, STAFF_NAME, "10.0.9.9")
    before = (len(house.book.commands(STAFF)), house.book.positions())
    for number in range(30):
        assert guess(house, STAFF_NAME, f"10.0.8.{number}") == "sign_in_locked"
        assert guess(house, "Nobody", f"10.0.7.{number}") == "unknown_staff"
    assert (len(house.book.commands(STAFF)), house.book.positions()) == before


def test_guesses_at_names_that_nobody_bears_count_for_their_address(house: House) -> None:
    for number in range(10):
        assert guess(house, f"Nobody {number}", "10.0.9.9") == "unknown_staff"
    assert guess(house, "Nobody", "10.0.9.9") == "sign_in_locked"
    assert guess(house, STAFF_NAME, "10.0.9.9", PIN) == "sign_in_locked"
    assert guess(house, STAFF_NAME, "10.0.9.8", PIN) == "in"


def test_unlocking_a_name_at_the_terminal_lets_it_in_from_an_address_that_has_to_wait_too(house: House) -> None:
    for _ in range(3):
        for name in (STAFF_NAME, *OTHERS):
            guess(house, name, "10.0.9.9")
    assert guess(house, STAFF_NAME, "10.0.9.9", PIN) == "sign_in_locked"
    StaffKeeper(house.book, house.auth.clock).unlock(STAFF_NAME, SENDER)
    assert guess(house, STAFF_NAME, "10.0.9.9", PIN) == "in"


def test_a_household_of_ipv6_addresses_counts_as_one(house: House) -> None:
    for number in range(10):
        guess(house, f"Nobody {number}", f"2001:db8:0:1::{number:x}")
    assert guess(house, STAFF_NAME, "2001:db8:0:1:ffff::1", PIN) == "sign_in_locked"
    assert guess(house, STAFF_NAME, "2001:db8:0:2::1", PIN) == "in"


def test_a_device_named_by_a_stranger_is_not_trusted(house: House) -> None:
    """The device's name stands in a signed cookie: one that is signed with another key, or by nobody, is no name."""
    tablet = Client(house.app.test_client())
    guess(house, STAFF_NAME, "10.0.0.2", PIN, tablet)
    with tablet.http.session_transaction() as session:
        device = session["device"]
    for number in range(5):
        guess(house, STAFF_NAME, f"10.0.9.{number}")
    forged = House()
    forger = Client(forged.app.test_client())
    forged.app.secret_key = b"the key of another house"
    with forger.http.session_transaction() as session:
        session["device"] = device
    cookie = forger.http.get_cookie("casekeeper")
    assert cookie
    stranger = Client(house.app.test_client())
    stranger.http.set_cookie("casekeeper", cookie.value)
    assert guess(house, STAFF_NAME, "10.0.0.3", PIN, Client(stranger.http)) == "sign_in_locked"
    forged.book.close()


def test_a_clock_set_back_leaves_no_lock_that_lasts_for_years(house: House, clock: Clock) -> None:
    clock.wait(house, timedelta(days=9000))
    for number in range(9):
        guess(house, STAFF_NAME, f"10.0.9.{number}")
    assert guess(house, STAFF_NAME, "10.0.8.1", PIN) == "sign_in_locked"
    clock.wait(house, -timedelta(days=9000))
    assert guess(house, STAFF_NAME, "10.0.8.2") == "wrong_pin"
    answer = Client(house.app.test_client()).sign_in(STAFF_NAME, PIN)
    assert "in 1 minute, or ask a dealer" in answer.get_json()["why"]


def test_the_floor_is_told_who_is_guessed_at_and_from_where(house: House) -> None:
    client = house.client()
    for path in ("/", "/staff"):
        assert "PINs are being guessed" not in client.get(path).get_data(as_text=True)
    for number in range(6):
        guess(house, "L. Short", f"10.0.9.{number}")
    for path in ("/", "/staff"):
        text = client.get(path).get_data(as_text=True)
        assert "PINs are being guessed" in text
        assert "5 wrong PINs for L. Short since" in text
        assert "from 10.0.9.1, 10.0.9.2, 10.0.9.3, 10.0.9.4" in text
        assert "unknown devices wait 30 seconds" in text
    assert "PINs are being guessed" not in Client(house.app.test_client()).get("/sign-in").get_data(as_text=True)
    client.http.post("/staff/unlock", data={"csrf_token": client.token, "name": "L. Short"})
    assert "PINs are being guessed" not in client.get("/").get_data(as_text=True)


class Held(PasswordHasher):
    """Looks at a PIN when it is let."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.let = Event()
        self.begun = Event()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
        self.begun.set()
        assert self.let.wait(30)
        return super().verify(hash, password)


def test_a_line_full_of_strangers_has_places_for_the_staffs_own_devices_and_they_come_first() -> None:
    hasher = Held()
    pins, made = Pins(b"pepper", hasher), Pins(b"pepper", CHEAP).hash(PIN)
    came: list[str] = []

    def come(stranger: str | None) -> bool:
        fits = pins.fit(made, PIN, stranger)
        came.append(stranger or "staff")
        return fits

    def sent_away(stranger: str) -> str:
        with pytest.raises(Refusal) as refused:
            pins.fit(made, PIN, stranger)
        return refused.value.code

    with ThreadPoolExecutor(IN_LINE + 1) as people:
        strangers = [people.submit(come, f"10.0.0.{number}") for number in range(IN_LINE)]
        assert hasher.begun.wait(30)
        until(lambda: pins.waiting()[1] == IN_LINE)
        assert sent_away("10.0.0.99") == "sign_in_busy"
        staff = people.submit(come, None)
        until(lambda: pins.waiting()[0] == 1)
        hasher.let.set()
        assert staff.result(30)
        assert all(one.result(30) for one in strangers)
    assert came.index("staff") <= 1, "only the one whose turn it was came before"


def test_one_address_has_two_places_in_the_line() -> None:
    hasher = Held()
    pins, made = Pins(b"pepper", hasher), Pins(b"pepper", CHEAP).hash(PIN)
    with ThreadPoolExecutor(3) as people:
        two = [people.submit(pins.fit, made, PIN, "10.0.0.1") for _ in range(2)]
        until(lambda: pins.waiting()[1] == 2)
        with pytest.raises(Refusal) as refused:
            pins.fit(made, PIN, "10.0.0.1")
        assert refused.value.code == "sign_in_busy"
        other = people.submit(pins.fit, made, PIN, "10.0.0.2")
        hasher.let.set()
        assert all(one.result(30) for one in (*two, other))


SESSION_SENDER = Sender(who="test", device="test")


@pytest.fixture
def signed_in_house(clock: Clock) -> Iterator[House]:
    made = clock.house()
    # The nights go by the clock of authentication.
    made.service._nights.clock = made.app.extensions["casekeeper"]._nights.clock = made.auth.clock
    made.auth.engage("Doc Holliday", "1882", SESSION_SENDER)
    yield made
    made.book.close()


def copy_of(signed_in_house: House, client: Client) -> Client:
    """A client with a copy of another's cookie."""
    cookie = client.http.get_cookie("casekeeper")
    assert cookie
    copied = Client(signed_in_house.app.test_client())
    copied.http.set_cookie("casekeeper", cookie.value)
    return copied


def is_in(client: Client) -> bool:
    return client.get("/api/nights").status_code == 200


@pytest.mark.parametrize("path", ["/sign-out", "/api/sign-out"])
def test_a_copied_cookie_is_dead_after_the_sign_out_on_every_address(signed_in_house: House, path: str) -> None:
    client = signed_in_house.client()
    copied = copy_of(signed_in_house, client)
    assert is_in(copied)
    night = signed_in_house.open_night()
    assert client.post(path, {}).status_code in (204, 303)
    assert client.get("/api/nights").status_code == 401
    for rule, method in rules(signed_in_house):
        if rule.endpoint in OPEN_TO_ALL | BY_LINK or method == "OPTIONS":
            continue
        answer = copied.http.open(address_of(signed_in_house, rule, night), method=method, headers=SCRIPT)
        assert answer.status_code == 401, (rule.rule, method)
    assert [one.kind for one in signed_in_house.book.events(STAFF)][-1] == "SignedOut"
    assert verify_staff(signed_in_house.book).sound


def test_who_is_told_of_by_a_session_is_nobody_once_it_has_ended(signed_in_house: House) -> None:
    """What long-open streams ask again and again."""
    client = signed_in_house.client()
    with client.http.session_transaction() as session:
        held = dict(session)
    with signed_in_house.app.app_context():
        member = member_of_session(held)
        assert member
        assert member.name == STAFF_NAME
        client.post("/api/sign-out", {})
        assert member_of_session(held) is None


def test_an_open_stream_ends_with_its_session(signed_in_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was opened with a copied cookie too: it is asked again every few seconds, here at each beat."""
    monkeypatch.setattr(answer, "BEAT_S", 0.02)
    monkeypatch.setattr(authorization, "SHARED_FOR_S", 0.0)
    night = signed_in_house.open_night()
    client = signed_in_house.client()
    copied = copy_of(signed_in_house, client)
    parts = parts_of(stream_at(copied.http, f"/nights/{night}/stream", Accept="text/event-stream"))
    assert [next(parts) for _ in range(4)]
    client.post("/api/sign-out", {})
    assert len(list(parts)) < 10


def test_a_session_is_ended_from_another_device_and_all_others_at_once(signed_in_house: House) -> None:
    lost, mine, others = (
        signed_in_house.client(),
        signed_in_house.client(),
        [signed_in_house.client() for _ in range(3)],
    )
    with lost.http.session_transaction() as session:
        device = session["device"]
    (standing,) = [one.session for one in signed_in_house.auth.sessions() if one.session.device == device]
    page = mine.get("/staff").get_data(as_text=True)
    assert standing.hash in page
    sent = mine.http.post("/staff/session/end", data={"csrf_token": mine.token, "session": standing.hash})
    assert sent.status_code == 303
    assert [is_in(one) for one in (lost, mine, *others)] == [False, True, True, True, True]
    again = mine.http.post("/staff/session/end", data={"csrf_token": mine.token, "session": standing.hash})
    assert again.status_code == 404
    assert "already ended" in again.get_data(as_text=True)
    assert mine.http.post("/staff/session/end-others", data={"csrf_token": mine.token}).status_code == 303
    assert [is_in(one) for one in (lost, mine, *others)] == [False, True, False, False, False]
    assert len(signed_in_house.auth.sessions()) == 1


def test_the_book_holds_nothing_that_makes_a_cookie(signed_in_house: House) -> None:
    client = signed_in_house.client()
    with client.http.session_transaction() as session:
        session_id = session["session"]
    rows = [row for table in signed_in_house.book.rows(STAFF) for row in table]
    assert not any(session_id in str(value) for row in rows for value in row)


def test_a_cookie_of_the_version_before_lets_nobody_in(signed_in_house: House, clock: Clock) -> None:
    client = Client(signed_in_house.app.test_client())
    with client.http.session_transaction() as session:
        session["device"] = "tablet-1"
        session["pass"] = [STAFF_NAME.casefold(), 1, "2099-01-01T00:00:00.000Z"]
        session["session"] = [STAFF_NAME.casefold(), 1, "2099-01-01T00:00:00.000Z"]
    assert not is_in(client)


def test_a_new_sign_in_on_the_same_device_ends_the_session_before(signed_in_house: House) -> None:
    client = signed_in_house.client()
    copied = copy_of(signed_in_house, client)
    assert client.sign_in("Doc Holliday", "1882").status_code == 200
    assert is_in(client)
    assert not is_in(copied)


def test_a_session_ends_an_hour_after_the_last_open_night_was_closed(signed_in_house: House, clock: Clock) -> None:
    client = signed_in_house.client()
    one, other = signed_in_house.open_night(), signed_in_house.open_night()
    clock.wait(signed_in_house, timedelta(hours=2))
    signed_in_house.do(one, "close_night")
    clock.wait(signed_in_house, AFTER_THE_NIGHT + timedelta(minutes=1))
    assert is_in(client), "another night stands open"
    signed_in_house.do(other, "close_night")
    late = signed_in_house.client()
    clock.wait(signed_in_house, AFTER_THE_NIGHT - timedelta(seconds=1))
    assert is_in(client)
    clock.wait(signed_in_house, timedelta(seconds=1))
    assert not is_in(client)
    signed_in_house.open_night()
    assert not is_in(client), "the next night is not the one that it was begun for"
    assert is_in(late), "begun after the close"
    assert len(signed_in_house.auth.sessions()) == 1


def test_nights_in_a_row_are_one_evening(signed_in_house: House, clock: Clock) -> None:
    """Nobody is signed out in the middle of a deal because a night before it was closed."""
    client = signed_in_house.client()
    signed_in_house.do(signed_in_house.open_night(), "close_night")
    clock.wait(signed_in_house, AFTER_THE_NIGHT - timedelta(minutes=1))
    night = signed_in_house.open_night()
    clock.wait(signed_in_house, timedelta(hours=3))
    assert is_in(client)
    signed_in_house.do(night, "close_night")
    clock.wait(signed_in_house, AFTER_THE_NIGHT)
    assert not is_in(client)


def test_a_session_ends_after_sixteen_hours_though_the_night_goes_on(signed_in_house: House, clock: Clock) -> None:
    client = signed_in_house.client()
    signed_in_house.open_night()
    clock.wait(signed_in_house, SESSION_LASTS - timedelta(seconds=1))
    assert is_in(client)
    clock.wait(signed_in_house, timedelta(seconds=1))
    assert not is_in(client)
    assert not signed_in_house.auth.sessions()


def test_a_new_pin_and_a_dismissal_end_all_sessions_but_the_one_that_changed_it(signed_in_house: House) -> None:
    mine, other = signed_in_house.client(), signed_in_house.client()
    fields = {"csrf_token": mine.token, "old_pin": PIN, "pin": "2222", "pin_again": "2222"}
    assert mine.http.post("/staff/pin", data=fields).status_code == 303
    assert (is_in(mine), is_in(other)) == (True, False)
    assert len(signed_in_house.auth.sessions()) == 1
    signed_in_house.auth.keeper.dismiss(STAFF_NAME, SESSION_SENDER)
    assert not is_in(mine)
    assert not signed_in_house.auth.sessions()
    assert verify_staff(signed_in_house.book).sound
