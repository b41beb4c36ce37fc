"""Forecasts: how a command changes what keys depend on, written as data that Python and the tablet's script both run.

A position is the part of a table's state that its keys depend on, as JSON-ready data: whose turn it is, what phase, who
has shown which cards. An :data:`Expression` gives a value from a position and the arguments of a command. The script
``forecast.js`` has the same operations. Values are ``None``, booleans, whole numbers, text, lists, and mappings whose
keys are text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Expression = Any
"""A literal, or a tuple: an operation and its operands, which are expressions. A list is made with :func:`items`."""

Position = Mapping[str, Any]
"""The fields of a table that its keys depend on, by name."""

Forecast = Mapping[str, Expression]
"""The fields that a command changes, in order: later expressions see the values of earlier ones."""


def the(name: str) -> Expression:
    """A field of the position; ``None`` where only the rules know it."""
    return ("the", name)


def argument(name: str) -> Expression:
    """An argument of the command; ``None`` if it was left out."""
    return ("argument", name)


def either(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    """One of two values; only that one is worked out."""
    return ("either", condition, then, otherwise)


def equal(left: Expression, right: Expression) -> Expression:
    """Whether two values are the same."""
    return ("equal", left, right)


def more(left: Expression, right: Expression) -> Expression:
    """Whether a number is more than another."""
    return ("more", left, right)


def plus(left: Expression, right: Expression) -> Expression:
    """The sum of two numbers."""
    return ("plus", left, right)


def minus(left: Expression, right: Expression) -> Expression:
    """The difference of two numbers."""
    return ("minus", left, right)


def size(values: Expression) -> Expression:
    """How many values a list has."""
    return ("size", values)


def items(*values: Expression) -> Expression:
    """A list of values."""
    return ("items", *values)


def joined(*lists: Expression) -> Expression:
    """Lists one after the other."""
    return ("joined", *lists)


def without(values: Expression, others: Expression) -> Expression:
    """A list without the values of another, or a mapping without these keys."""
    return ("without", values, others)


def within(values: Expression, others: Expression) -> Expression:
    """The values of a list that another has too."""
    return ("within", values, others)


def first(number: Expression, values: Expression) -> Expression:
    """The first values of a list; with a negative number all but the last ones."""
    return ("first", number, values)


def backwards(values: Expression) -> Expression:
    """A list from its last value to its first."""
    return ("backwards", values)


def nth(place: Expression, values: Expression) -> Expression:
    """The value at a place of a list, or of a mapping by its key; ``None`` if there is none."""
    return ("nth", place, values)


def left_of(player: Expression, players: Expression) -> Expression:
    """The players in order from a player's left round to that player."""
    return ("left_of", player, players)


def put(mapping: Expression, key: Expression, value: Expression) -> Expression:
    """A mapping with a value under a key."""
    return ("put", mapping, key, value)


def under(keys: Expression, mapping: Expression) -> Expression:
    """The lists that a mapping has under some keys, one after the other; nothing under the others."""
    return ("under", keys, mapping)


def keys(mapping: Expression) -> Expression:
    """The keys of a mapping."""
    return ("keys", mapping)


def matching(field: Expression, value: Expression, mapping: Expression) -> Expression:
    """The keys of those mappings in a mapping that have a value in a field."""
    return ("matching", field, value, mapping)


def paired(keys: Expression, values: Expression) -> Expression:
    """A mapping with a value for each key, from two lists."""
    return ("paired", keys, values)


def most(mapping: Expression) -> Expression:
    """The largest number in a mapping; 0 if it is empty."""
    return ("most", mapping)


def _nth(place: Any, values: Any) -> Any:
    if isinstance(values, Mapping):
        # The keys of a mapping in JSON are strings.
        return values.get(place, values.get(str(place)))
    return values[place] if values is not None and place is not None and 0 <= place < len(values) else None


def _left_of(player: Any, players: list[Any]) -> list[Any]:
    after = players.index(player) + 1 if player in players else 0
    return [*players[after:], *players[:after]]


def _without(values: Any, others: list[Any]) -> Any:
    if isinstance(values, Mapping):
        return {key: value for key, value in values.items() if key not in others}
    return [value for value in values if value not in others]


_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "equal": lambda left, right: left == right,
    "more": lambda left, right: left > right,
    "plus": lambda left, right: left + right,
    "minus": lambda left, right: left - right,
    "size": len,
    "items": lambda *values: list(values),
    "joined": lambda *lists: [value for values in lists for value in values],
    "without": _without,
    "within": lambda values, others: [value for value in values if value in others],
    "first": lambda number, values: values[:number],
    "backwards": lambda values: values[::-1],
    "nth": _nth,
    "left_of": _left_of,
    "put": lambda mapping, key, value: {**mapping, str(key): value},
    "under": lambda keys, mapping: [value for key in keys for value in mapping.get(key, ())],
    "keys": list,
    "matching": lambda field, value, mapping: [key for key, of in mapping.items() if of[field] == value],
    "paired": lambda keys, values: dict(zip(keys, values, strict=False)),
    "most": lambda mapping: max(mapping.values(), default=0),
}


def value_of(expression: Expression, position: Position, arguments: Mapping[str, Any]) -> Any:
    """The value of an expression; raises ``KeyError`` for an unknown operation or field."""
    if not isinstance(expression, tuple):
        return expression
    operation, *operands = expression
    match operation:
        case "the":
            return position[operands[0]]
        case "argument":
            return arguments.get(operands[0])
        case "either":
            condition, then, otherwise = operands
            return value_of(then if value_of(condition, position, arguments) else otherwise, position, arguments)
    return _OPERATIONS[operation](*(value_of(operand, position, arguments) for operand in operands))


def position_after(position: Position, arguments: Mapping[str, Any], forecast: Forecast) -> Position:
    """The position after a command with these arguments."""
    after = dict(position)
    for name, expression in forecast.items():
        after[name] = value_of(expression, after, arguments)
    return after
