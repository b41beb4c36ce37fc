"""Farmer's screens as pure functions: the tablet, the board, a player's part, a closed night, the terminal."""

from __future__ import annotations

import json
from typing import Any

from dealer.games.farmer.state import FARMER, farmer_of
from dealer.night.amending import Document
from dealer.projections.rounds import ROUNDS
from events.effective_facts import effective
from events.records import Head
from tests.support.tables import ChipTable
from web.game_screens import screens_of
from web.games.farmer import terminal
from web.games.farmer.board import farmer_board
from web.games.farmer.correcting import correcting
from web.games.farmer.hands import HANDS
from web.games.farmer.tablet.table import PACK_KEYS, FarmerView, farmer_view
from web.hands.closed import hands_of_night
from web.tablet.disputable import disputable_by
from web.tablet.steps import steps_to_begin

SIXTEENS = {"red": "10 6", "blue": "K Q", "white": "9 7", "black": "10 3"}


def table_of(players: int = 4, **house: Any) -> ChipTable:
    return ChipTable(FARMER, players, **house)


def shown(table: ChipTable, dealer: str, hands: dict[str, str]) -> ChipTable:
    """A hand dealt, and each hand of it shown."""
    table("start_hand", dealer=dealer)
    for player, cards in hands.items():
        table("show_hand", player=player, cards=cards.split())
    return table


def view(table: ChipTable) -> FarmerView:
    return farmer_view(table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded)


def paid(found: FarmerView) -> list[tuple[str, str, str]]:
    payment = found.due or found.last
    return [(line.payer, line.to, line.chips) for line in payment.lines] if payment else []


def test_the_pack_has_45_cards_and_one_six() -> None:
    assert sum(key.cards for key in PACK_KEYS) == 45
    assert [key.rank for key in PACK_KEYS if key.cards == 1] == ["6"]
    assert {key.rank: key.points for key in PACK_KEYS}["K"] == 10


def test_anybody_may_deal_the_first_hand_and_the_farmer_the_next() -> None:
    table = table_of()
    upcoming = view(table).next_hand
    assert upcoming
    assert [deal.dealer for deal in upcoming.deals] == ["red", "blue", "white", "black"]
    assert [line.player_name for line in upcoming.deals[0].lines] == ["Blue", "White", "Black", "Red"]
    shown(table, "black", SIXTEENS)("settle_hand")
    upcoming = view(table).next_hand
    assert upcoming
    assert [deal.step.words for deal in upcoming.deals] == ["Start hand 2, Red deals"]
    (begins,) = steps_to_begin(table.now, effective(table.recorded))
    assert begins.document == {"do": "start_hand", "dealer": "red"}


def test_where_the_farmer_only_deals_they_are_asked_for_no_ante() -> None:
    upcoming = view(table_of(farmer_plays=False)).next_hand
    assert upcoming
    assert [line.player_name for line in upcoming.deals[0].lines] == ["Blue", "White", "Black"]


def test_with_one_player_the_rules_say_why_there_is_no_hand() -> None:
    upcoming = view(table_of(1)).next_hand
    assert upcoming
    assert (upcoming.deals, upcoming.refused) == ((), "Farmer is played by 2 to 8; 1 are seated.")


def test_what_settling_will_pay_is_what_it_pays() -> None:
    """The rulebook's worked hand, told before and after: nobody at sixteen, red the nearest."""
    table = shown(table_of(), "black", {"red": "9 5 A", "blue": "K 7", "white": "10 4 3", "black": "J 4"})
    due = paid(view(table))
    assert due == [
        ("Blue", "Red", "1 chip"),
        ("White", "Red", "1 chip"),
        ("Black", "Red", "1 chip"),
        ("Blue", "Black", "1 chip"),
        ("White", "Black", "1 chip"),
    ]
    table("settle_hand")
    assert paid(view(table)) == due
    assert view(table).due is None


