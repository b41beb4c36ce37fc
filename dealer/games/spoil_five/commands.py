"""The commands of a Spoil Five table (the contract's words)."""

from __future__ import annotations

from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import Flag, Key, Text, one_of, whole

Tricks = Annotated[int, whole(0, 1_000_000)]


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Put the antes into the pool, and deal five cards to everybody who is to have any."""

    dealer: Key


@command("kill_hand")
class KillHand(Command):
    """Declare a player's hand dead."""

    player: Key
    why: Annotated[str, one_of("revoke", "exposure", "robbing", "irregular")]


@command("score_hand", seats=("tricks",))
class ScoreHand(Command):
    """Say how many tricks each player took, and whether one went on from three of them."""

    tricks: dict[str, Tricks]
    went_on: Flag | None = None


@command("void_hand")
class VoidHand(Command):
    """Break off a hand found foul; the antes go back."""

    reason: Text
