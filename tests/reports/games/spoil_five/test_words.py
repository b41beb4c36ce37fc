"""Spoil Five in sentences: every fact of a hand, the rules it cites, and a disputed turn."""

from __future__ import annotations

from dealer.night.history import History
from reports.games.spoil_five import turn_done
from reports.sheets.dossier import round_story
from reports.words.sentences import asked_for
from tests.reports.nights_of_games import night_of_pots


def test_a_spoilt_hand_is_told_with_what_killed_one_in_it() -> None:
    lines = round_story(History.of(night_of_pots().facts), (), "spoil_five", 2)
    assert [line.text for line in lines][-3:] == [
        "Turn 1: The hand of Yellow is dead: a revoke.",
        "Turn 2: Tricks of hand 2, gone on with: Red 4 and Blue 1.",
        "Hand 2 is spoilt; the pool keeps 10 chips ($2.50).",
    ]
    assert lines[-3].reason == "Rule 8.4: who offends has no cards until the pool is won"


def test_all_five_tricks_are_told_with_what_each_pays() -> None:
    lines = round_story(History.of(night_of_pots().facts), (), "spoil_five", 3)
    assert [line.text for line in lines][-3:] == [
        "Black pays 1 chip (25¢) to Blue for all five tricks.",
        "Yellow pays 1 chip (25¢) to Blue for all five tricks.",
        "Blue takes the pool of hand 3: 15 chips ($3.75).",
    ]
    assert lines[-1].reason == "Rule 8.3: three tricks win the pool"


def test_a_turn_is_called_by_what_was_done() -> None:
    night = night_of_pots()
    facts = {type(one.fact).__name__: one.fact for one in night.facts}
    assert turn_done("turn 1", facts["HandKilled"], night.now) == "turn 1, in which the hand of Yellow died"
    assert turn_done("turn 2", facts["TricksTaken"], night.now) == "turn 2, when the tricks were counted"


def test_what_is_asked_for_is_a_sentence() -> None:
    now = night_of_pots().now
    scored = {"do": "score_hand", "game": "spoil_five", "tricks": {"red": 3, "blue": 0}}
    assert asked_for(now, scored) == "The hand is scored: Red 3."
    assert asked_for(now, {"do": "kill_hand", "player": "red", "why": "exposure"}) == (
        "The hand of Red is dead: exposed cards."
    )
