"""The commands of a night to choose one from: sought by player, deal or hand, turn and words, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dealer.night import Night
from web.audit.steps import Step

A_PAGE = 40
"""So many commands are shown at once."""

_ABOVE = 3
"""So many of them stand above the chosen one, which is seen at once so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is sought; what is left empty is not minded. ``turn`` is a number as text, ``start`` the first one shown."""

    player: str = ""
    part: str = ""
    turn: str = ""
    words: str = ""
    start: str = ""

    @classmethod
    def read(cls, sent: Mapping[str, str]) -> Search:
        """What an address asks for."""
        return cls(**{name: sent.get(name, "").strip() for name in cls.__slots__})

    @property
    def address(self) -> dict[str, str]:
        """The same for an address, but where it starts."""
        named = {"player": self.player, "part": self.part, "turn": self.turn, "words": self.words}
        return {name: value for name, value in named.items() if value}

    def finds(self, step: Step, names: Mapping[str, str]) -> bool:
        """Whether a command is what is sought."""
        if self.player and self.player not in step.players:
            return False
        if self.part and self.part != step.part:
            return False
        if self.turn and self.turn != str(step.turn):
            return False
        fate = f"refused {step.why}" if step.refused else "taken back" if step.taken_back_by else ""
        told = (str(step.number), step.word, step.said, step.place, fate, step.who, *step.bets)
        text = " ".join((*told, *(names.get(player, player) for player in step.players))).lower()
        return all(word in text for word in self.words.lower().split())


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandList:
    """The commands found, a page of them: ``first`` counts from 1; ``earlier`` and ``later`` are where pages begin."""

    search: Search
    shown: tuple[Step, ...]
    found: int
    first: int
    earlier: int | None
    later: int | None
    players: tuple[tuple[str, str], ...]
    parts: tuple[str, ...]


def command_list(night: Night, steps: Sequence[Step], search: Search, chosen: int) -> CommandList:
    """The page of commands that was asked for; else the one with the chosen command, else the last."""
    names = {player: seat.name for player, seat in night.seats.items()}
    found = [step for step in steps if search.finds(step, names)]
    at = _start(found, search, chosen)
    return CommandList(
        search=search,
        shown=tuple(found[at : at + A_PAGE]),
        found=len(found),
        first=at + 1,
        earlier=max(0, at - A_PAGE) if at else None,
        later=at + A_PAGE if at + A_PAGE < len(found) else None,
        players=tuple(names.items()),
        parts=tuple(dict.fromkeys(step.part for step in steps)),
    )


def _start(found: Sequence[Step], search: Search, chosen: int) -> int:
    if search.start.isascii() and search.start.isdigit():
        return min(int(search.start[:9]), max(len(found) - 1, 0))
    place = next((at for at, step in enumerate(found) if step.number == chosen), None)
    return max(0, len(found) - A_PAGE) if place is None else max(0, place - _ABOVE)
