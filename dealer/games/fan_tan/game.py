"""Fan-Tan as one of the games that a night can be of."""

from __future__ import annotations

from dealer.commands.phrases import Player
from dealer.commands.refusal import Refusal
from dealer.game.game import Game
from dealer.games.fan_tan import decide, evolve, paying, preconditions
from dealer.games.fan_tan.demo import DEMONSTRATION
from dealer.games.fan_tan.differences import compared
from dealer.games.fan_tan.fairness import FAIRNESS
from dealer.games.fan_tan.house import PRESETS, FanTanHouse, check_house
from dealer.games.fan_tan.rows import round_rows
from dealer.games.fan_tan.state import FAN_TAN, FanTanTable


def _check_leave(table: FanTanTable, player: str) -> None:
    if table.hand and player in table.hand.players:
        raise Refusal(
            "wrong_phase",
            "%(player)s is in hand %(hand)s; they leave when it is settled.",
            player=Player(player),
            hand=table.hand.number,
        )


GAME = Game(
    name=FAN_TAN,
    title="Fan-Tan",
    round_called="hand",
    house=FanTanHouse,
    presets=PRESETS,
    check_house=check_house,
    table=FanTanTable,
    commands=decide.COMMANDS,
    starts="start_hand",
    check_named=preconditions.check_dealer,
    check_time=preconditions.check_time,
    decide=decide.decide,
    evolve=evolve.evolve,
    closing=paying.closing,
    check_leave=_check_leave,
    is_on=lambda table: table.hand is not None,
    rounds=lambda table: table.hand_number,
    pot=lambda table: table.pot * table.house.chip,
    has_turn=lambda table, turn, rules: table.has_turn(turn),
    round_rows=round_rows,
    compared=compared,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
