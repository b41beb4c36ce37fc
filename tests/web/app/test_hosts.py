"""Which names are the house's, and at which addresses its network finds it."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from tests.support.house import House
from web.app.addresses import Entrance, hosts_of
from web.app.certificate import make_certificate
from web.app.links import ENTRANCE, house_address, is_only_here

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


Machine = Callable[..., None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Gives this machine other interfaces: the addresses of each by its name; of ``down`` ones the cable is out."""

    def has(down: tuple[str, ...] = (), **interfaces: list[str]) -> None:
        def addresses() -> dict[str, list[Any]]:
            return {
                name: [
                    SimpleNamespace(family=socket.AF_INET6 if ":" in one else socket.AF_INET, address=one) for one in of
                ]
                for name, of in interfaces.items()
            }

        monkeypatch.setattr(psutil, "net_if_addrs", addresses)
        monkeypatch.setattr(
            psutil, "net_if_stats", lambda: {name: SimpleNamespace(isup=name not in down) for name in interfaces}
        )

    return has


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_the_networks_addresses_are_those_of_the_interfaces_that_lead_out(machine: Machine, host: str) -> None:
    machine(
        down=("wlan1",),
        lo=["127.0.0.1", "::1"],
        docker0=["172.17.0.1"],
        eth0=[HERE, "fe80::1%eth0"],
        wlan0=["10.0.0.9"],
        wlan1=["10.0.1.9"],
        eth1=["169.254.3.3"],
    )
    entrance = Entrance(scheme="http", host=host, port=8321)
    assert entrance.network_addresses() == (f"http://{HERE}:8321/", "http://10.0.0.9:8321/")
    assert entrance.address == f"http://{HERE}:8321/"


def test_a_machine_without_a_network_is_found_by_its_name(machine: Machine) -> None:
    machine(lo=["127.0.0.1"])
    assert Entrance(scheme="http", host="0.0.0.0", port=8321).address == f"http://{socket.gethostname()}:8321/"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_a_server_on_loopback_is_found_by_nobody_else(machine: Machine, host: str) -> None:
    machine(eth0=[HERE])
    assert Entrance(scheme="http", host=host, port=8321).network_addresses() == ()


def test_over_tls_the_names_of_the_certificate_are_the_networks_addresses(machine: Machine, tmp_path: Path) -> None:
    machine(eth0=[HERE])
    made = make_certificate(["localhost", "cage.lan", "127.0.0.1"], tmp_path, datetime.now(UTC))
    entrance = Entrance(scheme="https", host="0.0.0.0", port=8321, certificate=made.certificate)
    assert entrance.network_addresses() == ("https://cage.lan:8321/",)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.2", "[::1]", "0.0.0.0", "[::]"])
def test_links_made_on_the_server_s_own_machine_lead_to_the_house_s_network(
    machine: Machine, house: House, host: str
) -> None:
    """Opened as ``http://0.0.0.0:8321/``, as the server is started, every code on the links page led nowhere."""
    machine(eth0=[HERE])
    house.app.extensions[ENTRANCE] = Entrance(scheme="http", host="0.0.0.0", port=8321)
    with house.app.test_request_context(base_url=f"http://{host}:8321"):
        assert house_address() == f"http://{HERE}:8321"
        assert not is_only_here()
