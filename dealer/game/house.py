"""Reading a house: a preset with what differs from it, the same way for every game."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from marshmallow import ValidationError
from marshmallow.fields import Field
from marshmallow.validate import Range

from dealer.commands.fields import MOST_CENTS, one_of, whole
from dealer.commands.phrases import Listed
from dealer.commands.refusal import Refusal, problem_in
from events.facts.night import Setting
from events.schema import schema_for

H = TypeVar("H")

Presets = dict[str, dict[str, Any]]
"""What differs from a house's defaults, by the preset's name; the first is the usual one."""

BEFORE = "before"
"""The metadata of a setting that older programs did not know: how it stands in nights that were opened without it."""

Amount = Annotated[int, whole(1, MOST_CENTS)]
MaybeAmount = Annotated[int | None, partial(whole(1, MOST_CENTS), allow_none=True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What every house has, and all that the house of a game without rules of its own has. Amounts in cents.

    ``check`` is the smallest amount that moves, ``marker`` the amount offered first when a marker is issued, and
    ``marker_limit`` what a player's open markers may add up to, ``None`` for any sum.
    """

    preset: Annotated[str, one_of("usual")] = "usual"
    check: Amount = 100
    marker: Amount = 50_000
    marker_limit: MaybeAmount = None


PLAIN: Presets = {"usual": {}}
"""The one house of a game that has no presets."""


def read_rules(document: object, house: type[H], presets: Presets, game: str) -> H:
    """The rules that a ``house`` asks for: a preset's name, or an object with what differs.

    ``game`` is what a person calls the game. Raises :class:`Refusal` (``bad_input``) for an unknown preset, an unknown
    setting or a value that does not fit.
    """
    asked: dict[str, Any] = {"preset": document} if isinstance(document, str) else _object(document)
    preset = asked.get("preset", next(iter(presets)))
    if not isinstance(preset, str) or preset not in presets:
        raise Refusal(
            "bad_input",
            "No %(game)s house is called %(name)s; they are %(presets)s.",
            game=game,
            name=repr(str(preset)[:40]),
            presets=Listed(tuple(presets)),
        )
    try:
        read: H = schema_for(house).load({**presets[preset], "preset": preset, **asked})
    except ValidationError as error:
        raise Refusal("bad_input", "The house rules do not read: %(problem)s.", problem=problem_in(error)) from None
    return read


def added_settings(house: type) -> dict[str, Any]:
    """The settings that nights of older books do not record, each as it stands in a night that was opened without."""
    return {one.name: one.metadata[BEFORE] for one in fields(house) if BEFORE in one.metadata}


def read_recorded(recorded: dict[str, Setting], house: type[H]) -> H:
    """The rules that an opening fact recorded, those that its program did not have yet as they stood before."""
    return msgspec.convert({**added_settings(house), **recorded}, house)


def is_amount(field: Field[Any]) -> bool:
    """Whether a setting's field is an amount of money in cents."""
    return any(isinstance(one, Range) and one.max == MOST_CENTS for one in field.validators)


def _object(document: object) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise Refusal("bad_input", "The house is a preset's name or an object of settings.")
    return document
