"""The books of rules: what anything in the program cites stands in them, once; every house rule decides something."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import chain
from pathlib import Path

import pytest

from dealer.games import GAMES
from dealer.night.disputes import laws
from reports.game_papers import papers_of
from reports.rulebook import Citation, Drawing, Table, citations_in
from reports.rulebooks import MADE, book_called, book_citing, pages, rule_deciding, rulebooks

ROOT = Path(__file__).parents[3]
FLOORS = ("events", "ledger", "dealer", "reports", "web")
_IN_DOCSTRINGS = re.compile(r"\brulebook (\d(?:\.\d+)?)(?:-(\d\.\d+))?")
_RANGE = re.compile(r"\d\.\d+-\d\.\d+")


def sources() -> Iterator[Path]:
    return chain.from_iterable((ROOT / floor).rglob("*.py") for floor in FLOORS)


def cited_in_code(source: Path) -> Iterator[tuple[str, Citation]]:
    """Every citation in a module: in its texts, in reasons that it makes, and in what it says of itself."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = _RANGE.sub("", node.value)
            yield from ((node.value, one) for _, _, one in citations_in(text))
            for found in _IN_DOCSTRINGS.finditer(node.value):
                yield from ((node.value, Citation(number)) for number in found.groups() if number)
        elif isinstance(node, ast.Call):
            given = {one.arg: one.value.value for one in node.keywords if isinstance(one.value, ast.Constant)}
            if isinstance(node.func, ast.Name) and node.func.id == "under" and isinstance(node.args[0], ast.Constant):
                given["rule"] = node.args[0].value
            if isinstance(rule := given.get("rule"), str) and rule[:1].isdigit():
                case = given.get("case")
                yield ast.unparse(node), Citation(rule, case if isinstance(case, int) else None)


def test_whatever_the_code_cites_stands_in_a_book() -> None:
    found = [(source, said, one) for source in sources() for said, one in cited_in_code(source)]
    assert len(found) > 100
    assert [(source.name, said, one.anchor) for source, said, one in found if book_citing(one) is None] == []


def test_what_the_documentation_cites_stands_in_a_book() -> None:
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found = [(page.name, one) for page in documents for _, _, one in citations_in(page.read_text(encoding="utf-8"))]
    assert found
    assert [(page, one.anchor) for page, one in found if book_citing(one) is None] == []


def test_every_place_is_one_of_a_kind_and_numbered_in_order() -> None:
    places = [one for book in rulebooks() for one in book.citations]
    assert len(places) == len(set(places)) == len({one.anchor for one in places})
    for book in rulebooks():
        assert [rule.number for rule in book.rules] == [f"{book.number}.{at}" for at in range(1, len(book.rules) + 1)]


def test_rule_14_has_the_five_cases_and_rule_19_the_ten_laws_as_rulings_cite_them() -> None:
    rules = {rule.number: rule for rule in book_called("faro").rules}
    assert len(rules["1.4"].cases) == 5
    assert [(law.number, law.title) for law in rules["1.9"].laws] == list(enumerate(laws(), start=1))


@pytest.mark.parametrize("game", [name for name in GAMES if papers_of(name).rulebook])
def test_every_house_rule_decides_a_rule(game: str) -> None:
    for setting in fields(GAMES[game].house):
        if setting.name not in ("preset", "rules"):
            decided = rule_deciding(game, setting.name)
            assert decided, setting.name
            assert book_citing(decided), setting.name


def test_every_row_of_a_table_is_whole() -> None:
    for rule in chain.from_iterable(book.rules for book in rulebooks()):
        for block in (*rule.says, *rule.after):
            assert isinstance(block, str | Drawing) or (
                isinstance(block, Table) and {len(row) for row in block.rows} == {len(block.heads)}
            )


def test_every_rule_says_where_it_comes_from() -> None:
    assert all(rule.sources or rule.ours for book in rulebooks() for rule in book.rules)


def test_the_documentation_is_what_the_books_say() -> None:
    written = {page.name: page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "rules").glob("*.md")}
    assert {name: text for name, text in written.items() if text.startswith(MADE)} == pages(), "run tools/rules"


def test_every_link_between_the_pages_of_the_documentation_leads_somewhere() -> None:
    made = pages()
    places = {name: set(re.findall(r'<a id="([^"]+)"', text)) for name, text in made.items()}
    for name, text in made.items():
        for page, place in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", text):
            assert (page or name) in made
            assert not place or place in places[page or name]
