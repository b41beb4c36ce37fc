"""What every screen shows of every game: equal to the golden files."""

from __future__ import annotations

import pytest

from tests.golden.screens import GOLDEN, SHOWN, screens


@pytest.mark.parametrize("game", SHOWN)
def test_the_screens_of_a_game_show_what_its_golden_file_has(game: str) -> None:
    golden = (GOLDEN / f"{game}.txt").read_text(encoding="utf-8")
    assert screens(game).splitlines() == golden.splitlines(), "python -m tests.golden.screens writes it anew"
