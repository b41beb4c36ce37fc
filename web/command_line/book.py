"""``casekeeper backup``, ``balances``, ``export``, ``square`` and ``reindex``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dealer.commands.refusal import Refusal, counted
from events.book.write_ahead_log import assert_replaceable
from events.records import BookError
from ledger.export import FORMATS
from web.app.secret_key import key_file_of
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
    troubles,
)
from web.start import loading

if TYPE_CHECKING:
    from events.book.book import Book
    from events.book.external_head import BookHead


@click.command()
@click.argument("where", metavar="BOOK")
@click.argument("target", type=PathOnly())
@click.option("--replace", is_flag=True, help="Overwrite an existing file with the copy.")
def backup(where: str, target: Path, replace: bool) -> None:
    """Copy BOOK whole into the file TARGET, or under a name with the time into that folder, and verify the copy.

    The server may go on serving it. The exit status is 0 where the copy is whole and sound, and 1 where it is not: a
    copy that is not whole is not kept, one of a book that is not sound is.
    """
    with loading():
        from events.book.backup import assert_free, keep, new_file
        from events.book.book import Book
        from events.book.external_head import write_head
        from events.book.file import head_beside

    if target.is_dir():
        target /= f"{_name_of(where)}-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
    if target.exists() and not replace:
        stop(f"There is already a file at {target}. Overwrite it with --replace. [file_exists]")
    try:
        with opened_to_read(where) as book, new_file(target) as copied:
            assert_free(target, where)
            head = book.newest_head()
            _copy(book, copied)
            with troubles(), Book.open(copied, create=False, read_only=True) as again:
                wrong = _what_is_wrong(again, head)
            keep(copied, target)
            write_head(head_beside(target), head)
    except OSError as error:
        stop(f"The copy cannot be written to {target}: {error.strerror or error}. [unwritable]")
    so_far = f"{counted(head.position, 'event')} or more in {counted(len(head.streams), 'stream')}"
    print_line(f"{target} is a complete copy as of {head.at}: {so_far}. Its head is beside it.")
    key = key_file_of(where)
    if key.exists():
        print_line(
            f"The copy does not contain the house key. Copy {key} too and keep it elsewhere: PINs do not work "
            "without it."
        )
    if wrong:
        print_line(f"The copy is NOT SOUND, because the book is not. {wrong}.")
        sys.exit(1)
    print_line("The copy was verified: sound.")


def _copy(book: Book, into: Path) -> None:
    from events.book.backup import copy

    with click.progressbar(length=1, label="Copying", file=sys.stderr) as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of or 1
            bar.update(done - bar.pos)

        copy(book, into, tell)


def _what_is_wrong(copied: Book, head: BookHead) -> str:
    """What is wrong with a copy's nights; :class:`BookError` (``copy_short``) where it is not whole."""
    with loading():
        from dealer.verification.book import held_against, verify_book
        from dealer.verification.house import house_of
        from web.command_line.verify import verdict_of

    held = held_against(copied, head, "the book's head")
    if held.finding:
        raise BookError("copy_short", f"The copy is incomplete and was deleted: {held.finding.what}.")
    spans = copied.spans()
    finding: Any = verify_book(copied, spans)
    house = house_of(copied, spans)
    with click.progressbar(spans.streams, label="Verifying", file=sys.stderr) as bar:
        for night in bar:
            verdict = verdict_of(copied, night, lambda _: None, spans, house)
            if verdict.finding and not finding:
                finding = f"{night}: {verdict.finding}"
    return str(finding or "")


def _name_of(where: str) -> str:
    return "book" if "://" in where else Path(where).stem


@click.command()
@click.argument("nights", nargs=-1, metavar="[NIGHT...]")
@book_option(DEFAULT_BOOK)
@click.option("--depth", type=click.IntRange(1), help="Add up accounts by this many parts of their names.")
def balances(nights: tuple[str, ...], where: str, depth: int | None) -> None:
    """Say what every account of some nights comes to, of all nights if none is named, as exports name the accounts."""
    with loading():
        from dealer.printings import PrintingsKeeper
        from ledger import journal
        from reports.printing import commodities_for

    with opened_to_read(where, *nights) as book:
        streams = nights_asked(book, nights)
        commodities = commodities_for(PrintingsKeeper(book).printings(), streams)
        for commodity in commodities.all:
            found = journal.balances(book, [stream for stream in streams if commodities.of(stream) == commodity])
            shown = journal.to_depth(found, depth) if depth else found
            code = f" {commodity.code}" if commodities.of_nights else ""
            for name in sorted(shown):
                print_line(f"{commodity.amount(shown[name]):>16}{code}  {name}")


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
    """Write nights (all of a book, if none is named) into one file of another program."""
    with loading():
        from dealer.printings import PrintingsKeeper
        from reports.printing import commodities_for

    with opened_to_read(where, *nights) as book:
        streams = nights_asked(book, nights)
        try:
            commodities = commodities_for(PrintingsKeeper(book).printings(), streams, commodity)
            pieces = FORMATS[to].pieces(book, streams, commodities)
        except ValueError as error:
            raise Refusal.with_sentence("bad_input", str(error)) from None
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

    with opened_to_read(where, *nights) as book:
        if bool(nights) == every:
            raise Refusal("bad_input", "Name the nights to look at, or use --all for every night in the book.")
        wanted = book.nights() if every else list(dict.fromkeys(nights))
        found = as_document(inspect([read_cards(book, night) for night in wanted]))
    if as_json:
        print_json(found)
        return
    for line in _lines(found):
        print_line(line)


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield found["verdict"]
    yield ""
    yield from found["looked_at"]
    yield found["odd_cards"]["said"]
    for card in found["odd_cards"]["refused"]:
        yield f"  {card['night']}, {card['where']}: {card['why']} ({card['who']}, {card['at']})"
    if found["looks"]:
        yield ""
    for look in found["looks"]:
        yield f"{'! ' if look['stands_out'] else '  '}{look['title']}: {look['observed']}"
        chances = f"p = {look['p_said']}, corrected {look['corrected_said']} ({look['way']})"
        yield f"    a square pack gives {look['square']}; {chances}"
    for missed in found["not_looked"]:
        yield f"  {missed['title']}: not tested, {missed['why']}"
    for title, words in (("What this can see", found["can_see"]), ("What it cannot", found["cannot_see"])):
        yield ""
        yield f"{title}:"
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
        click.echo(f"Still: {fault}")
    if after:
        raise SystemExit(1)
    click.echo(f"The indexes of {named(where)} are rebuilt; {len(before)} faults are gone.")
