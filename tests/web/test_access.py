"""Who may ask for what, from which origin, and with which secret."""

from __future__ import annotations

import re
import socket
import ssl
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path
from threading import Barrier, Event, Lock, Thread
from types import SimpleNamespace
from typing import Any
from unittest.mock import call, patch

import psutil
import pytest
from argon2 import PasswordHasher, Type
from cryptography import x509
from cryptography.x509 import verification
from flask import url_for
from itsdangerous import TimestampSigner
from msgspec.structs import replace
from werkzeug.routing import Rule

from dealer.commands.refusal import Refusal
from dealer.staff import SESSION_LASTS
from dealer.streams import Sender
from events.book.shared_values import SharedValues
from events.common.house import STAFF
from events.records import BookError
from tests.support.house import CHEAP, OPENING, PIN, STAFF_NAME, Client, House, workers_here
from web.app.addresses import Entrance, hosts_of, house_url, proxy_networks
from web.app.authentication import FREE_TRIES, IN_LINE, MOST_ADDRESSES, AddressLimits, Pins, default_hasher
from web.app.authorization import SHARED_FOR_S, Caller, caller_of, still_signed_in
from web.app.certificate import CERTIFICATE_DAYS, CertificateError, Made, authority_of, check_pair, make_certificate
from web.app.links import ENTRANCE, board_link, hand_link, house_address, is_only_here, player_link
from web.app.response_headers import CONTENT_SECURITY_POLICY, HEADERS
from web.app.secret_key import KEY_BYTES, SecretKeyError, derived, key_file_of, make_key, read_key
from web.application import create_app
from web.start import SetupError

OPEN_TO_ALL = {
    "static",
    "game_file",
    "health.healthz",
    "pages.font",
    "pages.icon",
    "pages.opening_style",
    "api.token",
    "authority.page",
    "authority.certificate",
    "api_docs.document",
    "api_docs.page",
    "sign_in.page",
    "sign_in.sign_in",
    "sign_in.engage_first",
    "sign_in.sign_in_by_api",
    "theme.switch",
    "demonstration.leave",
    "pwa.shell",
    "pwa.service_worker",
    "pwa.offline",
    "pwa.manifest",
    "sheet_check.page",
    "rules.index",
    "rules.book",
    "rules.guide",
}

BY_LINK = {
    *("board.board", "board.listen"),
    *("player.page", "player.listen", "player.settlement"),
    *("box.page", "box.add_words", "box.slip"),
    *("hand.page", "hand.listen", "hand.bind", "hand.act"),
}
INLINE = re.compile(
    r'<script(?! type="application/json")(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:',
)
"""Scripts and styles within a page, but for data that scripts read."""
SENDER = Sender(who="test", device="test")
PAGE = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
SCRIPT = {"Accept": "application/json, text/html;q=0.5"}
STREAM = {"Accept": "text/event-stream"}


def rules(house: House) -> list[tuple[Rule, str]]:
    """Every rule with every method that it answers to."""
    return [(rule, method) for rule in house.app.url_map.iter_rules() for method in sorted(rule.methods or ())]


def address_of(house: House, rule: Rule, night: str) -> str:
    with house.app.test_request_context():
        values: dict[str, Any] = {name: 1 if name in ("hand", "number") else night for name in rule.arguments}
        return url_for(rule.endpoint, **values)


def test_every_rule_but_the_open_ones_turns_a_stranger_away(house: House, stranger: Client) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    book_before = house.book.positions()
    seen = set()
    for rule, method in rules(house):
        seen.add(rule.endpoint)
        if rule.endpoint in OPEN_TO_ALL:
            continue
        answer = stranger.http.open(
            address_of(house, rule, night),
            method=method,
            headers={"X-CSRFToken": stranger.token, **SCRIPT},
            json={"do": "close_night"} if method == "POST" else None,
        )
        wanted = 404 if rule.endpoint in BY_LINK else 401
        assert (answer.status_code, rule.rule, method) == (wanted, rule.rule, method)
        if method not in ("HEAD", "OPTIONS"):
            assert set(answer.get_json()) == {"code", "why"}
        assert "Ada Lamb" not in answer.text
    assert seen >= OPEN_TO_ALL | BY_LINK
    assert house.book.positions() == book_before


NOT_SIGNED_IN = [
    ("GET", "/nights/{}?deal=2", PAGE, "/sign-in?next=/nights/{}?deal%3D2"),
    ("GET", "/nothing", PAGE, "/sign-in?next=/nothing"),
    ("POST", "/nights", PAGE, "/sign-in"),
    ("GET", "/nothing", SCRIPT, ""),
    ("GET", "/nights/{}/table", SCRIPT, ""),
    ("GET", "/nights/{}/stream", STREAM, ""),
    ("GET", "/nights/{}/table", {**PAGE, "HX-Request": "true"}, ""),
    ("GET", "/api/nights", PAGE, ""),
]
"""Requests of a stranger, and where they are led; scripts and streams are led nowhere."""


