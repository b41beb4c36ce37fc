"""What is looked at: the cards of each deal as they stand, what lay before each turn, and the calls of the last one."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.game.cards import PACK, number_of, rank_of
from dealer.games.faro.case_keeper import DealTabs, tabs_of
from dealer.games.faro.evolve import evolve
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.paying import Due, payable_cents
from dealer.games.faro.settling import WON, settle
from dealer.games.faro.state import FaroTable
from events.facts.fact import Fact
from events.frozen import Frozen
from events.games import faro


class BothOrders(Frozen):
    """A turn in cents for the bank: as its two cards came, and as if they had come in the other order."""

    as_dealt_cents: int
    other_way_cents: int

    @property
    def gain_cents(self) -> int:
        """What the order in which they came was worth to the bank; below zero to the players."""
        return self.as_dealt_cents - self.other_way_cents


class Dealt(Frozen):
    """One deal as it stands: its cards, what the order in each of its turns was worth, and the calls that lay.

    A turn of which only the loser was drawn is none yet; its card counts among ``cards`` alone.
    """

    tabs: DealTabs
    orders: tuple[BothOrders, ...] = ()
    calls: tuple[tuple[str, ...], ...] = ()

    @property
    def turns(self) -> tuple[tuple[str, str], ...]:
        """The loser and the winner of every turn, in order."""
        return tuple((turn.loser, turn.winner) for turn in self.tabs.turns if turn.winner)

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card that was shown, in order."""
        return tuple(card for card, _ in self.tabs.shown)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of every card that was shown, in order, as a number: A is 1."""
        return tuple(map(number_of, self.cards))

    @property
    def is_whole(self) -> bool:
        """Whether it was dealt out to the last card."""
        return len(self.tabs.shown) == len(PACK)

    @property
    def last_three(self) -> tuple[str, ...] | None:
        """The ranks of the last loser, the last winner and the hock; ``None`` where they were not all shown."""
        if self.tabs.hock is None or not self.is_whole:
            return None
        return tuple(map(rank_of, self.cards[-3:]))


def deals_of(facts: Iterable[Fact], table: FaroTable) -> list[Dealt]:
    """The deals that a night's effective facts make, on the table as it was opened; voided deals are among them."""
    kept = list(facts)
    orders: dict[int, list[BothOrders]] = {}
    calls: dict[int, tuple[tuple[str, ...], ...]] = {}
    before = table
    for fact in kept:
        match fact:
            case faro.LoserDrawn():
                before = table
                calls[fact.deal] = tuple(call.order for call in table.calls.values())
            case faro.WinnerDrawn() if table.loser:
                if fact.turn < table.house.turns or table.house.last_turn_counts:
                    orders.setdefault(fact.deal, []).append(_both_orders(before, table.loser, fact.card))
        table = evolve(table, fact)
    return [
        Dealt(tabs=tabs, orders=tuple(orders.get(tabs.deal, ())), calls=calls.get(tabs.deal, ()))
        for tabs in tabs_of(kept)
        if tabs.shown
    ]


def _both_orders(table: FaroTable, first: str, second: str) -> BothOrders:
    return BothOrders(
        as_dealt_cents=_bank_gets_cents(table, first, second), other_way_cents=_bank_gets_cents(table, second, first)
    )


def _bank_gets_cents(table: FaroTable, loser: str, winner: str) -> int:
    """What a turn brings the bank, less what it has to pay, with the bets as they lie; calls are not settled by it."""
    house: FaroHouse = table.house
    total = 0
    for bet in table.bets.values():
        live = bet.live_cents(house.check)
        verdict = settle(bet.place, bet.coppered, live, loser, winner, house) if live else None
        if verdict is None:
            continue
        if verdict.result == WON:
            total -= payable_cents(Due(bet, live, verdict.amount_cents), house)
        else:
            total += verdict.amount_cents
    return total
