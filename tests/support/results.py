"""Comparing results of nights as their README says."""

from __future__ import annotations

from collections import Counter
from typing import Any


def assert_agrees(result: dict[str, Any], expected: dict[str, Any]) -> None:
    """Assert that a result says what is expected, cent by cent."""
    for part in ("players", "bank"):
        for name, value in expected.get(part, {}).items():
            have = result[part][name]
            if isinstance(value, dict):
                have = {key: have[key] for key in value}
            assert have == value, (part, name)
    if "bets" in expected:
        assert _rows(result) == _rows(expected)
        assert _turns(result) == _turns(expected)
    for key in ("game", "hands", "scores"):
        if key in expected:
            assert result[key] == expected[key]
    assert _refusals(result) == _refusals(expected)


def _rows(result: dict[str, Any]) -> Counter[tuple[tuple[str, Any], ...]]:
    return Counter(tuple(sorted(row.items())) for row in result["bets"])


def _turns(result: dict[str, Any]) -> list[tuple[int, int]]:
    return [(row["deal"], row["turn"]) for row in result["bets"]]


def _refusals(result: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(one["line"], one["do"], one["code"]) for one in result["refused"]]
