"""``casekeeper blanks``: cue-cards, the layout and score sheets, blank, as PDFs."""

from __future__ import annotations

from pathlib import Path

import click

from events.facts.papers import LANGUAGE_CODES, MARKS, PAPER_SIZES, TABS
from web.command_line.terminal import stop


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("blanks"),
    show_default=True,
    help="The folder to print into.",
)
@click.option("--paper", type=click.Choice(PAPER_SIZES), default="A4", show_default=True, help="The paper.")
@click.option("--marks", type=click.Choice(MARKS), default=TABS, show_default=True, help="The marks on cue-cards.")
@click.option("--language", type=click.Choice(LANGUAGE_CODES), default="en", show_default=True)
def blanks(out: Path, paper: str, marks: str, language: str) -> None:
    """Print blank papers as PDFs: cue-cards, a layout on one sheet and as a poster, score sheets."""
    from reports.game_papers import all_blanks
    from reports.render_options import HouseStyle, RenderOptions

    options = RenderOptions(style=HouseStyle(language=language, paper=paper, marks=marks))
    try:
        out.mkdir(parents=True, exist_ok=True)
        for one in all_blanks().values():
            path = out / f"{one.name}.pdf"
            path.write_bytes(one.print(options))
            click.echo(str(path))
    except OSError as error:
        stop(f"The blank papers cannot be written to {out}: {error.strerror or error}. [unwritable]")
