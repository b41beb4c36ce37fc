"""How each kind of bet of Faro settles, read off tables instead of worked out.

A cell of a table is one letter, for a bet without a copper:

    .  nothing happens      W  won       L  lost
    S  a true split (both cards of one rank)
    B  one card for and one against, of two ranks (the house's both_ways)
    E  equal cards on the high card (the house's high_card_equal)
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.oracle.basics import (
    COLOUR_OF_SUIT,
    HIGH_ROW,
    LOW_ROW,
    OPEN_KINDS,
    RANKS,
    rank_of,
    suit_of,
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


def share_of(kind: str, arguments: dict[str, Any], live_stake: int, house: Any) -> int:
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
    house: Any,
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
    house: Any,
) -> Settlement:
    """What the soda or the hock takes of a bet where the house plays hockelty."""
    if kind not in OPEN_KINDS or coppered or live_stake == 0:
        return NOTHING
    if rank_of(card) not in covered_ranks(kind, arguments, house.king_is_odd):
        return NOTHING
    return "lost", 0, share_of(kind, arguments, live_stake, house)
