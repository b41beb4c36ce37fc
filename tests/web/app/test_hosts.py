"""Which names are the house's."""

from __future__ import annotations

import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest

from web.app.certificate import make_certificate
from web.app.hosts import hosts_of

HERE = "192.168.1.5"


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8321",
        "LOCALHOST.:8321",
        "127.0.0.1:8321",
        "127.0.0.2",
        "[::1]:8321",
        f"{HERE}:8321",
        f"[::ffff:{HERE}]",
        "Cage.LAN:8321",
        "[fe80::1]",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:8321",
    ],
)
def test_a_newcomers_tablet_is_let_in_by_whatever_is_this_machine(host: str) -> None:
    assert hosts_of("0.0.0.0", names=("cage.lan", "fe80::1")).holds(host, HERE)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "localhost.evil.example",
        "evil.example:8321",
        "192.168.1.6",
        "192.168.1.5.evil.example",
        "evil.example/localhost",
        "evil.example#localhost",
        "localhost@evil.example",
        "evil@localhost",
        "localhost,evil.example",
        "localhost:port",
        "localhost:99999",
        "[::1",
        "sub.cage.lan",
    ],
)
def test_every_other_name_is_refused(host: str) -> None:
    names = hosts_of("0.0.0.0")
    assert not names.holds(host, HERE)


def test_the_names_of_the_certificate_are_the_houses(tmp_path: Path) -> None:
    made = make_certificate(["cage.lan", HERE], tmp_path, datetime.now(UTC))
    hosts = hosts_of("127.0.0.1", made.certificate)
    assert hosts.holds("cage.lan:8321", "127.0.0.1")
    assert hosts.holds(HERE, "127.0.0.1")
    assert not hosts.holds("other.lan", "127.0.0.1")


def test_a_star_is_one_label() -> None:
    hosts = hosts_of("127.0.0.1", names=("*.cage.lan",))
    assert hosts.holds("table-1.cage.lan", "127.0.0.1")
    assert not hosts.holds("a.b.cage.lan", "127.0.0.1")
    assert not hosts.holds("cage.lan", "127.0.0.1")
