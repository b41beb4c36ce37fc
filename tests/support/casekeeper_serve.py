"""``casekeeper serve`` as a program of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.forked_casekeeper import serve_beside_others
from tests.support.forked_program import ForkedProgram
from tests.support.free_port import free_port
from tests.web.command_line.called import ROOT

PROGRAM = (sys.executable, "-m", "web.command_line.main")
PATIENCE_S = 300
"""A slow machine is no fault of the server's: what takes longer has failed."""


@contextmanager
def casekeeper_serve(
    book: Path | str, *options: object, program: Sequence[object] = PROGRAM, stderr: int | None = None
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server that was started on a free port, perhaps not answering yet."""
    port = free_port()
    command = [*program, "serve", "--book", book, "--port", port, *options]
    with (
        subprocess.Popen(
            [str(one) for one in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            cwd=ROOT,
            start_new_session=True,
        ) as started,
        _stopped_at_the_end(started),
    ):
        yield started, port


@contextmanager
def forked_casekeeper_serve(book: Path | str, *options: object) -> Iterator[tuple[ForkedProgram, int]]:
    """The same, forked from a process that has loaded the program; its printing processes do not stand back."""
    port = free_port()
    arguments = ["serve", "--book", book, "--port", port, *options]
    with ForkedProgram(serve_beside_others, *(str(one) for one in arguments)) as started, _stopped_at_the_end(started):
        yield started, port


@contextmanager
def _stopped_at_the_end(started: subprocess.Popen[str] | ForkedProgram) -> Iterator[None]:
    """Tell a server to stop, and see to it that what it started is gone with it."""
    try:
        yield
    finally:
        started.terminate()
        started.wait(PATIENCE_S)
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGKILL)
