"""Spoil Five as one of the games that a night can be of."""

from __future__ import annotations

from dealer.game.hands import HandGame
from dealer.games.spoil_five import commands, playing, scoring
from dealer.games.spoil_five.demo import DEMONSTRATION
from dealer.games.spoil_five.house import PRESETS, SpoilFiveHouse
from dealer.games.spoil_five.rows import round_rows
from dealer.games.spoil_five.state import SPOIL_FIVE, SpoilFiveTable, evolve

GAME = HandGame(
    name=SPOIL_FIVE,
    title="Spoil Five",
    house=SpoilFiveHouse,
    presets=PRESETS,
    table=SpoilFiveTable,
    deciders={
        commands.StartHand: playing.start,
        commands.KillHand: playing.kill,
        commands.ScoreHand: scoring.score,
        commands.VoidHand: playing.void_hand,
    },
    check_time=playing.check_time,
    evolve=evolve,
    closing=scoring.closing,
    round_rows=round_rows,
    demonstration=DEMONSTRATION,
)
