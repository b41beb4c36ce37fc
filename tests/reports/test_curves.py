"""The curves of a night: at every command the results of the ledger, and after each round what it had come to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest

from dealer.night.evolve import History
from dealer.night.night import Night
from events.common.play import RoundBegun
from ledger.accounts import BANK
from ledger.statement import bank_line, player_line
from reports.rounds.curves import CURVES
from tests.oracle.random_fan_tan import random_night_of_both
from tests.oracle.random_nights import random_night
from tests.reports import nights, nights_of_games
from tests.reports.nights import Played

NIGHTS: dict[str, Callable[[], Played]] = {
    **{script.stem: partial(nights.given, script.stem) for script in nights.SCRIPTS},
    "crowded": nights.crowded,
    "pots": nights_of_games.night_of_pots,
    "rounds": nights_of_games.night_of_rounds,
    "frog": nights_of_games.night_of_frog,
    "mixed": nights_of_games.mixed_night,
    "bridge": nights_of_games.bridge_night,
    "random Faro": lambda: nights.played(random_night(7)),
    "random night of both": lambda: nights.played(random_night_of_both(7)),
}


@pytest.fixture(params=NIGHTS)
def history(request: pytest.FixtureRequest) -> History:
    return History.of(NIGHTS[request.param]().events)


def results_by_ledger(night: Night) -> dict[str, int]:
    """Everybody's result in cents, without those who have none."""
    players = {player: player_line(night.ledger, player).net_cents for player in night.seats}
    return {side: cents for side, cents in {BANK: bank_line(night.ledger).result_cents, **players}.items() if cents}


def changes(results: list[dict[str, int]]) -> list[dict[str, int]]:
    """The results that differ from those before them."""
    return [after for before, after in pairwise(results) if after != before]


def test_a_curve_has_the_results_of_the_ledger_at_every_command(history: History) -> None:
    for before, after in zip(history.events, [*history.events[1:], None], strict=True):
        if after is not None and after.command == before.command:
            continue
        curves = CURVES.of(history.until(before.version).effective)
        expected = results_by_ledger(history.at(before.version))
        assert {side: cents for side, cents in curves.results.items() if cents} == expected
        for side, cents in expected.items():
            assert curves.of(side)[-1][1] == cents


def test_a_curve_goes_from_nothing_to_its_last_step(history: History) -> None:
    curves = CURVES.of(history.events.effective)
    for side in (BANK, *history.states[-1].seats):
        steps = [at for at, _ in curves.of(side)]
        assert steps[0] == 0
        assert steps == sorted(steps)
        assert steps[-1] <= curves.length <= curves.steps + 1


def test_each_round_that_changed_a_result_has_the_figures_before_the_next(history: History) -> None:
    effective = history.events.effective
    begun = [recorded.version for recorded in effective if isinstance(recorded.event, RoundBegun)]
    ends = [*(version - 1 for version in begun[1:]), history.version][: len(begun)]
    by_ledger = [results_by_ledger(history.at(version)) for version in (*begun[:1], *ends)]
    rounds = dict(CURVES.of(effective).by_round())
    figures = [{side: cents for side, cents in results.items() if cents} for results in rounds.values()]
    assert changes([by_ledger[0], *figures]) == changes(by_ledger)
