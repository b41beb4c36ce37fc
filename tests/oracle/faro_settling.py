"""Faro's house rules, and how each kind of bet settles, read off tables instead of worked out.

A cell of a table is one letter, for a bet without a copper:

    .  nothing happens      W  won       L  lost
    S  a true split (both cards of one rank)
    B  one card for and one against, of two ranks (the house's both_ways)
    E  equal cards on the high card (the house's high_card_equal)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from tests.oracle.basics import (
    COLOUR_OF_SUIT,
    HIGH_ROW,
    KINDS,
    LOW_ROW,
    OPEN_KINDS,
    RANKS,
    Refusal,
    rank_of,
    read_preset,
    suit_of,
)

PRESETS: dict[str, dict[str, Any]] = {
    "american": {},
    "early_bank": {
        "hockelty": True,
        "copper": False,
        "locked_until_action": True,
        "lift_before_hock": False,
        "kinds": ["single", "split", "figure", "pot", "square"],
    },
    "late_bank": {},
    "home_night": {"check": 500},
    "stuss": {
        "split_takes": "all",
        "turns": 26,
        "kinds": ["single"],
        "copper": False,
        "sleepers": "returned",
        "after_hock": "returned",
    },
}

WORDS = {
    "both_ways": ("standoff", "split"),
    "split_takes": ("half", "all"),
    "high_card_equal": ("split", "standoff"),
    "combination_pays": ("whole", "proportional"),
    "call_quote": ("to_one", "for_one"),
    "after_hock": ("dealer", "returned"),
    "sleepers": ("first_claim", "returned", "dealer"),
}
FLAGS = ("last_turn_counts", "lift_before_hock", "hockelty", "locked_until_action", "copper", "king_is_odd")
NUMBERS = (
    "check",
    "minimum",
    "limit",
    "case_limit",
    "running_limit",
    "paroli_times",
    "call_pays",
    "cat_pays",
    "marker_limit",
)


@dataclass(frozen=True)
class House:
    """Every Faro setting of a night."""

    check: int
    minimum: int
    limit: int
    case_limit: int
    running_limit: int | None
    paroli_times: int | None
    both_ways: str
    split_takes: str
    high_card_equal: str
    combination_pays: str
    call_pays: int
    cat_pays: int
    call_quote: str
    last_turn_counts: bool
    after_hock: str
    sleepers: str
    lift_before_hock: bool
    hockelty: bool
    turns: int
    locked_until_action: bool
    copper: bool
    king_is_odd: bool
    kinds: tuple[str, ...]
    marker_limit: int | None


def check_setting(name: str, value: Any) -> None:
    """Refuse a setting that no Faro house has, or a value it cannot have."""
    if name in WORDS:
        good = value in WORDS[name]
    elif name in FLAGS:
        good = isinstance(value, bool)
    elif name in NUMBERS:
        good = type(value) is int and value > 0
    elif name == "turns":
        good = type(value) is int and value in (25, 26)
    elif name == "kinds":
        good = isinstance(value, list) and all(kind in KINDS for kind in value)
    else:
        raise Refusal("bad_input", f"no Faro house has a setting {name}")
    if not good:
        raise Refusal("bad_input", f"{value!r} is no value for {name}")


def read_house(text: Any) -> House:
    """The settings behind a preset's name or an object of settings."""
    preset, differing = read_preset(text, PRESETS, "american", "Faro")
    for name, value in differing.items():
        check_setting(name, value)
    return with_defaults({**PRESETS[preset], **differing})


