"""What a command of a Fan-Tan hand did, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dealer.night import Night
from dealer.tables import fan_tan_of
from dealer.wording import counted
from events import fan_tan
from events.fact import Fact
from reports.cards import cards_words
from reports.naming import name_of
from reports.wording import chips_words


def _started(now: Night, fact: fan_tan.HandStarted) -> str:
    return f"{name_of(now, fact.dealer)} deals hand {fact.hand}."


def _laid(now: Night, fact: fan_tan.CardsLaid) -> str:
    return f"{name_of(now, fact.player)} lays {cards_words(fact.cards)}."


def _passed(now: Night, fact: fan_tan.TurnPassed) -> str:
    paid = f" and pays {chips_of(now, fact.chips)}" if fact.chips else ""
    return f"{name_of(now, fact.player)} passes{paid}."


def _shown(now: Night, fact: fan_tan.HandShown) -> str:
    return f"{name_of(now, fact.player)} shows his {counted(len(fact.cards), 'card')}."


def _ended(now: Night, fact: fan_tan.HandEnded) -> str:
    if fact.winner is None:
        return f"Hand {fact.hand} is dead: nobody laid a card."
    return f"Hand {fact.hand} is over: {name_of(now, fact.winner)} is out."


def _penalty(now: Night, fact: fan_tan.PenaltyTaken) -> str:
    return f"{name_of(now, fact.player)} pays {chips_of(now, fact.chips)} for his wrong pass at turn {fact.turn}."


def _won(now: Night, fact: fan_tan.PotWon) -> str:
    return f"{name_of(now, fact.player)} takes the pot of hand {fact.hand}: {chips_of(now, fact.chips)}."


def _left(now: Night, fact: fan_tan.PotLeft) -> str:
    return f"Hand {fact.hand} is settled as dead; the pot keeps {chips_of(now, fact.chips)}."


def chips_of(now: Night, chips: int) -> str:
    """Chips of the pot, and what they are worth."""
    return chips_words(chips, fan_tan_of(now).house.chip)


def with_wrong_passes(said: str, facts: Sequence[Fact]) -> str:
    """A sentence about the end of a hand, with the number of wrong passes that it proved."""
    proved = sum(isinstance(fact, fan_tan.WrongPassProved) for fact in facts)
    if not proved:
        return said
    return f"{said[:-1]}; {counted(proved, 'wrong pass is', 'wrong passes are')} proved."


SENTENCES: dict[type[Fact], Callable[[Night, Any], str]] = {
    fan_tan.HandStarted: _started,
    fan_tan.CardsLaid: _laid,
    fan_tan.TurnPassed: _passed,
    fan_tan.HandShown: _shown,
    fan_tan.HandEnded: _ended,
    fan_tan.PenaltyTaken: _penalty,
    fan_tan.PotWon: _won,
    fan_tan.PotLeft: _left,
    fan_tan.HandVoided: lambda now, fact: f"Hand {fact.hand} is void: {fact.reason.rstrip('.')}.",
}

TOLD_BY_THE_LAST = (fan_tan.HandEnded, fan_tan.PotWon, fan_tan.PotLeft)
"""Facts that come after what they brought about, and say what the command was."""
