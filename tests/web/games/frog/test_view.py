"""Frog's screens as pure functions: the tablet, the board, a player's part, correcting, the terminal."""

from __future__ import annotations

import json
from typing import Any

from dealer.games.frog.house import FROG
from dealer.projections.rounds import ROUNDS
from events.effective_facts import effective
from events.records import Head
from tests.support.tables import ChipTable
from web.correcting.choices import of_schema
from web.game_screens import screens_of
from web.games.frog import terminal
from web.games.frog.board import frog_board
from web.games.frog.tablet.table import FrogView, frog_view
from web.tablet.disputable import disputable_by


def table_of(players: int = 4, **more: Any) -> ChipTable:
    return ChipTable(FROG, players, **more)


def bid_to_chico() -> ChipTable:
    """White deals and sits out; black has passed, red bids frog, and blue chico."""
    table = table_of()
    table("start_hand", dealer="white")
    table("pass", player="black")
    table("bid", player="red", bid="frog")
    table("bid", player="blue", bid="chico")
    return table


def played() -> ChipTable:
    """That hand, with the 71 points of blue."""
    table = bid_to_chico()
    table("pass", player="red")
    table("score_hand", points=71, trump="s")
    return table


def view(table: ChipTable) -> FrogView:
    return frog_view(table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded)


def told(table: ChipTable) -> dict[str, str]:
    return {place.seat.player: place.told for place in view(table).places}


def test_whose_turn_it_is_and_who_sits_out_is_told() -> None:
    table = bid_to_chico()
    assert told(table) == {"red": "speaks", "blue": "chico", "white": "deals, sits out", "black": "pass"}
    seen = view(table)
    assert (seen.bid, seen.bidder, seen.phase_words) == ("chico", "Blue", "The bidding is on")
    assert [(call.name, call.said) for call in seen.calls] == [("Black", "pass"), ("Red", "frog"), ("Blue", "chico")]
    table("pass", player="red")
    assert told(table) == {
        "red": "plays against",
        "blue": "plays chico",
        "white": "deals, sits out",
        "black": "plays against",
    }
    assert view(table).phase_words == "Blue plays chico"


def test_of_three_the_dealer_plays() -> None:
    table = table_of(3)
    table("start_hand", dealer="white")
    assert told(table) == {"red": "speaks", "blue": "", "white": ""}


def test_the_bids_say_what_the_house_pays() -> None:
    assert [(one.words, one.pays) for one in view(table_of(chico=4)).bids] == [
        ("frog", "1 chip a point"),
        ("chico", "4 chips a point"),
        ("grand", "3 chips a point"),
    ]


def test_who_plays_is_everybody_or_of_more_than_four_those_of_the_last_hand() -> None:
    table = table_of(6)
    assert json.loads(view(table).stand)["plays"] == ["red", "blue", "white", "black"]
    table("start_hand", dealer="green", players=["green", "yellow", "blue", "red"])
    assert told(table)["white"] == "sits out"
    table("void_hand", reason="foul")
    assert json.loads(view(table).stand)["plays"] == ["red", "blue", "yellow", "green"]
    upcoming = view(table).next_hand
    assert upcoming
    (deal,) = upcoming.deals
    assert deal.step.document == {
        "do": "start_hand",
        "dealer": "green",
        "players": ["red", "blue", "yellow", "green"],
    }
    assert [place.seat.player for place in view(table).places if place.deals] == ["green"]


def test_with_two_there_is_no_hand_and_the_reason() -> None:
    upcoming = view(table_of(2)).next_hand
    assert upcoming
    assert (upcoming.deals, upcoming.refused) == ((), "Frog is played by 3 to 4; 2 are seated.")


def test_the_last_hand_and_the_next_dealer_are_told() -> None:
    table = played()
    seen = view(table)
    assert seen.last
    assert seen.last.said == "Hand 1, chico: Blue has 71 points: Black −22, Red −22 and Blue +44."
    assert seen.next_hand
    assert [deal.dealer for deal in seen.next_hand.deals] == ["black"]
    assert seen.was == {"black": -22, "red": -22, "blue": 44}
    assert told(table) == {"red": "", "blue": "", "white": "", "black": ""}


