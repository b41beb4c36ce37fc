"""All checks of a night, beside the replay of the same night."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.evening import demonstrated
from bench.figures import Figure, in_turn
from bench.process_time import alone
from dealer.games.faro.settlement import PLACES
from dealer.projections import ROUNDS
from dealer.streams import NIGHT_RULES
from dealer.verification.streams import verify
from events.book.book import Book

GAMES = {"faro": "Faro", "fan_tan": "Fan-Tan", "pharo": "Pharo"}
TIMES_A_REPLAY, HELD_TO_REPLAY = 4.0, 7.0


def figures(quick: bool) -> Iterator[Figure]:
    """The processor's time of a whole verification, for a night of each of three games.

    Each night is dealt by one process and verified by another, as ``casekeeper verify`` does: a process that has dealt
    a night has its memory in pieces, and is slower.
    """
    rounds, deals = (4, 2) if quick else (15, 12)
    for game, title in GAMES.items():
        with TemporaryDirectory() as folder:
            path = Path(folder, "night.db")
            night = alone(demonstrated, path, game, deals)
            yield alone(_figure_of, path, night, title, rounds)


def _figure_of(path: Path, night: str, title: str, rounds: int) -> Figure:
    with Book.open(path) as book:
        events = len(book.events(night))
        verified, replayed = in_turn(rounds, partial(_verified, book, night), partial(_replayed, book, night))
    return Figure(
        what=f"a night of {title} verified whole, {events:,} events",
        beside="replayed from its rows",
        unit="s",
        ours=verified,
        theirs=replayed,
        at_most=TIMES_A_REPLAY,
        held=HELD_TO_REPLAY,
    )


def _verified(book: Book, night: str) -> float:
    began = process_time()
    assert verify(book, night).sound
    return process_time() - began


def _replayed(book: Book, night: str) -> float:
    """Read and fold the night's events, and the projections that screens have of any night."""
    began = process_time()
    folded = NIGHT_RULES.evolve(None, book.events(night))
    for projection in (ROUNDS, PLACES):
        projection.of(folded.events.effective)
    return process_time() - began