def test_who_cannot_pay_is_offered_chips_for_all_that_they_owe() -> None:
    table = shown(table_of(chips=1), "black", {"red": "9 5 A", "blue": "K 7", "white": "10 3", "black": "J 4"})
    due = view(table).due
    assert due
    assert {one.player: one.cents for one in due.short} == {"blue": 50, "white": 25, "black": 25}
    (lacking,) = json.loads(view(table).short)
    assert lacking["command"] == {"do": "settle_hand"}
    assert lacking["short"][0] == {"player": "blue", "name": "Blue", "cents": 50, "offer": 500}


def test_the_page_is_told_where_the_hand_stands() -> None:
    table = shown(table_of(), "black", {"red": "10 6"})
    assert json.loads(view(table).stand) == {
        "on": True,
        "round": 1,
        "seated": ["red", "blue", "white", "black"],
        "players": ["red", "blue", "white", "black"],
        "shown": {"red": ["10", "6"]},
        "plays": True,
    }
    assert json.loads(view(table).stand_before)["shown"] == {}


def test_a_hand_that_was_shown_can_be_disputed_and_put_right() -> None:
    table = shown(table_of(), "black", {"red": "10 6", "blue": "K 7"})
    turns = disputable_by(table.now, effective(table.recorded))["red"]
    assert [one.about for one in turns] == ["2", "1"]
    assert "Red shows" in turns[1].words
    right = correcting(table.now, effective(table.recorded), {"turn": "2", "cards": "K 7 2"}, _no_document)
    assert right.instead == {"do": "show_hand", "player": "blue", "cards": ["K", "7", "2"]}
    assert {"cards": "K 7 2 6"} in [one.changes for row in right.rows for one in row.choices]


def _no_document(command: str) -> Document:
    raise AssertionError(command)


def test_the_board_has_the_farm_and_the_counts_and_nobodys_money() -> None:
    table = shown(table_of(), "black", SIXTEENS)
    board = farmer_board(table.now, effective(table.recorded))
    assert (board.pot_called, board.pot_chips, board.stacks) == ("The farm", "4 chips", (4,))
    assert [(seat.tally, seat.told, seat.stands_out) for seat in board.seats] == [
        ("16", "with the six", True),
        ("20", "4 over", False),
        ("16", "sixteen", True),
        ("13", "", False),
    ]
    assert "$24.75" not in repr(board)
    table("settle_hand")
    board = farmer_board(table.now, effective(table.recorded))
    assert "Red counts sixteen with the six" in board.outcomes[0].said
    assert board.standing_at == "After hand 1 · Red is the farmer"


def test_a_players_hands_come_to_what_they_won() -> None:
    table = shown(table_of(), "black", SIXTEENS)
    page = screens_of(FARMER).player
    part = page.part_of(table.now, FARMER, effective(table.recorded), "blue")
    assert part.now.figures[:2] == (("your cards", "K\u2002Q"), ("they count", "20, 4 over"))
    table("settle_hand")
    last = ROUNDS.of(effective(table.recorded))
    assert last
    nets = {player: page.round_of(table.now, last, player) for player in table.players}
    assert {player: one.net_cents // 25 for player, one in nets.items() if one} == table.won
    table("close_night")
    (line,) = hands_of_night(FARMER, HANDS)(table.now, effective(table.recorded), ()).lines
    assert (line.hand, line.dealer) == (1, "Black")


def test_the_terminal_shows_what_everybody_counts() -> None:
    table = shown(table_of(), "black", {"red": "10 6", "blue": "K Q"})
    data = terminal.data_of(table.now, FARMER, table.recorded)
    told = "\n".join(terminal.lines_of(data, "Farmer", table.now.names))
    assert "Black is the farmer; 4 chips ($1) in the farm." in told
    assert "16  10 6♥ (with the six)" in told
    assert "not shown yet" in told
    assert farmer_of(table.now).to_show == ("white", "black")
