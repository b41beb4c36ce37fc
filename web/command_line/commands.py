"""The group of all ``casekeeper`` commands: the list of them, and which module each is loaded from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from web.start import loading

SUMMARIES = {
    "anchor": "Write the signed head of the house.",
    "backup": "Copy a book and verify the copy.",
    "balances": "Print the balance of every account.",
    "blanks": "Print blank papers: cue-cards, layouts, score sheets.",
    "cards": "Propose cards for the players of earlier nights.",
    "certificate": "Make a certificate for a server on the local network.",
    "copy": "Move a book between a file and a database.",
    "demo": "Fill a book with demonstration nights.",
    "dossier": "Print the full story of a bet, with rules and laws.",
    "export": "Export nights to a file for another program.",
    "odds": "Print the odds now of every bet.",
    "play": "Run a night script and print the settlement.",
    "reindex": "Rebuild the indexes of a book from its tables.",
    "report": "Print the papers of one night or of many.",
    "rescue": "Save what can be read of a damaged book.",
    "restore": "Put a backup in place as a book.",
    "serve": "Serve the tablets, the boards and the API.",
    "show": "Show a night as of one of its events.",
    "simulate": "Simulate what a house may expect of its nights.",
    "square": "Test the cards for results that are rare by chance.",
    "staff": "Manage the staff, who sign in with a name and a PIN.",
    "style": "Set the style of the papers.",
    "verify": "Verify nights, the staff and the book itself.",
}
"""What each command does, in a line: the list of commands is printed without loading any of them."""


class Commands(click.Group):
    """Loads only the module of the command that was called: together they need the whole program."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name; ``None`` if there is none."""
        if cmd_name not in SUMMARIES:
            return None
        with loading():
            return next(command for command in _commands_beside(cmd_name) if command.name == cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, one a line."""
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Carry out a command; an unexpected error, or a file that cannot be opened, is reported in one line.

        It is in the language of the terminal until a book is open.
        """
        # Late, as the help of all commands loads none of them.
        with loading():
            from reports.render_options import HouseStyle
            from reports.words.language import written_in
            from web.command_line.terminal import language_of_terminal

        with written_in(HouseStyle(language=language_of_terminal())):
            return self._carry_out(ctx)

    def _carry_out(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            from web.command_line.terminal import without_url

            text = error.format_message()
            if without_url(text) == text:
                raise
            raise click.UsageError(without_url(text), error.ctx) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except OSError as error:
            from reports.words.language import gettext as _
            from web.command_line.terminal import stop

            file, why = error.filename or _("The output"), error.strerror or str(error)
            stop(_("%(file)s cannot be reached: %(why)s.", file=file, why=why), "out_of_reach")
        except Exception as error:
            from web.command_line.terminal import program_failed

            program_failed(error)


def _commands_beside(name: str) -> Sequence[click.Command]:
    match name:
        case "anchor":
            from web.command_line.anchor import anchor

            return (anchor,)
        case "backup" | "copy" | "restore":
            from web.command_line.copying import backup, copy, restore

            return backup, copy, restore
        case "balances" | "export" | "reindex" | "square":
            from web.command_line.book import balances, export, reindex, square

            return balances, export, reindex, square
        case "blanks" | "dossier" | "report" | "style":
            from web.command_line.papers import blanks, dossier, report, style

            return blanks, dossier, report, style
        case "cards":
            from web.command_line.cards import cards

            return (cards,)
        case "odds":
            from web.command_line.odds import odds

            return (odds,)
        case "rescue":
            from web.command_line.rescue import rescue

            return (rescue,)
        case "certificate" | "serve" | "staff":
            from web.command_line.server import certificate, serve, staff

            return certificate, serve, staff
        case "demo":
            from web.command_line.nights import demo

            return (demo,)
        case "play" | "show":
            from web.command_line.nights import play, show

            return play, show
        case "simulate":
            from web.command_line.simulate import simulate

            return (simulate,)
        case _:
            from web.command_line.verify import verify

            return (verify,)


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version, and the commit that it was built from if that is known."""
    if not wanted or context.resilient_parsing:
        return
    from importlib.metadata import version

    commit = _commit()
    built_from = f" (commit {commit})" if commit else ""
    click.echo(f"casekeeper, version {version('casekeeper')}{built_from}")
    context.exit()


def _commit() -> str:
    """The commit that the program was built from, or that of the clone it runs in; "" if neither is known."""
    checkout = Path(__file__).parents[2]
    built_from = checkout / "web/commit.txt"
    if built_from.exists():
        return built_from.read_text("utf-8")
    if not (checkout / ".git").exists():
        return ""
    import subprocess

    # Named like this, it is this clone's, whoever owns it, and whatever GIT_DIR says.
    git = ["git", "--git-dir=.git", "--work-tree=."]
    described = [*git, "describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"]
    try:
        return subprocess.run(described, cwd=checkout, check=True, capture_output=True, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def commands() -> None:
    """Keep the book of live nights of a casino's games: deal them, play a script of one, print them, verify them."""
