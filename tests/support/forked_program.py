"""Programs in processes of their own that begin at once: each is forked from a process that has the house loaded.

To start Python and load the house takes a second of a processor's time, and a fork a few milliseconds. The process that
is forked has one thread and no book open; there is one for each process of the tests.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from io import FileIO, TextIOWrapper
from multiprocessing import get_context
from multiprocessing.connection import Connection
from signal import SIGKILL, SIGTERM
from typing import Any, Self, TextIO

PATIENCE_S = 300

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.support.forked_casekeeper", "tests.events.children", "web.serving.worker"])


class ForkedProgram:
    """A call in a process of its own, with the standard streams of a program; offers what ``subprocess.Popen`` does.

    It leads a session, so that ``os.killpg`` reaches what it started.
    """

    def __init__(self, call: Callable[..., object], *arguments: object) -> None:
        self.returncode: int | None = None
        their_input, our_input = _CONTEXT.Pipe(duplex=False)
        our_output, their_output = _CONTEXT.Pipe(duplex=False)
        our_complaints, their_complaints = _CONTEXT.Pipe(duplex=False)
        theirs = (their_input, their_output, their_complaints)
        self._process = _CONTEXT.Process(target=_run, args=(call, arguments, dict(os.environ), *theirs))
        self._process.start()
        assert self._process.pid
        self.pid = self._process.pid
        self.stdin = _opened(our_input, "w")
        self.stdout = _opened(our_output, "r")
        self.stderr = _opened(our_complaints, "r")
        for one in theirs:
            one.close()

    def poll(self) -> int | None:
        """The exit status, below zero the signal that ended it; ``None`` while it runs."""
        if self.returncode is None:
            self.returncode = self._process.exitcode
        return self.returncode

    def wait(self, timeout: float = PATIENCE_S) -> int:
        """Wait for its end, and give the exit status."""
        self._process.join(timeout)
        status = self.poll()
        if status is None:
            raise TimeoutError("the program does not come to its end")
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(SIGKILL)

    def communicate(self, words: str | None = None, timeout: float = PATIENCE_S) -> tuple[str, str]:
        """Say the last there is to say to it, wait for its end, and give what it said and what it complained of.

        It may complain of as much as goes into a pipe.
        """
        if words:
            self.stdin.write(words)
        self.stdin.close()
        said, complaints = self.stdout.read(), self.stderr.read()
        self.wait(timeout)
        self._close()
        return said, complaints

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind:
            self.kill()
        self._close()

    def _close(self) -> None:
        self.stdin.close()
        self.wait()
        self.stdout.close()
        self.stderr.close()


def _opened(connection: Connection, mode: str) -> TextIO:
    """The end of a pipe as a file of text."""
    with connection:
        return TextIOWrapper(FileIO(os.dup(connection.fileno()), mode), encoding="utf-8")


def _run(
    call: Callable[..., object],
    arguments: tuple[Any, ...],
    environment: dict[str, str],
    *streams: Connection,
) -> None:
    """Be the program."""
    os.setsid()
    for number, stream in enumerate(streams):
        with stream:
            os.dup2(stream.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in enumerate("rww"))
    os.environ.clear()
    os.environ.update(environment)
    # Which folder is for temporary files is found out anew.
    tempfile.tempdir = None
    call(*arguments)
