"""Other sites' names, broken handshakes and streams by the hundred take nothing from the staff."""

from __future__ import annotations

import errno
import json
import os
import re
import select
import socket
import ssl
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import Flask, Response, request

from events.book.book import Book
from tests.attacks.servers import Dealer, Listener, Served, asked, heard, said_to, serving, status_of, until
from tests.attacks.servers import served as served_app
from tests.support.casekeeper_serve import PATIENCE_S
from tests.support.house import OPENING, SECRET_KEY, STAFF_NAME, House, workers_here
from tests.web.command_line.called import ROOT
from tests.web.tablet_in_browser import session_cookie
from web.app.addresses import hosts_of, proxy_networks
from web.app.authorization import open_to_all
from web.app.certificate import make_certificate
from web.application import create_app
from web.live.stream_quota import MOST_OF_A_PLAYER
from web.serving.server import most_connections
from web.serving.supervisor import bound
from web.serving.worker import server_context

KNOWN_AS = hosts_of("0.0.0.0", names=("cage.lan",))
PATHS = ("/", "/sign-in", "/rules", "/nothing", "/api/token", "/p/forged", "/service-worker.js")


@pytest.mark.parametrize("path", PATHS)
def test_another_sites_name_gets_nothing_and_is_not_carried_on(book: Book, path: str) -> None:
    client = create_app(book, secret_key=SECRET_KEY, workers=workers_here(), known_as=KNOWN_AS).test_client()
    for host in ("evil.example", "evil.example:8321", "cage.lan.evil.example", "localhost@evil.example"):
        answer = client.get(path, headers={"Host": host, "Accept": "application/json"})
        assert answer.status_code == 421
        assert answer.get_json()["code"] == "unknown_host"
        assert "--name" in answer.get_json()["why"]
        page = client.get(path, headers={"Host": host})
        assert page.status_code == 421
        assert "evil" not in page.get_data(as_text=True) + str(page.headers)
        assert "Set-Cookie" not in page.headers


def test_the_page_that_says_so_has_its_style_and_leads_nowhere_that_says_it_again(book: Book) -> None:
    client = create_app(book, secret_key=SECRET_KEY, workers=workers_here(), known_as=KNOWN_AS).test_client()
    other = {"Host": "evil.example"}
    page = client.get("/", headers=other).get_data(as_text=True)
    drawn_with = re.findall(r'"(/(?:static|fonts)/[^"]+)"', page)
    assert len(drawn_with) > 3
    for path in drawn_with:
        with client.get(path, headers=other) as answer:
            assert answer.status_code == 200, path
            assert "Set-Cookie" not in answer.headers
    assert "To the nights" not in page


def test_a_command_under_another_name_is_not_carried_out(book: Book) -> None:
    app = create_app(book, secret_key=SECRET_KEY, workers=workers_here(), known_as=KNOWN_AS)
    answer = app.test_client().post("/api/nights", json=OPENING, headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert book.positions() == (0, 0)


def test_the_houses_own_names_are_served(book: Book) -> None:
    client = create_app(book, secret_key=SECRET_KEY, workers=workers_here(), known_as=KNOWN_AS).test_client()
    for host in ("localhost:8321", "127.0.0.1", "[::1]:8321", "cage.lan:8321"):
        assert client.get("/rules", headers={"Host": host}).status_code == 200, host
    at_the_lan = {"SERVER_NAME": "192.168.1.5"}
    assert client.get("/rules", headers={"Host": "192.168.1.5"}, environ_overrides=at_the_lan).status_code == 200


def test_over_tls_a_browser_stays_with_tls_and_without_it_is_told_nothing(house: House) -> None:
    client = house.app.test_client()
    said = client.get("/rules", base_url="https://cage.lan").headers["Strict-Transport-Security"]
    age, _, more = said.partition(";")
    assert int(age.removeprefix("max-age=")) >= 180 * 24 * 60 * 60
    assert more == ""
    assert "Strict-Transport-Security" not in client.get("/rules").headers


@pytest.fixture
def house() -> House:
    return House()


PROXY = "127.0.0.9"
CALLER = "198.51.100.7"


def house_app(house: House) -> Flask:
    """The application of a house that is known as ``cage.lan``, with a page that shows who is taken to ask for what."""
    made = create_app(house.book, secret_key=SECRET_KEY, auth=house.auth, workers=workers_here(), known_as=KNOWN_AS)
    made.add_url_rule("/seen", "seen", open_to_all(lambda: f"{request.remote_addr} {request.host_url}"))
    return made


def forwarded(line: HTTPConnection, path: str, body: Any = None, **headers: str) -> tuple[HTTPResponse, str]:
    """What a request comes to that says of itself what a proxy says of those that it passes on."""
    named = {
        "Host": "127.0.0.1",
        "X-Forwarded-For": f"203.0.113.9, {CALLER}",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "cage.lan",
        "Content-Type": "application/json",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    line.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), named)
    answer = line.getresponse()
    return answer, answer.read().decode()


