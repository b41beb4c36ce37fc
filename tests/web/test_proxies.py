"""A house behind nginx and Caddy as the files in ``packaging`` set them up: with its own name, and under a path."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from http.client import HTTPSConnection
from pathlib import Path
from re import findall
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Playwright, expect

from events.frozen import Frozen
from tests.attacks.servers import Served, asked, serving, until
from tests.attacks.servers import served as served_app
from tests.support.casekeeper_serve import PATIENCE_S
from tests.support.fixtures import CHROMIUM, FLAGS
from tests.support.free_port import free_port
from tests.support.house import PIN, SECRET_KEY, STAFF_NAME, Client, House, workers_here
from tests.web.command_line.called import ROOT
from tests.web.tablet_in_browser import Tablet
from web.app.addresses import Entrance
from web.app.certificate import Made, make_certificate
from web.application import create_app

NAME, PATH = "night.example", "/casekeeper"
CALLER = "127.0.0.9"
"""Who calls; the proxy itself is at 127.0.0.1."""
FORGED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"}
STREAM_S = 8
"""How long an event may be on its way: a proxy that collects what it passes on keeps it for a minute and more."""


class Behind(Frozen):
    """A house behind a proxy: its address without the last slash, its path, and what its callers trust."""

    address: str
    path: str
    served: Served
    authority: Path

    def line(self) -> HTTPSConnection:
        """A connection to the proxy."""
        port = urlsplit(self.address).port or 0
        line = HTTPSConnection(NAME, port)
        plain = socket.create_connection(("127.0.0.1", port), PATIENCE_S, (CALLER, 0))
        line.sock = ssl.create_default_context(cafile=self.authority).wrap_socket(plain, server_hostname=NAME)
        return line


def changed(file: str, changes: dict[str, str]) -> str:
    """The text of a file in ``packaging`` with other ports and paths."""
    text = (ROOT / "packaging" / file).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{file} has no {old}"
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, house: int, path: str, made: Made) -> list[str]:
    """Set nginx up, as Debian does but for where it writes; returns the command that runs it."""
    site = {
        "127.0.0.1:8321": f"127.0.0.1:{house}",
        "listen 443": f"listen 127.0.0.1:{port}",
        "/etc/casekeeper/server.pem": str(made.certificate),
        "/etc/casekeeper/server.key": str(made.key),
        **({"location / {": f"location {path}/ {{"} if path else {}),
    }
    (folder / "site.conf").write_text(changed("nginx.conf", site))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    http = f"access_log off; gzip on; {folders} include {folder / 'site.conf'};"
    (folder / "main.conf").write_text(f"daemon off; pid {folder / 'pid'}; events {{}} http {{ {http} }}")
    return ["nginx", "-e", "stderr", "-c", str(folder / "main.conf")]


def caddy(folder: Path, port: int, house: int, path: str, made: Made) -> list[str]:
    """Set Caddy up; returns the command that runs it.

    It has no port for commands and none for plain HTTP, and does not wait for streams when it is stopped.
    """
    site = {
        "\nnight.example {": f"\nnight.example:{port} {{\n    bind 127.0.0.1",
        "\n    reverse_proxy 127.0.0.1:8321": f"\n    reverse_proxy {f'{path}/* ' if path else ''}127.0.0.1:{house}",
        "/etc/casekeeper/server.pem": str(made.certificate),
        "/etc/casekeeper/server.key": str(made.key),
    }
    (folder / "Caddyfile").write_text(
        "{\n    admin off\n    auto_https disable_redirects\n    grace_period 1s\n}\n" + changed("Caddyfile", site)
    )
    return ["caddy", "run", "--config", str(folder / "Caddyfile")]


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[None]:
    """Run a proxy; tools/setup unpacks those that are not installed."""
    unpacked = [str(Path(sys.prefix) / "debian" / "usr" / name) for name in ("sbin", "bin")]
    program = shutil.which(command[0], path=os.pathsep.join([*unpacked, os.environ["PATH"], "/usr/sbin"]))
    assert program, f"{command[0]} is missing: tools/test gets it"
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen([program, *command[1:]], stdin=subprocess.DEVNULL, stderr=log, env=environment) as proxy,
    ):

        def listens() -> bool:
            assert proxy.poll() is None, (folder / "log").read_text()
            with socket.socket() as line:
                return line.connect_ex(("127.0.0.1", port)) == 0

        try:
            until(listens)
            yield
        finally:
            proxy.terminate()


@pytest.fixture(scope="module", params=["nginx", "nginx-path", "caddy", "caddy-path"])
def behind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    name, _, under = request.param.partition("-")
    path, port, folder = PATH if under else "", free_port(), tmp_path_factory.mktemp(request.param)
    made = make_certificate([NAME], folder, datetime.now(UTC))
    address = f"https://{NAME}:{port}{path}"
    with serving(folder, url=f"{address}/") as served:
        command = {"nginx": nginx, "caddy": caddy}[name](folder, port, served.port, path, made)
        with running(command, port, folder):
            yield Behind(address=address, path=path, served=served, authority=made.authority)


class Staff:
    """One of the staff who calls the API through the proxy, and says of themselves what a proxy says."""

    def __init__(self, behind: Behind) -> None:
        self._behind = behind
        self.line = behind.line()
        self._headers = {"Referer": f"{behind.address}/", **FORGED}
        self.set_cookie = ""
        self._headers["X-CSRFToken"] = json.loads(self.ask("/api/token"))["token"]

    def ask(self, path: str, body: Any = None, form: str | None = None, status: int = 200) -> str:
        """Get an address, or send JSON or a form to it; returns the text of the answer."""
        kind, sent = ("application/json", json.dumps(body)) if body else ("application/x-www-form-urlencoded", form)
        headers = {**self._headers, "Content-Type": kind}
        self.line.request("POST" if sent else "GET", self._behind.path + path, sent, headers)
        answer = self.line.getresponse()
        self.set_cookie = answer.getheader("Set-Cookie") or self.set_cookie
        self._headers["Cookie"] = self.set_cookie.partition(";")[0]
        text = answer.read().decode()
        assert answer.status == status, text
        return text

    def sign_in(self, pin: str = PIN, status: int = 200) -> None:
        answer = json.loads(self.ask("/api/sign-in", {"name": STAFF_NAME, "pin": pin}, status=status))
        self._headers["X-CSRFToken"] = answer.get("token", self._headers["X-CSRFToken"])

    def follow(self, path: str) -> Any:
        """Open a stream; returns what is read from line by line."""
        stream = {**self._headers, "Accept": "text/event-stream"}
        self.line.request("GET", self._behind.path + path, headers=stream)
        assert self.line.sock
        self.line.sock.settimeout(STREAM_S)
        return self.line.getresponse()


def test_the_house_knows_who_calls_and_that_they_came_over_tls(behind: Behind) -> None:
    """A caller may say what they like in a proxy's headers: it is not the proxy who says it."""
    known, stranger = Staff(behind), Staff(behind)
    with closing(known.line), closing(stranger.line):
        assert "Secure" in known.set_cookie.split("; ")
        assert f"Path={behind.path or '/'}" in known.set_cookie.split("; ")
        known.sign_in()
        for _ in range(5):
            stranger.sign_in(pin="0000", status=401)
        page = known.ask("/staff")
        known.ask("/staff/unlock", form=urlencode({"name": STAFF_NAME}), status=303)
    assert CALLER in page
    assert FORGED["X-Forwarded-For"] not in page


