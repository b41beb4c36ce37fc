"""The parent process: it binds the port, passes signals on, and restarts the workers."""

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
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import NoReturn

from dealer.commands.refusal import Phrase
from events.frozen import Frozen
from events.records import BookError
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
    owner: str = ""
    """The name of this server for other programs."""
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
    workers: int = 1
    """How many processes serve; they share the connections."""
    warnings: tuple[BookError | Phrase, ...] = ()
    """What is wrong with the book although it is served."""


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
"""How long the workers may take to stop."""

QUICK_S = 10.0
"""A worker that dies sooner after its start has died quickly."""

PAUSES_S = (0.0, 0.5, 1.0, 2.0, 4.0)
"""How long until another worker is started, by the number of quick deaths in a row."""

TROUBLE_SAID = 3
"""The exit status of a worker that could not begin and has printed why."""

POLL_S = 0.05

Work = Callable[[int], int]
"""What the worker does: given the reading end of a pipe whose other end the parent holds, it gives its exit status."""


@dataclass(slots=True)
class _Place:
    """The place of one worker: its process, if it runs, when it was or will be started, and its quick deaths."""

    process: int | None = None
    start_at: float = 0.0
    quick_deaths: int = 0


class Supervisor:
    """Keeps workers alive. After a death it says so and starts another; after too many in a row it gives up.

    It gives up none of several workers while another one serves.
    """

    def __init__(self, work: Work, *, workers: int = 1, pauses_s: Sequence[float] = PAUSES_S) -> None:
        self._work = work
        self._pauses_s = pauses_s
        self._places = [_Place() for _ in range(workers)]
        self._asked_to_stop = 0
        self._gave_up = False
        self._stopped_hard = False

    def run(self) -> int:
        """Keep the workers alive until a signal to stop; returns the exit status."""
        # Nothing else holds the other end, so all workers notice when this process is gone.
        self._alive, self._held = os.pipe()
        with self._signals():
            while not self._asked_to_stop and not self._gave_up:
                for place in self._places:
                    if place.process is None and place.start_at <= monotonic():
                        self._start(place)
                self._wait()
            if self._gave_up:
                self._end_workers()
            while self._running:
                self._wait()
            signal.alarm(0)
        os.close(self._alive)
        os.close(self._held)
        return int(self._gave_up or self._stopped_hard)

    @property
    def _running(self) -> list[int]:
        return [place.process for place in self._places if place.process]

    def _start(self, place: _Place) -> None:
        with held_back():
            if self._asked_to_stop:
                return
            sys.stdout.flush()
            sys.stderr.flush()
            place.start_at = monotonic()
            place.process = os.fork()
            if place.process == 0:
                os.close(self._held)
                _be_the_worker(self._work, self._alive)

    def _wait(self) -> None:
        """Wait for a moment, or until a worker has ended.

        A signal that comes right before a blocking system call is handled only after it, so none may block here.
        """
        process, status = os.waitpid(-1, os.WNOHANG) if self._running else (0, 0)
        if not process:
            sleep(POLL_S)
        for place in self._places:
            if process and place.process == process:
                place.process = None
                self._note_end(place, os.waitstatus_to_exitcode(status))

    def _note_end(self, place: _Place, status: int) -> None:
        """Note the end of a worker: its exit status, or minus the signal that ended it."""
        if self._gave_up:
            return
        if self._asked_to_stop:
            if status:
                _say(_("%(ended)s when it was to stop; the book is whole.", ended=_ended(status)), "stopped_hard")
                self._stopped_hard = True
            return
        if status == TROUBLE_SAID and not place.quick_deaths:
            self._gave_up = True
            return
        place.quick_deaths = place.quick_deaths + 1 if monotonic() - place.start_at < QUICK_S else 1
        if all(map(self._dies, self._places)):
            why = _("The server's process died %(times)s times in a row; nothing is served.", times=place.quick_deaths)
            _say(why, "worker_dies")
            self._gave_up = True
            return
        _say(_("%(ended)s; another one is started.", ended=_ended(status)), "worker_died")
        place.start_at = monotonic() + self._pauses_s[min(place.quick_deaths, len(self._pauses_s)) - 1]

    def _dies(self, place: _Place) -> bool:
        """Whether a worker died too often in a row and has not lived for long since."""
        is_old = place.process is not None and monotonic() - place.start_at >= QUICK_S
        return place.quick_deaths > len(self._pauses_s) and not is_old

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
        """Stop the workers; the second time, at once."""
        self._asked_to_stop += 1
        if self._asked_to_stop > 1:
            self._kill()
        else:
            self._end_workers()

    def _end_workers(self) -> None:
        signal.alarm(KILL_AFTER_S)
        for process in self._running:
            os.kill(process, signal.SIGTERM)

    def _kill(self, *_: object) -> None:
        for process in self._running:
            os.kill(process, signal.SIGKILL)


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