@contextmanager
def connected(app: Flask, address: str, *trusted: str, **limits: Any) -> Iterator[HTTPConnection]:
    """A connection from an address to a server that trusts some proxies."""
    with served_app(app, proxies=proxy_networks(trusted), **limits) as port:
        line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(address, 0))
        with closing(line):
            yield line


@pytest.mark.parametrize(
    ("address", "trusted", "seen"),
    [
        ("127.0.0.1", (), "127.0.0.1 http://127.0.0.1/"),
        ("127.0.0.1", (PROXY,), "127.0.0.1 http://127.0.0.1/"),
        (PROXY, (PROXY,), f"{CALLER} https://cage.lan/"),
        (PROXY, ("10.0.0.0/8", "127.0.0.8/30"), f"{CALLER} https://cage.lan/"),
        (PROXY, (PROXY, CALLER), "203.0.113.9 https://cage.lan/"),
    ],
)
def test_forwarded_headers_count_where_a_trusted_proxy_connects_and_nowhere_else(
    house: House, address: str, trusted: tuple[str, ...], seen: str
) -> None:
    with connected(house_app(house), address, *trusted) as line:
        assert forwarded(line, "/seen")[1] == seen
        answer, _ = forwarded(line, "/sign-in")
    is_secure = "https" in seen
    assert ("Secure" in str(answer.getheader("Set-Cookie"))) == is_secure
    assert ("Strict-Transport-Security" in answer.headers) == is_secure


def test_a_trusted_proxy_passes_on_no_other_sites_name(house: House) -> None:
    with connected(house_app(house), PROXY, PROXY) as line:
        assert forwarded(line, "/seen", X_Forwarded_Host="evil.example")[0].status == 421
        assert forwarded(line, "/seen", X_Forwarded_Host="evil.example, cage.lan")[1].endswith("https://cage.lan/")
        assert forwarded(line, "/seen", X_Forwarded_Host="", Host="cage.lan")[1].endswith("https://cage.lan/")


def test_behind_a_trusted_proxy_callers_have_limits_of_their_own(house: House) -> None:
    """All strangers shared the proxy's address: wrong PINs and floods of one made all others wait."""
    rates = {"files_s": 1e-3, "files_at_once": 8, "longest_pause_s": 0, "turned_away_s": 0}
    with connected(house_app(house), PROXY, PROXY, **rates) as line:
        answer, text = forwarded(line, "/api/token")
        sent = {
            "Cookie": str(answer.getheader("Set-Cookie")).partition(";")[0],
            "X_CSRFToken": json.loads(text)["token"],
            "Referer": "https://cage.lan/",
        }
        assert forwarded(line, "/api/sign-in", {"name": STAFF_NAME, "pin": "0000"}, **sent)[0].status == 401
        assert forwarded(line, "/seen")[0].status == 429
        line.close()
        assert forwarded(line, "/seen", X_Forwarded_For="198.51.100.8")[0].status == 200
    assert list(house.auth.register.members["m. earp"].guessed_from) == [CALLER]


HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
"""How a handshake begins that announces five hundred bytes more."""

HELLOS = {"nothing": b"", "a byte": HELLO[:1], "a hello": HELLO, "more": HELLO + b"\0" * 100}


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    made = make_certificate(["127.0.0.1"], tmp_path_factory.mktemp("tls"), datetime.now(UTC))
    return server_context(made.certificate, made.key)


@pytest.fixture
def app() -> Flask:
    made = Flask(__name__)
    made.add_url_rule("/small", "small", lambda: "small")
    return made


@pytest.fixture
def port(app: Flask, context: ssl.SSLContext) -> Iterator[int]:
    with served_app(app, tls=context, handshake_s=3600, head_s=3600) as found:
        yield found


def trusting(newest: ssl.TLSVersion | None = None) -> ssl.SSLContext:
    made = ssl._create_unverified_context()
    if newest:
        made.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        made.maximum_version = newest
        # Old versions are not offered otherwise.
        made.set_ciphers("ALL:@SECLEVEL=0")
    return made


@pytest.mark.parametrize("said", HELLOS.values(), ids=HELLOS)
def test_hundreds_that_do_not_shake_hands_keep_nobody_waiting(port: int, said: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(300):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S))
            line.sendall(said)
        for _ in range(5):
            assert asked(port, "/small", tls=True) == (200, "small")


@pytest.mark.parametrize("said", HELLOS.values(), ids=HELLOS)
def test_a_handshake_has_a_deadline(app: Flask, context: ssl.SSLContext, said: bytes) -> None:
    with served_app(app, tls=context, handshake_s=0.3, head_s=0.3) as port:
        assert b"HTTP" not in said_to(port, said)
        assert asked(port, "/small", tls=True) == (200, "small")


@pytest.mark.parametrize(
    "said",
    [b"GET /small HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", bytes(range(256)) * 10],
    ids=["HTTP", "HTTP/2", "nonsense"],
)
def test_what_is_no_handshake_is_ended(port: int, said: bytes) -> None:
    assert b"HTTP/1.1 200" not in said_to(port, said)
    assert asked(port, "/small", tls=True) == (200, "small")


REDIRECTED = {
    "GET /small HTTP/1.1\r\nHost: 127.0.0.1:8321": (308, "https://127.0.0.1:8321/small"),
    "GET /a%20b?c=d&e HTTP/1.1\r\nHost: cage.lan": (308, "https://cage.lan/a%20b?c=d&e"),
    "POST //evil.example/ HTTP/1.1\r\nHost: cage.lan\r\nContent-Length: 9": (308, "https://cage.lan//evil.example/"),
    "GET http://evil.example/small HTTP/1.1\r\nHost: cage.lan": (308, "https://cage.lan/small"),
    "GET /small HTTP/1.1\r\nHost: evil.example": (400, ""),
    "GET /small HTTP/1.1\r\nHost: cage.lan@evil.example": (400, ""),
    "GET /small HTTP/1.0": (400, ""),
    "nonsense": (400, ""),
}
"""Plain HTTP that is sent to the port of TLS, the status of its answer, and where it leads."""


@pytest.mark.parametrize("head", REDIRECTED)
def test_plain_http_is_led_to_the_same_address_over_tls(app: Flask, context: ssl.SSLContext, head: str) -> None:
    """The connection broke off without a word. The house's own names alone are carried on."""
    status, leads_to = REDIRECTED[head]
    with served_app(app, tls=context, known_as=KNOWN_AS) as port:
        answer = said_to(port, f"{head}\r\n\r\n".encode())
        assert asked(port, "/small", tls=True) == (200, "small")
    assert status_of(answer) == status
    assert re.findall(rb"\r\nlocation: (\S+)\r\n", answer) == ([leads_to.encode()] if leads_to else [])
    if status == 400:
        assert set(json.loads(answer.partition(b"\r\n\r\n")[2])) == {"code", "why"}


