"""The stacks on the layout: what lies where, how high, and what is written on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from dealer.faro.layout import called, is_dead, name_of
from dealer.faro.state import Bet, Call, FaroTable
from dealer.night import Night
from dealer.refusal import dollars
from events.records import Recorded
from web.tablet.faro.spots import TRAY, Spot, across, down, spot_id
from web.tablet.faro.warnings import is_over_case_limit
from web.tablet.marks import Mark, marks_of

TRAY_ID = "tray"
_TRAY_ROOM = 4
_PILES = (500, 2_500, 10_000, 50_000)
"""A stack is drawn one check higher from each of these amounts (cents) on."""

_AROUND: dict[bool, tuple[tuple[tuple[int, int], ...], ...]] = {
    False: (
        ((0, 0),),
        ((-14, 0), (14, 0)),
        ((-15, -9), (15, -9), (0, 12)),
        ((-14, -13), (14, -13), (-14, 13), (14, 13)),
        ((-22, -12), (0, -12), (22, -12), (-12, 12), (12, 12)),
        ((-22, -12), (0, -12), (22, -12), (-22, 12), (0, 12), (22, 12)),
    ),
    True: (
        ((0, 8),),
        ((-20, 8), (20, 8)),
        ((-20, -14), (20, -14), (0, 20)),
        ((-20, -14), (20, -14), (-20, 20), (20, 20)),
        ((-26, -14), (0, -14), (26, -14), (-14, 20), (14, 20)),
        ((-26, -14), (0, -14), (26, -14), (-26, 20), (0, 20), (26, 20)),
    ),
}
"""Where up to six stacks lie around a spot's middle, in pixels; the wider set is for cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """A bet or call as it is drawn. ``x`` and ``y`` are percentages of the board, ``dx`` and ``dy`` pixels."""

    key: str
    player: str
    player_name: str
    mark: Mark
    spot: str
    place: str
    x: str
    y: str
    dx: int
    dy: int
    scale: str
    discs: int
    amount: str
    amount_cents: int
    label: str
    coppered: bool
    paroli: bool
    barred: str
    half: bool
    bills: bool
    over_limit: bool
    dead: bool
    is_call: bool
    caption: str
    hidden: bool

    @property
    def size(self) -> str:
        """How much room the label needs."""
        return f"t{min(len(self.label), 5)}"

    @property
    def orders(self) -> str:
        """Its orders in words."""
        words = [
            "to lose" if self.coppered else "",
            "paroli" if self.paroli else "",
            self.barred,
            "half goes" if self.half else "",
            "in bills" if self.bills else "",
            "over the case limit" if self.over_limit else "",
            "dead: a sleeper" if self.dead else "",
        ]
        return ", ".join(word for word in words if word)

    @property
    def said(self) -> str:
        """The whole of it in words."""
        return f"{self.player_name} {self.amount}" + (f" ({self.orders})" if self.orders else "")

    @property
    def badge(self) -> str:
        """What is written under the stack."""
        if self.dead:
            return "sleeper"
        words = [
            self.barred,
            "½ goes" if self.half else "",
            "paroli" if self.paroli else "",
            "bills" if self.bills else "",
            "over" if self.over_limit else "",
        ]
        return " · ".join(word for word in words if word)


def short_amount(cents: int) -> str:
    """An amount as it is written on a check: ``25¢``, ``5``, ``12.50``."""
    if cents < 100:
        return f"{cents}¢"
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"


def stacks_of(night: Night, table: FaroTable, spots: Iterable[Spot]) -> list[Stack]:
    """Everything that lies, in the order in which it was placed, with room made where several lie together."""
    by_id = {spot.id: spot for spot in spots}
    marks = marks_of(night)
    lying: list[Bet | Call] = sorted((*table.bets.values(), *table.calls.values()), key=lambda one: one.placed)
    crowds: dict[str, list[Bet | Call]] = {}
    for one in lying:
        crowds.setdefault(_spot_of(one, by_id), []).append(one)
    drawn = []
    for one in lying:
        where = _spot_of(one, by_id)
        drawn.append(_stack(night, table, marks, by_id.get(where), crowds[where], one))
    return drawn


