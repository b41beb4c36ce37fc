"""Odd cards: cards that cannot come out of a square pack, which the table refused; and cards that were taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from events import fan_tan, faro
from events.fact import Fact
from events.night import CommandVoided
from events.records import Recorded, RecordedCommand
from events.standing import standing

_CARDS: tuple[type[Fact], ...] = (
    faro.SodaExposed,
    faro.LoserDrawn,
    faro.WinnerDrawn,
    faro.HockExposed,
    fan_tan.CardsLaid,
    fan_tan.HandShown,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OddCard:
    """An odd card as it was refused: in which command of which night, where in the play, when, and why."""

    night: str
    command: int
    where: str
    at: str
    who: str
    why: str


def odd_cards_of(facts: Sequence[Recorded], commands: Iterable[RecordedCommand]) -> tuple[OddCard, ...]:
    """The odd cards that were refused while a night had these facts."""
    return tuple(
        OddCard(
            night=one.night,
            command=one.number,
            where=_where(facts[: one.version_before]),
            at=one.at,
            who=one.who,
            why=one.why or "",
        )
        for one in commands
        if one.refused == "odd_card" and one.version_before <= len(facts)
    )


def cards_taken_back(facts: Iterable[Recorded]) -> int:
    """How many commands that showed or laid cards were taken back; those cards are not looked at."""
    showing: set[str] = set()
    taken = 0
    for one in facts:
        if isinstance(one.fact, _CARDS):
            showing.add(one.command)
        elif isinstance(one.fact, CommandVoided) and one.fact.command in showing:
            taken += 1
    return taken


def _where(facts: Sequence[Recorded]) -> str:
    """The place in the play after these facts, in words."""
    stands = ""
    for one in reversed(standing(facts)):
        match one.fact:
            case faro.DealStarted():
                return f"deal {one.fact.deal}, {stands or 'before the first card'}"
            case fan_tan.HandStarted():
                return f"hand {one.fact.hand}, {stands or 'before turn 1'}"
            case fact:
                stands = stands or _stands_after(fact)
    return "before any deal"


def _stands_after(fact: Fact) -> str:
    """Where a deal or hand stands after one of its cards; nothing after any other fact."""
    match fact:
        case faro.SodaExposed():
            return "before turn 1"
        case faro.LoserDrawn():
            return f"turn {fact.turn}"
        case faro.WinnerDrawn(turn=25):
            return "before the hock"
        case faro.WinnerDrawn() | fan_tan.CardsLaid() | fan_tan.TurnPassed():
            return f"before turn {fact.turn + 1}"
        case faro.HockExposed():
            return "after the hock"
        case _:
            return ""
