"""Stuss, a house of Faro from the hand whose splits take all (rulebook G2)."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.games.faro.house import FaroHouse, house_of
from dealer.games.faro.state import faro_of
from tests.support.pure import PureNight
from tests.support.tables import Table


def stuss(**house: Any) -> Table:
    return Table(soda=None, preset="stuss", **house)


def test_a_split_takes_the_whole_stake_and_the_bet_is_gone() -> None:
    """The rulebook's example: red 300 on the 8, blue 200 on the Q."""
    table = stuss()
    eight, queen = table.bet("8", 300), table.bet("Q", 200, player="blue")
    assert table.turn("5", "Q")[queen].paid_cents == 200
    row = table.turn("8", "8")[eight]
    assert (row.result, row.stake_cents, row.taken_cents) == ("split", 300, 300)
    assert list(table.table.bets) == [queen]
    table("close_night")
    result = table.result()
    assert [result["players"][key]["net"] for key in ("red", "blue")] == [-300, 200]
    assert result["bank"]["play"] == 100


def test_where_half_goes_the_live_half_is_taken_and_the_rest_lies_on() -> None:
    table = stuss()
    bet = table.bet("8", 75)
    table("half_goes", bet=bet)
    row = table.turn("8h", "8s")[bet]
    assert (row.stake_cents, row.taken_cents) == (25, 25)
    assert table.table.bets[bet].stake_cents == 50


@pytest.mark.parametrize(
    ("combination_pays", "kind", "more", "cards", "taken"),
    [
        ("whole", "split", {"ranks": "6-8"}, ("8h", "8s"), 300),
        ("proportional", "split", {"ranks": "6-8"}, ("8h", "8s"), 150),
        ("proportional", "figure", {"ranks": "8-9-10"}, ("8h", "8s"), 100),
        ("whole", "split", {"ranks": "6-8"}, ("8h", "6s"), 150),
        ("whole", "colors", {"ranks": "", "win": "red"}, ("8h", "8d"), 300),
        ("whole", "high_card", {"ranks": ""}, ("8h", "8d"), 150),
    ],
)
def test_any_house_may_have_a_true_split_take_all_and_nothing_else(
    combination_pays: str, kind: str, more: dict[str, Any], cards: tuple[str, str], taken: int
) -> None:
    table = Table(split_takes="all", both_ways="split", combination_pays=combination_pays)
    bet = table.bet(stake=300, kind=kind, **more)
    row = table.turn(*cards)[bet]
    assert (row.result, row.taken_cents) == ("split", taken)
    assert (bet in table.table.bets) == (taken < 300)


def test_what_is_dealt_from_a_box_is_not_allowed_nor_are_coppers_and_other_kinds() -> None:
    table = stuss()
    bet = table.bet("8", 300)
    assert table.refusal("expose_soda", card="K") == "not_allowed_here"
    assert table.refusal("copper_bet", bet=bet) == "not_allowed_here"
    place: dict[str, Any] = {"bet": "b", "player": "red", "stake": 100}
    assert table.refusal("place_bet", kind="split", ranks=["6", "8"], **place) == "not_allowed_here"
    assert table.refusal("place_bet", kind="single", ranks=["6"], coppered=True, **place) == "not_allowed_here"
    assert table.refusal("place_bet", kind="single", ranks=["6"], paroli=True, **place) == "not_allowed_here"
    assert table.refusal("call_turn", order=["6", "7", "8"], **place) == "not_allowed_here"
    assert table.refusal("expose_hock", card="K") == "not_allowed_here"


def test_nothing_goes_to_the_bank_but_by_its_cards() -> None:
    """A dead bet goes back after the turn that killed it; what dies in the last turn, or lies then, after that."""
    table = stuss()
    asleep = table.bet("8", 100)
    table("bar_bet", bet=asleep)
    table.turn("8s", "8h")
    assert table.turn("8d", "8c")[asleep].result == "returned"
    table.deal_until(25)
    left = [rank for rank in ("A", "K") if table.table.box.left(rank)]
    lies = table.bet(left[0], 200)
    table("bar_bet", bet=lies)
    table.deal_until(26)
    assert [(row["bet"], row["result"], row["turn"]) for row in table.result()["bets"]] == [
        (asleep, "returned", 2),
        (lies, "returned", 26),
    ]
    bank = table.result()["bank"]
    assert (bank["play"], bank["sleepers"], bank["after_hock"]) == (0, 0, 0)


def test_a_night_that_was_opened_without_the_setting_halves() -> None:
    night = PureNight()
    night("open_night", table="T", date="2026-11-23", game="faro", house="american", roll=0, dealer="D")
    recorded = {name: value for name, value in night.now.opened.house.items() if name != "split_takes"}
    assert house_of(recorded) == faro_of(night.now).house == FaroHouse()
