"""``casekeeper balances``, ``export``, ``square`` and ``reindex``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealer.commands.refusal import Refusal
from events.book.write_ahead_log import assert_replaceable
from ledger.export import FORMATS
from reports.words.formatting import labelled
from reports.words.language import gettext as _
from reports.words.language import ngettext
from web.command_line.terminal import (
    DEFAULT_BOOK,
    PathOnly,
    book_option,
    named,
    nights_asked,
    opened,
    opened_to_read,
    print_json,
    print_line,
    stop,
    unreadable,
)
from web.start import loading

if TYPE_CHECKING:
    pass


@click.command()
@click.argument("nights", nargs=-1, metavar="[NIGHT...]")
@book_option(DEFAULT_BOOK)
@click.option("--depth", type=click.IntRange(1), help="Add up accounts by this many parts of their names.")
def balances(nights: tuple[str, ...], where: str, depth: int | None) -> None:
    """Say what every account of some nights comes to, of all nights if none is named, as exports name the accounts.

    Nights on damaged pages of the file are named and left out, and the exit status is then 1.
    """
    with loading():
        from dealer.printings import PrintingsKeeper
        from ledger import journal
        from reports.printing import commodities_for

    with opened_to_read(where, *nights) as book:
        streams = nights_asked(book, nights)
        damaged = unreadable(book, streams, book.events)
        streams = [stream for stream in streams if stream not in damaged]
        commodities = commodities_for(PrintingsKeeper(book).printings(), streams)
        for commodity in commodities.all:
            found = journal.balances(book, [stream for stream in streams if commodities.of(stream) == commodity])
            shown = journal.to_depth(found, depth) if depth else found
            code = f" {commodity.code}" if commodities.of_nights else ""
            for name in sorted(shown):
                print_line(f"{commodity.amount(shown[name]):>16}{code}  {name}")
    if damaged:
        sys.exit(1)


@click.command()
@click.argument("nights", nargs=-1, metavar="[NIGHT...]")
@book_option(DEFAULT_BOOK)
@click.option("--format", "to", required=True, type=click.Choice(list(FORMATS)), help="The program that will read it.")
@click.option("--out", type=PathOnly(dir_okay=False), help="The file to write; standard output by default.")
@click.option(
    "--commodity",
    default="",
    help="The currency of the amounts as three capital letters; by default each night's, which is the house's.",
)
def export(nights: tuple[str, ...], where: str, to: str, out: Path | None, commodity: str) -> None:
    """Write nights (all of a book, if none is named) into one file of another program.

    Nights on damaged pages of the file are named and left out, and the exit status is then 1.
    """
    with loading():
        from dealer.printings import PrintingsKeeper
        from reports.printing import commodities_for

    with opened_to_read(where, *nights) as book:
        streams = nights_asked(book, nights)
        damaged = unreadable(book, streams, book.rows if to == "jsonl" else book.events)
        streams = [stream for stream in streams if stream not in damaged]
        try:
            commodities = commodities_for(PrintingsKeeper(book).printings(), streams, commodity)
            pieces = FORMATS[to].pieces(book, streams, commodities)
        except ValueError as error:
            raise Refusal.with_sentence("bad_input", str(error)) from None
        if out is None:
            for piece in pieces:
                click.echo(piece, nl=False)
        else:
            try:
                _write(out, pieces)
            except OSError as error:
                why = error.strerror or str(error)
                stop(_("The export cannot be written to %(file)s: %(why)s.", file=out, why=why), "unwritable")
            click.echo(str(out))
    if damaged:
        sys.exit(1)


def _write(out: Path, pieces: Iterable[bytes]) -> None:
    """Write a file completely or not at all: half a book would look like a smaller book.

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


@click.command()
@click.argument("nights", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All nights of the book together.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON and nothing else.")
@book_option(DEFAULT_BOOK)
def square(nights: tuple[str, ...], every: bool, as_json: bool, where: str) -> None:
    """Look at the cards of NIGHTS, of several together, and say what a square pack would seldom do."""
    from dealer.commands.refusal import Refusal
    from dealer.fairness import as_document, inspect, read_cards
    from reports.words.game_words import phrase_text

    with opened_to_read(where, *nights) as book:
        if bool(nights) == every:
            raise Refusal("bad_input", "Name the nights to look at, or use --all for every night in the book.")
        wanted = book.nights() if every else list(dict.fromkeys(nights))
        damaged = unreadable(book, wanted, book.events)
        found = inspect([read_cards(book, night) for night in wanted if night not in damaged])
        if as_json:
            print_json(as_document(found))
        else:
            for line in _lines(as_document(found, phrase_text)):
                print_line(line)
    if damaged:
        sys.exit(1)


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield found["verdict"]
    yield ""
    yield from found["looked_at"]
    yield found["odd_cards"]["said"]
    for card in found["odd_cards"]["refused"]:
        yield f"  {card['night']}, {labelled(card['where'], card['why'])} ({card['who']}, {card['at']})"
    if found["late_bets"]["said"]:
        yield found["late_bets"]["said"]
    if found["looks"]:
        yield ""
    for look in found["looks"]:
        yield ("! " if look["stands_out"] else "  ") + labelled(look["title"], look["observed"])
        chances = _("p = %(p_said)s, corrected %(corrected_said)s (%(way)s)", **look)
        yield "    " + _("a square pack gives %(square)s; %(chances)s", square=look["square"], chances=chances)
    for missed in found["not_looked"]:
        yield "  " + _("%(title)s: not tested, %(why)s", **missed)
    for title, words in ((_("What this can see"), found["can_see"]), (_("What it cannot"), found["cannot_see"])):
        yield ""
        yield labelled(title, "").rstrip()
        yield from (f"  {word}" for word in words)


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
            click.echo(_("Still: %(fault)s", fault=fault))
        if after:
            raise SystemExit(1)
        faults = ngettext("%(num)s fault is gone", "%(num)s faults are gone", len(before))
        click.echo(_("The indexes of %(book)s are rebuilt; %(faults)s.", book=named(where), faults=faults))
