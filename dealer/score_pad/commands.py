"""The commands of every game that is played for points (the contract's words); each game has types of its own."""

from __future__ import annotations

from typing import Annotated, TypeVar, cast

from dealer.commands.commands import Command, command
from dealer.commands.fields import Key, Text, one_of, whole

C = TypeVar("C", bound=Command)

Tricks = dict[str, Annotated[int, whole(0, 52)]]
"""Tricks by seat key; who has none may be left out."""

TrumpSuit = Annotated[str, one_of("s", "h", "d", "c")]


@command("start_match", seats=("sides",))
class StartMatch(Command):
    """Begin a match between sides."""

    sides: tuple[tuple[Key, ...], ...]


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Begin a hand of the match."""

    dealer: Key


@command("score_hand")
class ScoreHand(Command):
    """Score the hand."""


@command("void_hand")
class VoidHand(Command):
    """Break off a hand that is foul."""

    reason: Text


@command("abandon_match")
class AbandonMatch(Command):
    """Break off the match: nothing is paid."""

    reason: Text


@command("settle_match")
class SettleMatch(Command):
    """Pay a match that was won."""


def of_game(kind: type[C]) -> type[C]:
    """A game's own type of a command that several games have alike."""
    like = {"__doc__": kind.__doc__, "__module__": kind.__module__}
    return cast("type[C]", type(kind.__name__, (kind,), like))