def test_only_a_hand_that_was_scored_by_the_last_command_is_scored_again() -> None:
    table = played()
    table("buy_checks", player="red", amount=25)
    assert view(table).was == {}
    table("void")
    assert view(table).was
    table("void")
    assert view(table).was == {}


def test_calls_and_points_can_be_disputed() -> None:
    turns = disputable_by(played().now, effective(played().recorded))["red"]
    assert [one.about for one in turns] == ["5", "4", "3", "2"]
    assert turns[-1].words == "turn 2 of hand 1 of Frog: Red bids frog."


def test_a_call_is_put_right_as_its_command_has_it() -> None:
    table = bid_to_chico()
    subject = of_schema(table.now, effective(table.recorded), {"turn": "2"}, lambda command: table.documents[command])
    assert subject.title == "Red bids frog."
    assert [choice.label for row in subject.rows for choice in row.choices][-3:] == ["frog", "chico", "grand"]


def test_the_board_has_the_calls_and_what_is_played_and_nobodys_money() -> None:
    table = bid_to_chico()
    board = frog_board(table.now, effective(table.recorded))
    assert [(one.name, one.said, one.is_asked) for one in board.speakers] == [
        ("Black", "pass", False),
        ("Red", "frog", True),
        ("Blue", "chico", False),
    ]
    assert (board.phase, board.contract) == ("The bidding", "")
    assert [seat.key for seat in board.seats if seat.is_out] == ["white"]
    table("pass", player="red")
    board = frog_board(table.now, effective(table.recorded))
    assert (board.phase, board.contract, board.trumps) == ("In play", "Blue plays chico", "any trump but hearts")
    assert [seat.key for seat in board.seats if seat.stands_out] == ["blue"]
    assert "$25" not in repr(board)
    table("score_hand", points=52)
    board = frog_board(table.now, effective(table.recorded))
    assert (board.speakers, board.phase, [one.title for one in board.outcomes]) == ((), "Between hands", ["Hand 1"])


def test_a_player_sees_their_part_and_what_the_hand_brought_them() -> None:
    table = bid_to_chico()
    page = screens_of(FROG).player

    def figures(player: str) -> tuple[tuple[str, str], ...]:
        found: tuple[tuple[str, str], ...] = page.part_of(
            table.now, FROG, effective(table.recorded), player
        ).now.figures
        return found

    assert figures("white") == (("your part", "deals, sits out"), ("the bid", "chico"))
    assert figures("red") == (("your part", "speaks"), ("the bid", "chico"))
    table("pass", player="red")
    table("score_hand", points=71)
    last = ROUNDS.of(effective(table.recorded))
    assert last
    nets = {player: page.round_of(table.now, last, player) for player in table.players}
    assert {player: one.net_cents // 25 for player, one in nets.items() if one} == {
        "red": -22,
        "blue": 44,
        "white": 0,
        "black": -22,
    }


def test_the_terminal_says_who_speaks_and_what_came_of_a_hand() -> None:
    table = bid_to_chico()
    data = terminal.data_of(table.now, FROG, table.recorded)
    lines = list(terminal.lines_of(data, "Frog", table.now.names))
    assert lines[-5:] == [
        "White deals.",
        "Black               pass",
        "Red                 speaks",
        "Blue                chico",
        "White               deals, sits out",
    ]
    assert list(terminal.row_lines(played().rows[0])) == [
        "hand 1: black −22, red −22, blue +44",
        "  white dealt; blue played chico, 71 points",
    ]
    dead = table_of(3)
    dead("start_hand", dealer="white")
    for player in dead.players:
        dead("pass", player=player)
    assert list(terminal.row_lines(dead.rows[0])) == ["hand 1: everybody passed"]
    data = terminal.data_of(dead.now, FROG, dead.recorded)
    assert "after hand 1" in next(iter(terminal.lines_of(data, "Frog", dead.now.names)))
