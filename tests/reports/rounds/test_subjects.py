"""What disputes are about, in a night of both games: said the same wherever it is asked."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.night.history import History
from dealer.rules_version import FIRST
from events.effective_facts import effective
from events.facts.night import DisputeRaised
from events.records import Recorded
from reports.rounds.subjects import subjects_of
from reports.sheets.disputes import disputes_of
from reports.sheets.dossier import round_story, rounds_of, stake_story, stakes_of
from tests.reports import nights
from tests.reports import nights as hands
from tests.reports.nights import Played


def dispute(key: str, about: int | str) -> dict[str, Any]:
    return {"do": "raise_dispute", "dispute": key, "player": "red", "about": about, "claim": "so it was"}


@pytest.fixture(scope="module")
def both() -> Played:
    """A hand voided after four turns, a deal of one turn and more, a second deal; a dispute that was taken back.

    It is of the first rules, under which turns are disputed that have not been dealt.
    """
    night = nights.played(
        [
            nights.opening(game=["faro", "fan_tan"], house={}),
            *hands.seated(),
            dispute("d0", 5),
            *hands.hand_lines(2, turns=4),
            dispute("in the hand", 20),
            dispute("before the hand", 0),
            {"do": "void_hand", "reason": "a card lay face up"},
            dispute("after it", 3),
            *nights.deal_lines(1, [nights.bet("a", "red", kind="high_card"), nights.bet("4", "red")], turns=1),
            dispute("of the hand", 3),
            dispute("of the deal", 1),
            dispute("of a bet", "4"),
            dispute("of none yet", 20),
            dispute("taken back", 1),
            {"do": "void"},
            {"do": "turn", "loser": "2", "winner": "4"},
            {"do": "void"},
            dispute("of a turn taken back", 2),
            {"do": "turn", "loser": "2", "winner": "3"},
            {"do": "void_deal", "reason": "a card was missing"},
            dispute("of the deal voided", 2),
            *nights.deal_lines(2, [], turns=1),
            dispute("of the second deal", 1),
            dispute("of its soda", 0),
            dispute("of the deal before", 2),
        ],
        rules=FIRST,
    )
    assert night.result["refused"] == []
    return night


def test_a_turn_is_of_what_was_begun_last_and_has_had_it(both: Played) -> None:
    subjects = subjects_of(both.facts)
    raised = {one.fact.dispute: subjects[one.version] for one in both.facts if isinstance(one.fact, DisputeRaised)}
    found = {key: (one.bet, one.game, one.round, one.turn) for key, one in raised.items()}
    assert found == {
        "d0": ("", "", 0, 5),
        "in the hand": ("", "", 0, 20),
        "before the hand": ("", "", 0, 0),
        "after it": ("", "fan_tan", 1, 3),
        "of the hand": ("", "fan_tan", 1, 3),
        "of the deal": ("", "faro", 1, 1),
        "of a bet": ("4", "faro", 1, 0),
        "of none yet": ("", "faro", 1, 20),
        "taken back": ("", "faro", 1, 1),
        "of a turn taken back": ("", "fan_tan", 1, 2),
        "of the deal voided": ("", "faro", 1, 2),
        "of the second deal": ("", "faro", 2, 1),
        "of its soda": ("", "faro", 2, 0),
        "of the deal before": ("", "fan_tan", 1, 2),
    }
    assert {key: told(one.played) for key, one in raised.items() if one.played} == {
        "after it": ("CardsLaid", 1, 3),
        "of the hand": ("CardsLaid", 1, 3),
        "of the deal": ("WinnerDrawn", 1, 1),
        "of a bet": ("BetPlaced", 1, "4"),
        "taken back": ("WinnerDrawn", 1, 1),
        "of a turn taken back": ("CardsLaid", 1, 2),
        "of the deal voided": ("WinnerDrawn", 1, 2),
        "of the second deal": ("WinnerDrawn", 2, 1),
        "of its soda": ("SodaExposed", 2, 0),
        "of the deal before": ("CardsLaid", 1, 2),
    }
    kept = effective(both.facts)
    assert subjects_of(kept) == {one.version: subjects[one.version] for one in kept if one.version in subjects}


def told(one: Recorded) -> tuple[object, ...]:
    """The kind of a fact, its deal or hand, and its turn or bet."""
    fact = one.fact
    return (
        one.kind,
        getattr(fact, "deal", 0) or getattr(fact, "hand", 0),
        getattr(fact, "bet", "") or getattr(fact, "turn", 0),
    )


def test_papers_dossiers_and_lists_say_the_same(both: Played) -> None:
    history = History.of(both.facts)
    wheres = {one.dispute: one.where for one in disputes_of(both.now, effective(both.facts))}
    assert wheres["of the hand"].startswith("deal 1, before turn 2 · about turn 3 of hand 1, in which White ")
    assert wheres["after it"].startswith("after hand 1 · about turn 3 of hand 1, in which White ")
    assert wheres["of the deal"] == "deal 1, before turn 2 · about turn 1 of deal 1"
    assert wheres["of the deal voided"] == "after deal 1 · about turn 2 of deal 1"
    assert wheres["d0"] == "before the first card · about turn 5"
    disputes = {
        "hand": [line.text for line in round_story(history, (), "fan_tan", 1) if line.text.startswith("Red disputes")],
        "a": [line.text for line in stake_story(history, (), "a") if line.text.startswith("Red disputes")],
        "4": [line.text for line in stake_story(history, (), "4") if line.text.startswith("Red disputes")],
    }
    assert disputes["hand"] == [f"Red disputes turn {turn} of hand 1: “so it was”." for turn in (3, 3, 2, 2)]
    assert disputes["a"] == [f"Red disputes turn {turn} of deal 1: “so it was”." for turn in (1, 1, 2)]
    assert disputes["4"] == [disputes["a"][0], "Red disputes it: “so it was”.", *disputes["a"][1:]]
    (hand,) = rounds_of(history)
    assert hand.disputes == ("after it", "of the hand", "of a turn taken back", "of the deal before")
    assert {one.bet: one.disputes for one in stakes_of(history)} == {"a": (), "4": ("of a bet",)}
