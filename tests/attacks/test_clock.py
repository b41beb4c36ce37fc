"""A clock that is set while a server runs, or between two runs: nothing lasts for months, and the staff are told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from dealer.clock_watch import JUMP, LONG_PAUSE
from dealer.night_service import NightService
from dealer.staff import SESSION_LASTS, TRUSTED_FOR
from dealer.staff_keeper import AFTER_THE_NIGHT
from dealer.streams import Sender
from dealer.verification.streams import verify, verify_house, verify_staff
from events.book.book import Book
from events.common.house import STAFF, ClockJumped
from events.records import MOST_CATCHING_UP
from tests.attacks.servers import EVENING, guess
from tests.support.house import CHEAP, OPENING, PIN, SECRET_KEY, STAFF_NAME, Client, House, workers_here
from web.app.authentication import Authentication
from web.app.links import board_link
from web.application import create_app

TEN_YEARS = timedelta(days=3653)
AN_HOUR = timedelta(hours=1)


class Server(House):
    """A server of a book that watches its clock: time passes, and the clock may be ``ahead``."""

    def __init__(self, book: Book, *, after: timedelta = timedelta(0), ahead: timedelta = timedelta(0)) -> None:
        self.book, self.passed, self.ahead = book, after, ahead
        seconds = lambda: (self.passed - after).total_seconds()  # noqa: E731
        self.auth = Authentication(book, SECRET_KEY, hasher=CHEAP, clock=self.clock, passed=seconds)
        self.app = create_app(book, secret_key=SECRET_KEY, auth=self.auth, workers=workers_here())
        self.service = NightService(book, clock=self.clock)
        self.sender = Sender(who="test", device="test")
        if not self.auth.register.members:
            self.auth.engage(STAFF_NAME, PIN, self.sender)

    def clock(self) -> str:
        at = EVENING + self.passed + self.ahead
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def is_in(self, client: Client) -> bool:
        return client.get("/api/nights").status_code == 200

    def jumps(self) -> list[ClockJumped]:
        return [row.event for row in self.book.events(STAFF) if isinstance(row.event, ClockJumped)]


@pytest.fixture
def book() -> Iterator[Book]:
    with Book.open() as opened:
        yield opened


@pytest.fixture
def server(book: Book) -> Server:
    return Server(book)


@pytest.mark.parametrize("ahead", [TEN_YEARS, -TEN_YEARS, AN_HOUR, -AN_HOUR, 2 * JUMP])
def test_who_is_signed_in_stays_so_while_the_clock_jumps_and_for_no_longer(server: Server, ahead: timedelta) -> None:
    client = server.client()
    server.passed += timedelta(hours=4)
    server.ahead = ahead
    assert server.is_in(client)
    server.passed += timedelta(hours=4)
    server.ahead = timedelta(0)
    assert server.is_in(client)
    server.passed += timedelta(hours=8, seconds=-1)
    assert server.is_in(client)
    server.passed += timedelta(seconds=1)
    assert not server.is_in(client)
    assert [jump.before < jump.after for jump in server.jumps()] == [ahead > timedelta(0), ahead < timedelta(0)]
    assert verify_staff(server.book).sound


@pytest.mark.parametrize("ahead", [TEN_YEARS, -TEN_YEARS])
@pytest.mark.parametrize("runs_on", [True, False])
def test_a_night_of_a_clock_that_jumped_is_sound(book: Book, ahead: timedelta, runs_on: bool) -> None:
    """Its commands were called those of nobody who was signed in."""
    server = Server(book)
    client = Client(server.app.test_client())
    device = client.sign_in(STAFF_NAME, PIN).get_json()["device"]
    dealer = Sender(who=STAFF_NAME, device=device)
    night = server.service.execute({"do": "open_night", **OPENING}, dealer).night
    for jump in (ahead, timedelta(0)):
        if runs_on:
            server.ahead = jump
        else:
            server = Server(book, after=server.passed + AN_HOUR, ahead=jump)
            server.auth.sign_in(STAFF_NAME, PIN, dealer)
        assert server.auth.register.members
        other = server.service.execute({"do": "open_night", **OPENING}, dealer).night
        for named in (night, other):
            server.service.execute({"do": "raise_roll", "amount": 100}, dealer, night=named)
    assert len(server.jumps()) == 2
    assert [verify(book, named).finding for named in book.nights()] == [None] * 3
    assert verify_house(book).sound


def test_a_sign_in_by_a_clock_that_was_ahead_lasts_no_longer_than_others(server: Server) -> None:
    """It was valid for ten years once the clock was right again."""
    server.ahead = TEN_YEARS
    client = server.client()
    assert server.is_in(client)
    server.ahead = timedelta(0)
    assert server.is_in(client)
    server.passed += SESSION_LASTS
    assert not server.is_in(client)
    assert not server.auth.sessions()


def test_a_server_that_starts_again_by_the_right_clock_ends_what_began_in_the_future(book: Book) -> None:
    wrong = Server(book, ahead=TEN_YEARS)
    client = wrong.client()
    right = Server(book, after=AN_HOUR)
    again = Client(right.app.test_client())
    cookie = client.http.get_cookie("casekeeper")
    assert cookie
    again.http.set_cookie("casekeeper", cookie.value)
    assert right.is_in(again)
    assert [(jump.after, jump.machine) for jump in right.jumps()] == [(right.clock(), "")]
    right.passed += SESSION_LASTS
    assert not right.is_in(again)
    assert not right.auth.sessions()
    Server(book, after=2 * AN_HOUR)
    assert len(right.jumps()) == 1
    assert verify_staff(book).sound


def test_a_session_that_is_still_to_begin_lets_nobody_in_though_no_server_watches(book: Book) -> None:
    """As in a book of an earlier version."""
    wrong = Server(book, ahead=TEN_YEARS)
    wrong.client()
    house = House(book, staff=False)
    house.now = "2026-11-21T20:00:00.000Z"
    assert not house.auth.sessions()


@pytest.mark.parametrize("ahead", [TEN_YEARS, -TEN_YEARS, timedelta(days=2)])
def test_a_jump_neither_ends_nor_lengthens_the_wait_after_wrong_pins(server: Server, ahead: timedelta) -> None:
    for number in range(6):
        guess(server, STAFF_NAME, f"10.0.9.{number}")
    assert guess(server, STAFF_NAME, "10.0.8.1", PIN) == "sign_in_locked"
    for server.ahead in (ahead, timedelta(0)):
        assert guess(server, STAFF_NAME, "10.0.8.2", PIN) == "sign_in_locked"
    server.passed += timedelta(seconds=31)
    assert guess(server, STAFF_NAME, "10.0.8.3", PIN) == "in"


def test_no_device_is_trusted_for_years_once_the_clock_is_right(book: Book) -> None:
    wrong = Server(book, ahead=TEN_YEARS)
    wrong.client()
    right = Server(book, after=AN_HOUR)
    (member,) = right.auth.register.members.values()
    (device,) = member.trusted
    assert member.trusts(device, right.clock())
    right.passed += TRUSTED_FOR
    assert not member.trusts(device, right.clock())


def test_a_device_stays_trusted_through_a_jump_and_back(server: Server) -> None:
    server.client()
    server.passed += timedelta(days=3)
    for server.ahead in (TEN_YEARS, timedelta(0)):
        server.auth.holder("nobody")
    (member,) = server.auth.register.members.values()
    (known,) = member.trusted.values()
    assert known.signed_in_at == "2026-11-21T20:00:00.000Z"


def test_two_servers_on_one_machine_note_a_jump_once(server: Server) -> None:
    other, client = Server(server.book), server.client()
    for ahead in (TEN_YEARS, timedelta(0)):
        server.ahead = other.ahead = ahead
        for each in (server, other, server):
            each.auth.holder("nobody")
        assert server.is_in(client)
    assert len(server.jumps()) == 2


def test_a_clock_that_is_kept_right_is_not_noted(server: Server) -> None:
    for number in range(10):
        server.ahead = number * JUMP / 2
        server.auth.holder("nobody")
    assert server.jumps() == []


@pytest.mark.parametrize(("pause", "noted"), [(LONG_PAUSE - AN_HOUR, 0), (LONG_PAUSE + AN_HOUR, 1)])
def test_a_start_long_after_the_last_entry_is_noted(server: Server, pause: timedelta, noted: int) -> None:
    later = Server(server.book, after=pause)
    assert len(later.jumps()) == noted


def test_a_start_on_a_fresh_book_notes_nothing(server: Server) -> None:
    assert server.jumps() == []


@pytest.mark.parametrize(("ahead", "goes_back"), [(TEN_YEARS, True), (MOST_CATCHING_UP, False), (AN_HOUR, False)])
def test_a_night_goes_on_with_the_right_time(server: Server, ahead: timedelta, goes_back: bool) -> None:
    """Ten years ahead for an hour, all that came later had the time of 2036."""
    night = server.open_night()
    server.ahead = ahead
    server.do(night, "seat_player", player="red", name="Ada")
    server.ahead = timedelta(0)
    server.passed = timedelta(minutes=30)
    server.do(night, "buy_checks", player="red", amount=20_000)
    server.passed = AN_HOUR
    server.do(night, "start_deal")
    wrong, *times = [row.at for row in server.book.events(night)][1:]
    later = ["2026-11-21T20:30:00.000Z", "2026-11-21T21:00:00.000Z"]
    assert times == (later if goes_back else [wrong, max(wrong, later[1])])
    assert verify(server.book, night).finding is None
    client = server.client()
    for path in (
        f"/nights/{night}",
        f"/nights/{night}/audit",
        f"/nights/{night}/bets",
        f"/nights/{night}/papers",
        "/floor",
    ):
        assert client.get(path).status_code == 200, path
    server.do(night, "void")


def test_an_evening_ends_after_a_night_that_was_closed_by_a_wrong_clock(server: Server) -> None:
    server.ahead = TEN_YEARS
    server.do(server.open_night(), "close_night")
    server.ahead = timedelta(0)
    client = server.client()
    server.passed = AN_HOUR
    server.do(server.open_night(), "close_night")
    server.passed += AFTER_THE_NIGHT
    assert not server.is_in(client)


def test_the_links_of_a_night_that_was_closed_by_a_wrong_clock_have_ended(server: Server) -> None:
    server.ahead = TEN_YEARS
    night = server.open_night()
    with server.app.test_request_context():
        link = board_link(night)
    assert server.app.test_client().get(link).status_code == 200
    server.do(night, "close_night")
    assert server.app.test_client().get(link).status_code == 200
    server.ahead = timedelta(0)
    assert server.app.test_client().get(link).status_code == 410