@pytest.mark.parametrize(("method", "path", "headers", "leads_to"), NOT_SIGNED_IN)
def test_a_page_leads_to_the_sign_in_and_a_script_or_a_stream_is_told_why(
    house: House, stranger: Client, method: str, path: str, headers: dict[str, str], leads_to: str
) -> None:
    """What is not there is not told apart from what is; a form sent after the session ended does nothing."""
    night = house.open_night()
    form = {"csrf_token": stranger.token} if method == "POST" else None
    answer = stranger.http.open(path.format(night), method=method, data=form, headers=headers)
    if leads_to:
        assert (answer.status_code, answer.headers["Location"]) == (303, leads_to.format(night))
    else:
        assert (answer.status_code, answer.get_json()["code"]) == (401, "not_signed_in")
    assert house.service.nights() == [night]


def other_key(house: House) -> None:
    house.app.secret_key = b"the key of another house"


@pytest.mark.parametrize(
    "ends",
    [
        lambda house: house.auth.keeper.dismiss(STAFF_NAME, SENDER),
        lambda house: house.auth.change_pin(STAFF_NAME, "999999", SENDER),
        other_key,
    ],
    ids=["dismissed", "another PIN", "another house"],
)
def test_a_session_ends_at_the_next_request(house: House, client: Client, ends: Callable[[House], None]) -> None:
    house.auth.engage("Doc Holliday", "1882", SENDER)
    assert client.get("/api/nights").status_code == 200
    ends(house)
    assert client.get("/api/nights").status_code == 401


def test_who_is_engaged_again_has_to_sign_in_again(house: House, client: Client) -> None:
    house.auth.engage("Doc Holliday", "1882", SENDER)
    house.auth.keeper.dismiss(STAFF_NAME, SENDER)
    house.auth.engage(STAFF_NAME, PIN, SENDER)
    assert client.get("/api/nights").status_code == 401


def test_a_sign_in_holds_for_sixteen_hours_and_no_longer(house: House) -> None:
    start = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
    house.now = start.isoformat()
    client = house.client()
    house.now = (start + SESSION_LASTS - timedelta(seconds=1)).isoformat()
    assert client.get("/api/nights").status_code == 200
    house.now = (start + SESSION_LASTS).isoformat()
    assert client.get("/api/nights").status_code == 401
    assert timedelta(hours=16) == SESSION_LASTS


def test_events_say_who_and_from_which_device(house: House, client: Client) -> None:
    night = house.open_night()
    client.post(f"/api/nights/{night}/commands", {"do": "seat_player", "player": "red", "name": "Ada"})
    seated, signed_in = house.book.events(night)[-1], house.book.events(STAFF)[-1]
    assert (seated.who, signed_in.kind) == (STAFF_NAME, "SignedIn")
    assert seated.device == signed_in.device
    assert seated.device.startswith("tablet-")


def test_a_request_asks_the_book_for_the_staff_once(house: House, client: Client) -> None:
    night = house.open_night()
    with patch.object(house.book, "head", wraps=house.book.head) as head:
        assert "PINs are being guessed" not in client.http.get(f"/nights/{night}").text
    assert head.mock_calls.count(call(STAFF)) == 1


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_address_of_the_staffs_own_stream_is_no_night(client: Client, method: str) -> None:
    path = f"/api/nights/{STAFF}" + ("/commands" if method == "POST" else "")
    headers = {"X-CSRFToken": client.token}
    answer = client.http.open(path, method=method, json={"do": "close_night"}, headers=headers)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "no_such_night")


ADDRESS = "192.0.2.7"
STRANGER = Caller("stranger", ADDRESS)


def cookie_of(client: Client) -> str:
    found = client.http.get_cookie("casekeeper")
    assert found
    return f"theme=dark; casekeeper={found.value}"


def links(house: House, night: str) -> tuple[str, str]:
    with house.app.test_request_context():
        return board_link(night), player_link(night, "red")


