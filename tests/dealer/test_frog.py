"""Frog: who plays and deals, the bidding, what points pay, and every refusal in its order (G6)."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.games.frog import frog_of
from events.games.frog import FrogHandSettled
from tests.support.tables import ChipTable


def table_of(players: int = 4, **more: Any) -> ChipTable:
    return ChipTable("frog", players, **more)


def bid_by(bidder: str, bid: str, players: int = 3, **more: Any) -> ChipTable:
    """A hand dealt by white, at which the bidder plays."""
    table = table_of(players, **more)
    table("start_hand", dealer="white")
    table("contract", player=bidder, bid=bid)
    return table


def call(table: ChipTable, *calls: str) -> None:
    """What players say, each ``player bid`` or ``player pass``."""
    for entry in calls:
        player, word = entry.split()
        if word == "pass":
            table("pass", player=player)
        else:
            table("bid", player=player, bid=word)


def test_the_dealer_sits_out_with_four_players_and_plays_with_three() -> None:
    four, three = table_of(4), table_of(3)
    for table in (four, three):
        table("start_hand", dealer="white")
    assert frog_of(four.now).active == ("black", "red", "blue")
    assert frog_of(three.now).active == ("red", "blue", "white")


def test_a_hand_is_begun_in_the_contracts_order_of_refusals() -> None:
    """Who is unknown, what is on, the form, the number of players, whose deal it is."""
    table = table_of(5)
    assert table.refusal("start_hand", dealer="nobody") == "unknown_player"
    assert table.refusal("start_hand", dealer="red", players=["red", "nobody"]) == "unknown_player"
    assert table.refusal("start_hand") == "bad_input"
    assert table.refusal("start_hand", dealer="red", players=["blue", "white", "black"]) == "bad_input"
    assert table.refusal("start_hand", dealer="red", players=["red", "red", "blue", "white"]) == "bad_input"
    assert table.refusal("start_hand", dealer="red", players=[]) == "bad_input"
    assert table.refusal("start_hand", dealer="red", players="red") == "bad_input"
    assert table.refusal("start_hand", dealer="red") == "not_allowed_here"
    assert table.refusal("start_hand", dealer="red", players=["red", "blue"]) == "not_allowed_here"
    table("start_hand", dealer="red", players=["red", "blue", "white"])
    assert table.refusal("start_hand", dealer="nobody") == "unknown_player"
    assert table.refusal("start_hand") == "wrong_phase"
    call(table, "blue pass", "white pass", "red pass")
    assert table.refusal("start_hand", dealer="red", players=["red", "blue"]) == "not_allowed_here"
    assert table.refusal("start_hand", dealer="red", players=["red", "blue", "white"]) == "not_your_turn"


def test_a_call_is_refused_in_the_contracts_order() -> None:
    table = table_of(4)
    assert table.refusal("bid", player="red", bid="frog") == "wrong_phase"
    table("start_hand", dealer="white")
    assert table.refusal("bid", player="nobody", bid="solo") == "unknown_player"
    assert table.refusal("bid", player="red", bid="solo") == "bad_input"
    assert table.refusal("bid", player="red") == "bad_input"
    assert table.refusal("bid", player="red", bid="frog") == "not_your_turn"
    assert table.refusal("pass", player="white") == "not_your_turn", "the dealer sits out"
    call(table, "black chico")
    assert table.refusal("bid", player="blue", bid="frog") == "not_your_turn"
    assert table.refusal("bid", player="red", bid="chico") == "bid_too_low"
    assert table.refusal("bid", player="red", bid="frog") == "bid_too_low"
    assert table.refusal("score_hand", points=60) == "wrong_phase"
    call(table, "red pass", "blue pass")
    assert table.refusal("pass", player="black") == "wrong_phase"


def test_a_hand_that_nobody_bids_is_dead_and_has_its_row() -> None:
    table = table_of(4)
    table("start_hand", dealer="white")
    call(table, "black pass", "red pass", "blue pass")
    assert table.rows == [
        {
            "hand": 1,
            "game": "frog",
            "dealer": "white",
            "winner": None,
            "pot": 0,
            "bid": None,
            "bidder": None,
            "points": None,
            "net": {"black": 0, "red": 0, "blue": 0},
        }
    ]
    assert table.refusal("score_hand", points=60) == "wrong_phase"
    table("start_hand", dealer="black")


@pytest.mark.parametrize(
    ("bid", "points", "each"),
    [("frog", 61, 1), ("frog", 120, 60), ("chico", 71, 22), ("grand", 52, -24), ("grand", 0, -180), ("chico", 60, 0)],
)
def test_each_opponent_pays_for_every_point_over_sixty_or_has_it_for_every_point_under(
    bid: str, points: int, each: int
) -> None:
    table = bid_by("blue", bid, chips=400)
    table("score_hand", points=points)
    assert table.rows[0]["net"] == {"red": -each, "blue": 2 * each, "white": -each}
    assert table.won == table.rows[0]["net"]
    won = each > 0
    assert (table.rows[0]["winner"], table.rows[0]["pot"]) == (("blue", 2 * each) if won else (None, 0))


@pytest.mark.parametrize(("bid", "fits"), [("frog", "h"), ("chico", "sdc"), ("grand", "h")])
def test_only_a_suit_that_fits_can_be_noted_as_trumps(bid: str, fits: str) -> None:
    table = bid_by("red", bid)
    for suit in "shdc":
        if suit not in fits:
            assert table.refusal("score_hand", points=60, trump=suit) == "bad_result"
    table("score_hand", points=60, trump=fits[0])
    settled = table.recorded[-1].event
    assert isinstance(settled, FrogHandSettled)
    assert settled.trump == fits[0]


def test_a_score_is_refused_in_the_contracts_order() -> None:
    table = bid_by("red", "grand", chips=10)
    assert table.refusal("score_hand") == "bad_input"
    assert table.refusal("score_hand", points="71") == "bad_input"
    assert table.refusal("score_hand", points=121, trump="x") == "bad_input"
    assert table.refusal("score_hand", points=121) == "bad_result"
    assert table.refusal("score_hand", points=-1) == "bad_result"
    assert table.refusal("score_hand", points=120, trump="s") == "bad_result", "before anybody is short"
    assert table.refusal("score_hand", points=120) == "not_enough_checks"
    assert table.held == {"red": 10, "blue": 10, "white": 10}
    table("score_hand", points=63)
