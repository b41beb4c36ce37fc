"""Random nights of the newer games, and some that are none, against an independent reading of their rules.

`tools/soak` plays as many as one likes.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.openings import newer_openings
from tests.oracle.random_games import random_mixed_night, random_night_of, random_night_of_seats
from tests.oracle.rare_nights import HANDS, NIGHTS
from tests.oracle.script_player import Interpreter, play
from tests.support.invariants import assert_agrees
from tests.support.pure import PureNight

A_TEST = 30
"""How many nights a test plays."""

GAMES = ("pharo", "farmer", "spoil_five", "five_in_one")
PRESETS = [
    ("pharo", "hoyle"),
    ("pharo", "salon"),
    ("farmer", "farm"),
    ("farmer", "banker"),
    ("spoil_five", "spoil_five"),
    ("five_in_one", "five_in_one"),
]
MIXTURES = [
    ("pharo", "faro"),
    ("farmer", "spoil_five"),
    ("fan_tan", "farmer", "faro"),
    ("farmer", "pharo"),
    ("spoil_five", "pharo", "faro", "five_in_one", "fan_tan", "farmer"),
]
SEATED = [
    *(
        (game,)
        for game in ("fan_tan", "farmer", "spoil_five", "five_in_one", "frog", "five_hundred", "four_deal_bridge")
    ),
    ("farmer", "frog", "hasenpfeffer", "fan_tan"),
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("amends", [0, 0.08], ids=["as given", "put right"])
def test_random_nights_of_a_game_agree_with_the_oracle(game: str, amends: float) -> None:
    for seed in range(A_TEST):
        lines = random_night_of(game, seed, amends=amends)
        assert_agrees(PureNight().play(lines).result(), play(lines))


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_agrees_with_the_oracle(game: str, preset: str) -> None:
    for seed in range(9_000, 9_005):
        lines = random_night_of(game, seed, house=preset)
        assert_agrees(PureNight().play(lines).result(), play(lines))


@pytest.mark.parametrize("games", MIXTURES, ids=" ".join)
def test_random_nights_of_several_games_agree_with_the_oracle(games: tuple[str, ...]) -> None:
    for seed in range(A_TEST):
        lines = random_mixed_night(seed, games=games)
        assert_agrees(PureNight().play(lines).result(), play(lines))


@pytest.mark.parametrize("games", SEATED, ids=" ".join)
def test_random_nights_in_which_seats_change_agree_with_the_oracle(games: tuple[str, ...]) -> None:
    for seed in range(5):
        lines = random_night_of_seats(seed, *games, amends=0.05 * (seed % 2))
        assert_agrees(PureNight().play(lines).result(), play(lines))


@pytest.mark.parametrize("lines", [*NIGHTS.values(), *HANDS.values()], ids=[*NIGHTS, *HANDS])
def test_what_random_nights_seldom_come_to_is_read_alike(lines: list[dict[str, Any]]) -> None:
    assert_agrees(PureNight().play(lines).result(), play(lines))


def test_a_night_of_the_newer_games_opens_or_does_not_as_the_oracle_says() -> None:
    for line in newer_openings():
        refused = [one["code"] for one in PureNight().play([line]).refused]
        assert (refused or [None]) == [Interpreter().carry_out(line, 1)], line
