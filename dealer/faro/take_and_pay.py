"""The take-and-pay list: what the dealer's hand does after a turn, in the order in which it clears the layout."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealer.faro.layout import call_named, named
from dealer.phrases import Phrase
from dealer.rows import SettlementRow, row_of
from events import faro
from events.fact import Fact

TAKE, PAY, GIVE_BACK, LEAVE = "take", "pay", "give back", "leave"
_HANDS = {
    "won": PAY,
    "lost": TAKE,
    "split": TAKE,
    "standoff": LEAVE,
    "returned": GIVE_BACK,
    "claimed": GIVE_BACK,
    "after_hock": TAKE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """One movement of the dealer's hand: what he does, with whose bet, where, for how much (cents), and why.

    ``stays_cents`` lies on afterwards; ``where`` is the table's name for the place.
    """

    hand: str
    bet: str
    player: str
    where: str
    amount_cents: int
    result: str
    stays_cents: int


def places_of(facts: Iterable[Fact]) -> dict[str, str]:
    """What the table calls the place of every bet of the facts, where it last lay."""
    return {bet: str(place) for bet, place in places_named(facts).items()}


def places_named(facts: Iterable[Fact]) -> dict[str, Phrase]:
    """The same for papers in any language."""
    places: dict[str, Phrase] = {}
    for fact in facts:
        match fact:
            case faro.BetPlaced() | faro.BetMoved():
                places[fact.bet] = named(fact.place)
            case faro.TurnCalled():
                places[fact.bet] = call_named(fact.order)
    return places


def take_and_pay(facts: Iterable[Fact], places: dict[str, str]) -> list[HandLine]:
    """The list for the facts of one command (a turn, a hock, a soda), in their order: takings, then payments."""
    lines = []
    for fact in facts:
        row = row_of(fact)
        if row:
            lines.append(_line(fact, row, places.get(row.bet, row.bet)))
    return lines


def _line(fact: Fact, row: SettlementRow, where: str) -> HandLine:
    hand = TAKE if row.taken_cents else _HANDS[row.result]
    amounts = {TAKE: row.taken_cents, PAY: row.paid_cents, GIVE_BACK: row.stake_cents, LEAVE: 0}
    return HandLine(
        hand=hand,
        bet=row.bet,
        player=row.player,
        where=where,
        amount_cents=amounts[hand],
        result=row.result,
        stays_cents=getattr(fact, "remains_cents", row.stake_cents if hand == LEAVE else 0),
    )
