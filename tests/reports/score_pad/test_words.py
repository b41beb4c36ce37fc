"""What games for points ask for and record, in sentences: each in the words of its own game."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.night_differences import Both
from reports.words.game_words import words_of
from reports.words.house_rules import rule_said
from reports.words.sentences import asked_for, last_said
from tests.support.pure import PureNight
from tests.support.tables import begun, calls, match_night

NAMES = {"red": "Red", "blue": "Blue"}


def said(table: PureNight) -> str:
    return last_said(table.now, table.recorded)


def test_what_happens_alike_in_several_games_is_said_in_the_words_of_the_one_it_happened_in() -> None:
    opened, dealt = begun("big_three", "red / blue / white"), begun("forty_five", "red / blue")
    assert said(opened) == "Match 1 begins: Red against Blue against White."
    opened("start_hand", opener="red")
    assert said(opened) == "Red opens hand 1."
    dealt("start_hand", dealer="red")
    assert said(dealt) == "Red deals hand 1."


@pytest.mark.parametrize(
    ("game", "document", "told"),
    [
        ("big_three", {"do": "start_hand", "opener": "red"}, "Red opens a hand."),
        ("big_three", {"do": "score_hand", "out": "blue"}, "Blue is out of cards first."),
        ("big_three", {"do": "name_partner", "partners": ["red"], "card": "Q"}, "With the bidder, by the card Q: Red."),
        ("five_hundred", {"do": "start_hand", "dealer": "red"}, "Red deals a hand."),
        (
            "five_hundred",
            {"do": "name_partner", "partners": ["red", "blue"], "card": "joker"},
            "With the bidder, by the card joker: Red and Blue.",
        ),
        ("five_hundred", {"do": "name_partner", "partners": ["red"]}, "With the bidder: Red."),
        (
            "five_hundred",
            {"do": "score_hand", "tricks": {"red": 7, "blue": 3}, "first": "blue"},
            "The hand is scored: Red 7 and Blue 3; Blue came to the goal first.",
        ),
        (
            "auction_forty_five",
            {"do": "score_hand", "tricks": {"red": 5, "blue": 0}, "high_trump": "red"},
            "The hand is scored: Red 5; Red had the highest trump.",
        ),
        (
            "four_deal_bridge",
            {"do": "score_hand", "tricks": {"red": 13}, "honours": {"blue": 150}},
            "The hand is scored: Red 13; honours Blue 150.",
        ),
        ("four_deal_bridge", {"do": "contract", "player": "red", "bid": "4h"}, "Red plays at 4♥."),
        (
            "four_deal_bridge",
            {"do": "contract", "player": "red", "bid": "3nt", "doubled": 1},
            "Red plays at 3 no trump doubled.",
        ),
        (
            "four_deal_bridge",
            {"do": "contract", "player": "red", "bid": "4h", "doubled": 2},
            "Red plays at 4♥ redoubled.",
        ),
        ("frog", {"do": "score_hand", "points": 71, "trump": "s"}, "The bidder has 71 points; trumps spades."),
        ("frog", {"do": "score_hand", "points": 1}, "The bidder has 1 point."),
    ],
)
def test_what_is_asked_for_is_a_sentence(game: str, document: dict[str, Any], told: str) -> None:
    assert asked_for(match_night(game, "red blue").now, document) == told


def test_a_contract_is_said_as_it_was_doubled() -> None:
    table = begun("four_deal_bridge", "north south / east west")
    table("start_hand", dealer="north")
    table("contract", player="north", bid="4s", doubled=1)
    assert said(table) == "North plays at 4♠ doubled."


def test_what_two_courses_of_a_night_differ_in_is_read_at_a_glance() -> None:
    lines = words_of("four_deal_bridge").differences["hands"].lines
    row = {"bid": "4s", "bidder": "red", "made": True, "points": [420, 0], "doubled": 1}
    out = {"bid": None, "bidder": None, "made": None, "points": [0, 0], "doubled": 1}
    (one,) = lines((2, 1), Both(row, row | {"made": False, "points": [0, 100], "doubled": 2}), NAMES)
    assert one.values == Both("4♠ made by Red, +420 : 0", "4♠ doubled lost by Red, 0 : +100")
    (one,) = lines((2, 1), Both(out, None), NAMES)
    assert one.values == Both("passed out", "not scored")


def test_a_hand_without_bids_differs_in_its_points() -> None:
    row = {"bid": None, "bidder": None, "made": None, "points": [5, 0]}
    (one,) = words_of("forty_five").differences["hands"].lines((1, 1), Both(row, None), NAMES)
    assert one.values == Both("+5 : 0", "not scored")


def test_a_house_is_said_in_words() -> None:
    assert rule_said("suits", "cshd", "five_hundred") == "♣ ♠ ♥ ♦"
    assert rule_said("set_back", None, "five_hundred") == "none"
    assert rule_said("pays", "all", "hasenpfeffer") == "every pair of sides"
    assert rule_said("game_stake", 500, "big_three") == "$5.00"


def test_a_bidding_over_is_said_by_its_last_call() -> None:
    table = begun("hasenpfeffer", "red white / blue black")
    table("start_hand", dealer="red")
    calls(table, "blue pass", "white pass", "black pass", "red pass")
    table("show_joker", player="white")
    assert said(table) == "White shows the joker, and has bid 3."
