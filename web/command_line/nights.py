"""``casekeeper play``, ``show`` and ``demo``: a script carried out, a night as of an event, and demonstrations."""

from __future__ import annotations

import sys
from collections import deque
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealer.commands.refusal import Phrase, Refusal, printable
from dealer.demo import demos
from dealer.game.demonstration import DEMO_DEVICE
from events.records import BookError
from reports.render_options import HouseStyle
from reports.words.language import gettext as _
from reports.words.language import written_in
from web.command_line.papers import assert_writable, clock_of, print_night, style_asked, style_options
from web.command_line.terminal import (
    DEFAULT_BOOK,
    PathOnly,
    book_option,
    named,
    opened,
    opened_to_read,
    print_json,
    say,
    stop,
)
from web.start import loading

if TYPE_CHECKING:
    from dealer.game.demonstration import Shown
    from dealer.script import ScriptLine
    from events.book.book import Book

_STANDARD_INPUT = Path("-")


@click.command()
@click.argument("script", type=PathOnly())
@book_option(None)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")
@click.option("--keep-going", is_flag=True, help="Record a refused command in the result and go on.")
@click.option("--pdf", type=PathOnly(file_okay=False), help="Write the papers of the night into this folder, too.")
@style_options
def play(
    script: Path, where: str | None, as_json: bool, keep_going: bool, pdf: Path | None, **options: str | None
) -> None:
    """Carry out a night script, one command a line, and print the settlement; - reads it from standard input.

    With --pdf the papers of its nights are written, in the style of the house where no other is named.
    """
    from dealer.night_service import NightService
    from dealer.script import ScriptStopped, read_script
    from dealer.script import play as play_script
    from dealer.streams import Sender
    from web.command_line.output import print_result

    if pdf is None and any(options.values()):
        stop(_("Name a folder for the papers with --pdf."), "bad_input")
    text = _read_text(script)
    with opened(where) as book:
        style = style_asked(book, **options) if pdf else None
        if pdf:
            assert_writable(pdf)
        sender = Sender(who="script", device=printable(f"script {script.name}"))
        try:
            service = NightService(book)
            refused: list[str] = []
            nights, result = play_script(
                service,
                read_script(text),
                sender,
                keep_going=keep_going,
                warn=_warn,
                refused=lambda line, refusal: refused.append(_refused_line(line, refusal)),
            )
        except ScriptStopped as stopped:
            stop(_refused_line(stopped.line, stopped.refusal))
        if as_json:
            print_json(result)
        else:
            results = result["nights"].values() if "nights" in result else (result,)
            for night, shown in zip(nights, results, strict=True):
                print_result(shown, service.night(night), book.events(night))
            for line in refused:
                click.echo(_("refused: %(line)s", line=line))
        if pdf and style:
            for night in nights:
                print_night(book, night, pdf, style, clock_of(None), quiet=as_json)


def _refused_line(line: ScriptLine, refusal: Refusal) -> str:
    """A line with the reason for which it was refused, and its code."""
    # Late, as it comes with the words of all games.
    from reports.words.game_words import refusal_text

    why = refusal_text(refusal, refusal.names)
    text = _("line %(line)s: %(do)s: %(why)s", line=line.number, do=line.do or _("no command"), why=why)
    return f"{text} [{refusal.code}]"


def _warn(line: ScriptLine, warning: Phrase) -> None:
    """Say on standard error what a command that was carried out may not have been meant to do."""
    from reports.words.game_words import phrase_text

    say(_("warning: line %(line)s: %(do)s: %(why)s", line=line.number, do=line.do, why=phrase_text(warning)))


def _read_text(script: Path) -> str:
    try:
        content = sys.stdin.buffer.read() if script == _STANDARD_INPUT else script.read_bytes()
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        stop(_("%(file)s is not UTF-8 text.", file=script), "bad_input")
    except OSError as error:
        why = error.strerror or str(error)
        stop(_("%(file)s cannot be read: %(why)s.", file=script, why=why), "unreadable")
    raise AssertionError("unreachable")


@click.command()
@click.argument("night")
@book_option(DEFAULT_BOOK)
@click.option("--at", "version", type=click.IntRange(1), help="As of this event of the night; the last by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON and nothing else.")
def show(night: str, where: str, version: int | None, as_json: bool) -> None:
    """Show a night as it stood at one of its events: what lies at each table, and everybody's money."""
    with loading():
        from dealer.night_service import NightService
        from web.command_line.output import lines_of_night, shown_night

    with opened_to_read(where, night) as book:
        history = NightService(book).history(night)
        wanted = history.version if version is None else version
        if wanted > history.version:
            raise Refusal(
                "bad_input",
                "The night has events 1 to %(version)s and no event %(wanted)s.",
                version=history.version,
                wanted=wanted,
            )
        if as_json:
            with written_in(HouseStyle()):
                print_json(shown_night(history, wanted))
            return
        for line in lines_of_night(shown_night(history, wanted)):
            click.echo(line)


def _today() -> str:
    return datetime.now().astimezone().date().isoformat()


@click.command()
@book_option("demo.db")
@click.option(
    "--game",
    "games",
    type=click.Choice(list(demos())),
    multiple=True,
    help="A night to deal; repeat for several. All by default.",
)
@click.option("--seed", default=8, show_default=True, type=click.IntRange(0), help="The same seed, the same nights.")
@click.option("--deals", default=4, show_default=True, type=click.IntRange(1, 50), help="How many deals or hands.")
@click.option("--date", "on", default=_today, help="The nights' date; today by default.")
@click.option("--if-empty", is_flag=True, help="Do nothing if the book already has a night.")
def demo(where: str, games: tuple[str, ...], seed: int, deals: int, on: str, if_empty: bool) -> None:
    """Deal lively nights of six players into a book of their own, to be opened with serve.

    There is one of each game, one of several in turn, and one of another house of a game.
    """
    with opened(where) as book:
        if if_empty and book.nights():
            click.echo(_("The book %(book)s already has a night. No demonstration was dealt.", book=named(where)))
            return
        if any(book.events(night, until=1)[0].device != DEMO_DEVICE for night in book.nights()):
            why = _(
                "The book %(book)s has nights of its own. Deal the demonstration into another book.",
                book=named(where),
            )
            raise BookError("not_a_demonstration", why)
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
    with click.progressbar(show.turns(), label=_("Dealing"), item_show_func=_shown) as dealt:
        deque(dealt, maxlen=0)
    now, events = NightService(book).night(show.night), book.events(show.night)
    print_result(result_of(now, events), now, events)
    click.echo(
        _(
            "Night %(night)s is in %(book)s. See it with: casekeeper serve --book %(book)s",
            night=show.night,
            book=named(where),
        )
    )


def _shown(turn: Shown | None) -> str:
    return turn.sentence if turn else ""
