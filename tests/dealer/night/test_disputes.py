"""What can be disputed: a bet that was laid, and a turn that was dealt in the deal or hand begun last."""

from __future__ import annotations

import pytest

from dealer.rules_version import FIRST
from tests.support.pure import PureNight
from tests.support.tables import Table


def disputable(night: PureNight) -> list[int]:
    """The turns that can be disputed now; a dispute about any other is ``bad_input``."""
    turns = range(-1, 28)
    refused = PureNight(night=night.now)
    refused.play(
        {"do": "raise_dispute", "dispute": f"d{turn}", "player": "red", "about": turn, "claim": "not so"}
        for turn in turns
    )
    assert {one["code"] for one in refused.refused} == {"bad_input"}
    lines = {one["line"] for one in refused.refused}
    return [turn for line, turn in enumerate(turns, start=1) if line not in lines]


def test_a_turn_of_faro_is_disputed_once_it_is_dealt_and_until_the_next_deal_begins() -> None:
    table = Table(soda=None)
    assert disputable(table) == []
    table("expose_soda", card="K")
    assert disputable(table) == [0]
    table.deal_until(2)
    table("draw_loser", card="A")
    assert disputable(table) == [0, 1, 2, 3]
    table("void")
    table("void_deal", reason="a card was missing")
    assert disputable(table) == [0, 1, 2]
    table("start_deal")
    assert disputable(table) == []


def test_the_hock_is_no_turn() -> None:
    table = Table()
    table.deal_until(25)
    table("expose_hock", card="Kc")
    table("end_deal")
    assert disputable(table) == list(range(26))


def test_a_deal_from_the_hand_has_no_turn_before_its_first() -> None:
    table = Table(turns=26, soda=None)
    assert disputable(table) == []
    table("turn", loser="2", winner="3")
    assert disputable(table) == [1]


@pytest.mark.parametrize("games", ["faro", ["faro", "fan_tan"]])
def test_a_night_of_the_first_rules_takes_any_number_that_a_deal_can_have(games: str | list[str]) -> None:
    night = PureNight(rules=FIRST)
    night("open_night", table="T", date="2026-11-21", game=games, house={}, roll=0, dealer="D")
    night("seat_player", player="red", name="Red")
    assert disputable(night) == list(range(27))
