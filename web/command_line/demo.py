"""``casekeeper demo``: lively nights dealt into a book."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import click

from dealer.demo import demos
from web.command_line.terminal import DEFAULT_BOOK, book_option, named, opened
from web.start import loading

if TYPE_CHECKING:
    from dealer.game.demonstration import Shown
    from events.book.book import Book


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


@click.command()
@book_option(DEFAULT_BOOK)
@click.option(
    "--game",
    "games",
    type=click.Choice(list(demos())),
    multiple=True,
    help="Which nights are dealt; once for each, and all of them by default.",
)
@click.option("--seed", default=8, show_default=True, type=click.IntRange(0), help="The same seed, the same nights.")
@click.option("--deals", default=4, show_default=True, type=click.IntRange(1, 50), help="How many deals or hands.")
@click.option("--date", "on", default=_today, help="The nights' date; today by default.")
@click.option("--if-empty", is_flag=True, help="Do nothing where the book has a night already.")
def demo(where: str, games: tuple[str, ...], seed: int, deals: int, on: str, if_empty: bool) -> None:
    """Deal lively nights of six players into a book, to be opened with serve.

    There is one of each game, one of several in turn, and one of another house of a game.
    """
    with opened(where) as book:
        if if_empty and book.nights():
            click.echo(f"The book {named(where)} has a night already; no demonstration is dealt.")
            return
        # Each night has a seed of its own: no two are dealt from the same pack.
        for own_seed, game in enumerate(games or demos(), start=seed):
            _demonstrate(book, where, game, own_seed, deals, on)


def _demonstrate(book: Book, where: str, game: str, seed: int, deals: int, on: str) -> None:
    with loading():
        from dealer.demo import Demo
        from dealer.night.result import result_of
        from dealer.night_service import NightService
        from web.command_line.output import print_result

    show = Demo(demos()[game], book, on, seed, deals)
    with click.progressbar(show.turns(), length=show.length, label="Dealing", item_show_func=_shown) as dealt:
        for _ in dealt:
            pass
    print_result(result_of(NightService(book).night(show.night), book.events(show.night)))
    click.echo(f"Night {show.night} is in {named(where)}. See it with: casekeeper serve --book {named(where)}")


def _shown(turn: Shown | None) -> str:
    return f"{turn.what} {turn.number}, turn {turn.turn}: {turn.sentence}" if turn else ""
