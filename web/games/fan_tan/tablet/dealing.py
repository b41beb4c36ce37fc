"""Before a hand: who may deal it, how many cards each would get, what antes are due, and who is short of his."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dealer.games.fan_tan.commands import StartHand
from dealer.games.fan_tan.state import FanTanTable
from dealer.night import Night
from dealer.refusal import dollars
from dealer.tables import fan_tan_of
from dealer.wording import counted
from events.games.fan_tan import AntePaid, HandStarted
from events.records import Recorded
from web.tablet.beginnings import Step, can_start, next_dealer, step
from web.tablet.marks import Mark, marks_of
from web.tablet.would_do import Short, short_of, would_do


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteLine:
    """What a player gets and pays before a hand; ``short`` where he has not got it."""

    player_name: str
    mark: Mark
    cards: int
    ante: str
    amount: str
    short: Short | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A hand as it would be dealt by one of the players, from his left."""

    dealer: str
    dealer_name: str
    mark: Mark
    step: Step
    lines: tuple[AnteLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextHand:
    """The hand that comes next: by each dealer that it may have, first of all ``dealer``; or why there can be none."""

    number: int
    dealer: str
    deals: tuple[Deal, ...]
    refused: str


def next_hand(night: Night, table: FanTanTable, kept: Iterable[Recorded]) -> NextHand:
    """What the next hand would be."""
    number = table.hand_number + 1
    if not can_start(table):
        seated = len(table.seated)
        why = f"Fan-Tan is played by 3 to 8; {seated or 'nobody'} {'is' if seated < 2 else 'are'} seated."
        return NextHand(number=number, dealer="", deals=(), refused=why)
    deals = tuple(_deal(night, number, dealer) for dealer in table.seated)
    return NextHand(number=number, dealer=next_dealer(table, kept), deals=deals, refused="")


def _deal(night: Night, number: int, dealer: str) -> Deal:
    marks = marks_of(night)
    name = night.seats[dealer].name
    facts = would_do(night, StartHand(dealer=dealer))
    antes = {fact.player: fact.chips for fact in facts if isinstance(fact, AntePaid)}
    short = {one.player: one for one in short_of(night, facts)}
    dealt = next(fact for fact in facts if isinstance(fact, HandStarted))
    chip = fan_tan_of(night).house.chip
    return Deal(
        dealer=dealer,
        dealer_name=name,
        mark=marks[dealer],
        step=step(f"Start hand {number}, {name} deals", "start_hand", dealer=dealer),
        lines=tuple(
            AnteLine(
                player_name=night.seats[player].name,
                mark=marks[player],
                cards=cards,
                ante=counted(antes[player], "chip") if player in antes else "",
                amount=dollars(antes[player] * chip) if player in antes else "",
                short=short.get(player),
            )
            for player, cards in zip(dealt.players, dealt.dealt, strict=True)
        ),
    )
