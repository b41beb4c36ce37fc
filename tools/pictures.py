"""The pictures of the README: a night in the middle of a deal, the list of nights, and the papers of a closed one."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Thread

import pypdfium2
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from dealer.assistant import Assistant
from dealer.demo import Demo
from events.book import Book
from reports.papers import papers_of
from web.application import create_app

DATE = "2026-11-21"
SEED = 7
TURNS_SHOWN = 13
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


def picture_of_the_table(folder: Path) -> None:
    """A table with bets on the layout, as the dealer's tablet shows it."""
    with Book.open() as book:
        demo = Demo(book, DATE, SEED)
        turns = demo.turns()
        for _ in range(TURNS_SHOWN):
            next(turns)
        demo.place_bets()
        server = make_server("127.0.0.1", 0, create_app(book), threaded=True)
        Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"http://127.0.0.1:{server.server_port}/nights/{demo.night}", wait_until="networkidle")
            page.screenshot(path=folder / "night.png")
            browser.close()
        server.shutdown()


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
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    picture_of_the_table(target)
    pictures_of_the_papers(target)
