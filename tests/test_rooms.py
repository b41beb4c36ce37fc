"""A game is one room on each floor: outside the rooms only the registers name a game.

Looked at is every line of modules, templates, styles, scripts and drawings, and what the files are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer.games import GAMES

ROOT = Path(__file__).parent.parent
FLOORS = ("events", "ledger", "dealer", "reports", "web")
REGISTERS = {f"{floor}/games/__init__.py" for floor in FLOORS}
NAMED = re.compile(rf"(?<![a-z])({'|'.join(name.replace('_', '[_ -]?') for name in GAMES)})(?![a-z])", re.IGNORECASE)
SUFFIXES = {".py", ".html", ".css", ".js", ".svg"}
TOLD_IN_EXPORTS = {"ledger/accounts.py"}
"""What an account holds is told in exports, which stay as they were: that of the pot names the game it came with."""


A_NUMBER_IN_WORDS = {"reports/words/number_words.py", "reports/sheets/markers.py"}
"""Where the name of a game is a number, of dollars on a marker."""


def products() -> Iterator[Path]:
    """The product's files outside the rooms, by their path in the project."""
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*")):
            inside = path.relative_to(ROOT)
            is_in_a_room = inside.parts[1] == "games" and inside.parts[2:3] and inside.parts[2].split(".")[0] in GAMES
            if path.suffix in SUFFIXES and "vendor" not in inside.parts and not is_in_a_room:
                yield inside


def named_in(text: str) -> list[str]:
    """The names of games in a text: ``FanTanTable`` has one, and ``farouche`` none."""
    return NAMED.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text))


def names_in(path: Path) -> list[str]:
    return named_in((ROOT / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "names"),
    [("faro.js", 1), ("FanTanTable", 1), ("fan-tan", 1), ("FARO", 1), ("faro_of", 1), ("farouche, fantango", 0)],
)
def test_a_name_is_found_however_it_is_written(text: str, names: int) -> None:
    assert len(named_in(text)) == names


def test_nothing_outside_the_rooms_names_a_game() -> None:
    found = {str(path): names for path in products() if (names := named_in(str(path)) + names_in(path))}
    let_off = REGISTERS | TOLD_IN_EXPORTS | A_NUMBER_IN_WORDS
    assert {path: names for path, names in found.items() if path not in let_off} == {}
