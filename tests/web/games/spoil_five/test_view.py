"""Spoil Five's screens as pure functions: the tablet, the board, a player's part, the terminal."""

from __future__ import annotations

import json
from typing import Any

from dealer.games.spoil_five.state import SPOIL_FIVE
from dealer.projections.rounds import ROUNDS
from events.effective_facts import effective
from events.records import Head
from tests.support.tables import ChipTable
from web.correcting.choices import subject_of
from web.game_screens import screens_of
from web.games.spoil_five import terminal
from web.games.spoil_five.board import spoil_five_board
from web.games.spoil_five.tablet.table import SpoilFiveView, spoil_five_view
from web.tablet.disputable import disputable_by


def table_of(players: int = 5, **house: Any) -> ChipTable:
    return ChipTable(SPOIL_FIVE, players, **house)


def after_two_hands() -> ChipTable:
    """The rulebook's worked night, its third hand begun: yellow has revoked and is out."""
    table = table_of()
    table("start_hand", dealer="red")
    table("score_hand", tricks={"red": 2, "blue": 2, "white": 1})
    table("start_hand", dealer="blue")
    table("kill_hand", player="yellow", why="revoke")
    table("score_hand", tricks={"red": 4, "blue": 1})
    table("start_hand", dealer="white")
    return table


def view(table: ChipTable) -> SpoilFiveView:
    return spoil_five_view(table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded)


def test_the_outcomes_are_told_to_the_chip_and_come_so() -> None:
    table = after_two_hands()
    assert [(one.key, one.pays) for one in view(table).outcomes] == [
        ("pool", "15 chips ($3.75)"),
        ("all_five", "19 chips ($4.75): the pool, and 1 chip from each other player"),
        ("spoilt", "15 chips ($3.75) stay in the pool"),
    ]
    table("score_hand", tricks={"blue": 5})
    assert table.rows[-1]["pot"] == 19
    assert table.won["blue"] == 16


def test_who_is_out_is_told_with_the_reason_till_the_pool_is_won() -> None:
    table = after_two_hands()
    told = {plate.player: plate.told for plate in view(table).plates}
    assert told == {"black": "", "yellow": "no cards: a revoke", "red": "", "blue": "", "white": ""}
    table("kill_hand", player="red", why="irregular")
    assert {plate.player: plate.told for plate in view(table).plates}["red"] == "dead: a wrong number of cards"
    table("score_hand", tricks={"blue": 3})
    assert {plate.told for plate in view(table).plates} == {""}
    assert {plate.player: plate.tricks for plate in view(table).plates}["blue"] == 3


def test_no_plate_moves_from_under_a_finger_when_a_hand_begins() -> None:
    table = table_of()
    before = [plate.player for plate in view(table).plates]
    table("start_hand", dealer="blue")
    assert [plate.player for plate in view(table).plates] == before == list(table.now.seats)


def test_who_could_not_pay_for_all_five_is_offered_chips() -> None:
    table = table_of(3, chips=1)
    table("start_hand", dealer="red")
    assert [(one.player, one.cents) for one in view(table).lacks] == [("blue", 25), ("white", 25), ("red", 25)]


def test_the_next_dealer_is_the_left_of_the_last_and_the_same_after_a_foul_hand() -> None:
    table = after_two_hands()
    table("void_hand", reason="misdealt")
    upcoming = view(table).next_hand
    assert upcoming
    assert [deal.dealer for deal in upcoming.deals] == ["white"]
    assert [place.seat.player for place in view(table).places if place.deals] == ["white"]


def test_the_page_is_told_where_the_hand_stands() -> None:
    table = after_two_hands()
    table("kill_hand", player="red", why="exposure")
    stand = json.loads(view(table).stand)
    assert (stand["on"], stand["dead"], stand["out"], stand["fewest"]) == (True, ["red"], ["yellow"], 2)
    assert json.loads(view(table).stand_before)["dead"] == []


def test_tricks_and_dead_hands_can_be_disputed_and_a_dead_hand_put_right() -> None:
    table = after_two_hands()
    table("kill_hand", player="red", why="exposure")
    kept = effective(table.recorded)
    killed = subject_of(table.now, kept, {"turn": "1"}, table.documents.__getitem__)
    assert [row.title for row in killed.rows] == ["Player", "Why"]
    table("score_hand", tricks={"blue": 3})
    assert [one.about for one in disputable_by(table.now, effective(table.recorded))["red"]] == ["2", "1"]


def test_the_board_has_the_pool_and_nobodys_money() -> None:
    table = after_two_hands()
    board = spoil_five_board(table.now, effective(table.recorded))
    assert (board.pot_called, board.pot_chips, board.stacks) == ("The pool", "15 chips", (8, 7))
    assert [(seat.key, seat.told) for seat in board.seats if seat.is_out] == [("yellow", "no cards: a revoke")]
    assert [one.title for one in board.outcomes] == ["Hand 2", "Hand 1"]
    assert "$24" not in repr(board)
    table("score_hand", tricks={"blue": 5})
    board = spoil_five_board(table.now, effective(table.recorded))
    assert [(seat.key, seat.tally) for seat in board.seats if seat.stands_out] == [("blue", "5")]


def test_a_players_hands_come_to_what_they_won() -> None:
    table = after_two_hands()
    page = screens_of(SPOIL_FIVE).player
    now = page.part_of(table.now, SPOIL_FIVE, effective(table.recorded), "yellow").now
    assert now.figures == (("your hand", "no cards until the pool is won"), ("in the pool", "$3.75"))
    table("score_hand", tricks={"blue": 5})
    last = ROUNDS.of(effective(table.recorded))
    assert last
    nets = {player: page.round_of(table.now, last, player) for player in table.players}
    assert {player: one.net_cents // 25 for player, one in nets.items() if one} == {
        "red": -2,
        "blue": 18,
        "white": -2,
        "black": -2,
        "yellow": -2,
    }


def test_the_terminal_says_who_has_cards() -> None:
    table = after_two_hands()
    table("kill_hand", player="red", why="irregular")
    data = terminal.data_of(table.now, SPOIL_FIVE, table.recorded)
    told = "\n".join(terminal.lines_of(data, "Spoil Five", table.now.names))
    assert "White deals; 15 chips ($3.75) in the pool." in told
    assert "Yellow              no cards until the pool is won" in told
    assert "Red                 dead: a wrong number of cards" in told
    assert next(iter(terminal.row_lines(table.rows[1]))) == "hand 2: spoilt, 10 chips stay in the pool"
