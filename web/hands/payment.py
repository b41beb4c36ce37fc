"""What the end of a hand pays: who whom for what, and what becomes of the pot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from dealer.commands.phrases import counted, dollars
from dealer.game.hands import HandTable
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.facts.fact import Fact
from events.facts.hands import HandBegun, InHand
from events.facts.play import RoundEnded
from events.frozen import Frozen
from reports.words.players import name_of
from reports.words.sentences import said_of
from web.tablet.marks import Mark, marks_of
from web.tablet.steps import Shortage
from web.tablet.take_and_pay import Payments, rulings_since


class PayLine(Frozen):
    """What one player pays another, and ``why``; ``short`` where they have not got it."""

    payer: str
    mark: Mark
    to: str
    to_mark: Mark
    why: str
    chips: str
    amount: str
    short: Shortage | None


class Payment(Frozen):
    """The payments of a hand, and in a sentence what comes of it; ``mark`` is whose it is."""

    hand: int
    lines: tuple[PayLine, ...]
    said: str
    mark: Mark | None

    @property
    def short(self) -> list[Shortage]:
        """Who has not got what they would pay, each once."""
        return list({line.short.player: line.short for line in self.lines if line.short}.values())


class Hands(Frozen):
    """How a game's hands are told: the facts that begin and end one, and for what a fact has one player pay another.

    ``why`` gives nothing for a fact that pays nobody. ``plays`` says who would play the next hand at a table, where
    that need not be everybody who sits in.
    """

    begun: type[HandBegun]
    ended: tuple[type[RoundEnded], ...]
    why: Callable[[Any], str | None]
    plays: Callable[[Any], tuple[str, ...]] | None = None

    def players_of(self, table: HandTable) -> tuple[str, ...]:
        """Who would play the next hand at a table."""
        return self.plays(table) if self.plays else table.sitting_in


def last_payment(night: Night, kept: EffectiveFacts, hands: Hands) -> Payment | None:
    """What the last hand was settled for, or that it was broken off; nothing before the first."""
    return payment_of(night, last_hand(kept, hands), hands, {})


def last_hand(kept: EffectiveFacts, hands: Hands) -> list[Fact]:
    """The facts of the hand that ended last, from its beginning to its end; none before the first."""
    ended = kept.up_to_last(*hands.ended)
    begun = ended.up_to_last(hands.begun) if ended is not None else None
    return (
        [begun.last.fact, *(one.fact for one in ended.since(begun))] if ended is not None and begun is not None else []
    )


def rulings_due(night: Night, kept: EffectiveFacts) -> tuple[Payments, ...]:
    """What rulings have the dealer take and pay, until a hand goes on; ``kept`` are the night's effective facts."""
    taken_on = kept.up_to_last(InHand)
    return rulings_since(night, kept.since(taken_on) if taken_on is not None else list(kept))


def payment_of(night: Night, facts: Sequence[Fact], hands: Hands, short: dict[str, Shortage]) -> Payment | None:
    """What the facts of a hand pay, with what players are ``short`` of; nothing while none of them ends it."""
    ended = next((fact for fact in facts if isinstance(fact, hands.ended)), None)
    if ended is None:
        return None
    return Payment(
        hand=ended.round_number,
        lines=tuple(_lines(night, facts, hands, short)),
        said=said_of(night, ended),
        mark=marks_of(night).get(getattr(ended, "player", "")),
    )


def _lines(night: Night, facts: Iterable[Fact], hands: Hands, short: dict[str, Shortage]) -> Iterator[PayLine]:
    marks = marks_of(night)
    for fact in facts:
        why = hands.why(fact)
        if why is None:
            continue
        paid: Any = fact
        yield PayLine(
            payer=name_of(night, paid.player),
            mark=marks[paid.player],
            to=name_of(night, paid.to),
            to_mark=marks[paid.to],
            why=why,
            chips=counted(paid.chips, "chip"),
            amount=dollars(sum(move.amount_cents for move in fact.moves)),
            # Said once: what they lack is of all that they pay.
            short=short.pop(paid.player, None),
        )
