"""``casekeeper export``: nights of a book as hledger, ledger, beancount, CSV or JSON lines."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import click

from dealer.commands.refusal import Refusal
from events.storage.on_disk import assert_replaceable
from ledger.export.formats import DEFAULT_COMMODITY, FORMATS
from web.command_line.terminal import DEFAULT_BOOK, book_option, nights_asked, opened_to_read, stop


@click.command()
@click.argument("nights", nargs=-1, metavar="[NIGHT...]")
@book_option(DEFAULT_BOOK)
@click.option("--format", "to", required=True, type=click.Choice(list(FORMATS)), help="The program that is to read it.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; standard output without it."
)
@click.option(
    "--commodity",
    default=DEFAULT_COMMODITY,
    show_default=True,
    help="What amounts are counted in, as three capital letters; the book itself counts cents.",
)
def export(nights: tuple[str, ...], where: str, to: str, out: Path | None, commodity: str) -> None:
    """Write nights (all of a book, if none is named) into one file of another program."""
    with opened_to_read(where, *nights) as book:
        try:
            pieces = FORMATS[to].pieces(book, nights_asked(book, nights), commodity)
        except ValueError as error:
            raise Refusal.told("bad_input", str(error)) from None
        if out is None:
            for piece in pieces:
                click.echo(piece, nl=False)
            return
        try:
            _write(out, pieces)
        except OSError as error:
            stop(f"The export cannot be written to {out}: {error.strerror or error}. [unwritable]")
        click.echo(str(out))


def _write(out: Path, pieces: Iterable[bytes]) -> None:
    """Write a file that is whole or not there: half a book would pass for a smaller one.

    :class:`OSError` where it cannot be, as in the place of a device.
    """
    out = Path(os.path.realpath(out))
    assert_replaceable(out)
    beside = out.with_name(f".{out.name}.part")
    try:
        with beside.open("wb") as file:
            file.writelines(pieces)
        beside.replace(out)
    finally:
        beside.unlink(missing_ok=True)
