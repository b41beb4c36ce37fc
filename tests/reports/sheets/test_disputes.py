"""Disputes on paper: where in the night they arose, and what the turn was that they are about."""

from __future__ import annotations

from typing import Any

from dealer.rules_version import FIRST
from events.effective_facts import NightFacts, effective
from events.facts.night import DisputeRaised
from reports.sheets.disputes import disputes_of
from reports.words.naming import about_of
from tests.reports import hands, nights
from tests.reports.nights import Played


def wheres(night: Played) -> list[str]:
    return [one.where for one in disputes_of(night.now, effective(night.facts))]


def dispute(key: str, about: int | str) -> dict[str, Any]:
    return {"do": "raise_dispute", "dispute": key, "player": "red", "about": about, "claim": "so it was"}


def test_a_turn_of_a_hand_says_who_did_what() -> None:
    passed = f"{hands.LONG_NAMES[0]} passed"
    assert wheres(hands.crowded_pot()) == [f"after hand 1 · about turn 9 of hand 1, in which {passed}"]


def test_a_card_laid_is_named_in_words() -> None:
    lines = [
        nights.opening(game="fan_tan", house="antes", roll=0, backers=[]),
        *hands.seated(),
        {"do": "start_hand", "dealer": "black"},
        {"do": "lay", "player": "red", "cards": ["7d", "7s"]},
        dispute("d1", 1),
    ]
    assert wheres(nights.played(lines)) == [
        "hand 1, before turn 2 · about turn 1 of hand 1, in which Red laid the 7 of spades and the 7 of diamonds"
    ]


def test_in_a_night_of_both_a_turn_is_of_the_game_that_was_dealt_last() -> None:
    lines = [
        nights.opening(game=["faro", "fan_tan"], house={}),
        *hands.seated(),
        *hands.hand_lines(2),
        {"do": "settle_hand"},
        dispute("d1", 2),
        *nights.deal_lines(1, [nights.bet("a", "red")], turns=4),
        dispute("d2", 2),
        dispute("d3", 30),
        dispute("d4", "a"),
        {"do": "void_deal", "reason": "a card was missing"},
        *nights.deal_lines(2, [], turns=1),
        dispute("d5", "a"),
        dispute("d6", 1),
    ]
    first, second, third, fourth, *of_the_second_deal = wheres(nights.played(lines))
    assert first.startswith("after hand 1 · about turn 2 of hand 1, in which Blue ")
    assert second == "deal 1, before turn 5 · about turn 2 of deal 1"
    assert third.startswith("deal 1, before turn 5 · about turn 30 of hand 1, in which Blue ")
    assert fourth == "deal 1, before turn 5 · the Q, laid in deal 1"
    assert of_the_second_deal == [
        "deal 2, before turn 2 · the Q, laid in deal 1",
        "deal 2, before turn 2 · about turn 1 of deal 2",
    ]


def test_a_turn_that_only_an_earlier_deal_has_had_is_that_deals() -> None:
    """Books of the first rules have such disputes."""
    lines = [
        nights.opening(),
        *hands.seated(),
        *nights.deal_lines(1, [], turns=4),
        {"do": "void_deal", "reason": "a card was missing"},
        *nights.deal_lines(2, [], turns=1),
        dispute("d1", 3),
        dispute("d2", 1),
        dispute("d3", 9),
    ]
    night = nights.played(lines, rules=FIRST)
    turns = ["turn 3 of deal 1", "turn 1 of deal 2", "turn 9 of deal 2"]
    assert wheres(night) == [f"deal 2, before turn 2 · about {turn}" for turn in turns]
    assert [about_of(night.now, about) for about in ("3", "1", "9")] == turns


def test_a_dispute_before_anything_was_dealt_says_so() -> None:
    lines = [nights.opening(), *hands.seated(), dispute("d1", 0)]
    assert wheres(nights.played(lines, rules=FIRST)) == ["before the first card · about turn 0"]


def test_what_a_dispute_is_about_is_looked_for_once_while_the_night_goes_on() -> None:
    lines = [nights.opening(), *hands.seated(), *nights.deal_lines(1, [nights.bet("a", "red")], turns=4)]
    raised = [*lines, dispute("d1", "a")]
    night = nights.played([*raised, {"do": "void_deal", "reason": "a card was missing"}])
    facts = NightFacts(night.facts)
    before = next(one.version for one in facts if isinstance(one.fact, DisputeRaised))
    (first,), (later,) = (disputes_of(night.now, one.effective) for one in (facts.until(before), facts))
    assert first.subject.bet == "a"
    assert later.subject is first.subject
