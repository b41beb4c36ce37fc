"""The commands of a Fan-Tan table (the contract's words)."""

from __future__ import annotations

from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import Card, Cards, Key, Text, whole

TurnNumber = Annotated[int, whole(1, 1_000_000)]


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Deal the pack out, first to the dealer's left."""

    dealer: Key


@command("lay")
class Lay(Command):
    """Lay a card, or several openers or cards of a suit at once where the house lets them."""

    player: Key
    card: Card | None = None
    cards: Cards | None = None


@command("pass")
class Pass(Command):
    """Lay nothing."""

    player: Key


@command("show_hand")
class ShowHand(Command):
    """Show all that one still holds."""

    player: Key
    cards: Cards


@command("end_hand")
class EndHand(Command):
    """End a hand: somebody is out and all have shown, or it is dead."""


@command("void_hand")
class VoidHand(Command):
    """Break off a hand found foul: misdealt, or with a short pack."""

    reason: Text


@command("take_penalty")
class TakePenalty(Command):
    """Take the penalty of a wrong pass that is proved."""

    player: Key
    turn: TurnNumber


@command("settle_hand")
class SettleHand(Command):
    """Pay the pot out, or leave it where the hand is dead."""
