"""Somebody who has the file changes one thing in one fact and makes all hashes good again: it is found, and named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dealer.assistant import Assistant, Sender
from dealer.demo.nights import FanTanDemo
from dealer.verification import verify
from events import fan_tan
from events.book import Book
from events.fact import Fact
from events.records import Recorded
from events.register import encode
from tests.dealer.test_verification import NIGHT, Forger, make_hashes_good

SENDER = Sender(who="test", device="test")
KINDS = sorted(name for name, kind in vars(fan_tan).items() if isinstance(kind, type) and issubclass(kind, Fact))
KINDS.remove("Fact")


@pytest.fixture(scope="module")
def pot_books(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two nights with every kind of Fan-Tan fact: a demo's, and one of hands that nobody wins."""
    folder = tmp_path_factory.mktemp("books")
    with Book.open(folder / "won.db") as book:
        for _ in FanTanDemo(book, "2026-11-21", seed=5, hands=2).turns():
            pass
    with Book.open(folder / "not-won.db") as book:
        assistant = Assistant(book)
        night = None
        for document in hands_that_nobody_wins():
            night = assistant.execute(document, SENDER, night=night).night
    return folder / "won.db", folder / "not-won.db"


def hands_that_nobody_wins() -> Iterator[dict[str, Any]]:
    """A dead hand, a foul one, and one that the close breaks off."""
    opening = {"table": "T", "date": "2026-11-21", "game": "fan_tan", "house": "antes", "roll": 0, "dealer": "D"}
    yield {"do": "open_night", **opening}
    players = ("red", "blue", "green")
    for player in players:
        yield {"do": "seat_player", "player": player, "name": player}
        yield {"do": "buy_checks", "player": player, "amount": 1_000}
    yield {"do": "start_hand", "dealer": "green"}
    for player in players:
        yield {"do": "pass", "player": player}
    for do in ("end_hand", "settle_hand"):
        yield {"do": do}
    yield {"do": "start_hand", "dealer": "red"}
    yield {"do": "void_hand", "reason": "a short pack"}
    yield {"do": "start_hand", "dealer": "red"}
    yield {"do": "close_night"}


def first_of(kind: str, books: tuple[Path, Path]) -> tuple[Path, Recorded]:
    """The first fact of a kind, and the book that it is in."""
    for path in books:
        with Book.open(path) as book:
            for one in book.facts(NIGHT):
                if one.kind == kind:
                    return path, one
    raise AssertionError(f"the nights have no {kind}")


def spoiled(value: Any) -> Any:
    """Another value of the same sort."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case None:
            return "x"
        case [*rest, _]:
            return rest
        case _:
            return ["7h"]


def test_the_nights_that_are_forged_here_are_sound(pot_books: tuple[Path, Path]) -> None:
    for path in pot_books:
        with Book.open(path) as book:
            assert verify(book, NIGHT).sound


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_every_kind_of_fan_tan_fact_is_watched(
    kind: str, pot_books: tuple[Path, Path], tmp_path: Path
) -> None:
    path, fact = first_of(kind, pot_books)
    body: dict[str, Any] = json.loads(encode(fact.fact))
    for field, value in body.items():
        copy = tmp_path / f"{field}.db"
        shutil.copy(path, copy)
        forger = Forger(copy)
        forged = json.dumps({**body, field: spoiled(value)}, sort_keys=True)
        forger("UPDATE facts SET body = ? WHERE version = ?", forged, fact.version)
        make_hashes_good(forger)
        finding = forger.verdict().finding
        assert finding, field
        assert finding.version is not None, (field, finding)
        assert finding.version >= fact.version, (field, finding)