def test_one_of_the_staff_is_told_by_their_session_while_it_holds_and_the_book_is_in_reach(
    house: House, client: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookie = cookie_of(client)
    path, _, query = links(house, night)[0].partition("?")
    for where, request in (("/", ""), (f"/nights/{night}/commands", ""), (path, query), ("/no\x00where", "%ff")):
        assert caller_of(house.app, where, request, cookie, ADDRESS) == Caller("staff", STAFF_NAME)

    def unreachable(_: str) -> None:
        raise BookError("book_unreachable", "The book cannot be reached.")

    with monkeypatch.context() as patched:
        patched.setattr(house.book, "head", unreachable)
        assert caller_of(house.app, "/", "", cookie, ADDRESS) == STRANGER
    house.auth.engage("Doc Holliday", "1882", SENDER)
    house.auth.keeper.dismiss(STAFF_NAME, SENDER)
    assert caller_of(house.app, "/", "", cookie, ADDRESS) == STRANGER


def test_a_link_is_told_by_what_it_names(house: House, night: str) -> None:
    board, own = links(house, night)
    path, _, query = board.partition("?")
    for below in ("", "/stream"):
        assert caller_of(house.app, path + below, query, "", ADDRESS) == Caller("link", f"board {night}")
        assert caller_of(house.app, own + below, "", "", ADDRESS) == Caller("link", f"player {night} red")


def test_a_key_written_otherwise_names_the_same_caller(house: House, night: str) -> None:
    """The last letter of a signature holds two bits that nobody reads: no holder of a link becomes several by them."""
    _, own = links(house, night)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    found = [caller_of(house.app, own[:-1] + letter, "", "", ADDRESS) for letter in letters]
    assert found.count(Caller("link", f"player {night} red")) == 4
    assert found.count(STRANGER) == 60


@pytest.mark.parametrize(
    ("path", "query", "cookie"),
    [
        ("", "", ""),
        ("/", "key=x", "casekeeper=x.y.z"),
        ("/board/", "", ""),
        ("/board/2026-11-21-1", "key=%ff%00", "="),
        ("/player/", "", ";;;"),
        ("/player/" + "A" * 4000, "key=" + "B" * 4000, "casekeeper=" + "C" * 4000),
        ("/player/\x00\xff\u2028", "\x00", "casekeeper=\xff\x00"),
    ],
)
def test_whatever_is_asked_for_somebody_asks(house: House, path: str, query: str, cookie: str) -> None:
    assert caller_of(house.app, path, query, cookie, ADDRESS) == STRANGER


def test_a_pin_fits_its_own_hash_alone_and_only_with_the_key_of_its_house() -> None:
    """A copied book alone cannot be tried out; the same PIN has another hash each time."""
    pins = Pins(b"pepper", CHEAP)
    made = pins.hash("1871")
    assert pins.fit(made, "1871")
    assert not pins.fit(made, "1872")
    assert not pins.fit("no hash at all", "1871")
    assert not Pins(b"another pepper", CHEAP).fit(made, "1871")
    assert not Pins(b"", CHEAP).fit(made, "1871")
    with pytest.raises(Exception, match="match"):
        CHEAP.verify(made, "1871")
    assert pins.hash("1871") != made


def test_the_hash_is_argon2id_and_costs_a_thief_memory() -> None:
    hasher = default_hasher()
    assert hasher.type is Type.ID
    assert hasher.memory_cost >= 64 * 1024
    assert hasher.parallelism == 1


class Slow(PasswordHasher):
    """Hashes when it is let, and counts how many do so at once."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.let = Event()
        self.inside = self.most = 0
        self._count = Lock()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        with self._count:
            self.inside += 1
            self.most = max(self.most, self.inside)
        self.let.wait()
        with self._count:
            self.inside -= 1
        return super().hash(password, salt=salt)


def test_a_crowd_is_hashed_one_after_the_other_and_those_at_its_end_are_sent_away() -> None:
    hasher, crowd = Slow(), IN_LINE + 4
    pins, together = Pins(b"pepper", hasher), Barrier(crowd)
    sent_away: list[str] = []

    def come(_: int) -> bool:
        together.wait()
        try:
            pins.hash("1871")
        except Refusal as refusal:
            sent_away.append(refusal.code)
            if len(sent_away) == crowd - IN_LINE:
                hasher.let.set()
            return False
        return True

    with ThreadPoolExecutor(crowd) as people:
        assert sum(people.map(come, range(crowd))) == IN_LINE
    assert sent_away == ["sign_in_busy"] * (crowd - IN_LINE)
    assert hasher.most == 1
    assert pins.hash("1871")


A_DAY_S = 24 * 60 * 60.0


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def is_held_up(limits: AddressLimits, address: str) -> bool:
    try:
        limits.check(address)
    except Refusal as refused:
        return refused.code == "sign_in_locked"
    return False


def test_after_ten_wrong_tries_each_further_one_makes_the_next_wait_longer(clock: Clock) -> None:
    limits, waits = AddressLimits(SharedValues(clock=clock)), []
    for _ in range(FREE_TRIES + 9):
        limits.note_wrong("10.0.0.9")
        waits.append(int(limits.held_up()[0].wait.total_seconds()) if limits.held_up() else 0)
        assert is_held_up(limits, "10.0.0.9") == bool(waits[-1])
        assert not is_held_up(limits, "10.0.0.8")
        clock.now_s += waits[-1]
        assert not is_held_up(limits, "10.0.0.9")
    assert waits == [0] * 9 + [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


def test_wrong_tries_are_counted_in_the_refusal_and_forgotten_at_a_word_or_after_a_day(clock: Clock) -> None:
    limits = AddressLimits(SharedValues(clock=clock))
    for _ in range(FREE_TRIES):
        limits.note_wrong("10.0.0.9")
    with pytest.raises(Refusal, match=r"10 wrong tries from the address of this device\. .* must wait 30 seconds\."):
        limits.check("10.0.0.9")
    # A name was unlocked.
    limits.check("10.0.0.9", unlocks=1)
    for _ in range(FREE_TRIES + 5):
        limits.note_wrong("10.0.0.9")
    clock.now_s += A_DAY_S
    limits.note_wrong("10.0.0.9")
    assert not is_held_up(limits, "10.0.0.9")
    assert limits.held_up() == []


def test_the_table_is_bounded_and_keeps_those_who_go_on(clock: Clock) -> None:
    shared = SharedValues(clock=clock)
    limits = AddressLimits(shared)
    for _ in range(FREE_TRIES):
        limits.note_wrong("10.0.0.9")
    for number in range(2 * MOST_ADDRESSES):
        limits.note_wrong(f"2001:db8:{number:x}::1")
        if number % 1000 == 0:
            limits.note_wrong("10.0.0.9")
    assert len(shared.all("wrong PINs since unlock 0")) == MOST_ADDRESSES
    assert is_held_up(limits, "10.0.0.9")


HERE = "192.168.1.5"


THIS_MACHINE = (
    *("localhost", "localhost:8321", "LOCALHOST.:8321", "127.0.0.1:8321", "127.0.0.2", "[::1]:8321"),
    *(f"{HERE}:8321", f"[::ffff:{HERE}]", "Cage.LAN:8321", "[fe80::1]", socket.gethostname()),
    f"{socket.gethostname().partition('.')[0]}.local:8321",
)
OTHERS = (
    *("", "evil.example", "localhost.evil.example", "evil.example:8321", "192.168.1.6", "192.168.1.5.evil.example"),
    *("evil.example/localhost", "evil.example#localhost", "localhost@evil.example", "evil@localhost"),
    *("localhost,evil.example", "localhost:port", "localhost:99999", "[::1", "sub.cage.lan"),
)


@pytest.mark.parametrize("host", [*THIS_MACHINE, *OTHERS])
def test_names_of_this_machine_are_let_in_and_every_other_is_refused(host: str) -> None:
    assert hosts_of("0.0.0.0", names=("cage.lan", "fe80::1")).holds(host, HERE) == (host in THIS_MACHINE)


def test_the_names_of_the_certificate_are_the_houses_and_a_star_is_one_label(tmp_path: Path) -> None:
    certificate = make_certificate(["cage.lan", HERE], tmp_path, datetime.now(UTC)).certificate
    for names, holds in (
        ({"certificate": certificate}, {"cage.lan:8321": True, HERE: True, "other.lan": False}),
        ({"names": ("*.cage.lan",)}, {"table-1.cage.lan": True, "a.b.cage.lan": False, "cage.lan": False}),
    ):
        hosts = hosts_of("127.0.0.1", **names)
        assert {host: hosts.holds(host, "127.0.0.1") for host in holds} == holds


Machine = Callable[..., None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Gives this machine other interfaces: the addresses of each by its name; of ``down`` ones the cable is out."""

    def has(down: tuple[str, ...] = (), **interfaces: list[str]) -> None:
        def addresses() -> dict[str, list[Any]]:
            return {
                name: [
                    SimpleNamespace(family=socket.AF_INET6 if ":" in entry else socket.AF_INET, address=entry)
                    for entry in of
                ]
                for name, of in interfaces.items()
            }

        monkeypatch.setattr(psutil, "net_if_addrs", addresses)
        monkeypatch.setattr(
            psutil, "net_if_stats", lambda: {name: SimpleNamespace(isup=name not in down) for name in interfaces}
        )

    return has


INTERFACES: dict[str, Any] = {
    "lo": ["127.0.0.1", "::1"],
    "docker0": ["172.17.0.1"],
    "eth0": [HERE, "fe80::1%eth0"],
    "wlan0": ["10.0.0.9"],
    "wlan1": ["10.0.1.9"],
    "eth1": ["169.254.3.3"],
}


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        *((host, (f"http://{HERE}:8321/", "http://10.0.0.9:8321/")) for host in ("0.0.0.0", "::")),
        *((host, ()) for host in ("127.0.0.1", "localhost", "::1", "127.0.0.2")),
    ],
)
def test_addresses_are_those_of_interfaces_leading_out(machine: Machine, host: str, addresses: tuple[str, ...]) -> None:
    """A server on loopback is found by nobody else."""
    machine(down=("wlan1",), **INTERFACES)
    assert Entrance(scheme="http", host=host, port=8321).network_addresses() == addresses


