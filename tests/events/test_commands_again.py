"""Idempotency: a command sent again under its id gets its first answer, and another one under that id is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealer.assistant import Assistant, Receipt
from dealer.commands.refusal import Refusal
from events.book.book import Book
from tests.events.by_hand import assert_whole
from tests.events.dealing import DEALER, OPENING, Crowd, checks_of, held_up, open_night, send
from tests.events.shelves import Shelf
from tests.support.pure import refusal_code


@pytest.fixture
def assistant(book: Book) -> Iterator[Assistant]:
    yield Assistant(book)
    assert_whole(book)


@pytest.fixture
def night(assistant: Assistant) -> str:
    return open_night(assistant)


def size(assistant: Assistant, night: str) -> tuple[int, int]:
    """How many events and commands a night has."""
    events, commands = assistant.book.rows(night)
    return len(events), len(commands)


def test_a_command_sent_again_gets_its_first_answer(assistant: Assistant, night: str) -> None:
    """Also after others came between, from another device, and whatever the sender now expects."""
    first = send(assistant, night, "buy_checks", as_="a", player="red", amount=500)
    send(assistant, night, "tip", player="red", amount=100)
    before = size(assistant, night)
    for _ in range(3):
        again = assistant.execute(
            {"amount": 500, "player": "red", "do": "buy_checks"},
            DEALER,
            night=night,
            command_id="a",
            expected_version=first.version - 1,
        )
        assert again == first
    assert size(assistant, night) == before
    assert checks_of(assistant, night, "red") == 25_000 + 500 - 100


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
    assistant: Assistant, night: str, other: dict[str, object]
) -> None:
    send(assistant, night, "buy_checks", as_="a", player="red", amount=500)
    before = size(assistant, night)
    assert refusal_code(assistant.execute, other, DEALER, night=night, command_id="a") == "command_reused"
    assert size(assistant, night) == before


def test_a_night_is_opened_once(assistant: Assistant) -> None:
    first = assistant.execute(OPENING, DEALER, command_id="open")
    again = assistant.execute(OPENING, DEALER, command_id="open")
    assert again == first
    assert first.night == "2026-11-21-1"
    with pytest.raises(Refusal) as caught:
        assistant.execute({**OPENING, "table": "Tiger 2"}, DEALER, command_id="open")
    assert caught.value.code == "command_reused"
    assert assistant.nights() == [first.night]


def test_nights_are_numbered_by_date(assistant: Assistant) -> None:
    """Each date by itself, in one transaction too."""
    dates = ["2026-11-21", "2026-11-22", "2026-11-21", "2026-11-02", "2026-11-21"]
    crowd = Crowd()
    with held_up(assistant.book):
        crowd.send_in_turn(
            assistant.book,
            *[lambda date=date: assistant.execute({**OPENING, "date": date}, DEALER) for date in dates],
        )
    opened = [crowd.join().answers[number].night for number in range(len(dates))]
    assert opened == ["2026-11-21-1", "2026-11-22-1", "2026-11-21-2", "2026-11-02-1", "2026-11-21-3"]
    assert assistant.execute(OPENING, DEALER).night == "2026-11-21-4"


def test_a_command_that_does_not_read_leaves_its_id_free(assistant: Assistant, night: str) -> None:
    before = size(assistant, night)
    assert refusal_code(send, assistant, night, "buy_checks", as_="a", player="red", amount=5.0) == "bad_input"
    assert size(assistant, night) == before
    assert send(assistant, night, "buy_checks", as_="a", player="red", amount=500).version == before[0] + 1


def test_a_command_sent_twice_at_once_is_done_once(assistant: Assistant, night: str) -> None:
    """Both in one transaction, where neither is in the tables yet when the other is looked at."""
    before, crowd = size(assistant, night), Crowd()
    with held_up(assistant.book):
        for _ in range(4):
            crowd.send(lambda: send(assistant, night, "buy_checks", as_="a", player="red", amount=500))
    receipts: list[Receipt] = list(crowd.join().answers.values())
    assert receipts == [receipts[0]] * 4
    assert size(assistant, night) == (before[0] + 1, before[1] + 1)
    assert checks_of(assistant, night, "red") == 25_500


def test_a_stale_screen_is_refused(assistant: Assistant, night: str) -> None:
    """Optimistic concurrency: nothing is recorded, and the id may be used again."""
    version = assistant.at(night)[1].version
    before = size(assistant, night)
    for stale in (version - 1, version + 1, 0):
        with pytest.raises(Refusal) as caught:
            assistant.execute({"do": "void"}, DEALER, night=night, command_id="a", expected_version=stale)
        assert caught.value.code == "stale_version"
    assert size(assistant, night) == before
    receipt = assistant.execute({"do": "void"}, DEALER, night=night, command_id="a", expected_version=version)
    assert receipt.version == version + 1


def test_one_of_two_screens_with_the_same_table_is_stale(assistant: Assistant, night: str) -> None:
    version, crowd = assistant.at(night)[1].version, Crowd()

    def tip() -> Receipt:
        return assistant.execute(
            {"do": "tip", "player": "red", "amount": 25}, DEALER, night=night, expected_version=version
        )

    with held_up(assistant.book):
        crowd.send_in_turn(assistant.book, tip, tip)
    crowd.join()
    assert crowd.answers[0].version == version + 1
    assert isinstance(crowd.errors[1], Refusal)
    assert crowd.errors[1].code == "stale_version"


def test_a_first_answer_outlives_the_program(lasting_shelf: Shelf) -> None:
    """The accepted and the refused one, out of the book alone."""
    with lasting_shelf.open() as book:
        assistant = Assistant(book)
        night = open_night(assistant)
        first = send(assistant, night, "leave_table", as_="a", player="red")
        with pytest.raises(Refusal) as refusal:
            send(assistant, night, "tip", as_="b", player="blue", amount=30)
        send(assistant, night, "tip", player="blue", amount=25)
        before = size(assistant, night)
    with lasting_shelf.open() as book:
        assistant = Assistant(book)
        assert send(assistant, night, "leave_table", as_="a", player="red") == first
        assert len(first.events) == 2
        with pytest.raises(Refusal) as again:
            send(assistant, night, "tip", as_="b", player="blue", amount=30)
        assert (again.value.code, again.value.why) == (refusal.value.code, refusal.value.why)
        with pytest.raises(Refusal) as reused:
            send(assistant, night, "tip", as_="a", player="blue", amount=25)
        assert reused.value.code == "command_reused"
        assert size(assistant, night) == before
        assert_whole(book)
