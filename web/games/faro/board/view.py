"""What the board shows: a pure function of a night and its effective facts."""

from __future__ import annotations

from dealer.commands.phrases import counted, dollars
from dealer.game.cards import rank_of
from dealer.games.faro.case_keeper import LAST_TABS, Spindle, spindles
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.state import FaroTable, Phase, faro_of
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.frozen import Frozen
from reports.games.faro.words.bets import in_deal
from reports.games.faro.words.calls import words_of_phase
from reports.words.cards import card_words
from web.games.faro.board.places import Lying, PaintedCard, Zone, lying, painted_cards, zones
from web.games.faro.board.turns import TurnLine, last_turns
from web.games.faro.tablet.spots import spots
from web.games.faro.tablet.stacks import stacks_of
from web.tablet.marks import Mark, marks_of

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
    """A player by their checks and name, and whether any of theirs lie on the layout."""

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
        return next(one for one in self.spindles if one.rank == rank)


def board_view(night: Night, kept: EffectiveFacts) -> BoardView:
    """The board of a night; ``kept`` are its effective facts."""
    table = faro_of(night)
    places = spots(table.house.takes)
    stacks = stacks_of(night, table)
    deals = LAST_TABS.of(kept)
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
        zones=zones(places, frozenset(one.spot for one in stacks)),
        lying=lying(stacks, places),
        spindles=tabs.spindles if tabs else spindles(()),
        loser=rank_of(table.loser) if table.loser else "",
        winner=rank_of(table.winner) if table.winner else "",
        soda=card_words(tabs.soda) if tabs else "",
        hock=card_words(tabs.hock) if tabs else "",
        turns=() if night.closed else last_turns(night, kept, TURNS_SHOWN),
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
    """What is written across the cloth while no deal is on."""
    if night.closed:
        return "The night is over. Good night."
    if table.deal_is_on:
        return ""
    return "The cards are being shuffled" if table.deal else "The table is open"


def _limits(house: FaroHouse) -> tuple[tuple[str, str], ...]:
    found = [
        ("least", dollars(house.minimum_cents)),
        ("limit", dollars(house.limit)),
        ("on a case card", dollars(house.case_limit_cents)),
    ]
    if house.running_limit:
        found.append(("running", dollars(house.running_limit_cents)))
    return tuple(found)


def _players(night: Night, table: FaroTable) -> tuple[PlayerAtTable, ...]:
    marks = marks_of(night)
    return tuple(
        PlayerAtTable(name=seat.name, mark=marks[player], lies=table.stakes_of(player) > 0)
        for player, seat in night.seated.items()
    )
