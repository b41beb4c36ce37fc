"""The demonstration of stuss has what there is to show, and asks for nothing that its house does not have."""

from __future__ import annotations

from collections import Counter

from dealer.assistant import Assistant
from dealer.demo import Demo
from dealer.games.faro.state import faro_of
from dealer.night.result import result_of
from events.book.book import Book
from events.facts.night import CommandVoided, MarkerIssued, TokeGiven
from events.games import faro


def test_a_night_of_stuss_has_splits_that_take_all_sleepers_returned_and_a_turn_taken_back() -> None:
    with Book.open() as book:
        show = Demo(("stuss",), book, "2026-11-21", seed=1)
        shown = [(turn.number, turn.turn) for turn in show.turns()]
        facts = [one.fact for one in book.facts(show.night)]
        refused = {one.refused for one in book.commands(show.night)}
        result = result_of(Assistant(book).night(show.night), book.facts(show.night))
    assert shown == [(deal, turn) for deal in range(1, 5) for turn in range(1, 27)]
    assert "not_allowed_here" not in refused
    kinds = Counter(map(type, facts))
    assert min(kinds[kind] for kind in (faro.BetPressed, faro.BetTakenDown, MarkerIssued, TokeGiven)) > 0
    assert kinds[CommandVoided] == 2
    splits = [fact for fact in facts if isinstance(fact, faro.BetSplit)]
    assert splits
    assert all(fact.taken_cents == fact.stake_cents for fact in splits)
    assert {fact.reason for fact in facts if isinstance(fact, faro.BetReturned)} >= {"sleeper", "after_hock"}
    assert {row["result"] for row in result["bets"]} == {"won", "lost", "split", "returned"}


def test_in_a_night_of_several_games_stuss_is_the_house_of_faro() -> None:
    with Book.open() as book:
        show = Demo(("stuss", "farmer"), book, "2026-11-21", seed=1, rounds=1)
        assert {turn.what for turn in show.turns()} == {"deal", "hand"}
        night = Assistant(book).night(show.night)
    assert list(night.tables) == list(show.plays) == ["faro", "farmer"]
    assert faro_of(night).house.preset == "stuss"
