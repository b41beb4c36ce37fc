"""Five in One as one of the games that a night can be of."""

from __future__ import annotations

from dealer.game.game import Deciders, Game, by_type
from dealer.game.hands import check_leave, compared_by
from dealer.games.five_in_one import commands, playing
from dealer.games.five_in_one.demo import DEMONSTRATION
from dealer.games.five_in_one.fairness import FAIRNESS
from dealer.games.five_in_one.house import PRESETS, FiveInOneHouse
from dealer.games.five_in_one.rows import round_rows
from dealer.games.five_in_one.state import FIVE_IN_ONE, FiveInOneTable, evolve

_DECIDERS: Deciders = {
    commands.StartHand: playing.start,
    commands.PartResult: playing.part_result,
    commands.ColdHand: playing.cold_hand,
    commands.Consolation: playing.consolation,
    commands.VoidHand: playing.void_hand,
}

GAME = Game(
    name=FIVE_IN_ONE,
    title="Five in One",
    round_called="round",
    house=FiveInOneHouse,
    presets=PRESETS,
    table=FiveInOneTable,
    commands=tuple(_DECIDERS),
    starts=commands.StartHand.do,
    check_time=playing.check_time,
    decide=by_type(_DECIDERS),
    evolve=evolve,
    check_leave=check_leave,
    round_rows=round_rows,
    compared=compared_by(round_rows),
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
