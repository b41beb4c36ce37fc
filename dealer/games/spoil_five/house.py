"""The house rules of a Spoil Five table: every setting of the contract, one preset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dealer.commands.fields import one_of
from dealer.game.chips import ChipHouse, Chips
from dealer.game.house import Presets


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoilFiveHouse(ChipHouse):
    """The rules of one house, in chips: what each puts into the pool, and pays to whoever takes all five tricks."""

    preset: Annotated[str, one_of("spoil_five")] = "spoil_five"
    ante: Chips = 1
    all_five: Chips = 1


PRESETS: Presets = {"spoil_five": {}}
