"""``casekeeper balances``: what every account comes to, to be held against what the other programs reckon."""

from __future__ import annotations

import click

from web.command_line.terminal import DEFAULT_BOOK, book_option, nights_asked, opened_to_read, print_line


@click.command()
@click.argument("nights", nargs=-1, metavar="[NIGHT...]")
@book_option(DEFAULT_BOOK)
@click.option("--depth", type=click.IntRange(1), help="Add up under so many parts of the accounts' names.")
def balances(nights: tuple[str, ...], where: str, depth: int | None) -> None:
    """Say what every account of some nights comes to, of all nights if none is named, as exports name the accounts."""
    from ledger.export import balances
    from ledger.export.journal import in_units

    with opened_to_read(where, *nights) as book:
        found = balances.balances(book, nights_asked(book, nights))
        shown = balances.to_depth(found, depth) if depth else found
        for name in sorted(shown):
            print_line(f"{in_units(shown[name]):>16}  {name}")
