"""The tables of the chip games as functions of a night."""

from __future__ import annotations

import json
from typing import Any

from dealer.games.farmer.state import FARMER, farmer_of
from dealer.games.five_in_one.state import FIVE_IN_ONE
from dealer.games.frog.house import FROG
from dealer.games.spoil_five.state import SPOIL_FIVE
from dealer.night.amending import Document
from dealer.projections.rounds import ROUNDS
from events.effective_facts import effective
from events.records import Head
from tests.support.chip_table import ChipTable
from web.correcting.choices import of_schema, subject_of
from web.game_screens import screens_of
from web.games.farmer import terminal as farmer_terminal
from web.games.farmer.board import farmer_board
from web.games.farmer.correcting import correcting as farmer_correcting
from web.games.farmer.hands import HANDS
from web.games.farmer.tablet.table import PACK_KEYS, FarmerView, farmer_view
from web.games.five_in_one import terminal as five_in_one_terminal
from web.games.five_in_one.board import five_in_one_board
from web.games.five_in_one.correcting import correcting as five_in_one_correcting
from web.games.five_in_one.tablet.table import FiveInOneView, five_in_one_view
from web.games.frog import terminal as frog_terminal
from web.games.frog.board import frog_board
from web.games.frog.tablet.table import FrogView, frog_view
from web.games.spoil_five import terminal as spoil_five_terminal
from web.games.spoil_five.board import spoil_five_board
from web.games.spoil_five.tablet.table import SpoilFiveView, spoil_five_view
from web.hands.closed import hands_of_night
from web.tablet.disputable import disputable_by
from web.tablet.steps import steps_to_begin

SIXTEENS = {"red": "10 6", "blue": "K Q", "white": "9 7", "black": "10 3"}


def farmer_table(players: int = 4, **house: Any) -> ChipTable:
    return ChipTable(FARMER, players, **house)


def shown(table: ChipTable, dealer: str, hands: dict[str, str]) -> ChipTable:
    """A hand dealt, and each hand of it shown."""
    table("start_hand", dealer=dealer)
    for player, cards in hands.items():
        table("show_hand", player=player, cards=cards.split())
    return table


def farmer_shown(table: ChipTable) -> FarmerView:
    return farmer_view(table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded)


def paid(found: FarmerView) -> list[tuple[str, str, str]]:
    payment = found.due or found.last
    return [(line.payer, line.to, line.chips) for line in payment.lines] if payment else []


def test_the_pack_has_45_cards_and_one_six() -> None:
    assert sum(key.cards for key in PACK_KEYS) == 45
    assert [key.rank for key in PACK_KEYS if key.cards == 1] == ["6"]
    assert {key.rank: key.points for key in PACK_KEYS}["K"] == 10


def test_anybody_may_deal_the_first_hand_and_the_farmer_the_next() -> None:
    table = farmer_table()
    upcoming = farmer_shown(table).next_hand
    assert upcoming
    assert [deal.dealer for deal in upcoming.deals] == ["red", "blue", "white", "black"]
    assert [line.player_name for line in upcoming.deals[0].lines] == ["Blue", "White", "Black", "Red"]
    shown(table, "black", SIXTEENS)("settle_hand")
    upcoming = farmer_shown(table).next_hand
    assert upcoming
    assert [deal.step.words for deal in upcoming.deals] == ["Start hand 2, Red deals"]
    (begins,) = steps_to_begin(table.now, effective(table.recorded))
    assert begins.document == {"do": "start_hand", "dealer": "red"}


def test_where_the_farmer_only_deals_they_are_asked_for_no_ante() -> None:
    upcoming = farmer_shown(farmer_table(farmer_plays=False)).next_hand
    assert upcoming
    assert [line.player_name for line in upcoming.deals[0].lines] == ["Blue", "White", "Black"]


def test_with_one_player_the_rules_say_why_there_is_no_hand() -> None:
    upcoming = farmer_shown(farmer_table(1)).next_hand
    assert upcoming
    assert (upcoming.deals, upcoming.refused) == ((), "Farmer is played by 2 to 8; 1 are seated.")


