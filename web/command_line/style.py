"""``casekeeper style``: how the house has its papers, and having them otherwise from here on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from events.facts.papers import LANGUAGE_CODES, MARKS, PAPER_SIZES, SLIP_PLACES
from web.command_line.terminal import DEFAULT_BOOK, F, book_option, opened, opened_to_read, print_line, the_terminal

if TYPE_CHECKING:
    from events.book.book import Book
    from reports.render_options import HouseStyle


def style_options(command: F) -> F:
    """The options that say how papers are printed; what is not said is as the house has it."""
    options: tuple[Callable[[F], F], ...] = (
        click.option("--language", type=click.Choice(LANGUAGE_CODES), help="Their language."),
        click.option("--currency", metavar="CODE", help="Their currency by its ISO code, as USD or EUR."),
        click.option("--paper", type=click.Choice(PAPER_SIZES), help="The sheets they are printed on."),
        click.option("--marks", type=click.Choice(MARKS), help="The marks of a cue-card."),
        click.option("--slips", type=click.Choice(SLIP_PLACES), help="Where markers' slips are printed."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def style_asked(book: Book, **asked: str | None) -> HouseStyle:
    """The style of the house with what was asked for in its place; :class:`Refusal` (``bad_input``) for none such."""
    from dealer.commands.refusal import Refusal
    from dealer.printings.keeper import PrintingsKeeper
    from reports.printing.printings import style_of
    from reports.words.language import assert_known, currency_code

    usual = style_of(PrintingsKeeper(book).printings().style)
    style = replace(usual, **{name: value for name, value in asked.items() if value is not None})
    style = replace(style, currency=currency_code(style.currency))
    try:
        assert_known(style)
    except ValueError as error:
        raise Refusal.told("bad_input", str(error)) from None
    return style


@click.command()
@book_option(DEFAULT_BOOK)
@style_options
def style(where: str, **asked: str | None) -> None:
    """Say how the house has its papers; with options, have them so from here on, as facts of the book."""
    from dealer.printings.keeper import PrintingsKeeper
    from reports.printing.printings import paper_style

    with opened(where, create=False) if any(asked.values()) else opened_to_read(where) as book:
        chosen = style_asked(book, **asked)
        if any(asked.values()):
            PrintingsKeeper(book).choose(paper_style(chosen), the_terminal())
        for name, value in (
            ("language", chosen.language),
            ("currency", chosen.currency),
            ("paper", chosen.paper),
            ("marks", chosen.marks),
            ("slips", chosen.slips),
        ):
            print_line(f"{name:<9} {value}")
