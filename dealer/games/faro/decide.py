"""The decider of a Faro table: one function a command, found by the command's type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealer.commands.commands import Command
from dealer.games.faro import bets, commands, dealing
from dealer.games.faro.state import FaroTable
from events.facts.fact import Fact
from ledger.ledger import Ledger

_DECIDERS: dict[type[Command], Callable[[FaroTable, Ledger, Any], tuple[Fact, ...]]] = {
    commands.StartDeal: dealing.start,
    commands.ExposeSoda: dealing.soda,
    commands.Turn: dealing.turn,
    commands.DrawLoser: dealing.draw_loser,
    commands.DrawWinner: dealing.draw_winner,
    commands.ExposeHock: dealing.hock,
    commands.VoidDeal: dealing.void_deal,
    commands.EndDeal: dealing.end_deal,
    commands.PlaceBet: bets.place,
    commands.CallTurn: bets.call,
    commands.PressBet: bets.press,
    commands.MoveBet: bets.move_to,
    commands.CopperBet: bets.copper,
    commands.UncopperBet: bets.uncopper,
    commands.ParoliBet: bets.paroli,
    commands.StandPat: bets.stand_pat,
    commands.BarBet: bets.bar,
    commands.ReleaseBet: bets.release,
    commands.HalfGoes: bets.half,
    commands.WholeGoes: bets.whole,
    commands.TakeDownBet: bets.take_down,
    commands.TakeDownAll: bets.take_down_all,
    commands.SameAgain: bets.same_again,
    commands.ClaimSleeper: bets.claim,
}

COMMANDS = tuple(_DECIDERS)
"""The commands that a Faro table takes."""


def decide(table: FaroTable, ledger: Ledger, command: Command) -> tuple[Fact, ...]:
    """The facts that a command makes at this table; raises :class:`dealer.commands.refusal.Refusal` where it may not.

    The command has been let in by :mod:`dealer.games.faro.preconditions`.
    """
    return _DECIDERS[type(command)](table, ledger, command)
