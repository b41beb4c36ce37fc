"""What a house may expect of Faro, against the simulated nights themselves."""

from __future__ import annotations

import subprocess
import sys
from statistics import fmean, median_low, stdev
from typing import Any

import pytest
from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.game.expectation import Expectation, Plan
from dealer.games import GAMES, simulated_game
from dealer.games.faro.players import FLAT, usual_players
from dealer.games.faro.simulation import simulate
from tests.support.tables import faro_house

NIGHTS, DEALS, SEED = 400, 5, 11


def expected(plan: Plan, progress: list[tuple[int, int]] | None = None, **house: Any) -> Expectation:
    game = simulated_game("faro")
    assert game.expect is not None
    return game.expect(
        faro_house(house), plan, lambda done, of: progress.append((done, of)) if progress is not None else None
    )


@pytest.fixture(scope="module")
def usual() -> Expectation:
    return expected(Plan(nights=NIGHTS, deals=DEALS, seed=SEED, season=10))


def test_outcomes_are_those_of_the_simulated_nights(usual: Expectation) -> None:
    house = faro_house({})
    nights = simulate(house, usual_players(house), nights=NIGHTS, deals=DEALS, seed=SEED)
    for outcome, results in zip((usual.bank, *usual.players), (nights.bank, *nights.players), strict=True):
        values = [int(result) for result in results]
        assert outcome.mean_cents == pytest.approx(fmean(values))
        assert outcome.sd_cents == pytest.approx(stdev(values))
        assert outcome.error_cents == pytest.approx(stdev(values) / NIGHTS**0.5)
        assert (outcome.median_cents, outcome.worst_cents) == (median_low(values), min(values))
        assert outcome.ahead == sum(value > 0 for value in values) / NIGHTS
    for player, results, decided in zip(usual.players, nights.players, nights.decided, strict=True):
        assert player.share == pytest.approx(-int(results.sum()) / decided)
        assert player.decided_cents == decided / NIGHTS


def test_a_flat_player_has_the_exact_mean_within_three_errors(usual: Expectation) -> None:
    flat = next(player for player in usual.players if player.system == FLAT)
    assert flat.exact_cents is not None
    # Five stakes of $5 on single cards in every turn; of a stake the bank has 1/442 in a turn.
    assert flat.exact_cents == pytest.approx(-DEALS * 25 * 5 * 500 / 442)
    assert abs(flat.mean_cents - flat.exact_cents) <= 3 * flat.error_cents
    assert [player.exact_cents for player in usual.players if player.system != FLAT] == [None] * 5


def test_a_roll_breaks_in_the_nights_that_go_lower(usual: Expectation) -> None:
    house = faro_house({})
    lowest = simulate(house, usual_players(house), nights=NIGHTS, deals=DEALS, seed=SEED).lowest
    for ruin in usual.ruin:
        assert ruin.in_a_night == sum(int(low) < -ruin.roll_cents for low in lowest) / NIGHTS
        assert ruin.in_a_season >= ruin.in_a_night
    assert usual.ruin[0].roll_cents == usual.roll_cents == 25 * house.limit
    risks = [ruin.in_a_season for ruin in usual.ruin[1:]]
    assert risks == sorted(risks, reverse=True)


def test_the_roll_of_a_limit_is_the_smallest_that_keeps_to_the_risk() -> None:
    plan = Plan(nights=NIGHTS, deals=DEALS, seed=SEED, season=10, risk=0.05)
    needed = next(roll for roll in expected(plan).rolls if roll.limit_cents == 10_000)
    for field, cents in (("in_a_night", needed.night_cents), ("in_a_season", needed.season_cents)):
        at, below = (expected(replace(plan, roll_cents=roll)).ruin[0] for roll in (cents, cents - 25))
        assert getattr(at, field) <= plan.risk < getattr(below, field)


def test_limits_are_half_and_double_with_the_same_first_stakes(usual: Expectation) -> None:
    assert [roll.limit_cents for roll in usual.rolls] == [2_500, 5_000, 10_000, 20_000, 40_000]
    assert usual.stake_cents == 500
    # A quarter of the limit is less than the stake.
    few = expected(Plan(nights=100, deals=1, season=2, stake_cents=5_000))
    assert [roll.limit_cents for roll in few.rolls] == [5_000, 10_000, 20_000, 40_000]


def test_bands_begin_at_nothing_and_do_not_cross(usual: Expectation) -> None:
    assert [band.quantile for band in usual.bands] == sorted(band.quantile for band in usual.bands)
    assert {band.cents[0] for band in usual.bands} == {0}
    assert {len(band.cents) for band in usual.bands} == {11}
    for by_night in zip(*(band.cents for band in usual.bands), strict=True):
        assert list(by_night) == sorted(by_night)


def test_a_plan_gives_the_same_each_time_and_is_told_to_its_end(usual: Expectation) -> None:
    progress: list[tuple[int, int]] = []
    assert expected(usual.plan, progress) == usual
    total = (NIGHTS + 4 * NIGHTS // 4) * DEALS
    assert progress[-1] == (total, total)
    assert progress == sorted(progress)
    assert expected(replace(usual.plan, seed=SEED + 1)) != usual


@pytest.mark.parametrize("preset", ["american", "early_bank", "late_bank", "home_night", "stuss"])
def test_every_preset_can_be_simulated(preset: str) -> None:
    expects = expected(Plan(nights=100, deals=1, season=2), preset=preset)
    assert sum(player.mean_cents for player in expects.players) == pytest.approx(-expects.bank.mean_cents)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"nights": 99}, "bad_input"),
        ({"deals": 0}, "bad_input"),
        ({"season": 0}, "bad_input"),
        ({"season": 10_001}, "bad_input"),
        ({"nights": 100_000_001}, "bad_input"),
        ({"seed": -1}, "bad_input"),
        ({"risk": 1.0}, "bad_input"),
        ({"roll_cents": 0}, "bad_input"),
        ({"stake_cents": 10}, "not_a_multiple"),
        ({"stake_cents": 20_000}, "over_limit"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        expected(Plan(**changes))
    assert refused.value.code == code


def test_only_games_with_a_simulation_are_simulated() -> None:
    assert simulated_game() is GAMES["faro"]
    with pytest.raises(Refusal) as refused:
        simulated_game("fan_tan")
    assert refused.value.code == "not_allowed_here"


def test_the_program_starts_without_numpy_and_matplotlib() -> None:
    loaded = "import sys, web.application; print({'numpy', 'matplotlib'} & sys.modules.keys() or 'neither')"
    ran = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "neither"
