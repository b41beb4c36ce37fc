"""The commands of a Five in One table (the contract's words)."""

from __future__ import annotations

from typing import Annotated

from dealer.commands.commands import Command, command
from dealer.commands.fields import MOST_CENTS, Cards, Key, Text, one_of, whole
from dealer.games.five_in_one.parts import TOLD

ChipsWonOrLost = Annotated[int, whole(-MOST_CENTS, MOST_CENTS)]


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Begin a round of five games."""

    dealer: Key


@command("part_result", seats=("chips",))
class PartResult(Command):
    """Say what each player won in a part, or lost."""

    part: Annotated[str, one_of(*TOLD)]
    chips: dict[str, ChipsWonOrLost]


@command("cold_hand", seats=("winners",))
class ColdHand(Command):
    """Say who won the cold hand, or between whom it was tied."""

    winners: tuple[Key, ...]


@command("consolation")
class Consolation(Command):
    """Turn the ten cards of the consolation, in their order."""

    cards: Cards


@command("void_hand")
class VoidHand(Command):
    """Break off a round before its first part."""

    reason: Text
