"""What the board shows of Faro: the layout turned by 180 degrees, the case-keeper and the last turns."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from dealer.game.cards import rank_of
from dealer.games.faro.cards import LAST_TABS, Spindle, spindles
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.state import FARO, FaroTable, faro_of
from dealer.night.night import Night
from dealer.projections import Projection
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import faro
from events.records import Recorded
from reports.games.faro.words import words_of_phase
from reports.words.formatting import brief, card_words
from reports.words.language import gettext as _
from reports.words.language import pgettext
from web.bank_tables import counted_text
from web.games.faro.sheet import PHASES, called_at
from web.games.faro.spots import Column, columns
from web.games.faro.stacks import stacks_of
from web.games.faro.tablet import LastTurn, SpotView, drawn_now, last_turns, spot_views, standing_at
from web.night_so_far import CardsSoFar, bets_settled
from web.tablet.seats import Mark, marks_of


def _after(cards: CardsSoFar, recorded: Recorded) -> CardsSoFar:
    match recorded.event:
        case faro.DealStarted():
            return replace(cards, deals=cards.deals + 1, loser="")
        case faro.LoserDrawn() as drawn:
            return replace(cards, loser=rank_of(drawn.card))
        case faro.WinnerDrawn() as drawn:
            return cards.with_turn(cards.loser, rank_of(drawn.card))
        case _:
            return cards


SO_FAR = Projection(CardsSoFar(), _after)
"""The cards of the night so far."""


@cache
def turned(kinds: tuple[str, ...]) -> tuple[Column, ...]:
    """The columns of a house as the players see them."""
    return tuple(column.turned() for column in reversed(columns(kinds)))


def called_turns(night: Night, effective: EffectiveEvents) -> tuple[tuple[LastTurn, tuple[str, ...]], ...]:
    """The last turns of the last deal, the newest first, with the words called at the table.

    ``effective`` are the night's effective events.
    """
    begun = effective.up_to_last(faro.DealStarted)
    if begun is None:
        return ()
    *earlier, now = LAST_TABS.of(effective)
    of_deal = effective.since(begun)
    losers = {recorded.event.turn: recorded for recorded in of_deal if isinstance(recorded.event, faro.LoserDrawn)}
    winners = {recorded.event.turn: recorded for recorded in of_deal if isinstance(recorded.event, faro.WinnerDrawn)}

    def called(turn: int) -> tuple[str, ...]:
        of_turn = [recorded for recorded in of_deal if recorded.command == winners[turn].command]
        tabs = replace(now, turns=now.turns[:turn], hock=None)
        return called_at(night, losers[turn].command, of_turn, tabs, next(iter(earlier), None))

    return tuple((turn, called(turn.number) if turn.winner else ()) for turn in reversed(last_turns([now])))


class BoardView(Frozen):
    """Everything on the board. The only amounts that it shows are the house's limits.

    Between deals ``so_far`` takes the place of the case-keeper, and each of the ``players`` has what came of their bets
    in words.
    """

    night: str
    table: str
    phase: str
    open_for_bets: bool
    standing_at: str
    called: str
    counted: str
    resting: str
    limits: tuple[tuple[str, str], ...]
    columns: tuple[Column, ...]
    places: dict[str, SpotView]
    spindles: tuple[Spindle, ...]
    soda: str
    hock: str
    turns: tuple[tuple[LastTurn, tuple[str, ...]], ...]
    players: tuple[tuple[str, Mark, str], ...]
    so_far: CardsSoFar | None


def board_view(night: Night, effective: EffectiveEvents) -> BoardView:
    """The board of a night; ``effective`` are its effective events."""
    table, marks = faro_of(night), marks_of(night)
    deals = LAST_TABS.of(effective)
    tabs = deals[-1] if deals and table.deal_is_on else None
    keeper = tabs.spindles if tabs else spindles(())
    settled = {} if table.deal_is_on else bets_settled(effective, FARO)
    return BoardView(
        night=night.id,
        table=night.opened.table,
        phase=_phase(night, table),
        open_for_bets=table.bets_are_open and not night.closed,
        standing_at=standing_at(table),
        called=" · ".join(words_of_phase(table)),
        counted=counted_text(night, effective),
        resting=_resting(night, table),
        limits=_limits(table.house),
        columns=turned(table.house.takes),
        places=spot_views(table, stacks_of(night, table), keeper, drawn_now(table)),
        spindles=keeper,
        soda=card_words(tabs.soda) if tabs else "",
        hock=card_words(tabs.hock) if tabs else "",
        turns=() if night.closed else called_turns(night, effective),
        players=tuple((seat.name, marks[player], settled.get(player, "")) for player, seat in night.seated.items()),
        so_far=SO_FAR.of(effective) if deals and not tabs else None,
    )


def _phase(night: Night, table: FaroTable) -> str:
    if night.closed:
        return _("The night is over")
    if table.broken:
        return _("The bank is broken")
    if table.bets_are_open:
        return _("Last turn") if table.last_turn_next else _("Bets are open")
    return _(PHASES[table.phase].board)


def _resting(night: Night, table: FaroTable) -> str:
    """The text across the cloth between deals."""
    if night.closed:
        return _("The night is over. Good night.")
    if table.deal_is_on:
        return ""
    return _("The cards are being shuffled") if table.deal else _("The table is open")


def _limits(house: FaroHouse) -> tuple[tuple[str, str], ...]:
    limits = [
        (pgettext("a limit", "least"), brief(house.minimum_cents)),
        (pgettext("a limit", "limit"), brief(house.limit)),
        (_("on a case card"), brief(house.case_limit_cents)),
    ]
    if house.running_limit:
        limits.append((pgettext("a limit", "running"), brief(house.running_limit_cents)))
    return tuple(limits)
