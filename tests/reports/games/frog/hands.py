"""Nights of Frog for papers: every ending of a hand; and one of the longest names and largest sums."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.reports import hostile, nights
from tests.reports.hands import seated
from tests.reports.nights import Played
from tests.support.chip_table import SEATS

FOUR = SEATS[:4]


def spoken(*calls: str) -> list[dict[str, Any]]:
    """What players say, each ``player bid`` or ``player pass``."""
    said = (one.split() for one in calls)
    return [
        {"do": "pass", "player": player} if word == "pass" else {"do": "bid", "player": player, "bid": word}
        for player, word in said
    ]


@cache
def night_of_frog() -> Played:
    """Chico won, everybody passed, grand lost, sixty all, a foul hand; the last is on when the night closes."""
    return nights.played(
        [
            nights.opening(game="frog", house={}, roll=0, backers=[]),
            *seated(FOUR),
            {"do": "start_hand", "dealer": "white"},
            *spoken("black pass", "red frog", "blue chico", "red pass"),
            {"do": "score_hand", "points": 71, "trump": "s"},
            {"do": "start_hand", "dealer": "black"},
            *spoken("red pass", "blue pass", "white pass"),
            {"do": "start_hand", "dealer": "red"},
            {"do": "contract", "player": "black", "bid": "grand"},
            {"do": "score_hand", "points": 52},
            {"do": "start_hand", "dealer": "blue", "players": ["red", "blue", "black"]},
            *spoken("black frog", "red pass", "blue pass"),
            {"do": "score_hand", "points": 60},
            {"do": "start_hand", "dealer": "white"},
            *spoken("black frog"),
            {"do": "void_hand", "reason": "a card lay face up"},
            {"do": "start_hand", "dealer": "white"},
            *spoken("black grand"),
            {"do": "close_night"},
        ]
    )


@cache
def hostile_frog() -> Played:
    """Players of the longest names, and fortunes."""
    house = {"chip": 2_500_000, "grand": 900}
    lines: list[dict[str, Any]] = [nights.opening(game="frog", house=house, roll=0, backers=[], table="T" * 40)]
    for seat, name in zip(hostile.SEATS, hostile.NAMES, strict=True):
        lines.append({"do": "seat_player", "player": seat, "name": name})
        lines.append({"do": "buy_checks", "player": seat, "amount": 40_000 * 2_500_000})
    players = list(hostile.SEATS[:3])
    lines += [
        {"do": "start_hand", "dealer": players[0], "players": [*players, hostile.GUEST]},
        {"do": "contract", "player": players[1], "bid": "grand"},
        {"do": "score_hand", "points": 72, "trump": "h"},
        {"do": "close_night"},
    ]
    return nights.played(lines)