def test_plain_http_at_the_port_of_tls_has_a_deadline(app: Flask, context: ssl.SSLContext) -> None:
    with served_app(app, tls=context, head_s=0.3) as port:
        assert status_of(said_to(port, b"GET /small HTTP/1.1\r\n")) == 408


def test_connections_that_break_off_after_the_handshake_leave_nothing(port: int) -> None:
    for _ in range(30):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw:
            line = trusting().wrap_socket(raw)
            line.sendall(b"POST /small HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\nhalf")
            line.close()
    assert asked(port, "/small", tls=True) == (200, "small")


def test_who_does_not_read_over_tls_is_ended(context: ssl.SSLContext) -> None:
    app, over = Flask(__name__), Event()

    @app.get("/large")
    def large() -> Response:
        answer = Response(b"x" * 100_000 for _ in range(200))
        answer.call_on_close(over.set)
        return answer

    with (
        served_app(app, tls=context, unread_s=0.5) as port,
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw,
        trusting().wrap_socket(raw) as line,
    ):
        line.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert over.wait(PATIENCE_S)
        assert len(heard(line)) < 20_000_000


def test_a_request_after_a_large_answer_is_answered_over_tls(app: Flask, port: int) -> None:
    app.add_url_rule("/large", "large", lambda: b"x" * 1_000_000)
    for _ in range(20):
        with closing(HTTPSConnection("127.0.0.1", port, timeout=PATIENCE_S, context=trusting())) as line:
            line.request("GET", "/large")
            assert len(line.getresponse().read()) == 1_000_000
            line.auto_open = False
            line.request("GET", "/small")
            assert line.getresponse().read() == b"small"


def test_old_versions_of_tls_are_not_spoken(port: int) -> None:
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        with (
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw,
            trusting(version).wrap_socket(raw) as line,
        ):
            assert line.version() == version.name.replace("_", ".")
    with warnings.catch_warnings():
        # That it is deprecated is why.
        warnings.simplefilter("ignore", DeprecationWarning)
        too_old = trusting(ssl.TLSVersion.TLSv1_1)
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw,
        pytest.raises((ssl.SSLError, OSError)),
    ):
        too_old.wrap_socket(raw)


