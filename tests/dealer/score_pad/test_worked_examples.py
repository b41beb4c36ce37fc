"""The worked examples of the rulebook for games that are played for points, and of Frog."""

from __future__ import annotations

from tests.support.tables import begun, calls, hand, match_night, nets, score_of


def test_five_hundred_three_hands() -> None:
    table = begun("five_hundred", "red / blue / white", "auction")
    hand(table, "white", "red", "7s", tricks={"red": 9, "blue": 1})
    assert score_of(table) == (140, 10, 0)
    hand(table, "red", "white", "8s", tricks={"white": 10})
    assert score_of(table) == (140, 10, 250), "all ten tricks are 250 and not 240"
    hand(table, "blue", "blue", "nullo", tricks={"blue": 1, "red": 9})
    assert score_of(table) == (150, -240, 260)
    hand(table, "white", "red", "8nt", tricks={"red": 8, "white": 2})
    hand(table, "red", "red", "6s", tricks={"red": 6, "blue": 3, "white": 1})
    assert score_of(table) == (510, -210, 290)
    table("settle_match")
    assert nets(table) == {"red": 4_700, "blue": -3_600, "white": -1_100}


def test_forty_five_by_the_difference() -> None:
    table = begun("forty_five", "red / blue", "difference")
    scores = []
    for dealer, tricks in zip(("red", "blue", "red", "blue"), ((3, 2), (1, 4), (5, 0), (4, 1)), strict=True):
        hand(table, dealer, tricks=dict(zip(("red", "blue"), tricks, strict=True)))
        scores.append(score_of(table))
    assert scores == [(5, 0), (5, 15), (30, 15), (45, 15)]
    table("settle_match")
    assert nets(table) == {"red": 150, "blue": -150}


def test_auction_forty_five() -> None:
    table = begun("auction_forty_five", "red white / blue black")
    hand(table, "black", "red", 30, tricks={"red": 5}, high_trump="red")
    assert score_of(table) == (60, 0)
    table("start_hand", dealer="red")
    calls(table, "blue pass", "white 15", "black pass", "red hold", "white pass")
    table("score_hand", tricks={"red": 2, "blue": 3}, high_trump="blue")
    assert score_of(table) == (45, 20)
    hand(table, "blue", "black", 25, tricks={"black": 3, "red": 2}, high_trump="white")
    assert score_of(table) == (60, -5)
    table("start_hand", dealer="white")
    calls(table, "black 10", "red pass", "blue pass", "white 20")
    table("score_hand", tricks={"white": 5}, high_trump="white")
    hand(table, "black", "white", 30, tricks={"white": 5}, high_trump="white")
    assert score_of(table) == (150, -5)
    table("settle_match")
    assert nets(table) == {"red": 775, "white": 775, "blue": -775, "black": -775}


def test_hasenpfeffer() -> None:
    table = begun("hasenpfeffer", "red white / blue black")
    hand(table, "black", "white", 4, tricks={"white": 5, "blue": 1})
    table("start_hand", dealer="red")
    calls(table, "blue pass", "white pass", "black pass", "red pass")
    table("show_joker", player="black")
    table("score_hand", tricks={"black": 2, "red": 4})
    assert score_of(table) == (9, -2)
    hand(table, "blue", "red", 5, tricks={"red": 5, "black": 1})
    assert score_of(table) == (14, -1)
    table("settle_match")
    assert nets(table) == {"red": 75, "white": 75, "blue": -75, "black": -75}


def test_big_three_of_four() -> None:
    table = begun("big_three", "red / blue / white / black")
    table("start_hand", opener="red")
    calls(table, "red 1", "black pass", "white 3")
    table("name_partner", partners=["blue"], card="Kh")
    table("score_hand", out="blue")
    table("start_hand", opener="blue")
    calls(table, "blue 2", "red pass", "black pass", "white pass")
    table("name_partner", partners=["red"])
    table("score_hand", out="white")
    assert score_of(table) == (0, 6, 10, 4)


def test_four_deal_bridge() -> None:
    table = begun("four_deal_bridge", "north south / east west")
    hand(table, "north", "north", "2h", tricks={"north": 8, "east": 5})
    table("start_hand", dealer="east")
    calls(table, "east 4s", "south double", "west pass", "north pass", "east pass")
    table("score_hand", tricks={"east": 9, "south": 4})
    assert score_of(table) == (260, 0)
    hand(table, "south", "south", "2c", tricks={"south": 9, "west": 4})
    assert score_of(table) == (820, 0)
    hand(table, "west", "west", "1nt", tricks={"west": 7, "north": 6})
    assert score_of(table) == (820, 140)
    table("settle_match")
    assert nets(table) == {"north": 680, "south": 680, "east": -680, "west": -680}


def test_frog() -> None:
    table = match_night("frog", "red blue white")
    table("start_hand", dealer="white")
    calls(table, "red frog", "blue pass", "white chico", "red pass")
    table("score_hand", points=71, trump="s")
    table("start_hand", dealer="red")
    table("contract", player="red", bid="grand")
    table("score_hand", points=52)
    assert nets(table) == {"red": 25 * (-22 - 48), "blue": 25 * (-22 + 24), "white": 25 * (44 + 24)}
