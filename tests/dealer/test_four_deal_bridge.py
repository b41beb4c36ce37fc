"""Every cell of the contract table of bridge, made and down, and a published rubber of four deals (rulebook G12)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.tables import begun, hand, match_night, nets, score_of

STRAINS = ("c", "d", "h", "s", "nt")
TRICK_SCORE = {
    "c": (20, 40, 60, 80, 100, 120, 140),
    "d": (20, 40, 60, 80, 100, 120, 140),
    "h": (30, 60, 90, 120, 150, 180, 210),
    "s": (30, 60, 90, 120, 150, 180, 210),
    "nt": (40, 70, 100, 130, 160, 190, 220),
}
"""Of one to seven tricks bid and made, not doubled."""
OVERTRICK = {"c": 20, "d": 20, "h": 30, "s": 30, "nt": 30}
OVERTRICK_DOUBLED = {False: (100, 200), True: (200, 400)}
"""Doubled and redoubled, by vulnerability, as all tables here."""
SLAM = {6: {False: 500, True: 750}, 7: {False: 1000, True: 1500}}
GAME = {False: 300, True: 500}
DOWN = {False: tuple(range(50, 651, 50)), True: tuple(range(100, 1301, 100))}
"""Of one to thirteen tricks down, not doubled."""
DOWN_DOUBLED = {
    "modern": {
        False: (100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500),
        True: (200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800),
    },
    "old": {
        False: (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2100, 2300, 2500),
        True: (200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800),
    },
}
"""The same doubled; redoubled they are twice as much."""


def contract_made(bid: str, doubled: int, vulnerable: bool, over: int, insult: int) -> int:
    number, strain = int(bid[0]), bid[1:]
    trick_score = TRICK_SCORE[strain][number - 1] * (1, 2, 4)[doubled]
    each = OVERTRICK[strain] if not doubled else OVERTRICK_DOUBLED[vulnerable][doubled - 1]
    slam = SLAM[number][vulnerable] if number in SLAM else 0
    game = GAME[vulnerable] if trick_score >= 100 else 0
    return trick_score + over * each + (0, 50, insult)[doubled] + slam + game


def contract_down(doubled: int, vulnerable: bool, down: int, penalties: str) -> int:
    if not doubled:
        return DOWN[vulnerable][down - 1]
    return DOWN_DOUBLED[penalties][vulnerable][down - 1] * doubled


@pytest.mark.parametrize("vulnerable", [False, True])
@pytest.mark.parametrize(("penalties", "insult"), [("modern", 100), ("old", 50)])
def test_every_contract_with_every_number_of_tricks(penalties: str, insult: int, vulnerable: bool) -> None:
    house = {"preset": "chicago", "penalties": penalties, "insult_redoubled": insult}
    table = begun("four_deal_bridge", "north south / east west", house)
    before = (0, 0)
    if vulnerable:
        hand(table, "west", "west", "1c", tricks={"north": 7, "east": 6})
        before = (50, 0)
    table("start_hand", dealer="north")
    dealt = table.now
    for bid in (f"{number}{strain}" for number in range(1, 8) for strain in STRAINS):
        for doubled in range(3):
            table.night = dealt
            table("contract", player="north", bid=bid, doubled=doubled)
            bid_so, need = table.now, 6 + int(bid[0])
            for taken in range(14):
                table.night = bid_so
                table("score_hand", tricks={"north": taken, "east": 13 - taken})
                if taken >= need:
                    points = (contract_made(bid, doubled, vulnerable, taken - need, insult), 0)
                else:
                    points = (0, contract_down(doubled, vulnerable, need - taken, penalties))
                assert score_of(table) == (before[0] + points[0], points[1]), (bid, doubled, taken)


def honoured(**more: Any) -> dict[str, Any]:
    return {"preset": "chicago", "honours": True, **more}


def test_a_published_rubber_comes_to_1650_and_1070() -> None:
    """The sample round of Richard Pavlicek's lesson "How to keep score" (rpbridge.net, 1UB8); we deal first."""
    table = begun("four_deal_bridge", "we us / they them", honoured())
    hand(table, "we", "we", "3s", tricks={"we": 10, "they": 3})
    assert score_of(table) == (120, 0)
    hand(table, "they", "they", "3nt", tricks={"they": 9, "we": 4})
    assert score_of(table) == (120, 600)
    table("start_hand", dealer="us")
    for player, do in (
        ("us", "pass"),
        ("them", "3c"),
        ("we", "double"),
        ("they", "pass"),
        ("us", "pass"),
        ("them", "pass"),
    ):
        table(do, player=player) if do in ("pass", "double") else table("bid", player=player, bid=do)
    table("score_hand", tricks={"them": 9, "us": 4})
    assert score_of(table) == (120, 1070)
    table("start_hand", dealer="them")
    table("contract", player="us", bid="6h")
    table("score_hand", tricks={"us": 12, "them": 1}, honours={"we": 100})
    assert score_of(table) == (1650, 1070)
    table("settle_match")
    assert nets(table) == {"we": 580, "us": 580, "they": -580, "them": -580}


def test_the_last_bidder_of_five_players_may_sit_out_the_next_match() -> None:
    """Between its first two deals nobody is declarer: whoever was last need not play in this match."""
    table = match_night("four_deal_bridge", "north east south west fifth")
    table("start_match", sides=[["north", "south"], ["east", "west"]])
    hand(table, "north", "west", "1c", tricks={"east": 7, "north": 6})
    table("abandon_match", reason="they change about")
    table("start_match", sides=[["north", "south"], ["east", "fifth"]])
    match: Any = table.now.tables["four_deal_bridge"]
    assert (match.bidder, match.bidding_sides) == (None, ())
    hand(table, "fifth", "fifth", "1c", tricks={"east": 7, "north": 6})
    assert score_of(table) == (0, 20)
