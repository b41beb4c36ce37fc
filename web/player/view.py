"""What a player's page shows: a pure function of a night and its standing facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from dealer.faro.state import FaroTable, Phase
from dealer.night import Night
from dealer.tables import faro_of
from events import money
from events.records import Recorded
from reports.balance import assert_equal
from reports.disputes import DisputeLine, disputes_of
from reports.play import play_of
from reports.reckoning import Line, Reckoning, reckoning_of, total
from reports.wording import hour
from web.player.course import Settled, course_of
from web.tablet.faro.spots import spots
from web.tablet.faro.stacks import stacks_of
from web.tablet.marks import Mark, marks_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A marker he signed, in cents."""

    number: int
    amount_cents: int
    at: str


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of his result: what it is, and what it comes to in cents."""

    what: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """Everything on a player's page. Amounts in cents."""

    table: str
    date: str
    standing_at: str
    closed: bool
    player: str
    name: str
    mark: Mark
    account: Reckoning
    bets: tuple[StandingBet, ...]
    markers: tuple[Marker, ...]
    pledges: tuple[Part, ...]
    parts: tuple[Part, ...]
    disputes: tuple[DisputeLine, ...]
    deals: tuple[DealOfHis, ...]

    @property
    def net_cents(self) -> int:
        """What he is up or down."""
        return self.account.line.net_cents


def player_view(night: Night, kept: Sequence[Recorded], player: str) -> PlayerView:
    """The page of one player; ``kept`` are the night's standing facts.

    Raises :class:`LookupError` where nobody of that key sat at the table.
    """
    if player not in night.seats:
        raise LookupError(f"nobody called {player[:40]} sat at the table")
    facts = [one.fact for one in kept]
    table = faro_of(night)
    account = reckoning_of(night, kept, player)
    play = play_of(facts)
    nets_cents = {tabs.deal: play.of(tabs.deal, player).net_cents for tabs in play.deals_of(player)}
    return PlayerView(
        table=night.opened.table,
        date=night.opened.date,
        standing_at=_standing_at(night, table),
        closed=night.closed,
        player=player,
        name=night.seats[player].name,
        mark=marks_of(night)[player],
        account=account,
        bets=_bets(night, table, player),
        markers=tuple(_markers(kept, player)),
        pledges=tuple(Part(what=one.item, cents=one.amount_cents) for one in night.pledges if one.player == player),
        parts=_parts(account, nets_cents),
        disputes=tuple(one for one in disputes_of(night, facts) if one.touches(player)),
        deals=_by_deal(course_of(facts, player), nets_cents),
    )


def _standing_at(night: Night, table: FaroTable) -> str:
    if night.closed:
        return "The night is closed"
    if not table.deal_is_on:
        return "Between deals" if table.deal else "No deal yet"
    if table.phase is Phase.BETTING:
        return f"Deal {table.deal} · turn {min(table.turn + 1, table.house.turns)} comes next"
    return f"Deal {table.deal} · turn {table.turn}" if table.turn else f"Deal {table.deal}"


def _bets(night: Night, table: FaroTable, player: str) -> tuple[StandingBet, ...]:
    own = (one for one in stacks_of(night, table, spots(table.house.takes)) if one.player == player)
    return tuple(StandingBet(where=one.place, orders=one.orders, stake_cents=one.amount_cents) for one in own)


def _markers(kept: Iterable[Recorded], player: str) -> Iterator[Marker]:
    for one in kept:
        fact = one.fact
        if isinstance(fact, money.MarkerIssued) and fact.player == player:
            yield Marker(number=fact.marker, amount_cents=fact.amount_cents, at=hour(one.at, None))


def _parts(account: Reckoning, nets_cents: Mapping[int, int]) -> tuple[Part, ...]:
    """What his result is made of: the play, deal by deal, and what came beside it."""
    found = [Part(what=f"Play in deal {deal}", cents=cents) for deal, cents in nets_cents.items()]
    found += _summed(account.tokes, "Tokes for the dealer")
    found += [Part(what=line.what, cents=line.cents) for line in (*account.corrections, *account.between)]
    assert_equal("the parts of a player's result", sum(part.cents for part in found), account.line.net_cents)
    return tuple(found)


def _summed(lines: Sequence[Line], what: str) -> list[Part]:
    return [Part(what=what, cents=total(lines))] if lines else []


def _by_deal(course: Sequence[Settled], nets_cents: Mapping[int, int]) -> tuple[DealOfHis, ...]:
    """The deals of the course, the newest first, each as its play has it."""
    found = []
    for deal, settled in groupby(course, key=lambda one: one.deal):
        rows = tuple(settled)
        net_cents = sum(one.gained_cents for one in rows)
        assert_equal(f"a player's settlements of deal {deal}", net_cents, nets_cents.get(deal, 0))
        found.append(DealOfHis(deal=deal, net_cents=net_cents, settled=rows[::-1]))
    return tuple(reversed(found))