def test_a_machine_without_a_network_is_found_by_its_name(machine: Machine) -> None:
    machine(lo=["127.0.0.1"])
    assert Entrance(scheme="http", host="0.0.0.0", port=8321).address == f"http://{socket.gethostname()}:8321/"


CERTIFIED: dict[str, tuple[str, str, str, bool]] = {
    "a name": ("0.0.0.0", "localhost cage.lan 127.0.0.1", "cage.lan", True),
    "the address that is surely this machine's comes first": ("0.0.0.0", f"cage.lan {HERE}", f"{HERE} cage.lan", True),
    "the second network's": ("0.0.0.0", "10.0.0.9", "10.0.0.9", True),
    "an address that the machine had": ("0.0.0.0", "192.168.1.4 cage.lan", "cage.lan", True),
    "only an address that the machine had": ("0.0.0.0", "192.168.1.4", f"{HERE} 10.0.0.9", False),
    "only this machine": ("0.0.0.0", "localhost 127.0.0.1", f"{HERE} 10.0.0.9", False),
    "an address of IPv6 where IPv4 is listened on": ("0.0.0.0", "fd00::2", f"{HERE} 10.0.0.9", False),
    "an address of IPv6": ("::", "fd00::2", "[fd00::2]", True),
    "one network, by its address": (HERE, f"10.0.0.9 {HERE}", HERE, True),
    "one network, by a name": (HERE, "10.0.0.9 cage.lan", "cage.lan", True),
    "one network, and the other's address": (HERE, "10.0.0.9", HERE, False),
    "loopback": ("127.0.0.1", "cage.lan 127.0.0.1", "127.0.0.1", True),
    "loopback, by its name": ("127.0.0.1", "cage.lan localhost", "localhost", True),
    "loopback, and another's name": ("127.0.0.1", "cage.lan", "127.0.0.1", False),
}
"""Where a server listens, the names of its certificate, the addresses to give out, and whether browsers trust them."""


