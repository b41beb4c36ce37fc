"""Disputes as they are written on paper: where they arose, what was claimed, how they were ruled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dealer.faro.take_and_pay import places_of
from dealer.night import Night
from events import faro, night
from events.fact import Fact
from reports.reckoning import correction_for


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeLine:
    """One dispute; ``ruled`` is the fact of its ruling, once there is one."""

    dispute: str
    player: str
    name: str
    deal: int
    turn: int
    about: str
    claim: str
    ruled: night.DisputeRuled | None = None

    @property
    def where(self) -> str:
        """Where in the night it arose, and about what."""
        place = f"deal {self.deal}, turn {self.turn}" if self.deal else "before the first deal"
        return f"{place} · {self.about}"

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
    places = places_of(facts)
    found: dict[str, DisputeLine] = {}
    deal = turn = 0
    for fact in facts:
        match fact:
            case faro.DealStarted():
                deal, turn = fact.deal, 0
            case faro.LoserDrawn():
                turn = fact.turn
            case night.DisputeRaised():
                found[fact.dispute] = DisputeLine(
                    dispute=fact.dispute,
                    player=fact.player,
                    name=now.seats[fact.player].name,
                    deal=deal,
                    turn=turn,
                    about=places.get(fact.about) or f"about turn {fact.about}",
                    claim=fact.claim,
                )
            case night.DisputeRuled():
                found[fact.dispute] = replace(found[fact.dispute], ruled=fact)
    return list(found.values())
