"""What the board shows of Faro: the layout turned by 180 degrees, the case-keeper and the last turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from msgspec.structs import replace

from dealer.commands.refusal import counted, dollars
from dealer.game.cards import rank_of
from dealer.games.faro.cards import LAST_TABS, DealTabs, Spindle, spindles
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.state import FaroTable, Phase, faro_of
from dealer.night.night import Night
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import faro
from events.records import Recorded
from reports.games.faro.bet_words import in_deal
from reports.games.faro.words import words_of_phase
from reports.words.formatting import card_words
from web.games.faro.sheet import called_at
from web.games.faro.spots import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    LOWER_PARTS,
    TRAY,
    TRAY_PILES,
    UPPER_PARTS,
    Box,
    Parts,
    Spot,
    cards,
    in_tray,
    spots,
)
from web.games.faro.stacks import TRAY_ID, Stack, stacks_of
from web.tablet.seats import Mark, marks_of

_AROUND: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0),),
    ((-14, 0), (14, 0)),
    ((-15, -9), (15, -9), (0, 12)),
    ((-14, -13), (14, -13), (-14, 13), (14, 13)),
    ((-22, -12), (0, -12), (22, -12), (-12, 12), (12, 12)),
)
"""Where up to five stacks lie around a spot's middle; without amounts they may lie close together."""
_ROW, _ROW_WIDTH, _ROW_Y = 3, 50, 12
"""More stacks lie in two rows: the width from the first check's middle to the last's, and the distance up and down."""
_SMALL_FROM, _SMALLEST, _SMALL, _LESS, _WHOLE = 5, "0.62", "0.72", "0.8", "1"


class PaintedCard(Frozen):
    """A card of the layout, in board units."""

    rank: str
    left: float
    top: float
    width: float
    height: float
    parts: Parts

    @property
    def middle(self) -> float:
        """The x of its middle."""
        return self.left + self.width / 2

    def part(self, share: float) -> float:
        """The y of a share of its height."""
        return self.top + self.height * share


class Zone(Frozen):
    """A place with words for bets on no card: the tablet's spot, and where it is on the board."""

    spot: Spot
    box: Box
    label_x: float
    label_y: float


class Lying(Frozen):
    """A player's checks on the layout: owner, height and orders; never the amount."""

    key: str
    mark: Mark
    name: str
    x: float
    y: float
    scale: str
    discs: int
    coppered: bool
    dead: bool
    badge: str
    caption: str


@cache
def painted_cards() -> tuple[PaintedCard, ...]:
    """The thirteen cards, turned by 180 degrees about the middle of the board."""
    turned = [(card, _turned(card.box)) for card in cards()]
    return tuple(
        PaintedCard(
            rank=card.rank,
            left=box.left,
            top=box.top,
            width=box.width,
            height=box.height,
            parts=LOWER_PARTS if card.parts is UPPER_PARTS else UPPER_PARTS,
        )
        for card, box in turned
    )


def zones(spots: Iterable[Spot], busy: frozenset[str]) -> tuple[Zone, ...]:
    """The zones of a house; words on zones with checks (``busy``) make room for them."""
    return tuple(_zone(spot, spot.id in busy) for spot in spots if spot.mark == "zone")


def tray() -> Box:
    """The place of strings, heeled bets and calls."""
    return _turned(TRAY)


def lying(stacks: Sequence[Stack], spots: Iterable[Spot]) -> tuple[Lying, ...]:
    """All checks on the layout."""
    by_id = {spot.id: spot for spot in spots}
    on_card = {f"single-{card.rank}": (card.middle, card.part(card.parts.checks)) for card in painted_cards()}
    crowds: dict[str, list[Stack]] = {}
    for stack in stacks:
        crowds.setdefault(stack.spot, []).append(stack)
    drawn: dict[str, Lying] = {}
    for where, crowd in crowds.items():
        if where == TRAY_ID and len(crowd) <= TRAY_PILES:
            drawn |= {stack.key: _lying(stack, *in_tray(tray(), at), _LESS) for at, stack in enumerate(crowd)}
        else:
            x, y = _middle_of(by_id[where], on_card) if where != TRAY_ID else (tray().middle_x, tray().middle_y)
            scale = _scale(by_id.get(where), len(crowd))
            for stack, (dx, dy) in zip(crowd, _around(len(crowd)), strict=True):
                drawn[stack.key] = _lying(stack, x + dx, y + dy, scale)
    return tuple(drawn[stack.key] for stack in stacks)


