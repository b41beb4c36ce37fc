"""What sides, bets, calls and disputes are about is called, and where the play stands."""

from __future__ import annotations

from reports.games.faro.words.bets import where_lies
from reports.words.naming import about_of, bet_of, result_of
from reports.words.players import names_of, side_of
from reports.words.sentences import last_said
from tests.support.asked import bet, faro
from tests.support.table import Table


def test_a_bet_a_call_and_one_that_lies_no_more() -> None:
    night = faro(bet("a", "Q")).now
    assert bet_of(night, "a") == about_of(night, "a") == "Red’s bet on the Q"
    assert bet_of(night, "z") == "A bet that does not lie there"
    assert (about_of(night, "z"), about_of(night, "7")) == ("a bet that does not lie there", "turn 7 of deal 1")
    assert [side_of(side, night.names) for side in ("bank", "red", "nobody")] == ["the bank", "Red", "nobody"]
    assert [result_of(one, "faro") for one in ("won", "standoff", "after_hock")] == [
        "won",
        "stand-off",
        "swept after the hock",
    ]
    table = Table()
    table.deal_until(23)
    table("turn", loser="Kh", winner="Ad")
    table("call_turn", bet="c", player="blue", order=["K", "A", "K"], stake=500)
    table("raise_dispute", dispute="d", player="blue", about="c", claim="I said A-K-K")
    assert (bet_of(table.now, "c"), where_lies(table.table.calls["c"])) == ("Blue’s call", "the turn called K-A-K")
    assert last_said(table.now, table.recorded) == "Blue disputes Blue’s call: “I said A-K-K”."


def test_names_are_known_of_a_seat_that_was_taken_back() -> None:
    night = faro({"do": "seat_player", "player": "white", "name": "White"}, {"do": "void"})
    assert "white" not in night.now.names
    assert names_of(night.recorded)["white"] == "White"


def test_a_bet_that_is_gone_keeps_its_name_until_the_next_deal_begins() -> None:
    night = faro(bet("7", "Q"))
    night.do({"do": "turn", "loser": "Qs", "winner": "3s"})
    assert bet_of(night.now, "7") == about_of(night.now, "7") == "Red’s bet on the Q"
    night.do({"do": "void_deal", "reason": "foul"})
    assert bet_of(night.now, "7") == "Red’s bet on the Q"
    night.do({"do": "start_deal"})
    assert bet_of(night.now, "7") == "A bet of an earlier deal"
    assert about_of(night.now, "7") == "a bet of an earlier deal"
