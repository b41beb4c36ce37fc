"""The parent process: it binds the port, passes signals on, and restarts the worker."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import socket
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn

from events.frozen import Frozen
from reports.words.language import gettext as _
from web.app.addresses import Entrance, Hosts
from web.start import STOP_SIGNALS, SetupError, held_back, leave

BACKLOG = 1_024
"""Connections that wait to be accepted."""

UNACKNOWLEDGED_MS = 20_000
"""How long sent data may go unacknowledged. A tablet that has left the Wi-Fi sends nothing more."""


class Settings(Frozen):
    """What to serve, and how."""

    book: str
    key_file: str
    first_code: str | None = None
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    known_as: Hosts | None = None
    entrance: Entrance | None = None
    trusted_proxies: tuple[str, ...] = ()
    """The networks of proxies whose forwarded headers count."""
    heads: tuple[Path, ...] = ()
    """Where the book's head is written to, in addition to the file beside it."""
    backup_to: Path | None = None
    """The folder for backups."""


class PortTrouble(SetupError):
    """The port cannot be used (``port_taken``, ``port_not_allowed``, ``bad_address``)."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; :class:`PortTrouble`.

    It is bound exclusively. Otherwise the kernel would share the connections with a second program on the port.
    """
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        why = _("“%(host)s” is not an address of this machine.", host=host)
        raise PortTrouble("bad_address", why) from None
    listening = socket.socket(family, kind, protocol)
    try:
        # The port can be bound again while older connections are still ending. It is not shared.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Accepted connections inherit these.
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            why = _(
                "Port %(port)s of %(host)s is in use by another program. Perhaps casekeeper is already running.",
                port=port,
                host=host,
            )
            raise PortTrouble("port_taken", why) from None
        if error.errno in (errno.EACCES, errno.EPERM):
            why = _("This user may not listen on port %(port)s of %(host)s.", port=port, host=host)
            raise PortTrouble("port_not_allowed", why) from None
        why = _("Nothing can listen on port %(port)s of %(host)s: %(why)s.", port=port, host=host, why=error.strerror)
        raise PortTrouble("bad_address", why) from None
    return listening


KILL_AFTER_S = 5
"""How long the worker may take to stop."""

QUICK_S = 10.0
"""A worker that dies sooner after its start has died quickly."""

PAUSES_S = (0.0, 0.5, 1.0, 2.0, 4.0)
"""How long until another worker is started, by the number of quick deaths in a row."""

TROUBLE_SAID = 3
"""The exit status of a worker that could not begin and has printed why."""

POLL_S = 0.05

Work = Callable[[int], int]
"""What the worker does: given the reading end of a pipe whose other end the parent holds, it gives its exit status."""


class Supervisor:
    """Keeps one worker alive. After a death it says so and starts another; after too many in a row it gives up."""

    def __init__(self, work: Work, *, pauses_s: Sequence[float] = PAUSES_S) -> None:
        self._work = work
        self._pauses_s = pauses_s
        self._worker: int | None = None
        self._asked_to_stop = 0

    def run(self) -> int:
        """Keep a worker alive until a signal to stop; returns the exit status."""
        quick_deaths = 0
        with self._signals():
            while True:
                begun = monotonic()
                status = self._one_worker()
                if self._asked_to_stop:
                    return self._stopped(status)
                if status == TROUBLE_SAID and not quick_deaths:
                    return 1
                quick_deaths = quick_deaths + 1 if monotonic() - begun < QUICK_S else 1
                if quick_deaths > len(self._pauses_s):
                    why = _(
                        "The server's process died %(times)s times in a row; nothing is served.", times=quick_deaths
                    )
                    _say(why, "worker_dies")
                    return 1
                _say(_("%(ended)s; another one is started.", ended=_ended(status)), "worker_died")
                self._rest(self._pauses_s[quick_deaths - 1])
                if self._asked_to_stop:
                    return 0

    def _one_worker(self) -> int:
        """Run a worker to its end; returns its exit status, or minus the signal that ended it."""
        alive, held = os.pipe()
        with held_back():
            sys.stdout.flush()
            sys.stderr.flush()
            self._worker = os.fork()
            if self._worker == 0:
                os.close(held)
                _be_the_worker(self._work, alive)
        os.close(alive)
        try:
            _, status = os.waitpid(self._worker, 0)
        finally:
            self._worker = None
            os.close(held)
        return os.waitstatus_to_exitcode(status)

    def _rest(self, seconds: float) -> None:
        until = monotonic() + seconds
        while not self._asked_to_stop and monotonic() < until:
            sleep(POLL_S)

    def _stopped(self, status: int) -> int:
        signal.alarm(0)
        if status:
            _say(_("%(ended)s when it was to stop; the book is whole.", ended=_ended(status)), "stopped_hard")
        return 1 if status else 0

    @contextmanager
    def _signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self._stop) for number in STOP_SIGNALS}
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._kill)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self, *_: object) -> None:
        """Stop the worker; the second time, at once."""
        self._asked_to_stop += 1
        if self._asked_to_stop > 1:
            self._kill()
            return
        signal.alarm(KILL_AFTER_S)
        if self._worker:
            os.kill(self._worker, signal.SIGTERM)

    def _kill(self, *_: object) -> None:
        if self._worker:
            os.kill(self._worker, signal.SIGKILL)


def _be_the_worker(work: Work, alive: int) -> NoReturn:
    """Run the worker in the forked process, which never returns to its parent's code."""
    status = 1
    try:
        # Ctrl-C reaches both processes; the parent passes it on as SIGTERM.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, leave)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
        status = work(alive)
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 0
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        why = _(
            "The server's process broke in %(file)s, line %(line)s: %(error)s.",
            file=where.filename,
            line=where.lineno,
            error=repr(error),
        )
        _say(why, "worker_broke")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _ended(status: int) -> str:
    if status < 0:
        return _("The server's process was ended by %(signal)s", signal=signal.Signals(-status).name)
    return _("The server's process ended with status %(status)s", status=status)


def _say(why: str, code: str) -> None:
    print(f"casekeeper: {why} [{code}]", file=sys.stderr, flush=True)


GIVE_UP_S = 3.0
"""How long processes that print may use the folder after the server has ended."""


@contextmanager
def own_temp_folder() -> Iterator[Path]:
    """Use a temporary folder of its own for this process and all that it starts, and remove it at the end.

    A killed worker removes nothing, but its parent does. What a killed parent left is removed at the next start.
    """
    within = Path(tempfile.gettempdir())
    for left in within.glob("casekeeper-serve-*-*"):
        process = left.name.split("-")[2]
        if process.isdecimal() and not _is_running(int(process)) and left.is_dir() and not left.is_symlink():
            shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=f"casekeeper-serve-{os.getpid()}-"))
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    try:
        yield folder
    finally:
        os.environ["TMPDIR"] = tempfile.tempdir = str(within)
        give_up = monotonic() + GIVE_UP_S
        shutil.rmtree(folder, ignore_errors=True)
        while folder.exists() and monotonic() < give_up:
            sleep(0.05)
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    # Late: there is seldom anything left.
    from psutil import pid_exists

    # In a container each server may have the same number.
    return process != os.getpid() and pid_exists(process)