def _middle_of(spot: Spot, on_card: dict[str, tuple[float, float]]) -> tuple[float, float]:
    return on_card.get(spot.id, (BOARD_WIDTH - spot.x, BOARD_HEIGHT - spot.y))


def _around(count: int) -> tuple[tuple[float, float], ...]:
    """Where ``count`` stacks lie around a spot's middle, in board units; many stacks overlap."""
    if count <= len(_AROUND):
        return _AROUND[count - 1]
    columns = -(-count // 2)
    step = _ROW_WIDTH / max(columns - 1, _ROW - 1)
    places = (divmod(at, columns) for at in range(count))
    return tuple(((column - (columns - 1) / 2) * step, (row * 2 - 1) * _ROW_Y) for row, column in places)


def _scale(spot: Spot | None, crowd: int) -> str:
    """The scale of checks: smaller where there is little room or there are many."""
    if crowd > 2 * _ROW:
        return _SMALLEST
    if crowd >= _SMALL_FROM or spot is None or spot.mark == "zone":
        return _SMALL
    return _LESS if crowd > 1 else _WHOLE


def _turned(box: Box) -> Box:
    return Box(
        left=BOARD_WIDTH - box.left - box.width,
        top=BOARD_HEIGHT - box.top - box.height,
        width=box.width,
        height=box.height,
    )


def _zone(spot: Spot, busy: bool) -> Zone:
    box = _turned(spot.target)
    aside = (BOARD_WIDTH - spot.aside[0], BOARD_HEIGHT - spot.aside[1])
    x, y = aside if busy else (box.middle_x, box.middle_y)
    return Zone(spot=spot, box=box, label_x=x, label_y=y)


def _lying(stack: Stack, x: float, y: float, scale: str) -> Lying:
    return Lying(
        key=stack.key,
        mark=stack.mark,
        name=stack.player_name,
        x=round(x, 1),
        y=round(y, 1),
        scale=scale,
        discs=stack.discs,
        coppered=stack.coppered,
        dead=stack.dead,
        badge=stack.badge if stack.count == 1 else stack.signs,
        caption=stack.caption if stack.count <= TRAY_PILES else "",
    )


class TurnLine(Frozen):
    """A turn: its number, loser and winner (``""`` before it is drawn), and the words called at the table."""

    number: int
    loser: str
    winner: str
    words: tuple[str, ...]


def last_turns(night: Night, effective: EffectiveEvents, most: int) -> tuple[TurnLine, ...]:
    """The last turns of the last deal, the newest first; ``effective`` are the night's effective events."""
    begun = effective.up_to_last(faro.DealStarted)
    if begun is None:
        return ()
    *earlier, now = LAST_TABS.of(effective)
    before, of_deal = next(iter(earlier), None), effective.since(begun)
    commands = _commands_of(of_deal)
    return tuple(
        TurnLine(
            number=turn.number,
            loser=card_words(turn.loser),
            winner=card_words(turn.winner),
            words=_called(night, turn.number, commands[turn.number], of_deal, now, before) if turn.winner else (),
        )
        for turn in now.turns[-most:][::-1]
    )


def _called(
    night: Night,
    number: int,
    commands: tuple[str, str],
    of_deal: Sequence[Recorded],
    deal: DealTabs,
    before: DealTabs | None,
) -> tuple[str, ...]:
    loser, winner = commands
    of_turn = [recorded for recorded in of_deal if recorded.command == winner]
    return called_at(night, loser, of_turn, replace(deal, turns=deal.turns[:number], hock=None), before)


def _commands_of(of_deal: Sequence[Recorded]) -> dict[int, tuple[str, str]]:
    """The commands that drew the loser and the winner of each turn of a deal."""
    commands: dict[int, tuple[str, str]] = {}
    for recorded in of_deal:
        match recorded.event:
            case faro.LoserDrawn() as event:
                commands[event.turn] = (recorded.command, "")
            case faro.WinnerDrawn() as event:
                commands[event.turn] = (commands[event.turn][0], recorded.command)
    return commands


TURNS_SHOWN = 6

_PHASES = {
    Phase.NO_DEAL: "Between deals",
    Phase.BEFORE_SODA: "The soda comes next",
    Phase.BETTING: "Bets are open",
    Phase.LOSER_DRAWN: "Bets are closed",
    Phase.BEFORE_HOCK: "The hock comes next",
    Phase.DEALT_OUT: "The deal is over",
}


class PlayerAtTable(Frozen):
    """A player's mark and name, and whether they have bets on the layout."""

    name: str
    mark: Mark
    lies: bool


class BoardView(Frozen):
    """Everything on the board. The only amounts are the house's limits."""

    night: str
    table: str
    date: str
    phase: str
    open_for_bets: bool
    standing_at: str
    called: str
    resting: str
    limits: tuple[tuple[str, str], ...]
    cards: tuple[PaintedCard, ...]
    zones: tuple[Zone, ...]
    lying: tuple[Lying, ...]
    spindles: tuple[Spindle, ...]
    loser: str
    winner: str
    soda: str
    hock: str
    turns: tuple[TurnLine, ...]
    players: tuple[PlayerAtTable, ...]

    def spindle(self, rank: str) -> Spindle:
        """The spindle of a rank."""
        return next(spindle for spindle in self.spindles if spindle.rank == rank)


def board_view(night: Night, effective: EffectiveEvents) -> BoardView:
    """The board of a night; ``effective`` are its effective events."""
    table = faro_of(night)
    places = spots(table.house.takes)
    stacks = stacks_of(night, table)
    deals = LAST_TABS.of(effective)
    tabs = deals[-1] if deals and table.deal_is_on else None
    return BoardView(
        night=night.id,
        table=night.opened.table,
        date=night.opened.date,
        phase=_phase(night, table),
        open_for_bets=table.bets_are_open and not night.closed,
        standing_at=_standing_at(night, table),
        called=" · ".join(words_of_phase(table)),
        resting=_resting(night, table),
        limits=_limits(table.house),
        cards=painted_cards(),
        zones=zones(places, frozenset(stack.spot for stack in stacks)),
        lying=lying(stacks, places),
        spindles=tabs.spindles if tabs else spindles(()),
        loser=rank_of(table.loser) if table.loser else "",
        winner=rank_of(table.winner) if table.winner else "",
        soda=card_words(tabs.soda) if tabs else "",
        hock=card_words(tabs.hock) if tabs else "",
        turns=() if night.closed else last_turns(night, effective, TURNS_SHOWN),
        players=_players(night, table),
    )


def _phase(night: Night, table: FaroTable) -> str:
    if night.closed:
        return "The night is over"
    if table.broken:
        return "The bank is broken"
    if table.bets_are_open:
        return "Last turn" if table.last_turn_next else "Bets are open"
    return _PHASES[table.phase]


def _standing_at(night: Night, table: FaroTable) -> str:
    if not table.deal_is_on:
        dealt = f"{counted(table.deal, 'deal')} dealt"
        return dealt if table.deal else "Nothing dealt yet"
    return f"Deal {table.deal} · {in_deal(table, of_all=True)}"


def _resting(night: Night, table: FaroTable) -> str:
    """The text across the cloth between deals."""
    if night.closed:
        return "The night is over. Good night."
    if table.deal_is_on:
        return ""
    return "The cards are being shuffled" if table.deal else "The table is open"


def _limits(house: FaroHouse) -> tuple[tuple[str, str], ...]:
    limits = [
        ("least", dollars(house.minimum_cents)),
        ("limit", dollars(house.limit)),
        ("on a case card", dollars(house.case_limit_cents)),
    ]
    if house.running_limit:
        limits.append(("running", dollars(house.running_limit_cents)))
    return tuple(limits)


def _players(night: Night, table: FaroTable) -> tuple[PlayerAtTable, ...]:
    marks = marks_of(night)
    return tuple(
        PlayerAtTable(name=seat.name, mark=marks[player], lies=table.stakes_of(player) > 0)
        for player, seat in night.seated.items()
    )
