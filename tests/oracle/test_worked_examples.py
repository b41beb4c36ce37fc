"""The oracle comes to the worked examples of the rulebook (rulebook G1, G3, G4, G5)."""

from __future__ import annotations

from typing import Any

from .refusal import Command
from .script_player import play


def night(game: str, seats: str, *commands: Command, **house: Any) -> dict[str, Any]:
    """The result of a night at which everybody sits down with enough."""
    opening: Command = {"do": "open_night", "table": "1", "date": "2026-11-22", "game": game, "house": house}
    lines: list[Command] = [{**opening, "roll": 100_000, "dealer": "M. Deal"}]
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
