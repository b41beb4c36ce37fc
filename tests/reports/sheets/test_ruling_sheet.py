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
from dealer.rules_version import FIRST
from events.book.book import Book
from events.records import RecordedCommand
from reports.render_options import RenderOptions
from reports.sheets.papers import list_papers, name_of
from reports.sheets.rulings import RulingSheet, print_ruling_sheet, ruling_sheet_view
from tests.reports import nights
from tests.reports import nights as hands
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


def test_the_bet_s_story_is_told_as_it_was_when_the_dispute_was_raised(disputed: Disputed) -> None:
    view = sheet(disputed, "d1")
    told = [line.text for line in view.story]
    assert told[0].startswith("Refused: Ada Lamb lays $100,000 on the Q")
    assert told[-1] == "Turn 4: loser Q, winner 8. Lost: the bank takes $5."
    assert any(line.refused and "is coppered" in line.text for line in view.story)
    # What named no part of the dispute is in the bet's dossier, not here.
    assert not any("Wm. Hart" in said or "marker" in said for said in told)
    facts = [source.number for line in view.story for source in line.sources if not source.is_command]
    assert max(facts) < view.raised.version


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


def test_a_turn_of_a_deal_is_told_with_its_cards_and_what_they_settled() -> None:
    def disputes(key: str, turn: int) -> dict[str, object]:
        return {"do": "raise_dispute", "dispute": key, "player": "red", "about": turn, "claim": "so it was"}

    lines = [
        nights.opening(),
        *hands.seated(),
        disputes("before all", 0),
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "5s"},
        nights.bet("a", "red"),
        {"do": "draw_loser", "card": "Qs"},
        {"do": "draw_winner", "card": "8h"},
        {"do": "turn", "loser": "2s", "winner": "3s"},
        *(disputes(f"turn {turn}", turn) for turn in (0, 1, 2)),
    ]
    night = nights.played(lines, rules=FIRST)
    history = History.of(night.facts)
    told = {key: [line.text for line in ruling_sheet_view(history, (), key, UTC).story] for key in night.now.disputes}
    assert told == {
        "before all": [],
        "turn 0": ["The soda is 5♠."],
        "turn 1": ["The loser is Q♠; bets are closed.", "The winner is 8♥.", "Red’s bet on the Q loses $5."],
        "turn 2": ["The loser is 2♠; bets are closed.", "The winner is 3♠."],
    }


def test_a_turn_of_a_hand_is_told_with_those_about_it(disputed: Disputed) -> None:
    view = sheet(disputed, "d2")
    assert view.ruled is None
    assert view.changes == ()
    told = [line.text for line in view.story]
    assert told[0].startswith("Cy Young deals hand 1")
    assert [said.partition(":")[0] for said in told[1:]] == [
        "Turn 1",
        "Turn 2",
        "Turn 3",
        "Refused",
        "Turn 4",
        "Turn 5",
    ]


def test_a_dispute_that_the_night_has_not_had_has_no_sheet(disputed: Disputed) -> None:
    with pytest.raises(LookupError):
        sheet(disputed, "d9")


def test_the_sheet_says_who_claimed_what_the_law_the_reason_and_the_sums(disputed: Disputed) -> None:
    text = PdfReader(BytesIO(print_ruling_sheet(sheet(disputed, "d1"), AT_UTC))).pages
    said = " ".join(" ".join(page.extract_text() for page in text).split())
    for words in (
        "“It was coppered”",
        "by M. Earp, on tablet-1, fact",
        "It is corrected · Law 1: bets are taken or paid as they lie",
        "Reason: The copper was laid before the loser",
        "Ada Lamb −$5.00 +$10.00 +$5.00",
        "the bank +$5.00 −$10.00 −$5.00",
        "witness",
    ):
        assert words in said


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
