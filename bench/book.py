"""How fast a book takes commands and gives facts back. Figures, and what they mean, are in README.md."""

from __future__ import annotations

import argparse
import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Barrier, Thread
from time import perf_counter
from typing import Any

from dealer.assistant import Assistant
from dealer.streams.nights import fold
from dealer.streams.runtime import Sender
from events.book.book import Book
from events.book.fact_types import decode
from events.book.writer import Writing
from events.facts.money import ChecksBought
from events.records import Request
from ledger.accounts import cash, checks, move

DEALER = Sender(who="dealer", device="bench")
OPENING = {
    "do": "open_night",
    "table": "Tiger 1",
    "date": "2026-11-21",
    "game": "faro",
    "house": "american",
    "roll": 500_000,
    "dealer": "M. Deal",
}
SEATS = ("red", "blue", "white", "black", "yellow", "green")


def request(number: int, night: str) -> Request:
    """A command of an ordinary size."""
    return Request(
        id=f"command-{night}-{number}",
        stream=night,
        document={"do": "buy_checks", "player": "red", "amount": 5_000},
        who="dealer",
        device="bench",
        at="2026-11-21T20:00:00.000Z",
    )


def bought(amount_cents: int) -> ChecksBought:
    """A fact of an ordinary size."""
    moves = (move(cash("bought", "red"), checks("red"), amount_cents),)
    return ChecksBought(player="red", amount_cents=amount_cents, moves=moves)


def append_rates(book: Book, transactions: int) -> dict[int, float]:
    """Facts appended a second, by how many there are in one transaction: chained, hashed and on disk."""
    return {size: _append_rate(book, size, transactions) for size in (1, 10, 100)}


def _append_rate(book: Book, size: int, transactions: int) -> float:
    night, facts = f"append-{size}", [bought(5_000) for _ in range(size)]

    def append(number: int) -> Callable[[Writing], object]:
        asked = request(number, night)
        return lambda writing: writing.accept(asked, facts)

    begun = perf_counter()
    for number in range(transactions):
        book.write(append(number))
    return transactions * size / (perf_counter() - begun)


def open_night(assistant: Assistant) -> str:
    """A night with six players who have checks, and a deal that waits for bets."""
    night = assistant.execute(OPENING, DEALER).night
    for seat in SEATS:
        assistant.execute({"do": "seat_player", "player": seat, "name": seat.title()}, DEALER, night=night)
        assistant.execute({"do": "buy_checks", "player": seat, "amount": 10_000_000}, DEALER, night=night)
    assistant.execute({"do": "start_deal"}, DEALER, night=night)
    assistant.execute({"do": "expose_soda", "card": "4h"}, DEALER, night=night)
    return night


def taps(client: int, commands: int) -> Iterator[dict[str, Any]]:
    """What one tablet sends: a bet, pressed, coppered, uncoppered and taken down, over and over."""
    seat = SEATS[client % len(SEATS)]
    for number in range(commands):
        bet, step = f"c{client}b{number // 5}", number % 5
        yield (
            {"do": "place_bet", "bet": bet, "player": seat, "kind": "single", "ranks": ["5"], "stake": 2_500},
            {"do": "press_bet", "bet": bet, "add": 500},
            {"do": "copper_bet", "bet": bet},
            {"do": "uncopper_bet", "bet": bet},
            {"do": "take_down_bet", "bet": bet},
        )[step]


def latencies(assistant: Assistant, clients: int, commands: int) -> tuple[float, list[float]]:
    """Commands a second, and how long each one took in milliseconds, sorted, of clients that send without a pause."""
    night = open_night(assistant)
    took: list[list[float]] = [[] for _ in range(clients)]
    start = Barrier(clients + 1)

    def client(number: int) -> None:
        documents = list(taps(number, commands // clients))
        start.wait()
        for document in documents:
            begun = perf_counter()
            assistant.execute(document, DEALER, night=night)
            took[number].append((perf_counter() - begun) * 1_000)

    threads = [Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    start.wait()
    begun = perf_counter()
    for thread in threads:
        thread.join()
    seconds = perf_counter() - begun
    together = sorted(one for each in took for one in each)
    return len(together) / seconds, together


def replay_rates(book: Book, night: str, rounds: int = 10) -> tuple[int, float, float, float]:
    """How many facts, and facts a second: bodies decoded, read from the book, and folded into the night's state."""
    rows = [(row["kind"], row["schema_version"], row["body"]) for row in book.fact_rows(night)]
    begun = perf_counter()
    for _ in range(rounds):
        for row in rows:
            decode(*row)
    decoded = perf_counter()
    for _ in range(rounds):
        facts = book.facts(night)
    read = perf_counter()
    for _ in range(rounds):
        fold(facts)
    folded = perf_counter()
    count = rounds * len(rows)
    return len(rows), count / (decoded - begun), count / (read - decoded), count / (folded - read)


def measure(where: Path | str, commands: int) -> None:
    """Print one line a figure."""
    with Book.open(where) as book:
        for size, rate in append_rates(book, commands // 4).items():
            print(f"append, {size:3} facts a transaction   {rate:9,.0f} facts/s")
        for clients in (1, 8, 32):
            rate, took = latencies(Assistant(book), clients, commands)
            cuts = quantiles(took, n=100)
            figures = f"p50 {cuts[49]:5.2f}  p99 {cuts[98]:5.2f}  worst {took[-1]:6.2f} ms"
            print(f"whole commands, {clients:2} clients        {rate:9,.0f} /s       {figures}")
        night = book.nights()[-1]
    with Book.open(where) as book:
        facts, decoded, read, folded = replay_rates(book, night)
        print(f"replay, bodies decoded             {decoded:9,.0f} facts/s  (a night of {facts:,})")
        print(f"replay, read from the book         {read:9,.0f} facts/s")
        print(f"replay, folded into the night      {folded:9,.0f} facts/s")


def main() -> None:
    """Measure a fresh book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=4_000, help="how many commands each crowd of clients sends")
    parser.add_argument("--folder", help="where the book's file is made and removed again (a temporary folder)")
    parser.add_argument("--url", help="measure an empty PostgreSQL database in place of a file")
    parser.add_argument("--no-gc", action="store_true", help="keep Python's garbage collector off, as a server may")
    asked = parser.parse_args()
    if asked.no_gc:
        gc.disable()
    print(f"{os.cpu_count()} cores, {asked.commands} commands a crowd")
    with TemporaryDirectory(dir=asked.folder) as folder:
        measure(asked.url or Path(folder, "bench.book"), asked.commands)


if __name__ == "__main__":
    main()
