"""A night of several games in turn: one set of checks, a house for each game, and the bank's limit."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.games.fan_tan.state import fan_tan_of
from dealer.games.faro.state import faro_of
from ledger.accounts import checks
from tests.support.pure import PureNight

BOTH = ["fan_tan", "faro"]
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": BOTH, "roll": 500_000, "dealer": "D"}


def opened(**more: Any) -> PureNight:
    night = PureNight()
    night.do({**OPENING, **more})
    return night


def seated(**more: Any) -> PureNight:
    night = opened(**more)
    for player in ("red", "blue", "green"):
        night.do({"do": "seat_player", "player": player, "name": player.title()})
        night.do({"do": "buy_checks", "player": player, "amount": 10_000})
    return night


def code(night: PureNight, **document: Any) -> str:
    with pytest.raises(Refusal) as refused:
        night.do(document)
    return refused.value.code


def test_one_set_of_checks_serves_all_games() -> None:
    """The smallest check of the night is the least of the games', and the others are whole numbers of it."""
    assert opened(house={"fan_tan": {"chip": 100}}).now.check_cents == 25
    assert opened(house={"faro": {"check": 100}, "fan_tan": {"chip": 50}}).now.check_cents == 50
    assert code(PureNight(), **OPENING, house={"fan_tan": {"chip": 40}}) == "bad_input"


@pytest.mark.parametrize(("games", "refused"), [(["fan_tan"], ""), (BOTH, "not_enough_checks")])
def test_only_a_bank_that_plays_is_held_to_what_it_has_in_sight(games: list[str], refused: str) -> None:
    night = seated(game=games, house={}, roll=0)
    night.do({"do": "start_hand", "dealer": "red"})
    night.do({"do": "lay", "player": "blue", "card": "7d"})
    night.do({"do": "raise_dispute", "dispute": "d1", "player": "red", "about": 1, "claim": "mine"})
    paid = [{"from": "bank", "to": "red", "amount": 100}]
    ruling = {"do": "rule_dispute", "dispute": "d1", "ruling": "corrected", "reason": "theirs", "corrections": paid}
    if refused:
        assert code(night, **ruling) == refused
        return
    night.do(ruling)
    assert night.now.ledger.balance(checks("red")) == 10_100


@pytest.mark.parametrize(
    ("house", "faro", "fan_tan"),
    [
        ({}, "american", "encyclopedia"),
        ({"faro": {}}, "american", "encyclopedia"),
        ("antes", "american", "antes"),
        ({"faro": {"preset": "early_bank"}, "fan_tan": "antes"}, "early_bank", "antes"),
    ],
)
def test_each_game_has_its_own_house_or_its_usual_one(house: Any, faro: str, fan_tan: str) -> None:
    night = opened(house=house)
    assert (faro_of(night.now).house.preset, fan_tan_of(night.now).house.preset) == (faro, fan_tan)
    assert night.result()["game"] == BOTH
    assert opened(game=["faro"], house="early_bank").result()["game"] == "faro"


def test_the_stricter_marker_limit_is_the_nights() -> None:
    house = {"faro": {"marker_limit": 20_000}, "fan_tan": {"marker_limit": 10_000}}
    assert opened(house=house).now.marker_limit_cents == 10_000
