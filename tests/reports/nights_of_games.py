"""Nights of the pot games and of matches for papers: the rulebook's examples, and some of the longest names."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.reports import nights
from tests.reports.nights import LONGEST_NAMES, Played, bet, deal_lines, seated, unrefused
from tests.support.tables import SEATS as CHIP_SEATS

SEATS = ("red", "blue", "white", "black", "yellow")
FORTUNE = 40_000 * 2_500_000
"""In cents."""


def hand_of_farmer(dealer: str, *hands: str) -> list[dict[str, Any]]:
    """The lines of a hand of Farmer, each player's cards in a text."""
    shown = zip(SEATS, hands, strict=True)
    return [
        {"do": "start_hand", "game": "farmer", "dealer": dealer},
        *({"do": "show_hand", "player": player, "cards": cards.split()} for player, cards in shown),
        {"do": "settle_hand"},
    ]


def hand_of_spoil_five(dealer: str, **tricks: int) -> list[dict[str, Any]]:
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
    lines += seated(nights.EIGHT_SEATS, FORTUNE, nights.LONGEST_NAMES)
    lows = ["As 2s 3s 10s", "Ah 2h 3h 10h", "Ad 2d 3d 10d", "Ac 2c 3c 10c", "4s 4h 7s", "Ks Kh", "Kd 5h", "9s 9h"]
    shown = zip(nights.EIGHT_SEATS, lows, strict=True)
    lines += [
        {"do": "start_hand", "game": "farmer", "dealer": nights.GUEST},
        *({"do": "show_hand", "player": seat, "cards": cards.split()} for seat, cards in shown),
        {"do": "settle_hand"},
        {"do": "start_hand", "game": "spoil_five", "dealer": nights.GUEST},
        *({"do": "kill_hand", "player": seat, "why": "robbing"} for seat in nights.EIGHT_SEATS[:6]),
        {"do": "score_hand", "tricks": {"red": 2, "blue": 2, "white": 1}},
        {"do": "close_night"},
    ]
    return nights.played(lines)


THREE = CHIP_SEATS[:3]
TEN = CHIP_SEATS[:10]
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
    names = (*LONGEST_NAMES[:8], LONGEST_NAMES[2][::-1], "Q" * 60)
    return nights.played(
        [
            nights.opening(game="five_in_one", house={"chip": 2_500, "hit_pays": 1_000}, roll=0, backers=[]),
            *seated(TEN, 2_500 * 100_000, names),
            {"do": "start_hand", "dealer": "red"},
            told("plus_or_minus", red=88_888, blue=-44_444, white=-44_444),
            {"do": "cold_hand", "winners": [*TEN]},
            told("bango", **{player: (-1) ** at * 9_999 for at, player in enumerate(TEN)}),
            told("put_and_take", gold=12_345, pink=-12_345),
            {"do": "consolation", "cards": ["As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s"]},
            {"do": "close_night"},
        ]
    )


FOUR = CHIP_SEATS[:4]


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
    lines += seated(nights.EIGHT_SEATS, FORTUNE, nights.LONGEST_NAMES)
    players = list(nights.EIGHT_SEATS[:3])
    lines += [
        {"do": "start_hand", "dealer": players[0], "players": [*players, nights.GUEST]},
        {"do": "contract", "player": players[1], "bid": "grand"},
        {"do": "score_hand", "points": 72, "trump": "h"},
        {"do": "close_night"},
    ]
    return nights.played(lines)


PLAYERS = SEATS


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
    return unrefused([*lines, {"do": "close_night"}] if closed else lines)


@cache
def hostile_matches() -> Played:
    """Six players of the longest names in threes and by twos, with many hands and large sums."""
    six, five = nights.EIGHT_SEATS[:6], nights.EIGHT_SEATS[:5]
    house = {
        "five_hundred": {"point": 250_000, "goal": 100_000, "set_back": None, "pays": "all", "game_stake": 250_000},
        "big_three": {"times": 100},
    }
    lines: list[dict[str, Any]] = [
        nights.opening(game=["five_hundred", "big_three"], house=house, roll=0, backers=[], table="T" * 40)
    ]
    lines += seated(six, FORTUNE, nights.LONGEST_NAMES)
    lines += [match_lines("five_hundred", "red white yellow", "blue black green")]
    for number in range(30):
        dealer, bidder = six[number % 6], six[number * 5 % 6]
        lines += _five_hundred(dealer, bidder, "10nt" if number % 3 else "nullo", **{bidder: 10})
    lines += [
        {"do": "abandon_match", "game": "five_hundred", "reason": nights.LONG_TEXT},
        match_lines("big_three", *nights.EIGHT_SEATS[:4]),
        {"do": "start_hand", "game": "big_three", "opener": "red"},
        {"do": "contract", "game": "big_three", "player": "blue", "bid": 3},
        {"do": "name_partner", "game": "big_three", "partners": ["white"], "card": "Kh"},
        {"do": "score_hand", "game": "big_three", "out": "white"},
        {"do": "settle_match", "game": "big_three"},
        match_lines("five_hundred", *five),
        *_five_hundred("red", "blue", "10nt", blue=10),
        {"do": "close_night"},
    ]
    return unrefused(lines)


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
    return unrefused(lines)


@cache
def hostile_bridge() -> Played:
    """Four players of the longest names."""
    four = nights.EIGHT_SEATS[:4]
    lines: list[dict[str, Any]] = [
        nights.opening(game="four_deal_bridge", house={"point": 250_000, "honours": True}, roll=0, backers=[])
    ]
    lines += seated(four, FORTUNE, nights.LONGEST_NAMES)
    lines.append(match_lines("four_deal_bridge", "red white", "blue black"))
    for dealer in four:
        lines += [
            {"do": "start_hand", "game": "four_deal_bridge", "dealer": dealer},
            {"do": "contract", "game": "four_deal_bridge", "player": "red", "bid": "6nt", "doubled": 2},
            {"do": "score_hand", "game": "four_deal_bridge", "tricks": {"red": 13}, "honours": {"black": 150}},
        ]
    return unrefused([*lines, {"do": "settle_match", "game": "four_deal_bridge"}, {"do": "close_night"}])