def test_an_event_is_passed_on_at_once(behind: Behind) -> None:
    dealer, listener = Staff(behind), Staff(behind)
    feed = f"/api/nights/{behind.served.night}"
    with closing(dealer.line), closing(listener.line):
        for caller in (dealer, listener):
            caller.sign_in()
        stream = listener.follow(f"{feed}/events")
        for player in ("p1", "p2"):
            assert stream.readline()
            answer = dealer.ask(f"{feed}/commands", {"do": "buy_checks", "player": player, "amount": 500})
            while stream.readline() != b"id: %d\n" % json.loads(answer)["version"]:
                pass


@pytest.fixture(scope="module")
def name_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser to which the house's name is this machine."""
    flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors"]
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    yield launched
    launched.close()


KEPT = """async () => {
    const worker = await navigator.serviceWorker.ready;
    const kept = [new URL(worker.scope), new URL(worker.active.scriptURL)];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url));
    return kept.map((address) => address.pathname);
}"""
"""Where the shell's worker is, and what it has kept."""


@pytest.mark.browser
def test_a_bet_by_touch_is_seen_on_the_board_and_on_the_phone(name_browser: Browser, behind: Behind) -> None:
    tablet = Tablet(name_browser, behind.address, signed_in=False, service_worker=True)
    page, served = tablet.page, behind.served
    failed: list[str] = []
    tablet.context.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    tablet.go(f"/nights/{served.night}")
    page.locator("#pin").fill(PIN)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(f"{behind.address}/nights/{served.night}")
    scope, worker, *kept = page.evaluate(KEPT)
    assert (scope, worker) == (f"{behind.path}/", f"{behind.path}/service-worker.js")
    assert len(kept) > 50
    assert {path for path in kept if not path.startswith(f"{behind.path}/")} == set()
    tablet.follows()
    origin = behind.address.removesuffix(behind.path)
    board, phone = tablet.context.new_page(), tablet.context.new_page()
    for shown, link in ((board, served.board), (phone, served.players["p0"])):
        shown.goto(origin + link)
    expect(board.locator("#lying .pile")).to_have_count(0)
    page.bring_to_front()
    tablet.follow("player:p0", "amount:500", "spot:single-Q")
    expect(board.locator("#lying .pile")).to_have_count(1)
    expect(phone.locator("main")).to_contain_text("the Q$5.00")
    page.reload()
    tablet.follows()
    assert (tablet.said, failed) == ([], [])
    tablet.close()


