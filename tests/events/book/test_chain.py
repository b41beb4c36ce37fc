"""The chain's arithmetic is what its module says, and covers every column."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.book.chain import COMMAND_COLUMNS, FACT_COLUMNS, digest, first_link
from events.book.tables import CommandRow, FactRow
from tests.events import by_hand

CELLS = st.none() | st.integers(-(2**63), 2**63 - 1) | st.text()


@given(st.lists(CELLS, max_size=14))
def test_a_digest_is_taken_again_by_json_and_hashlib(columns: list[Any]) -> None:
    assert digest(columns) == by_hand.sha(columns)


@given(st.text(), st.text())
def test_a_night_begins_with_a_digest_of_its_name(chain: str, night: str) -> None:
    assert first_link(chain, night) == by_hand.sha([chain, night])


@pytest.mark.parametrize(("row", "columns"), [(FactRow, FACT_COLUMNS), (CommandRow, COMMAND_COLUMNS)])
def test_every_column_but_the_hash_is_sealed_in_table_order(row: Any, columns: tuple[str, ...]) -> None:
    assert [*columns, "hash"] == [column.name for column in row.__table__.columns]
    assert columns[-1] == "prev_hash"


@given(st.lists(CELLS, min_size=1, max_size=13), st.data())
def test_a_change_of_any_cell_changes_the_digest(columns: list[Any], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(columns) - 1))
    other = data.draw(CELLS.filter(lambda cell: cell != columns[at]))
    assert digest([*columns[:at], other, *columns[at + 1 :]]) != digest(columns)


def test_what_stands_in_one_cell_does_not_pass_for_two() -> None:
    """Columns are told apart: shifting a character from one to the next is another row."""
    assert digest(["ab", "c"]) != digest(["a", "bc"])
    assert digest(["1"]) != digest([1])
    assert digest([None]) != digest(["null"])
