"""A player's Faro of a night: the bets of his that lie, and his deals with every settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from dealer.games.faro.state import FaroTable
from dealer.night import Night
from reports.balance import assert_equal
from reports.words.position import in_deal
from web.games.faro.player.course import Settled
from web.games.faro.tablet.spots import spots
from web.games.faro.tablet.stacks import stacks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingBet:
    """A bet of his that lies, in words, with its orders; the stake in cents."""

    where: str
    orders: str
    stake_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOfHis:
    """The settlements of one deal, the newest first, and what they came to in cents."""

    deal: int
    net_cents: int
    settled: tuple[Settled, ...]

    @property
    def title(self) -> str:
        """What it is called in the player's result."""
        return f"Play in deal {self.deal}"

    def going_on_from(self, before_cents: int) -> DealOfHis:
        """The deal with running sums that go on from what the play had come to before it."""
        running_cents, settled = before_cents, []
        for one in reversed(self.settled):
            running_cents += one.gained_cents
            settled.append(replace(one, running_cents=running_cents))
        return replace(self, settled=tuple(reversed(settled)))


def bets_of(night: Night, table: FaroTable, player: str) -> tuple[StandingBet, ...]:
    """The bets of a player that lie."""
    own = (one for one in stacks_of(night, table, spots(table.house.takes)) if one.player == player)
    return tuple(StandingBet(where=one.place, orders=one.orders, stake_cents=one.amount_cents) for one in own)


def deals_of(course: Sequence[Settled], nets_cents: Mapping[int, int]) -> tuple[DealOfHis, ...]:
    """The deals of a course, in order, each as the night's play has it."""
    found = []
    for deal, settled in groupby(course, key=lambda one: one.deal):
        rows = tuple(settled)
        net_cents = sum(one.gained_cents for one in rows)
        assert_equal(f"a player's settlements of deal {deal}", net_cents, nets_cents.get(deal, 0))
        found.append(DealOfHis(deal=deal, net_cents=net_cents, settled=rows[::-1]))
    return tuple(found)


def deal_in_words(table: FaroTable) -> str:
    """Where the deal stands."""
    if not table.deal_is_on:
        return "Between deals" if table.deal else "No deal yet"
    return f"Deal {table.deal} · {in_deal(table)}"
