"""A line between a tablet and the server that can be cut, made dumb, and mended, on a port that stays the same."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Thread


class CutLine:
    """Passes what comes to its port on to another one, both ways, while it is whole."""

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._speaks = Event()
        self._open: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self.port = 0
        self.mend()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def mend(self) -> None:
        """Take calls, and let through what is said."""
        self._speaks.set()
        if self._listener:
            return
        listener = socket.create_server(("127.0.0.1", self.port))
        self._listener, self.port = listener, listener.getsockname()[1]
        Thread(target=self._take_calls, args=(listener,), daemon=True).start()

    def cut(self) -> None:
        """Hang up on everybody, and take no more calls."""
        if self._listener:
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for line in self._open:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        self._open.clear()
        self._speaks.set()

    def strike_dumb(self) -> None:
        """Leave every call open and let nothing through any more, as a tablet out of reach of its Wi-Fi."""
        self._speaks.clear()

    def _take_calls(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to_port))
            except OSError:
                return
            self._open += [near, far]
            for here, there in ((near, far), (far, near)):
                Thread(target=self._pass_on, args=(here, there), daemon=True).start()

    def _pass_on(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while said := here.recv(65_536):
                self._speaks.wait()
                there.sendall(said)
        for line in (here, there):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
