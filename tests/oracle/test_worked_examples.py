"""The oracle comes to the worked examples of the rulebook (rulebook G1, G3 to G12)."""

from __future__ import annotations

from typing import Any

from tests.oracle.refusal import Command
from tests.oracle.script_player import play


def night(game: str, seats: str, *commands: Command, **house: Any) -> dict[str, Any]:
    """The result of a night at which everybody sits down with enough."""
    opening: Command = {"do": "open_night", "table": "1", "date": "2026-11-22", "game": game, "house": house}
    lines: list[Command] = [{**opening, "roll": 100_000 if game == "pharo" else 0, "dealer": "M. Deal"}]
    for key in seats.split():
        lines.append({"do": "seat_player", "player": key, "name": key.title()})
        lines.append({"do": "buy_checks", "player": key, "amount": 10_000})
    result = play([*lines, *commands])
    assert result["refused"] == []
    return result


def nets(result: dict[str, Any], unit: int = 1) -> dict[str, int]:
    """What everybody won, in units of some cents."""
    return {key: player["net"] // unit for key, player in result["players"].items()}


def coup(bank: str, punters: str) -> Command:
    """A coup."""
    return {"do": "coup", "bank": bank, "punters": punters}


def test_pharo() -> None:
    bet: Command = {"do": "place_bet", "bet": "r", "player": "red", "kind": "figure", "ranks": ["J", "Q", "K"]}
    other: Command = {"do": "place_bet", "bet": "b", "player": "blue", "kind": "single", "ranks": ["K"]}
    result = night(
        "pharo",
        "red blue",
        {"do": "start_deal"},
        {"do": "show_bottom", "card": "8s"},
        bet | {"stake": 200},
        other | {"stake": 75},
        coup("2", "J"),
        {"do": "paroli", "bet": "r"},
        coup("3", "Q"),
        {"do": "paroli", "bet": "r"},
        coup("K", "K"),
        {"do": "pli", "bet": "b"},
        coup("4", "K"),
        {"do": "paix", "bet": "r"},
        coup("5", "Q"),
        {"do": "take_win", "bet": "r"},
        {"do": "close_night"},
    )
    assert nets(result) == {"red": 1200, "blue": 0}
    assert result["bank"]["play"] == -1200
    assert [row["gain"] for row in result["bets"] if row["bet"] == "r"] == [200, 600, 200, 600, 1200, 0, 0]


def show(player: str, cards: str) -> Command:
    """A hand of Farmer."""
    return {"do": "show_hand", "player": player, "cards": cards.split()}


def test_farmer() -> None:
    first = [show("red", "9 5 A"), show("blue", "K 7"), show("white", "10 4 3"), show("black", "J 4")]
    second = [show("red", "10 6"), show("blue", "K Q"), show("white", "9 7"), show("black", "10 3")]
    begin, settle = {"do": "start_hand", "dealer": "black"}, {"do": "settle_hand"}
    seats = "red blue white black"
    assert nets(night("farmer", seats, begin, *first, settle), 25) == {"red": 2, "blue": -3, "white": -3, "black": 0}
    result = night("farmer", seats, begin, *first, settle, begin, *second, settle)
    assert nets(result, 25) == {"red": 9, "blue": -8, "white": -4, "black": 3}


def test_spoil_five() -> None:
    result = night(
        "spoil_five",
        "red blue white black green",
        {"do": "start_hand", "dealer": "red"},
        {"do": "score_hand", "tricks": {"red": 2, "white": 2, "black": 1}},
        {"do": "start_hand", "dealer": "blue"},
        {"do": "kill_hand", "player": "green", "why": "revoke"},
        {"do": "score_hand", "tricks": {"red": 4, "blue": 1}},
        {"do": "start_hand", "dealer": "white"},
        {"do": "score_hand", "tricks": {"blue": 5}},
    )
    assert nets(result, 25) == {"red": -4, "blue": 16, "white": -4, "black": -4, "green": -4}
    assert [(row["pot"], row["left"], row["out"]) for row in result["hands"]] == [
        (0, 5, []),
        (0, 10, ["green"]),
        (19, 0, []),
    ]


def test_five_in_one() -> None:
    result = night(
        "five_in_one",
        "red blue white",
        {"do": "start_hand", "dealer": "white"},
        {"do": "part_result", "part": "plus_or_minus", "chips": {"red": 2, "blue": -1, "white": -1}},
        {"do": "cold_hand", "winners": ["blue"]},
        {"do": "part_result", "part": "bango", "chips": {}},
        {"do": "part_result", "part": "put_and_take", "chips": {"white": 3, "red": -3}},
        {"do": "consolation", "cards": ["5", "2", "9", "K", "5", "6", "A", "8", "10", "J"]},
    )
    assert nets(result, 25) == {"red": -6, "blue": -3, "white": 9}
    head = {"hand": 1, "game": "five_in_one", "dealer": "white"}
    assert result["hands"] == [
        head | {"winner": "blue", "pot": 2, "hits": 4, "net": {"red": -6, "blue": -3, "white": 9}}
    ]


def test_frog() -> None:
    result = night(
        "frog",
        "red white blue",
        {"do": "start_hand", "dealer": "blue"},
        {"do": "bid", "player": "red", "bid": "frog"},
        {"do": "bid", "player": "white", "bid": "chico"},
        {"do": "pass", "player": "blue"},
        {"do": "pass", "player": "red"},
        {"do": "score_hand", "points": 71},
        {"do": "start_hand", "dealer": "red"},
        {"do": "pass", "player": "white"},
        {"do": "pass", "player": "blue"},
        {"do": "bid", "player": "red", "bid": "grand"},
        {"do": "score_hand", "points": 52},
    )
    assert [row["net"] for row in result["hands"]] == [
        {"red": -22, "white": 44, "blue": -22},
        {"white": 24, "blue": 24, "red": -48},
    ]
    assert nets(result, 25) == {"red": -70, "white": 68, "blue": 2}


def hand(dealer: str, *calls: str, **result: Any) -> list[Command]:
    """A hand: its dealer, the calls, each a seat and what it said, and the result."""
    said = [one.split() for one in calls]
    return [{"do": "start_hand", "dealer": dealer}, *(called(*one) for one in said), {"do": "score_hand", **result}]


def called(player: str, call: str) -> Command:
    """A call; a bid is a number in some games."""
    if call in ("pass", "hold", "double"):
        return {"do": call, "player": player}
    return {"do": "bid", "player": player, "bid": int(call) if call.isdecimal() else call}


def passes(*players: str) -> list[str]:
    """These pass, one after the other."""
    return [f"{player} pass" for player in players]


def match(sides: list[list[str]], *hands: list[Command]) -> list[Command]:
    """A match, settled."""
    lines = [line for one in hands for line in one]
    return [{"do": "start_match", "sides": sides}, *lines, {"do": "settle_match"}]


THREE = [["red"], ["blue"], ["white"]]
TWO_OF_TWO = [["red", "white"], ["blue", "black"]]
FOUR = "red blue white black"


def test_five_hundred() -> None:
    lines = match(
        THREE,
        hand("white", "red 7s", *passes("blue", "white"), tricks={"red": 9, "blue": 1}),
        hand("red", "blue pass", "white 8s", *passes("red", "blue"), tricks={"white": 10}),
        hand("blue", *passes("white", "red"), "blue nullo", *passes("white", "red"), tricks={"blue": 1, "red": 9}),
        hand("white", "red 8nt", *passes("blue", "white"), tricks={"red": 8, "white": 2}),
        hand(
            "red",
            *passes("blue", "white"),
            "red 6s",
            *passes("blue", "white"),
            tricks={"red": 6, "blue": 3, "white": 1},
        ),
    )
    result = night("five_hundred", "red blue white", *lines)
    assert [row["points"] for row in result["hands"]] == [
        [140, 10, 0],
        [0, 0, 250],
        [10, -250, 10],
        [320, 0, 20],
        [40, 30, 10],
    ]
    assert result["scores"][0]["points"] == [510, -210, 290]
    assert nets(result) == {"red": 4700, "blue": -3600, "white": -1100}


def test_forty_five() -> None:
    lines = match(
        [["red"], ["blue"]],
        hand("red", tricks={"red": 3, "blue": 2}),
        hand("blue", tricks={"red": 1, "blue": 4}),
        hand("red", tricks={"red": 5}),
        hand("blue", tricks={"red": 4, "blue": 1}),
    )
    result = night("forty_five", "red blue", *lines, preset="difference")
    assert result["scores"][0]["points"] == [45, 15]
    assert nets(result) == {"red": 150, "blue": -150}


def test_auction_forty_five() -> None:
    lines = match(
        TWO_OF_TWO,
        hand("black", "red 30", *passes("blue", "white", "black"), tricks={"red": 5}, high_trump="red"),
        hand(
            "red",
            *("blue pass", "white 15", "black pass", "red hold", "white pass"),
            tricks={"red": 2, "blue": 3},
            high_trump="blue",
        ),
        hand(
            "blue", "white pass", "black 25", *passes("red", "blue"), tricks={"black": 3, "red": 2}, high_trump="white"
        ),
        hand("white", "black 10", *passes("red", "blue"), "white 20", tricks={"white": 5}, high_trump="white"),
        hand("black", "red pass", "blue pass", "white 30", "black pass", tricks={"white": 5}, high_trump="white"),
    )
    result = night("auction_forty_five", FOUR, *lines)
    assert [row["points"] for row in result["hands"]] == [[60, 0], [-15, 20], [15, -25], [30, 0], [60, 0]]
    assert nets(result) == {"red": 775, "white": 775, "blue": -775, "black": -775}


def test_hasenpfeffer() -> None:
    joker = hand("red", *passes("blue", "white", "black", "red"), tricks={"black": 2, "red": 4})
    joker.insert(-1, {"do": "show_joker", "player": "black"})
    lines = match(
        TWO_OF_TWO,
        hand("black", *passes("red", "blue"), "white 4", "black pass", tricks={"white": 5, "blue": 1}),
        joker,
        hand("blue", *passes("white", "black"), "red 5", "blue pass", tricks={"red": 5, "black": 1}),
    )
    result = night("hasenpfeffer", FOUR, *lines)
    assert [row["points"] for row in result["hands"]] == [[5, 1], [4, -3], [5, 1]]
    assert nets(result) == {"red": 75, "white": 75, "blue": -75, "black": -75}


def test_big_three() -> None:
    """The bidding goes anticlockwise from the opener: red, black, white, blue."""

    def opened(bids: list[Command], partner: str, out: str) -> list[Command]:
        named: Command = {"do": "name_partner", "partners": [partner]}
        return [{"do": "start_hand", "opener": "red"}, *bids, named, {"do": "score_hand", "out": out}]

    first = hand("red", "red 1", "black pass", "white 3", tricks={})[1:-1]
    second = hand("red", *passes("red", "black", "white"), "blue 2", *passes("red", "black", "white"), tricks={})[1:-1]
    four = [["red"], ["blue"], ["white"], ["black"]]
    lines = match(four, opened(first, "blue", "blue"), opened(second, "red", "white"))
    result = night("big_three", FOUR, *lines[:-1])
    assert result["scores"][0]["points"] == [0, 6, 10, 4]


def test_four_deal_bridge() -> None:
    """Red is north, then clockwise: blue east, white south, black west."""
    lines = match(
        TWO_OF_TWO,
        hand("red", "red 2h", *passes("blue", "white", "black"), tricks={"red": 8, "blue": 5}),
        hand("blue", "blue 4s", "white double", *passes("black", "red", "blue"), tricks={"blue": 9, "red": 4}),
        hand("white", "white 2c", *passes("black", "red", "blue"), tricks={"white": 9, "blue": 4}),
        hand("black", "black 1nt", *passes("red", "blue", "white"), tricks={"black": 7, "red": 6}),
    )
    result = night("four_deal_bridge", FOUR, *lines)
    assert [row["points"] for row in result["hands"]] == [[60, 0], [200, 0], [560, 0], [0, 140]]
    assert result["scores"][0]["points"] == [820, 140]
    assert nets(result) == {"red": 680, "white": 680, "blue": -680, "black": -680}
