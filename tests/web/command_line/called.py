"""The command line called in the tests' own process, which spares its start."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from web.command_line.commands import commands

ROOT = Path(__file__).parent.parent.parent.parent
NIGHTS = ROOT / "tests" / "nights"


def casekeeper(*arguments: object, typed: str = "") -> Result:
    """The command, called to its end; ``typed`` is its standard input, which is no terminal."""
    ran = CliRunner().invoke(commands, [str(argument) for argument in arguments], input=typed)
    if ran.exception and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return ran


def assert_one_sentence(ran: Result, code: str) -> None:
    assert ran.exit_code == 1
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1
    assert ran.stderr.startswith("casekeeper: ")
    assert ran.stderr.rstrip().endswith(f"[{code}]")
