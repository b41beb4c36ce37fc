"""Guessing at PINs: it keeps nobody out who has been here before, and gets few tries however it is spread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Event
from time import sleep
from typing import Literal

import pytest
from argon2 import PasswordHasher
from itsdangerous import TimestampSigner

from dealer.commands.refusal import Refusal
from dealer.staff.keeper import StaffKeeper
from dealer.streams import Sender
from dealer.verification.streams import verify_staff
from events.facts.staff import STAFF
from tests.attacks.strangers import Clock, guess
from tests.support.house import CHEAP, Client, House
from tests.support.staff import PIN, STAFF_NAME
from web.app.authentication import IN_LINE, Pins

SENDER = Sender(who="test", device="test")
OTHERS = {"Doc Holliday": "1882", "L. Short": "1883", "B. Masterson": "1884"}
SOON, LATER = timedelta(seconds=30), timedelta(minutes=10)
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
    assert "in 1 minute, or when" in answer.get_json()["why"]


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
        assert "strange devices wait 30 seconds" in text
    assert "PINs are being guessed" not in Client(house.app.test_client()).get("/sign-in").get_data(as_text=True)
    client.http.post("/staff/unlock", data={"csrf_token": client.token, "name": "L. Short"})
    assert "PINs are being guessed" not in client.get("/").get_data(as_text=True)


def until(holds: Callable[[], bool]) -> None:
    for _ in range(3000):
        if holds():
            return
        sleep(0.01)
    raise AssertionError("it never came to that")


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
