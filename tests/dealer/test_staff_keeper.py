"""The keeper of the staff's register in the book, and the moments at which no night stood open any more."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService
from dealer.staff_keeper import NightsOver, StaffKeeper, device_names
from dealer.streams import Sender
from dealer.verification.streams import verify_staff
from events.book.book import Book
from events.common.house import STAFF
from tests.support.pure import refusal_code

SENDER = Sender(who="M. Earp", device="tablet-1")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}


@pytest.fixture
def keeper(book: Book) -> StaffKeeper:
    created = StaffKeeper(book)
    created.engage("M. Earp", "hash one", SENDER)
    return created


def test_another_keeper_of_the_same_book_folds_the_same_register(book: Book, keeper: StaffKeeper) -> None:
    keeper.engage(" Doc Holliday ", "hash two", SENDER)
    assert keeper.sign_in("doc holliday", "hash two", SENDER)
    assert not keeper.sign_in("M. Earp", None, SENDER)
    assert StaffKeeper(book).register() == keeper.register()
    assert [event.kind for event in book.events(STAFF)] == ["StaffEngaged", "StaffEngaged", "SignedIn", "SignInRefused"]
    assert {(event.who, event.device) for event in book.events(STAFF)} == {(SENDER.who, SENDER.device)}


def test_the_staffs_stream_is_no_night(book: Book, keeper: StaffKeeper) -> None:
    service = NightService(book)
    night = service.execute(OPENING, SENDER).night
    assert service.nights() == [night]
    for ask in (
        lambda: service.at(STAFF),
        lambda: service.execute({"do": "close_night"}, SENDER, night=STAFF),
        lambda: service.execute({"do": "buy_checks"}, SENDER, night=STAFF),
    ):
        assert refusal_code(ask) == "no_such_night"


def test_a_command_sent_again_with_another_salt_is_carried_out_once(keeper: StaffKeeper) -> None:
    for salted in ("hash a", "hash b"):
        keeper.engage("Doc Holliday", salted, SENDER, "form-0001")
    assert keeper.register().members["doc holliday"].pin_hash == "hash a"
    assert keeper.register().events == 2


def test_an_id_is_good_for_one_command(keeper: StaffKeeper) -> None:
    keeper.engage("Doc Holliday", "hash", SENDER, "form-0001")
    assert refusal_code(keeper.dismiss, "Doc Holliday", SENDER, "form-0001") == "command_reused"


def test_a_refusal_is_kept_and_makes_no_event(book: Book, keeper: StaffKeeper) -> None:
    with pytest.raises(Refusal):
        keeper.dismiss("M. Earp", SENDER)
    assert [command.refused for command in book.commands(STAFF)] == [None, "not_allowed_here"]
    assert keeper.register().events == 1


def test_a_pin_changed_since_it_was_looked_at_is_a_wrong_one(keeper: StaffKeeper) -> None:
    keeper.change_pin("M. Earp", "hash two", SENDER)
    assert not keeper.sign_in("M. Earp", "hash one", SENDER)
    assert keeper.sign_in("M. Earp", "hash two", SENDER)


def test_only_five_of_many_simultaneous_wrong_pins_are_accepted(book: Book, keeper: StaffKeeper) -> None:
    """All were looked at before any was noted; the writer lets no more through than the lock allows."""

    def guess(_: int) -> str:
        try:
            return str(keeper.sign_in("M. Earp", None, SENDER))
        except Refusal as refusal:
            return refusal.code

    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(guess, range(20)))
    assert answers.count("False") == 5
    assert answers.count("sign_in_locked") == 15


def test_only_one_of_several_simultaneous_first_members_is_engaged(book: Book) -> None:
    keepers = [StaffKeeper(book) for _ in range(6)]

    def engage(number: int) -> bool:
        try:
            keepers[number].engage(f"Dealer {number}", "hash", SENDER, first=True)
        except Refusal:
            return False
        return True

    with ThreadPoolExecutor(6) as crowd:
        assert sum(crowd.map(engage, range(6))) == 1
    assert len(StaffKeeper(book).register().members) == 1


def test_devices_are_called_as_they_were_at_a_time(book: Book) -> None:
    """What was printed once is printed again with the names of its day."""
    hours = iter(f"2026-11-21T2{hour}:00:00.000Z" for hour in range(4))
    keeper = StaffKeeper(book, lambda: next(hours))
    keeper.engage("M. Earp", "hash one", SENDER)
    keeper.name_device("tablet-1", " Bar ", SENDER)
    keeper.name_device("tablet-1", "Long table", SENDER)
    named = [device_names(book, until=f"2026-11-21T2{hour}:30:00.000Z") for hour in range(3)]
    assert named == [{}, {"tablet-1": "Bar"}, {"tablet-1": "Long table"}]
    assert device_names(book) == keeper.register().device_names == {"tablet-1": "Long table"}
    assert verify_staff(book).sound


class Nights:
    """Nights of a book by a clock that the test sets: the minute past eight."""

    def __init__(self, book: Book) -> None:
        self.minute = 0
        self._service = NightService(book, lambda: at(self.minute))

    def open(self, minute: int) -> str:
        self.minute = minute
        return self._service.execute(OPENING, SENDER).night

    def close(self, night: str, minute: int) -> None:
        self.minute = minute
        self._service.execute({"do": "close_night"}, SENDER, night=night)


def at(minute: int) -> str:
    return f"2026-11-21T20:{minute:02}:00.000Z"


def moment(minute: int) -> datetime:
    return datetime(2026, 11, 21, 20, minute, tzinfo=UTC)


def first_after(over: NightsOver, minute: int, now: int) -> datetime | None:
    return over.first_after(at(minute), at(now))


def test_a_night_is_over_when_the_last_open_one_is_closed(book: Book) -> None:
    over, nights = NightsOver(book, timedelta(minutes=3)), Nights(book)
    assert first_after(over, 0, 0) is None
    first, other = nights.open(1), nights.open(2)
    nights.close(other, 5)
    assert first_after(over, 0, 6) is None
    nights.close(first, 7)
    assert first_after(over, 0, 8) == first_after(over, 6, 8) == moment(7)
    assert first_after(over, 7, 8) is None
    nights.close(nights.open(10), 20)
    assert first_after(over, 0, 21) == moment(7)
    assert first_after(over, 8, 21) == first_after(NightsOver(book, timedelta(minutes=3)), 8, 21) == moment(20)


def test_a_clock_set_back_ends_no_evening_too_early_and_leaves_the_moments_in_order(book: Book) -> None:
    over, nights = NightsOver(book, timedelta(minutes=3)), Nights(book)
    nights.close(nights.open(10), 20)
    first, other = nights.open(30), nights.open(40)
    nights.close(other, 50)
    nights.close(first, 35)
    assert first_after(over, 5, 55) == moment(20)
    assert first_after(over, 25, 55) == moment(35)
    nights.open(15)
    assert first_after(over, 25, 16) is None


def test_a_night_that_was_closed_ahead_of_now_is_over_no_earlier(book: Book) -> None:
    """The clock of a demonstration runs ahead of the clock on the wall."""
    over, nights = NightsOver(book, timedelta(minutes=3)), Nights(book)
    nights.close(nights.open(30), 40)
    assert first_after(over, 0, 10) is None
    assert first_after(over, 0, 40) == moment(40)


def test_another_night_within_the_pause_goes_on_with_the_evening(book: Book) -> None:
    over, nights = NightsOver(book, timedelta(minutes=3)), Nights(book)
    nights.close(nights.open(1), 5)
    assert first_after(over, 0, 6) == moment(5)
    second = nights.open(7)
    assert first_after(over, 0, 9) is None
    nights.close(second, 20)
    assert first_after(over, 0, 21) == moment(20)
    nights.open(23)
    assert first_after(over, 0, 30) == moment(20)
