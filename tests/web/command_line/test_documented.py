"""Every command line that the documentation shows works as it stands there."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
from pathlib import Path

import click
import pytest

from dealer.night_service import NightService
from dealer.staff import member_called
from dealer.staff_keeper import StaffKeeper
from dealer.streams import Sender
from events.book.book import Book
from reports.pdf.seal import seal_of
from tests.events.conftest import empty_schema
from tests.support.casekeeper_serve import PATIENCE_S, PROGRAM
from tests.support.free_port import free_port
from tests.support.house import workers_here
from tests.test_documentation import PAGES, ROOT
from tests.web.command_line.called import casekeeper
from web.command_line.commands import commands

NIGHT, BEGUN = "2026-11-21-1", 60
"""The night that the lines name, and the number of its commands after which a deal is on."""

STAFF = "Doc Holliday"
TYPED = {"staff": "2882\n", "cards": "y\n" * 40}
"""What is typed where a command asks."""

SHOWN = re.compile(r"^ {4,}(casekeeper [a-z].*)$", re.MULTILINE)
QUOTED = re.compile(r"`casekeeper ([a-z][^`]*)`")
OPTION = re.compile(r"--[a-z][a-z-]*")
TEXTS = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}
LINES = [(page, line) for page, text in TEXTS.items() for line in SHOWN.findall(text)]
WITHOUT_SERVERS = [(page, line) for page, line in LINES if not line.startswith("casekeeper serve")]
SERVERS = [(page, line) for page, line in LINES if line.startswith("casekeeper serve")]
DATABASE = re.compile(r"postgresql://\S+?(?=[\s\"]|$)")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all that the lines name: a book with two closed nights, scripts, copies, a stick, a seal."""
    folder = tmp_path_factory.mktemp("documented")
    book = folder / "night.db"
    for game, deals in (("faro", 1), ("fan_tan", 3)):
        casekeeper("demo", "--book", book, "--date", "2026-11-21", "--game", game, "--deals", deals)
    for name in (STAFF, "M. Earp"):
        casekeeper("staff", "add", name, "--book", book, typed=TYPED["staff"])
    (folder / "stick").mkdir()
    for copy in ("copy.db", "again.db", "stick/night-20261121-200000.db"):
        casekeeper("backup", book, folder / copy)
    casekeeper("anchor", "--book", book, "--out", folder / "house.anchor")
    casekeeper("certificate", "cage.lan", "--out", folder / "tls")
    with Book.open(book) as opened:
        seal = seal_of(NightService(opened).night(NIGHT), opened.events(NIGHT))
        keeper = StaffKeeper(opened)
        member = member_called(keeper.register(), STAFF)
        sender = Sender(who=STAFF, device="tablet-7f3a90c2")
        keeper.sign_in(STAFF, member.pin_hash, sender, session_hash="1f09c300".ljust(64, "0"))
        script = [json.dumps(command.document) + "\n" for command in opened.commands(NIGHT) if not command.refused]
    (folder / "seal.txt").write_text(seal.text, encoding="utf-8")
    (folder / "night.jsonl").write_text("".join(script), encoding="utf-8")
    casekeeper("play", "--book", folder / "begun.db", "-", typed="".join(script[:BEGUN]))
    return folder


@pytest.fixture
def folder(house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the house's folder, in which the line is carried out."""
    shutil.copytree(house, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr("reports.printing.PdfWorkers", lambda *_, **__: workers_here())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words_of(line: str, folder: Path, database: str) -> list[str]:
    """The words of a line after the program's name; what is of another machine is that of this one."""
    seal = (folder / "seal.txt").read_text(encoding="utf-8")
    line = line.replace("/media/stick", str(folder / "stick")).replace(
        "casekeeper 3 2026-11-21-1 812 7f3a 90c2 …", seal
    )
    return shlex.split(DATABASE.sub(lambda _: database, line), comments=True)[1:]


@pytest.mark.postgresql
@pytest.mark.usefixtures("unprinted")
@pytest.mark.parametrize(("page", "line"), WITHOUT_SERVERS)
def test_a_line_works(page: str, line: str, folder: Path, postgresql: str) -> None:
    words = words_of(line, folder, str(empty_schema(postgresql).where))
    typed = TYPED.get(words[0], "")
    if words[0] == "odds":
        (folder / "begun.db").replace(folder / "night.db")
    elif words[0] in ("restore", "play"):
        # A book is put in the place of none.
        for path in folder.glob("night.db*"):
            path.unlink()
    elif words[:2] == ["staff", "add"]:
        words[2] = "J. Deal"
    elif words[0] == "demo":
        words += ["--deals", "1"]
    if ">" in words:
        at = words.index(">")
        into = folder / words[at + 1]
        ran = casekeeper(*words[:at])
        into.write_text(ran.stdout, encoding="utf-8")
    elif "<" in words:
        at = words.index("<")
        ran = casekeeper(*words[:at], typed=(folder / words[at + 1]).read_text(encoding="utf-8"))
    else:
        ran = casekeeper(*words, typed=typed)
    assert ran.exit_code == 0, ran.output


@pytest.mark.postgresql
@pytest.mark.parametrize(("page", "line"), SERVERS)
def test_a_server_starts(page: str, line: str, folder: Path, postgresql: str) -> None:
    words = words_of(line, folder, str(empty_schema(postgresql).where))
    if "--port" in words:
        del words[(at := words.index("--port")) : at + 2]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*PROGRAM, *words, "--port", str(free_port())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as server:
        assert server.stdout
        first = server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=PATIENCE_S)
    assert "://" in first
    assert server.returncode == 0


def command_called(words: list[str]) -> click.Command:
    """The command that words begin with; the group of all where the first names none."""
    called: click.Command = commands
    for word in words:
        below = called.get_command(click.Context(called), word) if isinstance(called, click.Group) else None
        if below is None:
            break
        called = below
    return called


@pytest.mark.parametrize("page", TEXTS)
def test_what_a_page_calls_a_command_is_one(page: str) -> None:
    for line in QUOTED.findall(TEXTS[page]):
        command = command_called(line.split())
        assert command is not commands, line
        options = {option for parameter in command.params for option in parameter.opts}
        assert options.issuperset(OPTION.findall(line)), line
