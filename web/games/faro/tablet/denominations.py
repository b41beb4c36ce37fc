"""An amount in checks: what a dealer's hand counts out."""

from __future__ import annotations

from dealer.commands.phrases import dollars
from dealer.games.faro.house import FaroHouse

_USUAL_CENTS = (25, 100, 500, 2_500, 10_000, 50_000, 100_000)


def denominations(house: FaroHouse) -> tuple[int, ...]:
    """What the house's checks are worth, in cents, smallest first: the usual values from its smallest check on."""
    larger = (cents for cents in _USUAL_CENTS if cents > house.check and cents % house.check == 0)
    return (house.check, *larger)


def in_checks(cents: int, house: FaroHouse) -> str:
    """How an amount (cents) is counted out: ``2×$5 2×$1 2×25¢``.

    Where a colour means a player all checks are worth the same, and the amount alone says it all.
    """
    if house.check_colours == "player":
        return ""
    said = []
    for value in reversed(denominations(house)):
        count, cents = divmod(cents, value)
        if count:
            said.append(f"{count}×{dollars(value)}")
    return " ".join(said)
