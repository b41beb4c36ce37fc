"""The port: had by one program alone."""

from __future__ import annotations

import socket

import pytest

from web.serving.supervisor import PortTrouble, bound


def test_a_port_is_bound_once() -> None:
    with bound("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        for host in ("127.0.0.1", "0.0.0.0", "localhost"):
            with pytest.raises(PortTrouble) as taken:
                bound(host, port)
            assert taken.value.code == "port_taken"
            assert str(port) in taken.value.why
    bound("127.0.0.1", port).close()


def test_a_program_that_would_share_the_port_gets_none() -> None:
    with bound("127.0.0.1", 0) as first, socket.socket() as sharing:
        sharing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sharing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        with pytest.raises(OSError, match="in use"):
            sharing.bind(first.getsockname())


def test_a_port_is_free_again_while_connections_to_it_are_ending() -> None:
    with bound("127.0.0.1", 0) as first:
        address = first.getsockname()
        with socket.create_connection(address) as line:
            taken, _ = first.accept()
            # Whoever ends first is the one that waits.
            taken.close()
            assert line.recv(1) == b""
    bound(*address).close()


@pytest.mark.parametrize("host", ["256.0.0.1", "203.0.113.7", "no host", "x" * 300, "a..b"])
def test_what_is_no_address_of_this_machine_is_said(host: str) -> None:
    with pytest.raises(PortTrouble) as trouble:
        bound(host, 0)
    assert trouble.value.code == "bad_address"
