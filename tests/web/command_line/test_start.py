"""How little is loaded before it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.web.command_line.called import ROOT, casekeeper
from web.command_line.commands import SUMMARIES, commands

HEAVY = ("cryptography", "fontTools", "PIL", "pypdf", "segno", "weasyprint")
"""What papers, square codes and certificates are made with."""

LISTS_THE_GAMES = "demo"
"""The command whose help lists the demonstration nights: it loads what deals them."""


def loaded_by(program: str) -> set[str]:
    """The packages that a program of its own has loaded when it ends."""
    told = f"import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); {program}"
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, cwd=ROOT, check=True)
    return set(ran.stderr.split())


def test_the_help_loads_no_command() -> None:
    loaded = loaded_by("sys.argv[1:] = ['--help']; from web.command_line.main import main; main()")
    assert "web.command_line.commands" in loaded
    rooms = ("book", "demo", "nights", "output", "papers", "server", "verify")
    assert not loaded & {f"web.command_line.{room}" for room in rooms}
    assert not {one.partition(".")[0] for one in loaded} & {"dealer", "events", "flask", "reports", "sqlalchemy"}


@pytest.mark.parametrize("name", sorted(SUMMARIES.keys() - {LISTS_THE_GAMES}))
def test_the_help_of_a_command_loads_no_database(name: str) -> None:
    loaded = loaded_by(f"sys.argv[1:] = ['{name}', '--help']; from web.command_line.main import main; main()")
    assert "web.command_line.terminal" in loaded
    assert not loaded & {"sqlalchemy", "flask", "dealer.assistant", "dealer.games", "reports.game_papers"}


def test_the_server_loads_nothing_that_its_first_page_does_not_need() -> None:
    loaded = loaded_by("import web.command_line.server, web.serving.worker")
    assert "web.application" in loaded
    assert not loaded & {*HEAVY}


def test_a_book_in_a_file_loads_nothing_of_postgresql(tmp_path: Path) -> None:
    where = str(tmp_path / "night.db")
    loaded = loaded_by(f"from events.book.book import Book\nwith Book.open({where!r}) as book: book.nights()")
    assert "sqlalchemy.dialects.sqlite" in loaded
    assert "sqlalchemy.dialects.postgresql" not in loaded


def test_the_help_says_of_every_command_what_it_does() -> None:
    listed = casekeeper("--help").stdout
    for name, line in SUMMARIES.items():
        assert f"  {name} ".ljust(15) + line + "\n" in listed


@pytest.mark.parametrize("name", SUMMARIES)
def test_every_command_is_found_under_its_name(name: str) -> None:
    assert commands.get_command(click.Context(commands), name) is not None
    assert casekeeper(name, "--help").exit_code == 0
