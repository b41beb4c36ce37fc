"""What players say in a bidding: bids, passes, and what else a game knows (rulebook G0).

``turn`` counts from 1 in a hand, each time that something is recorded of it. A bid is what the game calls it: a number,
or a word such as ``7s``.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from events.facts.fact import fact
from events.facts.hands import InHand
from events.facts.play import InTurn, OfGame

Bid: TypeAlias = int | str


class Called(OfGame, InHand, InTurn):
    """A player spoke; ``word`` is what they said, where that is not a bid."""

    word: ClassVar[str] = ""

    game: str
    hand: int
    turn: int
    player: str


@fact
class BidMade(Called):
    """A player bid."""

    bid: Bid


@fact
class BidPassed(Called):
    """A player passed."""

    word: ClassVar[str] = "pass"


@fact
class BidHeld(Called):
    """The dealer took the hand at the bid that stood."""

    word: ClassVar[str] = "hold"


@fact
class BidDoubled(Called):
    """A player doubled the other side's bid."""

    word: ClassVar[str] = "double"


@fact
class BidRedoubled(Called):
    """A player redoubled their own side's bid."""

    word: ClassVar[str] = "redouble"


class ContractMade(Called):
    """What the hand is played at, without a bidding that came to it; ``doubled`` is 2 or 4 where it was."""

    bid: Bid
    doubled: int = 1


@fact
class ContractNamed(ContractMade):
    """The outcome of the bidding was entered in place of its calls."""
