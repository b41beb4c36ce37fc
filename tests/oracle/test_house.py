"""House scripts with worked results come out so in the oracle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracle.house import play_house
from tests.support.house_results import assert_house_agrees

SCRIPTS = sorted((Path(__file__).parents[1] / "nights").glob("house-*.jsonl"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_house_script_comes_out_as_expected(script: Path) -> None:
    expected = json.loads(script.with_suffix(".expected.json").read_text(encoding="utf-8"))
    assert_house_agrees(play_house(script.read_text(encoding="utf-8").splitlines()), expected)
