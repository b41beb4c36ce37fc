"""A night of several games in turn: one ledger, one settlement, and no game begun while another is on."""

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


def test_a_game_is_begun_when_the_other_is_over() -> None:
    night = seated()
    night.do({"do": "start_hand", "dealer": "red"})
    assert code(night, do="start_deal") == "wrong_phase"
    assert night.now.dealing == "fan_tan"
    night.do({"do": "void_hand", "reason": "they would rather play Faro"})
    night.do({"do": "start_deal"})
    assert night.now.dealing == "faro"
    assert code(night, do="start_hand", dealer="red") == "wrong_phase"
    night.do({"do": "void_deal", "reason": "and now again not"})
    assert night.now.dealing == "faro"
    night.do({"do": "start_hand", "dealer": "red"})
    assert night.now.dealing == "fan_tan"


def test_the_words_of_a_game_that_is_not_of_the_night_are_not_allowed() -> None:
    night = opened(game="fan_tan")
    assert code(night, do="start_deal") == "not_allowed_here"
    assert code(opened(game="faro"), do="pass", player="red") == "unknown_player"
    faro = seated(game="faro")
    assert code(faro, do="pass", player="red") == "not_allowed_here"


def test_a_turn_of_either_game_can_be_disputed() -> None:
    night = seated()
    dispute = {"do": "raise_dispute", "player": "red", "claim": "that was mine"}
    assert code(night, **dispute, dispute="d1", about=1) == "bad_input"
    for document in ({"do": "start_deal"}, {"do": "expose_soda", "card": "Ks"}, {"do": "draw_loser", "card": "2h"}):
        night.do(document)
    night.do({**dispute, "dispute": "d1", "about": 1})
    assert code(night, **dispute, dispute="d2", about=2) == "bad_input"
    only = seated(game="fan_tan")
    assert code(only, **dispute, dispute="d1", about=1) == "bad_input"
    only.do({"do": "start_hand", "dealer": "green"})
    only.do({"do": "pass", "player": "red"})
    only.do({**dispute, "dispute": "d1", "about": 1})
    assert code(only, **dispute, dispute="d2", about=2) == "bad_input"
    assert code(only, **dispute, dispute="d2", about="b1") == "unknown_bet"


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


HOUSES_THAT_DO_NOT_READ: tuple[Any, ...] = (
    "roulette",
    {"limit": 5_000},
    {"faro": "antes"},
    {"pharo": {}},
    {"faro": None},
    7,
    [],
    {"fan_tan": {"chip": 40}},
)


@pytest.mark.parametrize(
    "opening",
    [
        *({"game": game} for game in ([], ["faro", "faro"], ["faro", "roulette"], [7], "fan_tan+faro")),
        *({"house": house} for house in HOUSES_THAT_DO_NOT_READ),
    ],
    ids=str,
)
def test_an_opening_of_unknown_games_or_houses_is_refused(opening: dict[str, Any]) -> None:
    assert code(PureNight(), **{**OPENING, **opening}) == "bad_input"


def test_the_stricter_marker_limit_is_the_nights() -> None:
    house = {"faro": {"marker_limit": 20_000}, "fan_tan": {"marker_limit": 10_000}}
    assert opened(house=house).now.marker_limit_cents == 10_000
