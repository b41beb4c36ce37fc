"""A game that nobody wrote papers for is printed from its base facts, its points and the moves of money."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from typing import Any

import pytest

from dealer.night.history import History
from events.effective_facts import effective
from reports.pdf.render import to_html
from reports.render_options import HouseStyle, RenderOptions
from reports.sheets.disputes import disputes_of
from reports.sheets.dossier import dossier_view, round_story, rounds_of, stakes_of
from reports.sheets.papers import list_papers, name_of
from reports.sheets.rules_sheet import rules_sheet_view
from reports.sheets.settlement import night_play_of, settlement_view
from reports.sheets.table_sheet import table_sheet_view
from reports.words.language import written_in
from tests.reports import nights
from tests.toys.registers import toys_registered

SEATS = [
    {"do": "seat_player", "player": "red", "name": "Ada Lamb"},
    {"do": "seat_player", "player": "blue", "name": "Wm. Hart"},
    {"do": "buy_checks", "player": "red", "amount": 20_000},
    {"do": "buy_checks", "player": "blue", "amount": 20_000},
]


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with toys_registered():
        yield


def stakes(high: int, low: int, card: str) -> list[dict[str, Any]]:
    return [
        {"do": "back_side", "player": "red", "side": "high", "stake": high},
        {"do": "back_side", "player": "blue", "side": "low", "stake": low},
        {"do": "turn_card", "card": card},
    ]


def points(red: int, blue: int) -> list[dict[str, Any]]:
    return [
        {"do": "start_hand"},
        {"do": "score_points", "player": "red", "points": red},
        {"do": "score_points", "player": "blue", "points": blue},
        {"do": "end_tally"},
    ]


def night_of_stakes(*more: dict[str, Any]) -> nights.Played:
    opening = nights.opening(game="high_low", house="usual")
    return nights.played([opening, *SEATS, *stakes(500, 700, "Ks"), *stakes(1_200, 300, "7h"), *more])


def night_of_points() -> nights.Played:
    opening = nights.opening(game="tally", house="usual", roll=0, backers=[])
    return nights.played([opening, *SEATS, *points(7, 20), *points(30, 1), {"do": "start_hand"}])


DISPUTE = {"do": "raise_dispute", "dispute": "d", "player": "red", "about": "2-red", "claim": "I backed low"}


def test_each_round_has_its_row_and_they_come_to_the_nets() -> None:
    night = night_of_stakes()
    play = night_play_of(one.fact for one in effective(night.facts)).games["high_low"]
    assert [(one.number, one.net_cents("red"), one.net_cents("blue")) for one in play.rounds] == [
        (1, 500, -700),
        (2, -1_200, -300),
    ]
    part = settlement_view(night.now, night.facts, "red", UTC).parts["high_low"]
    assert (part.net_cents, part.lines) == (-700, 2)
    sheet = table_sheet_view(night.now, night.facts, UTC)
    assert (sheet.extent, sheet.bank.play_cents, sheet.parts["high_low"].bank_play_cents) == ("2 rounds", 1_700, 1_700)
    assert [line.what for line in sheet.result.lines] == ["Play"]


def test_points_are_shown_beside_what_they_brought() -> None:
    night = night_of_points()
    sheet = table_sheet_view(night.now, night.facts, UTC)
    play = sheet.parts["tally"].view
    assert [(one.points["red"], one.points["blue"], one.net_cents("red")) for one in play.rounds] == [
        (7, 20, -325),
        (30, 1, 725),
        (0, 0, 0),
    ]
    html = to_html("table_sheet.html", "", RenderOptions(zone=UTC), view=sheet)
    assert "Tally, round by round" in html
    assert "in points" in html
    assert [one.came_of_it for one in rounds_of(History.of(night.facts))] == [
        "Ada Lamb 7, Wm. Hart 20, Ada Lamb −$3.25, Wm. Hart +$3.25",
        "Ada Lamb 30, Wm. Hart 1, Ada Lamb +$7.25, Wm. Hart −$7.25",
        "",
    ]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_the_parts_of_the_sheets_are_drawn_in_every_language(language: str) -> None:
    style = HouseStyle(language=language)
    for night in (night_of_stakes(DISPUTE), night_of_points()):
        with written_in(style):
            views = {
                "table_sheet.html": table_sheet_view(night.now, night.facts, UTC),
                "settlement.html": settlement_view(night.now, night.facts, "red", UTC),
                "rules_sheet.html": rules_sheet_view(night.now, night.facts, UTC),
            }
            for template, view in views.items():
                assert (
                    "Ada Lamb" in to_html(template, "", RenderOptions(style=style, zone=UTC), view=view)
                    or view is views["rules_sheet.html"]
                )


def test_the_house_rules_are_the_settings_as_they_are() -> None:
    night = night_of_points()
    (game,) = rules_sheet_view(night.now, night.facts, UTC).games
    said = [rule.text for group in game.groups for rule in group.rules]
    assert "price: $0.25" in said
    assert "markers open, at most: any sum" in said


def test_stakes_and_rounds_have_their_stories() -> None:
    night = night_of_stakes(DISPUTE)
    history = History.of(night.facts)
    assert [(one.bet, one.came_of_it, one.net_cents, one.disputes) for one in stakes_of(history)] == [
        ("1-red", "won", 500, ()),
        ("1-blue", "lost", -700, ()),
        ("2-red", "lost", -1_200, ("d",)),
        ("2-blue", "lost", -300, ()),
    ]
    view = dossier_view(history, (), "2-red", UTC)
    assert [line.sources[0].what for line in view.lines] == ["SideBacked", "SideTaken", "DisputeRaised"]
    story = round_story(history, (), "high_low", 2)
    assert [line.sources[0].what for line in story][-2:] == ["SideTaken", "SideTaken"]
    assert round_story(history, (), "high_low", 7) == ()
    (dispute,) = disputes_of(night.now, effective(night.facts))
    assert dispute.about == "the bet 2-red, laid in round 2"


@pytest.mark.slow
@pytest.mark.parametrize("toy", [night_of_points, lambda: night_of_stakes(DISPUTE)], ids=["points", "stakes"])
def test_every_paper_of_the_night_is_printed(toy: Any) -> None:
    night = toy()
    papers = list_papers(night.now, night.facts, RenderOptions(zone=UTC))
    names = [name_of(night.now, one) for one in papers]
    assert names[:4] == ["table", "rules", "settlement-1-red", "settlement-2-blue"]
    assert all(one.make().startswith(b"%PDF-") for one in papers)
