"""A short night of both games: refusals, a taking back, a dispute, a foul deal, a foul hand and a dead one."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from dealer.commands.refusal import Refusal
from tests.support.house import House

REFUSED = ("place_bet", {"bet": "late", "player": "red", "kind": "single", "ranks": ["2"], "stake": 500})

COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(
        ("seat_player", {"player": player, "name": name})
        for player, name in (("red", "Ada Lamb"), ("blue", "Wm. Hart"))
    ),
    ("buy_checks", {"player": "red", "amount": 20_000}),
    ("issue_marker", {"player": "blue", "amount": 20_000}),
    ("start_deal", {}),
    ("expose_soda", {"card": "5s"}),
    ("place_bet", {"bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}),
    ("place_bet", {"bet": "b", "player": "blue", "kind": "split", "ranks": ["A", "K"], "stake": 1_000}),
    ("copper_bet", {"bet": "b"}),
    ("turn", {"loser": "Qd", "winner": "As"}),
    ("place_bet", {"bet": "c", "player": "red", "kind": "single", "ranks": ["7"], "stake": 500}),
    ("draw_loser", {"card": "7c"}),
    REFUSED,
    ("buy_checks", {"player": "nobody", "amount": 500}),
    ("draw_winner", {"card": "7d"}),
    ("void", {}),
    ("draw_winner", {"card": "9d"}),
    ("raise_dispute", {"dispute": "d1", "player": "red", "about": "c", "claim": "It was barred"}),
    (
        "rule_dispute",
        {
            "dispute": "d1",
            "ruling": "corrected",
            "law": 2,
            "reason": "The dealer heard it",
            "corrections": [{"from": "bank", "to": "red", "amount": 500}],
        },
    ),
    ("place_bet", {"bet": "e", "player": "blue", "kind": "single", "ranks": ["J"], "stake": 500}),
    ("void_deal", {"reason": "A card is missing"}),
    ("seat_player", {"player": "white", "name": "J. Oakes"}),
    ("buy_checks", {"player": "white", "amount": 5_000}),
    ("start_hand", {"dealer": "red"}),
    ("lay", {"player": "blue", "cards": ["7d", "7s"]}),
    ("pass", {"player": "white"}),
    ("void_hand", {"reason": "A card is missing"}),
    ("start_hand", {"dealer": "red"}),
    *(("pass", {"player": player}) for player in ("blue", "white", "red")),
    ("end_hand", {}),
    ("settle_hand", {}),
    ("lend_stake", {"lender": "white", "borrower": "red", "amount": 1_000, "profit_share": 0.5}),
    ("leave_table", {"player": "blue"}),
    ("close_night", {}),
)


def short_night(house: House, *, closed: bool = True) -> str:
    """The night, dealt in a house; with the two refusals among its commands."""
    night = house.open_night(game=["faro", "fan_tan"], house={"faro": "american", "fan_tan": {"preset": "antes"}})
    refused = 0
    for do, arguments in COMMANDS if closed else COMMANDS[:-1]:
        with suppress(Refusal):
            house.do(night, do, **arguments)
            continue
        refused += 1
    assert refused == 2
    return night
