"""The stacks on the layout: their places, heights and labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from msgspec.structs import replace

from dealer.commands.refusal import dollars
from dealer.games.faro.bets import may_be_taken_down
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.layout import called, is_dead, name_of
from dealer.games.faro.state import Bet, Call, FaroTable, Phase
from dealer.night.night import Night, Seat
from events.cache import Cache
from events.frozen import Frozen
from events.records import Recorded
from web.games.faro.crowding import (
    CHECKS_UNDER_HEAD_PX,
    Crowd,
    Ground,
    cleared,
    forms_of,
    head_of,
    lies_of,
    plate_of,
    total_at,
    width_of,
)
from web.games.faro.spots import (
    BAR_TOP,
    LEAST_UNIT_DOWN_PX,
    LEAST_UNIT_PX,
    TRAY,
    TRAY_PILES,
    TRAY_ROOM_PX,
    Spot,
    across,
    aside_in_tray,
    down,
    in_tray,
    spot_id,
    spots,
)
from web.games.faro.warnings import is_over_case_limit
from web.tablet.seats import Mark, marks_of

_USUAL_CENTS = (25, 100, 500, 2_500, 10_000, 50_000, 100_000)


def denominations(house: FaroHouse) -> tuple[int, ...]:
    """The values of the house's checks in cents, smallest first: the usual values from its smallest check up."""
    larger = (cents for cents in _USUAL_CENTS if cents > house.check and cents % house.check == 0)
    return (house.check, *larger)


def in_checks(cents: int, house: FaroHouse) -> str:
    """How an amount (cents) is counted out: ``2×$5 2×$1 2×25¢``.

    "" if colours mean players: all checks are then worth the same.
    """
    if house.check_colours == "player":
        return ""
    piles = []
    for value in reversed(denominations(house)):
        count, cents = divmod(cents, value)
        if count:
            piles.append(f"{count}×{dollars(value)}")
    return " ".join(piles)


TRAY_ID = "tray"
_PILES = (500, 2_500, 10_000, 50_000)
"""A stack is drawn one check higher from each of these amounts (cents) on."""
_CHECK_PX, _HIGHER_PX = 19, 3.5
"""Half the width of a check as drawn, and the height of each further check."""
_BADGE_ROOM = 8
"""The most letters that fit under a single stack on a card."""


class Stack(Frozen):
    """A bet or call as it is drawn. ``x`` and ``y`` are percentages of the board, ``dx`` and ``dy`` pixels.

    ``count`` stacks lie on its spot. A ``slim`` stack is a line of ``width`` pixels; a ``mini`` stack is its owner's
    mark in a heap, whose sum is a :class:`Total`.
    ``head`` is the offset of the zone's name from its middle in pixels, if the stacks take the name's place.
    """

    key: str
    player: str
    player_name: str
    mark: Mark
    spot: str
    place: str
    x: str
    y: str
    dx: float
    dy: float
    scale: str
    count: int
    slim: bool
    mini: bool
    width: float
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
    lifting_at: Phases
    moving_at: Phases
    caption: str
    head: float | None

    @property
    def orders(self) -> str:
        """Its orders in words."""
        orders = [
            "to lose" if self.coppered else "",
            "paroli" if self.paroli else "",
            self.barred,
            "half goes" if self.half else "",
            "in bills" if self.bills else "",
            "over the case limit" if self.over_limit else "",
            "dead: a sleeper" if self.dead else "",
        ]
        return ", ".join(word for word in orders if word)

    @property
    def words(self) -> str:
        """Owner, amount and orders in words."""
        return f"{self.player_name} {self.amount}" + (f" ({self.orders})" if self.orders else "")

    @property
    def on_card(self) -> bool:
        """Whether it lies on a single card, with room for its orders under it."""
        return self.spot.startswith("single-")

    @property
    def written(self) -> str:
        """Its orders as written at it: in words if the stack lies alone and they fit, else in signs."""
        return self.badge if self.count == 1 and self.on_card and len(self.badge) <= _BADGE_ROOM else self.signs

    @property
    def signs(self) -> str:
        """Its orders in signs, which fit on each of six stacks."""
        if self.dead:
            return "z"
        turns = self.barred.removeprefix("barred").removeprefix(" for ")
        words = [
            f"×{turns}" if self.barred else "",
            "½" if self.half else "",
            "P" if self.paroli else "",
            "B" if self.bills else "",
            "!" if self.over_limit else "",
        ]
        return " ".join(word for word in words if word)

    @property
    def badge(self) -> str:
        """Its orders in short words, for a stack with room for them."""
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


