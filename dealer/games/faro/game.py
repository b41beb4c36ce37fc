"""Faro as one of the games that a night can be of."""

from __future__ import annotations

from dealer.game.game import Game
from dealer.games.faro import decide, evolve, preconditions
from dealer.games.faro.bets import lifted
from dealer.games.faro.dealing import returned
from dealer.games.faro.demo import DEMONSTRATION
from dealer.games.faro.differences import compared
from dealer.games.faro.fairness.inspection import FAIRNESS
from dealer.games.faro.house import PRESETS, FaroHouse, check_house
from dealer.games.faro.state import FARO, FaroTable
from dealer.games.faro.take_and_pay import follow_places
from dealer.rules_version import DISPUTED_TURNS_WERE_DEALT


def _has_turn(table: FaroTable, turn: int, rules: int) -> bool:
    return table.has_turn(turn) if rules >= DISPUTED_TURNS_WERE_DEALT else 0 <= turn <= 26


GAME = Game(
    name=FARO,
    title="Faro",
    round_called="deal",
    against_bank=True,
    house=FaroHouse,
    presets=PRESETS,
    check_house=check_house,
    table=FaroTable,
    commands=decide.COMMANDS,
    starts="start_deal",
    check_named=preconditions.check_bet,
    check_time=preconditions.check_time,
    decide=decide.decide,
    evolve=evolve.evolve,
    closing=lambda table, ledger: returned(table, ledger, "night_closed"),
    lift=lambda table, ledger, player: lifted(table, player),
    is_on=lambda table: table.deal_is_on,
    rounds=lambda table: table.deal,
    stakes=FaroTable.stakes_of,
    bets=FaroTable.keys_now,
    has_bet=FaroTable.used,
    has_turn=_has_turn,
    compared=compared,
    follow_places=follow_places,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
