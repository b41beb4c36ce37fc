"""The take-and-pay list: what the dealer's hand does after a turn, in the order in which it clears the layout."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealer.games.faro.layout import call_named, named
from dealer.phrases import Phrase
from dealer.rows import SettlementRow, row_of
from events.fact import Fact
from events.games import faro

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
    """One movement of the dealer's hand: what it does, with whose bet, where, for how much (cents), and why.

    ``stays_cents`` lies on afterwards, ``stake_cents`` was at risk; ``where`` is the table's name for the place.
    """

    hand: str
    bet: str
    player: str
    where: str
    amount_cents: int
    result: str
    stake_cents: int
    stays_cents: int

    @property
    def stands_as_it_was(self) -> bool:
        """Whether just what was at risk lies on."""
        return self.stays_cents == self.stake_cents


def follow_places(places: dict[str, Phrase], fact: Fact) -> None:
    """Keep in ``places`` what the table calls the place of every bet, as of one more fact.

    What is said of the past is said with the places as they were then: a bet may have been moved since.
    """
    match fact:
        case faro.BetPlaced() | faro.BetMoved():
            places[fact.bet] = named(fact.place)
        case faro.TurnCalled():
            places[fact.bet] = call_named(fact.order)


def take_and_pay(before: Iterable[Fact], facts: Iterable[Fact]) -> list[HandLine]:
    """The list for the facts of one command (a turn, a hock, a soda), in their order: takings, then payments.

    ``before`` are the standing facts of the night until then: each bet is named by where it lay when it was settled.
    """
    places: dict[str, Phrase] = {}
    for fact in before:
        follow_places(places, fact)
    lines = []
    for fact in facts:
        row = row_of(fact)
        if row:
            lines.append(_line(fact, row, str(places[row.bet])))
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
        stake_cents=row.stake_cents,
        stays_cents=getattr(fact, "remains_cents", row.stake_cents if hand == LEAVE else 0),
    )