def last_bet(stacks: Iterable[Stack], facts: Sequence[Recorded]) -> Stack | None:
    """The bet that the last command was about, where it lies: its orders are one touch away."""
    *_, first = takewhile(lambda one: one.command == facts[-1].command, reversed(facts))
    key = getattr(first.fact, "bet", None)
    return next((stack for stack in stacks if stack.key == key), None)


def _spot_of(one: Bet | Call, by_id: dict[str, Spot]) -> str:
    ident = spot_id(one.place) if isinstance(one, Bet) else None
    return ident if ident in by_id else TRAY_ID


def _stack(
    night: Night, table: FaroTable, marks: dict[str, Mark], spot: Spot | None, crowd: list[Bet | Call], one: Bet | Call
) -> Stack:
    at = crowd.index(one)
    x, y, dx, dy, hidden = _in_tray(at) if spot is None else _on_spot(spot, at, len(crowd))
    bet = one if isinstance(one, Bet) else None
    barred = ""
    if bet and bet.barred:
        barred = "barred" if bet.bar_turns is None else f"barred for {bet.bar_turns}"
    return Stack(
        key=one.key,
        player=one.player,
        player_name=night.seats[one.player].name,
        mark=marks[one.player],
        spot=TRAY_ID if spot is None else spot.id,
        place=name_of(bet.place) if bet else called(_order(one)),
        x=x,
        y=y,
        dx=dx,
        dy=dy,
        scale=_scale(spot, len(crowd)),
        discs=1 + sum(one.stake_cents >= pile for pile in _PILES),
        amount=dollars(one.stake_cents),
        amount_cents=one.stake_cents,
        label=short_amount(one.stake_cents),
        coppered=bool(bet and bet.coppered),
        paroli=bool(bet and bet.paroli),
        barred=barred,
        half=bool(bet and bet.half),
        bills=bool(bet and bet.form == "bills"),
        over_limit=bool(bet and is_over_case_limit(table, bet)),
        dead=bool(bet and is_dead(bet.place, table.box.dead)),
        is_call=bet is None,
        caption="" if spot else _caption(one),
        hidden=hidden,
    )


def _scale(spot: Spot | None, crowd: int) -> str:
    """How much smaller the checks are drawn where there is little room or many lie."""
    if spot is not None and (crowd > 4 or spot.mark == "zone"):
        return "0.72"
    return "0.8" if spot is None or crowd > 1 else "1"


def _order(one: Bet | Call) -> tuple[str, ...]:
    return one.order if isinstance(one, Call) else ()


def _caption(one: Bet | Call) -> str:
    """What is written under a stack in the tray."""
    if isinstance(one, Call):
        return "-".join(one.order)
    if one.place.kind == "heeled":
        text = f"{'-'.join(one.place.ranks)}/{'-'.join(one.place.lose)}"
    else:
        text = "-".join(one.place.ranks)
    return text if len(text) <= 8 else f"{text[:7]}…"


def _on_spot(spot: Spot, at: int, count: int) -> tuple[str, str, int, int, bool]:
    ways = _AROUND[spot.roomy]
    dx, dy = ways[min(count, len(ways)) - 1][min(at, len(ways) - 1)]
    return spot.at_x, spot.at_y, dx, dy, False


def _in_tray(at: int) -> tuple[str, str, int, int, bool]:
    left, top, width, height = TRAY
    column, row = at % 2, min(at, _TRAY_ROOM - 1) // 2
    x, y = left + width * (0.27 + 0.46 * column), top + height * (0.26 + 0.46 * row)
    return across(x), down(y), 0, 0, at >= _TRAY_ROOM
