"""Five in One in sentences: every fact of a round, the rules it cites, a disputed part, and what was asked for."""

from __future__ import annotations

from dealer.night.history import History
from reports.games.five_in_one import turn_done
from reports.sheets.dossier import round_story, rounds_of
from reports.words.sentences import asked_for
from tests.reports.nights_of_games import night_of_rounds


def test_a_round_is_told_part_by_part_with_its_rules() -> None:
    history = History.of(night_of_rounds().facts)
    lines = round_story(history, (), "five_in_one", 1)
    assert [line.text for line in lines] == [
        "White deals round 1.",
        "Turn 1: Plus or Minus: Red +2, Blue −1, White −1.",
        "Turn 2: Blue wins the cold hand: Red −1, Blue +2, White −1.",
        "Turn 3: Bango: nobody wins a chip.",
        "Turn 4: Put and Take: Red −3, White +3.",
        "Turn 5: 4 hits in 5, 2, 9, K, 5, 6, A, 8, 10 and J: Red −4, Blue −4, White +8.",
        "Round 1 is over: Red −6, Blue −3, White +9.",
    ]
    assert [line.reason.partition(":")[0] for line in lines] == [
        "Rule 9.1",
        "Rule 9.3",
        "Rule 9.3",
        "Rule 9.3",
        "Rule 9.3",
        "Rule 9.4",
        "",
    ]


def test_a_tie_and_a_foul_round_are_told() -> None:
    history = History.of(night_of_rounds().facts)
    tied = round_story(history, (), "five_in_one", 3)[2]
    assert tied.text == "Turn 2: The cold hand is tied by White and Red: Blue −1, White +1."
    assert tied.reason == "Rule 9.3: a tie: the others’ chips are divided among the winners"
    assert round_story(history, (), "five_in_one", 2)[-1].text == "Round 2 is void: the pack was short."


def test_every_round_is_listed_with_its_dealer_and_hits() -> None:
    rounds = rounds_of(History.of(night_of_rounds().facts))
    assert [(one.called, one.dealer, one.turns, one.counted) for one in rounds] == [
        ("round 1", "White", 5, (("Hit", "Hits", 4),)),
        ("round 2", "Red", 0, (("Hit", "Hits", 0),)),
        ("round 3", "Red", 5, (("Hit", "Hits", 0),)),
        ("round 4", "Blue", 1, (("Hit", "Hits", 0),)),
    ]


def test_a_part_is_called_by_its_name() -> None:
    night = night_of_rounds()
    bango = next(one.fact for one in night.facts if getattr(one.fact, "part", "") == "bango")
    assert turn_done("part 3 of round 1", bango, night.now) == "part 3 of round 1, Bango"


def test_what_is_asked_for_is_a_sentence() -> None:
    now = night_of_rounds().now
    asked = {"do": "part_result", "part": "bango", "chips": {"red": 1, "blue": -1, "white": 0}}
    assert asked_for(now, asked) == "Bango: Red +1, Blue −1."
    assert asked_for(now, {"do": "cold_hand", "winners": ["red", "blue"]}) == "The cold hand goes to Red and Blue."
    assert asked_for(now, {"do": "cold_hand", "winners": []}) == "The cold hand goes to nobody."
    assert asked_for(now, {"do": "consolation", "cards": ["As", "2"]}) == "The consolation is turned: A♠ and 2."
    assert asked_for(now, {"do": "start_hand", "dealer": "red"}) == "Red deals a round."
