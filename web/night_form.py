"""The form that opens a night: what was typed, and the command that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from dealer.faro.house import PRESETS
from dealer.fields import MOST_CENTS
from dealer.refusal import Refusal

HOUSES = {
    "american": "American: the rules of the house today",
    "home_night": "Home night: $5 checks, markers of $500",
    "early_bank": "Early bank: hockelty, no coppers",
    "late_bank": "Late bank: every kind of bet",
}
assert set(HOUSES) == set(PRESETS)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightForm:
    """The fields as they were typed."""

    table: str = "Tiger Nº 1"
    date: str = ""
    dealer: str = ""
    roll: str = "5,000"
    house: str = "american"
    limit: str = ""
    running_limit: str = ""

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> NightForm:
        """The form that was sent; missing fields are empty."""
        return cls(**{name: fields.get(name, "").strip() for name in cls.__slots__})

    def arguments(self) -> dict[str, Any]:
        """The arguments of ``open_night``; :class:`Refusal` (``bad_input``) where an amount does not read."""
        house: dict[str, Any] = {"preset": self.house}
        if self.limit:
            house["limit"] = cents_of(self.limit)
        if self.running_limit:
            house["running_limit"] = cents_of(self.running_limit)
        return {
            "table": self.table,
            "date": self.date,
            "game": "faro",
            "house": house if len(house) > 1 else self.house,
            "roll": cents_of(self.roll),
            "dealer": self.dealer,
        }


def cents_of(typed: str) -> int:
    """Typed dollars (``5,000``, ``$12.50``) as cents; :class:`Refusal` where they are no amount."""
    try:
        amount = Decimal(typed.replace(",", "").replace("$", "").strip()) * 100
        if not amount.is_finite() or not 0 <= amount <= MOST_CENTS or amount != amount.to_integral_value():
            raise InvalidOperation
    except InvalidOperation:
        raise Refusal("bad_input", f"“{typed[:20]}” is no amount in dollars and cents.") from None
    return int(amount)
