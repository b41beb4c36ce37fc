"""The commands of a Faro table (the contract's words)."""

from __future__ import annotations

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


class PlaceArguments(Command):
    """Where a bet is to lie; which of the arguments are wanted depends on the kind."""

    kind: Kind
    ranks: MaybeRanks = None
    win: Anything = None
    lose: MaybeRanks = None
    row: MaybeRow = None
    parity: MaybeParity = None
    card: WhichCard = None


class OnLyingBet(Command):
    """The base of commands on a bet that lies, by its key."""

    bet: Key


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
class PressBet(OnLyingBet):
    """Add to a bet (cents)."""

    add: Cents


@command("copper_bet")
class CopperBet(OnLyingBet):
    """Lay a copper on a bet."""


@command("uncopper_bet")
class UncopperBet(OnLyingBet):
    """Take the copper off."""


@command("paroli_bet")
class ParoliBet(OnLyingBet):
    """Leave stake and winnings on after a win."""


@command("stand_pat")
class StandPat(OnLyingBet):
    """Leave the stake alone on after a win, and take the winnings."""


@command("bar_bet")
class BarBet(OnLyingBet):
    """Bar a bet until it goes, or for some turns."""

    turns: MaybeTurns = None


@command("release_bet")
class ReleaseBet(OnLyingBet):
    """Let a barred bet go."""


@command("half_goes")
class HalfGoes(OnLyingBet):
    """Let half of a bet go."""


@command("whole_goes")
class WholeGoes(OnLyingBet):
    """Let the whole of a bet go again."""


@command("take_down_bet")
class TakeDownBet(OnLyingBet):
    """Take a bet or a call down."""


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
class ClaimSleeper(OnLyingBet):
    """Claim a dead bet."""

    player: Key


@command("void_deal")
class VoidDeal(Command):
    """Void a deal found foul."""

    reason: Text


@command("end_deal")
class EndDeal(Command):
    """End a deal that is dealt out."""
