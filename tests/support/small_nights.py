"""The smallest nights that make papers: players who buy checks and play nothing, in a book."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from dealer.assistant import Assistant
from dealer.streams import Sender
from events.book.book import Book
from reports.print_workers import PdfWorkers

EARP = Sender(who="M. Earp", device="tablet-1")


def workers_here() -> PdfWorkers:
    """Workers that print in this process: another one takes its time to start."""
    return PdfWorkers(executor=lambda: ThreadPoolExecutor(1))


def small_night(book: Book, *names: str, date: str = "2026-11-21", close: bool = True) -> str:
    """A night of Faro with players of these names, closed if not otherwise said."""
    do = Assistant(book).execute
    opening = {"do": "open_night", "table": "Tiger", "date": date, "game": "faro", "roll": 500_000, "dealer": "M. Earp"}
    night = do(opening, EARP).night
    for player, name in zip(("red", "blue", "white"), names, strict=False):
        do({"do": "seat_player", "player": player, "name": name}, EARP, night=night)
        buy(book, night, player)
    if close:
        do({"do": "close_night"}, EARP, night=night)
    return night


def buy(book: Book, night: str, player: str = "red") -> None:
    """Sell checks for $200."""
    Assistant(book).execute({"do": "buy_checks", "player": player, "amount": 20_000}, EARP, night=night)


def marker(book: Book, night: str, player: str = "red") -> None:
    """Give checks for $500 on credit."""
    Assistant(book).execute({"do": "issue_marker", "player": player, "amount": 50_000}, EARP, night=night)


def clock(*hours: str) -> Callable[[], str]:
    """A clock that shows one hour after another, each once."""
    shown = iter(hours)
    return lambda: next(shown)