class Total(Frozen):
    """The sum of a heap (``words``) and its position on the board; ``width`` is in pixels."""

    x: str
    y: str
    dx: float
    dy: float
    width: float
    words: str


def short_amount(cents: int) -> str:
    """An amount as written on a check: ``25¢``, ``5``, ``12.50``."""
    if cents < 100:
        return f"{cents}¢"
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"


_AT_HAND: Cache[str, tuple[FaroTable, Mapping[str, Seat], tuple[Stack, ...]]] = Cache(64)
"""The last stacks of a night, with the table and the seats they were built from."""


def stacks_of(night: Night, table: FaroTable) -> tuple[Stack, ...]:
    """All stacks in the order they were placed, arranged so that none is covered.

    The result is cached for all screens of the same table.
    """
    known = _AT_HAND.get(night.id)
    if known and known[0] is table and known[1] is night.seats:
        return known[2]
    stacks = _laid_out(night, table)
    _AT_HAND.put(night.id, (table, night.seats, stacks))
    return stacks


def _laid_out(night: Night, table: FaroTable) -> tuple[Stack, ...]:
    by_id = {spot.id: spot for spot in spots(table.house.takes)}
    marks, tables = marks_of(night), by_phase(table)
    wagers: list[Bet | Call] = sorted((*table.bets.values(), *table.calls.values()), key=lambda wager: wager.placed)
    crowds: dict[str, list[Stack]] = {}
    for wager in wagers:
        drawn = _stack(night, table, tables, marks, by_id, wager)
        crowds.setdefault(drawn.spot, []).append(drawn)
    tray = crowds.pop(TRAY_ID, [])
    laid = {stack.key: stack for stack in _make_room([(by_id[spot], crowd) for spot, crowd in crowds.items()])}
    laid |= {stack.key: stack for stack in _in_tray(tray)}
    return tuple(laid[wager.key] for wager in wagers)


def totals_of(stacks: Iterable[Stack]) -> tuple[Total, ...]:
    """The sum of each heap."""
    heaps: dict[str, list[Stack]] = {}
    for stack in stacks:
        if stack.mini:
            heaps.setdefault(stack.spot, []).append(stack)
    return tuple(_total(heap) for heap in heaps.values())


def _total(heap: Sequence[Stack]) -> Total:
    dx, dy = total_at([(stack.dx, stack.dy) for stack in heap])
    words = _sum_of(heap)
    return Total(x=heap[0].x, y=heap[0].y, dx=dx, dy=dy, width=plate_of(words), words=words)


def _sum_of(stacks: Iterable[Stack]) -> str:
    """The sum of stacks, as written below a heap."""
    cents = sum(stack.amount_cents for stack in stacks)
    return short_amount(cents) if cents < 100 else f"${short_amount(cents)}"


def last_bet(stacks: Iterable[Stack], events: Sequence[Recorded]) -> Stack | None:
    """The bet of the last command, if it still lies; its orders can be changed with a touch."""
    *_, first = takewhile(lambda recorded: recorded.command == events[-1].command, reversed(events))
    key = getattr(first.event, "bet", None)
    return next((stack for stack in stacks if stack.key == key), None)


