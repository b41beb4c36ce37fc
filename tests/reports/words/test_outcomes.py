"""Every fact by itself says what it is in a sentence, with what it settles named as it lay before."""

from __future__ import annotations

from dealer.demo import Demo
from dealer.night.history import History
from events.book.book import Book
from events.facts import night
from events.facts import night as money
from events.facts.fact import fact_types
from events.games import fan_tan, faro
from reports.words.sentences import fact_sentence, last_said
from reports.words.spoken import fact_words
from tests.support.table import Table

OF_NIGHTS = {module.__name__ for module in (night, money, faro, fan_tan)}


def test_every_kind_of_fact_of_a_night_has_its_sentence() -> None:
    # Test modules register kinds of their own.
    own = {kind for kind in fact_types().values() if kind.__module__ in OF_NIGHTS}
    assert [kind for kind in own if kind not in fact_words(kind)[1].facts] == []


def test_the_facts_of_a_lively_night_name_every_bet_by_its_place() -> None:
    with Book.open() as book:
        demo = Demo(("faro", "fan_tan"), book, "2026-11-21", 7, 1)
        for _ in demo.turns():
            pass
        history = History.of(book.facts(demo.night))
    told: dict[str, set[str]] = {}
    for one in history.facts[1:]:
        said = fact_sentence(history.at(one.version - 1), history.at(one.version), one.fact)
        assert said.endswith((".", "”.")), said
        assert "’s bet b" not in said, said
        told.setdefault(one.kind, set()).add(said)
        # In the middle of a command too: what its facts so far say.
        assert last_said(history.at(one.version), history.until(one.version)).endswith(".")
    assert {"BetPaid", "BetLost", "BetStoodOff", "HandPaid", "WrongPassProved", "PotWon"} <= set(told)


def test_what_a_fact_settles_is_named_as_it_lay_before() -> None:
    table = Table()
    table.bet("7-8", 1_000, kind="split")
    before = table.now
    split = table("turn", loser="7d", winner="7s")[-1]
    assert fact_sentence(before, table.now, split) == "Red’s bet on splitting the 7-8 is split: the bank takes $5."
    # A state that never had the bet has no name for it.
    assert fact_sentence(Table().now, table.now, split) == "A bet that does not lie there is split: the bank takes $5."
