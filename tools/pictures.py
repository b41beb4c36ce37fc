"""The pictures that the README and the docs show: screens of a night, and papers of a closed one."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from threading import Thread
from unittest.mock import patch

import pypdfium2
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from werkzeug.serving import make_server

from dealer.demo import Demo
from dealer.game.cards import rank_of
from dealer.games.fan_tan.state import fan_tan_of
from dealer.games.faro.state import faro_of
from dealer.night.night import Night
from dealer.night_service import NightService
from dealer.score_pad.table import MatchTable, Phase
from dealer.streams import Sender
from events.book.book import Book
from events.games.faro import BetSplit
from ledger.statement import box_cents
from reports.game_papers import all_blanks
from reports.sheets.papers import list_papers, name_of
from web.app.authentication import EXTENSION as AUTHENTICATION
from web.application import create_app

DATE = "2026-11-21"
SEED = 7
TURN_SHOWN, BETS_SHOWN = 10, 8
HAND_SHOWN, HAND_TURN_SHOWN = 2, 34
COUPS_SHOWN, PUNTER_SHOWN = 46, "green"
FLOOR = {"faro": 40, "fan_tan": 40, "pharo": 46}
DEALER, PIN = "M. Earp", "1871"
TABLET: ViewportSize = {"width": 1280, "height": 800}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
TELEPHONE: ViewportSize = {"width": 390, "height": 844}
CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--font-render-hinting=none",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]


def is_split(night: Night) -> bool:
    """Whether the last turn was a split, and not one of the first, when little lies."""
    table = faro_of(night)
    return table.turn > 5 and rank_of(table.loser or "") == rank_of(table.winner or "")


def in_match(game: str, moment: Callable[[MatchTable], bool], hands: int = 3) -> Callable[[Night], bool]:
    """Whether a match has gone some hands, and its table is at a moment."""

    def is_there(night: Night) -> bool:
        table = night.tables[game]
        return isinstance(table, MatchTable) and len(table.hands) >= hands and moment(table)

    return is_there


def is_bid(table: MatchTable) -> bool:
    """Whether a bidding is on in which somebody has bid."""
    return table.phase is Phase.BIDDING and table.bidder is not None


def is_held(table: MatchTable) -> bool:
    """Whether the dealer has held, and others are asked again."""
    return is_bid(table) and table.bidder == table.dealer


def is_doubled(table: MatchTable) -> bool:
    """Whether a bid that was doubled stands, and others are asked yet."""
    return is_bid(table) and table.bidding is not None and table.bidding.doubled > 1


def is_played(table: MatchTable) -> bool:
    """Whether a hand is played that is to be scored."""
    return table.phase is Phase.PLAYING


MOMENTS: dict[str, Callable[[Night], bool]] = {
    "stuss": is_split,
    "farmer": lambda night: len(night.tables["farmer"].shown) > 2,
    "spoil_five": lambda night: night.game_on is not None,
    "five_in_one": lambda night: night.game_on is not None and night.tables["five_in_one"].turn > 2,
    "frog": lambda night: night.game_on is not None and not night.tables["frog"].is_bid,
    "five_hundred": in_match("five_hundred", is_bid),
    "forty_five": in_match("forty_five", is_played),
    "auction_forty_five": in_match("auction_forty_five", is_held),
    "hasenpfeffer": in_match("hasenpfeffer", is_played, hands=2),
    "big_three": in_match("big_three", is_played),
    "four_deal_bridge": in_match("four_deal_bridge", is_doubled),
}
"""The moment at which the table of a demonstration is shown, by its name."""


@contextmanager
def served(book: Book) -> Iterator[str]:
    """A book behind an address, with its dealer engaged."""
    app = create_app(book, secret_key=b"a key for pictures and nothing else")
    app.extensions[AUTHENTICATION].engage(DEALER, PIN, Sender(who=DEALER, device="pictures"))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@contextmanager
def deal_served() -> Iterator[tuple[str, str]]:
    """A night of Faro in the middle of a deal: its address and its id."""
    with Book.open() as book:
        demo = Demo(("faro",), book, DATE, SEED)
        for shown in demo.turns():
            table = faro_of(NightService(book).night(demo.night))
            if shown.turn >= TURN_SHOWN and len(table.bets) >= BETS_SHOWN and table.bets_are_open:
                break
        with served(book) as address:
            yield address, demo.night


@contextmanager
def hands_served() -> Iterator[tuple[str, str, Callable[[], None]]]:
    """A night of Fan-Tan in the middle of a hand: its address, its id, and what brings it to that hand's end."""
    with Book.open() as book:
        demo = Demo(("fan_tan",), book, DATE, SEED)
        turns = demo.turns()
        while (shown := next(turns)).number < HAND_SHOWN or shown.turn < HAND_TURN_SHOWN:
            pass

        def to_the_end() -> None:
            while next(turns).number == HAND_SHOWN:
                pass
            # The next hand has begun by now: it and the settlement are taken back, down to the proofs.
            service, sender = NightService(book), Sender(who=DEALER, device="pictures")
            while not is_proved(service.night(demo.night)):
                service.execute({"do": "void"}, sender, night=demo.night)

        with served(book) as address:
            yield address, demo.night, to_the_end


