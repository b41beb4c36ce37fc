"""The random nights of Frog and of the score games reach what they are for: every refusal, every way to end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.oracle.random_games import random_night_with_bidding
from tests.oracle.script_player import play
from tests.oracle.seeds import WITH_BIDDING, nights_with_bidding

OF_ALL = """
    start_match: unknown_player wrong_phase bad_input not_allowed_here
    start_hand: unknown_player wrong_phase bad_input
    score_hand: unknown_player wrong_phase bad_input
    void_hand: wrong_phase bad_input
    abandon_match: wrong_phase bad_input
    settle_match: wrong_phase not_enough_checks
    leave_table: wrong_phase
    close_night: wrong_phase
"""
BIDS = """
    bid: unknown_player wrong_phase bad_input not_your_turn bid_too_low
    pass: unknown_player wrong_phase bad_input not_your_turn
    contract: unknown_player wrong_phase bad_input
"""
REFUSED = {
    "frog": f"""
        start_hand: unknown_player wrong_phase bad_input not_allowed_here not_your_turn {BIDS}
        score_hand: wrong_phase bad_input bad_result not_enough_checks
        void_hand: wrong_phase bad_input
        leave_table: wrong_phase
    """,
    "five_hundred": f"""{OF_ALL} {BIDS}
        start_hand: not_your_turn
        bid: not_allowed_here
        contract: not_allowed_here
        name_partner: unknown_player wrong_phase bad_input not_allowed_here
        score_hand: bad_result
    """,
    "forty_five": f"""{OF_ALL}
        start_hand: not_your_turn
        score_hand: bad_result
        bid: not_allowed_here
    """,
    "auction_forty_five": f"""{OF_ALL} {BIDS}
        start_hand: not_your_turn
        bid: under_minimum
        pass: not_allowed_here
        hold: unknown_player wrong_phase bad_input not_allowed_here not_your_turn under_minimum
        contract: under_minimum
        score_hand: bad_result
    """,
    "hasenpfeffer": f"""{OF_ALL} {BIDS}
        start_hand: not_your_turn
        show_joker: unknown_player wrong_phase bad_input
        score_hand: bad_result
    """,
    "big_three": f"""{OF_ALL} {BIDS}
        name_partner: unknown_player wrong_phase bad_input not_allowed_here
    """,
    "four_deal_bridge": f"""{OF_ALL} {BIDS}
        start_hand: not_your_turn
        double: unknown_player wrong_phase bad_input not_allowed_here not_your_turn
        redouble: unknown_player wrong_phase bad_input not_allowed_here not_your_turn
        score_hand: not_allowed_here bad_result
    """,
}
ENDS = "on; won; settled; abandoned; made; lost; nobody bid"
HAPPENS = {
    "frog": "made; lost; nobody bid; put right",
    "five_hundred": f"""{ENDS}; put right; 3 of 1; 2 of 2; 5 of 1; 2 of 3; 3 of 2; no partners; one partner;
        two partners; nullo made; nullo lost; tricks without a bidder; won by less than another has""",
    "forty_five": "on; won; settled; abandoned; put right; 3 of 1; 4 of 1; 5 of 1; 2 of 1; 2 of 2; 2 of 3",
    "auction_forty_five": f"{ENDS}; put right; 2 of 2; 2 of 3; held",
    "hasenpfeffer": f"{ENDS}; put right; joker shown",
    "big_three": f"{ENDS}; put right; 3 of 1; 4 of 1; no partners; one partner",
    "four_deal_bridge": f"{ENDS}; put right; drawn; doubled 1; doubled 2; doubled 4; deal 1; deal 2; deal 3; deal 4",
}
PARTNERS = ("no partners", "one partner", "two partners")


@cache
def played(game: str) -> list[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """The nights of a game, each with its result."""
    return [(lines, play(lines)) for lines in nights_with_bidding(game)]


@pytest.mark.parametrize("game", WITH_BIDDING)
def test_every_refusal_is_reached(game: str) -> None:
    reached = {(one["do"], one["code"]) for _, result in played(game) for one in result["refused"]}
    asked = [line.strip().split(": ") for line in REFUSED[game].strip().splitlines() if line.strip()]
    assert [(do, code) for do, codes in asked for code in codes.split() if (do, code) not in reached] == []


@pytest.mark.parametrize("game", WITH_BIDDING)
def test_hands_and_matches_end_in_every_way(game: str) -> None:
    seen = {what for lines, result in played(game) for what in happened(lines, result)}
    assert [what for what in " ".join(HAPPENS[game].split()).split("; ") if what not in seen] == []


def happened(lines: list[dict[str, Any]], result: dict[str, Any]) -> Iterator[str]:
    """What happened in a night."""
    refused = {one["line"] for one in result["refused"]}
    done = {line["do"] for number, line in enumerate(lines, start=1) if number not in refused}
    yield from ({"hold": "held", "show_joker": "joker shown", "amend": "put right"}.get(do, do) for do in done)
    for row in result["hands"]:
        yield from of_a_hand(row)
    for score in result["scores"]:
        yield score["state"]
        yield f"{len(score['sides'])} of {len(score['sides'][0])}"
        if score["winner"] is not None and score["points"][score["winner"]] < max(score["points"]):
            yield "won by less than another has"


def of_a_hand(row: dict[str, Any]) -> Iterator[str]:
    """How a hand ended."""
    made = row["winner"] is not None if "winner" in row else row["made"]
    yield "nobody bid" if row["bidder"] is None else "made" if made else "lost"
    if row["bid"] == "nullo":
        yield "nullo made" if made else "nullo lost"
    if "partners" in row:
        yield PARTNERS[len(row["partners"])]
        if row["bidder"] is None and any(row["points"]):
            yield "tricks without a bidder"
    if "deal" in row:
        yield f"doubled {row['doubled']}"
        yield f"deal {row['deal']}"


def test_a_match_ends_by_a_set_back() -> None:
    """Some match of Five Hundred was won by who had not reached the goal."""
    for lines, result in played("five_hundred"):
        house = lines[0]["house"]
        settings = house.get("five_hundred", house) if isinstance(house, dict) else {}
        goal = settings.get("goal", 500)
        if any(one["winner"] is not None and one["points"][one["winner"]] < goal for one in result["scores"]):
            return
    raise AssertionError("no match ended so")


def test_several_games_are_dealt_between_the_hands_of_a_match() -> None:
    hands = [
        [row.get("game", "fan_tan") for row in play(random_night_with_bidding(seed))["hands"]] for seed in range(8)
    ]
    between = [
        game
        for games in hands
        for game in set(games)
        if set(games[games.index(game) : len(games) - games[::-1].index(game)]) > {game}
    ]
    assert len(between) >= 5
