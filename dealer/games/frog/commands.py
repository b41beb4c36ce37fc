"""The commands of a Frog table (the contract's words)."""

from __future__ import annotations

from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key, Text, one_of, whole
from dealer.game.bidding import Pass
from dealer.games.frog.house import BIDS

HEARTS = "h"
SUITS = ("s", HEARTS, "d", "c")


@command("start_hand", seats=("dealer", "players"))
class StartHand(Command):
    """Begin a hand with everybody who does not sit out, or with the players named."""

    dealer: Key
    players: tuple[Key, ...] | None = None


@command("bid")
class BidFrog(Command):
    """Bid frog, chico or grand."""

    player: Key
    bid: Annotated[str, one_of(*BIDS)]


@command("pass")
class PassFrog(Pass):
    """Pass: out of the bidding."""


@command("contract")
class ContractFrog(BidFrog):
    """Enter what the bidding came to."""


@command("score_hand")
class ScoreFrog(Command):
    """Say how many points the bidder's tricks have."""

    points: Annotated[int, whole(-1_000_000, 1_000_000)]
    trump: Annotated[str, one_of(*SUITS)] | None = None


@command("void_hand")
class VoidHand(Command):
    """Break off a hand that is foul."""

    reason: Text
