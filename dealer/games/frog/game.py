"""Frog as one of the games that a night can be of."""

from __future__ import annotations

from dealer.game.hands import HandGame
from dealer.games.frog import commands, playing
from dealer.games.frog.demo import DEMONSTRATION
from dealer.games.frog.house import FROG, PRESETS, FrogHouse
from dealer.games.frog.rows import round_rows
from dealer.games.frog.state import FrogTable, evolve

GAME = HandGame(
    name=FROG,
    title="Frog",
    house=FrogHouse,
    presets=PRESETS,
    table=FrogTable,
    deciders={
        commands.StartHand: playing.start,
        commands.BidFrog: playing.bid,
        commands.PassFrog: playing.pass_bid,
        commands.ContractFrog: playing.contract,
        commands.ScoreFrog: playing.score,
        commands.VoidHand: playing.void_hand,
    },
    check_time=playing.check_time,
    evolve=evolve,
    round_rows=round_rows,
    demonstration=DEMONSTRATION,
)