@pytest.fixture
def under_path(house: House) -> Flask:
    """The application of a house under a path."""
    entrance = Entrance(scheme="http", host="127.0.0.1", port=8321, url=f"https://{NAME}{PATH}/")
    return create_app(house.book, secret_key=SECRET_KEY, auth=house.auth, workers=workers_here(), entrance=entrance)


def test_a_house_under_a_path_is_nowhere_else(under_path: Flask) -> None:
    with served_app(under_path) as port:
        found = {path: asked(port, path) for path in ("/healthz", "/", f"{PATH}else/sign-in", f"{PATH}/sign-in")}
    assert [status for status, _ in found.values()] == [200, 404, 404, 200]
    assert f"at {PATH}/." in found["/"][1]


LOCAL = r"""\s(?!data-root)[\w:-]+=["'](/[^"']*)["']"""
"""The value of an attribute that is an address without a host."""
LINKED = r"""<(?:a|link|script|img)\b[^>]*? (?:href|src)="([^"#]+)"""


def test_every_address_on_every_page_of_a_house_under_a_path_is_under_it(under_path: Flask, night: str) -> None:
    client = Client(under_path.test_client())
    client.sign_in(STAFF_NAME, PIN)
    seen, coming = set[str](), [f"{PATH}/", f"{PATH}/nights/{night}", f"{PATH}/nights/{night}/links"]
    while coming:
        address = coming.pop()
        path = urlsplit(address).path
        if path in seen or "/rules/" in path or path.endswith(".pdf"):
            continue
        seen.add(path)
        answer = client.get(address.removeprefix(PATH))
        assert answer.status_code < 400, address
        if answer.mimetype == "text/html":
            text = answer.text.replace("&amp;", "&")
            assert [value for value in findall(LOCAL, text) if not value.startswith(f"{PATH}/")] == [], address
            coming += [link for link in (urljoin(path, link) for link in findall(LINKED, text)) if link.startswith("/")]
    assert len(seen) > 60