def test_what_settling_will_pay_is_what_it_pays() -> None:
    """The rulebook's worked hand, told before and after: nobody at sixteen, red the nearest."""
    table = shown(farmer_table(), "black", {"red": "9 5 A", "blue": "K 7", "white": "10 4 3", "black": "J 4"})
    due = paid(farmer_shown(table))
    assert due == [
        ("Blue", "Red", "1 chip"),
        ("White", "Red", "1 chip"),
        ("Black", "Red", "1 chip"),
        ("Blue", "Black", "1 chip"),
        ("White", "Black", "1 chip"),
    ]
    table("settle_hand")
    assert paid(farmer_shown(table)) == due
    assert farmer_shown(table).due is None


def test_who_cannot_pay_is_offered_chips_for_all_that_they_owe() -> None:
    table = shown(farmer_table(chips=1), "black", {"red": "9 5 A", "blue": "K 7", "white": "10 3", "black": "J 4"})
    due = farmer_shown(table).due
    assert due
    assert {one.player: one.cents for one in due.short} == {"blue": 50, "white": 25, "black": 25}
    (lacking,) = json.loads(farmer_shown(table).short)
    assert lacking["command"] == {"do": "settle_hand"}
    assert lacking["short"][0] == {"player": "blue", "name": "Blue", "cents": 50, "offer": 500}


def test_the_page_is_told_where_the_hand_of_farmer_stands() -> None:
    table = shown(farmer_table(), "black", {"red": "10 6"})
    assert json.loads(farmer_shown(table).stand) == {
        "on": True,
        "round": 1,
        "seated": ["red", "blue", "white", "black"],
        "players": ["red", "blue", "white", "black"],
        "shown": {"red": ["10", "6"]},
        "plays": True,
    }
    assert json.loads(farmer_shown(table).stand_before)["shown"] == {}


def test_a_hand_that_was_shown_can_be_disputed_and_put_right() -> None:
    table = shown(farmer_table(), "black", {"red": "10 6", "blue": "K 7"})
    turns = disputable_by(table.now, effective(table.recorded))["red"]
    assert [one.about for one in turns] == ["2", "1"]
    assert "Red shows" in turns[1].words
    right = farmer_correcting(table.now, effective(table.recorded), {"turn": "2", "cards": "K 7 2"}, _no_document)
    assert right.instead == {"do": "show_hand", "player": "blue", "cards": ["K", "7", "2"]}
    assert {"cards": "K 7 2 6"} in [one.changes for row in right.rows for one in row.choices]


def _no_document(command: str) -> Document:
    raise AssertionError(command)


def test_the_board_has_the_farm_and_the_counts_and_nobodys_money() -> None:
    table = shown(farmer_table(), "black", SIXTEENS)
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


def test_a_players_hands_of_farmer_come_to_what_they_won() -> None:
    table = shown(farmer_table(), "black", SIXTEENS)
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
    table = shown(farmer_table(), "black", {"red": "10 6", "blue": "K Q"})
    data = farmer_terminal.data_of(table.now, FARMER, table.recorded)
    told = "\n".join(farmer_terminal.lines_of(data, "Farmer", table.now.names))
    assert "Black is the farmer; 4 chips ($1) in the farm." in told
    assert "16  10 6♥ (with the six)" in told
    assert "not shown yet" in told
    assert farmer_of(table.now).to_show == ("white", "black")


def five_in_one_table(players: int = 3, **house: Any) -> ChipTable:
    return ChipTable(FIVE_IN_ONE, players, **house)


def up_to_the_consolation() -> ChipTable:
    """The rulebook's worked round before its last part."""
    table = five_in_one_table()
    table("start_hand", dealer="white")
    table("part_result", part="plus_or_minus", chips={"red": 2, "blue": -1, "white": -1})
    table("cold_hand", winners=["blue"])
    table("part_result", part="bango", chips={})
    table("part_result", part="put_and_take", chips={"white": 3, "red": -3})
    return table


def turn_the_ten(table: ChipTable) -> None:
    table("consolation", cards=["5", "2", "9", "K", "5", "6", "A", "8", "10", "J"])


def five_in_one_shown(table: ChipTable) -> FiveInOneView:
    return five_in_one_view(table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded)


