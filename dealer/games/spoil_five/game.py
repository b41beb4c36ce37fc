"""Spoil Five as one of the games that a night can be of."""

from __future__ import annotations

from dealer.game.game import Deciders, Game, by_type
from dealer.game.hands import check_leave, compared_by
from dealer.games.spoil_five import commands, playing, scoring
from dealer.games.spoil_five.demo import DEMONSTRATION
from dealer.games.spoil_five.house import PRESETS, SpoilFiveHouse
from dealer.games.spoil_five.rows import round_rows
from dealer.games.spoil_five.state import SPOIL_FIVE, SpoilFiveTable, evolve

_DECIDERS: Deciders = {
    commands.StartHand: playing.start,
    commands.KillHand: playing.kill,
    commands.ScoreHand: scoring.score,
    commands.VoidHand: playing.void_hand,
}

GAME = Game(
    name=SPOIL_FIVE,
    title="Spoil Five",
    round_called="hand",
    house=SpoilFiveHouse,
    presets=PRESETS,
    table=SpoilFiveTable,
    commands=tuple(_DECIDERS),
    starts=commands.StartHand.do,
    check_time=playing.check_time,
    decide=by_type(_DECIDERS),
    evolve=evolve,
    closing=scoring.closing,
    check_leave=check_leave,
    round_rows=round_rows,
    compared=compared_by(round_rows),
    demonstration=DEMONSTRATION,
)
