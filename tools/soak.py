"""The soak: random nights played by the rules and by the oracle of the tests, until one differs or all are done.

What holds of every Faro night is asserted of each of them besides. Every other night has commands that are put right.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import click

from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_games import WITH_BIDDING, random_mixed_night, random_night_of, random_night_with_bidding
from tests.oracle.random_nights import random_night
from tests.oracle.script_player import play
from tests.support.invariants import (
    assert_agrees,
    assert_invariants,
    assert_order_of_placing_is_all_one,
    assert_replayed,
)
from tests.support.pure import PureNight

GENERATORS: dict[str, Callable[..., list[dict[str, Any]]]] = {
    "faro": random_night,
    "fan_tan": random_fan_tan_night,
    "both": random_night_of_both,
    "pharo": partial(random_night_of, "pharo"),
    "farmer": partial(random_night_of, "farmer"),
    "spoil_five": partial(random_night_of, "spoil_five"),
    "five_in_one": partial(random_night_of, "five_in_one"),
    "mixed": random_mixed_night,
    **{game: partial(random_night_of, game) for game in WITH_BIDDING},
    "with-bidding": random_night_with_bidding,
}


@click.command()
@click.argument("nights", default=5_000, type=click.IntRange(1))
@click.argument("first", default=100_000, type=click.IntRange(0))
@click.option("--game", type=click.Choice([*GENERATORS]), help="Only nights of this kind; without it they take turns.")
def soak(nights: int, first: int, game: str | None) -> None:
    """Play NIGHTS random nights from the seed FIRST on; stops with exit status 1 at the first that differs."""
    kinds = [game] if game else list(GENERATORS)
    with click.progressbar(range(first, first + nights), label="Soaking") as seeds:
        for seed in seeds:
            kind = kinds[seed % len(kinds)]
            amends = 0.06 * (seed // len(kinds) % 2)
            try:
                _play(kind, seed, amends)
            except AssertionError as difference:
                click.echo(f"\n{kind}, seed {seed}, amends {amends} differs: {difference}", err=True)
                sys.exit(1)
    click.echo(f"{nights} nights agree.")


def _play(kind: str, seed: int, amends: float) -> None:
    lines = GENERATORS[kind](seed, amends=amends)
    if kind != "faro":
        assert_agrees(PureNight().play(lines).result(), play(lines))
        return
    played = PureNight().play(lines, assert_invariants)
    assert_agrees(played.result(), play(lines))
    random = Random(seed)
    assert_replayed(played, random.randint(1, len(played.recorded)))
    assert_order_of_placing_is_all_one(random_night(seed, mischief=0, voids=0, roll=10**9), random)


if __name__ == "__main__":
    soak()
