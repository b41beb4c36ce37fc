"""Idempotency: a command sent again under its id gets its first answer, and another one under that id is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealer.commands.refusal import Refusal
from dealer.night_service import NightService, Receipt
from events.book.book import Book
from tests.events.by_hand import assert_whole
from tests.events.dealing import DEALER, OPENING, Crowd, checks_of, held_up, open_night, send
from tests.events.shelves import Shelf
from tests.support.pure import refusal_code


@pytest.fixture
def service(book: Book) -> Iterator[NightService]:
    yield NightService(book)
    assert_whole(book)


@pytest.fixture
def night(service: NightService) -> str:
    return open_night(service)


def size(service: NightService, night: str) -> tuple[int, int]:
    """How many events and commands a night has."""
    events, commands = service.book.rows(night)
    return len(events), len(commands)


def test_a_command_sent_again_gets_its_first_answer(service: NightService, night: str) -> None:
    """Also after others came between, from another device, and whatever the sender now expects."""
    first = send(service, night, "buy_checks", as_="a", player="red", amount=500)
    send(service, night, "tip", player="red", amount=100)
    before = size(service, night)
    for _ in range(3):
        again = service.execute(
            {"amount": 500, "player": "red", "do": "buy_checks"},
            DEALER,
            night=night,
            command_id="a",
            expected_version=first.version - 1,
        )
        assert again == first
    assert size(service, night) == before
    assert checks_of(service, night, "red") == 25_000 + 500 - 100


@pytest.mark.parametrize(
    "other",
    [
        {"do": "buy_checks", "player": "red", "amount": 525},
        {"do": "buy_checks", "player": "blue", "amount": 500},
        {"do": "issue_marker", "player": "red", "amount": 500},
        {"do": "void"},
    ],
)
def test_another_command_under_the_same_id_is_refused(
    service: NightService, night: str, other: dict[str, object]
) -> None:
    send(service, night, "buy_checks", as_="a", player="red", amount=500)
    before = size(service, night)
    assert refusal_code(service.execute, other, DEALER, night=night, command_id="a") == "command_reused"
    assert size(service, night) == before


def test_a_night_is_opened_once(service: NightService) -> None:
    first = service.execute(OPENING, DEALER, command_id="open")
    again = service.execute(OPENING, DEALER, command_id="open")
    assert again == first
    assert first.night == "2026-11-21-1"
    with pytest.raises(Refusal) as caught:
        service.execute({**OPENING, "table": "Tiger 2"}, DEALER, command_id="open")
    assert caught.value.code == "command_reused"
    assert service.nights() == [first.night]


def test_nights_are_numbered_by_date(service: NightService) -> None:
    """Each date by itself, in one transaction too."""
    dates = ["2026-11-21", "2026-11-22", "2026-11-21", "2026-11-02", "2026-11-21"]
    crowd = Crowd()
    with held_up(service.book):
        crowd.send_in_turn(
            service.book,
            *[lambda date=date: service.execute({**OPENING, "date": date}, DEALER) for date in dates],
        )
    opened = [crowd.join().answers[number].night for number in range(len(dates))]
    assert opened == ["2026-11-21-1", "2026-11-22-1", "2026-11-21-2", "2026-11-02-1", "2026-11-21-3"]
    assert service.execute(OPENING, DEALER).night == "2026-11-21-4"


def test_a_command_that_does_not_read_leaves_its_id_free(service: NightService, night: str) -> None:
    before = size(service, night)
    assert refusal_code(send, service, night, "buy_checks", as_="a", player="red", amount=5.0) == "bad_input"
    assert size(service, night) == before
    assert send(service, night, "buy_checks", as_="a", player="red", amount=500).version == before[0] + 1


def test_a_command_sent_twice_at_once_is_done_once(service: NightService, night: str) -> None:
    """Both in one transaction, where neither is in the tables yet when the other is looked at."""
    before, crowd = size(service, night), Crowd()
    with held_up(service.book):
        for _ in range(4):
            crowd.send(lambda: send(service, night, "buy_checks", as_="a", player="red", amount=500))
    receipts: list[Receipt] = list(crowd.join().answers.values())
    assert receipts == [receipts[0]] * 4
    assert size(service, night) == (before[0] + 1, before[1] + 1)
    assert checks_of(service, night, "red") == 25_500


def test_a_stale_screen_is_refused(service: NightService, night: str) -> None:
    """Optimistic concurrency: nothing is recorded, and the id may be used again."""
    version = service.at(night)[1].version
    before = size(service, night)
    for stale in (version - 1, version + 1, 0):
        with pytest.raises(Refusal) as caught:
            service.execute({"do": "void"}, DEALER, night=night, command_id="a", expected_version=stale)
        assert caught.value.code == "stale_version"
    assert size(service, night) == before
    receipt = service.execute({"do": "void"}, DEALER, night=night, command_id="a", expected_version=version)
    assert receipt.version == version + 1


def test_one_of_two_screens_with_the_same_table_is_stale(service: NightService, night: str) -> None:
    version, crowd = service.at(night)[1].version, Crowd()

    def tip() -> Receipt:
        return service.execute(
            {"do": "tip", "player": "red", "amount": 25}, DEALER, night=night, expected_version=version
        )

    with held_up(service.book):
        crowd.send_in_turn(service.book, tip, tip)
    crowd.join()
    assert crowd.answers[0].version == version + 1
    assert isinstance(crowd.errors[1], Refusal)
    assert crowd.errors[1].code == "stale_version"


def test_a_first_answer_outlives_the_program(lasting_shelf: Shelf) -> None:
    """The accepted and the refused one, out of the book alone."""
    with lasting_shelf.open() as book:
        service = NightService(book)
        night = open_night(service)
        first = send(service, night, "leave_table", as_="a", player="red")
        with pytest.raises(Refusal) as refusal:
            send(service, night, "tip", as_="b", player="blue", amount=30)
        send(service, night, "tip", player="blue", amount=25)
        before = size(service, night)
    with lasting_shelf.open() as book:
        service = NightService(book)
        assert send(service, night, "leave_table", as_="a", player="red") == first
        assert len(first.events) == 2
        with pytest.raises(Refusal) as again:
            send(service, night, "tip", as_="b", player="blue", amount=30)
        assert (again.value.code, again.value.why) == (refusal.value.code, refusal.value.why)
        with pytest.raises(Refusal) as reused:
            send(service, night, "tip", as_="a", player="blue", amount=25)
        assert reused.value.code == "command_reused"
        assert size(service, night) == before
        assert_whole(book)
