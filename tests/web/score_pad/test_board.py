"""The board of a match: whose the points are, who is to speak, what is played, who has won; and nobody's purse."""

from __future__ import annotations

from typing import Any

from events.effective_facts import effective
from tests.support.pure import PureNight
from tests.support.tables import begun, hand, match_night
from web.game_screens import screens_of
from web.score_pad.board import MatchBoard

THREE = "red / blue / white"
TWO_AND_TWO = "red white / blue black"


def board(table: PureNight) -> MatchBoard:
    view: Any = screens_of(table.now.dealing).board.view_of(table.now, effective(table.recorded))
    assert isinstance(view, MatchBoard)
    return view


def four_hands() -> PureNight:
    """The rulebook's worked match of Five Hundred before its last hand."""
    table = begun("five_hundred", THREE)
    hand(table, "red", "red", "7s", tricks={"red": 9, "blue": 1})
    hand(table, "blue", "white", "8s", tricks={"white": 10})
    hand(table, "white", "blue", "nullo", tricks={"blue": 1, "red": 9})
    hand(table, "red", "red", "8nt", tricks={"red": 8, "white": 2})
    return table


def test_the_sides_have_their_points_and_are_so_far_on_their_way() -> None:
    shown = board(four_hands())
    assert [(side.name, side.score, side.percent) for side in shown.sides] == [
        ("Red", "470", 94),
        ("Blue", "−240", 0),
        ("White", "280", 56),
    ]
    assert (shown.standing_at, shown.goal, shown.phase) == ("Match 1 · after hand 4", "to 500", "Between hands")


def test_the_sheet_runs_on_with_what_each_hand_brought_and_set_backs_among_it() -> None:
    sheet = board(four_hands()).sheet
    assert [(line.contract, line.made, [one.score for one in line.sides]) for line in sheet] == [
        ("7♠", True, ["140", "10", "0"]),
        ("8♠", True, ["140", "10", "250"]),
        ("nullo", False, ["150", "−240", "260"]),
        ("8 no trump", True, ["470", "−240", "280"]),
    ]
    assert [one.said for one in sheet[2].sides] == ["+10", "−250", "+10"]
    assert sheet[1].sides[2].why == ("slam +250",)


def test_who_is_to_speak_is_told_and_what_stands() -> None:
    table = four_hands()
    table("start_hand", dealer="blue")
    table("bid", player="white", bid="6s")
    table("pass", player="red")
    table("bid", player="blue", bid="7h")
    shown = board(table)
    assert shown.phase == "White to speak"
    assert shown.contract
    assert (shown.contract.said, shown.contract.bidder, shown.contract.is_played) == ("7♥", "Blue", False)
    assert [said for _, said in shown.contract.calls] == ["6♠", "passes", "7♥"]
    members = [side.members[0] for side in shown.sides]
    assert [(one.name, one.said, one.speaks, one.begins) for one in members] == [
        ("Red", "passes", False, False),
        ("Blue", "7♥", False, True),
        ("White", "6♠", True, False),
    ]


def test_the_contract_that_is_played_tells_who_plays_with_the_bidder() -> None:
    table = begun("big_three", "red / blue / white / black")
    table("start_hand", opener="red")
    table("contract", player="white", bid=3)
    assert board(table).phase == "Who plays with the bidder?"
    table("name_partner", partners=["blue"])
    shown = board(table)
    assert (shown.phase, shown.begins) == ("The hand is played", "opener")
    assert shown.contract
    assert (shown.contract.bidder, shown.contract.with_them) == ("White", "Blue")
    assert [side.is_bidding for side in shown.sides] == [False, True, True, False]


def test_everybody_having_passed_the_joker_is_asked_for() -> None:
    table = begun("hasenpfeffer", TWO_AND_TWO)
    table("start_hand", dealer="red")
    for player in ("blue", "white", "black", "red"):
        table("pass", player=player)
    assert board(table).phase == "Who has the joker?"


def test_a_match_that_is_won_tells_by_whom_and_what_is_paid_before_it_is_settled_and_after() -> None:
    table = four_hands()
    hand(table, "blue", "red", "6s", tricks={"red": 6, "blue": 3, "white": 1})
    won = board(table)
    assert (won.phase, won.ending) == ("The match is won", "Red wins")
    paid = [(one.payer, one.payee, one.amount) for one in won.paid]
    assert paid == [("Blue", "Red", "$36"), ("White", "Red", "$11")]
    table("settle_match")
    settled = board(table)
    assert (settled.phase, settled.ending, settled.paid) == ("Between matches", "Red wins", won.paid)
    table("start_match", sides=[["red"], ["blue"], ["white"]])
    assert (board(table).ending, board(table).paid, board(table).standing_at) == ("", (), "Match 2")


def test_a_match_that_is_abandoned_or_drawn_says_so() -> None:
    table = four_hands()
    table("abandon_match", reason="it grew late")
    assert board(table).ending == "Match 1 is abandoned: it grew late."
    assert board(table).paid == ()


def test_the_four_deals_of_bridge_stand_in_their_order_with_who_is_vulnerable() -> None:
    table = begun("four_deal_bridge", TWO_AND_TWO)
    hand(table, "red", "red", "2h", tricks={"red": 8, "blue": 5})
    table("start_hand", dealer="blue")
    shown = board(table)
    assert [(tile.title, tile.told, tile.is_next) for tile in shown.tiles] == [
        ("Deal 1", "nobody vulnerable", False),
        ("Deal 2", "dealer side vulnerable", True),
        ("Deal 3", "dealer side vulnerable", False),
        ("Deal 4", "both vulnerable", False),
    ]
    assert shown.tiles[0].line
    assert shown.tiles[0].line.came == "2♥ made by Red"
    assert [side.told for side in shown.sides] == ["60 below the line", "vulnerable"]
    assert [side.percent for side in shown.sides] == [None, None]


def test_a_passed_out_deal_is_none_of_the_four() -> None:
    table = begun("four_deal_bridge", TWO_AND_TWO)
    table("start_hand", dealer="red")
    for player in ("red", "blue", "white", "black"):
        table("pass", player=player)
    shown = board(table)
    assert (shown.sheet[0].came, shown.sheet[0].is_dead) == ("Passed out", True)
    assert [tile.is_next for tile in shown.tiles] == [True, False, False, False]


def test_a_side_that_has_come_far_is_told_what_it_must_bid() -> None:
    table = begun("auction_forty_five", TWO_AND_TWO, {"must_bid_at": 60})
    hand(table, "red", "red", 30, tricks={"red": 5}, high_trump="red")
    assert [side.told for side in board(table).sides] == ["must bid 20 or more", ""]


def test_before_the_first_match_those_who_sit_are_shown() -> None:
    shown = board(match_night("forty_five", "red blue"))
    assert ([seat.name for seat in shown.seats], shown.sides, shown.goal) == (["Red", "Blue"], (), "")
    assert (shown.phase, shown.standing_at) == ("Between matches", "No match begun yet")


def test_nobodys_purse_is_on_the_board() -> None:
    shown = board(four_hands())
    assert shown.rules == (("a point", "5¢"),)
    assert "$" not in repr([shown.sides, shown.sheet, shown.tiles, shown.seats])
