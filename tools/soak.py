"""The soak: random nights played by the rules and by the oracle of the tests, until one differs or all are done."""

from __future__ import annotations

import sys

import click

from tests.oracle.faro_night import play
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight
from tests.support.results import assert_agrees


@click.command()
@click.argument("nights", default=5_000, type=click.IntRange(1))
@click.argument("first", default=100_000, type=click.IntRange(0))
def soak(nights: int, first: int) -> None:
    """Play NIGHTS random nights from the seed FIRST on; stops with exit status 1 at the first that differs."""
    with click.progressbar(range(first, first + nights), label="Soaking") as seeds:
        for seed in seeds:
            lines = random_night(seed)
            try:
                assert_agrees(PureNight().play(lines).result(), play(lines))
            except AssertionError as difference:
                click.echo(f"\nseed {seed} differs: {difference}", err=True)
                sys.exit(1)
    click.echo(f"{nights} nights agree.")


if __name__ == "__main__":
    soak()