@pytest.mark.parametrize(("host", "names", "given_out", "fits"), CERTIFIED.values(), ids=CERTIFIED)
def test_over_tls_addresses_are_those_of_the_certificate_that_fit_this_machine(
    machine: Machine, tmp_path: Path, host: str, names: str, given_out: str, fits: bool
) -> None:
    machine(down=("wlan1",), **INTERFACES, eth2=["fd00::2"])
    certificate = make_certificate(names.split(), tmp_path, datetime.now(UTC)).certificate
    entrance = Entrance(scheme="https", host=host, port=8321, certificate=certificate)
    addresses = tuple(f"https://{entry}:8321/" for entry in given_out.split())
    assert entrance.address == addresses[0]
    assert entrance.network_addresses() == (() if host == "127.0.0.1" else addresses)
    assert entrance.has_fitting_certificate == fits
    with_url = replace(entrance, url="https://night.example/")
    assert with_url.network_addresses() == ("https://night.example/",)
    assert with_url.has_fitting_certificate


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.2", "[::1]", "0.0.0.0", "[::]"])
def test_links_made_on_the_server_lead_to_the_houses_network(machine: Machine, house: House, host: str) -> None:
    """Opened as ``http://0.0.0.0:8321/``, as the server is started, every code on the links page led nowhere."""
    machine(eth0=[HERE])
    house.app.extensions[ENTRANCE] = Entrance(scheme="http", host="0.0.0.0", port=8321)
    with house.app.test_request_context(base_url=f"http://{host}:8321"):
        assert house_address() == f"http://{HERE}:8321"
        assert not is_only_here()


def test_an_address_that_was_given_is_the_one_of_links_and_papers(machine: Machine, house: House) -> None:
    """Behind a proxy every link and code led to the address at which the proxy asks."""
    machine(eth0=[HERE])
    entrance = Entrance(scheme="http", host="0.0.0.0", port=8321, url=house_url("https://night.example:8443"))
    house.app.extensions[ENTRANCE] = entrance
    assert entrance.address == entrance.network_addresses()[0] == "https://night.example:8443/"
    for seen in ("http://localhost:8321", f"http://{HERE}:8321"):
        with house.app.test_request_context(base_url=seen):
            assert house_address() == "https://night.example:8443"


NO_ADDRESSES = (
    *("night.example", "ftp://night.example/", "https://", "https:///", "https://night example/", "//night.example"),
    *(
        "https://night.example//",
        "https://night.example/a/../b/",
        "https://night.example/%61/",
        "https://night.example/?a",
        "https://night.example/#a",
        "https://me@night.example",
    ),
    *("https://night.example:99999/", "https://night.example:x/", "https://[::1", "https://nächte.example/"),
)


@pytest.mark.parametrize("text", NO_ADDRESSES)
def test_what_is_no_address_of_a_house_is_refused(text: str) -> None:
    with pytest.raises(SetupError) as trouble:
        house_url(text)
    assert trouble.value.code == "bad_address"


def test_proxies_are_addresses_and_networks_also_where_a_socket_takes_both_kinds() -> None:
    networks = [ip_network(network) for network in proxy_networks(["10.1.2.3/8", HERE, "2001:db8::/32"])]
    trusted = ("10.9.9.9", "::ffff:10.9.9.9", HERE, f"::ffff:{HERE}", "2001:db8::7")
    for address in (*trusted, "11.0.0.1", "::ffff:11.0.0.1", "192.168.1.6", "::ffff:192.168.1.6", "2001:db9::7"):
        assert any(ip_address(address) in network for network in networks) == (address in trusted), address
    for text in ("", "*", "localhost", "10.0.0.0/33"):
        with pytest.raises(SetupError) as trouble:
            proxy_networks([text])
        assert trouble.value.code == "bad_address"


@pytest.mark.parametrize("path", ["/api/nights", "/api/nights/x/commands", "/nights/x/commands", "/nights"])
def test_a_request_without_a_token_of_its_session_is_refused(house: House, client: Client, path: str) -> None:
    for token in ({}, {"X-CSRFToken": house.client().token}):
        answer = client.http.post(path, json=OPENING, headers={"Accept": "application/json", **token})
        assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_token")
    assert house.service.nights() == []


