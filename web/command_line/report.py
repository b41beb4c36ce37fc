"""``casekeeper report``: the papers of a night, or those of many nights filed in folders."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click

from dealer.commands.phrases import counted
from web.command_line.style import style_asked, style_options
from web.command_line.terminal import DEFAULT_BOOK, book_option, opened, opened_to_read, stop, the_terminal

if TYPE_CHECKING:
    from events.book.book import Book
    from reports.render_options import HouseStyle


@click.command()
@click.argument("night", required=False)
@book_option(DEFAULT_BOOK)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder to print into.")
@click.option("--record", is_flag=True, help="Enter the night's papers in the book as printed and handed out.")
@click.option("--year", type=click.IntRange(1900, 2999), help="File the papers of all nights of a year.")
@click.option("--from", "first", type=click.DateTime(["%Y-%m-%d"]), help="File those of all nights from this date on.")
@click.option("--to", "last", type=click.DateTime(["%Y-%m-%d"]), help="File those of all nights up to this date.")
@click.option("--settlements", is_flag=True, help="Of many nights only the players' settlements.")
@click.option("--zone", help="The table's clock, as Europe/Vienna; this machine's own by default.")
@style_options
def report(
    night: str | None,
    where: str,
    out: Path | None,
    record: bool,
    year: int | None,
    first: date | None,
    last: date | None,
    settlements: bool,
    zone: str | None,
    **asked: str | None,
) -> None:
    """Print a night's papers as PDFs; or file those of many nights, a folder each, where --year or --from and --to say.

    An export that was cut off goes on where it stopped. What was written as the book still has it is not printed again.
    """
    days = _days(year, first, last)
    if (night is None) == (days is None):
        stop("Name a night, or say of which nights: --year, --from, --to. [bad_input]")
    if (days and record) or (night and settlements):
        stop("--record goes with one night, --settlements with many. [bad_input]")
    from dealer.printings.keeper import PrintingsKeeper

    named = (night,) if night else ()
    with opened(where, *named, create=False) if record else opened_to_read(where, *named) as book:
        style, clock = style_asked(book, **asked), _clock(zone)
        if days:
            _file_many(book, days, out or Path("papers"), style, clock, settlements=settlements)
        elif night:
            if asked["currency"]:
                PrintingsKeeper(book).printings().see_currency(night, style.currency)
            _print_one(book, night, out or Path(f"papers-{night}"), style, clock, record=record)


def _clock(zone: str | None) -> str:
    """The name of a clock that this machine knows; :class:`Refusal` (``bad_input``) where it does not."""
    from dealer.commands.refusal import Refusal
    from reports.render_options import machine_zone, zone_called

    try:
        zone_called(zone := zone or machine_zone())
    except ValueError as error:
        raise Refusal("bad_input", "--zone: %(error)s.", error=str(error)) from None
    return zone


def _days(year: int | None, first: date | None, last: date | None) -> tuple[str, str] | None:
    """The first and the last date of the nights that are asked for, as they are written; nothing where none are."""
    if year is None and first is None and last is None:
        return None
    begin, end = (f"{year}-01-01", f"{year}-12-31") if year else ("0000-01-01", "9999-12-31")
    return f"{first:%Y-%m-%d}" if first else begin, f"{last:%Y-%m-%d}" if last else end


@contextmanager
def _writing(folder: Path, entered: str = "") -> Iterator[None]:
    """A folder that is there, made where it was not; one line and status 1 where it cannot be written to.

    It is made once it is known what goes into it. The line begins with what is ``entered`` in the book all the same.
    """
    from dealer.commands.refusal import Refusal

    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        stop(f"{entered}The papers cannot be written to {folder}: {error.strerror or error}. [unwritable]")
    except Refusal as refusal:
        raise Refusal.told(refusal.code, entered + refusal.why) from None


def _print_one(book: Book, night: str, folder: Path, style: HouseStyle, zone: str, *, record: bool) -> None:
    from dealer.assistant import Assistant
    from dealer.printings.keeper import PrintingsKeeper
    from dealer.staff.keeper import device_names
    from reports.printing.batch_export import write_sheets
    from reports.printing.printings import order_of, paper_style, style_for
    from reports.printing.workers import Order, PdfWorkers
    from reports.render_options import RenderOptions, zone_called
    from reports.sheets.papers import list_papers, name_of

    state, head = Assistant(book).at(night)
    style = style_for(PrintingsKeeper(book).printings(), night, style)
    papers = list_papers(state, book.facts(night, until=head.version))
    sheets = {name_of(state, one): one.begun for one in papers}
    if record:
        with _writing(folder), TemporaryFile(dir=folder):
            # It can be written to, so that what is entered as handed out can be.
            pass
        printed = PrintingsKeeper(book).print(night, head, sheets, paper_style(style), the_terminal(), zone=zone)
        order, number = order_of(book, printed), printed.fact.printing
        entered = f"Printing Nº {number} is entered, and to be had at /nights/{night}/printings/{number}. "
    else:
        options = RenderOptions(style=style, zone=zone_called(zone), devices=device_names(book))
        order, entered = Order.of(book, night, head.version, options), ""
    with _writing(folder, entered), PdfWorkers(_cores(), niceness=0) as workers:
        for path in write_sheets(workers, order.packed(), night, list(sheets), folder):
            click.echo(str(path))


def _file_many(
    book: Book, days: tuple[str, str], out: Path, style: HouseStyle, zone: str, *, settlements: bool
) -> None:
    from dealer.commands.refusal import Refusal
    from reports.printing.batch_export import ALL, SETTLEMENTS, BatchExport, export_papers
    from reports.printing.workers import PdfWorkers

    begin, end = days
    nights = [night for night in book.nights() if begin <= night[: len(begin)] <= end]
    if not nights:
        raise Refusal("no_such_night", "The book has no night from %(begin)s to %(end)s.", begin=begin, end=end)
    export = BatchExport(papers=SETTLEMENTS if settlements else ALL, style=style, zone=zone)
    printed = kept = 0
    with (
        _writing(out),
        PdfWorkers(_cores(), niceness=0) as workers,
        click.progressbar(length=len(nights), label="Filing", item_show_func=_shown) as bar,
    ):

        def told(_: str, path: Path) -> None:
            bar.current_item = path
            bar.render_progress()

        for filed in export_papers(book, nights, out, export, workers, told):
            printed, kept = printed + filed.printed, kept + filed.kept
            bar.update(1, filed.folder)
    click.echo(f"{counted(len(nights), 'night')} in {out}: {counted(printed, 'paper')} printed, {kept} there already.")


def _shown(path: Path | None) -> str:
    return path.name if path else ""


def _cores() -> int:
    return len(os.sched_getaffinity(0))
