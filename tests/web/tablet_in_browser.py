"""A dealer's hands on a tablet: what the browser tests touch, and what the page said meanwhile."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from math import hypot
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Route, expect

from tests.support.house import PIN, STAFF_NAME
from tests.web.cable import Cable

PATIENCE_MS = 30_000
"""How long a touch or a look waits for the page before it fails; a slow machine is no fault of the page."""
LEAVE_MS = 5_000
"""How long a page that is to be left waits for an empty one; after that it is closed, which only costs the next one."""

expect.set_options(timeout=PATIENCE_MS)

COOKIE = "casekeeper"
PLACE_PX = 24
"""Two touches nearer than this are at one place."""
QUICK_MS = 240
"""How soon a quick dealer touches the next thing."""
REST_MS = 600
"""A finger lifted for so long makes no double tap."""
RESTED_FINGER = (Path(__file__).parent / "rested_finger.js").read_text(encoding="utf-8")
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker;"
"""As on a page that did not come over TLS."""
NOTHING_DRAWN = """(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { opacity: 0 !important; }");
    document.adoptedStyleSheets = [sheet];
})();"""
"""Everything has its place and its style and can be touched, but nothing is painted that nobody would see."""
DRAWN = "() => { document.adoptedStyleSheets = []; }"
FORGET = """async () => {
    sessionStorage.clear();
    localStorage.clear();
    const gone = (base) => new Promise((resolve, reject) => {
        Object.assign(indexedDB.deleteDatabase(base.name), { onsuccess: resolve, onerror: reject });
    });
    await Promise.all((await indexedDB.databases()).map(gone));
}"""
QUICK = {"digit", "sum", "player", "alert-away", "dispute", "disputer", "pick-rank", "who"}
"""Keys that only choose, and may be touched again at once."""
MIDDLE = """(key) => {
    const box = key.getBoundingClientRect();
    if (!box.width || !key.checkVisibility({ visibilityProperty: true })) return null;
    return [box.x + box.width / 2, box.y + box.height / 2, key.dataset.touch ?? ""];
}"""
AIM = """async (selector) => {
    const aim = () => {
        try {
            const [key, ...others] = document.querySelectorAll(selector);
            if (others.length || key.matches(":disabled, [aria-disabled=true], [aria-disabled=true] *")) return null;
            const box = key.getBoundingClientRect(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            return key.contains(document.elementFromPoint(x, y)) ? [x, y, key.dataset.touch ?? ""] : null;
        } catch {
            return null;
        }
    };
    const before = String(aim());
    await new Promise(requestAnimationFrame);
    const now = aim();
    return String(now) === before ? now : null;
}"""
"""The middle of a key that a finger can touch now and that stays in its place; null where Playwright has to wait."""
LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until what a page measures in a frame, and what it makes of it, is to be seen."""
SIZES = [(1280, 800), (1024, 768), (1366, 1024)]
SMALLEST = (1024, 768)
"""For whole nights, which take long; what fits is asked of still pages, at every size."""
_left: dict[Browser, list[Page]] = {}
"""The pages that wait for their next tablet."""
_in_use: list[Tablet] = []


@contextmanager
def none_left_open() -> Iterator[None]:
    """Close what a test that failed has left open: it would go on asking."""
    before = list(_in_use)
    yield
    for tablet in [entry for entry in _in_use if entry not in before]:
        tablet.close()


def session_cookie(address: str, name: str = STAFF_NAME, pin: str = PIN) -> str:
    """The cookie of a session that one of the staff began just now, over the API."""
    parts = urlsplit(address)
    line = HTTPConnection("127.0.0.1", parts.port or 80, timeout=PATIENCE_MS / 1_000)
    line.request("GET", "/api/token")
    answer = line.getresponse()
    headers = {"Cookie": _cookie(answer), "X-CSRFToken": json.loads(answer.read())["token"]}
    line.request("POST", "/api/sign-in", json.dumps({"name": name, "pin": pin}), headers)
    answer = line.getresponse()
    assert answer.status == 200, answer.read()
    line.close()
    return _cookie(answer).removeprefix(COOKIE + "=")


def _cookie(answer: HTTPResponse) -> str:
    return (answer.getheader("Set-Cookie") or "").partition(";")[0]


def new_page(
    browser: Browser, size: tuple[int, int] = (1280, 800), *, service_worker: bool = False, **options: Any
) -> Page:
    """A page in a context of its own, which keeps no shell unless it is asked to: that means loading every file."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(NOTHING_DRAWN)
    if not service_worker:
        context.add_init_script(NO_SERVICE_WORKER)
    return context.new_page()


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give a page another size, and wait until it has been laid out in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=list(size))
    page.evaluate(LAID_OUT)


class Tablet:
    """A page on a tablet, where one of the staff has signed in; ``said`` collects what its console found fault with.

    The page is one that an earlier test has left, emptied of what it kept: its scripts, styles and letters are at hand,
    and a table takes a third of the work. One with the page's clock in hand, with other pages beside it, or with
    options of a browser's context is left to nobody.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = (1280, 800),
        *,
        signed_in: bool = True,
        **options: Any,
    ) -> None:
        self.address = address
        self._left = None if options else _left.setdefault(browser, [])
        if self._left:
            self._first = self._left.pop()
            self._first.set_viewport_size({"width": size[0], "height": size[1]})
        else:
            self._first = new_page(browser, size, has_touch=True, **{"reduced_motion": "reduce", **options})
            self._first.context.add_init_script(RESTED_FINGER)
        self._scripts = ExitStack()
        self.page: Page = self._first
        self.context = self.page.context
        if signed_in:
            self.sign_in_again()
        self._touched: deque[tuple[float, float, str]] = deque([(-PLACE_PX, -PLACE_PX, "")], maxlen=12)
        self._is_new = False
        self.page.on("domcontentloaded", self._begin)
        self.said: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", self._hear_of)
        _in_use.append(self)

    def sign_in_again(self, name: str = STAFF_NAME, pin: str = PIN) -> None:
        """Begin another session past the page, as signing in in another tab does."""
        cookie = session_cookie(self.address, name, pin)
        self.context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.address}])

    def begin_pages_with(self, script: str) -> None:
        """Run a script at the beginning of every page that is loaded from here on."""
        self._scripts.enter_context(self.page.add_init_script(script))

    def take_the_clock(self) -> None:
        """Have the page's clock, which :meth:`double_tap` stops; it cannot be given back."""
        self.page.clock.install()
        self._left = None

    def _begin(self, _: Page) -> None:
        self._is_new = True

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.said.append(message.text)

    def _hear_of(self, error: Error) -> None:
        self.said.append(str(error))

    def move(self) -> None:
        """Have motion; without this there is none, as for who asks for none."""
        self.page.emulate_media(reduced_motion="no-preference")

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def touch(self, selector: str) -> None:
        """Touch a thing, once it is there; near the last touch only when the finger has been lifted for long enough."""
        middle = self._aim(selector)
        if middle:
            self._lift_before(middle)
            self.page.touchscreen.tap(middle[0], middle[1])
        else:
            key = self.page.locator(selector)
            key.wait_for()
            while not (middle := key.evaluate(MIDDLE)):  # It is replaced at this moment.
                key.wait_for()
            self._lift_before(middle)
            key.tap()
        self._touched.append(middle)

    def _aim(self, selector: str) -> Any:
        """Where a key is that can be touched at once: Playwright's own way there costs three times as much."""
        try:
            return self.page.evaluate(AIM, selector)
        except Error:  # The page is going over to another one.
            return None

    def _lift_before(self, middle: tuple[float, float, str]) -> None:
        if self._is_new or middle[2] not in QUICK or middle[2] != self._touched[-1][2]:
            self._lift(middle)

    def _lift(self, there: tuple[float, float, str]) -> None:
        """Rest until a touch there is no double tap; that of another place always is none."""
        # A new page takes the last touch of the one before it for an act.
        new, self._is_new = self._is_new, False
        if not new and not any(hypot(there[0] - x, there[1] - y) <= PLACE_PX for x, y, _ in self._touched):
            return
        if not self.page.evaluate("(ms) => window.restFinger?.(ms)", REST_MS):
            self.page.wait_for_function("() => !document.body?.dataset.touched && !document.body?.dataset.acted")

    def rest(self) -> None:
        """Lift the finger for long enough: the next touch is no double tap, wherever it is."""
        assert self.page.evaluate("(ms) => window.restFinger?.(ms)", REST_MS)

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
        """Touch a thing twice in a moment. The page's clock, which has to be taken before, stands still between.

        So a busy machine cannot make two touches of it.
        """
        at = self.middle(selector)
        self.page.clock.pause_at(self.page.evaluate("() => Date.now() / 1000 + 1"))
        self.page.touchscreen.tap(*at)
        self.page.touchscreen.tap(*at)
        self.page.clock.resume()

    def quickly(self, *selectors: str) -> None:
        """Touch things one after the other, a touch every :data:`QUICK_MS`, with no rest for the same place.

        That is by the page's clock, which has to be taken before: a busy machine cannot slow these fingers down.
        """
        self.page.clock.pause_at(self.page.evaluate("() => Date.now() / 1000 + 1"))
        for selector in selectors:
            self.page.touchscreen.tap(*self.middle(selector))
            self.page.clock.run_for(QUICK_MS)
        self.page.clock.resume()

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of a thing that is there; asked in one go, since the table may be swapped for a newer one."""
        box = self.page.evaluate("(what) => document.querySelector(what).getBoundingClientRect().toJSON()", selector)
        assert box["width"], f"{selector} is not to be seen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def rank(self, rank: str) -> None:
        """Touch a rank's key where it is, at a quick dealer's pace, who lifts a finger for a second card of a rank."""
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

    def follow(self, *keys: str) -> None:
        """Touch keys one after the other: selectors, or a word of the dealer's hands and what it is about.

        ``spot:``, ``rank:``, ``player:``, ``amount:``, ``account:`` and ``sum:`` are methods of the same name;
        ``rest:`` lifts the finger, ``fill:`` types into a field, and ``sees:`` waits until there is such a thing.
        """
        hands: dict[str, Callable[[str], object]] = {
            "spot": self.spot,
            "rank": self.rank,
            "player": self.player,
            "account": self.account,
            "sees": self.sees,
            "rest": lambda _: self.rest(),
            "amount": lambda cents: self.amount(int(cents)),
            "sum": lambda cents: self.sum(int(cents)),
            "fill": lambda field: self.page.locator(field.partition(":")[0]).fill(field.partition(":")[2]),
        }
        for key in keys:
            word, _, about = key.partition(":")
            if word in hands:
                hands[word](about)
            else:
                self.touch(key)

    def settle_down(self, version: int) -> None:
        """Wait until the page shows a version, saved."""
        self.sees(f'body:has(#part-state[data-version="{version}"]):has(#saved:not(.sending, .unsaved))')

    def sees(self, selector: str) -> None:
        """Wait until there is one such thing.

        What a hidden thing says is waited for so: whenever it is not yet as expected, ``expect`` has the whole page
        written down, which takes longer than the page's own work.
        """
        self.page.locator(selector).wait_for(state="attached")

    def follows(self) -> None:
        """Wait until the page has its line to the book."""
        self.sees('#line[data-line="up"]')

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
        """Leave the page to the next tablet; a page that it cannot be left to is closed."""
        if self not in _in_use:
            return
        _in_use.remove(self)
        if self._left is not None and self._empty():
            self._left.append(self.page)
        else:
            self.context.close()

    def _empty(self) -> bool:
        """Empty the page of what it kept and hears; says whether it could."""
        if self.page is not self._first or self.context.pages != [self.page]:
            return False
        self._scripts.close()
        self.page.remove_listener("domcontentloaded", self._begin)
        self.page.remove_listener("console", self._hear)
        self.page.remove_listener("pageerror", self._hear_of)
        try:
            self.page.unroute_all()
            self.context.unroute_all()
            self.page.emulate_media(reduced_motion="reduce")
            # A page of the same origin and the same isolation: its process stays. On a dead line nothing comes.
            self.page.goto(self.address + "/healthz", timeout=LEAVE_MS)
            self.page.evaluate(FORGET)
        except Error:
            return False
        self.context.clear_cookies()
        return True


class Tablets:
    """Tablets at the tables of a house that is served; a test leaves them all, and no page has found a fault."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self._stack = ExitStack()
        self._tablets: list[Tablet] = []

    def cable(self) -> Cable:
        """A cable to the server; a tablet on it is left before it is."""
        return self._stack.enter_context(Cable(self.address))

    def new(self, size: tuple[int, int] = (1280, 800), *, line: Cable | None = None, **options: Any) -> Tablet:
        """A tablet that shows nothing yet."""
        tablet = Tablet(self.browser, line.address if line else self.address, size, **options)
        self._tablets.append(tablet)
        self._stack.callback(tablet.close)
        return tablet

    def at(self, night: str, size: tuple[int, int] = (1280, 800), *, line: Cable | None = None) -> Tablet:
        """A tablet on a night's table, once it follows the night."""
        tablet = self.new(size, line=line)
        tablet.go(f"/nights/{night}")
        tablet.follows()
        return tablet

    def leave(self) -> None:
        """Leave all tablets; what their pages found fault with, but for answers that were refused or lost, is wrong."""
        self._stack.close()
        faults = [text for tablet in self._tablets for text in tablet.said if not EXPECTED.search(text)]
        assert not faults, faults


EXPECTED = re.compile(
    r"Failed to load resource|Failed to fetch|net::ERR|htmx:sse:error|htmx:error: timeout|Cross-Origin-Opener-Policy"
)
"""What a browser says of an answer that was refused or lost, and of a header that is for secure origins alone."""


@contextmanager
def at_table(browser: Browser, address: str, night: str) -> Iterator[Tablet]:
    """A tablet on a night's table, once it follows the night."""
    tablet = Tablet(browser, address)
    tablet.go(f"/nights/{night}")
    tablet.follows()
    yield tablet
    tablet.close()


class Held:
    """Commands on their way, held until the other tablet has done something."""

    def __init__(self, tablet: Tablet) -> None:
        self._page = tablet.page
        self._held: list[Route] | None = []
        self._page.route("**/commands", self._hold)

    def _hold(self, route: Route) -> None:
        if self._held is None:
            route.continue_()
        else:
            self._held.append(route)

    def let_go(self) -> None:
        # Unsaved where a slow machine has let the first answer come too late.
        expect(self._page.locator("#saved")).to_have_class(re.compile("sending|unsaved"))
        held, self._held = self._held or [], None
        for route in held:
            route.continue_()
