"""What games for points ask for and record, in sentences: each in the words of its own game."""

from __future__ import annotations

from dealer.what_if.differences import Both
from reports.words.game_words import words_of
from reports.words.house_rules import rule_said

NAMES = {"red": "Red", "blue": "Blue"}


def test_what_two_courses_of_a_night_differ_in_is_read_at_a_glance() -> None:
    lines = words_of("four_deal_bridge").differences["hands"].lines
    row = {"bid": "4s", "bidder": "red", "made": True, "points": [420, 0], "doubled": 1}
    out = {"bid": None, "bidder": None, "made": None, "points": [0, 0], "doubled": 1}
    (one,) = lines((2, 1), Both(row, row | {"made": False, "points": [0, 100], "doubled": 2}), NAMES)
    assert one.said == Both("4♠ made by Red, +420 : 0", "4♠ doubled lost by Red, 0 : +100")
    (one,) = lines((2, 1), Both(out, None), NAMES)
    assert one.said == Both("passed out", "not scored")


def test_a_hand_without_bids_differs_in_its_points() -> None:
    row = {"bid": None, "bidder": None, "made": None, "points": [5, 0]}
    (one,) = words_of("forty_five").differences["hands"].lines((1, 1), Both(row, None), NAMES)
    assert one.said == Both("+5 : 0", "not scored")


def test_a_house_is_said_in_words() -> None:
    assert rule_said("suits", "cshd", "five_hundred") == "♣ ♠ ♥ ♦"
    assert rule_said("set_back", None, "five_hundred") == "none"
    assert rule_said("pays", "all", "hasenpfeffer") == "every pair of sides"
    assert rule_said("game_stake", 500, "big_three") == "$5.00"
