"""The commands of ``casekeeper``, each in a module of its own."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from web.serving.worker import loading

MODULES = {
    "backup": "backup",
    "balances": "balances",
    "blanks": "blanks",
    "certificate": "certificate",
    "demo": "demo",
    "dossier": "dossier",
    "export": "export",
    "play": "play",
    "reindex": "reindex",
    "report": "report",
    "serve": "serve",
    "show": "show",
    "square": "fairness",
    "staff": "staff",
    "style": "style",
    "verify": "verify",
}
"""Where each command is found, under its own name."""

IN_SHORT = {
    "backup": "Copy a book whole, and verify the copy.",
    "balances": "Say what every account comes to.",
    "blanks": "Print blank papers: cue-cards, layouts, score sheets.",
    "certificate": "Make a certificate for a server on the house's network.",
    "demo": "Deal lively nights into a book.",
    "dossier": "Tell the whole story of a bet, with rule and law.",
    "export": "Write nights into a file of another program.",
    "play": "Carry out a night script, and print the settlement.",
    "reindex": "Rebuild the indexes of a book from its tables.",
    "report": "Print the papers of a night, or file those of many.",
    "serve": "Serve the tablets, the boards and the API.",
    "show": "Show a night as it stood at one of its facts.",
    "square": "Say what a square pack would seldom do.",
    "staff": "Keep the staff, who sign in with a name and a PIN.",
    "style": "Say how the house has its papers.",
    "verify": "Verify nights, the staff and the book itself.",
}
"""What each command does, for the list of them: to print it, none of them is loaded."""


class Commands(click.Group):
    """Loads a command when it is asked for: all of them together need the whole house, and none needs all of it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name; ``None`` where there is none."""
        if cmd_name not in MODULES:
            return None
        with loading():
            found = getattr(import_module(f"web.command_line.{MODULES[cmd_name]}"), cmd_name)
        if not isinstance(found, click.Command):
            raise TypeError(f"{cmd_name} is no command")
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of the commands, each in a line."""
        with formatter.section("Commands"):
            formatter.write_dl(list(IN_SHORT.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Carry out a command; what nobody thought of, and a file that the system refuses, is said in one line."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except OSError as error:
            from web.command_line.terminal import stop

            stop(f"{error.filename or 'The output'} is out of reach: {error.strerror or error}. [out_of_reach]")
        except Exception as error:
            from web.command_line.terminal import program_failed

            program_failed(error)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="casekeeper")
def commands() -> None:
    """Keep the book of live nights of a casino's games: deal them, play a script of one, print them, verify them."""
