"""Documents as commands: the quick way for what most documents are takes each as the way for all does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from dealer.commands.refusal import Refusal
from dealer.night import command_parsing
from dealer.night.command_parsing import read_command
from dealer.night.evolve import fold
from dealer.night.night import Night
from tests.support.stored import copied, nights

SPOILT: tuple[dict[str, Any], ...] = (
    {"game": "faro"},
    {"game": "fan_tan"},
    {"game": None},
    {"game": 5},
    {"by": "red"},
    {"by": None},
    {"player": None},
    {"stranger": 1},
    {"bet": True},
    {"amount": 5.0},
    {"do": "place_bet"},
    {"do": ["void"]},
)


def documents(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A document as it was sent, with something else in it, and without each of its keys."""
    yield document
    for spoilt in SPOILT:
        yield {**document, **spoilt}
    for key in document:
        yield {name: value for name, value in document.items() if name != key}


def read(document: dict[str, Any], night: Night) -> str:
    """What a document is, in words, since to Python 1 is True."""
    try:
        return repr(read_command(document, night))
    except Refusal as refusal:
        return str(refusal)


@pytest.mark.parametrize("at", range(len(nights())))
def test_the_quick_way_takes_each_document_as_the_way_for_all_does(at: int) -> None:
    rows = nights()[at]
    night = fold(copied(rows).recorded[:-1])
    seen, quick = set(), 0
    for sent in (json.loads(row.body) for row in rows.commands):
        if (shape := (sent["do"], *sent)) in seen:
            continue
        seen.add(shape)
        for document in documents(sent):
            read_quickly = read(document, night)
            with patch.object(command_parsing, "_usual", return_value=None) as asked:
                assert read_quickly == read(document, night), document
            asked.assert_called()
            quick += command_parsing._usual(document, night) is not None
    assert quick > len(seen)