def test_the_parts_stand_in_their_order_each_with_what_it_brought() -> None:
    table = up_to_the_consolation()
    parts = five_in_one_shown(table).parts
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
    assert {part.state for part in five_in_one_shown(table).parts} == {"paid"}
    assert [(plate.player, plate.so_far) for plate in five_in_one_shown(table).plates] == [
        ("red", "−6"),
        ("blue", "−3"),
        ("white", "+9"),
    ]


def test_no_plate_moves_from_under_a_finger_when_a_round_begins() -> None:
    table = five_in_one_table()
    before = [plate.player for plate in five_in_one_shown(table).plates]
    table("start_hand", dealer="red")
    assert [plate.player for plate in five_in_one_shown(table).plates] == before == list(table.now.seats)


def test_each_part_is_asked_in_its_own_way() -> None:
    table = five_in_one_table()
    assert five_in_one_shown(table).asked == ""
    table("start_hand", dealer="white")
    asked = [five_in_one_shown(table).asked]
    table("part_result", part="plus_or_minus", chips={})
    asked.append(five_in_one_shown(table).asked)
    table = up_to_the_consolation()
    assert [*asked, five_in_one_shown(table).asked] == ["chips", "winners", "cards"]
    stand = json.loads(five_in_one_shown(table).stand)
    assert (stand["turn"], stand["parts"][4], stand["pays"]) == (
        4,
        ["consolation", "cards"],
        {"winners": 1, "cards": 1},
    )
    assert json.loads(five_in_one_shown(table).stand_before)["turn"] == 3


def test_the_deal_goes_to_the_left_and_a_round_can_be_voided_before_its_first_part_only() -> None:
    table = five_in_one_table()
    table("start_hand", dealer="white")
    assert five_in_one_shown(table).can_be_voided
    table("void_hand", reason="somebody is missing")
    upcoming = five_in_one_shown(table).next_hand
    assert upcoming
    assert [deal.step.words for deal in upcoming.deals] == ["Start round 2, White deals"]
    table = up_to_the_consolation()
    assert not five_in_one_shown(table).can_be_voided
    turn_the_ten(table)
    upcoming = five_in_one_shown(table).next_hand
    assert upcoming
    assert [deal.dealer for deal in upcoming.deals] == ["red"]


def test_a_part_can_be_disputed_and_put_right() -> None:
    table = up_to_the_consolation()
    kept = effective(table.recorded)
    assert [one.about for one in disputable_by(table.now, kept)["red"]] == ["4", "3", "2", "1"]

    def told(turn: str, instead: str) -> Document | None:
        return five_in_one_correcting(table.now, kept, {"turn": turn, "instead": instead}, _no_document).instead

    assert told("1", "1 -1 0") == {"do": "part_result", "part": "plus_or_minus", "chips": {"red": 1, "blue": -1}}
    assert told("2", "blue red") == {"do": "cold_hand", "winners": ["red", "blue"]}
    chips = five_in_one_correcting(table.now, kept, {"turn": "4"}, _no_document)
    assert [row.title for row in chips.rows] == ["Red: −3", "Blue: 0", "White: +3"]
    assert {"instead": "-3 0 4"} in [one.changes for one in chips.rows[2].choices]
    winners = five_in_one_correcting(table.now, kept, {"turn": "2"}, _no_document)
    assert [one.changes["instead"] for one in winners.rows[0].choices] == ["red blue", "", "blue white"]


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
        five_in_one_terminal.lines_of(
            five_in_one_terminal.data_of(table.now, FIVE_IN_ONE, table.recorded), "Five in One", table.now.names
        )
    )
    assert "round 1, part 5 of 5, Consolation" in told
    turn_the_ten(table)
    assert list(five_in_one_terminal.row_lines(table.rows[0])) == [
        "round 1: red −6, blue −3, white +9",
        "  white dealt; blue has the cold hand, 4 hits",
    ]


def frog_table(players: int = 4, **more: Any) -> ChipTable:
    return ChipTable(FROG, players, **more)


def bid_to_chico() -> ChipTable:
    """White deals and sits out; black has passed, red bids frog, and blue chico."""
    table = frog_table()
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


def frog_shown(table: ChipTable) -> FrogView:
    return frog_view(table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded)


