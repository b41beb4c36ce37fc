"""What the command line prints of a night: players, bank, hands and wrong passes in words, refusals."""

from __future__ import annotations

from typing import Any

from tests.support.pure import PureNight
from web.command_line.output import lines_of


def _result(**differs: Any) -> dict[str, Any]:
    opening = {"do": "open_night", "table": "P", "date": "2026-11-21", "game": "fan_tan", "roll": 0, "dealer": "D"}
    night = PureNight()
    night.do(opening)
    night.do({"do": "seat_player", "player": "red", "name": "Ada Lamb"})
    night.do({"do": "buy_checks", "player": "red", "amount": 2_500})
    return {**night.result(), **differs}


def _wrong(**differs: Any) -> dict[str, Any]:
    return {"player": "blue", "turn": 6, "cards": ["7d", "4c"], "penalty": 13, "taken": True, **differs}


def test_players_and_bank_are_printed_and_no_hands_where_there_are_none() -> None:
    lines = list(lines_of(_result()))
    assert any(line.split()[:3] == ["red", "Ada", "Lamb"] and "$25" in line for line in lines)
    assert lines[-1].startswith("\nbank roll $0, play $0")


def test_a_hand_is_printed_with_its_winner_their_chips_and_its_wrong_passes() -> None:
    passes = [_wrong(), _wrong(turn=9, cards=["As"], penalty=1, taken=False), _wrong(turn=12, penalty=0, taken=False)]
    lines = list(lines_of(_result(hands=[{"hand": 2, "winner": "red", "pot": 14, "wrong_passes": passes}])))
    assert lines[-4:] == [
        "hand 2: red goes out and takes 14 chips",
        "  turn 6: blue passed and could have laid 7d 4c; the penalty of 13 chips taken",
        "  turn 9: blue passed and could have laid As; the penalty of 1 chip waived",
        "  turn 12: blue passed and could have laid 7d 4c; no penalty here",
    ]


def test_a_dead_hand_and_an_empty_pot_are_said() -> None:
    hands = [
        {"hand": 1, "winner": None, "pot": 0, "wrong_passes": []},
        {"hand": 2, "winner": "red", "pot": 0, "wrong_passes": []},
    ]
    assert list(lines_of(_result(hands=hands)))[-2:] == [
        "hand 1: dead, the pot is left for the next one",
        "hand 2: red goes out and takes an empty pot",
    ]


def test_what_was_refused_is_printed_with_its_line_and_code() -> None:
    refused = [{"line": 14, "do": "lay", "code": "cannot_play", "why": "The 9h cannot be laid now."}]
    assert list(lines_of(_result(refused=refused)))[-1] == (
        "refused: line 14: lay: The 9h cannot be laid now. [cannot_play]"
    )


def test_a_match_is_printed_with_its_sides_their_points_and_how_it_stands() -> None:
    row = {"game": "five_hundred", "match": 1, "sides": [["red"], ["blue"]], "points": [510, -210], "hands": 5}
    scores = [{**row, "winner": 0, "state": "settled"}, {**row, "match": 2, "winner": None, "state": "on"}]
    assert list(lines_of(_result(scores=scores)))[-6:] == [
        "Five Hundred, match 1: 5 hands, settled, won by red",
        "  red 510",
        "  blue −210",
        "Five Hundred, match 2: 5 hands, on",
        "  red 510",
        "  blue −210",
    ]
