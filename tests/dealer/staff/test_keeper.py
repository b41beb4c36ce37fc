"""The keeper of the register: facts in the book beside the nights, by the same writer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from dealer.staff.keeper import StaffKeeper, device_names
from dealer.streams import Sender
from dealer.verification.streams import verify_staff
from events.book.book import Book
from events.facts.staff import STAFF

SENDER = Sender(who="M. Earp", device="tablet-1")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "M. Earp"}


@pytest.fixture
def keeper(book: Book) -> StaffKeeper:
    made = StaffKeeper(book)
    made.engage("M. Earp", "hash one", SENDER)
    return made


def test_another_keeper_of_the_same_book_folds_the_same_register(book: Book, keeper: StaffKeeper) -> None:
    keeper.engage(" Doc Holliday ", "hash two", SENDER)
    assert keeper.sign_in("doc holliday", "hash two", SENDER)
    assert not keeper.sign_in("M. Earp", None, SENDER)
    assert StaffKeeper(book).register() == keeper.register()
    assert [one.kind for one in book.facts(STAFF)] == ["StaffEngaged", "StaffEngaged", "SignedIn", "SignInRefused"]
    assert {(one.who, one.device) for one in book.facts(STAFF)} == {(SENDER.who, SENDER.device)}


def test_the_staffs_stream_is_no_night(book: Book, keeper: StaffKeeper) -> None:
    assistant = Assistant(book)
    night = assistant.execute(OPENING, SENDER).night
    assert assistant.nights() == [night]
    for ask in (
        lambda: assistant.at(STAFF),
        lambda: assistant.execute({"do": "close_night"}, SENDER, night=STAFF),
        lambda: assistant.execute({"do": "buy_checks"}, SENDER, night=STAFF),
    ):
        with pytest.raises(Refusal) as refused:
            ask()
        assert refused.value.code == "no_such_night"


def test_a_command_sent_again_is_carried_out_once_though_its_hash_was_salted_anew(keeper: StaffKeeper) -> None:
    for salted in ("hash a", "hash b"):
        keeper.engage("Doc Holliday", salted, SENDER, "form-0001")
    assert keeper.register().members["doc holliday"].pin_hash == "hash a"
    assert keeper.register().facts == 2


def test_an_id_is_good_for_one_command(keeper: StaffKeeper) -> None:
    keeper.engage("Doc Holliday", "hash", SENDER, "form-0001")
    with pytest.raises(Refusal) as refused:
        keeper.dismiss("Doc Holliday", SENDER, "form-0001")
    assert refused.value.code == "command_reused"


def test_a_refusal_is_kept_and_makes_no_fact(book: Book, keeper: StaffKeeper) -> None:
    with pytest.raises(Refusal):
        keeper.dismiss("M. Earp", SENDER)
    assert [one.refused for one in book.commands(STAFF)] == [None, "not_allowed_here"]
    assert keeper.register().facts == 1


def test_a_pin_changed_since_it_was_looked_at_is_a_wrong_one(keeper: StaffKeeper) -> None:
    keeper.change_pin("M. Earp", "hash two", SENDER)
    assert not keeper.sign_in("M. Earp", "hash one", SENDER)
    assert keeper.sign_in("M. Earp", "hash two", SENDER)


def test_of_many_wrong_pins_at_once_five_are_taken(book: Book, keeper: StaffKeeper) -> None:
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


def test_of_two_first_ones_at_once_one_is_engaged(book: Book) -> None:
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
