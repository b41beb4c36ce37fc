"""Demonstration nights in a book's file, to be read again."""

from __future__ import annotations

from pathlib import Path

from dealer.demo import Demo
from events.book.book import Book


def demonstrated(path: Path, game: str, rounds: int) -> str:
    """The id of a night of a game, played through so many rounds and closed, alone in a new book."""
    with Book.open(path) as book:
        demo = Demo((game,), book, "2026-11-21", 7, rounds)
        for _ in demo.turns():
            pass
        return demo.night
