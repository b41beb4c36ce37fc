"""``casekeeper play`` and ``show``: a night script carried out, and a night as it stood at an event."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealer.commands.refusal import printable
from web.command_line.terminal import DEFAULT_BOOK, book_option, opened, opened_to_read, print_json, stop
from web.start import loading

if TYPE_CHECKING:
    from dealer.script import ScriptLine


@click.command()
@click.argument("script", type=click.Path(path_type=Path))
@book_option(None)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")
@click.option("--keep-going", is_flag=True, help="Record a refused command in the result and go on.")
def play(script: Path, where: str | None, as_json: bool, keep_going: bool) -> None:
    """Carry out a night script, one command a line, and print the settlement."""
    from dealer.night_service import NightService
    from dealer.script import ScriptStopped, read_script
    from dealer.script import play as play_script
    from dealer.streams import Sender
    from web.command_line.output import print_result

    text = _read_text(script)
    with opened(where) as book:
        sender = Sender(who="script", device=printable(f"script {script.name}"))
        try:
            _, result = play_script(NightService(book), read_script(text), sender, keep_going=keep_going, warn=_warn)
        except ScriptStopped as stopped:
            stop(str(stopped))
            return
        if as_json:
            print_json(result)
        else:
            print_result(result)


def _warn(line: ScriptLine, warning: str) -> None:
    """Say on standard error what a command that was carried out may not have been meant to do."""
    click.echo(f"casekeeper: warning: line {line.number}: {line.do}: {warning}", err=True)


def _read_text(script: Path) -> str:
    try:
        return script.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        stop(f"{script} is no text in UTF-8. [bad_input]")
    except OSError as error:
        stop(f"{script} cannot be read: {error.strerror or error}. [unreadable]")
    raise AssertionError("unreachable")


@click.command()
@click.argument("night")
@book_option(DEFAULT_BOOK)
@click.option("--at", "version", type=click.IntRange(1), help="As of this event of the night; the last one by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON and nothing else.")
def show(night: str, where: str, version: int | None, as_json: bool) -> None:
    """Show a night as it stood at one of its events: what lies at each table, and everybody's money."""
    with loading():
        from dealer.commands.refusal import Refusal
        from dealer.night_service import NightService
        from web.command_line.output import lines_of_night, shown_night

    with opened_to_read(where, night) as book:
        history = NightService(book).history(night)
        wanted = history.version if version is None else version
        if wanted > history.version:
            raise Refusal(
                "bad_input",
                "The night has the events 1 to %(version)s, and no event %(wanted)s.",
                version=history.version,
                wanted=wanted,
            )
        shown = shown_night(history, wanted)
        if as_json:
            print_json(shown)
            return
        for line in lines_of_night(shown):
            click.echo(line)
