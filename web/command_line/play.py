"""``casekeeper play``: a night script carried out, and its result."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealer.commands.phrases import printable
from web.command_line.terminal import book_option, opened, print_json, stop

if TYPE_CHECKING:
    from dealer.script import ScriptLine


@click.command()
@click.argument("script", type=click.Path(path_type=Path))
@book_option(None)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON and nothing else.")
@click.option("--keep-going", is_flag=True, help="Record a refused command in the result and go on.")
def play(script: Path, where: str | None, as_json: bool, keep_going: bool) -> None:
    """Carry out a night script, one command a line, and print the settlement."""
    from dealer.assistant import Assistant
    from dealer.script import ScriptStopped, read_script
    from dealer.script import play as play_script
    from dealer.streams.runtime import Sender
    from web.command_line.printed_result import print_result

    text = _read_text(script)
    with opened(where) as book:
        sender = Sender(who="script", device=printable(f"script {script.name}"))
        try:
            _, result = play_script(Assistant(book), read_script(text), sender, keep_going=keep_going, warn=_warn)
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
