"""Finds seats and names that look alike: ``red``, ``Red``, and ``rеd`` with a Cyrillic letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from unicodedata import normalize

from dealer.commands.refusal import Phrase, phrase, printable
from events.common.night import PlayerSeated
from events.effective_events import effective
from events.printable import without_joiners
from events.records import Recorded

_CAPITALS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХѴҮԌԚԜ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "ABESIJKMHOPCTYXVYGQW" + "ABEZHIKMNOPTYX",
)
_SMALL = str.maketrans(
    "аеѕіјорсухѵһԁԛԝӏгкмтв" + "αικνορτυχγεη" + "ıɡɑ" + "01|!",
    "aesijopcyxvhdqwlrkmtb" + "aikvoptuxyen" + "iga" + "olll",
)
_TOGETHER = (("rn", "m"), ("vv", "w"), ("i", "l"))


def looks_alike_as() -> dict[str, object]:
    """What :func:`skeleton` replaces by what, for scripts that find similar names without the server."""

    def letters(table: Mapping[int, int]) -> dict[str, str]:
        return {chr(letter): chr(other) for letter, other in table.items()}

    return {"capitals": letters(_CAPITALS), "small": letters(_SMALL), "together": _TOGETHER}


@lru_cache(maxsize=4096)
def skeleton(text: str) -> str:
    """What a text looks like; texts with the same skeleton are easily confused."""
    folded = normalize("NFKC", without_joiners(text)).translate(_CAPITALS).casefold().translate(_SMALL)
    for drawn, alike in _TOGETHER:
        folded = folded.replace(drawn, alike)
    return " ".join(normalize("NFKC", folded).split())


def look_alikes(seats: Mapping[str, str], player: str) -> Iterator[Phrase]:
    """A sentence for each seat that looks like a player's, or whose player's name does.

    ``seats`` has the names of all players of a night by seat key.
    """
    name = seats[player]
    for other, called in seats.items():
        if other == player:
            continue
        if skeleton(other) == skeleton(player):
            yield phrase(
                "The seat “%(seat)s” looks like the seat “%(other)s” of %(called)s.",
                seat=printable(player),
                other=printable(other),
                called=printable(called),
            )
        if skeleton(called) == skeleton(name):
            yield phrase(
                "The name %(name)s of seat “%(seat)s” looks like %(called)s of seat “%(other)s”.",
                name=printable(name),
                seat=printable(player),
                called=printable(called),
                other=printable(other),
            )


def all_look_alikes(seats: Mapping[str, str]) -> Iterator[Phrase]:
    """The same for all seats of a night, each against the seats taken before it."""
    earlier: dict[str, str] = {}
    for player, name in seats.items():
        earlier[player] = name
        yield from look_alikes(earlier, player)


def warnings_of(events: Iterable[Recorded], seated: Iterable[PlayerSeated]) -> tuple[Phrase, ...]:
    """The warnings about players just seated, in a night of these events."""
    seats = {row.event.player: row.event.name for row in effective(events) if isinstance(row.event, PlayerSeated)}
    return tuple(warning for seat in seated if seat.player in seats for warning in look_alikes(seats, seat.player))