def _stack(
    night: Night,
    table: FaroTable,
    tables: ByPhase,
    marks: dict[str, Mark],
    by_id: dict[str, Spot],
    wager: Bet | Call,
) -> Stack:
    """A single stack; ``tables`` are the table at each phase."""
    ident = spot_id(wager.place) if isinstance(wager, Bet) else None
    spot = by_id.get(ident) if ident else None
    bet = wager if isinstance(wager, Bet) else None
    barred = ""
    if bet and bet.barred:
        barred = "barred" if bet.bar_turns is None else f"barred for {bet.bar_turns}"
    return Stack(
        key=wager.key,
        player=wager.player,
        player_name=night.seats[wager.player].name,
        mark=marks[wager.player],
        spot=spot.id if spot else TRAY_ID,
        place=name_of(bet.place) if bet else called(_order(wager)),
        x=across(spot.x) if spot else "",
        y=down(spot.y) if spot else "",
        dx=0,
        dy=0,
        scale="",
        count=1,
        slim=False,
        mini=False,
        width=0,
        discs=1 + sum(wager.stake_cents >= pile for pile in _PILES),
        amount=dollars(wager.stake_cents),
        amount_cents=wager.stake_cents,
        label=short_amount(wager.stake_cents),
        coppered=bool(bet and bet.coppered),
        paroli=bool(bet and bet.paroli),
        barred=barred,
        half=bool(bet and bet.half),
        bills=bool(bet and bet.form == "bills"),
        over_limit=bool(bet and is_over_case_limit(table, bet)),
        dead=bool(bet and is_dead(bet.place, table.box.dead)),
        is_call=bet is None,
        lifting_at=lifting_at(tables, wager),
        moving_at=moving_at(tables, wager),
        caption="" if spot else _caption(wager),
        head=None,
    )


def _make_room(crowds: Sequence[tuple[Spot, list[Stack]]]) -> Iterator[Stack]:
    """The stacks of each spot, arranged clear of the others."""
    laid = cleared([_crowd(spot, stacks) for spot, stacks in crowds], BAR_TOP * LEAST_UNIT_DOWN_PX)
    for (spot, stacks), lies in zip(crowds, laid, strict=True):
        headed = _is_headed(spot, stacks)
        if headed and len(lies) == 1:
            lies = [replace(lies[0], dy=CHECKS_UNDER_HEAD_PX)]
        width = max(_widths(stacks))
        for stack, lie in zip(stacks, lies, strict=True):
            yield replace(
                stack,
                x=across(_middle_x(spot, headed)),
                dx=lie.dx,
                dy=lie.dy,
                scale=_scale(spot),
                count=len(stacks),
                slim=lie.slim,
                mini=lie.mini,
                width=width,
                head=head_of(lies) if headed else None,
            )


def _is_headed(spot: Spot, stacks: Sequence[Stack]) -> bool:
    """Whether it is a zone whose stacks take its name's place."""
    return spot.ground is Ground.ZONE and (len(stacks) > 1 or plate_of(stacks[0].label) > spot.room_beside)


def _middle_x(spot: Spot, headed: bool) -> float:
    return spot.target.middle_x if headed else spot.x


def _crowd(spot: Spot, stacks: Sequence[Stack]) -> Crowd:
    return Crowd(
        ground=spot.ground,
        x=_middle_x(spot, _is_headed(spot, stacks)) * LEAST_UNIT_PX,
        y=spot.y * LEAST_UNIT_DOWN_PX,
        room=spot.room,
        reach=spot.target.height / 2 * LEAST_UNIT_DOWN_PX,
        widths=_widths(stacks) if len(stacks) > 1 else (plate_of(stacks[0].label),),
        alone=_alone(spot, stacks[0]),
        total=plate_of(_sum_of(stacks)),
    )


def _widths(stacks: Iterable[Stack]) -> tuple[float, ...]:
    return tuple(width_of(stack.label, stack.signs, stack.coppered) for stack in stacks)


