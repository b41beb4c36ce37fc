"""A night replayed, beside an aggregate of the ``eventsourcing`` library with as many events.

Rows are read from the file, the facts decoded, the night folded with what stands, and then the projections that the
house's screens have of any night. Theirs is one number to which each event adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from uuid import UUID

from bench.demonstrated import demonstrated
from bench.figures import Figure, in_turn
from bench.peers.eventsourcing_library import Purse, Purses, purses
from dealer.games.faro.settlement import PLACES
from dealer.projections import ROUNDS
from dealer.streams import NIGHT_RULES
from events.book.book import Book

GAMES = {"faro": "Faro", "fan_tan": "Fan-Tan", "pharo": "Pharo"}
FASTER, HELD = 5.0, 1.2


def figures(quick: bool) -> Iterator[Figure]:
    """Facts a second of the processor's time, for a night of each of three games."""
    rounds, deals = (5, 3) if quick else (25, 12)
    for game, title in GAMES.items():
        with TemporaryDirectory() as folder, ExitStack() as stack:
            night = demonstrated(Path(folder, "night.db"), game, deals)
            book = stack.enter_context(Book.open(Path(folder, "night.db")))
            library = stack.enter_context(purses(Path(folder, "library.db")))
            facts = len(book.facts(night))
            purse = _saved(library, facts)
            ours, theirs = in_turn(rounds, partial(replayed, book, night), partial(_got, library, purse, facts))
            yield Figure(
                what=f"a night of {title} replayed from its rows, {facts:,} facts",
                beside=f"`eventsourcing`, `repository.get` of {facts:,} events",
                unit="/s",
                ours=ours,
                theirs=theirs,
                at_least=FASTER,
                held=HELD,
            )


def replayed(book: Book, night: str) -> float:
    """Facts a second from a night's rows to all that is folded from them."""
    began = process_time()
    folded = NIGHT_RULES.evolve(None, book.facts(night))
    for projection in (ROUNDS, PLACES):
        projection.of(folded.facts.effective)
    return len(folded.facts) / (process_time() - began)


def _saved(library: Purses, events: int) -> UUID:
    """A purse with so many events, the one that makes it among them."""
    purse = Purse(0)
    for number in range(events - 1):
        purse.buy(number)
    library.save(purse)
    return purse.id


def _got(library: Purses, purse: UUID, events: int) -> float:
    began = process_time()
    library.repository.get(purse)
    return events / (process_time() - began)
