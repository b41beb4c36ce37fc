"""Damages books in every way of :mod:`tests.support.damage`, rescues and verifies each, and counts what came of it."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.support.damage import KINDS, Outcome, originals, try_damage


@click.command()
@click.option("--books", default=1_000, show_default=True, type=click.IntRange(1), help="How many books to damage.")
@click.option("--seed", default=1, show_default=True, help="The first seed; each gives the same damage every time.")
@click.option("--kind", type=click.Choice([*KINDS]), help="Only this kind of damage; by default they take turns.")
def damage(books: int, seed: int, kind: str | None) -> None:
    """Damage, rescue and verify books; ends with status 1 if a promise was broken."""
    kinds = [kind] if kind else [*KINDS]
    outcomes: dict[str, list[Outcome]] = defaultdict(list)
    with TemporaryDirectory() as sound, TemporaryDirectory() as folder:
        made = originals(Path(sound))
        with click.progressbar(range(seed, seed + books), label="Damaging", file=sys.stderr) as seeds:
            for number in seeds:
                of_kind = kinds[number % len(kinds)]
                outcome = try_damage(made, of_kind, number, Path(folder))
                outcomes[of_kind].append(outcome)
                for fault in outcome.faults:
                    click.echo(f"\n{of_kind}, seed {number}: {fault}", err=True)
    click.echo(
        "| damage | books | rescued whole, in part, not | verify: damage found, no effect | slowest rescue | broken |"
    )
    click.echo("| --- | --- | --- | --- | --- | --- |")
    for of_kind, of_it in outcomes.items():
        click.echo(_line(of_kind, of_it))
    everything = [outcome for of_it in outcomes.values() for outcome in of_it]
    click.echo(_line("all", everything))
    if any(outcome.faults for outcome in everything):
        sys.exit(1)


def _line(kind: str, outcomes: list[Outcome]) -> str:
    rescued = ", ".join(
        str(sum(outcome.rescued == how for outcome in outcomes)) for how in ("everything", "a part", "nothing")
    )
    no_effect = sum(outcome.verified == "sound" for outcome in outcomes)
    slowest = max(outcome.seconds for outcome in outcomes)
    broken = sum(bool(outcome.faults) for outcome in outcomes)
    verified = f"{len(outcomes) - no_effect}, {no_effect}"
    return f"| {kind} | {len(outcomes)} | {rescued} | {verified} | {slowest:.1f} s | {broken} |"


if __name__ == "__main__":
    damage()
