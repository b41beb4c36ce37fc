"""Nothing is left in the temporary folder, however the processes end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.attacks.running_server import Dealer, Served, serving
from tests.attacks.served import PATIENCE_S
from tests.web.command_line.called import ROOT
from web.serving.supervisor import own_temp_folder

PAPER = "/papers/cue-cards.pdf"


def printed(dealer: Dealer, served: Served) -> bytes:
    """A blank paper: a process that prints makes it."""
    http = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
    http.request("GET", PAPER, headers={"Cookie": dealer.cookie})
    answer = http.getresponse()
    made = answer.read()
    http.close()
    assert answer.status == 200, made
    return made


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_printed_leaves_nothing_though_its_worker_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    with serving(tmp_path) as served, Dealer(served) as dealer:
        assert printed(dealer, served).startswith(b"%PDF")
        assert [one.name.startswith("casekeeper-serve-") for one in place.iterdir()] == [True]
        if how == signal.SIGKILL:
            os.kill(served.worker, how)
    assert list(place.iterdir()) == []


def test_a_paper_from_the_command_line_leaves_nothing(tmp_path: Path) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    command = [sys.executable, "-m", "web.command_line.main", "blanks", "--out", str(tmp_path / "blanks")]
    environment = {**os.environ, "TMPDIR": str(place), "PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, cwd=tmp_path, env=environment, timeout=PATIENCE_S, capture_output=True)
    assert list((tmp_path / "blanks").iterdir())
    assert list(place.iterdir()) == []


def test_what_a_killed_server_left_is_removed_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing that belongs to one that runs, or to somebody else."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left, runs, other = (tmp_path / f"casekeeper-serve-{name}" for name in (f"{gone.pid}-x", f"{os.getppid()}-x", "x"))
    for folder in (left, runs, other):
        (folder / "within").mkdir(parents=True)
    with own_temp_folder() as own:
        assert own.parent == tmp_path
        assert tempfile.gettempdir() == str(own)
        (own / "something").touch()
        assert not left.exists()
    assert sorted(tmp_path.iterdir()) == sorted((runs, other))
    assert tempfile.gettempdir() == str(tmp_path)
