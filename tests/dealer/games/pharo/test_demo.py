"""The demonstration of Pharo has what there is to show."""

from __future__ import annotations

from collections import Counter

from dealer.assistant import Assistant
from dealer.demo import Demo
from dealer.night.result import result_of
from events.book.book import Book
from events.facts.night import CommandVoided
from events.games import pharo


def test_a_night_has_chains_paid_and_lost_doublets_plis_masks_and_a_coup_taken_back() -> None:
    with Book.open() as book:
        show = Demo(("pharo",), book, "2026-11-21", seed=1)
        shown = {(turn.what, turn.number, turn.turn) for turn in show.turns()}
        facts = book.facts(show.night)
        result = result_of(Assistant(book).night(show.night), facts)
    assert len(shown) == 4 * 26
    kinds = Counter(type(one.fact) for one in facts)
    assert min(kinds[kind] for kind in (pharo.ParoliMade, pharo.PaixMade, pharo.PliMade, pharo.CardMasked)) > 0
    assert kinds[CommandVoided] == 2
    assert {row["result"] for row in result["bets"]} >= {"won", "lost", "split", "standoff", "paid", "returned"}
    assert max(len(one.fact.folds) for one in facts if isinstance(one.fact, pharo.GainPaid)) > 1
