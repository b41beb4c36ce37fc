"""Pieces of a table: what is drawn once, and what differs between two drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from tests.support.house import House
from tests.web.tablet.patched_page import bring_on, parsed, parts
from web.tablet.fragments import MOST_PIECES, Drawing, changes, drawing, piece, pieces

TEMPLATES = {
    "macros": """
{% macro row(one) %}{% do said(one) %}<li id="row-{{ one }}"><b>{{ one }}</b></li>{% endmacro %}
{% macro dot(at) %}<circle id="dot-{{ at }}" r="{{ at }}"/>{% endmacro %}
{% macro several(one) %}<i id="i-{{ one }}"></i> and more{% endmacro %}
{% macro nameless(one) %}<i>{{ one }}</i>{% endmacro %}
""",
    "table": """{% from "macros" import dot, row %}
<section id="part-list" class="part list"><section>in it</section>
<ul id="rows" data-piece class="{{ kind }}">{{ pieces(row, rows) }}</ul>
<tr id="line" data-piece><td>{{ line }}</td></tr></section>
<p>beside</p>
<div id="part-drawing" class="part"><svg>
<g id="dots" data-piece class="{{ kind }}">{{ pieces(dot, dots) }}</g></svg></div>
""",
}


class Table:
    """A table of a list and a drawing."""

    def __init__(self) -> None:
        self.said: list[object] = []
        self._jinja = Environment(loader=DictLoader(TEMPLATES), autoescape=True, extensions=["jinja2.ext.do"])
        self._jinja.globals |= {"piece": piece, "pieces": pieces, "said": self.said.append}

    def drawn(
        self,
        rows: tuple[object, ...] = (1, 2),
        line: str = "",
        dots: tuple[int, ...] = (),
        kind: str = "",
        table: str = "1",
    ) -> Drawing:
        template = self._jinja.get_template("table")
        return drawing(table, lambda: template.render(rows=rows, line=line, dots=dots, kind=kind))

    def macro(self, name: str) -> Callable[..., str]:
        found: Any = getattr(self._jinja.get_template("macros").module, name)
        assert callable(found)
        return found


@pytest.fixture
def table(house: House) -> Iterator[Table]:
    with house.app.app_context():
        yield Table()


def differs(before: Drawing, after: Drawing) -> str:
    found = changes(before.parts, after.parts)
    assert found is not None
    return found


def test_the_same_piece_is_drawn_once(table: Table) -> None:
    table.drawn((1, 2))
    table.drawn((2, 1, 3))
    assert table.said == [1, 2, 3]


def test_so_many_pieces_are_at_hand_as_the_tables_drawn_last_need(table: Table) -> None:
    for number in range(2 * MOST_PIECES):
        table.drawn((number,))
    for number in range(MOST_PIECES, 2 * MOST_PIECES):
        table.drawn((number,))
    table.drawn((0,))
    assert table.said == [*range(2 * MOST_PIECES), 0]


def test_a_second_table_makes_room_for_its_pieces(table: Table) -> None:
    table.drawn((), table="2")
    for _ in range(2):
        for number in range(2 * MOST_PIECES):
            table.drawn((number,))
    assert table.said == [*range(2 * MOST_PIECES)]


def test_what_is_alike_and_not_the_same_is_drawn_by_itself(table: Table) -> None:
    assert ">True<" in table.drawn((True,)).html
    assert ">1<" in table.drawn((1,)).html


def test_all_of_a_drawing_is_what_its_template_says(table: Table) -> None:
    html = table.drawn((1,), "a", (5,)).html
    assert '<ul id="rows" data-piece class=""><li id="row-1"><b>1</b></li></ul>' in html
    assert '<circle id="dot-5" r="5"/></g></svg></div>' in html
    assert "<p>beside</p>" in html


def test_nothing_differs_from_itself(table: Table) -> None:
    assert differs(table.drawn(), table.drawn()) == ""


def test_what_differs_comes_alone_and_what_is_the_same_in_it_without_its_content(table: Table) -> None:
    assert differs(table.drawn(line="a"), table.drawn(line="b")) == (
        '<template><tr id="line" data-piece><td>b</td></tr></template>'
    )
    assert differs(table.drawn((1, 2)), table.drawn((3, 1))) == (
        '<template><ul id="rows" data-piece class=""><li id="row-3"><b>3</b></li>'
        '<li id="row-1" data-same></li></ul></template>'
    )


def test_part_of_a_drawing_comes_in_a_drawing(table: Table) -> None:
    assert differs(table.drawn(dots=(1, 2)), table.drawn(dots=(2,))) == (
        '<template><svg><g id="dots" data-piece class=""><circle id="dot-2" data-same></circle></g></svg></template>'
    )


def test_a_piece_and_what_lies_in_it_may_both_differ(table: Table) -> None:
    before, after = table.drawn((1, 2), "a", (1,), "x"), table.drawn((2, 4), "b", (1, 3), "y")
    page = parsed(before.html)
    assert bring_on(page, differs(before, after)) == 3
    assert parts(page) == parts(parsed(after.html))


def test_what_is_entered_stands_for_no_piece(table: Table) -> None:
    html = table.drawn((), "<pieces 0 1>").html
    assert "&lt;pieces 0 1&gt;" in html


@pytest.mark.parametrize("name", ["several", "nameless"])
def test_a_piece_is_one_element_with_an_id(table: Table, name: str) -> None:
    with pytest.raises(ValueError, match="one element with an id"):
        drawing("1", lambda: piece(table.macro(name), 1))
