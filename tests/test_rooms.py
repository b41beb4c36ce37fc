"""A game is one room on each floor: outside the rooms only the registers name a game.

Looked at are imports, identifiers and strings of modules, docstrings apart, and every line of templates, styles,
scripts and drawings.
"""

from __future__ import annotations

import ast
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


def products() -> Iterator[Path]:
    """The product's files outside the rooms, by their path in the project."""
    for floor in FLOORS:
        for path in sorted((ROOT / floor).rglob("*")):
            inside = path.relative_to(ROOT)
            parts = {part.split(".")[0] for part in inside.parts}
            if path.suffix in SUFFIXES and "vendor" not in parts and not parts & set(GAMES):
                yield inside


def named_in(text: str) -> list[str]:
    """The names of games in a text: ``FanTanTable`` has one, and ``farouche`` none."""
    return NAMED.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text))


def words_of(module: str) -> Iterator[str]:
    """The imports, identifiers and strings of a module, docstrings apart."""
    tree = ast.parse(module)
    docstrings = {
        id(one.value)
        for node in ast.walk(tree)
        for one in (node.body if isinstance(getattr(node, "body", None), list) else ())
        if isinstance(one, ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.ImportFrom(module=module_name, names=names):
                yield from (module_name or "", *(one.name for one in names))
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case _:
                pass


def names_in(path: Path) -> list[str]:
    text = (ROOT / path).read_text(encoding="utf-8")
    return [name for words in (words_of(text) if path.suffix == ".py" else [text]) for name in named_in(words)]


@pytest.mark.parametrize(
    ("text", "names"),
    [("faro.js", 1), ("FanTanTable", 1), ("fan-tan", 1), ("FARO", 1), ("faro_of", 1), ("farouche, fantango", 0)],
)
def test_a_name_is_found_however_it_is_written(text: str, names: int) -> None:
    assert len(named_in(text)) == names


def test_nothing_outside_the_rooms_names_a_game() -> None:
    found = {str(path): names for path in products() if (names := names_in(path))}
    assert {path: names for path, names in found.items() if path not in REGISTERS | TOLD_IN_EXPORTS} == {}
