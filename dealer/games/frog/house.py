"""The house rules of a Frog table: every setting of the contract, one preset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dealer.commands.fields import one_of
from dealer.game.chips import ChipHouse, Chips
from dealer.game.house import Presets

FROG, CHICO, GRAND = "frog", "chico", "grand"
BIDS = (FROG, CHICO, GRAND)
"""The bids, the lowest first; the game is called like the first of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrogHouse(ChipHouse):
    """The rules of one house: what each bid pays, in chips a point over or under sixty."""

    preset: Annotated[str, one_of(FROG)] = FROG
    frog: Chips = 1
    chico: Chips = 2
    grand: Chips = 3


PRESETS: Presets = {FROG: {}}