def _alone(spot: Spot, stack: Stack) -> tuple[float, float, float, float]:
    """The box of a stack as checks around its middle, in pixels: left, top, right and bottom."""
    scale = float(_scale(spot))
    aside = right = max(plate_of(stack.label) / 2, _CHECK_PX * scale)
    below = _CHECK_PX * scale
    if stack.written:
        room = len(stack.written) * 6 + 8
        right, below = (max(aside, room / 2), 27) if stack.on_card else (max(aside, 13 * scale - 4 + room), below)
    return -aside, -(_CHECK_PX + _HIGHER_PX * (stack.discs - 1)) * scale, right, below


def _scale(spot: Spot) -> str:
    """The scale of checks: smaller where there is little room."""
    if spot.mark == "zone":
        return "0.72"
    return "0.86" if spot.ground in (Ground.UPPER_CARD, Ground.LOWER_CARD, Ground.SEVEN) else "0.8"


def _order(wager: Bet | Call) -> tuple[str, ...]:
    return wager.order if isinstance(wager, Call) else ()


def _caption(wager: Bet | Call) -> str:
    """The text under a stack in the tray."""
    if isinstance(wager, Call):
        return "-".join(wager.order)
    if wager.place.kind == "heeled":
        text = f"{'-'.join(wager.place.ranks)}/{'-'.join(wager.place.lose)}"
    else:
        text = "-".join(wager.place.ranks)
    return text if len(text) <= 8 else f"{text[:7]}…"


def _in_tray(crowd: Sequence[Stack]) -> Iterator[Stack]:
    """The stacks of the tray: a few as checks with captions, more as on a spot."""
    if len(crowd) > TRAY_PILES:
        widths = _widths(crowd)
        lies = lies_of(Ground.TRAY, widths, TRAY_ROOM_PX, forms_of(Ground.TRAY, widths, TRAY_ROOM_PX)[0])
        for stack, lie in zip(crowd, lies, strict=True):
            moved = replace(stack, x=across(TRAY.middle_x), y=down(TRAY.middle_y), dx=lie.dx, dy=lie.dy)
            yield replace(moved, count=len(crowd), slim=lie.slim, mini=lie.mini, width=max(widths))
        return
    plate = max((plate_of(stack.label) for stack in crowd), default=0)
    for at, stack in enumerate(crowd):
        x, y = in_tray(TRAY, at)
        yield replace(stack, x=across(x), y=down(y), dx=aside_in_tray(at, plate), scale="0.8", count=len(crowd))


Phases = tuple[str, ...]
"""Phases of a deal, as the tablet's script names them."""


ByPhase = tuple[tuple[str, FaroTable], ...]
"""A table at each phase, by the phase's name."""


def orders_at(table: FaroTable) -> Phases:
    """When bets may be pressed, coppered, barred and the like."""
    return tuple(phase for phase, then in by_phase(table) if then.bets_are_open)


def by_phase(table: FaroTable) -> ByPhase:
    """The table at each phase, otherwise unchanged."""
    return tuple((phase.name.lower(), replace(table, phase=phase)) for phase in Phase)


def lifting_at(tables: ByPhase, wager: Bet | Call) -> Phases:
    """When this bet or call may be taken down."""
    return tuple(phase for phase, then in tables if may_be_taken_down(then, wager))


def moving_at(tables: ByPhase, wager: Bet | Call) -> Phases:
    """When this bet may be moved: when orders may be given and the bet is not locked."""
    return tuple(phase for phase, then in tables if then.bets_are_open and may_be_taken_down(then, wager))


def why_no_orders(table: FaroTable) -> str:
    """Why no orders may be given now; "" if they may."""
    if table.phase is Phase.LOSER_DRAWN:
        return "Bets are closed until the winner is out."
    if table.phase is not Phase.BEFORE_HOCK:
        return ""
    if table.house.lift_before_hock:
        return "Before the hock bets may only be taken down."
    return "What lies stays until the hock is shown."
