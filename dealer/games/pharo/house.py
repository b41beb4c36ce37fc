"""The house rules of a Pharo table: every setting of the contract, and the two presets (rulebook G1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from dealer.commands.fields import Flag, one_of, whole
from dealer.game.house import Amount, MaybeAmount, Presets


@dataclass(frozen=True, slots=True, kw_only=True)
class PharoHouse:
    """The rules of one house. Amounts are cents; ``minimum`` is a smallest check where it is ``None``.

    ``late_cards`` or fewer cards left make it late: nothing is taken down, and cards are changed only right after an
    event. ``drawn`` says whether two cards under a punter's stakes draw all that they touch, or each bet for itself.
    ``highest`` is how many folds one card takes. ``marker`` and ``marker_limit`` (ours) touch no settlement.
    """

    preset: Annotated[str, one_of("hoyle", "salon")] = "hoyle"
    check: Amount = 25
    minimum: MaybeAmount = None
    limit: Amount = 10_000
    figures: Flag = True
    oppose: Flag = True
    hockley: Flag = True
    late_cards: Annotated[int, whole(0, 1000)] = 8
    drawn: Annotated[str, one_of("punter", "bet")] = "punter"
    highest: Annotated[int, whole(1, 1000)] = 5
    carry: Annotated[str, one_of("soixante", "chain", "none")] = "soixante"
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None

    @property
    def minimum_cents(self) -> int:
        """The smallest stake: the setting, or one smallest check."""
        return self.check if self.minimum is None else self.minimum

    @property
    def folds_carried(self) -> int | None:
        """How many folds a bet has at least that is carried into the next deal; ``None`` where none is."""
        return {"soixante": SOIXANTE, "chain": 1, "none": None}[self.carry]


SOIXANTE = 5
"""The folds of a soixante et le va."""

PRESETS: Presets = {"hoyle": {}, "salon": {"late_cards": 0, "carry": "none"}}
