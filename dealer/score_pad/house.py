"""The house of a game that is played for points: what a point costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from dealer.commands.fields import MOST_CENTS, one_of, whole
from dealer.commands.refusal import Refusal
from dealer.game.house import Amount, MaybeAmount

WINNER, ALL = "winner", "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreHouse:
    """What the house of every such game has. ``point``, ``game_stake``, ``marker`` and ``marker_limit`` are in cents.

    ``point`` is the price of a point, ``game_stake`` what each other side pays the winner besides; ``pays`` says
    whether only the winner collects, or every pair of sides settles.
    """

    point: Amount = 5
    game_stake: Annotated[int, whole(0, MOST_CENTS)] = 0
    pays: Annotated[str, one_of(WINNER, ALL)] = WINNER
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None

    @property
    def check(self) -> int:
        """The smallest amount that moves, in cents: the price of a point."""
        return self.point


def check_stake(house: Any) -> None:
    """Refuse (``bad_input``) a stake on a game that is no whole number of points."""
    if house.game_stake % house.point:
        raise Refusal("bad_input", "What is paid for a game is the price of a whole number of points.")
