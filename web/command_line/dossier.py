"""``casekeeper dossier``: the whole story of a bet, or of a round, at the terminal or as a PDF."""

from __future__ import annotations

import re
from pathlib import Path

import click

from web.command_line.terminal import DEFAULT_BOOK, book_option, opened_to_read, stop

_ROUND = re.compile(r"([a-z]+)-([0-9]{1,9})")


@click.command()
@click.argument("night")
@click.argument("bet")
@book_option(DEFAULT_BOOK)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the dossier there as a PDF.")
@click.option("--paper", type=click.Choice(["A4", "Letter"]), default="A4", show_default=True, help="The paper.")
def dossier(night: str, bet: str, where: str, out: Path | None, paper: str) -> None:
    """Tell the whole story of a bet by its key, with the rule and law at every step.

    Of a round, where BET is the word for it, a dash and its number: hand-3. It goes to the terminal, and with --out a
    bet's goes into a PDF; the paper of a round is its sheet.
    """
    from dealer.assistant import Assistant
    from dealer.staff.keeper import device_names
    from reports.render_options import HouseStyle, RenderOptions
    from reports.sheets.dossier import (
        dossier_text,
        dossier_view,
        print_dossier,
        round_story,
        stake_story,
        story_text,
        tells_of,
    )
    from reports.words.players import history_on_paper

    with opened_to_read(where, night) as book:
        history = Assistant(book).history(night)
        if out:
            history = history_on_paper(history)
        commands = book.commands(night)
        options = RenderOptions(style=HouseStyle(paper=paper), devices=device_names(book))
        try:
            view = dossier_view(history, commands, bet)
        except LookupError:
            asked = _ROUND.fullmatch(bet)
            games = [game for game in history.states[0].tables if asked and tells_of(game, asked[1])]
            stories = (round_story(history, commands, game, int(asked[2])) for game in games if asked)
            lines = next(filter(None, stories), ()) or stake_story(history, commands, bet)
            if asked and games and not lines:
                stop(f"The night has had no {asked[1]} {int(asked[2])}. [no_such_{asked[1]}]")
            if not lines:
                stop(f"The night has had no bet {bet[:40]}. [unknown_bet]")
            if out:
                stop("Only a bet that was laid has a paper; that of a round is its sheet. [not_allowed_here]")
            click.echo(story_text(lines, options))
            return
        if out is None:
            click.echo(dossier_text(view, options))
            return
        try:
            out.write_bytes(print_dossier(view, options))
        except OSError as error:
            stop(f"The dossier cannot be written to {out}: {error.strerror}. [unwritable]")
        click.echo(str(out))
