"""When no night stood open any more: the moments at which the last open night of a book was closed."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from events.book import Book
from events.times import moment_of


@dataclass(frozen=True, slots=True)
class _Seen:
    open_nights: frozenset[str] = frozenset()
    over: tuple[datetime, ...] = ()
    position: int = 0


class NightsOver:
    """Follows the nights of a book, reading each fact once. Safe to use from many threads."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._seen = _Seen()
        self._lock = Lock()

    def first_after(self, at: str) -> datetime | None:
        """The first moment after a time (ISO 8601 in UTC) at which the last open night was closed, if it has come."""
        over = self._up_to_date().over
        place = bisect_right(over, datetime.fromisoformat(at))
        return over[place] if place < len(over) else None

    def _up_to_date(self) -> _Seen:
        with self._lock:
            seen = self._seen
            events, position = self._book.openings_and_closes(seen.position)
            if position != seen.position:
                open_nights, over = set(seen.open_nights), list(seen.over)
                for night, opened, at in events:
                    if opened:
                        open_nights.add(night)
                    elif night in open_nights:
                        open_nights.remove(night)
                        if not open_nights:
                            # In order, though the clock may have been set back.
                            moment = moment_of(at)
                            over += [max([moment, *over[-1:]])] if moment else []
                self._seen = _Seen(frozenset(open_nights), tuple(over), position)
            return self._seen