def is_proved(night: Night) -> bool:
    """Whether the hand shown is over, and nothing of it is taken or paid."""
    table = fan_tan_of(night)
    return table.is_on and table.round == HAND_SHOWN and table.hand.ended and not table.hand.taken


def sign_in(context: BrowserContext, address: str) -> None:
    """Sign the dealer in, past the page."""
    token = context.request.get(f"{address}/api/token").json()["token"]
    fields = {"name": DEALER, "pin": PIN}
    context.request.post(f"{address}/api/sign-in", data=fields, headers={"X-CSRFToken": token})


def picture(page: Page, folder: Path, name: str) -> None:
    """What a page shows, once its fonts are there and its stream is open."""
    page.evaluate("document.fonts.ready")
    page.screenshot(path=folder / f"{name}.png", animations="disabled")


def pictures_of_faro(folder: Path, browser: Browser) -> None:
    """The tablet, the board and the player's page."""
    with deal_served() as (address, night):
        context = browser.new_context(viewport=TABLET, has_touch=True)
        sign_in(context, address)
        page = context.new_page()
        page.goto(f"{address}/nights/{night}")
        picture(page, folder, "night")
        page.locator('[data-touch="help"]').first.tap()
        picture(page, folder, "help")
        page.keyboard.press("Escape")
        picture_of_the_board(page, folder, address, night, "board")
        page.goto(f"{address}/nights/{night}/links?of=red")
        player = page.locator('a[href*="/player/"]').first.get_attribute("href") or ""
        page.set_viewport_size(TELEPHONE)
        page.goto(player if "://" in player else address + player)
        picture(page, folder, "player")


def pictures_of_fan_tan(folder: Path, browser: Browser) -> None:
    """The tablet in the middle of a hand and at its end, with what is proved; the board in the middle of it."""
    with hands_served() as (address, night, to_the_end):
        context = browser.new_context(viewport=TABLET, has_touch=True)
        sign_in(context, address)
        page = context.new_page()
        page.goto(f"{address}/nights/{night}")
        picture(page, folder, "pot-night")
        picture_of_the_board(page, folder, address, night, "pot-board")
        to_the_end()
        page.set_viewport_size(TABLET)
        page.goto(f"{address}/nights/{night}")
        picture(page, folder, "pot-proofs")


def pictures_of_pharo(folder: Path, browser: Browser) -> None:
    """The tablet in the middle of a deal, and a punter's own hand on their telephone."""
    with Book.open() as book:
        demo = Demo(("pharo",), book, DATE, SEED)
        turns = demo.turns()
        for _ in range(COUPS_SHOWN):
            next(turns)
        NightService(book).execute({"do": "open_to_players"}, Sender(who=DEALER, device="pictures"), night=demo.night)
        with served(book) as address:
            context = browser.new_context(viewport=TABLET, has_touch=True)
            sign_in(context, address)
            page = context.new_page()
            page.goto(f"{address}/nights/{demo.night}")
            page.locator(f'.strip-key[data-player="{PUNTER_SHOWN}"]').tap()
            picture(page, folder, "pharo-night")
            page.set_viewport_size(TELEPHONE)
            page.goto(f"{address}/nights/{demo.night}/links?of={PUNTER_SHOWN}&acts=1")
            page.goto(page.locator('a[href*="/hand/"]').first.get_attribute("href") or "")
            picture(page, folder, "pharo-hand")


