"""``casekeeper report``, ``blanks``, ``dossier`` and ``style``: papers, and how the house prints them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from events.common.house import LANGUAGE_CODES, MARKS, PAPER_SIZES, SLIP_PLACES, TABS
from reports.words.language import gettext as _
from reports.words.language import ngettext, number
from web.command_line.terminal import (
    DEFAULT_BOOK,
    F,
    PathOnly,
    book_option,
    opened,
    opened_to_read,
    print_line,
    stop,
    the_terminal,
    troubles,
)

if TYPE_CHECKING:
    from events.book.book import Book
    from reports.render_options import HouseStyle


@click.command()
@click.option(
    "--out",
    type=PathOnly(file_okay=False),
    default=Path("blanks"),
    show_default=True,
    help="The folder to print into.",
)
@click.option("--paper", type=click.Choice(PAPER_SIZES), default="A4", show_default=True, help="The paper.")
@click.option("--marks", type=click.Choice(MARKS), default=TABS, show_default=True, help="The marks on cue-cards.")
@click.option("--language", type=click.Choice(LANGUAGE_CODES), default="en", show_default=True)
def blanks(out: Path, paper: str, marks: str, language: str) -> None:
    """Print blank papers as PDFs: cue-cards, a layout on one sheet and as a poster, score sheets."""
    from reports.games import all_blanks
    from reports.render_options import HouseStyle, RenderOptions

    options = RenderOptions(style=HouseStyle(language=language, paper=paper, marks=marks))
    try:
        out.mkdir(parents=True, exist_ok=True)
        for blank in all_blanks().values():
            path = out / f"{blank.name}.pdf"
            with troubles():
                path.write_bytes(blank.print(options))
            click.echo(str(path))
    except OSError as error:
        why = error.strerror or str(error)
        stop(_("The blank papers cannot be written to %(folder)s: %(why)s.", folder=out, why=why), "unwritable")


_ROUND = re.compile(r"([a-z]+)-([0-9]{1,9})")


@click.command()
@click.argument("night")
@click.argument("bet")
@book_option(DEFAULT_BOOK)
@click.option("--out", type=PathOnly(dir_okay=False), help="Write the dossier there as a PDF.")
@click.option("--paper", type=click.Choice(["A4", "Letter"]), default="A4", show_default=True, help="The paper.")
def dossier(night: str, bet: str, where: str, out: Path | None, paper: str) -> None:
    """Tell the whole story of a bet by its key, with the rule and law at every step.

    Of a round, where BET is the word for it, a dash and its number: hand-3. It goes to the terminal, and with --out a
    bet's goes into a PDF; the paper of a round is its sheet.
    """
    import reports.games  # noqa: F401  (registers what each game says of its rounds)
    from dealer.night_service import NightService
    from dealer.staff_keeper import device_names
    from reports.render_options import HouseStyle, RenderOptions, machine_zone, zone_called, zone_of_night
    from reports.sheets.dossier import (
        dossier_text,
        dossier_view,
        print_dossier,
        round_story,
        stake_story,
        story_text,
        tells_of,
    )
    from reports.words.formatting import history_on_paper, offset

    with opened_to_read(where, night) as book:
        history = NightService(book).history(night)
        if out:
            history = history_on_paper(history)
        commands = book.commands(night)
        first, last = history.events[0].at, history.events[-1].at
        zone = zone_called(zone_of_night(machine_zone(), first, last))
        options = RenderOptions(style=HouseStyle(paper=paper), zone=zone, devices=device_names(book))
        try:
            view = dossier_view(history, commands, bet, zone)
        except LookupError:
            parsed = _ROUND.fullmatch(bet)
            games = [game for game in history.states[0].tables if parsed and tells_of(game, parsed[1])]
            stories = (round_story(history, commands, game, int(parsed[2])) for game in games if parsed)
            lines = next(filter(None, stories), ()) or stake_story(history, commands, bet)
            if parsed and games and not lines:
                stop(_("The night has no %(round)s.", round=f"{parsed[1]}-{int(parsed[2])}"), f"no_such_{parsed[1]}")
            if not lines:
                stop(_("The night has no bet %(bet)s.", bet=bet[:40]), "unknown_bet")
            if out:
                stop(_("Only a bet has a dossier to print. A round has its sheet."), "not_allowed_here")
            click.echo(story_text(lines, options))
            click.echo("\n" + _("times in %(zone)s", zone=offset(last, zone)))
            return
        if out is None:
            click.echo(dossier_text(view, options))
            return
        try:
            out.write_bytes(print_dossier(view, options))
        except OSError as error:
            why = error.strerror or str(error)
            stop(_("The dossier cannot be written to %(file)s: %(why)s.", file=out, why=why), "unwritable")
        click.echo(str(out))


def style_options(command: F) -> F:
    """The options that say how papers are printed; what is not said is as the house has it."""
    options: tuple[Callable[[F], F], ...] = (
        click.option("--language", type=click.Choice(LANGUAGE_CODES), help="Their language."),
        click.option("--currency", metavar="CODE", help="Their currency as an ISO code, such as USD or EUR."),
        click.option("--paper", type=click.Choice(PAPER_SIZES), help="The sheets they are printed on."),
        click.option("--marks", type=click.Choice(MARKS), help="The marks of a cue-card."),
        click.option("--slips", type=click.Choice(SLIP_PLACES), help="The paper for markers' slips."),
        click.option("--name", help="What the house is called, at the head of the papers."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def style_asked(book: Book, **options: str | None) -> HouseStyle:
    """The style of the house with what was asked for in its place; :class:`Refusal` (``bad_input``) for none such."""
    from dealer.commands.refusal import Refusal
    from dealer.printings import PrintingsKeeper
    from reports.render_options import style_of
    from reports.words.language import assert_known, currency_code

    usual = style_of(PrintingsKeeper(book).printings().style)
    style = replace(usual, **{name: value for name, value in options.items() if value is not None})
    style = replace(style, currency=currency_code(style.currency))
    try:
        assert_known(style)
    except ValueError as error:
        raise Refusal.with_sentence("bad_input", str(error)) from None
    return style


@click.command()
@book_option(DEFAULT_BOOK)
@style_options
def style(where: str, **options: str | None) -> None:
    """Say how the house has its papers; with options, have them so from here on, as events of the book."""
    from dealer.printings import PrintingsKeeper
    from reports.printing import paper_style

    changes = any(value is not None for value in options.values())
    with opened(where, create=False) if changes else opened_to_read(where) as book:
        chosen = style_asked(book, **options)
        if changes:
            PrintingsKeeper(book).choose(paper_style(chosen), the_terminal())
        for name, value in (
            ("language", chosen.language),
            ("currency", chosen.currency),
            ("paper", chosen.paper),
            ("marks", chosen.marks),
            ("slips", chosen.slips),
            *((("name", chosen.name),) if chosen.name else ()),
        ):
            print_line(f"{name:<9} {value}")


@click.command()
@click.argument("night", required=False)
@book_option(DEFAULT_BOOK)
@click.option("--out", type=PathOnly(file_okay=False), help="The folder to print into.")
@click.option("--record", is_flag=True, help="Record in the book that the papers were printed and issued.")
@click.option("--year", type=click.IntRange(1900, 2999), help="File the papers of all nights of a year.")
@click.option(
    "--from", "first", type=click.DateTime(["%Y-%m-%d"]), help="File the papers of all nights from this date."
)
@click.option("--to", "last", type=click.DateTime(["%Y-%m-%d"]), help="File the papers of all nights up to this date.")
@click.option("--settlements", is_flag=True, help="File only the players' settlements.")
@click.option("--zone", help="The table's time zone, such as Europe/Vienna; this machine's by default.")
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
    **options: str | None,
) -> None:
    """Print a night's papers as PDFs; or file those of many nights, a folder each, where --year or --from and --to say.

    An export that was cut off goes on where it stopped. What was written as the book still has it is not printed again.
    """
    days = _days(year, first, last)
    if (night is None) == (days is None):
        stop(_("Name a night, or choose nights with --year, --from or --to."), "bad_input")
    if (days and record) or (night and settlements):
        stop(_("Use --record with one night and --settlements with many."), "bad_input")
    from dealer.printings import PrintingsKeeper

    named = (night,) if night else ()
    with opened(where, *named, create=False) if record else opened_to_read(where, *named) as book:
        style, clock = style_asked(book, **options), clock_of(zone)
        if days:
            _file_many(book, days, out or Path("papers"), style, clock, settlements=settlements)
        elif night:
            if options["currency"]:
                PrintingsKeeper(book).printings().see_currency(night, style.currency)
            print_night(book, night, out or Path(f"papers-{night}"), style, clock, record=record)


def clock_of(zone: str | None) -> str:
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
    from reports.words.game_words import refusal_text

    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        why = error.strerror or str(error)
        text = _("The papers cannot be written to %(folder)s: %(why)s.", folder=folder, why=why)
        stop(f"{entered} {text}".lstrip(), "unwritable")
    except Refusal as refusal:
        text = refusal_text(refusal, refusal.names)
        raise Refusal.with_sentence(refusal.code, f"{entered} {text}".lstrip()) from None


def assert_writable(folder: Path) -> None:
    """Make the folder, and end in one line if it cannot be written to: before anything is entered in a book."""
    with _writing(folder), TemporaryFile(dir=folder):
        pass


def print_night(
    book: Book,
    night: str,
    folder: Path,
    style: HouseStyle,
    zone: str,
    *,
    record: bool = False,
    quiet: bool = False,
) -> None:
    """Print a night's papers into a folder, and name each file, on standard error if ``quiet``.

    With ``record`` the printing is entered in the book.
    """
    from dealer.night_service import NightService
    from dealer.printings import PrintingsKeeper
    from dealer.staff_keeper import device_names
    from reports.printing import Order, PdfWorkers, order_of, paper_style, style_for, write_sheets
    from reports.render_options import RenderOptions, zone_called, zone_of_night
    from reports.sheets.papers import list_papers, name_of

    state, head = NightService(book).at(night)
    events = book.events(night, until=head.version)
    zone = zone_of_night(zone, events[0].at, events[-1].at)
    style = style_for(PrintingsKeeper(book).printings(), night, style)
    papers = list_papers(state, events)
    sheets = {name_of(state, paper): paper.begun for paper in papers}
    if record:
        assert_writable(folder)
        printed = PrintingsKeeper(book).print(night, head, sheets, paper_style(style), the_terminal(), zone=zone)
        order, printing = order_of(book, printed), printed.event.printing
        entered = _(
            "Printing Nº %(number)s is recorded. Open it at %(address)s.",
            number=printing,
            address=f"/nights/{night}/printings/{printing}",
        )
    else:
        options = RenderOptions(style=style, zone=zone_called(zone), devices=device_names(book))
        order, entered = Order.of(book, night, head.version, options), ""
    with _writing(folder, entered), PdfWorkers(_cores(), niceness=0) as workers:
        for path in write_sheets(workers, order.packed(), night, list(sheets), folder):
            click.echo(str(path), err=quiet)


def _file_many(
    book: Book, days: tuple[str, str], out: Path, style: HouseStyle, zone: str, *, settlements: bool
) -> None:
    from dealer.commands.refusal import Refusal
    from reports.printing import ALL, SETTLEMENTS, BatchExport, PdfWorkers, export_papers

    begin, end = days
    nights = [night for night in book.nights() if begin <= night[: len(begin)] <= end]
    if not nights:
        raise Refusal("no_such_night", "The book has no night from %(begin)s to %(end)s.", begin=begin, end=end)
    export = BatchExport(papers=SETTLEMENTS if settlements else ALL, style=style, zone=zone)
    printed = kept = 0
    with (
        _writing(out),
        PdfWorkers(_cores(), niceness=0) as workers,
        click.progressbar(length=len(nights), label=_("Filing"), item_show_func=_shown) as bar,
    ):

        def report(_: str, path: Path) -> None:
            bar.current_item = path
            bar.render_progress()

        for filed in export_papers(book, nights, out, export, workers, report):
            printed, kept = printed + filed.printed, kept + filed.reused
            bar.update(1, filed.folder)
    click.echo(
        _(
            "%(nights)s in %(folder)s: %(papers)s, %(kept)s already there.",
            nights=ngettext("%(num)s night", "%(num)s nights", len(nights)),
            folder=out,
            papers=ngettext("%(num)s paper printed", "%(num)s papers printed", printed),
            kept=number(kept),
        )
    )


def _shown(path: Path | None) -> str:
    return path.name if path else ""


def _cores() -> int:
    return len(os.sched_getaffinity(0))
