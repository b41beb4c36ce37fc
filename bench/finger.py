"""A finger on a table in a browser: how long until the page has painted what came of its touch."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle

from playwright.sync_api import Page, sync_playwright

from bench.served_tables import PIN, ServedTables
from dealer.game.demonstration import DEMO_PLAYERS

CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = ("--no-sandbox", "--disable-gpu")
TOUCHES = 20
"""So many in a round; the slowest of them is the p95."""

REST_MS = 300
_PLACES = ("single-A", "single-3", "single-5", "single-7", "single-9", "single-J", "single-K")
_SCRIPT = """() => {
    // What is due in a frame is painted before a message that was sent in it comes.
    const painted = () => new Promise((done) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
    }));
    const shows = (table, version) => new Promise((done) => {
        const look = new MutationObserver(() => {
            if (document.getElementById("part-state").dataset.version === version) return;
            look.disconnect();
            done();
        });
        look.observe(table, { subtree: true, attributes: true, attributeFilter: ["data-version"] });
    });
    const tap = (spot) => {
        const box = spot.querySelector(".target").getBoundingClientRect();
        const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true, button: 0 };
        const finger = { ...at, pointerId: 7, pointerType: "touch", isPrimary: true };
        spot.dispatchEvent(new PointerEvent("pointerdown", finger));
        spot.dispatchEvent(new PointerEvent("pointerup", finger));
    };
    window.touched = async (place) => {
        const seen = shows(document.getElementById("table"), document.getElementById("part-state").dataset.version);
        const begun = performance.now();
        tap(document.getElementById(`spot-${place}`));
        await seen;
        await painted();
        return performance.now() - begun;
    };
    window.asked = async () => {
        const begun = performance.now();
        await (await fetch("/healthz")).text();
        await painted();
        return performance.now() - begun;
    };
}"""


class Finger:
    """A dealer's finger on the page of a table."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._places = cycle(_PLACES)
        self._players = cycle(DEMO_PLAYERS)

    def touches(self) -> float:
        """Seconds until what a touch laid was painted, in the slowest of twenty; each lays the smallest amount."""
        self._page.locator(f"#seat-{next(self._players)}").click()
        self._page.locator(".hand [data-cents]").first.click()
        return self._slowest(lambda: f"touched({json.dumps(next(self._places))})")

    def empty_requests(self) -> float:
        """Seconds until the page had an answer that says nothing, and painted."""
        return self._slowest(lambda: "asked()")

    def _slowest(self, what: Callable[[], str]) -> float:
        taken = []
        for _ in range(TOUCHES):
            self._page.wait_for_timeout(REST_MS)
            taken.append(self._page.evaluate(what()))
        return float(sorted(taken)[-1 - TOUCHES // 20]) / 1_000


@contextmanager
def fingers(served: ServedTables) -> Iterator[Finger]:
    """A finger on the first of a server's tables."""
    table = served.tables[0]
    address = f"http://localhost:{served.port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
        context.add_cookies([{"name": "casekeeper", "value": _session(served.port, table.dealer), "url": address}])
        page = context.new_page()
        page.goto(f"{address}/nights/{table.night}")
        page.locator('#line[data-line="up"]').wait_for(state="attached")
        page.evaluate(_SCRIPT)
        yield Finger(page)
        browser.close()


def _session(port: int, dealer: str) -> str:
    """The cookie of a dealer's session."""
    line = HTTPConnection("localhost", port)
    line.request("GET", "/api/token")
    answer = line.getresponse()
    headers = {"Cookie": _cookie(answer.getheader("Set-Cookie")), "X-CSRFToken": json.load(answer)["token"]}
    line.request("POST", "/api/sign-in", json.dumps({"name": dealer, "pin": PIN}), headers)
    answer = line.getresponse()
    assert answer.status == 200, answer.read()
    return _cookie(answer.getheader("Set-Cookie")).removeprefix("casekeeper=")


def _cookie(header: str | None) -> str:
    return (header or "").partition(";")[0]
