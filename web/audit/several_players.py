"""Several players in one field: ``red, blue``, with a number each ``red 9, blue 1``, as sides ``red, white / blue``."""

from __future__ import annotations

from typing import Any

from marshmallow.fields import Dict, Field, List

from web.app.request_parsing import number_of
from web.app.schema_fields import FieldRefused

_SIDES, _PLAYERS = "/", ","


def is_of_several(field: Field[Any]) -> bool:
    """Whether a field that names players takes several of them."""
    return isinstance(field, List | Dict)


def written(value: Any) -> str:
    """What a document has, as it is typed."""
    if isinstance(value, dict):
        return f"{_PLAYERS} ".join(f"{player} {number}" for player, number in value.items())
    if not isinstance(value, list):
        return str(value)
    between = f" {_SIDES} " if any(isinstance(one, list) for one in value) else f"{_PLAYERS} "
    return between.join(map(written, value))


def read(field: Field[Any], name: str, typed: str, label: str) -> Any:
    """What was typed as a document has it, ``None`` for nothing; :class:`FieldRefused` where it does not read."""
    if not typed:
        return None
    if isinstance(field, Dict):
        return dict(_with_number(one, name, label) for one in _parted(typed, _PLAYERS))
    if isinstance(field, List) and isinstance(field.inner, List):
        return [_parted(side, _PLAYERS) for side in _parted(typed, _SIDES)]
    return _parted(typed, _PLAYERS)


def _parted(typed: str, between: str) -> list[str]:
    return [one.strip() for one in typed.split(between) if one.strip()]


def _with_number(typed: str, name: str, label: str) -> tuple[str, int]:
    player, _, text = typed.rpartition(" ")
    unsigned = text.lstrip("-−")
    number = number_of(unsigned)
    if not player or number is None or len(text) > len(unsigned) + 1:
        raise FieldRefused(name, f"{label}: “{typed[:20]}” is no player with a number.")
    return player.strip(), number if text == unsigned else -number
