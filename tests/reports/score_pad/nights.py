"""Nights of matches for papers: the rulebook's examples beside a bank and a pot, and one of the longest names."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.reports import hostile, nights
from tests.reports.hands import seated
from tests.reports.nights import Played, bet, deal_lines
from tests.reports.rounds.pots import hand_of_farmer

PLAYERS = ("red", "blue", "white", "black", "yellow")


def match_lines(game: str, *sides: str) -> dict[str, Any]:
    """The line that begins a match; the members of a side stand in a text."""
    return {"do": "start_match", "game": game, "sides": [side.split() for side in sides]}


def hand_lines(game: str, dealer: str, bidder: str = "", bid: Any = None, **scored: Any) -> list[dict[str, Any]]:
    """The lines of a hand: its contract, if it has one, and its score."""
    contract = {"do": "contract", "game": game, "player": bidder, "bid": bid}
    return [
        {"do": "start_hand", "game": game, "opener" if game == "big_three" else "dealer": dealer},
        *([contract] if bidder else []),
        {"do": "score_hand", "game": game, **scored},
    ]


def _five_hundred(dealer: str, bidder: str, bid: str, **tricks: int) -> list[dict[str, Any]]:
    return hand_lines("five_hundred", dealer, bidder, bid, tricks=tricks)


@cache
def mixed_night(*, closed: bool = True) -> Played:
    """Faro, Farmer and Five Hundred: a match won, one abandoned in a hand, and one left by the close."""
    lines = [
        nights.opening(game=["faro", "farmer", "five_hundred"], house={"five_hundred": {"game_stake": 500}}),
        *seated(PLAYERS, checks=50_000),
        *deal_lines(1, [bet(f"a-{seat}", seat, 700) for seat in PLAYERS]),
        match_lines("five_hundred", "red", "blue", "white"),
        *_five_hundred("white", "red", "7s", red=9, blue=1),
        *_five_hundred("red", "white", "8s", white=10),
        *hand_of_farmer("black", "10 6", "K 10", "9 7", "10 3", "2 2"),
        {"do": "start_hand", "game": "five_hundred", "dealer": "blue"},
        {"do": "void_hand", "game": "five_hundred", "reason": "a card was exposed"},
        *_five_hundred("blue", "blue", "nullo", blue=1, red=9),
        *_five_hundred("white", "red", "8nt", red=8, white=2),
        {"do": "start_hand", "game": "five_hundred", "dealer": "red"},
        *({"do": "pass", "game": "five_hundred", "player": seat} for seat in ("blue", "white", "red")),
        *_five_hundred("blue", "red", "6s", red=6, blue=3, white=1),
        {"do": "settle_match", "game": "five_hundred"},
        match_lines("five_hundred", "red white", "blue black"),
        *_five_hundred("red", "white", "10h", white=6, red=3, blue=1),
        {"do": "start_hand", "game": "five_hundred", "dealer": "blue"},
        {"do": "abandon_match", "game": "five_hundred", "reason": "the lamp went out"},
        match_lines("five_hundred", "red", "blue", "white", "black", "yellow"),
        *_five_hundred("red", "blue", "6d", blue=7, red=3),
        {"do": "start_hand", "game": "five_hundred", "dealer": "blue"},
    ]
    return _unrefused([*lines, {"do": "close_night"}] if closed else lines)


@cache
def hostile_matches() -> Played:
    """Six players of the longest names in threes and by twos, with many hands and large sums."""
    six, five = hostile.SEATS[:6], hostile.SEATS[:5]
    house = {
        "five_hundred": {"point": 250_000, "goal": 100_000, "set_back": None, "pays": "all", "game_stake": 250_000},
        "big_three": {"times": 100},
    }
    lines: list[dict[str, Any]] = [
        nights.opening(game=["five_hundred", "big_three"], house=house, roll=0, backers=[], table="T" * 40)
    ]
    for seat, name in zip(six, hostile.NAMES, strict=False):
        lines.append({"do": "seat_player", "player": seat, "name": name})
        lines.append({"do": "buy_checks", "player": seat, "amount": 40_000 * 2_500_000})
    lines += [match_lines("five_hundred", "red white yellow", "blue black green")]
    for number in range(30):
        dealer, bidder = six[number % 6], six[number * 5 % 6]
        lines += _five_hundred(dealer, bidder, "10nt" if number % 3 else "nullo", **{bidder: 10})
    lines += [
        {"do": "abandon_match", "game": "five_hundred", "reason": hostile.LONG_TEXT},
        match_lines("big_three", *hostile.SEATS[:4]),
        {"do": "start_hand", "game": "big_three", "opener": "red"},
        {"do": "contract", "game": "big_three", "player": "blue", "bid": 3},
        {"do": "name_partner", "game": "big_three", "partners": ["white"], "card": "Kh"},
        {"do": "score_hand", "game": "big_three", "out": "white"},
        {"do": "settle_match", "game": "big_three"},
        match_lines("five_hundred", *five),
        *_five_hundred("red", "blue", "10nt", blue=10),
        {"do": "close_night"},
    ]
    return _unrefused(lines)


def _unrefused(lines: list[dict[str, Any]]) -> Played:
    made = nights.played(lines)
    assert made.result["refused"] == [], made.result["refused"][:3]
    return made


def bridge_lines(dealer: str, *calls: str, **tricks: int) -> list[dict[str, Any]]:
    """The lines of a deal of four-deal bridge; each call is a player and what they say."""
    game = "four_deal_bridge"
    lines: list[dict[str, Any]] = [{"do": "start_hand", "game": game, "dealer": dealer}]
    for call in calls:
        player, said = call.split()
        more = {"do": said} if said in ("pass", "double", "redouble") else {"do": "bid", "bid": said}
        lines.append({**more, "game": game, "player": player})
    return [*lines, {"do": "score_hand", "game": game, "tricks": tricks}] if tricks else lines


@cache
def bridge_night() -> Played:
    """The rulebook's example of four deals, one passed out first and one voided; then a match left in its second."""
    sat = ("north", "east", "south", "west")
    out = [f"{player} pass" for player in sat]
    lines = [
        nights.opening(game="four_deal_bridge", house="usual", roll=0, backers=[]),
        *seated(sat),
        match_lines("four_deal_bridge", "north south", "east west"),
        *bridge_lines("north", *out),
        *bridge_lines("north", "north 2h", "east pass", "south pass", "west pass", north=8, east=5),
        *bridge_lines("east", "east 4s", "south double", "west pass", "north pass", "east pass", east=9, south=4),
        *bridge_lines("south", "south 2c", "west pass"),
        {"do": "void_hand", "game": "four_deal_bridge", "reason": "fifty-one cards"},
        *bridge_lines("south", "south 2c", "west pass", "north pass", "east pass", south=9, west=4),
        *bridge_lines("west", "west 1nt", "north pass", "east pass", "south pass", west=7, north=6),
        {"do": "settle_match", "game": "four_deal_bridge"},
        match_lines("four_deal_bridge", "north south", "east west"),
        *bridge_lines(
            "north", "north 7nt", "east double", "south redouble", "west pass", "north pass", "east pass", north=13
        ),
        *bridge_lines("east", "east 1c"),
        {"do": "close_night"},
    ]
    return _unrefused(lines)


@cache
def hostile_bridge() -> Played:
    """Four players of the longest names."""
    four = hostile.SEATS[:4]
    lines: list[dict[str, Any]] = [
        nights.opening(game="four_deal_bridge", house={"point": 250_000, "honours": True}, roll=0, backers=[])
    ]
    for seat, name in zip(four, hostile.NAMES, strict=False):
        lines.append({"do": "seat_player", "player": seat, "name": name})
        lines.append({"do": "buy_checks", "player": seat, "amount": 40_000 * 2_500_000})
    lines.append(match_lines("four_deal_bridge", "red white", "blue black"))
    for dealer in four:
        lines += [
            {"do": "start_hand", "game": "four_deal_bridge", "dealer": dealer},
            {"do": "contract", "game": "four_deal_bridge", "player": "red", "bid": "6nt", "doubled": 2},
            {"do": "score_hand", "game": "four_deal_bridge", "tricks": {"red": 13}, "honours": {"black": 150}},
        ]
    return _unrefused([*lines, {"do": "settle_match", "game": "four_deal_bridge"}, {"do": "close_night"}])
