"""Over TLS the page is installable, and its shell outlives the line; over plain HTTP on a name it works without."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Browser, Playwright, expect
from werkzeug.serving import make_server

from tests.support.fixtures import CHROMIUM, FLAGS
from tests.support.house import Client, House
from tests.web.served import _Quiet, to_the_end
from tests.web.tablet_in_browser import COOKIE, Tablet, session_cookie
from web.app.certificate import make_certificate

NAME = "cage.lan"


@pytest.fixture
def over_tls(house: House, tmp_path: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """The application over TLS: its address, and what takes it down."""
    made = make_certificate([NAME], tmp_path, datetime.now(UTC))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.certificate, made.key)
    app = to_the_end(house.app)
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet, ssl_context=context)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()

    def take_down() -> None:
        if thread.is_alive():
            server.shutdown()
            thread.join()
            server.server_close()

    yield f"https://{NAME}:{server.server_port}", take_down
    take_down()


@pytest.fixture
def name_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser to which the house's name is this machine."""
    flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors"]
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    yield launched
    launched.close()


def signed_in(browser: Browser, address: str, where: str) -> Tablet:
    """A tablet at one address of the house, with a session begun at another."""
    tablet = Tablet(browser, where, signed_in=False, service_worker=True)
    tablet.context.add_cookies([{"name": COOKIE, "value": session_cookie(address), "url": where}])
    return tablet


@pytest.mark.browser
def test_over_tls_the_shell_is_kept_and_says_when_the_line_is_gone(
    name_browser: Browser, address: str, over_tls: tuple[str, Callable[[], None]], night: str
) -> None:
    where, take_down = over_tls
    tablet = signed_in(name_browser, address, where)
    tablet.go(f"/nights/{night}")
    worker = tablet.page.evaluate(
        "() => navigator.serviceWorker.ready.then((one) => new URL(one.active.scriptURL).pathname)"
    )
    assert worker == "/service-worker.js"
    tablet.page.wait_for_function("() => navigator.serviceWorker.controller")
    kept = tablet.page.evaluate(
        """async () => {
            const caught = [];
            for (const name of await caches.keys())
                for (const one of await (await caches.open(name)).keys()) caught.push(new URL(one.url).pathname);
            return caught;
        }"""
    )
    assert "/offline" in kept
    assert any(path.endswith("/js/tablet.js") for path in kept)
    assert [path for path in kept if not path.startswith(("/static/", "/fonts/", "/offline"))] == []
    tablet.page.reload()
    tablet.follows()
    take_down()
    tablet.page.reload()
    expect(tablet.page.get_by_role("heading", name="No line to the book")).to_be_visible()
    tablet.close()


@pytest.mark.browser
def test_a_touch_does_not_wait_for_the_shells_worker(
    name_browser: Browser, address: str, over_tls: tuple[str, Callable[[], None]], night: str
) -> None:
    """A browser stops a worker that rests, and would start it for each touch after a pause."""
    where, _ = over_tls
    tablet = signed_in(name_browser, address, where)
    tablet.go(f"/nights/{night}")
    tablet.page.wait_for_function("() => navigator.serviceWorker.controller")
    tablet.page.reload()
    tablet.follows()
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    tablet.sees('#part-state[data-version="8"]')
    routes = tablet.page.evaluate(
        """() => Object.fromEntries(performance.getEntriesByType("resource").map(
            (one) => [new URL(one.name).pathname.split("/").at(-1), one.workerMatchedSourceType]))"""
    )
    assert routes["commands"] == "network"
    assert routes["tablet.js"] == ""
    tablet.close()


@pytest.mark.browser
def test_over_plain_http_on_a_name_all_of_it_works_without(
    name_browser: Browser, address: str, house: House, night: str
) -> None:
    where = f"http://{NAME}:{urlsplit(address).port}"
    tablet = signed_in(name_browser, address, where)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    assert not tablet.page.evaluate("() => isSecureContext || 'randomUUID' in crypto || 'serviceWorker' in navigator")
    tablet.player("red")
    tablet.amount(500)
    tablet.spot("single-Q")
    tablet.spot("single-Q")
    tablet.rank("K")
    expect(tablet.page.locator("#part-top .phase")).to_have_text("Bets are closed")
    version = house.do(night, "draw_winner", card="3")
    tablet.settle_down(version)
    assert house.result(night)["players"]["red"]["staked"] == 1000
    # Of the headers, one is for secure origins alone, and the browser says so.
    assert [text for text in tablet.said if "Cross-Origin-Opener-Policy" not in text] == []
    tablet.close()


def test_the_manifest_names_icons_of_the_sizes_that_it_says(stranger: Client) -> None:
    manifest = stranger.get("/manifest.webmanifest")
    assert manifest.mimetype == "application/manifest+json"
    told = manifest.get_json()
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    drawn = [one for one in told["icons"] if one["type"] == "image/png"]
    assert {one["sizes"] for one in drawn} == {"192x192", "512x512"}
    assert [one.get("purpose") for one in drawn].count("maskable") == 1
    for one in drawn:
        image = Image.open(BytesIO(stranger.get(one["src"]).data))
        assert f"{image.width}x{image.height}" == one["sizes"]
    assert stranger.get(told["icons"][0]["src"]).mimetype == "image/svg+xml"


def test_every_file_of_the_shell_is_there_for_who_is_not_signed_in(stranger: Client) -> None:
    files = stranger.get("/shell.json").get_json()["files"]
    assert len(files) > 30
    assert [path for path in files if stranger.get(path).status_code != 200] == []
    worker = stranger.get("/service-worker.js")
    assert worker.headers["Cache-Control"] == "no-cache"
    assert worker.mimetype == "text/javascript"
