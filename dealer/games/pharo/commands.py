"""The commands of a Pharo table (the contract's words)."""

from __future__ import annotations

from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import Card, Cents, Flag, Key, NewKey, Ranks, Text, one_of, whole
from dealer.games.pharo.livret import FIGURE, SINGLE

Kind = Annotated[str, one_of(SINGLE, FIGURE)]
Count = Annotated[int, whole(0, 1_000_000)]


class OnLyingBet(Command):
    """The base of commands on a bet that lies, by its key."""

    bet: Key


@command("start_deal")
class StartDeal(Command):
    """Take the pack for a deal."""


@command("show_bottom")
class ShowBottom(Command):
    """Show the bottom card to all."""

    card: Card


@command("place_bet")
class PlaceBet(Command):
    """Lay a stake (cents) on a card of one's livret."""

    bet: NewKey
    player: Key
    kind: Kind
    ranks: Ranks
    stake: Cents
    opposed: Flag = False


@command("press_bet")
class PressBet(OnLyingBet):
    """Add to a plain stake (cents)."""

    add: Cents


@command("move_bet")
class MoveBet(OnLyingBet):
    """Change one's card: a bet goes to another, with all that is bent into it."""

    kind: Kind
    ranks: Ranks


@command("take_down_bet")
class TakeDownBet(OnLyingBet):
    """Take a stake down, and be paid what it has won."""


@command("coup")
class Coup(Command):
    """Turn the two cards of a coup: the bank's and the punters'."""

    bank: Card
    punters: Card


@command("paix")
class Paix(OnLyingBet):
    """Venture the gain alone."""


@command("paroli")
class Paroli(OnLyingBet):
    """Venture stake and gain."""


@command("take_win")
class TakeWin(OnLyingBet):
    """Be paid what was won."""


@command("pli")
class Pli(OnLyingBet):
    """Venture what doublets left of a stake, to win back what they took."""


@command("mask_bet")
class MaskBet(OnLyingBet):
    """Turn a card face down."""


@command("unmask_bet")
class UnmaskBet(OnLyingBet):
    """Show a masked card."""


@command("miscount")
class Miscount(Command):
    """Find by counting that the pack has not 52 cards."""

    cards: Count


@command("void_deal")
class VoidDeal(Command):
    """Void a deal found foul."""

    reason: Text


@command("end_deal")
class EndDeal(Command):
    """End a deal that is dealt out."""