def with_defaults(settings: dict[str, Any]) -> House:
    """Fill in what the settings leave out."""
    check = settings.get("check", 25)
    limit = settings.get("limit", 10000)
    return House(
        check=check,
        minimum=settings.get("minimum", check),
        limit=limit,
        case_limit=settings.get("case_limit", limit // 2),
        running_limit=settings.get("running_limit"),
        paroli_times=settings.get("paroli_times"),
        both_ways=settings.get("both_ways", "standoff"),
        split_takes=settings.get("split_takes", "half"),
        high_card_equal=settings.get("high_card_equal", "split"),
        combination_pays=settings.get("combination_pays", "whole"),
        call_pays=settings.get("call_pays", 4),
        cat_pays=settings.get("cat_pays", 2),
        call_quote=settings.get("call_quote", "to_one"),
        last_turn_counts=settings.get("last_turn_counts", True),
        after_hock=settings.get("after_hock", "dealer"),
        sleepers=settings.get("sleepers", "first_claim"),
        lift_before_hock=settings.get("lift_before_hock", True),
        hockelty=settings.get("hockelty", False),
        turns=settings.get("turns", 25),
        locked_until_action=settings.get("locked_until_action", False),
        copper=settings.get("copper", True),
        king_is_odd=settings.get("king_is_odd", False),
        kinds=tuple(settings.get("kinds", KINDS)),
        marker_limit=settings.get("marker_limit"),
    )


Settlement = tuple[str | None, int, int]
NOTHING: Settlement = (None, 0, 0)

# Rows: where the loser lies; columns: where the winner lies. X is the side to win, Y the side to
# lose, o neither. An open bet has no Y. A pair of one rank on the diagonal is read as S.
#                   winner: o    X    Y
SIDES_TABLE = {
    "o": {"o": ".", "X": "W", "Y": "L"},
    "X": {"o": "L", "X": "B", "Y": "L"},
    "Y": {"o": "W", "X": "W", "Y": "B"},
}

# Colors, for the colour to win: (loser is of that colour, winner is of that colour).
COLORS_TABLE = {
    (False, True): "W",
    (True, False): "L",
    (True, True): "B",
    (False, False): "B",
}

# One line a loser from A to K, one letter a winner from A to K.
HIGH_CARD_TABLE = (
    "EWWWWWWWWWWWW",
    "LEWWWWWWWWWWW",
    "LLEWWWWWWWWWW",
    "LLLEWWWWWWWWW",
    "LLLLEWWWWWWWW",
    "LLLLLEWWWWWWW",
    "LLLLLLEWWWWWW",
    "LLLLLLLEWWWWW",
    "LLLLLLLLEWWWW",
    "LLLLLLLLLEWWW",
    "LLLLLLLLLLEWW",
    "LLLLLLLLLLLEW",
    "LLLLLLLLLLLLE",
)

# One letter a rank from A to K of the card that counts: (parity bet on, king_is_odd).
PARITY_TABLE = {
    ("odd", False): "WLWLWLWLWLWL.",
    ("even", False): "LWLWLWLWLWLW.",
    ("odd", True): "WLWLWLWLWLWLW",
    ("even", True): "LWLWLWLWLWLWL",
}

PARITY_STRINGS = {
    ("odd", False): ("A", "3", "5", "7", "9", "J"),
    ("odd", True): ("A", "3", "5", "7", "9", "J", "K"),
    ("even", False): ("2", "4", "6", "8", "10", "Q"),
    ("even", True): ("2", "4", "6", "8", "10", "Q"),
}

UNDER_A_COPPER = {".": ".", "W": "L", "L": "W", "S": "S", "B": "B", "E": "E"}

ONE_SHARE_KINDS = ("colors", "high_card", "parity")


class HouseRules(Protocol):
    """What a settler must know of the house."""

    @property
    def check(self) -> int: ...
    @property
    def both_ways(self) -> str: ...
    @property
    def high_card_equal(self) -> str: ...
    @property
    def split_takes(self) -> str: ...
    @property
    def combination_pays(self) -> str: ...
    @property
    def king_is_odd(self) -> bool: ...


def sides_of(kind: str, arguments: dict[str, Any], king_is_odd: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ranks to win and the ranks to lose of a bet on ranks, before any copper."""
    if kind == "heeled":
        return tuple(arguments["win"]), tuple(arguments["lose"])
    if kind == "side":
        return (HIGH_ROW, LOW_ROW) if arguments["win"] == "high" else (LOW_ROW, HIGH_ROW)
    if kind == "row":
        return (HIGH_ROW if arguments["row"] == "high" else LOW_ROW), ()
    if kind == "parity_string":
        return PARITY_STRINGS[arguments["parity"], king_is_odd], ()
    return tuple(arguments["ranks"]), ()


def covered_ranks(kind: str, arguments: dict[str, Any], king_is_odd: bool) -> frozenset[str]:
    """Every rank that can act on the bet; when all of these are gone the bet is dead."""
    if kind in ("colors", "high_card"):
        return frozenset(RANKS)
    if kind == "parity":
        letters = PARITY_TABLE[arguments["parity"], king_is_odd]
        return frozenset(rank for rank, letter in zip(RANKS, letters, strict=True) if letter != ".")
    win, lose = sides_of(kind, arguments, king_is_odd)
    return frozenset(win) | frozenset(lose)


@cache
def sides_grid(win: tuple[str, ...], lose: tuple[str, ...]) -> dict[tuple[str, str], str]:
    """The whole table of a bet on ranks: a letter for every (loser, winner)."""
    place = dict.fromkeys(RANKS, "o") | dict.fromkeys(win, "X") | dict.fromkeys(lose, "Y")
    grid = {(loser, winner): SIDES_TABLE[place[loser]][place[winner]] for loser in RANKS for winner in RANKS}
    for rank in (*win, *lose):
        grid[rank, rank] = "S"
    return grid


def letter_for(kind: str, arguments: dict[str, Any], loser: str, winner: str, king_is_odd: bool) -> str:
    """The cell of the bet's table for this turn, before any copper."""
    loser_rank, winner_rank = rank_of(loser), rank_of(winner)
    if kind == "high_card":
        return HIGH_CARD_TABLE[RANKS.index(loser_rank)][RANKS.index(winner_rank)]
    if kind == "parity":
        counts = winner_rank if arguments["card"] == "winner" else loser_rank
        return PARITY_TABLE[arguments["parity"], king_is_odd][RANKS.index(counts)]
    if kind == "colors":
        loser_suit, winner_suit = suit_of(loser), suit_of(winner)
        assert loser_suit is not None, "a colors bet needs suits"
        assert winner_suit is not None, "a colors bet needs suits"
        wanted = arguments["win"]
        letter = COLORS_TABLE[COLOUR_OF_SUIT[loser_suit] == wanted, COLOUR_OF_SUIT[winner_suit] == wanted]
        return "S" if letter == "B" and loser_rank == winner_rank else letter
    win, lose = sides_of(kind, arguments, king_is_odd)
    return sides_grid(win, lose)[loser_rank, winner_rank]


def share_of(kind: str, arguments: dict[str, Any], live_stake: int, house: HouseRules) -> int:
    """What one card moves: the live stake, or one share of it where shares are paid."""
    if house.combination_pays == "whole" or kind in ONE_SHARE_KINDS:
        return live_stake
    shares = len(covered_ranks(kind, arguments, house.king_is_odd))
    return live_stake // shares // house.check * house.check


def bigger_half(amount: int, check: int) -> int:
    """Half of an amount in smallest checks, the bigger half where it does not divide."""
    checks = amount // check
    return (checks - checks // 2) * check


def settle(
    kind: str,
    arguments: dict[str, Any],
    coppered: bool,
    loser: str,
    winner: str,
    live_stake: int,
    house: HouseRules,
) -> Settlement:
    """(result, paid, taken) of a bet in a turn; the result is None where nothing happens."""
    letter = letter_for(kind, arguments, loser, winner, house.king_is_odd)
    if live_stake == 0 or letter == ".":
        return NOTHING
    if coppered:
        letter = UNDER_A_COPPER[letter]
    share = share_of(kind, arguments, live_stake, house)
    if letter == "W":
        return "won", share, 0
    if letter == "L":
        return "lost", 0, share
    if letter == "S":
        if house.split_takes == "all":
            return "split", 0, share
        rule = "split"
    elif letter == "E":
        rule = house.high_card_equal
    else:
        # A bet of one share is no combination: it goes both ways as under `whole`
        # (a given night has it so).
        in_shares = house.combination_pays == "proportional" and kind not in ONE_SHARE_KINDS
        rule = "standoff" if in_shares else house.both_ways
    return ("split", 0, bigger_half(share, house.check)) if rule == "split" else ("standoff", 0, 0)


def settle_hockelty(
    kind: str,
    arguments: dict[str, Any],
    coppered: bool,
    card: str,
    live_stake: int,
    house: HouseRules,
) -> Settlement:
    """What the soda or the hock takes of a bet where the house plays hockelty."""
    if kind not in OPEN_KINDS or coppered or live_stake == 0:
        return NOTHING
    if rank_of(card) not in covered_ranks(kind, arguments, house.king_is_odd):
        return NOTHING
    return "lost", 0, share_of(kind, arguments, live_stake, house)
