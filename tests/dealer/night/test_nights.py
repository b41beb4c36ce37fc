"""Whole nights with worked results, and random nights against an independent reading of the rulebook."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.oracle.openings import openings
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_games import FAN_TAN_SEEDS, FARO_SEEDS, SEEDS_OF_BOTH
from tests.oracle.random_nights import random_night
from tests.oracle.script_player import Interpreter
from tests.oracle.script_player import play as oracle_play
from tests.support.invariants import assert_agrees
from tests.support.pure import PureNight

NIGHTS = Path(__file__).parents[2] / "nights"
SCRIPTS = sorted(NIGHTS.glob("*.jsonl"))
A_TEST = 9
"""How many nights a test plays."""


def lines_of(script: Path) -> list[object]:
    return [json.loads(line) for line in script.read_text().splitlines() if line.strip()]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_night_agreed_by_two_readings_comes_out_to_the_cent(script: Path) -> None:
    expected = json.loads(script.with_suffix(".expected.json").read_text())
    assert_agrees(PureNight().play(lines_of(script)).result(), expected)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_oracle_agrees_with_the_given_nights_too(script: Path) -> None:
    expected = json.loads(script.with_suffix(".expected.json").read_text())
    assert_agrees(oracle_play(lines_of(script)), expected)


def some(seeds: Sequence[int]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("seeds", [seeds[at : at + A_TEST] for at in range(0, len(seeds), A_TEST)])


@some(FARO_SEEDS)
def test_random_nights_under_random_houses_agree_with_the_oracle(seeds: Sequence[int]) -> None:
    for seed in seeds:
        lines = random_night(seed)
        assert_agrees(PureNight().play(lines).result(), oracle_play(lines))


@pytest.mark.parametrize("preset", ["american", "early_bank", "late_bank", "home_night", "stuss"])
def test_every_preset_agrees_with_the_oracle(preset: str) -> None:
    for seed in range(9_000, 9_004):
        lines = random_night(seed, preset=preset)
        assert_agrees(PureNight().play(lines).result(), oracle_play(lines))


@some(FAN_TAN_SEEDS)
def test_random_fan_tan_nights_under_random_houses_agree_with_the_oracle(seeds: Sequence[int]) -> None:
    for seed in seeds:
        lines = random_fan_tan_night(seed)
        assert_agrees(PureNight().play(lines).result(), oracle_play(lines))


@pytest.mark.parametrize("preset", ["encyclopedia", "antes", "five_or_nine"])
def test_every_fan_tan_preset_agrees_with_the_oracle(preset: str) -> None:
    for seed in range(9_000, 9_004):
        lines = random_fan_tan_night(seed, house=preset)
        assert_agrees(PureNight().play(lines).result(), oracle_play(lines))


@some(SEEDS_OF_BOTH)
def test_random_nights_of_both_games_agree_with_the_oracle(seeds: Sequence[int]) -> None:
    for seed in seeds:
        lines = random_night_of_both(seed)
        assert_agrees(PureNight().play(lines).result(), oracle_play(lines))


def test_a_night_opens_or_does_not_as_the_oracle_says() -> None:
    for line in openings():
        refused = [one["code"] for one in PureNight().play([line]).refused]
        assert (refused or [None]) == [Interpreter().carry_out(line, 1)], line
