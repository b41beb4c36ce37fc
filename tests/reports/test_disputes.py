"""Disputes: what they are about, what a claim comes to, and the sheet of a ruling."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace
from pypdf import PdfReader

from dealer.commands.refusal import Refusal
from dealer.night.history import History
from dealer.night_service import NightService
from dealer.rules_version import FIRST
from dealer.streams import Sender
from events.book.book import Book
from events.common.night import Correction, DisputeRaised
from events.effective_events import effective
from events.games.fan_tan import PotWon, TurnPassed
from events.records import Recorded, RecordedCommand
from reports.render_options import RenderOptions
from reports.rounds.subjects import proposed_correction, subjects_of, taken_cents
from reports.sheets.disputes import disputes_of
from reports.sheets.dossier import RulingSheet, ruling_sheet_view
from reports.sheets.papers import list_papers, name_of
from tests.reports import nights
from tests.reports.nights import Played
from tests.support.disputed import BET, Disputed


def dispute(key: str, about: int | str) -> dict[str, Any]:
    return {"do": "raise_dispute", "dispute": key, "player": "red", "about": about, "claim": "so it was"}


@pytest.fixture(scope="module")
def both() -> Played:
    """A hand voided after four turns, a deal of one turn and more, a second deal; a dispute that was taken back.

    It is of the first rules, under which turns are disputed that have not been dealt.
    """
    night = nights.played(
        [
            nights.opening(game=["faro", "fan_tan"], house={}),
            *nights.seated(),
            dispute("d0", 5),
            *nights.hand_lines(2, turns=4),
            dispute("in the hand", 20),
            dispute("before the hand", 0),
            {"do": "void_hand", "reason": "a card lay face up"},
            dispute("after it", 3),
            *nights.deal_lines(1, [nights.bet("a", "red", kind="high_card"), nights.bet("4", "red")], turns=1),
            dispute("of the hand", 3),
            dispute("of the deal", 1),
            dispute("of a bet", "4"),
            dispute("of none yet", 20),
            dispute("taken back", 1),
            {"do": "void"},
            {"do": "turn", "loser": "2", "winner": "4"},
            {"do": "void"},
            dispute("of a turn taken back", 2),
            {"do": "turn", "loser": "2", "winner": "3"},
            {"do": "void_deal", "reason": "a card was missing"},
            dispute("of the deal voided", 2),
            *nights.deal_lines(2, [], turns=1),
            dispute("of the second deal", 1),
            dispute("of its soda", 0),
            dispute("of the deal before", 2),
        ],
        rules=FIRST,
    )
    assert night.result["refused"] == []
    return night


def test_a_turn_is_of_what_was_begun_last_and_has_had_it(both: Played) -> None:
    subjects = subjects_of(both.events)
    raised = {one.event.dispute: subjects[one.version] for one in both.events if isinstance(one.event, DisputeRaised)}
    found = {key: (one.bet, one.game, one.round, one.turn) for key, one in raised.items()}
    assert found == {
        "d0": ("", "", 0, 5),
        "in the hand": ("", "", 0, 20),
        "before the hand": ("", "", 0, 0),
        "after it": ("", "fan_tan", 1, 3),
        "of the hand": ("", "fan_tan", 1, 3),
        "of the deal": ("", "faro", 1, 1),
        "of a bet": ("4", "faro", 1, 0),
        "of none yet": ("", "faro", 1, 20),
        "taken back": ("", "faro", 1, 1),
        "of a turn taken back": ("", "fan_tan", 1, 2),
        "of the deal voided": ("", "faro", 1, 2),
        "of the second deal": ("", "faro", 2, 1),
        "of its soda": ("", "faro", 2, 0),
        "of the deal before": ("", "fan_tan", 1, 2),
    }
    assert {key: told(one.played) for key, one in raised.items() if one.played} == {
        "after it": ("CardsLaid", 1, 3),
        "of the hand": ("CardsLaid", 1, 3),
        "of the deal": ("WinnerDrawn", 1, 1),
        "of a bet": ("BetPlaced", 1, "4"),
        "taken back": ("WinnerDrawn", 1, 1),
        "of a turn taken back": ("CardsLaid", 1, 2),
        "of the deal voided": ("WinnerDrawn", 1, 2),
        "of the second deal": ("WinnerDrawn", 2, 1),
        "of its soda": ("SodaExposed", 2, 0),
        "of the deal before": ("CardsLaid", 1, 2),
    }
    kept = effective(both.events)
    assert subjects_of(kept) == {one.version: subjects[one.version] for one in kept if one.version in subjects}


def told(one: Recorded) -> tuple[object, ...]:
    """The kind of an event, its deal or hand, and its turn or bet."""
    event = one.event
    return (
        one.kind,
        getattr(event, "deal", 0) or getattr(event, "hand", 0),
        getattr(event, "bet", "") or getattr(event, "turn", 0),
    )


SCRIPT = Path(__file__).parents[1] / "nights" / "fan-tan-encyclopedia.jsonl"
SENDER = Sender(who="M. Earp", device="tablet-1")


def test_a_pass_that_was_none_is_paid_by_whoever_won_the_pot() -> None:
    with Book.open() as book:
        service, night, before = NightService(book), "", []
        for line in SCRIPT.read_text(encoding="utf-8").splitlines():
            document = json.loads(line) if line.startswith("{") else {}
            if document.get("do") == "settle_hand":
                passed = next(one.event for one in book.events(night) if isinstance(one.event, TurnPassed))
                claim = {
                    "do": "raise_dispute",
                    "player": passed.player,
                    "about": passed.turn,
                    "claim": "I did not pass",
                }
                service.execute({**claim, "dispute": "d1"}, SENDER, night=night)
                before = proposals(service, night)
            document.pop("id", None)
            with suppress(Refusal):
                night = service.execute(document, SENDER, night=night or None).night if document else night
            if document.get("do") == "settle_hand":
                break
        won = next(one.event for one in book.events(night) if isinstance(one.event, PotWon))
        assert before == [None], "the pot is nobody's yet"
        assert passed.player != won.player
        assert proposals(service, night) == [
            Correction(source=won.player, target=passed.player, amount_cents=passed.moves[0].amount_cents)
        ]


def proposals(service: NightService, night: str) -> list[Correction | None]:
    """What each dispute of a night comes to, where it says that something was taken wrongly."""
    now, kept = service.night(night), effective(service.events(night))
    return [proposed_correction(now, kept, one.dispute, one.subject, taken_cents) for one in disputes_of(now, kept)]


AT_UTC = RenderOptions(zone=UTC)


@pytest.fixture(scope="module")
def disputed() -> Iterator[Disputed]:
    with Book.open() as book:
        yield Disputed(book).play_bet().rule().play_hand()


def sheet(one: Disputed, dispute: str, at: int | None = None) -> RulingSheet:
    history = NightService(one.book).history(one.night)
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
    view = ruling_sheet_view(History.of(night.events), (), "d1", UTC)
    assert [one.side for one in view.changes] == ["red", "white", "bank"]
    assert sum(one.cents for one in view.changes) == 0
    nets = {player: line["net"] for player, line in night.result["players"].items()}
    assert {one.side: one.net_cents for one in view.changes if one.seat} == {key: nets[key] for key in ("red", "white")}


def test_a_dispute_that_the_night_has_not_had_has_no_sheet(disputed: Disputed) -> None:
    with pytest.raises(LookupError):
        sheet(disputed, "d9")


def test_the_set_has_a_ruling_for_every_dispute_and_a_dossier_for_every_bet_disputed(disputed: Disputed) -> None:
    history = NightService(disputed.book).history(disputed.night)
    now, commands = history.states[-1], disputed.book.commands(disputed.night)
    refused = [one for one in commands if one.refused]

    def made(told: list[RecordedCommand]) -> dict[str, bytes]:
        papers = list_papers(now, history.events, AT_UTC, refused=told)
        return {name: one.make() for one in papers if (name := name_of(now, one)).startswith(("bet", "ruling-d2"))}

    names = [name_of(now, one) for one in list_papers(now, history.events, AT_UTC)]
    assert names[-3:] == ["ruling-d1", "ruling-d2", f"bet-{BET}"]
    first = made(refused)
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(first[f"bet-{BET}"])).pages)
    assert "Refused: Ada Lamb’s bet on the Q is coppered." in text
    # What is refused after the last event changes nothing: the same events, the same sheets.
    later = structs.replace(refused[-1], number=len(commands) + 1, version_before=history.version)
    assert made([*refused, later]) == first
