"""Every cell of Five Hundred's bid tables, won and lost, and the order of bids that they give (rulebook G7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.tables import begun, score_of

NUMBERS = (6, 7, 8, 9, 10)
TABLES = {
    "avondale": (
        (40, 60, 80, 100, 120),
        (140, 160, 180, 200, 220),
        (240, 260, 280, 300, 320),
        (340, 360, 380, 400, 420),
        (440, 460, 480, 500, 520),
    ),
    "original": (
        (40, 60, 80, 100, 120),
        (80, 120, 160, 200, 240),
        (120, 180, 240, 300, 360),
        (160, 240, 320, 400, 480),
        (200, 300, 400, 500, 600),
    ),
}
"""What six to ten tricks are worth, in the lowest suit, the three above it, and at no trump."""
STRAINS = {"scdh": ("s", "c", "d", "h", "nt"), "cshd": ("c", "s", "h", "d", "nt")}
SLAM = 250
ORDERS = {
    ("avondale", "scdh"): "6s 6c 6d 6h 6nt 7s 7c 7d 7h 7nt 8s nullo 8c 8d 8h 8nt 9s 9c 9d 9h 9nt 10s 10c 10d 10h 10nt",
    ("avondale", "cshd"): "6c 6s 6h 6d 6nt 7c 7s 7h 7d 7nt 8c nullo 8s 8h 8d 8nt 9c 9s 9h 9d 9nt 10c 10s 10h 10d 10nt",
    ("original", "scdh"): "6s 6c 6d 7s 6h 6nt 7c 8s 7d 9s 8c 7h 10s 7nt 8d 9c nullo 8h 10c 9d 8nt 9h 10d 9nt 10h 10nt",
    ("original", "cshd"): "6c 6s 6h 7c 6d 6nt 7s 8c 7h 9c 8s 7d 10c 7nt 8h 9s nullo 8d 10s 9h 8nt 9d 10h 9nt 10d 10nt",
}
"""All bids from the lowest; of equal values the one for fewer tricks comes first."""


def house(bid_table: str, suits: str, **more: Any) -> dict[str, Any]:
    return {"preset": "auction", "goal": 10_000, "set_back": None, "bid_table": bid_table, "suits": suits, **more}


@pytest.mark.parametrize("suits", STRAINS)
@pytest.mark.parametrize("bid_table", TABLES)
def test_every_cell_is_what_a_bid_made_wins_and_a_bid_lost_costs(bid_table: str, suits: str) -> None:
    table = begun("five_hundred", "red / blue / white", house(bid_table, suits))
    table("start_hand", dealer="white")
    dealt = table.now
    for number, values in zip(NUMBERS, TABLES[bid_table], strict=True):
        for strain, value in zip(STRAINS[suits], values, strict=True):
            for taken in range(11):
                table.night = dealt
                table("contract", player="red", bid=f"{number}{strain}")
                table("score_hand", tricks={"red": taken, "blue": 10 - taken})
                created = max(value, SLAM) if taken == 10 else value
                assert score_of(table) == (created if taken >= number else -value, 10 * (10 - taken), 0)


@pytest.mark.parametrize(("bid_table", "suits"), ORDERS)
def test_bids_are_in_the_order_of_their_values_and_of_equal_values_of_their_tricks(bid_table: str, suits: str) -> None:
    table = begun("five_hundred", "red / blue / white", house(bid_table, suits))
    table("start_hand", dealer="white")
    dealt, order = table.now, ORDERS[bid_table, suits].split()
    assert len(order) == len(set(order)) == 26
    for at, bid in enumerate(order):
        table.night = dealt
        table("bid", player="red", bid=bid)
        assert {table.refusal("bid", player="blue", bid=lower) for lower in order[: at + 1]} == {"bid_too_low"}
        if at + 1 < len(order):
            table("bid", player="blue", bid=order[at + 1])
