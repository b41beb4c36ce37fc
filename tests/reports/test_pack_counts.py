"""A count of the pack on paper: in the notes of the table sheet, and in the dossier of a bet that lay."""

from __future__ import annotations

from reports.sheets.dossier import stake_story
from reports.sheets.table_sheet import table_sheet_view
from tests.reports import nights
from tests.support.pure import asked

BET = {"do": "place_bet", "bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}


NIGHT = [
    nights.opening(),
    {"do": "seat_player", "player": "red", "name": "Ada Lamb"},
    {"do": "buy_checks", "player": "red", "amount": 10_000},
    {"do": "count_pack", "player": "red", "cards": 52},
    {"do": "start_deal"},
    {"do": "expose_soda", "card": "5s"},
    BET,
    {"do": "count_pack", "player": "red", "cards": 50},
]
"""The pack is counted before a deal, and again while a bet lies."""


def test_the_table_sheet_has_every_count_in_its_notes() -> None:
    night = nights.played(NIGHT)
    sentences = [sentence for _, sentence in table_sheet_view(night.now, night.events).pack_counts]
    assert sentences == [
        "Ada Lamb had the pack counted: 52 cards, as must be left.",
        "Ada Lamb had the pack counted: 50 cards, and 51 must be left.",
    ]


def test_the_dossier_of_a_bet_has_a_count_while_it_lay_and_cites_the_law() -> None:
    _, last = stake_story(asked(NIGHT).history, (), "a")
    assert last.text == "Ada Lamb had the pack counted: 50 cards, and 51 must be left."
    assert last.reason == "Rule 1.9: players may count the cards (law 10)"
