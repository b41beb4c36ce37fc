"""``casekeeper serve`` as a program of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.attacks.served import PATIENCE_S
from tests.support.free_port import free_port
from tests.web.command_line.called import ROOT

PRINTS_BESIDE_OTHERS = (
    "-c",
    """
from functools import partial
import web.application
web.application.PdfWorkers = partial(web.application.PdfWorkers, niceness=0)
from web.command_line.main import main
main()
""",
)
"""The program, but for its printing processes: they do not stand back, or busy tests would keep them from printing."""


@contextmanager
def casekeeper_serve(
    book: Path,
    *options: object,
    stderr: int | None = None,
    program: Sequence[str] = ("-m", "web.command_line.main"),
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server that was started on a free port, perhaps not answering yet.

    At the end it is told to stop, and what it started is gone with it.
    """
    port = free_port()
    command = [sys.executable, *program, "serve", "--book", str(book), "--port", str(port)]
    with subprocess.Popen(
        [*command, *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    ) as started:
        try:
            yield started, port
        finally:
            started.terminate()
            started.wait(PATIENCE_S)
            with suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)
