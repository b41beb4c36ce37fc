"""A player's Faro of a night: their bets that lie, and their deals with every settlement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dealer.games.faro.state import FaroTable
from dealer.night.night import Night
from dealer.projections.rounds import RoundFacts
from events.games.faro import DealStarted
from events.records import Recorded
from reports.games.faro.play import play_of
from reports.games.faro.words.places import in_deal
from reports.rounds.sums import assert_equal
from web.game_screens import PlayerPart
from web.games.faro.player.course import Settled, course_of
from web.games.faro.tablet.spots import spots
from web.games.faro.tablet.stacks import stacks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingBet:
    """A bet of theirs that lies, in words, with its orders; the stake in cents."""

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


def part_of(night: Night, game: str, kept: Sequence[Recorded], player: str) -> PlayerPart:
    """A player's part in a night's Faro, from its standing facts; a closed night has no bets that lie."""
    return PlayerPart(now=None if night.closed else bets_of(night, night.tables[game], player))


def bets_of(night: Night, table: FaroTable, player: str) -> tuple[StandingBet, ...]:
    """The bets of a player that lie."""
    own = (one for one in stacks_of(night, table, spots(table.house.takes)) if one.player == player)
    return tuple(StandingBet(where=one.place, orders=one.orders, stake_cents=one.amount_cents) for one in own)


def deal_of(night: Night, of_deal: RoundFacts, player: str) -> DealOfHis | None:
    """A player's settlements in a deal, which come to what the night's play has of it; nothing where none are."""
    facts = [one.fact for one in of_deal.facts]
    begun = of_deal.begun.fact
    assert isinstance(begun, DealStarted)
    rows = course_of(facts, player)
    if not rows:
        return None
    net_cents = sum(one.gained_cents for one in rows)
    in_all_cents = play_of(facts).of(begun.deal, player).net_cents
    assert_equal(f"a player's settlements of deal {begun.deal}", net_cents, in_all_cents)
    return DealOfHis(deal=begun.deal, net_cents=net_cents, settled=rows[::-1])


def deal_in_words(night: Night, game: str) -> str:
    """Where the deal stands."""
    table: FaroTable = night.tables[game]
    if not table.deal_is_on:
        return "Between deals" if table.deal else "No deal yet"
    return f"Deal {table.deal} · {in_deal(table)}"
