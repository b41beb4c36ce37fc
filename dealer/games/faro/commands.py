"""The commands of a Faro table (the contract's words)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import Anything, Card, Cents, Flag, Key, MaybeRanks, NewKey, Ranks, Text, one_of, whole
from dealer.games.faro.layout import KINDS

Kind = Annotated[str, one_of(*KINDS)]
Form = Annotated[str, one_of("checks", "bills")]
MaybeRow = Annotated[str | None, one_of("high", "low")]
MaybeParity = Annotated[str | None, one_of("odd", "even")]
WhichCard = Annotated[str | None, one_of("winner", "loser")]
MaybeTurns = Annotated[int | None, partial(whole(1, 1_000_000), allow_none=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceArguments(Command):
    """Where a bet is to lie; which of the arguments are wanted depends on the kind."""

    kind: Kind
    ranks: MaybeRanks = None
    win: Anything = None
    lose: MaybeRanks = None
    row: MaybeRow = None
    parity: MaybeParity = None
    card: WhichCard = None


@command("start_deal")
class StartDeal(Command):
    """Put a shuffled pack in the box."""


@command("expose_soda")
class ExposeSoda(Command):
    """Show the top card."""

    card: Card


@command("place_bet")
class PlaceBet(PlaceArguments):
    """Lay a stake (cents) on the layout."""

    bet: NewKey
    player: Key
    stake: Cents
    coppered: Flag = False
    paroli: Flag = False
    form: Form = "checks"


@command("move_bet")
class MoveBet(PlaceArguments):
    """Move a bet, with its stake and orders, to another place."""

    bet: Key


@command("call_turn")
class CallTurn(Command):
    """Call the order of the last three cards."""

    bet: NewKey
    player: Key
    order: Ranks
    stake: Cents


@command("press_bet")
class PressBet(Command):
    """Add to a bet (cents)."""

    bet: Key
    add: Cents


@command("copper_bet")
class CopperBet(Command):
    """Lay a copper on a bet."""

    bet: Key


@command("uncopper_bet")
class UncopperBet(Command):
    """Take the copper off."""

    bet: Key


@command("paroli_bet")
class ParoliBet(Command):
    """Leave stake and winnings on after a win."""

    bet: Key


@command("stand_pat")
class StandPat(Command):
    """Leave the stake alone on after a win, and take the winnings."""

    bet: Key


@command("bar_bet")
class BarBet(Command):
    """Bar a bet until it goes, or for some turns."""

    bet: Key
    turns: MaybeTurns = None


@command("release_bet")
class ReleaseBet(Command):
    """Let a barred bet go."""

    bet: Key


@command("half_goes")
class HalfGoes(Command):
    """Let half of a bet go."""

    bet: Key


@command("whole_goes")
class WholeGoes(Command):
    """Let the whole of a bet go again."""

    bet: Key


@command("take_down_bet")
class TakeDownBet(Command):
    """Take a bet or a call down."""

    bet: Key


@command("take_down_all")
class TakeDownAll(Command):
    """Take everything of a player's down that may be taken down."""

    player: Key


@command("same_again")
class SameAgain(Command):
    """Lay a player's last bets again; their keys are ``bet`` and a number: ``b7.1``, ``b7.2``."""

    player: Key
    bet: NewKey


@command("turn")
class Turn(Command):
    """Deal a whole turn."""

    loser: Card
    winner: Card


@command("draw_loser")
class DrawLoser(Command):
    """Deal the loser; bets are closed."""

    card: Card


@command("draw_winner")
class DrawWinner(Command):
    """Deal the winner; the turn is settled."""

    card: Card


@command("expose_hock")
class ExposeHock(Command):
    """Show the last card."""

    card: Card


@command("claim_sleeper")
class ClaimSleeper(Command):
    """Claim a dead bet."""

    bet: Key
    player: Key


@command("void_deal")
class VoidDeal(Command):
    """Void a deal found foul."""

    reason: Text


@command("end_deal")
class EndDeal(Command):
    """End a deal that is dealt out."""
