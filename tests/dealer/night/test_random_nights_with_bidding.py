"""Random nights of Frog and of the score games, alone and beside others, against an independent reading of their rules.

`tools/soak` plays as many as one likes.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.random_games import (
    SEEDS_WITH_BIDDING,
    nights_with_bidding,
    random_night_of,
    random_night_with_bidding,
)
from tests.oracle.rare_nights import MATCHES, MORE_MATCHES
from tests.oracle.script_player import play
from tests.support.fixtures import soaked
from tests.support.invariants import assert_agrees
from tests.support.pure import PureNight

A_SOAK = 200
"""How many nights a test of the soak plays."""


def agree(lines: list[dict[str, Any]]) -> None:
    assert_agrees(PureNight().play(lines).result(), play(lines))


@pytest.mark.parametrize("game", SEEDS_WITH_BIDDING)
def test_random_nights_of_a_game_agree_with_the_oracle(game: str) -> None:
    for lines in nights_with_bidding(game):
        agree(lines)


@pytest.mark.parametrize("first", range(0, 20, 10))
def test_random_nights_of_several_games_agree_with_the_oracle(first: int) -> None:
    for seed in range(first, first + 10):
        agree(random_night_with_bidding(seed, amends=0.06 * (seed % 2)))


@pytest.mark.parametrize("name", soaked([*MATCHES, *MORE_MATCHES], at_once=MATCHES))
def test_every_contract_with_every_result_is_read_alike(name: str) -> None:
    agree((MATCHES | MORE_MATCHES)[name]())


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 10_000 + 5 * A_SOAK, A_SOAK))
@pytest.mark.parametrize("game", SEEDS_WITH_BIDDING)
def test_many_random_nights_of_a_game_agree_with_the_oracle(game: str, first: int) -> None:
    for seed in range(first, first + A_SOAK):
        agree(random_night_of(game, seed, amends=0.06 * (seed % 2)))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 10_000 + 5 * A_SOAK, A_SOAK))
def test_many_random_nights_of_several_games_agree_with_the_oracle(first: int) -> None:
    for seed in range(first, first + A_SOAK):
        agree(random_night_with_bidding(seed, amends=0.06 * (seed % 2)))
