"""Kills servers under load at random moments, and counts what is lost, doubled, half there, different or stale."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import click

from tests.crashes.evening import Evening, Outcome, Plan
from tests.crashes.servers import Database

KILLS_AN_EVENING = 50
"""Then a new book begins, so that looking at all of it after each kill stays cheap."""

KINDS = ("lost", "doubled", "half", "differs", "chain", "unsound", "stale", "unanswered", "broke")


@click.command()
@click.option("--kills", default=1_000, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True, type=int, help="Of the commands, and of whom a kill hits when.")
@click.option("--book", "kind", default="sqlite", show_default=True, type=click.Choice(["sqlite", "postgresql"]))
def crashes(kills: int, seed: int, kind: str) -> None:
    """Kill servers at ten tables: one on SQLite; on PostgreSQL two, the second with two workers, and the database.

    Ends with exit status 1 after an evening with a fault, whose files are left; after a reader that was behind for more
    than two seconds it goes on until all is done.
    """
    total = Outcome()
    with ExitStack() as stack:
        database = None
        if kind == "postgresql":
            database_folder = Path(mkdtemp(prefix="casekeeper-postgresql-"))
            stack.callback(rmtree, database_folder, ignore_errors=True)
            database = Database(database_folder)
            stack.callback(database.close)
        number = 0
        while total.kills.total() < kills and all(fault.startswith("stale") for fault in total.faults):
            folder = Path(mkdtemp(prefix="casekeeper-crashes-"))
            plan = Plan(
                book=database.new_book(f"evening_{number}") if database else str(folder / "night.db"),
                folder=folder,
                kills=min(KILLS_AN_EVENING, kills - total.kills.total()),
                seed=seed + number,
                servers=((), ("--workers", "2")) if database else ((),),
                database=database,
            )
            outcome = Evening(plan).run()
            total.add(outcome)
            click.echo(f"{total.kills.total()} kills, {total.answers} answers, {len(total.faults)} faults", err=True)
            for fault in outcome.faults:
                click.echo(fault, err=True)
            if outcome.faults:
                click.echo(f"The evening of seed {plan.seed} is in {folder}.", err=True)
            else:
                rmtree(folder)
            number += 1
    _print(total)
    sys.exit(bool(total.faults))


def _print(total: Outcome) -> None:
    whom = ", ".join(f"{count} {whom}" for whom, count in total.kills.most_common())
    click.echo(f"kills                          {total.kills.total()}: {whom}")
    click.echo(f"commands answered              {total.answers}, {total.counted} of them held against the book")
    click.echo(f"commands sent again            {total.compared}, and the answers compared")
    click.echo(f"events                         {total.events}, {total.heard} heard by readers")
    for title, values in (
        ("s until an answer after a kill", total.waits_s),
        ("s for a command it fell into", total.client_waits_s),
        ("s for another command", total.calm_s),
        ("s a reader was stale", total.stale_s),
        ("s until a process was gone", total.orphans_s),
    ):
        if values:
            in_order = sorted(values)
            half, most = in_order[len(values) // 2], in_order[len(values) * 99 // 100]
            click.echo(f"{title:31}{half:.2f} median, {most:.2f} p99, {in_order[-1]:.2f} worst")
    for kind in KINDS:
        click.echo(f"{kind:31}{sum(fault.startswith(kind) for fault in total.faults)}")


if __name__ == "__main__":
    crashes()