OTHER_SITES = [
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://localhost:9000"},
    {"Origin": "http://evil.example@localhost"},
    {"Origin": "localhost"},
    {"Origin": "null"},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "same-site"},
    {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
]
OWN_PAGES = [
    {},
    {"Origin": "http://localhost"},
    {"Origin": "https://localhost"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
]


@pytest.mark.parametrize("headers", OTHER_SITES)
def test_what_a_page_of_another_site_sends_is_refused_even_with_a_token(
    house: House, client: Client, headers: dict[str, str]
) -> None:
    """The token alone was checked. Every way in is checked: of staff, of players with a link, and without either."""
    night = house.open_night()
    house.seat(night, red="Ada")
    with house.app.test_request_context():
        pages = [player_link(night, "red"), hand_link(night, "red")]
    version = house.service.at(night)[1].version
    ways = [f"/api/nights/{night}/commands", f"/nights/{night}/commands", "/sign-out", "/theme", "/api/sign-in"]
    for path in [*ways, f"{pages[0]}/box", f"{pages[1]}/commands", "/nothing"]:
        answer = client.post(path, {"do": "start_deal"}, Accept="application/json", **headers)
        assert (answer.status_code, answer.get_json()["code"]) == (403, "other_site"), path
        assert answer.get_json()["why"] == "Another site sent this. Open the page here and try again."
    assert house.service.at(night)[1].version == version
    assert client.http.get(f"/nights/{night}", headers=headers).status_code == 200


@pytest.mark.parametrize("headers", OWN_PAGES)
def test_what_the_houses_own_pages_send_is_taken(house: House, client: Client, headers: dict[str, str]) -> None:
    assert client.post("/api/nights", OPENING, **headers).status_code == 201


def test_behind_a_proxy_the_origin_is_the_address_of_the_house(house: House) -> None:
    entrance = Entrance(scheme="http", host="127.0.0.1", port=8321, url="https://night.example:8443/")
    app = create_app(house.book, auth=house.auth, workers=workers_here(), entrance=entrance)
    client = Client(app.test_client())
    client.sign_in(STAFF_NAME, PIN)
    for origin, status in (("https://night.example:8443", 201), ("https://night.example", 403)):
        assert client.post("/api/nights", OPENING, Origin=origin).status_code == status


def test_over_tls_a_token_is_taken_with_the_referrer_that_our_policy_lets_through(house: House) -> None:
    browser = house.app.test_client()
    base = "https://cage.lan"
    headers = {"Referer": f"{base}/nights/x"}
    headers["X-CSRFToken"] = browser.get("/api/token", base_url=base).get_json()["token"]
    who = {"name": STAFF_NAME, "pin": PIN}
    signed_in = browser.post("/api/sign-in", json=who, base_url=base, headers=headers)
    headers["X-CSRFToken"] = signed_in.get_json()["token"]
    assert browser.post("/api/nights", json=OPENING, base_url=base, headers=headers).status_code == 201
    assert HEADERS["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/nights/nowhere", "/api/nights", "a style", "/nothing"])
def test_every_answer_carries_the_headers(client: Client, path: str) -> None:
    """Their policy lets no inline script or style run, and nobody frame us."""
    (style, *_) = re.findall(r'href="(/static/[^"]+[.]css)"', client.get("/").text)
    answer = client.get(path.replace("a style", style))
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY
    assert "frame-ancestors 'none'" in CONTENT_SECURITY_POLICY


