"""The house rules on the form that opens a night: a field for every setting of the house's own schema, in groups.

A field that is left empty says nothing: the night has that rule as its preset has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal, InvalidOperation
from typing import Any, get_type_hints

from marshmallow import Schema, ValidationError
from marshmallow.fields import Boolean, List, String
from marshmallow.validate import OneOf

from dealer.faro.house import PRESETS, Amount, FaroHouse, MaybeAmount, read_house
from dealer.faro.layout import KINDS
from dealer.fields import MOST_CENTS
from dealer.refusal import Refusal
from events.night import Setting
from events.schema import first_problem, schema_for
from reports.house_rules import rule_name, rule_said

HOUSES = {
    "american": "American: the rules of the house today",
    "home_night": "Home night: $5 checks, markers of $500",
    "early_bank": "Early bank: hockelty, no coppers",
    "late_bank": "Late bank: every kind of bet",
}
assert set(HOUSES) == set(PRESETS)

ALWAYS_SHOWN = ("limit", "running_limit")
"""The settings that most openings touch; the others are folded away."""

GROUPS = {
    "Limits": ("check", "minimum", "case_limit", "paroli_times"),
    "Splits and combinations": ("both_ways", "combination_pays", "high_card_equal", "king_is_odd"),
    "The last turn": ("turns", "call_pays", "cat_pays", "call_quote", "last_turn_counts"),
    "Sleepers and the hock": ("sleepers", "after_hock"),
    "Old banks": ("hockelty", "locked_until_action", "copper"),
    "Kinds of bet": ("kinds",),
    "Markers": ("marker", "marker_limit", "check_colours"),
}
SETTINGS = tuple(one.name for one in fields(FaroHouse) if one.name != "preset")
assert {*ALWAYS_SHOWN, *(name for names in GROUPS.values() for name in names)} == set(SETTINGS)

_SCHEMA: Schema = schema_for(FaroHouse)
_HINTS = get_type_hints(FaroHouse, include_extras=True)
_YES_OR_NO = (("yes", "yes"), ("no", "no"))


class FieldRefused(Refusal):
    """What was typed into one field of the form does not read."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__("bad_input", why)
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleField:
    """One setting on the form: ``choices`` to pick from, or none where it is typed; ``usual`` is the preset's.

    ``ticked`` holds the kinds of bet that are taken, of the one setting that is a list.
    """

    name: str
    label: str
    typed: str
    usual: str
    choices: tuple[tuple[str, str], ...] = ()
    ticked: frozenset[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    """Settings that stand together; ``open`` where something in it was changed or refused."""

    title: str
    fields: tuple[RuleField, ...]
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseForm:
    """A preset and what was typed of each setting; ``kinds`` are those ticked, ``None`` where nobody was asked.

    ``shown`` is the preset whose kinds were ticked on the form, which is the one before where another was just chosen.
    """

    preset: str
    typed: Mapping[str, str]
    kinds: tuple[str, ...] | None = None
    shown: str = ""

    def asked(self) -> str | dict[str, Any]:
        """The ``house`` of an ``open_night``: the preset, with what differs; raises :class:`FieldRefused`."""
        if self.preset not in PRESETS:
            raise FieldRefused("house", f"No Faro house is called {self.preset[:40]!r}.")
        usual = _usual(self.preset)
        read = {name: self._read(name) for name in SETTINGS if self.typed.get(name)}
        differs = {name: value for name, value in read.items() if value != usual[name]}
        if self._kinds_differ:
            differs["kinds"] = [kind for kind in KINDS if kind in (self.kinds or ())]
        return {"preset": self.preset, **differs} if differs else self.preset

    def field_refused(self) -> str:
        """The setting without which the rules would read; empty where the house is not what was refused."""
        house = self.asked()
        if isinstance(house, str) or _reads(house):
            return ""
        changed = [name for name in house if name != "preset"]
        alone = (name for name in changed if _reads({key: value for key, value in house.items() if key != name}))
        return next(alone, changed[0])

    def always_shown(self) -> tuple[RuleField, ...]:
        """The fields of the settings that most openings touch."""
        return tuple(self._field(name) for name in ALWAYS_SHOWN)

    def groups(self, wrong: str = "") -> tuple[RuleGroup, ...]:
        """The other settings in their groups; ``wrong`` names a field that was refused."""
        return tuple(
            RuleGroup(
                title=title,
                fields=tuple(self._field(name) for name in names),
                open=wrong in names or any(self.typed.get(name) for name in names) or self._changes_kinds(names),
            )
            for title, names in GROUPS.items()
        )

    @property
    def _kinds_differ(self) -> bool:
        return self.kinds is not None and set(self.kinds) != _kinds_of(
            self.shown if self.shown in PRESETS else "american"
        )

    def _changes_kinds(self, names: tuple[str, ...]) -> bool:
        return "kinds" in names and self._kinds_differ

    def _field(self, name: str) -> RuleField:
        preset = self.preset if self.preset in PRESETS else "american"
        ticked = frozenset(self.kinds or ()) if self._kinds_differ else frozenset(_kinds_of(preset))
        dollars = ", $" if _is_amount(name) else ""
        return RuleField(
            name=name,
            label=f"{rule_name(name).capitalize()}{dollars}",
            typed=self.typed.get(name, ""),
            usual=rule_said(name, _usual(preset)[name]),
            choices=_choices(name),
            ticked=ticked if name == "kinds" else None,
        )

    def _read(self, name: str) -> Setting:
        """One setting as typed; :class:`FieldRefused` where it does not read."""
        typed = self.typed[name]
        label = rule_name(name).capitalize()
        value: Setting = typed
        if _is_amount(name):
            value = cents_of(typed, name, label)
        elif isinstance(_SCHEMA.fields[name], Boolean):
            value = {"yes": True, "no": False}.get(typed, typed)
        elif not isinstance(_SCHEMA.fields[name], String):
            value = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else typed
        try:
            read: Setting = _SCHEMA.fields[name].deserialize(value)
        except ValidationError as error:
            raise FieldRefused(name, f"{label}: {first_problem(error)}.") from None
        return read


def cents_of(typed: str, field: str, label: str) -> int:
    """Typed dollars (``5,000``, ``$12.50``) as cents; :class:`FieldRefused` where they are no amount."""
    try:
        amount = Decimal(typed.replace(",", "").replace("$", "").strip()) * 100
        if not amount.is_finite() or not 0 <= amount <= MOST_CENTS or amount != amount.to_integral_value():
            raise InvalidOperation
    except InvalidOperation:
        raise FieldRefused(field, f"{label}: “{typed[:20]}” is no amount in dollars and cents.") from None
    return int(amount)


def _usual(preset: str) -> dict[str, Setting]:
    return read_house(preset).recorded()


def _kinds_of(preset: str) -> set[str]:
    return set(read_house(preset).takes)


def _reads(house: dict[str, Any]) -> bool:
    try:
        read_house(house)
    except Refusal:
        return False
    return True


def _is_amount(name: str) -> bool:
    return _HINTS[name] in (Amount, MaybeAmount)


def _choices(name: str) -> tuple[tuple[str, str], ...]:
    """What a setting may be, each with its words; nothing where it is typed."""
    field = _SCHEMA.fields[name]
    if isinstance(field, Boolean):
        return _YES_OR_NO
    if isinstance(field, List):
        return tuple((kind, kind.replace("_", " ")) for kind in KINDS)
    found = [one.choices for one in field.validators if isinstance(one, OneOf)]
    return tuple((str(value), rule_said(name, value)) for value in found[0]) if found else ()
