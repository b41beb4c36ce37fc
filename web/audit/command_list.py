"""The commands of a night to choose one from: sought by player, round, turn and words, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dealer.night.night import Night
from reports.words.game_words import words_of
from web.audit.search import Search
from web.looking_back.steps import Step

A_PAGE = 40
"""So many commands are shown at once."""

_ABOVE = 3
"""So many of them stand above the chosen one, which is seen at once so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandList:
    """The commands found, a page of them: ``first`` counts from 1; ``earlier`` and ``later`` are where pages begin.

    ``round`` is what the night's games call a round.
    """

    search: Search
    shown: tuple[Step, ...]
    found: int
    first: int
    earlier: int | None
    later: int | None
    players: tuple[tuple[str, str], ...]
    parts: tuple[str, ...]
    round: str


def command_list(
    night: Night, devices: Mapping[str, str], steps: Sequence[Step], search: Search, chosen: int, start: int | None
) -> CommandList:
    """The commands found from ``start`` on, which counts from 0; else those around the chosen one, else the last."""
    names = night.names
    found = search.among(steps, names, devices)
    at = _around(found, chosen) if start is None else min(start, max(len(found) - 1, 0))
    return CommandList(
        search=search,
        shown=tuple(found[at : at + A_PAGE]),
        found=len(found),
        first=at + 1,
        earlier=max(0, at - A_PAGE) if at else None,
        later=at + A_PAGE if at + A_PAGE < len(found) else None,
        players=tuple(names.items()),
        parts=tuple(dict.fromkeys(step.part for step in steps)),
        round=" or ".join(dict.fromkeys(words_of(game).round.kind for game in night.opened.games)),
    )


def _around(found: Sequence[Step], chosen: int) -> int:
    """Where the page begins that has the chosen command; the last page's beginning where none has."""
    place = next((at for at, step in enumerate(found) if step.number == chosen), None)
    return max(0, len(found) - A_PAGE) if place is None else max(0, place - _ABOVE)
