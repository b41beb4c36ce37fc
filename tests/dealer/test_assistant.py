"""Whole random nights through the assistant and the book: sent twice they are done once, and live equals replay."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.assistant import Assistant, Receipt
from dealer.commands.refusal import Refusal
from dealer.night.evolve import fold
from dealer.night.result import result_of
from dealer.streams import Sender
from dealer.verification.streams import verify
from events.book.book import Book
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight

SENDER = Sender(who="dealer", device="test")


def answer_of(assistant: Assistant, line: dict[str, Any], night: str | None, ident: str) -> Receipt | tuple[str, str]:
    """What a sender hears: a receipt, or a refusal's code and sentence."""
    try:
        return assistant.execute(line, SENDER, night=night, command_id=ident)
    except Refusal as refusal:
        return refusal.code, refusal.why


@settings(max_examples=5)
@given(seed=st.integers(0, 10**6))
def test_a_night_of_which_every_command_is_sent_twice_is_the_night_sent_once(seed: int) -> None:
    lines = random_night(seed, most_lines=150)
    once = PureNight().play(lines).result()
    with Book.open() as book:
        assistant, night = Assistant(book), None
        for number, line in enumerate(lines):
            first = answer_of(assistant, line, night, f"c{number}")
            night = first.night if isinstance(first, Receipt) else night
            assert answer_of(assistant, line, night if number else None, f"c{number}") == first
        assert night
        facts = book.facts(night)
        twice = result_of(assistant.night(night), facts)
        assert {part: twice[part] for part in ("players", "bank", "bets", "events")} == {
            part: once[part] for part in ("players", "bank", "bets", "events")
        }
        assert fold(facts) == assistant.night(night)
        assert verify(book, night).sound
