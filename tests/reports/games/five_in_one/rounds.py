"""Nights of Five in One for papers: the example, a tie, a foul round, one cut short; and one of ten seats."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.reports import nights
from tests.reports.hands import seated
from tests.reports.hostile import NAMES
from tests.reports.nights import Played
from tests.support.chip_table import SEATS

THREE = SEATS[:3]
TEN = SEATS[:10]
WORKED = "5 2 9 K 5 6 A 8 10 J"
NO_HIT = "K Q J K Q J K Q J K"


def told(part: str, **chips: int) -> dict[str, Any]:
    """A part of which only what each won is told."""
    return {"do": "part_result", "part": part, "chips": chips}


@cache
def night_of_rounds() -> Played:
    """Three players and four rounds, the last one open when the night closes."""
    return nights.played(
        [
            nights.opening(game="five_in_one", house={}, roll=0, backers=[]),
            *seated(THREE),
            {"do": "start_hand", "dealer": "white"},
            told("plus_or_minus", red=2, blue=-1, white=-1),
            {"do": "cold_hand", "winners": ["blue"]},
            told("bango"),
            told("put_and_take", white=3, red=-3),
            {"do": "consolation", "cards": WORKED.split()},
            {"do": "start_hand", "dealer": "red"},
            {"do": "void_hand", "reason": "the pack was short"},
            {"do": "start_hand", "dealer": "red"},
            {"do": "consolation", "cards": NO_HIT.split()},
            told("plus_or_minus"),
            {"do": "cold_hand", "winners": ["white", "red"]},
            told("bango", blue=-2, red=2),
            told("put_and_take"),
            {"do": "consolation", "cards": NO_HIT.split()},
            {"do": "start_hand", "dealer": "blue"},
            told("plus_or_minus", blue=5, red=-5),
            {"do": "close_night"},
        ]
    )


@cache
def night_of_ten() -> Played:
    """Ten players of long names, who win and lose thousands of chips of $25."""
    names = (*NAMES[:8], NAMES[2][::-1], "Q" * 60)
    return nights.played(
        [
            nights.opening(game="five_in_one", house={"chip": 2_500, "hit_pays": 1_000}, roll=0, backers=[]),
            *(
                line
                for player, name in zip(TEN, names, strict=True)
                for line in (
                    {"do": "seat_player", "player": player, "name": name},
                    {"do": "buy_checks", "player": player, "amount": 2_500 * 100_000},
                )
            ),
            {"do": "start_hand", "dealer": "red"},
            told("plus_or_minus", red=88_888, blue=-44_444, white=-44_444),
            {"do": "cold_hand", "winners": [*TEN]},
            told("bango", **{player: (-1) ** at * 9_999 for at, player in enumerate(TEN)}),
            told("put_and_take", gold=12_345, pink=-12_345),
            {"do": "consolation", "cards": ["As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s"]},
            {"do": "close_night"},
        ]
    )
