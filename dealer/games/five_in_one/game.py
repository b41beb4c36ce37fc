"""Five in One as one of the games that a night can be of."""

from __future__ import annotations

from dealer.game.hands import HandGame
from dealer.games.five_in_one import commands, playing
from dealer.games.five_in_one.demo import DEMONSTRATION
from dealer.games.five_in_one.fairness import FAIRNESS
from dealer.games.five_in_one.house import PRESETS, FiveInOneHouse
from dealer.games.five_in_one.rows import round_rows
from dealer.games.five_in_one.state import FIVE_IN_ONE, FiveInOneTable, evolve

GAME = HandGame(
    name=FIVE_IN_ONE,
    title="Five in One",
    round_called="round",
    house=FiveInOneHouse,
    presets=PRESETS,
    table=FiveInOneTable,
    deciders={
        commands.StartHand: playing.start,
        commands.PartResult: playing.part_result,
        commands.ColdHand: playing.cold_hand,
        commands.Consolation: playing.consolation,
        commands.VoidHand: playing.void_hand,
    },
    check_time=playing.check_time,
    evolve=evolve,
    round_rows=round_rows,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
