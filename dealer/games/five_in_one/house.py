"""The house rules of a Five in One table: every setting of the contract, one preset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dealer.commands.fields import one_of
from dealer.game.chips import ChipHouse, Chips
from dealer.game.house import Presets


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveInOneHouse(ChipHouse):
    """The rules of one house, in chips.

    ``cold_hand_pays`` is what the winner of the cold hand has of each other player, ``hit_pays`` what the dealer has of
    each for a hit in the consolation.
    """

    preset: Annotated[str, one_of("five_in_one")] = "five_in_one"
    cold_hand_pays: Chips = 1
    hit_pays: Chips = 1


PRESETS: Presets = {"five_in_one": {}}
