"""A dealer's hands on a tablet: what the browser tests touch, and what the page said meanwhile."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from math import hypot
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.web.staff import PIN, STAFF_NAME

PATIENCE_MS = 30_000
"""How long a touch or a look waits for the page before it fails; a slow machine is no fault of the page."""

expect.set_options(timeout=PATIENCE_MS)

COOKIE = "casekeeper"
PLACE_PX = 24
"""Two touches nearer than this are at one place."""
REST_MS = 600
"""A finger lifted for so long makes no double tap."""
RESTED_FINGER = (Path(__file__).parent / "rested_finger.js").read_text(encoding="utf-8")
QUICK = {"digit", "amount", "player", "alert-away", "dispute", "disputer", "pick-rank", "who", "waive"}
"""Keys that only choose, and may be touched again at once."""
MIDDLE = """(key) => {
    const box = key.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, key.dataset.touch ?? ""];
}"""
SIZES = [(1280, 800), (1024, 768), (1366, 1024)]
TIGHT_SIZES = SIZES[:2]
"""For whole nights, which take long: what fits these fits a larger one."""


def session_cookie(address: str) -> str:
    """The cookie of a session that one of the staff began just now, over the API."""
    parts = urlsplit(address)
    line = HTTPConnection("127.0.0.1", parts.port or 80, timeout=PATIENCE_MS / 1_000)
    line.request("GET", "/api/token")
    answer = line.getresponse()
    headers = {"Cookie": _cookie(answer), "X-CSRFToken": json.loads(answer.read())["token"]}
    line.request("POST", "/api/sign-in", json.dumps({"name": STAFF_NAME, "pin": PIN}), headers)
    answer = line.getresponse()
    assert answer.status == 200, answer.read()
    line.close()
    return _cookie(answer).removeprefix(COOKIE + "=")


def _cookie(answer: HTTPResponse) -> str:
    return (answer.getheader("Set-Cookie") or "").partition(";")[0]


class Tablet:
    """A page on a tablet, where one of the staff has signed in; ``said`` collects what its console found fault with."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = (1280, 800),
        *,
        signed_in: bool = True,
        **options: Any,
    ) -> None:
        width, height = size
        self.context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, **options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(RESTED_FINGER)
        self.address = address
        if signed_in:
            self.sign_in_again()
        self.page: Page = self.context.new_page()
        self._touched: deque[tuple[float, float, str]] = deque([(-PLACE_PX, -PLACE_PX, "")], maxlen=12)
        self.said: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def sign_in_again(self) -> None:
        """Begin another session past the page, as signing in in another tab does."""
        self.context.add_cookies([{"name": COOKIE, "value": session_cookie(self.address), "url": self.address}])

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.said.append(message.text)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def touch(self, selector: str) -> None:
        """Touch a thing, once it is there; near the last touch only when the finger has been lifted for long enough."""
        key = self.page.locator(selector)
        key.wait_for()
        middle = key.evaluate(MIDDLE)
        if middle[2] not in QUICK or middle[2] != self._touched[-1][2]:
            self._lift(middle)
        key.tap()
        self._touched.append(middle)

    def _lift(self, there: tuple[float, float, str]) -> None:
        """Rest until a touch there is no double tap; that of another place always is none."""
        if not any(hypot(there[0] - x, there[1] - y) <= PLACE_PX for x, y, _ in self._touched):
            return
        if not self.page.evaluate("(ms) => window.restFinger?.(ms)", REST_MS):
            self.page.wait_for_function("() => !document.body?.dataset.touched && !document.body?.dataset.acted")

    def player(self, player: str) -> None:
        """Choose a player; touching the chosen one again would open the cage."""
        if self.page.locator(f"#seat-{player}").get_attribute("aria-pressed") == "false":
            self.touch(f"#seat-{player}")

    def amount(self, cents: int) -> None:
        self.touch(f'.hand [data-cents="{cents}"]')

    def spot(self, spot: str) -> None:
        """Touch the middle of a place of the layout, as a finger does; for a second check it is lifted."""
        self._tap(f"#spot-{spot} .target")

    def _tap(self, selector: str) -> None:
        there = (*self.middle(selector), "")
        self._lift(there)
        self.page.touchscreen.tap(there[0], there[1])
        self._touched.append(there)

    def double_tap(self, selector: str) -> None:
        """Touch a thing twice in a moment. The page's clock, which has to be ``page.clock``, stands still between.

        So a busy machine cannot make two touches of it.
        """
        at = self.middle(selector)
        self.page.clock.pause_at(self.page.evaluate("() => Date.now() / 1000 + 1"))
        self.page.touchscreen.tap(*at)
        self.page.touchscreen.tap(*at)
        self.page.clock.resume()

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of a thing that is there; asked in one go, since the table may be swapped for a newer one."""
        box = self.page.evaluate("(what) => document.querySelector(what).getBoundingClientRect().toJSON()", selector)
        assert box["width"], f"{selector} is not to be seen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def rank(self, rank: str) -> None:
        """Touch a rank's key where it is, at a quick dealer's pace; for a second card of a rank he lifts his finger."""
        self._tap(f"#rank-{rank}")

    def orders(self, spot: str, text: str) -> None:
        """Give an order to the bet on a spot, with an empty hand."""
        self.touch("#key-orders")
        self.spot(spot)
        self.touch(f'.pane.orders:not([hidden]) button:text-is("{text}")')

    def cage(self, player: str, do: str, cents: int) -> None:
        """Money over the counter, in the drawer, with the amount typed on its keys."""
        self.account(player)
        self.sum(cents)
        self.touch(f"#act-{player}-{do}")

    def account(self, player: str) -> None:
        """Turn the open drawer to a player's account."""
        self.touch('.tab[data-opens="money"]')
        self.touch(f'[data-tab="money"] [data-player="{player}"]')

    def sum(self, cents: int) -> None:
        """Type an amount on the keys that the drawer shows."""
        for digit in f"{cents / 100:.2f}".removesuffix(".00"):
            self.touch(f'.drawer [data-digit="{digit}"]:visible')

    def seat(self, player: str, name: str) -> None:
        self.page.locator("#seat-name").fill(name)
        self.touch(f'.colours [data-value="{player}"]')
        self.touch("#seat-them")
        expect(self.page.locator(f"#seat-{player}")).to_be_attached()

    def settle_down(self, version: int) -> None:
        """Wait until the page shows a version, saved."""
        expect(self.page.locator("#part-state")).to_have_attribute("data-version", str(version))
        expect(self.saved).to_have_text("saved")

    @property
    def version(self) -> int:
        return int(self.page.locator("#part-state").get_attribute("data-version") or 0)

    @property
    def saved(self) -> Locator:
        return self.page.locator("#saved .word")

    @property
    def alert(self) -> Locator:
        return self.page.locator("#alert")

    def close(self) -> None:
        self.context.close()


@contextmanager
def at_table(browser: Browser, address: str, night: str) -> Iterator[Tablet]:
    """A tablet on a night's table, once it follows the night."""
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    expect(tablet.page.locator("#line")).to_have_attribute("data-line", "up")
    yield tablet
    tablet.close()
