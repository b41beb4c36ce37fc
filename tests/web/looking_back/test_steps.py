"""The steps of a night: gone on from with what came since, the same as made all at once, and made anew where not."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from unittest.mock import patch

from dealer.commands.refusal import Refusal
from events.book.book import Book
from events.records import RecordedCommand
from tests.support.forger import Forger, make_hashes_good
from tests.support.house import House
from tests.web.evening_of_both import COMMANDS
from web.time_travel import STEPS_AT_HAND, Step, Steps, steps_of


def by_now(house: House, night: str) -> tuple[Step, ...]:
    with house.app.test_request_context():
        return steps_of(night)


def test_a_night_is_gone_on_from_and_has_the_steps_that_it_has_when_made_at_once(house: House) -> None:
    read: list[tuple[int, int]] = []

    def commands(book: Book, night: str, *, after: int = 0) -> list[RecordedCommand]:
        found = unwatched(book, night, after=after)
        read.append((after, len(found)))
        return found

    night = house.open_night(game=["faro", "fan_tan"], house={"faro": "american", "fan_tan": {"preset": "antes"}})
    unwatched = Book.commands
    with patch.object(Book, "commands", commands):
        for do, arguments in COMMANDS:
            with suppress(Refusal):
                house.do(night, do, **arguments)
            gone_on = by_now(house, night)
            by_now(house, night)
    # The opening with the first; then the last that was known, to compare it, and the new one.
    assert read == [(0, 2), *((number, 2) for number in range(1, len(COMMANDS)))]
    history, recorded = house.assistant.history(night), house.book.commands(night)
    at_once = Steps().continued(history, recorded).made
    assert gone_on == at_once
    assert [step.number for step in gone_on] == [one.number for one in recorded]
    assert (gone_on[15].taken_back_by, gone_on[16].takes_back) == (17, 16)
    assert gone_on[16].sentence == "Taken back: the 7♦ as winner."
    for cut in (1, 16, 17, 30):
        assert Steps().continued(history, recorded[:cut]).continued(history, recorded[cut:]).made == at_once


def test_a_book_that_is_another_now_has_other_steps(tmp_path: Path) -> None:
    """As a copy put back under the running program: as many commands, or more, but not the same ones."""
    where = tmp_path / "book.db"
    with Book.open(where) as book:
        house = House(book)
        night = house.open_night()
        house.seat(night, red="Ada Lamb")
        assert by_now(house, night)[1].sentence == "Ada Lamb takes a seat."
        forger = Forger(where)
        with closing(forger.raw):
            forger("UPDATE commands SET who = 'another' WHERE night = ?", night)
            make_hashes_good(forger)
            forger.raw.commit()
        assert {step.who for step in by_now(house, night)} == {"another"}


def test_the_steps_of_a_few_nights_are_kept(house: House) -> None:
    nights = [house.open_night() for _ in range(STEPS_AT_HAND + 1)]
    kept = [by_now(house, night) for night in nights]
    again = [by_now(house, night) for night in reversed(nights)]
    assert [ours is theirs for ours, theirs in zip(kept[1:], again[-2::-1], strict=True)] == [True] * STEPS_AT_HAND
    assert again[-1] == kept[0]
    assert again[-1] is not kept[0]