def told(table: ChipTable) -> dict[str, str]:
    return {place.seat.player: place.told for place in frog_shown(table).places}


def test_whose_turn_it_is_and_who_sits_out_is_told() -> None:
    table = bid_to_chico()
    assert told(table) == {"red": "speaks", "blue": "chico", "white": "deals, sits out", "black": "pass"}
    seen = frog_shown(table)
    assert (seen.bid, seen.bidder, seen.phase_words) == ("chico", "Blue", "The bidding is on")
    assert [(call.name, call.said) for call in seen.calls] == [("Black", "pass"), ("Red", "frog"), ("Blue", "chico")]
    table("pass", player="red")
    assert told(table) == {
        "red": "plays against",
        "blue": "plays chico",
        "white": "deals, sits out",
        "black": "plays against",
    }
    assert frog_shown(table).phase_words == "Blue plays chico"


def test_of_three_the_dealer_plays() -> None:
    table = frog_table(3)
    table("start_hand", dealer="white")
    assert told(table) == {"red": "speaks", "blue": "", "white": ""}


def test_the_bids_say_what_the_house_pays() -> None:
    assert [(one.words, one.pays) for one in frog_shown(frog_table(chico=4)).bids] == [
        ("frog", "1 chip a point"),
        ("chico", "4 chips a point"),
        ("grand", "3 chips a point"),
    ]


def test_who_plays_is_everybody_or_of_more_than_four_those_of_the_last_hand() -> None:
    table = frog_table(6)
    assert json.loads(frog_shown(table).stand)["plays"] == ["red", "blue", "white", "black"]
    table("start_hand", dealer="green", players=["green", "yellow", "blue", "red"])
    assert told(table)["white"] == "sits out"
    table("void_hand", reason="foul")
    assert json.loads(frog_shown(table).stand)["plays"] == ["red", "blue", "yellow", "green"]
    upcoming = frog_shown(table).next_hand
    assert upcoming
    (deal,) = upcoming.deals
    assert deal.step.document == {
        "do": "start_hand",
        "dealer": "green",
        "players": ["red", "blue", "yellow", "green"],
    }
    assert [place.seat.player for place in frog_shown(table).places if place.deals] == ["green"]


def test_with_two_there_is_no_hand_and_the_reason() -> None:
    upcoming = frog_shown(frog_table(2)).next_hand
    assert upcoming
    assert (upcoming.deals, upcoming.refused) == ((), "Frog is played by 3 to 4; 2 are seated.")


def test_the_last_hand_and_the_next_dealer_are_told() -> None:
    table = played()
    seen = frog_shown(table)
    assert seen.last
    assert seen.last.said == "Hand 1, chico: Blue has 71 points: Black −22, Red −22 and Blue +44."
    assert seen.next_hand
    assert [deal.dealer for deal in seen.next_hand.deals] == ["black"]
    assert seen.was == {"black": -22, "red": -22, "blue": 44}
    assert told(table) == {"red": "", "blue": "", "white": "", "black": ""}


def test_only_a_hand_that_was_scored_by_the_last_command_is_scored_again() -> None:
    table = played()
    table("buy_checks", player="red", amount=25)
    assert frog_shown(table).was == {}
    table("void")
    assert frog_shown(table).was
    table("void")
    assert frog_shown(table).was == {}


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
    data = frog_terminal.data_of(table.now, FROG, table.recorded)
    lines = list(frog_terminal.lines_of(data, "Frog", table.now.names))
    assert lines[-5:] == [
        "White deals.",
        "Black               pass",
        "Red                 speaks",
        "Blue                chico",
        "White               deals, sits out",
    ]
    assert list(frog_terminal.row_lines(played().rows[0])) == [
        "hand 1: black −22, red −22, blue +44",
        "  white dealt; blue played chico, 71 points",
    ]
    dead = frog_table(3)
    dead("start_hand", dealer="white")
    for player in dead.players:
        dead("pass", player=player)
    assert list(frog_terminal.row_lines(dead.rows[0])) == ["hand 1: everybody passed"]
    data = frog_terminal.data_of(dead.now, FROG, dead.recorded)
    assert "after hand 1" in next(iter(frog_terminal.lines_of(data, "Frog", dead.now.names)))


