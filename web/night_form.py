"""The form that opens a night: what was typed, and the command that it makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from marshmallow import ValidationError
from werkzeug.datastructures import MultiDict

from dealer.commands import OpenNight, schema
from dealer.refusal import Refusal
from web.house_form import SETTINGS, FieldRefused, HouseForm, cents_of

MOST_BACKERS = 6
"""As many backers as the form has lines for; the commands take more."""

_LABELS = {"table": "Table", "date": "Date", "dealer": "Dealer"}


@dataclass(frozen=True, slots=True, kw_only=True)
class BackerLine:
    """A backer as typed: his name, and his share in per cent."""

    name: str = ""
    share: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightForm:
    """The fields as they were typed."""

    table: str = "Tiger Nº 1"
    date: str = ""
    dealer: str = ""
    roll: str = "5,000"
    house: HouseForm = field(default_factory=lambda: HouseForm(preset="american", typed={}))
    backers: tuple[BackerLine, ...] = (BackerLine(),) * MOST_BACKERS

    @classmethod
    def read(cls, fields: MultiDict[str, str]) -> NightForm:
        """The form that was sent; missing fields are empty."""

        def typed(name: str) -> str:
            return fields.get(name, "").strip()

        kinds = tuple(fields.getlist("kinds"))
        return cls(
            table=typed("table"),
            date=typed("date"),
            dealer=typed("dealer"),
            roll=typed("roll"),
            house=HouseForm(
                preset=typed("house"),
                typed={name: typed(name) for name in SETTINGS if name != "kinds"},
                kinds=kinds if "shown" in fields else None,
                shown=typed("shown"),
            ),
            backers=tuple(
                BackerLine(name=typed(f"backer_{line}"), share=typed(f"share_{line}"))
                for line in range(1, MOST_BACKERS + 1)
            ),
        )

    def arguments(self) -> dict[str, Any]:
        """The arguments of ``open_night``; :class:`FieldRefused` names the field that does not read."""
        for name, label in _LABELS.items():
            try:
                schema(OpenNight.do).fields[name].deserialize(getattr(self, name))
            except ValidationError as error:
                raise FieldRefused(name, f"{label}: {error.messages[0]}.") from None
        backers = self._backers()
        return {
            "table": self.table,
            "date": self.date,
            "game": "faro",
            "house": self.house.asked(),
            "roll": cents_of(self.roll, "roll", "Roll"),
            "dealer": self.dealer,
            **({"backers": backers} if backers else {}),
        }

    def field_of(self, refusal: Refusal) -> str:
        """The field that a refusal is about: the one that does not read, or the one that the rules refuse."""
        if isinstance(refusal, FieldRefused):
            return refusal.field
        return self.house.field_refused() or ("roll" if refusal.code == "not_a_multiple" else "backers")

    @property
    def has_backers(self) -> bool:
        """Whether a line for a backer was filled in."""
        return any(line.name or line.share for line in self.backers)

    def _backers(self) -> list[dict[str, Any]]:
        return [{"name": line.name, "share": _share_of(line)} for line in self.backers if line.name or line.share]


def _share_of(line: BackerLine) -> float:
    """A typed share in per cent as a part of one."""
    if not line.name:
        raise FieldRefused("backers", "A backer’s share stands without a name.")
    try:
        share = Decimal(line.share.replace("%", "").strip()) / 100
        if not share.is_finite() or not 0 <= share <= 1:
            raise InvalidOperation
    except InvalidOperation:
        raise FieldRefused("backers", f"The share of {line.name[:40]} is a number from 0 to 100.") from None
    return float(share)