def picture_at(folder: Path, browser: Browser, name: str, moment: Callable[[Night], bool]) -> None:
    """The tablet in the second round of a demonstration, at the first turn that left such a moment."""
    with Book.open() as book:
        demo = Demo((name,), book, DATE, SEED)
        for shown in demo.turns():
            if shown.number > 1 and moment(NightService(book).night(demo.night)):
                break
        else:
            raise AssertionError(f"the demonstration {name} has no such moment")
        with served(book) as address:
            context = browser.new_context(viewport=TABLET, has_touch=True)
            sign_in(context, address)
            page = context.new_page()
            page.goto(f"{address}/nights/{demo.night}")
            picture(page, folder, f"{name.replace('_', '-')}-night")


def picture_of_the_board(page: Page, folder: Path, address: str, night: str, name: str) -> None:
    """The board on a television."""
    page.set_viewport_size(TELEVISION)
    page.goto(f"{address}/board/{night}")
    picture(page, folder, name)


def pictures_of_the_auditors_room(folder: Path, browser: Browser) -> None:
    """A night looked back at, its register, the dossier of a split bet, what if, a verdict, and the cards."""
    with Book.open() as book:
        demo = Demo(("faro",), book, DATE, SEED)
        for _ in demo.turns():
            pass
        night = demo.night
        split = next(one for one in book.events(night) if isinstance(one.event, BetSplit))
        placed = next(one for one in book.commands(night) if one.document.get("bet") == split.event.bet)
        with served(book) as address:
            context = browser.new_context(viewport=TABLET, has_touch=True)
            sign_in(context, address)
            page = context.new_page()
            room = f"{address}/nights/{night}"
            for name, where in {
                "looking-back": f"?at={split.version}",
                "register": f"/audit?command={placed.number}",
                "dossier": f"/bets/{split.event.bet}",
                "what-if": f"/what-if?command={placed.number}&how=strike#outcome",
                "square": "/square",
            }.items():
                page.goto(room + where)
                picture(page, folder, name)
            page.goto(f"{room}/verify")
            page.get_by_role("button", name="Verify this night").tap()
            page.get_by_text("Sound").first.wait_for()
            picture(page, folder, "verify")


def picture_of_the_floor(folder: Path, browser: Browser) -> None:
    """Three open tables, one with a count that was short."""
    with Book.open() as book:
        nights = []
        for game, shown in FLOOR.items():
            demo = Demo((game,), book, DATE, SEED)
            for _ in islice(demo.turns(), shown):
                pass
            nights.append(demo.night)
        at = max(book.events(night)[-1].at for night in nights)
        short = {"do": "count_drawer", "at": "relief", "reason": "A bill of change is missing"}
        service = NightService(book, clock=lambda: at)
        cash = box_cents(service.night(nights[0]).ledger) - 2_500
        sender = Sender(who=DEALER, device="pictures")
        service.execute({**short, "cash": cash}, sender, night=nights[0])
        for night, dealer in zip(nights[1:], ("W. Bell", "S. Quinn"), strict=True):
            service.execute({"do": "relieve_dealer", "dealer": dealer}, sender, night=night)
        with served(book) as address, patch("web.house.floor.now_utc", lambda: at):
            context = browser.new_context(viewport=TABLET, has_touch=True)
            sign_in(context, address)
            page = context.new_page()
            page.goto(f"{address}/floor")
            picture(page, folder, "floor")


def pictures_of_the_papers(folder: Path) -> None:
    """A settlement of a closed night of Faro, and the sheet of a hand of Fan-Tan."""
    for game, name, picture in (("faro", "settlement-1-red", "settlement"), ("fan_tan", "hand-1", "hand-sheet")):
        with Book.open() as book:
            demo = Demo((game,), book, DATE, SEED)
            for _ in demo.turns():
                pass
            night, events = NightService(book).night(demo.night), book.events(demo.night)
            papers = {name_of(night, paper): paper for paper in list_papers(night, events)}
            page = pypdfium2.PdfDocument(papers[name].make())[0]
            page.render(scale=1.3).to_pil().save(folder / f"{picture}.png", optimize=True)


def picture_of_the_layout(folder: Path) -> None:
    """The layout, to be printed and played on."""
    page = pypdfium2.PdfDocument(all_blanks()["layout"].print())[0]
    page.render(scale=1.3).to_pil().save(folder / "layout.png", optimize=True)


if __name__ == "__main__":
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        pictures_of_faro(target, chromium)
        pictures_of_fan_tan(target, chromium)
        pictures_of_pharo(target, chromium)
        for name, moment in MOMENTS.items():
            picture_at(target, chromium, name, moment)
        pictures_of_the_auditors_room(target, chromium)
        picture_of_the_floor(target, chromium)
        chromium.close()
    pictures_of_the_papers(target)
    picture_of_the_layout(target)
