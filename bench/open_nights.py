"""What a command costs with one open night and with many, in CPU time. Figures are in README.md."""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from bench.book import OPENING
from dealer.assistant import Assistant
from dealer.streams.runtime import Sender
from events.book.book import Book

BENCH = Sender(who="bench", device="bench")
COMMANDS = 2_000
ROUNDS = 5


def cpu_ms(book: Book, nights: list[str], commands: int) -> float:
    """Milliseconds of CPU for each of so many commands, sent to the nights in turn."""
    assistant, took = Assistant(book), list[float]()
    for night in nights:
        # Whoever asks for a night the first time has it read.
        assistant.night(night)
    for _ in range(ROUNDS):
        begun = process_time()
        for number in range(commands):
            tip = {"do": "tip", "player": "red", "amount": 25}
            assistant.execute(tip, BENCH, night=nights[number % len(nights)])
        took.append((process_time() - begun) * 1_000 / commands)
    return median(took)


def opened(book: Book, count: int) -> list[str]:
    """So many open nights, each with a player who has something to give, and a hundred facts."""
    assistant = Assistant(book)
    nights = [assistant.execute(OPENING, BENCH).night for _ in range(count)]
    for night in nights:
        assistant.execute({"do": "seat_player", "player": "red", "name": "Red"}, BENCH, night=night)
        for _ in range(100):
            assistant.execute({"do": "buy_checks", "player": "red", "amount": 100_000}, BENCH, night=night)
    return nights


def main() -> None:
    """Measure books of so many open nights, each in a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nights", type=int, nargs="*", default=[1, 40, 200])
    parser.add_argument("--commands", type=int, default=COMMANDS)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        for count in asked.nights:
            with Book.open(Path(folder, f"{count}.book")) as book:
                nights = opened(book, count)
                print(f"{count:4} open nights: {cpu_ms(book, nights, asked.commands):.2f} ms of CPU a command")


if __name__ == "__main__":
    main()
