"""A night of the pot games for papers: the rulebook's examples, a hand voided, one broken off by the close."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.reports import hostile, nights
from tests.reports.hands import seated
from tests.reports.nights import Played

SEATS = ("red", "blue", "white", "black", "yellow")


def hand_of_farmer(dealer: str, *hands: str) -> list[dict[str, Any]]:
    """The lines of a hand of Farmer, each player's cards in a text."""
    shown = zip(SEATS, hands, strict=True)
    return [
        {"do": "start_hand", "game": "farmer", "dealer": dealer},
        *({"do": "show_hand", "player": player, "cards": cards.split()} for player, cards in shown),
        {"do": "settle_hand"},
    ]


def hand_of_spoil_five(dealer: str, **tricks: int) -> list[dict[str, Any]]:
    """The lines of a hand of Spoil Five."""
    return [
        {"do": "start_hand", "game": "spoil_five", "dealer": dealer},
        {"do": "score_hand", "tricks": tricks},
    ]


@cache
def night_of_pots() -> Played:
    """A night of both: the farm stays and is won by the six, the pool is spoilt and won with all five tricks."""
    revoked = hand_of_spoil_five("black", red=4, blue=1)
    return nights.played(
        [
            nights.opening(game=["farmer", "spoil_five"], house={}, roll=0, backers=[]),
            *seated(SEATS),
            *hand_of_farmer("black", "9 5 A", "Ks 7", "10 4 3", "J 4", "Q Q 2"),
            *hand_of_farmer("black", "10 6", "K 10", "9 7", "10 3", "2 2"),
            {"do": "start_hand", "game": "farmer", "dealer": "red"},
            {"do": "show_hand", "player": "blue", "cards": ["8h", "2"]},
            {"do": "show_hand", "player": "blue", "cards": ["7h", "2h"]},
            {"do": "void_hand", "reason": "the pack was short"},
            *hand_of_spoil_five("white", red=2, blue=2, white=1),
            revoked[0],
            {"do": "kill_hand", "player": "yellow", "why": "revoke"},
            *revoked[1:],
            *hand_of_spoil_five("yellow", blue=5),
            *hand_of_farmer("red", "9 5", "K 7", "K 7 A", "J 4", "K K"),
            {"do": "start_hand", "game": "farmer", "dealer": "red"},
            {"do": "close_night"},
        ]
    )


@cache
def hostile_pots() -> Played:
    """Eight players of the longest names, with fortunes and hands of many cards."""
    house = {
        "farmer": {"chip": 2_500_000, "ante": 900, "over_pays": 900},
        "spoil_five": {"chip": 2_500_000, "ante": 900},
    }
    lines: list[dict[str, Any]] = [
        nights.opening(game=["farmer", "spoil_five"], house=house, roll=0, backers=[], table="T" * 40)
    ]
    for seat, name in zip(hostile.SEATS, hostile.NAMES, strict=True):
        lines.append({"do": "seat_player", "player": seat, "name": name})
        lines.append({"do": "buy_checks", "player": seat, "amount": 40_000 * 2_500_000})
    lows = ["As 2s 3s 10s", "Ah 2h 3h 10h", "Ad 2d 3d 10d", "Ac 2c 3c 10c", "4s 4h 7s", "Ks Kh", "Kd 5h", "9s 9h"]
    shown = zip(hostile.SEATS, lows, strict=True)
    lines += [
        {"do": "start_hand", "game": "farmer", "dealer": hostile.GUEST},
        *({"do": "show_hand", "player": seat, "cards": cards.split()} for seat, cards in shown),
        {"do": "settle_hand"},
        {"do": "start_hand", "game": "spoil_five", "dealer": hostile.GUEST},
        *({"do": "kill_hand", "player": seat, "why": "robbing"} for seat in hostile.SEATS[:6]),
        {"do": "score_hand", "tricks": {"red": 2, "blue": 2, "white": 1}},
        {"do": "close_night"},
    ]
    return nights.played(lines)
