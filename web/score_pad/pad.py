"""What a game that is played for points tells its pad on the tablet, besides its rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dealer.commands.fields import RANKS
from events.facts.bidding import Bid
from events.frozen import Frozen


class Pad(Frozen):
    """The pad of a game. ``tricks`` are those of a hand, where it is scored by them.

    ``worth`` is what a bid is worth in a house, ``leaves_out`` are the arguments of the command that scores a hand
    which a house has not, ``cards`` the ranks by which a partner may be called. ``sheet`` is the macro of the score
    sheet, ``scores`` or ``stages``.
    """

    tricks: int = 0
    worth: Callable[[Bid, Any], str] = lambda bid, house: ""
    leaves_out: Callable[[Any], tuple[str, ...]] = lambda house: ()
    cards: tuple[str, ...] = RANKS
    sheet: str = "scores"
