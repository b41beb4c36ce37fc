"""Deals made from packs alone, square and not, for whoever looks whether they are square."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dealer.commands.fields import RANKS
from dealer.games.faro.card_order import BothOrders, Dealt
from dealer.games.faro.cards import DealTabs, TurnTab

PACK = tuple(rank + suit for rank in RANKS for suit in "shdc")


def shuffled(random: Random) -> list[str]:
    return random.sample(PACK, len(PACK))


def dealt(pack: Sequence[str], turns: int = 25, gains: Sequence[int] = (), calls: Sequence[str] = ()) -> Dealt:
    """A deal of a pack, stopped after so many turns; ``gains`` are what each turn's order was worth to the bank."""
    pairs = [(pack[at], pack[at + 1]) for at in range(1, 2 * turns, 2)]
    tabs = DealTabs(
        deal=1,
        soda=pack[0],
        turns=tuple(TurnTab(number=at, loser=one, winner=other) for at, (one, other) in enumerate(pairs, start=1)),
        hock=pack[51] if turns == 25 else None,
    )
    orders = tuple(BothOrders(as_dealt_cents=gain, other_way_cents=0) for gain in gains)
    return Dealt(tabs=tabs, orders=orders, calls=tuple(tuple(call.split("-")) for call in calls))


def with_splits_put_up(random: Random, number: int) -> list[str]:
    """A pack in which so many turns, of ranks of which no two are alike, are splits that somebody laid."""
    ranks = random.sample(RANKS, number)
    rest = [card for card in shuffled(random) if card[:-1] not in ranks or card[-1] in "dc"]
    soda, hock = rest.pop(), rest.pop()
    turns = [[rank + "s", rank + "h"] for rank in ranks] + [[rest.pop(), rest.pop()] for _ in range(25 - number)]
    random.shuffle(turns)
    return [soda, *(card for turn in turns for card in turn), hock]
