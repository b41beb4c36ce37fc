"""What every screen shows of every game: equal to the golden files."""

from __future__ import annotations

import pytest

from tests.golden.screens import GOLDEN, SHOWN, screens
from tests.support.fixtures import EACH_KIND, soaked


@pytest.mark.parametrize("game", soaked(SHOWN, at_once=(*EACH_KIND, "high_low", "tally")))
def test_the_screens_of_a_game_show_what_its_golden_file_has(game: str) -> None:
    golden = (GOLDEN / f"{game}.txt").read_text(encoding="utf-8")
    assert screens(game).splitlines() == golden.splitlines(), "python -m tests.golden.screens writes it anew"
