"""Disputes as they are written on paper: where they arose, what was claimed, how they were ruled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from dealer.faro.take_and_pay import places_of
from dealer.night import Night
from events import fan_tan, faro, night
from events.fact import Fact
from reports.pips import card_in_words
from reports.reckoning import correction_for

TURNS_OF_A_DEAL = 26
"""The most turns that a deal of Faro has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeLine:
    """One dispute: where in the night it arose, and about what; ``ruled`` is its ruling, once there is one."""

    dispute: str
    player: str
    name: str
    place: str
    about: str
    claim: str
    ruled: night.DisputeRuled | None = None

    @property
    def where(self) -> str:
        """Where in the night it arose, and about what."""
        return f"{self.place} · {self.about}"

    @property
    def outcome(self) -> str:
        """The ruling in words."""
        if self.ruled is None:
            return "not ruled yet"
        law = f" under law {self.ruled.law}" if self.ruled.law else ""
        return f"{self.ruled.ruling}{law}: {self.ruled.reason}"

    def cents_for(self, side: str) -> int:
        """What the ruling gave a side."""
        return correction_for(self.ruled, side) if self.ruled else 0

    def touches(self, player: str) -> bool:
        """Whether a player raised it or its ruling moved checks of his."""
        moved = self.ruled.corrections if self.ruled else ()
        return self.player == player or any(player in (one.source, one.target) for one in moved)


def disputes_of(now: Night, facts: Iterable[Fact]) -> list[DisputeLine]:
    """All disputes of a night from its standing facts, in the order in which they were raised."""
    facts = tuple(facts)
    bets = places_of(facts)
    at = _Place()
    found: dict[str, DisputeLine] = {}
    for fact in facts:
        match fact:
            case night.DisputeRaised():
                found[fact.dispute] = DisputeLine(
                    dispute=fact.dispute,
                    player=fact.player,
                    name=now.seats[fact.player].name,
                    place=at.said,
                    about=bets.get(fact.about) or at.turn_said(fact.about),
                    claim=fact.claim,
                )
            case night.DisputeRuled():
                found[fact.dispute] = replace(found[fact.dispute], ruled=fact)
            case _:
                at.follow(fact, now)
    return list(found.values())


@dataclass(slots=True)
class _Place:
    """Where in the night the table is, in words, and what was done in the turns of the last hand.

    ``hand`` is the last hand begun and ``hand_on`` whether no deal was begun since.
    """

    said: str = "before the first card"
    hand: int = 0
    hand_on: bool = False
    dealt: bool = False
    turns: dict[str, str] = field(default_factory=dict)

    def follow(self, fact: Fact, now: Night) -> None:
        """One more fact."""
        match fact:
            case faro.DealStarted():
                self.said, self.dealt, self.hand_on = f"deal {fact.deal}, turn 0", True, False
            case faro.LoserDrawn():
                self.said = f"deal {fact.deal}, turn {fact.turn}"
            case fan_tan.HandStarted():
                self.said, self.hand, self.hand_on, self.turns = f"hand {fact.hand}, turn 0", fact.hand, True, {}
            case fan_tan.CardsLaid() | fan_tan.TurnPassed():
                self.said = f"hand {fact.hand}, turn {fact.turn}"
                self.turns[str(fact.turn)] = f"{now.seats[fact.player].name} {_done(fact)}"
            case fan_tan.PotWon() | fan_tan.PotLeft() | fan_tan.HandVoided():
                self.said = f"after hand {fact.hand}"

    def turn_said(self, turn: str) -> str:
        """The turn that a dispute is about: of the deal or hand begun last, or of the other where that has no such."""
        of_the_deal = self.dealt and not self.hand_on and int(turn) <= TURNS_OF_A_DEAL
        if of_the_deal or turn not in self.turns:
            return f"about turn {turn}"
        of = "" if self.hand_on else f" of hand {self.hand}"
        return f"about turn {turn}{of}, in which {self.turns[turn]}"


def _done(fact: fan_tan.CardsLaid | fan_tan.TurnPassed) -> str:
    if isinstance(fact, fan_tan.TurnPassed):
        return "passed"
    return "laid the " + " and the ".join(card_in_words(card) for card in fact.cards)
