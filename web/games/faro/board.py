"""What the board shows of Faro: the layout turned by 180 degrees, the case-keeper and the last turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from dealer.commands.refusal import dollars
from dealer.games.faro.cards import LAST_TABS, DealTabs, Spindle, spindles
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.state import FaroTable, faro_of
from dealer.night.night import Night
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import faro
from events.records import Recorded
from reports.games.faro.words import words_of_phase
from reports.words.formatting import card_words
from web.games.faro.sheet import PHASES, called_at
from web.games.faro.spots import Column, columns
from web.games.faro.stacks import stacks_of
from web.games.faro.tablet import TURNS_SHOWN, SpotView, drawn_now, spot_views, standing_at
from web.tablet.seats import Mark, marks_of


@cache
def turned(kinds: tuple[str, ...]) -> tuple[Column, ...]:
    """The columns of a house as the players see them."""
    return tuple(column.turned() for column in reversed(columns(kinds)))


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


class BoardView(Frozen):
    """Everything on the board. The only amounts that it shows are the house's limits."""

    night: str
    table: str
    date: str
    phase: str
    open_for_bets: bool
    standing_at: str
    called: str
    resting: str
    limits: tuple[tuple[str, str], ...]
    columns: tuple[Column, ...]
    places: dict[str, SpotView]
    spindles: tuple[Spindle, ...]
    soda: str
    hock: str
    turns: tuple[TurnLine, ...]
    players: tuple[tuple[str, Mark], ...]


def board_view(night: Night, effective: EffectiveEvents) -> BoardView:
    """The board of a night; ``effective`` are its effective events."""
    table, marks = faro_of(night), marks_of(night)
    deals = LAST_TABS.of(effective)
    tabs = deals[-1] if deals and table.deal_is_on else None
    keeper = tabs.spindles if tabs else spindles(())
    return BoardView(
        night=night.id,
        table=night.opened.table,
        date=night.opened.date,
        phase=_phase(night, table),
        open_for_bets=table.bets_are_open and not night.closed,
        standing_at=standing_at(table),
        called=" · ".join(words_of_phase(table)),
        resting=_resting(night, table),
        limits=_limits(table.house),
        columns=turned(table.house.takes),
        places=spot_views(table, stacks_of(night, table), keeper, drawn_now(table)),
        spindles=keeper,
        soda=card_words(tabs.soda) if tabs else "",
        hock=card_words(tabs.hock) if tabs else "",
        turns=() if night.closed else last_turns(night, effective, TURNS_SHOWN),
        players=tuple((seat.name, marks[player]) for player, seat in night.seated.items()),
    )


def _phase(night: Night, table: FaroTable) -> str:
    if night.closed:
        return "The night is over"
    if table.broken:
        return "The bank is broken"
    if table.bets_are_open:
        return "Last turn" if table.last_turn_next else "Bets are open"
    return PHASES[table.phase].board


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
