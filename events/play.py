"""What the facts of every game have in common: rounds, stakes, cards.

Each game's own facts specialise these, and whoever reads the facts of any game reads them by these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from events.fact import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun(Fact):
    """A round was begun: a deal, a hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeLaid(Fact):
    """A player laid a stake under the key ``bet``."""

    bet: str
    player: str
    stake_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeSettled(Fact):
    """A stake of ``stake_cents`` was settled in a turn of a deal: a row of the night's result.

    ``result`` is the row's word. What the bank takes is entered as ``taken_as``: ``play``, ``sleepers`` or
    ``after_hock``.
    """

    result: ClassVar[str] = ""
    taken_as: ClassVar[str] = "play"

    bet: str
    player: str
    deal: int
    turn: int
    stake_cents: int

    @property
    def bank_paid_cents(self) -> int:
        """What the bank paid."""
        return 0

    @property
    def bank_took_cents(self) -> int:
        """What the bank took."""
        return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsShown(Fact):
    """Cards were shown or laid that everybody saw."""
