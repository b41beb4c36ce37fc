"""House scripts with worked results, and random ones, against an independent reading of the contract of the house."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dealer.night_service import NightService
from dealer.script import play, read_script
from dealer.streams import Sender
from events.book.book import Book
from tests.oracle.house import play_house
from tests.oracle.random_house import random_house_script
from tests.support.house_results import assert_house_agrees

SCRIPTS = sorted((Path(__file__).parents[1] / "nights").glob("house-*.jsonl"))
SEEDS_AT_ONCE = 5
SENDER = Sender(who="owner", device="test")


def result_of(text: str) -> dict[str, Any]:
    """The result of a house script, as ``casekeeper play --json --keep-going`` prints it."""
    with Book.open() as book:
        *_, result = play(NightService(book), read_script(text), SENDER, keep_going=True)
        assert isinstance(result, dict)
        return result


def known(value: Any, expected: Any) -> Any:
    """A part of a result without the keys that the oracle does not have."""
    if not isinstance(value, dict) or not isinstance(expected, dict) or set(expected) - set(value):
        return value
    return {key: known(value[key], expected[key]) for key in expected}


def agree(seed: int) -> None:
    """Assert that the program and the oracle come to the same result of a random house script, refusals and all."""
    lines = random_house_script(seed)
    result, expected = result_of("\n".join(map(json.dumps, lines))), play_house(lines)
    assert_house_agrees(result, expected)
    assert result["house"] == expected["house"]
    for label, night in expected["nights"].items():
        for part in ("players", "bank", "dealers", "drawer"):
            assert known(result["nights"][label][part], night[part]) == night[part], (label, part)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_house_script_comes_out_as_expected(script: Path) -> None:
    expected = json.loads(script.with_suffix(".expected.json").read_text(encoding="utf-8"))
    assert_house_agrees(result_of(script.read_text(encoding="utf-8")), expected)


@pytest.mark.parametrize("first", range(0, 60, SEEDS_AT_ONCE))
def test_random_house_scripts_agree_with_the_oracle(first: int) -> None:
    for seed in range(first, first + SEEDS_AT_ONCE):
        agree(seed)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 2000, 100))
def test_many_random_house_scripts_agree_with_the_oracle(first: int) -> None:
    for seed in range(first, first + 100):
        agree(seed)
