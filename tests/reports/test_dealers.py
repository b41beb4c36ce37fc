"""Who dealt a night, what, when and for how much: shifts, the papers, and the result of the bank after the cut."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from dealer.night.dealers import dealers_of_round, dealers_of_turns, shifts_of
from dealer.night.night import Night as State
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from events.effective_events import effective
from events.records import Recorded
from reports.pdf.render import to_html
from reports.render_options import PLAIN
from reports.sheets.dossier import dossier_text, dossier_view
from reports.sheets.round_sheet import sheet_view
from reports.sheets.settlement import settlement_view
from reports.sheets.table_sheet import table_sheet_view

SENDER = Sender(who="M. Earp", device="d")
FIRST, SECOND = "M. Earp", "Ann Oakley"


class Night:
    """A night that is played with a clock on which each command takes a minute, from 8 pm on."""

    def __init__(self, **opening: object) -> None:
        minutes = count()
        self.service = NightService(
            Book.open(),
            clock=lambda: (datetime(2026, 11, 27, 20, tzinfo=UTC) + timedelta(minutes=next(minutes))).isoformat(),
        )
        self.service.execute_for_house({"do": "house_rules", "dealers_cut": 10}, SENDER)
        opened = {"do": "open_night", "table": "T", "date": "2026-11-27", "roll": 50_000, "dealer": FIRST, **opening}
        self.id = self.service.execute(opened, SENDER).night

    def do(self, *lines: dict[str, Any]) -> Night:
        for line in lines:
            self.service.execute(line, SENDER, night=self.id)
        return self

    @property
    def view(self) -> tuple[State, list[Recorded]]:
        """The night and its events."""
        return self.service.night(self.id), self.service.book.events(self.id)


def turn(loser: str, winner: str) -> dict[str, Any]:
    return {"do": "turn", "loser": loser, "winner": winner}


def relieve(dealer: str) -> dict[str, Any]:
    return {"do": "relieve_dealer", "dealer": dealer}


def faro(*, close: bool = True) -> Night:
    """Ann deals turn 3 of deal 1, and M. Earp the rest; red loses $100, and the bank has two backers."""
    night = Night(game="faro", backers=[{"name": "Al", "share": 0.5}, {"name": "Bo", "share": 0.5}])
    night.do(
        {"do": "seat_player", "player": "red", "name": "Ada"},
        {"do": "buy_checks", "player": "red", "amount": 20_000},
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "5"},
        {"do": "place_bet", "bet": "q", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 10_000},
        {"do": "tip", "player": "red", "amount": 100},
        turn("3", "2"),
        turn("7", "8"),
        relieve(SECOND),
        turn("Q", "9"),
        relieve(FIRST),
        turn("J", "4"),
    )
    return night.do({"do": "close_night"}) if close else night


def test_shifts_keep_their_times_through_a_correction() -> None:
    night = faro(close=False)
    before = shifts_of(night.view[1])
    assert [(shift.dealer, shift.since[11:16], shift.until[11:16]) for shift in before] == [
        (FIRST, "20:01", "20:10"),
        (SECOND, "20:10", "20:12"),
        (FIRST, "20:12", ""),
    ]
    commands = night.service.book.commands(night.id)
    third = next(row for row in commands if row.document == turn("3", "2"))
    night.do({"do": "amend", "command": third.id, "instead": turn("3", "6"), "drop": []})
    assert shifts_of(night.view[1]) == before
    night.do({"do": "void"}, {"do": "void"}, {"do": "void"})
    assert [shift.dealer for shift in shifts_of(night.view[1])] == [FIRST, SECOND]


def test_the_table_sheet_lists_the_dealers_and_what_is_left_for_the_backers() -> None:
    sheet = table_sheet_view(*faro().view, UTC)
    assert [(row.name, row.times, row.dealt, row.rounds, row.tokes_cents, row.cut_cents) for row in sheet.dealers] == [
        (FIRST, ("8:01 pm – 8:10 pm", "8:12 pm – 8:14 pm"), "deal 1, turns 1, 2, 4", 3, 100, 750),
        (SECOND, ("8:10 pm – 8:12 pm",), "deal 1, turn 3", 1, 0, 250),
    ]
    assert (sheet.bank.result_cents, sheet.left_cents) == (10_000, 9_000)
    assert [row.cut_cents for row in sheet.backers] == [4_500, 4_500]
    assert sheet.masthead.dealer == f"{FIRST} and {SECOND}"
    html = to_html("table_sheet.html", "t", PLAIN, view=sheet)
    assert "Left for the bank" in html


def test_a_night_with_one_dealer_and_no_cut_has_no_list_of_them() -> None:
    night = Night(game="faro")
    night.service.execute_for_house({"do": "house_rules", "dealers_cut": None}, SENDER)
    sheet = table_sheet_view(*night.do({"do": "close_night"}).view, UTC)
    assert not sheet.lists_dealers
    assert sheet.masthead.dealers == 1


def test_settlements_dossiers_and_hand_sheets_say_who_dealt() -> None:
    night = faro()
    settled = settlement_view(*night.view, "red", UTC)
    assert [row.dealt for row in settled.dealers] == ["deal 1, turns 1, 2, 4", "deal 1, turn 3"]
    dossier = dossier_view(night.service.history(night.id), night.service.book.commands(night.id), "q", UTC)
    assert [line.dealer for line in dossier.lines if "Q" in line.text][-1] == SECOND
    assert f"{SECOND} deals, " in dossier_text(dossier)
    hands = Night(game="farmer", roll=0).do(
        *({"do": "seat_player", "player": player, "name": player} for player in ("red", "blue")),
        *({"do": "buy_checks", "player": player, "amount": 5_000} for player in ("red", "blue")),
        {"do": "start_hand", "dealer": "red"},
        {"do": "show_hand", "player": "blue", "cards": ["10s", "6h"]},
        relieve(SECOND),
        {"do": "show_hand", "player": "red", "cards": ["9s", "4d"]},
    )
    dealt = dealers_of_turns(recorded.event for recorded in effective(hands.view[1]))
    assert dealers_of_round(dealt, "farmer", 1) == (FIRST, SECOND)
    assert sheet_view("farmer", *hands.view, 1, UTC).masthead.dealer == f"{FIRST} and {SECOND}"


@pytest.mark.parametrize("paper", ["settlement.html", "table_sheet.html"])
def test_papers_name_several_dealers_in_their_head(paper: str) -> None:
    night = faro()
    view = settlement_view(*night.view, "red", UTC) if paper == "settlement.html" else table_sheet_view(*night.view)
    assert "dealers M. Earp and Ann Oakley" in to_html(paper, "t", PLAIN, view=view)
