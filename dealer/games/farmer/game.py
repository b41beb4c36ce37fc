"""Farmer as one of the games that a night can be of."""

from __future__ import annotations

from dealer.game.game import Deciders, Game, by_type
from dealer.game.hands import check_leave, compared_by
from dealer.games.farmer import commands, playing, settling
from dealer.games.farmer.demo import DEMONSTRATION
from dealer.games.farmer.fairness import FAIRNESS
from dealer.games.farmer.house import PRESETS, FarmerHouse
from dealer.games.farmer.rows import round_rows
from dealer.games.farmer.state import FARMER, FarmerTable, evolve

_DECIDERS: Deciders = {
    commands.StartHand: playing.start,
    commands.ShowHand: playing.show,
    commands.SettleHand: settling.settle,
    commands.VoidHand: playing.void_hand,
}

GAME = Game(
    name=FARMER,
    title="Farmer",
    round_called="hand",
    house=FarmerHouse,
    presets=PRESETS,
    table=FarmerTable,
    commands=tuple(_DECIDERS),
    starts=commands.StartHand.do,
    check_time=playing.check_time,
    decide=by_type(_DECIDERS),
    evolve=evolve,
    closing=settling.closing,
    check_leave=check_leave,
    round_rows=round_rows,
    compared=compared_by(round_rows),
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
