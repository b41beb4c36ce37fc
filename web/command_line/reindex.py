"""``casekeeper reindex``: the indexes of a book made anew from its tables."""

from __future__ import annotations

import click

from web.command_line.terminal import DEFAULT_BOOK, book_option, named, opened


@click.command()
@book_option(DEFAULT_BOOK)
def reindex(where: str) -> None:
    """Rebuild the indexes of a book from its tables, where `verify` finds that they do not agree.

    No row is touched. Copy the book first: the damage is a trace, and gone afterwards.
    """
    with opened(where, create=False) as book:
        before = book.structure_faults()
        book.rebuild_indexes()
        after = book.structure_faults()
    for fault in after:
        click.echo(f"Still: {fault}")
    if after:
        raise SystemExit(1)
    click.echo(f"The indexes of {named(where)} are made anew; {len(before)} faults are gone.")
