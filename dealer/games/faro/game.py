"""Faro's game record."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from rpds import List

from dealer.game.game import TABLE, Deciders, Game, Things, by_type
from dealer.game.table import Grown
from dealer.games.faro import bets, commands, dealing, state
from dealer.games.faro import dealing as preconditions
from dealer.games.faro.cards import tabs_of
from dealer.games.faro.commands import PRESETS, FaroHouse, check_house
from dealer.games.faro.demo import DEMONSTRATION, STUSS
from dealer.games.faro.fairness import FAIRNESS
from dealer.games.faro.reasons import LAWS
from dealer.games.faro.settlement import follow_places
from dealer.games.faro.state import FARO, FaroTable
from dealer.rules_version import DISPUTED_TURNS_WERE_DEALT
from events.common.event import Event

LYING, TABS = "lying", "tabs"
"""The groups in comparisons of two courses: current bets and calls by key, and the tabs of each deal by number."""


def _has_turn(table: FaroTable, turn: int, rules: int) -> bool:
    return table.has_turn(turn) if rules >= DISPUTED_TURNS_WERE_DEALT else 0 <= turn <= 26


def _compared(table: FaroTable, events: Sequence[Event]) -> Things:
    """The things to compare, by group.

    The table leaves out what is compared separately, and what only limits names, such as the keys used so far. Bets
    have no placing number, because the absence of another bet would change it.
    """
    by_themselves = replace(table, bets={}, calls={}, placed=0, gone=Grown(), turns_before=List())
    rest = replace(by_themselves, keys_before=List(), last_turn=-1, last_bets={})
    return {
        LYING: {bet.key: replace(bet, placed=0) for bet in table.all_lying},
        TABS: {tabs.deal: tabs for tabs in tabs_of(events)},
        TABLE: {"": rest},
    }


_DECIDERS: Deciders = {
    commands.StartDeal: dealing.start,
    commands.ExposeSoda: dealing.soda,
    commands.Turn: dealing.turn,
    commands.DrawLoser: dealing.draw_loser,
    commands.DrawWinner: dealing.draw_winner,
    commands.ExposeHock: dealing.hock,
    commands.VoidDeal: dealing.void_deal,
    commands.EndDeal: dealing.end_deal,
    commands.PlaceBet: bets.place,
    commands.CallTurn: bets.call,
    commands.PressBet: bets.press,
    commands.MoveBet: bets.move_to,
    commands.CopperBet: bets.copper,
    commands.UncopperBet: bets.uncopper,
    commands.ParoliBet: bets.paroli,
    commands.StandPat: bets.stand_pat,
    commands.BarBet: bets.bar,
    commands.ReleaseBet: bets.release,
    commands.HalfGoes: bets.half,
    commands.WholeGoes: bets.whole,
    commands.TakeDownBet: bets.take_down,
    commands.TakeDownAll: bets.take_down_all,
    commands.SameAgain: bets.same_again,
    commands.ClaimSleeper: bets.claim,
}

GAME = Game(
    name=FARO,
    title="Faro",
    round_called="deal",
    against_bank=True,
    house=FaroHouse,
    presets=PRESETS,
    check_house=check_house,
    table=FaroTable,
    commands=tuple(_DECIDERS),
    starts="start_deal",
    check_named=preconditions.check_bet,
    check_time=preconditions.check_time,
    decide=by_type(_DECIDERS),
    evolve=state.evolve,
    closing=lambda table, ledger: dealing.returned(table, ledger, "night_closed"),
    give_back=lambda table, ledger: dealing.returned(table, ledger, "bank_broken"),
    lift=lambda table, ledger, player: bets.lifted(table, player),
    is_on=lambda table: table.deal_is_on,
    rounds=lambda table: table.deal,
    stakes=lambda table: table.stakes_cents,
    bets=FaroTable.keys_now,
    has_bet=FaroTable.used,
    has_turn=_has_turn,
    compared=_compared,
    follow_places=follow_places,
    laws=LAWS,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
    other_demonstrations={"stuss": STUSS},
)
