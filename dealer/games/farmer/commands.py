"""The commands of a Farmer table (the contract's words)."""

from __future__ import annotations

from dealer.commands.commands import Command, command
from dealer.commands.fields import Cards, Key, Text


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Put the antes into the farm, and deal a hand to everybody."""

    dealer: Key


@command("show_hand")
class ShowHand(Command):
    """Show a hand, or show it again."""

    player: Key
    cards: Cards


@command("settle_hand")
class SettleHand(Command):
    """Settle the hand: the farm is won or stays, and the farmer is paid."""


@command("void_hand")
class VoidHand(Command):
    """Break off a hand found foul; the antes go back."""

    reason: Text
