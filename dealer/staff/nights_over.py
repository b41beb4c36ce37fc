"""When the night was over: the last open night of a book was closed, and none was opened for some time."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Lock

from events.book.book import Book
from events.times import moment_of

LOOK_AGAIN = timedelta(seconds=1)
"""What was read is good for so long: every request asks, and what hangs on the answer comes an hour later."""

_LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Seen:
    open_nights: frozenset[str] = frozenset()
    over: tuple[datetime, ...] = ()
    position: int = 0
    looked_at: datetime = _LONG_AGO


class NightsOver:
    """Follows the nights of a book, reading each fact once. Safe to use from many threads.

    ``pause`` is how soon after the last close another night has to be opened for the evening to go on.
    """

    def __init__(self, book: Book, pause: timedelta) -> None:
        self._book = book
        self._pause = pause
        self._seen = _Seen()
        self._lock = Lock()

    def first_after(self, at: str, now: str) -> datetime | None:
        """The first close of a last open night after a time, if it has come by now and no other night followed it.

        One may still follow, until the pause is over. A demonstration night may have been closed hours ahead of now.
        Times are ISO 8601 in UTC.
        """
        seen, present = self._seen, datetime.fromisoformat(now)
        if not timedelta(0) <= present - seen.looked_at < LOOK_AGAIN:
            seen = self._up_to_date(present)
        over = seen.over
        place = bisect_right(over, datetime.fromisoformat(at))
        return over[place] if place < len(over) and over[place] <= present else None

    def _up_to_date(self, present: datetime) -> _Seen:
        with self._lock:
            seen = self._seen
            events, position = self._book.openings_and_closes(seen.position)
            open_nights, over = set(seen.open_nights), list(seen.over)
            for night, opened, at in events:
                moment = moment_of(at)
                if opened:
                    open_nights.add(night)
                    if moment and over and moment < over[-1] + self._pause:
                        del over[-1]
                elif night in open_nights:
                    open_nights.remove(night)
                    # In order, though the clock may have been set back.
                    over += [max([moment, *over[-1:]])] if moment and not open_nights else []
            seen = self._seen = _Seen(frozenset(open_nights), tuple(over), position, present)
            return seen
