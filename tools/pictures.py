"""The pictures of the README and the docs: every screen of a night, and the papers of a closed one."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pypdfium2
from playwright.sync_api import BrowserContext, Page, sync_playwright
from werkzeug.serving import make_server

from dealer.assistant import Assistant, Sender
from dealer.demo import Demo
from events.book import Book
from reports.papers import papers_of
from web.application import create_app
from web.door import EXTENSION as DOOR

DATE = "2026-11-21"
SEED = 7
TURNS_SHOWN = 13
DEALER, PIN = "M. Earp", "1871"
SIZES = ((1024, 768), (1366, 1024), (1280, 800))
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


@contextmanager
def demonstration_served() -> Iterator[tuple[str, str]]:
    """A night in the middle of a deal behind an address, with its dealer engaged; gives the address and the night."""
    with Book.open() as book:
        demo = Demo(book, DATE, SEED)
        turns = demo.turns()
        for _ in range(TURNS_SHOWN):
            next(turns)
        demo.place_bets()
        app = create_app(book, house_key=b"a key for pictures and nothing else")
        app.extensions[DOOR].engage(DEALER, PIN, Sender(who=DEALER, device="pictures"))
        server = make_server("127.0.0.1", 0, app, threaded=True)
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", demo.night
        server.shutdown()


def sign_in(context: BrowserContext, address: str) -> None:
    """Sign the dealer in, past the page."""
    token = context.request.get(f"{address}/api/token").json()["token"]
    fields = {"name": DEALER, "pin": PIN}
    context.request.post(f"{address}/api/sign-in", data=fields, headers={"X-CSRFToken": token})


def picture(page: Page, folder: Path, name: str) -> None:
    """What a page shows, once its fonts are there and its stream is open."""
    page.evaluate("document.fonts.ready")
    page.screenshot(path=folder / f"{name}.png", animations="disabled")


def pictures_of_the_screens(folder: Path) -> None:
    """The tablet in both themes and three sizes, its drawer, signing in, the list, the board, the player's page."""
    with demonstration_served() as (address, night), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        stranger = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
        page = stranger.new_page()
        page.goto(f"{address}/sign-in")
        picture(page, folder, "sign-in")
        context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
        sign_in(context, address)
        page = context.new_page()
        page.goto(address)
        picture(page, folder, "nights")
        page.goto(f"{address}/nights/{night}")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            picture(page, folder, "night" if (width, height) == SIZES[-1] else f"night-{width}x{height}")
        for _ in range(2):
            page.locator("#seat-red").tap()
        page.locator(".drawer").wait_for()
        picture(page, folder, "drawer")
        context.add_cookies([{"name": "theme", "value": "bright", "url": address}])
        page.goto(f"{address}/nights/{night}")
        picture(page, folder, "night-bright")
        context.clear_cookies(name="theme")
        page.goto(f"{address}/nights/{night}/links?of=red")
        player = page.locator('a[href*="/player/"]').first.get_attribute("href") or ""
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.goto(f"{address}/board/{night}")
        picture(page, folder, "board")
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(player if "://" in player else address + player)
        picture(page, folder, "player")
        browser.close()


def pictures_of_the_papers(folder: Path) -> None:
    """The first settlement, the table sheet and a tab sheet of a closed night."""
    wanted = {"settlement-1-red": "settlement.png", "table": "table-sheet.png", "deal-1": "tab-sheet.png"}
    with Book.open() as book:
        demo = Demo(book, DATE, SEED)
        for _ in demo.turns():
            pass
        night, facts = Assistant(book).night(demo.night), book.facts(demo.night)
        for name, pdf in papers_of(night, facts):
            for ending, picture in wanted.items():
                if name.endswith(f"-{ending}.pdf"):
                    pypdfium2.PdfDocument(pdf)[0].render(scale=1.3).to_pil().save(folder / picture, optimize=True)


if __name__ == "__main__":
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    pictures_of_the_screens(target)
    pictures_of_the_papers(target)
