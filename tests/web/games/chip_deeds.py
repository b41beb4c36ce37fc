"""What is done at the tables of the chip games, for the table of touches: one hand of each, deed by deed."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.house import House
from tests.web.tablet_in_browser import Tablet

Deed = Callable[[Tablet], None]
Past = Callable[[House, str], object]


def begin(tablet: Tablet) -> None:
    tablet.touch("#step")


def touching(*keys: str) -> Deed:
    """Touch some keys, one after the other."""

    def touch(tablet: Tablet) -> None:
        for key in keys:
            tablet.touch(key)

    return touch


def as_it_stands(house: House, night: str) -> None:
    """Nothing happens past the page."""


def the_others_show(house: House, night: str) -> None:
    for player, cards in {"white": "9 7", "black": "K 2", "red": "5 4"}.items():
        house.do(night, "show_hand", player=player, cards=cards.split())


def the_next_begins(house: House, night: str) -> None:
    house.do(night, "start_hand", dealer="blue")


_THREE = ("#takes-blue",) * 3
_WINS_THREE = '[data-touch="chips"][data-player="blue"][data-by="1"]'
_TEN = tuple(f"#card-{rank}" for rank in ("5", "2", "9", "K", "5", "6", "A", "8", "10", "J"))

CHIP_DEEDS: dict[str, dict[str, tuple[Past, Deed, str]]] = {
    "farmer": {
        "begin a hand of Farmer": (as_it_stands, begin, "FarmHandBegun"),
        "show three cards": (as_it_stands, touching("#rank-A", "#rank-2", "#rank-K", "#shown"), "FarmHandShown"),
        "settle the hand": (the_others_show, begin, "FarmWon"),
    },
    "spoil_five": {
        "begin a hand of Spoil Five": (as_it_stands, begin, "SpoilHandBegun"),
        "declare a hand dead": (
            as_it_stands,
            touching('[data-touch="kill"][data-player="black"]', '[data-why="revoke"]'),
            "HandKilled",
        ),
        "have three tricks take the pool": (as_it_stands, touching(*_THREE, "#score"), "PoolWon"),
        "have all five take it": (
            the_next_begins,
            touching(*_THREE, "#goes-on", "#takes-blue", "#takes-blue", "#score"),
            "AllFivePaid",
        ),
    },
    "five_in_one": {
        "begin a round of Five in One": (as_it_stands, begin, "FiveRoundBegun"),
        "pay a part in which one wins three chips of another": (
            as_it_stands,
            touching(*(_WINS_THREE,) * 3, "#plate-red", "#next"),
            "PartSettled",
        ),
        "pay the cold hand": (as_it_stands, touching("#plate-blue", "#next"), "ColdHandWon"),
        "go on from a part in which nobody wins": (as_it_stands, touching("#next"), "PartSettled"),
        "pay the consolation": (
            lambda house, night: house.do(night, "part_result", part="put_and_take", chips={}),
            touching(*_TEN, "#next"),
            "ConsolationTurned",
        ),
    },
    "frog": {
        "begin a hand of Frog": (as_it_stands, begin, "FrogHandBegun"),
        "bid": (as_it_stands, touching("#bid-frog"), "BidMade"),
        "bid after one who can only have passed": (as_it_stands, touching("#plate-black", "#bid-chico"), "BidMade"),
        "have all others pass": (as_it_stands, touching("#rest"), "BidPassed"),
        "score 71 points, with trumps noted": (
            as_it_stands,
            touching("#ten-70", "#unit-1", "#trump-s", "#score"),
            "FrogHandSettled",
        ),
        "enter the contract alone": (the_next_begins, touching("#plate-red", "#bid-grand"), "ContractNamed"),
    },
}
"""By game: what happens past the page before, what is done, and what comes of it."""