def spoil_five_table(players: int = 5, **house: Any) -> ChipTable:
    return ChipTable(SPOIL_FIVE, players, **house)


def after_two_hands() -> ChipTable:
    """The rulebook's worked night, its third hand begun: yellow has revoked and is out."""
    table = spoil_five_table()
    table("start_hand", dealer="red")
    table("score_hand", tricks={"red": 2, "blue": 2, "white": 1})
    table("start_hand", dealer="blue")
    table("kill_hand", player="yellow", why="revoke")
    table("score_hand", tricks={"red": 4, "blue": 1})
    table("start_hand", dealer="white")
    return table


def spoil_five_shown(table: ChipTable) -> SpoilFiveView:
    return spoil_five_view(table.now, Head(version=len(table.recorded), hash="0" * 64), table.recorded)


def test_the_outcomes_are_told_to_the_chip_and_come_so() -> None:
    table = after_two_hands()
    assert [(one.key, one.pays) for one in spoil_five_shown(table).outcomes] == [
        ("pool", "15 chips ($3.75)"),
        ("all_five", "19 chips ($4.75): the pool, and 1 chip from each other player"),
        ("spoilt", "15 chips ($3.75) stay in the pool"),
    ]
    table("score_hand", tricks={"blue": 5})
    assert table.rows[-1]["pot"] == 19
    assert table.won["blue"] == 16


def test_who_is_out_is_told_with_the_reason_till_the_pool_is_won() -> None:
    table = after_two_hands()
    told = {plate.player: plate.told for plate in spoil_five_shown(table).plates}
    assert told == {"black": "", "yellow": "no cards: a revoke", "red": "", "blue": "", "white": ""}
    table("kill_hand", player="red", why="irregular")
    assert {plate.player: plate.told for plate in spoil_five_shown(table).plates}[
        "red"
    ] == "dead: a wrong number of cards"
    table("score_hand", tricks={"blue": 3})
    assert {plate.told for plate in spoil_five_shown(table).plates} == {""}
    assert {plate.player: plate.tricks for plate in spoil_five_shown(table).plates}["blue"] == 3


def test_no_plate_moves_from_under_a_finger_when_a_hand_begins() -> None:
    table = spoil_five_table()
    before = [plate.player for plate in spoil_five_shown(table).plates]
    table("start_hand", dealer="blue")
    assert [plate.player for plate in spoil_five_shown(table).plates] == before == list(table.now.seats)


def test_who_could_not_pay_for_all_five_is_offered_chips() -> None:
    table = spoil_five_table(3, chips=1)
    table("start_hand", dealer="red")
    assert [(one.player, one.cents) for one in spoil_five_shown(table).lacks] == [
        ("blue", 25),
        ("white", 25),
        ("red", 25),
    ]


def test_the_next_dealer_is_the_left_of_the_last_and_the_same_after_a_foul_hand() -> None:
    table = after_two_hands()
    table("void_hand", reason="misdealt")
    upcoming = spoil_five_shown(table).next_hand
    assert upcoming
    assert [deal.dealer for deal in upcoming.deals] == ["white"]
    assert [place.seat.player for place in spoil_five_shown(table).places if place.deals] == ["white"]


def test_the_page_is_told_where_the_hand_of_spoil_five_stands() -> None:
    table = after_two_hands()
    table("kill_hand", player="red", why="exposure")
    stand = json.loads(spoil_five_shown(table).stand)
    assert (stand["on"], stand["dead"], stand["out"], stand["fewest"]) == (True, ["red"], ["yellow"], 2)
    assert json.loads(spoil_five_shown(table).stand_before)["dead"] == []


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


def test_a_players_hands_of_spoil_five_come_to_what_they_won() -> None:
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
    data = spoil_five_terminal.data_of(table.now, SPOIL_FIVE, table.recorded)
    told = "\n".join(spoil_five_terminal.lines_of(data, "Spoil Five", table.now.names))
    assert "White deals; 15 chips ($3.75) in the pool." in told
    assert "Yellow              no cards until the pool is won" in told
    assert "Red                 dead: a wrong number of cards" in told
    assert next(iter(spoil_five_terminal.row_lines(table.rows[1]))) == "hand 2: spoilt, 10 chips stay in the pool"