def test_pages_hold_no_inline_script_or_style_and_name_no_other_host(client: Client, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada <b>Lamb</b>")
    for path in ("/", f"/nights/{night}"):
        text = client.get(path).text
        assert not INLINE.search(text)
        assert "://" not in text
        assert "<b>Lamb" not in text


def test_the_state_of_a_night_is_never_kept_on_the_way(client: Client, house: House) -> None:
    night = house.open_night()
    assert client.get(f"/nights/{night}").headers["Cache-Control"] == "no-store"
    assert client.get(f"/api/nights/{night}").headers["Cache-Control"] == "no-store"
    font = client.get("/fonts/im-fell-dw-pica-sc-latin-400-normal.woff2")
    assert font.status_code == 200
    assert "max-age" in font.headers["Cache-Control"]


@pytest.mark.parametrize("name", ["../paths.py", "..%2fpaths.py", "nothing.woff2"])
def test_only_fonts_are_served_from_the_folder_of_fonts(client: Client, name: str) -> None:
    assert client.get(f"/fonts/{name}").status_code == 404


def test_the_session_is_out_of_reach_of_scripts_and_of_other_sites(house: House) -> None:
    cookie = house.app.test_client().get("/api/token").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.fixture
def cookie_client() -> Client:
    return House().client()


def set_clock(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    """Set the clock that cookies are signed and read by."""
    text = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: text(signer) + int(by.total_seconds()))


@pytest.mark.parametrize("by", [timedelta(seconds=-5), timedelta(hours=-2), timedelta(days=-5_000), timedelta(3_650)])
def test_a_clock_that_is_set_ends_no_cookie(
    cookie_client: Client, monkeypatch: pytest.MonkeyPatch, by: timedelta
) -> None:
    """As by the network, a while after the machine was switched on: every tablet was signed out, and a stranger.

    How long a session lasts the book says, and the browser forgets its cookie.
    """
    set_clock(monkeypatch, by)
    assert cookie_client.get("/api/nights").status_code == 200
    with cookie_client.http.session_transaction() as session:
        assert session["device"].startswith("tablet-")
    assert cookie_client.post("/api/nights", {"date": "no date"}).get_json()["code"] == "bad_input"


def test_a_cookie_that_was_changed_is_none(cookie_client: Client) -> None:
    cookie = cookie_client.http.get_cookie("casekeeper")
    assert cookie
    cookie_client.http.set_cookie("casekeeper", cookie.value[:-2] + ("AA" if cookie.value[-2:] != "AA" else "BB"))
    assert cookie_client.get("/api/nights").status_code == 401


def test_a_key_is_made_once_beside_the_book_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "night.db.key"
    made = make_key(path)
    assert len(made) == KEY_BYTES
    assert make_key(path) == read_key(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert make_key(tmp_path / "other.key") != made
    assert len({derived(made, "pins"), derived(made, "sessions"), derived(b"l" * 32, "pins"), made}) == 4
    assert key_file_of("books/night.db") == Path("books/night.db.key")
    assert key_file_of("postgresql+psycopg://u@h/n") == Path("casekeeper.key")


def test_a_link_to_a_book_has_the_key_of_the_book_if_it_has_none_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "books").mkdir()
    link, own = tmp_path / "night.db", tmp_path / "night.db.key"
    link.symlink_to(tmp_path / "books/house.db")
    assert key_file_of(str(link)) == tmp_path / "books/house.db.key"
    make_key(own)
    assert key_file_of(str(link)) == own


@pytest.mark.parametrize("content", [b"", b"00" * 31, b"zz" * 32, b"\xff\xfe" * 32])
def test_what_is_no_key_is_not_taken_for_one(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "key"
    path.write_bytes(content)
    with pytest.raises(SecretKeyError) as trouble:
        read_key(path)
    assert trouble.value.code == "not_a_key"
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("opens", "where", "code"),
    [(read_key, "none", "no_such_key"), (read_key, "", "key_unreadable"), (make_key, "none/key", "key_unreadable")],
)
def test_a_key_missing_or_out_of_reach(tmp_path: Path, opens: Callable[[Path], bytes], where: str, code: str) -> None:
    with pytest.raises(SecretKeyError) as trouble:
        opens(tmp_path / where)
    assert trouble.value.code == code


NOW = datetime.now(UTC)


def loaded(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def verify(made: Made, name: str, at: datetime = NOW) -> None:
    """Verify a certificate as a browser does: raises where it is not good for that name at that time."""
    store = verification.Store([loaded(made.authority)])
    try:
        subject: x509.DNSName | x509.IPAddress = x509.IPAddress(ip_address(name))
    except ValueError:
        subject = x509.DNSName(name)
    verifier = verification.PolicyBuilder().store(store).time(at).build_server_verifier(subject)
    verifier.verify(loaded(made.certificate), [])


def test_a_certificate_is_good_for_its_names_and_for_no_other(tmp_path: Path) -> None:
    made = make_certificate(["cage.lan", "192.168.7.2", "fd00::2"], tmp_path, NOW)
    for name in ("cage.lan", "192.168.7.2", "fd00::2"):
        verify(made, name)
    for name in ("bank.lan", "192.168.7.3"):
        with pytest.raises(verification.VerificationError):
            verify(made, name)


def test_it_lasts_no_longer_than_tablets_take(tmp_path: Path) -> None:
    made = make_certificate(["cage.lan"], tmp_path, NOW)
    certificate = loaded(made.certificate)
    lasts = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert timedelta(days=CERTIFICATE_DAYS - 1) < lasts <= timedelta(days=825)
    with pytest.raises(verification.VerificationError):
        verify(made, "cage.lan", NOW + timedelta(days=CERTIFICATE_DAYS))


def test_the_authority_is_kept_and_signs_the_next_certificate_for_no_longer_than_it_lasts(tmp_path: Path) -> None:
    first = make_certificate(["cage.lan"], tmp_path, NOW)
    authority, certificate = first.authority.read_bytes(), first.certificate.read_bytes()
    second = make_certificate(["bank.lan"], tmp_path, NOW)
    assert second.authority.read_bytes() == authority
    assert second.certificate.read_bytes() != certificate
    verify(second, "bank.lan")
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        *("authority.key", "authority.pem", "server.key", "server.pem")
    ]
    for name in ("authority.key", "server.key"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    late = make_certificate(["cage.lan"], tmp_path, NOW + timedelta(days=3640))
    assert loaded(late.certificate).not_valid_after_utc == loaded(late.authority).not_valid_after_utc
    with pytest.raises(CertificateError, match="has expired"):
        make_certificate(["cage.lan"], tmp_path, NOW + timedelta(days=3651))


def test_a_handshake_that_trusts_the_authority_succeeds(tmp_path: Path) -> None:
    made = make_certificate(["cage.lan"], tmp_path, NOW)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(made.certificate, made.key)
    client = ssl.create_default_context(cafile=str(made.authority))
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with server.wrap_socket(listening.accept()[0], server_side=True) as line:
                line.send(b"come in")

        thread = Thread(target=answer, daemon=True)
        thread.start()
        plain = socket.create_connection(listening.getsockname())
        with client.wrap_socket(plain, server_hostname="cage.lan") as line:
            assert line.recv(100) == b"come in"
        thread.join()


@pytest.mark.parametrize(
    "name", ["", "cage_lan", "-cage", "cage lan", "a" * 64, "x." * 130 + "x", "käfig.lan", "*.lan"]
)
def test_what_is_no_name_is_refused_before_anything_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(CertificateError):
        make_certificate(["cage.lan", name], tmp_path / "tls", NOW)
    assert not (tmp_path / "tls").exists()


def test_half_an_authority_or_one_with_anothers_key_is_trouble(tmp_path: Path) -> None:
    entry, other = tmp_path / "one", tmp_path / "other"
    for folder in (entry, other):
        make_certificate(["cage.lan"], folder, NOW)
    (entry / "authority.key").write_bytes((other / "authority.key").read_bytes())
    with pytest.raises(CertificateError, match="not that of"):
        make_certificate(["cage.lan"], entry, NOW)
    for broken in ("authority.key", "authority.pem"):
        kept = (other / broken).read_bytes()
        (other / broken).write_text("no PEM")
        with pytest.raises(CertificateError, match="cannot be read"):
            make_certificate(["cage.lan"], other, NOW)
        (other / broken).unlink()
        with pytest.raises(CertificateError, match="cannot be read"):
            make_certificate(["cage.lan"], other, NOW)
        (other / broken).write_bytes(kept)


def test_a_folder_that_cannot_be_written_and_a_pair_that_does_not_fit_are_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(CertificateError, match="cannot be saved"):
        make_certificate(["cage.lan"], tmp_path / "file" / "tls", NOW)
    first, other = (make_certificate(["cage.lan"], tmp_path / name, NOW) for name in ("first", "other"))
    check_pair(first.certificate, first.key)
    for pair in ((first.certificate, other.key), (first.key, first.certificate), (tmp_path / "none", first.key)):
        with pytest.raises(CertificateError):
            check_pair(*pair)


def test_the_authority_of_a_certificate_is_given_without_its_key_and_no_other_is(tmp_path: Path) -> None:
    first, other = (make_certificate(["cage.lan"], tmp_path / name, NOW) for name in ("first", "other"))
    found = first.authority.read_text()
    both = tmp_path / "both.pem"
    both.write_text((tmp_path / "first" / "authority.key").read_text() + found)
    chain = tmp_path / "chain.pem"
    chain.write_text(other.certificate.read_text() + first.certificate.read_text())
    assert [authority_of(first.certificate), authority_of(first.certificate, both)] == [found, found]
    assert [authority_of(chain), authority_of(chain, first.authority)] == ["", found]
    for wrong in (other.authority, first.certificate, first.key, tmp_path / "none"):
        with pytest.raises(CertificateError, match="not the certificate of the authority"):
            authority_of(first.certificate, wrong)
    first.authority.write_bytes(other.authority.read_bytes())
    assert authority_of(first.certificate) == ""


def links_of(house: House, night: str) -> dict[str, str]:
    with house.app.test_request_context():
        return {"board": board_link(night), "red": player_link(night, "red"), "hand": hand_link(night, "red")}


def test_revoked_links_end_and_new_ones_work(house: House, client: Client, stranger: Client, night: str) -> None:
    """First one player's, then all; the others of the night stay until then."""
    first = links_of(house, night)
    with house.app.test_request_context():
        blue = player_link(night, "blue")

    def statuses(links: dict[str, str]) -> dict[str, int]:
        return {name: stranger.get(path).status_code for name, path in links.items()}

    assert statuses({**first, "blue": blue}) == {"board": 200, "red": 200, "hand": 200, "blue": 200}
    version = house.service.house().version
    for _ in range(2):
        fields = {"csrf_token": client.token, "player": "red", "command_id": "revoke-0001"}
        assert client.http.post(f"/nights/{night}/links", data=fields).status_code == 303
    assert house.service.house().version == version + 1
    assert statuses({**first, "blue": blue}) == {"board": 200, "red": 410, "hand": 410, "blue": 200}
    assert "This link has ended" in stranger.get(first["red"]).text
    assert client.get(first["red"]).status_code == 200
    second = links_of(house, night)
    assert statuses(second) == {"board": 200, "red": 200, "hand": 200}
    assert client.http.post(f"/nights/{night}/links", data={"csrf_token": client.token}).status_code == 303
    assert statuses({**second, "blue": blue}) == {"board": 410, "red": 410, "hand": 410, "blue": 410}
    assert statuses(links_of(house, night)) == {"board": 200, "red": 200, "hand": 200}
    answer = stranger.post(f"{second['hand']}/commands", {"do": "pass"})
    assert (answer.status_code, "link_ended" in answer.text or "has ended" in answer.text) == (410, True)


def test_a_stream_ends_with_its_link(house: House, night: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.app.authorization.SHARED_FOR_S", 0.0)
    with house.app.test_request_context(links_of(house, night)["board"].replace("?", "/stream?")):
        is_let_in = still_signed_in()
    assert is_let_in()
    house.service.execute_for_house({"do": "revoke_links", "night": night}, SENDER)
    assert not is_let_in()


def test_open_streams_share_what_they_read_of_the_house_for_a_moment(
    house: House, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each read for itself: a thousand silent streams took most of a processor."""
    links, now = links_of(house, night), 0.0
    monkeypatch.setattr("web.app.authorization.monotonic", lambda: now)
    with house.app.test_request_context(links["board"].replace("?", "/stream?")):
        board = still_signed_in()
    with house.app.test_request_context(links["red"]):
        player = still_signed_in()
    assert board()
    house.service.execute_for_house({"do": "revoke_links", "night": night}, SENDER)
    now = SHARED_FOR_S - 0.01
    assert player()
    now = SHARED_FOR_S
    assert not player()
    assert not board()


def test_links_end_some_hours_after_their_night(house: House, client: Client, stranger: Client, night: str) -> None:
    links = links_of(house, night)
    house.do(night, "close_night")
    closed = datetime.fromisoformat(house.service.events(night)[-1].at)
    for passed, status in ((timedelta(hours=11, minutes=59), 200), (timedelta(hours=12), 410)):
        house.now = (closed + passed).isoformat()
        assert {name: stranger.get(path).status_code for name, path in links.items()} == dict.fromkeys(links, status)
    house.now = None
    again = Client(house.app.test_client())
    again.sign_in(STAFF_NAME, PIN)
    assert again.get(links["red"]).status_code == 200


def test_links_of_a_night_that_the_house_does_not_know_are_not_revoked(house: House, client: Client) -> None:
    answer = client.post("/api/house/commands", {"do": "revoke_links", "night": "1882-01-01-1"})
    assert (answer.status_code, answer.get_json()["code"]) == (404, "no_such_night")
