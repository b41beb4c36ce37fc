"""The guide to adding a game holds the code of the toy of stakes, and of the shortest game of points, as it stands.

Run as a program this writes the code into the guide.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"```python\n# (?P<path>\S+)\n.*?```", re.DOTALL)


def with_code(guide: str) -> str:
    """The guide with each block of code as its file has it."""
    return BLOCK.sub(lambda block: _block(block["path"]), guide)


def _block(path: str) -> str:
    return f"```python\n# {path}\n{(ROOT / path).read_text(encoding='utf-8')}```"


def test_the_guide_holds_the_code_of_the_toy_and_of_the_shortest_game_of_points() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    assert {block["path"] for block in BLOCK.finditer(guide)} == {
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests" / "toys" / "high_low").glob("*.py")
        if path.stat().st_size
    } | {"dealer/games/forty_five/game.py"}
    assert with_code(guide) == guide


if __name__ == "__main__":
    GUIDE.write_text(with_code(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
