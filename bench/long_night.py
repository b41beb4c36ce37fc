"""What a long night and a long list of nights cost. Figures: docs/reliability.md."""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Callable
from itertools import cycle
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bench.nights import DEALER, OPENING, SEATS
from dealer.assistant import Assistant
from dealer.demo import Demo, demos
from events.book.book import Book
from reports.printing.workers import Order, print_sheet
from reports.render_options import RenderOptions
from web.app.authentication import Authentication
from web.application import create_app
from web.nights.night_list import NightLines

RUNS = 5
PIN = "184736"


def main() -> None:
    """Measure one night of so many commands, or a list of so many nights, in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=0, help="how many commands the night has: 1000, 10000, 30000")
    parser.add_argument("--nights", type=int, default=0, help="how many nights the list has: 10, 100, 300")
    parser.add_argument("--sheet", action="store_true", help="print the table sheet too")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, Book.open(f"{folder}/book.db") as book:
        if asked.commands:
            _long_night(book, asked.commands, asked.sheet)
        if asked.nights:
            _long_list(book, asked.nights)


def _long_night(book: Book, commands: int, sheet: bool) -> None:
    assistant = Assistant(book)
    night = assistant.execute(OPENING, DEALER).night
    for one in _commands(commands):
        assistant.execute(one, DEALER, night=night)
    made_mb = _memory_mb()
    auth = Authentication(book, b"a key for the bench, and no other")
    auth.engage("M. Deal", PIN, DEALER)
    client = create_app(book, secret_key=b"a key for the bench, and no other", auth=auth).test_client()
    token = client.get("/api/token").get_json()["token"]
    client.post("/api/sign-in", json={"name": "M. Deal", "pin": PIN}, headers={"X-CSRFToken": token})
    first_s, _ = _timed(lambda: client.get(f"/nights/{night}"))

    def act() -> None:
        assistant.execute({"do": "buy_checks", "player": "red", "amount": 500}, DEALER, night=night)
        assert client.get(f"/nights/{night}").status_code == 200

    next_s = median(_timed(act)[0] for _ in range(RUNS))
    print(f"{commands} commands: first page {first_s * 1e3:.0f} ms, a command and its page {next_s * 1e3:.0f} ms")
    print(f"  memory {made_mb:.0f} MB with the night, {_memory_mb():.0f} MB with its pages")
    if sheet:
        order = Order.of(book, night, assistant.at(night)[1].version, RenderOptions())
        sheet_s, made = _timed(lambda: print_sheet(order.packed(), "table"))
        print(f"  table sheet {sheet_s:.1f} s, {len(made) / 1e6:.2f} MB")


def _commands(count: int) -> Any:
    """Deals without end, as a table that never closes has them."""
    for player in SEATS:
        yield {"do": "seat_player", "player": player, "name": player.title()}
        yield {"do": "buy_checks", "player": player, "amount": 500_000}
    players, ranks = cycle(SEATS), cycle(["A", "3", "5", "7", "9", "J", "K"])
    for number in range(0, count - 2 * len(SEATS), 3):
        bet = f"bet-{number}"
        yield {"do": "buy_checks", "player": next(players), "amount": 500}
        yield {"do": "start_deal"} if number == 0 else {"do": "tip", "player": next(players), "amount": 100}
        if number == 0:
            yield {"do": "expose_soda", "card": "2s"}
            continue
        yield {
            "do": "place_bet",
            "bet": bet,
            "player": next(players),
            "kind": "single",
            "ranks": [next(ranks)],
            "stake": 500,
        }
        yield {"do": "take_down_bet", "bet": bet}


def _long_list(book: Book, nights: int) -> None:
    for number, games in zip(range(nights), cycle(demos().values()), strict=False):
        show = Demo(games, book, f"2026-{1 + number // 28 % 12:02}-{1 + number % 28:02}", number, 1)
        for _ in show.turns():
            pass
    assistant, kept = Assistant(book), NightLines()
    first_s, _ = _timed(lambda: kept.all(assistant))
    again_s = median(_timed(lambda: kept.all(assistant))[0] for _ in range(RUNS))
    print(
        f"{nights} nights, {book.positions()[0]} facts: the list {first_s * 1e3:.0f} ms, again {again_s * 1e3:.0f} ms"
    )


def _timed(do: Callable[[], Any]) -> tuple[float, Any]:
    begun = perf_counter()
    done = do()
    return perf_counter() - begun, done


def _memory_mb() -> float:
    """The most memory that the process has had."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 if sys.platform == "linux" else 1024 * 1024)


if __name__ == "__main__":
    main()
