"""Seeds of random nights that reach in the rules all that many more reach.

Of the seeds 0 to 239 of Faro, 0 to 199 of Fan-Tan and 0 to 59 of both, these nights go through every line, every way
from one line to the next, every kind of fact and every refusal of every command that all five hundred go through, in
``dealer`` and ``ledger``, and one more refusal. ``tools/soak`` plays others, as many as one likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracle.random_games import random_night_of

# fmt: off
FARO_SEEDS = (
    0, 2, 3, 8, 10, 27, 28, 31, 38, 44, 49, 63, 73, 74, 78, 80, 82, 91,
    97, 103, 108, 109, 117, 129, 147, 157, 170, 178, 191, 192, 200, 206, 215,
)
FAN_TAN_SEEDS = (
    0, 1, 6, 11, 16, 25, 28, 30, 32, 49, 53, 68, 80, 83,
    90, 105, 119, 141, 159, 180, 390,
)
# fmt: on
SEEDS_OF_BOTH = (2, 15, 25, 35)

# fmt: off
WITH_BIDDING: dict[str, tuple[int, ...]] = {
    "frog": (15, 43, 45, 63, 105, 108, 121, 153, 178, 196, 216, 247),
    "five_hundred": (
        0, 13, 29, 30, 51, 71, 77, 79, 85, 116, 122, 127, 128, 129, 137,
        138, 145, 162, 163, 171, 179, 181, 193, 211, 239, 260, 266, 288, 289, 291,
    ),
    "forty_five": (
        1, 16, 44, 57, 83, 86, 91, 93, 118, 130, 143, 147, 174, 211, 227, 233, 241, 251, 267, 282, 291, 299,
    ),
    "auction_forty_five": (
        5, 23, 24, 29, 41, 42, 49, 62, 64, 65, 80, 99, 114, 129, 142, 195, 209, 229, 239, 289,
    ),
    "hasenpfeffer": (
        4, 27, 32, 35, 36, 54, 73, 75, 119, 122, 153, 160, 165, 179, 215, 250, 258, 265, 267, 272, 273, 286,
    ),
    "big_three": (
        4, 8, 44, 47, 59, 84, 87, 108, 119, 134, 135, 147, 165, 167, 187, 218, 219, 232, 243, 259, 264, 272, 288,
    ),
    "four_deal_bridge": (
        2, 19, 32, 41, 51, 56, 58, 73, 78, 91, 103, 109, 140,
        143, 160, 163, 179, 211, 216, 219, 232, 242, 248, 291, 299,
    ),
}
# fmt: on
"""Of the seeds 0 to 299 of each, these nights go through every line of its rules, every way from one line to the next,
every kind of fact, bid and refusal that all of them go through."""


def nights_with_bidding(game: str) -> Iterator[list[dict[str, Any]]]:
    """The nights of a game with bidding that these seeds make; in every other one commands are put right."""
    for seed in WITH_BIDDING[game]:
        yield random_night_of(game, seed, amends=0.08 * (seed % 2), most_lines=250)
