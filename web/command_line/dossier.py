"""``casekeeper dossier``: the whole story of a bet, or of a hand, at the terminal or as a PDF."""

from __future__ import annotations

import re
from pathlib import Path

import click

from dealer.assistant import Assistant
from dealer.staff_keeper import device_names
from web.command_line.terminal import DEFAULT_BOOK, book_option, opened_to_read, stop

_HAND = re.compile(r"hand-([0-9]{1,9})")


@click.command()
@click.argument("night")
@click.argument("bet")
@book_option(DEFAULT_BOOK)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the dossier there as a PDF.")
@click.option("--paper", type=click.Choice(["A4", "Letter"]), default="A4", show_default=True, help="The paper.")
def dossier(night: str, bet: str, where: str, out: Path | None, paper: str) -> None:
    """Tell the whole story of a bet by its key, with the rule and law at every step.

    Of a Fan-Tan hand, where BET is the word hand, a dash and its number: hand-3. It goes to the terminal, and with
    --out a bet's goes into a PDF; the paper of a hand is its hand sheet.
    """
    from reports.dossier.bet import bet_story
    from reports.dossier.hand import hand_story
    from reports.dossier.paper import dossier_text, dossier_view, print_dossier, story_text
    from reports.edition import Edition, HouseStyle

    with opened_to_read(where) as book:
        history = Assistant(book).history(night)
        commands = book.commands(night)
        edition = Edition(style=HouseStyle(paper=paper), devices=device_names(book))
    try:
        view = dossier_view(history, commands, bet)
    except LookupError:
        hand = _HAND.fullmatch(bet)
        lines = hand_story(history, commands, int(hand[1])) if hand else bet_story(history, commands, bet)
        if hand and not lines:
            stop(f"The night has had no hand {int(hand[1])}. [no_such_hand]")
        if not lines:
            stop(f"The night has had no bet {bet[:40]}. [unknown_bet]")
        if out:
            stop("Only a bet that was laid has a paper; that of a hand is its hand sheet. [not_allowed_here]")
        click.echo(story_text(lines, edition))
        return
    if out is None:
        click.echo(dossier_text(view, edition))
        return
    try:
        out.write_bytes(print_dossier(view, edition))
    except OSError as error:
        stop(f"The dossier cannot be written to {out}: {error.strerror}. [unwritable]")
    click.echo(str(out))
