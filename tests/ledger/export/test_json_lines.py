"""The JSON lines: every row of the book with all of its columns; each hash can be taken again from its line alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from events.book.book import Book
from events.book.chain import COMMAND_COLUMNS, FACT_COLUMNS
from tests.ledger.export.nights import book_of, everything, exported
from tests.oracle.random_fan_tan import random_fan_tan_night
from tests.oracle.random_games import random_night_of
from tests.support.stored import SEEDS

STRANGE = '☃ \u2028 é \\ " \u007f \t 🂡'


@pytest.fixture(scope="module")
def book() -> Iterator[Book]:
    strange = {"do": "raise_dispute", "dispute": "d9", "player": "red", "about": 99, "claim": STRANGE}
    others = (random_night_of(game, seeds[0], most_lines=120) for game, seeds in SEEDS.items())
    with book_of([*everything(), strange], random_fan_tan_night(3, most_lines=120), *others) as made:
        yield made


@pytest.fixture(scope="module")
def lines(book: Book) -> list[dict[str, Any]]:
    return [json.loads(line) for line in exported(book, "jsonl").splitlines() if line]


def digest(values: list[Any]) -> str:
    """As docs/export.md says it, with nothing of ours."""
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_file_has_every_row_of_the_book_in_order(book: Book, lines: list[dict[str, Any]]) -> None:
    expected = []
    for night in book.nights():
        expected += [{"row": "command", **row._asdict()} for row in book.rows(night)[1]]
        expected += [{"row": "fact", **row._asdict()} for row in book.fact_rows(night)]
    assert lines == expected
    assert {tuple(line) for line in lines} == {
        ("row", *COMMAND_COLUMNS, "hash"),
        ("row", *FACT_COLUMNS, "hash"),
    }
    assert any(line["row"] == "command" and line["refused"] for line in lines)


def test_every_hash_can_be_taken_again_from_its_line_and_the_lines_are_chained(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        assert digest(list(line.values())[1:-1]) == line["hash"]
    commands = {line["id"]: line["hash"] for line in lines if line["row"] == "command"}
    for night in {line["night"] for line in lines}:
        for row in ("command", "fact"):
            chain = [line for line in lines if (line["night"], line["row"]) == (night, row)]
            assert chain[0]["prev_hash"] == digest([row + "s", night])
            assert all(later["prev_hash"] == earlier["hash"] for earlier, later in pairwise(chain))
    assert all(commands[line["command"]] == line["command_hash"] for line in lines if line["row"] == "fact")


def test_a_hash_is_another_where_one_column_is(lines: list[dict[str, Any]]) -> None:
    line = next(line for line in lines if line["row"] == "fact")
    for name in FACT_COLUMNS:
        value = line[name] + (1 if isinstance(line[name], int) else "x")
        assert digest(list({**line, name: value}.values())[1:-1]) != line["hash"]