def test_nothing_but_http_1_is_agreed_on(port: int) -> None:
    context = trusting()
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as raw,
        context.wrap_socket(raw) as line,
    ):
        assert line.selected_alpn_protocol() == "http/1.1"
        line.sendall(b"GET /small HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert heard(line).endswith(b"small")


def test_whoever_sends_too_much_reads_why_while_they_still_send(app: Flask, context: ssl.SSLContext) -> None:
    """The answer comes before the connection ends, which then does not break off under what is on its way."""
    head = b"POST /small HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500000\r\n\r\n"
    with (
        served_app(app, tls=context, linger_s=PATIENCE_S) as port,
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as plain,
        trusting().wrap_socket(plain) as line,
    ):
        line.sendall(head)
        # It is refused by now, and still sent to as by a client that does not listen meanwhile.
        assert select.select([line], [], [], PATIENCE_S)[0]
        for _ in range(50):
            line.sendall(b"x" * 10_000)
        answer = b""
        while b"too_large" not in answer:
            part = line.recv(1_000)
            assert part
            answer += part
        assert status_of(answer) == 413


SOME_THREADS = 24
"""More than the server begins for requests of a kind that it had none of before, and far fewer than the streams."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as running:
        yield running


def board_stream(served: Served) -> str:
    return served.board.replace("?", "/stream?")


def test_one_link_with_two_hundred_streams_takes_nothing_from_others(served: Served) -> None:
    with ExitStack() as stack:
        dealer = stack.enter_context(Dealer(served))
        table = stack.enter_context(Listener(served, f"/nights/{served.night}/stream", cookie=dealer.cookie))
        board = stack.enter_context(Listener(served, board_stream(served)))
        other = stack.enter_context(Listener(served, served.players["p1"] + "/stream"))
        honest = stack.enter_context(Listener(served, served.players["p0"] + "/stream"))
        for one in (table, board, other, honest):
            one.wait_for("\nid: ")
        threads = served.threads()
        greedy = []
        for number in range(200):
            one = stack.enter_context(Listener(served, served.players["p0"] + "/stream", address="127.0.0.66"))
            one.wait_for("\nid: ")
            greedy.append(one)
            if number % 20 == 0:
                version = dealer.do(do="seat_player", player=f"new{number}", name=f"New {number}")
                for listener in (table, board, other, honest):
                    listener.wait_for(f"id: {version}.")
        assert served.threads() - threads < SOME_THREADS
        # The place that the honest holder of the link has is one of its six; the attacker has the rest.
        for one in greedy[: -MOST_OF_A_PLAYER + 1]:
            one.wait_for("event: crowded")
        with Listener(served, f"/nights/{served.night}/stream", cookie=dealer.cookie) as again:
            again.wait_for("event: moved")


class FewFiles(socket.socket):
    """A listening socket on a system that has files for so many of its connections."""

    def __init__(self, most: int) -> None:
        super().__init__(fileno=bound("127.0.0.1", 0).detach())
        self._most, self._accepted = most, list[socket.socket]()

    def accept(self) -> tuple[socket.socket, Any]:
        if sum(line.fileno() >= 0 for line in self._accepted) >= self._most:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        line, address = super().accept()
        self._accepted.append(line)
        return line, address


def test_the_staff_come_in_while_strangers_have_all_files(house: House) -> None:
    """The staff's new connections waited with those of strangers until theirs ended by themselves: here, never."""
    with served_app(house.app, FewFiles(8), head_s=3600) as port, ExitStack() as stack:
        cookie = session_cookie(f"http://127.0.0.1:{port}")
        for number in range(40):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE_S, ("127.0.0.66", 0)))
            if number % 4 == 0:
                assert asked(port, "/api/nights", cookie=cookie)[0] == 200


def test_half_of_few_files_are_for_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of 256 left one connection for the whole house."""
    for files, connections in ((100, 50), (256, 128), (1_024, 768), (100_000, 4_096)):
        monkeypatch.setattr("web.serving.server.resource.getrlimit", lambda _, files=files: (files, files))
        monkeypatch.setattr("web.serving.server.resource.setrlimit", lambda *_: None)
        assert most_connections(4_096) == connections


def test_what_was_held_by_a_client_that_is_killed_is_given_back(served: Served) -> None:
    code = (
        "import sys, time; from tests.attacks.servers import Listener, Served;"
        "port, *paths = sys.argv[1:];"
        "served = Served(int(port), 0, '', '', {});"
        "open_now = [Listener(served, path) for path in paths];"
        "[one.wait_for('\\nid: ') for one in open_now];"
        "print('listening', flush=True); time.sleep(600)"
    )
    paths = [path + "/stream" for path in served.players.values() for _ in range(MOST_OF_A_PLAYER)]
    command = [sys.executable, "-c", code, str(served.port), *paths]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as client:
        try:
            assert client.stdout
            assert client.stdout.readline() == "listening\n"
            held = served.sockets()
        finally:
            client.kill()
    until(lambda: served.sockets() <= held - len(paths))


def test_an_address_that_has_every_link_leaves_others_theirs(served: Served) -> None:
    """All links of the house from one address: another address gets its streams, and the staff get theirs."""
    with ExitStack() as stack:
        dealer = stack.enter_context(Dealer(served))
        paths = [board_stream(served), *(path + "/stream" for path in served.players.values())]
        mine = [stack.enter_context(Listener(served, path)) for path in paths]
        for path in paths:
            for _ in range(20):
                stack.enter_context(Listener(served, path, address="127.0.0.66")).wait_for("\nid: ")
        table = stack.enter_context(Listener(served, f"/nights/{served.night}/stream", cookie=dealer.cookie))
        table.wait_for("event: moved")
        version = dealer.do(do="seat_player", player="late", name="Late")
        for one in (*mine, table):
            one.wait_for(f"id: {version}.")
