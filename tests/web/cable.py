"""A port for the browser tests, and a cable to it which a test can cut, leave dead, and mend."""

from __future__ import annotations

import socket
from contextlib import suppress
from functools import cache
from threading import Event, Lock, Thread
from typing import Self
from urllib.parse import urlsplit

from tests.support.free_port import free_port


def listening(what: str) -> socket.socket:
    """A socket that listens on the port of what is served; on another where this process listens there already."""
    try:
        return socket.create_server(("127.0.0.1", _port_of(what)))
    except OSError:
        return socket.create_server(("127.0.0.1", 0))


@cache
def _port_of(what: str) -> int:
    return free_port()


class Cable:
    """Carries every connection to the server behind it; ``address`` is what the browser is given.

    Playwright's ``set_offline`` leaves an open stream alone, so the tests of a lost line pull this instead.
    """

    def __init__(self, address: str) -> None:
        self._behind = ("127.0.0.1", urlsplit(address).port or 80)
        self._whole, self._flowing = Event(), Event()
        self._whole.set()
        self._flowing.set()
        self._open: list[socket.socket] = []
        self._lock = Lock()
        self._ear = listening("cables")
        self.address = f"http://127.0.0.1:{self._ear.getsockname()[1]}"
        Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Break every connection, and every new one at once."""
        with self._lock:
            self._whole.clear()
            for entry in self._open:
                with suppress(OSError):
                    entry.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def go_dead(self) -> None:
        """Carry nothing more, while both ends believe in their connections."""
        self._flowing.clear()

    def mend(self) -> None:
        """Carry everything again."""
        self._flowing.set()
        self._whole.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._flowing.set()
        with suppress(OSError):
            self._ear.shutdown(socket.SHUT_RDWR)
        self._ear.close()
        self.cut()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._ear.accept()
                Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        """Carry one connection until either end closes it."""
        with near, suppress(OSError), socket.create_connection(self._behind) as far:
            with self._lock:
                if not self._whole.is_set():
                    return
                self._open += (near, far)
            there = Thread(target=self._carry, args=(near, far), daemon=True)
            there.start()
            self._carry(far, near)
            there.join()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while part := source.recv(65_536):
                self._flowing.wait()
                target.sendall(part)
        for entry in (source, target):
            with suppress(OSError):
                entry.shutdown(socket.SHUT_RDWR)
