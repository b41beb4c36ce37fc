"""Compares results of house scripts as the contract says: keys that an expected result leaves out are not compared."""

from __future__ import annotations

from typing import Any

from tests.support.invariants import assert_agrees

NO_REFUSALS: dict[str, Any] = {"refused": []}


def assert_house_agrees(result: dict[str, Any], expected: dict[str, Any]) -> None:
    """Assert that a house result has all that an expected one has, the rows of bets within a turn in any order."""
    assert refusals_of(result) == refusals_of(expected)
    assert_contains(result["house"], expected["house"], "house")
    assert list(result["nights"]) == list(expected["nights"])
    for label, night in expected["nights"].items():
        assert_agrees(result["nights"][label] | NO_REFUSALS, night | NO_REFUSALS)
        for part in ("dealers", "drawer"):
            if part in night:
                assert_contains(result["nights"][label][part], night[part], f"{label}: {part}")
        if "dealers" in night:
            assert list(result["nights"][label]["dealers"]) == list(night["dealers"])
        assert "refused" not in result["nights"][label]


def assert_contains(value: Any, expected: Any, where: str) -> None:
    """Assert that a value is the expected one, apart from keys that only the value has."""
    if isinstance(expected, dict):
        for key, part in expected.items():
            assert_contains(value[key], part, f"{where}: {key}")
    elif isinstance(expected, list):
        assert len(value) == len(expected), where
        for place, part in enumerate(expected):
            assert_contains(value[place], part, f"{where}: {place}")
    else:
        assert value == expected, where


def refusals_of(result: dict[str, Any]) -> list[tuple[int, str, str, str | None]]:
    return [(row["line"], row["do"], row["code"], row["night"]) for row in result["refused"]]
