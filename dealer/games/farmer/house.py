"""The house rules of a Farmer table: every setting of the contract, two presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dealer.commands.fields import Flag, one_of
from dealer.game.chips import ChipHouse, Chips
from dealer.game.house import Presets


@dataclass(frozen=True, slots=True, kw_only=True)
class FarmerHouse(ChipHouse):
    """The rules of one house; what is paid is in chips.

    ``farmer_plays`` says whether the farmer holds a hand and antes as the others do, or is only their banker.
    ``nearest_pays`` is what each other hand pays the nearest under sixteen where nobody counts it, ``over_pays`` what
    a hand over sixteen pays the farmer for each point.
    """

    preset: Annotated[str, one_of("farm", "banker")] = "farm"
    ante: Chips = 1
    farmer_plays: Flag = True
    nearest_pays: Chips = 1
    over_pays: Chips = 1


PRESETS: Presets = {"farm": {}, "banker": {"farmer_plays": False}}
