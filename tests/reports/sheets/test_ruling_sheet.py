"""The sheet of a dispute: what it tells of bets and turns, whom the ruling moved money to, and its place in the set."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from io import BytesIO

import pytest
from msgspec import structs
from msgspec.structs import replace
from pypdf import PdfReader

from dealer.assistant import Assistant
from dealer.night.history import History
from events.book.book import Book
from events.records import RecordedCommand
from reports.render_options import RenderOptions
from reports.sheets.papers import list_papers, name_of
from reports.sheets.ruling_sheet import RulingSheet, ruling_sheet_view
from tests.reports import nights
from tests.support.disputed import BET, Disputed

AT_UTC = RenderOptions(zone=UTC)


@pytest.fixture(scope="module")
def disputed() -> Iterator[Disputed]:
    with Book.open() as book:
        yield Disputed(book).play_bet().rule().play_hand()


def sheet(one: Disputed, dispute: str, at: int | None = None) -> RulingSheet:
    history = Assistant(one.book).history(one.night)
    history = history.as_of(at or history.version)
    return ruling_sheet_view(history, one.book.commands(one.night), dispute, UTC)


def test_the_corrections_come_to_nothing_and_to_the_results(disputed: Disputed) -> None:
    view = sheet(disputed, "d1")
    assert [(one.source, one.target, one.amount_cents) for one in view.corrections] == [("bank", "red", 1_000)]
    assert {one.side: (one.without_cents, one.cents, one.net_cents) for one in view.changes} == {
        "red": (-500, 1_000, 500),
        "bank": (500, -1_000, -500),
    }
    assert view.moved_cents == 1_000
    assert view.law == "bets are taken or paid as they lie"
    with pytest.raises(AssertionError, match="ruling d1"):
        replace(view, changes=view.changes[:1]).assert_adds_up()


def test_every_side_of_several_corrections_is_there_once() -> None:
    night = nights.crowded()
    view = ruling_sheet_view(History.of(night.facts), (), "d1", UTC)
    assert [one.side for one in view.changes] == ["red", "white", "bank"]
    assert sum(one.cents for one in view.changes) == 0
    nets = {player: line["net"] for player, line in night.result["players"].items()}
    assert {one.side: one.net_cents for one in view.changes if one.seat} == {key: nets[key] for key in ("red", "white")}


def test_a_dispute_that_the_night_has_not_had_has_no_sheet(disputed: Disputed) -> None:
    with pytest.raises(LookupError):
        sheet(disputed, "d9")


def test_the_set_has_a_ruling_for_every_dispute_and_a_dossier_for_every_bet_disputed(disputed: Disputed) -> None:
    history = Assistant(disputed.book).history(disputed.night)
    now, commands = history.states[-1], disputed.book.commands(disputed.night)
    refused = [one for one in commands if one.refused]

    def made(told: list[RecordedCommand]) -> dict[str, bytes]:
        papers = list_papers(now, history.facts, AT_UTC, refused=told)
        return {name: one.make() for one in papers if (name := name_of(now, one)).startswith(("bet", "ruling-d2"))}

    names = [name_of(now, one) for one in list_papers(now, history.facts, AT_UTC)]
    assert names[-3:] == ["ruling-d1", "ruling-d2", f"bet-{BET}"]
    first = made(refused)
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(first[f"bet-{BET}"])).pages)
    assert "Refused: Ada Lamb’s bet on the Q is coppered." in text
    # What is refused after the last fact changes nothing: the same facts, the same sheets.
    later = structs.replace(refused[-1], number=len(commands) + 1, version_before=history.version)
    assert made([*refused, later]) == first
