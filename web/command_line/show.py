"""``casekeeper show``: a night as it stood at one of its facts."""

from __future__ import annotations

import click

from web.command_line.terminal import DEFAULT_BOOK, book_option, opened_to_read, print_json
from web.serving.loading import loading


@click.command()
@click.argument("night")
@book_option(DEFAULT_BOOK)
@click.option("--at", "version", type=click.IntRange(1), help="As of this fact of the night; the last one by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON and nothing else.")
def show(night: str, where: str, version: int | None, as_json: bool) -> None:
    """Show a night as it stood at one of its facts: what lies at each table, and everybody's money."""
    with loading():
        from dealer.assistant import Assistant
        from dealer.commands.refusal import Refusal
        from web.command_line.shown_night import lines_of_night, shown_night

    with opened_to_read(where, night) as book:
        history = Assistant(book).history(night)
        asked = history.version if version is None else version
        if asked > history.version:
            raise Refusal(
                "bad_input",
                "The night has the facts 1 to %(version)s, and no fact %(asked)s.",
                version=history.version,
                asked=asked,
            )
        shown = shown_night(history, asked)
        if as_json:
            print_json(shown)
            return
        for line in lines_of_night(shown):
            click.echo(line)
