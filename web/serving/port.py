"""The port: bound by one program alone."""

from __future__ import annotations

import errno
import socket

from web.app.setup_error import SetupError

BACKLOG = 1_024
"""Connections that wait to be taken in."""

UNACKNOWLEDGED_MS = 20_000
"""How long what was sent may go unacknowledged: a tablet that has left the Wi-Fi says nothing more."""


class PortTrouble(SetupError):
    """The port is not to be had (``port_taken``, ``port_not_allowed``, ``bad_address``)."""


def bound(host: str, port: int) -> socket.socket:
    """A socket bound to an address, where it begins to listen; :class:`PortTrouble`.

    It is bound exclusively: a second program on the port would be given a part of the connections, without a word.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise PortTrouble("bad_address", f"“{host}” is no address of this machine.") from None
    made = socket.socket(family, kind, protocol)
    try:
        # Lets a server come back at once, while connections to the one before are still ending. It shares nothing.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # The connections that are taken in have it from here.
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        made.bind(address)
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise _trouble(error, host, port) from None
    return made


def _trouble(error: OSError, host: str, port: int) -> PortTrouble:
    if error.errno == errno.EADDRINUSE:
        why = f"Port {port} of {host} is taken: another program listens there, perhaps this one, started before."
        return PortTrouble("port_taken", why)
    if error.errno in (errno.EACCES, errno.EPERM):
        return PortTrouble("port_not_allowed", f"Port {port} of {host} is not for this user to listen on.")
    return PortTrouble("bad_address", f"Nothing can listen on port {port} of {host}: {error.strerror}.")
