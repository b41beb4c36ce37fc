"""The decider of a Fan-Tan table: one function a command, found by the command's type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealer.commands.commands import Command
from dealer.games.fan_tan import commands, paying, playing
from dealer.games.fan_tan.state import FanTanTable
from events.facts.fact import Fact
from ledger.ledger import Ledger

_DECIDERS: dict[type[Command], Callable[[FanTanTable, Ledger, Any], tuple[Fact, ...]]] = {
    commands.StartHand: playing.start,
    commands.Lay: playing.lay,
    commands.Pass: playing.pass_turn,
    commands.ShowHand: playing.show,
    commands.EndHand: playing.end,
    commands.TakePenalty: paying.take_penalty,
    commands.SettleHand: paying.settle,
    commands.VoidHand: paying.void_hand,
}

COMMANDS = tuple(_DECIDERS)
"""The commands that a Fan-Tan table takes."""


def decide(table: FanTanTable, ledger: Ledger, command: Command) -> tuple[Fact, ...]:
    """The facts that a command makes at this table; raises :class:`dealer.commands.refusal.Refusal` where it may not.

    The command has been let in by :mod:`dealer.games.fan_tan.preconditions`.
    """
    return _DECIDERS[type(command)](table, ledger, command)
