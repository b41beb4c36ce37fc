"""Five in One's screens as pure functions: the tablet, the board, a player's part, what is put right, the terminal."""

from __future__ import annotations

import json
from typing import Any

from dealer.games.five_in_one.state import FIVE_IN_ONE
from dealer.night.amending import Document
from dealer.projections.rounds import ROUNDS
from events.effective_facts import effective
from events.records import Head
from tests.support.tables import ChipTable
from web.game_screens import screens_of
from web.games.five_in_one import terminal
from web.games.five_in_one.board import five_in_one_board
from web.games.five_in_one.correcting import correcting
from web.games.five_in_one.tablet.table import FiveInOneView, five_in_one_view
from web.tablet.disputable import disputable_by


def table_of(players: int = 3, **house: Any) -> ChipTable:
    return ChipTable(FIVE_IN_ONE, players, **house)


def up_to_the_consolation() -> ChipTable:
    """The rulebook's worked round before its last part."""
    table = table_of()
    table("start_hand", dealer="white")
    table("part_result", part="plus_or_minus", chips={"red": 2, "blue": -1, "white": -1})
    table("cold_hand", winners=["blue"])
    table("part_result", part="bango", chips={})
    table("part_result", part="put_and_take", chips={"white": 3, "red": -3})
    return table


def turn_the_ten(table: ChipTable) -> None:
    table("consolation", cards=["5", "2", "9", "K", "5", "6", "A", "8", "10", "J"])


def view(table: ChipTable) -> FiveInOneView:
    return five_in_one_view(table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded)


def test_the_parts_stand_in_their_order_each_with_what_it_brought() -> None:
    table = up_to_the_consolation()
    parts = view(table).parts
    assert [(part.called, part.state) for part in parts] == [
        ("Plus or Minus", "paid"),
        ("Cold Hand", "paid"),
        ("Bango", "paid"),
        ("Put and Take", "paid"),
        ("Consolation", "due"),
    ]
    assert parts[0].said == "Red +2, Blue −1, White −1."
    assert parts[2].said == "Nobody wins a chip."
    turn_the_ten(table)
    assert {part.state for part in view(table).parts} == {"paid"}
    assert [(plate.player, plate.so_far) for plate in view(table).plates] == [
        ("red", "−6"),
        ("blue", "−3"),
        ("white", "+9"),
    ]


def test_no_plate_moves_from_under_a_finger_when_a_round_begins() -> None:
    table = table_of()
    before = [plate.player for plate in view(table).plates]
    table("start_hand", dealer="red")
    assert [plate.player for plate in view(table).plates] == before == list(table.now.seats)


def test_each_part_is_asked_in_its_own_way() -> None:
    table = table_of()
    assert view(table).asked == ""
    table("start_hand", dealer="white")
    asked = [view(table).asked]
    table("part_result", part="plus_or_minus", chips={})
    asked.append(view(table).asked)
    table = up_to_the_consolation()
    assert [*asked, view(table).asked] == ["chips", "winners", "cards"]
    stand = json.loads(view(table).stand)
    assert (stand["turn"], stand["parts"][4], stand["pays"]) == (
        4,
        ["consolation", "cards"],
        {"winners": 1, "cards": 1},
    )
    assert json.loads(view(table).stand_before)["turn"] == 3


def test_the_deal_goes_to_the_left_and_a_round_can_be_voided_before_its_first_part_only() -> None:
    table = table_of()
    table("start_hand", dealer="white")
    assert view(table).can_be_voided
    table("void_hand", reason="somebody is missing")
    upcoming = view(table).next_hand
    assert upcoming
    assert [deal.step.words for deal in upcoming.deals] == ["Start round 2, White deals"]
    table = up_to_the_consolation()
    assert not view(table).can_be_voided
    turn_the_ten(table)
    upcoming = view(table).next_hand
    assert upcoming
    assert [deal.dealer for deal in upcoming.deals] == ["red"]


def test_a_part_can_be_disputed_and_put_right() -> None:
    table = up_to_the_consolation()
    kept = effective(table.recorded)
    assert [one.about for one in disputable_by(table.now, kept)["red"]] == ["4", "3", "2", "1"]

    def told(turn: str, instead: str) -> Document | None:
        return correcting(table.now, kept, {"turn": turn, "instead": instead}, _no_document).instead

    assert told("1", "1 -1 0") == {"do": "part_result", "part": "plus_or_minus", "chips": {"red": 1, "blue": -1}}
    assert told("2", "blue red") == {"do": "cold_hand", "winners": ["red", "blue"]}
    chips = correcting(table.now, kept, {"turn": "4"}, _no_document)
    assert [row.title for row in chips.rows] == ["Red: −3", "Blue: 0", "White: +3"]
    assert {"instead": "-3 0 4"} in [one.changes for one in chips.rows[2].choices]
    winners = correcting(table.now, kept, {"turn": "2"}, _no_document)
    assert [one.changes["instead"] for one in winners.rows[0].choices] == ["red blue", "", "blue white"]


def _no_document(command: str) -> Document:
    raise AssertionError(command)


def test_the_board_has_the_five_parts_and_nobodys_money() -> None:
    table = up_to_the_consolation()
    board = five_in_one_board(table.now, effective(table.recorded))
    assert (board.phase, board.parts[4].state, board.stacks) == ("Consolation", "due", ())
    assert "$" not in repr([board.parts, board.seats])
    turn_the_ten(table)
    board = five_in_one_board(table.now, effective(table.recorded))
    assert board.outcomes[0].said == "Round 1 is over: Red −6, Blue −3, White +9."


def test_a_players_rounds_come_to_what_they_won() -> None:
    table = up_to_the_consolation()
    page = screens_of(FIVE_IN_ONE).player
    now = page.part_of(table.now, FIVE_IN_ONE, effective(table.recorded), "red").now
    assert now.figures == (("now", "Consolation"), ("chips so far", "−2"))
    turn_the_ten(table)
    last = ROUNDS.of(effective(table.recorded))
    assert last
    nets = {player: page.round_of(table.now, last, player) for player in table.players}
    assert {player: one.net_cents // 25 for player, one in nets.items() if one} == table.won


def test_the_terminal_has_the_part_that_is_due() -> None:
    table = up_to_the_consolation()
    told = "\n".join(
        terminal.lines_of(terminal.data_of(table.now, FIVE_IN_ONE, table.recorded), "Five in One", table.now.names)
    )
    assert "round 1, part 5 of 5, Consolation" in told
    turn_the_ten(table)
    assert list(terminal.row_lines(table.rows[0])) == [
        "round 1: red −6, blue −3, white +9",
        "  white dealt; blue has the cold hand, 4 hits",
    ]
