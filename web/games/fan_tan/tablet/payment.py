"""What the end of a hand pays: who for how many cards, and who takes the pot; before it is done, and afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.phrases import counted, dollars
from dealer.games.fan_tan.commands import SettleHand
from dealer.games.fan_tan.house import FanTanHouse
from dealer.games.fan_tan.state import fan_tan_of
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.facts.fact import Fact
from events.frozen import Frozen
from events.games.fan_tan import (
    CardsLaid,
    HandEnded,
    HandPaid,
    HandShown,
    HandStarted,
    HandVoided,
    PenaltyTaken,
    PotLeft,
    PotWon,
    TurnPassed,
)
from reports.words.formatting import chips_words
from reports.words.players import name_of
from web.tablet.marks import Mark, marks_of
from web.tablet.steps import Shortage, dry_run, shortages
from web.tablet.take_and_pay import Payments, rulings_since

_TAKES_ON = (HandStarted, CardsLaid, TurnPassed, HandShown, HandEnded, PenaltyTaken, PotWon, PotLeft, HandVoided)


class PayLine(Frozen):
    """What one player pays; ``short`` where they have not got it."""

    player_name: str
    mark: Mark
    why: str
    chips: str
    amount: str
    short: Shortage | None = None


class Payment(Frozen):
    """The payments of a hand, and in a sentence what becomes of its pot."""

    hand: int
    lines: tuple[PayLine, ...]
    pot: str
    mark: Mark | None


def payment_due(night: Night) -> Payment | None:
    """What settling the hand that is over would pay."""
    facts = dry_run(night, SettleHand())
    return _payment(night, facts, {one.player: one for one in shortages(night, facts)})


def last_payment(night: Night, kept: EffectiveFacts) -> Payment | None:
    """What the hand before was settled for, or that it was void; nothing before the first."""
    ended = kept.up_to_last(PotWon, PotLeft, HandVoided)
    if ended is None:
        return None
    last = ended.last.fact
    if isinstance(last, HandVoided):
        said = f"Hand {last.hand} was void: everybody has back what they put in."
        return Payment(hand=last.hand, lines=(), pot=said, mark=None)
    begun = ended.up_to_last(HandStarted)
    return _payment(night, [one.fact for one in ended.since(begun)] if begun is not None else [], {})


def rulings_due(night: Night, kept: EffectiveFacts) -> tuple[Payments, ...]:
    """What rulings have the dealer take and pay, until the hand goes on; ``kept`` are the night's effective facts."""
    taken_on = kept.up_to_last(*_TAKES_ON)
    return rulings_since(night, kept.since(taken_on) if taken_on is not None else list(kept))


def _payment(night: Night, facts: Sequence[Fact], short: dict[str, Shortage]) -> Payment | None:
    house = fan_tan_of(night).house
    marks = marks_of(night)
    is_dead = any(isinstance(fact, PotLeft) for fact in facts)
    lines = []
    for fact in facts:
        match fact:
            case HandPaid() | PenaltyTaken() if fact.chips:
                lines.append(
                    PayLine(
                        player_name=name_of(night, fact.player),
                        mark=marks[fact.player],
                        why="for a dead hand" if is_dead and isinstance(fact, HandPaid) else _why(house, fact),
                        chips=counted(fact.chips, "chip"),
                        amount=dollars(fact.chips * house.chip),
                        short=short.get(fact.player) if isinstance(fact, HandPaid) else None,
                    )
                )
            case PotWon():
                said = f"{name_of(night, fact.player)} takes {chips_words(fact.chips, house.chip)}"
                return Payment(hand=fact.hand, lines=tuple(lines), pot=said, mark=marks[fact.player])
            case PotLeft():
                said = f"The pot keeps {chips_words(fact.chips, house.chip)} for the next hand"
                return Payment(hand=fact.hand, lines=tuple(lines), pot=said, mark=None)
            case _:
                pass
    return None


def _why(house: FanTanHouse, fact: HandPaid | PenaltyTaken) -> str:
    if isinstance(fact, PenaltyTaken):
        return f"wrong pass, turn {fact.turn}"
    return counted(fact.cards, "card") + (", by pips" if house.counted == "pips" else "")
