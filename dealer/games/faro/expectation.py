"""What a house may expect of nights of Faro: the simulated nights of its usual players, summed up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.random import PCG64, Generator

from dealer.game.expectation import (
    ROLL_IN_LIMITS,
    Band,
    Expectation,
    Outcome,
    Plan,
    PlayerOutcome,
    RollNeeded,
    Ruin,
)
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.percentages import in_a_turn
from dealer.games.faro.players import FLAT, SYSTEMS, Bettor, check_bettor, usual_players, usual_stake
from dealer.games.faro.simulated_bets import Array, Bets
from dealer.games.faro.simulation import Nights, simulate

QUANTILES = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)
LIMITS = (0.25, 0.5, 2.0, 4.0)
"""The limits, in limits of the house, for which a roll is worked out besides the limit itself."""

_PART_FOR_A_LIMIT = 4
"""Of the nights a fourth is dealt for each other limit."""

_SEASONS, _NIGHTS_IN_SEASONS = 20_000, 4_000_000
"""How many seasons are looked at, and how many nights in all of them at the most."""

_POINTS = 40
"""The points of the curve of ruin."""


def expectation(
    house: FaroHouse, plan: Plan, tell: Callable[[int, int], object] = lambda done, of: None
) -> Expectation:
    """What a house may expect; see :data:`dealer.game.expectation.Expect`."""
    plan.check()
    stake = usual_stake(house) if plan.stake_cents is None else plan.stake_cents
    roll = ROLL_IN_LIMITS * house.limit if plan.roll_cents is None else plan.roll_cents
    bettors = usual_players(house, stake)
    for bettor in bettors:
        check_bettor(bettor, house)
    limits = [round(house.limit * part) // house.check * house.check for part in LIMITS]
    houses = [replace(house, limit=limit, case_limit=_in_part(house, limit)) for limit in limits if limit >= stake]
    few = -(-plan.nights // _PART_FOR_A_LIMIT)
    total = (plan.nights + few * len(houses)) * plan.deals

    def dealt(house: FaroHouse, nights: int, before: int) -> Nights:
        return simulate(
            house,
            bettors,
            nights=nights,
            deals=plan.deals,
            seed=plan.seed,
            tell=lambda done: tell((before + done) * plan.deals, total),
        )

    nights = dealt(house, plan.nights, 0)
    rolls = [_roll_needed(house, nights, plan)]
    for number, other in enumerate(houses):
        rolls.append(_roll_needed(other, dealt(other, few, plan.nights + few * number), plan))
    return Expectation(
        plan=plan,
        check_cents=house.check,
        limit_cents=house.limit,
        stake_cents=stake,
        roll_cents=roll,
        bank=Outcome(**_outcome(nights.bank)),
        players=tuple(_players(house, bettors, nights)),
        bands=tuple(_bands(nights, plan)),
        ruin=tuple(_ruin(nights, plan, roll)),
        rolls=tuple(sorted(rolls, key=lambda needed: needed.limit_cents)),
        lying=nights.lying,
    )


def _in_part(house: FaroHouse, limit: int) -> int | None:
    """The case limit that goes with another limit: the same part of it."""
    if house.case_limit is None:
        return None
    return max(house.check, house.case_limit * limit // house.limit // house.check * house.check)


def _outcome(results: Array) -> dict[str, Any]:
    return {
        "mean_cents": float(results.mean()),
        "error_cents": float(results.std(ddof=1)) / len(results) ** 0.5,
        "sd_cents": float(results.std(ddof=1)),
        "median_cents": int(np.quantile(results, 0.5, method="lower")),
        "worst_cents": int(results.min()),
        "ahead": float((results > 0).mean()),
    }


def _players(house: FaroHouse, bettors: Sequence[Bettor], nights: Nights) -> list[PlayerOutcome]:
    return [
        PlayerOutcome(
            **_outcome(results),
            system=bettor.system,
            title=SYSTEMS[bettor.system].title,
            rule=SYSTEMS[bettor.system].rule,
            bets=len(bettor.places),
            decided_cents=decided / len(results),
            share=-int(results.sum()) / decided if decided else 0.0,
            exact_cents=_exact(house, bettor, nights.deals),
        )
        for bettor, results, decided in zip(bettors, nights.players, nights.decided, strict=True)
    ]


def _exact(house: FaroHouse, bettor: Bettor, deals: int) -> float | None:
    """The exact mean of a flat player's night: of every turn alike, where the house takes nothing undecided."""
    is_capped = bettor.stake_cents > house.case_limit_cents
    takes_more = house.sleepers == "dealer" or house.hockelty or Bets(house, [bettor]).keeps
    if bettor.system != FLAT or is_capped or takes_more or house.locked_until_action:
        return None
    turns = house.turns if house.last_turn_counts else house.turns - 1
    checks = bettor.stake_cents // house.check
    a_turn = sum(in_a_turn(place, bettor.coppered, house, checks=checks) for place in bettor.places)
    return -float(deals * turns * bettor.stake_cents * a_turn)


def _seasons(nights: Nights, plan: Plan) -> tuple[Array, Array]:
    """The bank's result after each night of seasons, and its lowest result in each season.

    Nights do not depend on each other, so a season is any of the simulated nights in any order, drawn from the seed.
    """
    count = max(1, min(_SEASONS, _NIGHTS_IN_SEASONS // plan.season))
    drawn = Generator(PCG64([plan.seed, 1])).integers(len(nights.bank), size=(count, plan.season))
    results = nights.bank[drawn]
    after = results.cumsum(axis=1)
    return after, np.minimum((after - results + nights.lowest[drawn]).min(axis=1), 0)


def _bands(nights: Nights, plan: Plan) -> list[Band]:
    after, _ = _seasons(nights, plan)
    by_quantile = np.quantile(after, QUANTILES, axis=0, method="lower")
    return [
        Band(quantile=quantile, cents=(0, *(int(cents) for cents in row)))
        for quantile, row in zip(QUANTILES, by_quantile, strict=True)
    ]


def _ruin(nights: Nights, plan: Plan, roll: int) -> list[Ruin]:
    _, lowest = _seasons(nights, plan)
    most = max(roll, int(-np.quantile(lowest, 0.001, method="lower")))
    rolls = [roll, *(round(most * point / _POINTS) for point in range(_POINTS + 1))]
    return [
        Ruin(
            roll_cents=cents,
            in_a_night=float((nights.lowest < -cents).mean()),
            in_a_season=float((lowest < -cents).mean()),
        )
        for cents in rolls
    ]


def _roll_needed(house: FaroHouse, nights: Nights, plan: Plan) -> RollNeeded:
    _, lowest = _seasons(nights, plan)
    night, season = (_enough(low, plan.risk) for low in (nights.lowest, lowest))
    return RollNeeded(limit_cents=house.limit, night_cents=night, season_cents=season)


def _enough(lowest: Array, risk: float) -> int:
    """The smallest roll that breaks in no more than this part of the nights or seasons."""
    most = int(risk * len(lowest))
    return int(-np.partition(lowest, most)[most])
