"""Fan-Tan as one of the games that a night can be of."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from dealer.commands.phrases import Player
from dealer.commands.refusal import Refusal
from dealer.game.game import TABLE, Deciders, Game, Things, by_type
from dealer.game.hands import HANDS
from dealer.games.fan_tan import commands, evolve, paying, playing, preconditions
from dealer.games.fan_tan.demo import DEMONSTRATION
from dealer.games.fan_tan.fairness import FAIRNESS
from dealer.games.fan_tan.house import PRESETS, FanTanHouse, check_house
from dealer.games.fan_tan.rows import hand_rows_of, round_rows
from dealer.games.fan_tan.state import FAN_TAN, FanTanTable
from events.facts.fact import Fact

HAND_ON = "hand that is on"
"""The group of the one that is on, among what two courses are compared by."""


def _check_leave(table: FanTanTable, player: str) -> None:
    if table.hand and player in table.hand.players:
        raise Refusal(
            "wrong_phase",
            "%(player)s is in hand %(hand)s; they leave when it is settled.",
            player=Player(player),
            hand=table.hand.number,
        )


def _compared(table: FanTanTable, facts: Sequence[Fact]) -> Things:
    """The things compared by their group; how many turns a hand had only says what can be named."""
    return {
        HANDS: {row.hand: row for row in hand_rows_of(facts)},
        HAND_ON: {"": table.hand} if table.hand else {},
        TABLE: {"": replace(table, hand=None, last_turns=0)},
    }


_DECIDERS: Deciders = {
    commands.StartHand: playing.start,
    commands.Lay: playing.lay,
    commands.Pass: playing.pass_turn,
    commands.ShowHand: playing.show,
    commands.EndHand: playing.end,
    commands.TakePenalty: paying.take_penalty,
    commands.SettleHand: paying.settle,
    commands.VoidHand: paying.void_hand,
}

GAME = Game(
    name=FAN_TAN,
    title="Fan-Tan",
    round_called="hand",
    house=FanTanHouse,
    presets=PRESETS,
    check_house=check_house,
    table=FanTanTable,
    commands=tuple(_DECIDERS),
    starts="start_hand",
    check_time=preconditions.check_time,
    decide=by_type(_DECIDERS),
    evolve=evolve.evolve,
    closing=paying.closing,
    check_leave=_check_leave,
    is_on=lambda table: table.hand is not None,
    rounds=lambda table: table.hand_number,
    pot=lambda table: table.pot * table.house.chip,
    has_turn=lambda table, turn, rules: table.has_turn(turn),
    round_rows=round_rows,
    compared=_compared,
    fairness=FAIRNESS,
    demonstration=DEMONSTRATION,
)
