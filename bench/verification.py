"""How fast a night is verified, check by check. Figures are in README.md."""

from __future__ import annotations

import argparse

from dealer.demo import Demo, demos
from dealer.verification.night import verify
from events.book.book import Book

RUNS = 3


def main() -> None:
    """Deal a night of each game into a book in memory, verify it a few times, and print the best of each check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=12, help="how many deals or hands a night has")
    asked = parser.parse_args()
    for game, games in demos().items():
        with Book.open() as book:
            show = Demo(games, book, "2026-11-21", 7, asked.deals)
            for _ in show.turns():
                pass
            verdicts = [verify(book, show.night) for _ in range(RUNS)]
        best = min(verdicts, key=lambda one: one.seconds)
        print(f"{game}: {best.facts} facts in {best.seconds:.2f} s, {best.facts / best.seconds:,.0f} facts/s")
        for one in best.looked:
            print(f"  {one.check:<31} {one.done / one.seconds:>10,.0f} {one.things}/s")


if __name__ == "__main__":
    main()
