"""Time travel: a night as of any of its facts is what those facts alone make, folded afresh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest

from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from dealer.night.evolve import evolve, night_before
from dealer.night.history import History
from dealer.night.night import Night, opening
from dealer.streams import Sender
from events.book.book import Book
from events.facts.night import NightOpened
from events.records import Recorded
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_games import random_night_with_bidding
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight

SENDER = Sender(who="test", device="test")


@cache
def nights() -> list[list[dict[str, Any]]]:
    """Random nights of Faro, of Fan-Tan, of both, and of games with a match, with more taking back than anywhere."""
    games = (random_night, random_fan_tan_night, random_night_of_both, random_night_with_bidding)
    return [make(seed, voids=0.06, most_lines=130) for make in games for seed in (3, 14, 159)]


def afresh(facts: Sequence[Recorded]) -> Iterator[Night]:
    """The nights that facts make, folded one by one from the first: as of each of them."""
    opened = facts[0].fact
    assert isinstance(opened, NightOpened)
    night = opening(facts[0].stream, opened)
    yield night
    for one in facts[1:]:
        night = evolve(night, one.command, one.fact)
        yield night


def assert_is(found: Night, expected: Night) -> None:
    """Assert that two nights are the same, and have the same to take back."""
    assert found == expected
    assert (found.top is None) == (expected.top is None)
    if found.top and expected.top:
        assert (found.top.command, found.top.moves) == (expected.top.command, expected.top.moves)
        assert night_before(found.top) == night_before(expected.top)


def test_at_every_fact_of_random_nights_it_is_what_the_facts_so_far_make() -> None:
    looked = 0
    for lines in nights():
        facts = PureNight().play(lines).recorded
        history = History.of(facts)
        for version, expected in enumerate(afresh(facts), start=1):
            assert_is(history.at(version), expected)
            assert list(history.until(version)) == facts[:version]
            looked += 1
    assert looked > 500


def test_through_the_book_too_while_the_night_goes_on() -> None:
    """What was kept at hand of a night is continued with what came since, and never differs from the book."""
    for lines in nights()[::3]:
        with Book.open() as book:
            assistant, night = Assistant(book), None
            for number, line in enumerate(lines):
                try:
                    night = assistant.execute(line, SENDER, night=night).night
                except Refusal:
                    continue
                if number % 25 == 0:
                    assert assistant.history(night).version == len(book.facts(night))
            assert night
            history = assistant.history(night)
            last = book.head(night)
            assert last
            assert history.head(last.version) == last
            every_seventh = islice(afresh(book.facts(night)), 0, None, 7)
            for version, expected in zip(range(1, last.version + 1, 7), every_seventh, strict=True):
                assert_is(history.at(version), expected)
                assert list(history.until(version)) == book.facts(night, until=version)
            assert_is(history.at(last.version), assistant.night(night))


def opened(book: Book, *, seats: int) -> str:
    """A night of one table with so many seats taken."""
    assistant = Assistant(book)
    opening = {"do": "open_night", "table": f"{seats}", "date": "2026-11-21", "game": "faro", "house": "american"}
    night = assistant.execute({**opening, "roll": 0, "dealer": "D"}, SENDER).night
    for seat in range(seats):
        assistant.execute({"do": "seat_player", "player": f"seat{seat}", "name": "N"}, SENDER, night=night)
    return night


def test_what_is_at_hand_of_a_night_is_gone_on_with_and_not_folded_again() -> None:
    with Book.open() as book:
        night, assistant = opened(book, seats=3), Assistant(book)
        before = assistant.history(night)
        assert assistant.history(night) is before
        assistant.execute({"do": "seat_player", "player": "late", "name": "N"}, SENDER, night=night)
        after = assistant.history(night)
        assert after.version == before.version + 1
        assert all(now is then for now, then in zip(after.states, before.states, strict=False))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_book_that_was_written_anew_meanwhile_is_not_gone_on_with(seats: int) -> None:
    """Shorter, as long, or longer than what is at hand: what is shown is what the book has."""
    with Book.open() as book, Book.open() as anew:
        night = opened(book, seats=3)
        assert opened(anew, seats=seats) == night
        assistant = Assistant(book)
        assistant.history(night)
        assistant.book = assistant._nights.book = anew
        assert list(assistant.history(night).facts) == anew.facts(night)
        assert list(assistant.facts(night)) == anew.facts(night)
        (*_, expected) = afresh(anew.facts(night))
        assert_is(assistant.history(night).at(seats + 1), expected)


def test_a_fact_that_the_night_has_not_is_no_moment_of_it() -> None:
    facts = PureNight().play(nights()[0]).recorded
    history = History.of(facts)
    for version in (0, -1, len(facts) + 1):
        for look in (history.at, history.until, history.head):
            with pytest.raises(IndexError):
                look(version)
    for no_night in ([], facts[1:]):
        with pytest.raises(LookupError):
            History.of(no_night)
