from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from bench import performance_page
from bench.figures import Figure
from bench.parts import PARTS
from bench.performance_page import table_of, write_page

FAST = Figure(
    what="a command",
    beside="bare SQLite",
    unit="s",
    ours=(0.002, 0.001, 0.003),
    theirs=(0.001, 0.001, 0.001),
    at_most=1.5,
)


def test_a_row_says_ours_and_theirs_in_units_for_people_with_the_ratio_and_its_spread() -> None:
    assert table_of([FAST]).splitlines()[-1] == (
        "| a command | 2.00 ms | bare SQLite | 1.00 ms | 2.00 | 1.00–3.00 | ≤ 1.5 | **not reached** |"
    )


def test_a_part_that_was_measured_takes_its_place_on_the_page_and_the_words_around_it_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "performance.md"
    page.write_text(
        "Before.\n<!-- commands --><!-- end of commands -->\nAfter.\n<!-- memory -->kept<!-- end of memory -->"
    )
    monkeypatch.setattr(performance_page, "PAGE", page)
    for _ in range(2):
        write_page({"commands": [FAST]})
        text = page.read_text()
        assert text.startswith("Before.\n<!-- commands -->\n\n| what |")
        assert text.count("| a command |") == 1
        assert text.endswith("After.\n<!-- memory -->kept<!-- end of memory -->")
    with pytest.raises(LookupError, match="no place for papers"):
        write_page({"papers": [FAST]})


def test_every_part_has_a_module_and_a_place_on_the_page() -> None:
    page = performance_page.PAGE.read_text(encoding="utf-8")
    for part, module in PARTS.items():
        assert page.count(f"<!-- {part} -->") == page.count(f"<!-- end of {part} -->") == 1
        assert callable(import_module(module).figures)
