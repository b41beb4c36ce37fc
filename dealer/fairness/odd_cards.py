"""Odd cards: cards that cannot come out of a square pack, which the table refused; and cards that were taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dealer.commands.refusal import refusal_of
from dealer.games import GAMES
from events.effective_facts import EffectiveFold, effective
from events.facts.play import CardsShown, RoundBegun
from events.games import game_of
from events.records import Recorded, RecordedCommand


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
            night=one.stream,
            command=one.number,
            where=_where(facts[: one.version_before]),
            at=one.at,
            who=one.who,
            why=refusal_of(one.refused, one.why).why,
        )
        for one in commands
        if one.refused == "odd_card" and one.version_before <= len(facts)
    )


def cards_taken_back(facts: Iterable[Recorded]) -> int:
    """How many commands that showed or laid cards were taken back or put right; those cards are not looked at.

    What a correction undid and gave again just so is no other card.
    """
    stood = EffectiveFold()
    given = [stood.follow(one) for one in facts]
    cards = [one for one in given if isinstance(one.fact, CardsShown)]
    stand = {(one.command, one.fact) for one in cards if one.version not in stood.taken_back_by}
    gone = [one for one in cards if one.version in stood.taken_back_by and (one.command, one.fact) not in stand]
    return len({one.command for one in gone})


def _where(facts: Sequence[Recorded]) -> str:
    """The place in the play after these facts, in words."""
    stands = ""
    for one in reversed(effective(facts)):
        game = GAMES.get(game_of(one.fact))
        if game is None:
            continue
        stands = stands or game.fairness.stands_after(one.fact)
        if isinstance(one.fact, RoundBegun):
            return f"{game.round_called} {one.fact.round_number}, {stands}"
    return "before any deal"
