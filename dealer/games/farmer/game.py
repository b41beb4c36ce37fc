"""Farmer as one of the games that a night can be of."""

from __future__ import annotations

from dealer.game.hands import HandGame
from dealer.games.farmer import commands, playing, settling
from dealer.games.farmer.demo import DEMONSTRATION
from dealer.games.farmer.fairness import FAIRNESS
from dealer.games.farmer.house import PRESETS, FarmerHouse
from dealer.games.farmer.rows import round_rows
from dealer.games.farmer.state import FARMER, FarmerTable, evolve

GAME = HandGame(
    name=FARMER,
    title="Farmer",
    house=FarmerHouse,
    presets=PRESETS,
    table=FarmerTable,
    deciders={
        commands.StartHand: playing.start,
        commands.ShowHand: playing.show,
        commands.SettleHand: settling.settle,
        commands.VoidHand: playing.void_hand,
    },
    check_time=playing.check_time,
    evolve=evolve,
    closing=settling.closing,
    round_rows=round_rows,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
