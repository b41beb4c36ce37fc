"""Random nights of the newer games, alone and beside others, against an independent reading of their rules.

`tools/soak` plays as many as one likes.
"""

from __future__ import annotations

import pytest

from tests.oracle.random_games import random_mixed_night, random_night_of
from tests.oracle.script_player import play
from tests.support.pure import PureNight
from tests.support.results import assert_agrees

A_TEST = 30
"""How many nights a test plays."""

GAMES = ("pharo", "farmer", "spoil_five")
PRESETS = [
    ("pharo", "hoyle"),
    ("pharo", "salon"),
    ("farmer", "farm"),
    ("farmer", "banker"),
    ("spoil_five", "spoil_five"),
]
MIXTURES = [
    ("pharo", "faro"),
    ("farmer", "spoil_five"),
    ("fan_tan", "farmer", "faro"),
    ("farmer", "pharo"),
    ("spoil_five", "pharo", "faro", "fan_tan", "farmer"),
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
