"""What sides, bets, calls and disputes are about is called, and where the play stands."""

from __future__ import annotations

from reports.games.faro.bet_words import where_lies
from reports.words.formatting import names_of, side_of
from reports.words.naming import about_of, bet_of, part_of, result_of, turn_of, where_play_stands
from reports.words.sentences import fact_sentence, last_said
from tests.support.asked import OPENING, asked, bet, faro
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


def test_a_bet_is_told_with_how_it_was_laid_and_why_it_went_back() -> None:
    table = Table(running_limit=50_000)
    table.bet("Q", 500, coppered=True, paroli=True, form="bills")
    assert last_said(table.now, table.recorded) == "Red lays $5 on the Q, coppered, as a paroli, in bills."
    before = table.now
    back = table("void_deal", reason="foul")[0]
    said = "Red’s bet on the Q, $5: the deal was found foul, and what was not settled is returned."
    assert fact_sentence(before, table.now, back) == said


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


def test_where_the_play_stands_in_a_night_of_both_games() -> None:
    players = ("red", "blue", "white")
    night = asked(
        [
            {**OPENING, "game": ["faro", "fan_tan"], "dealer": "D"},
            *({"do": "seat_player", "player": player, "name": player.title()} for player in players),
            *({"do": "buy_checks", "player": player, "amount": 5_000} for player in players),
        ]
    )
    stood = [where_play_stands(night.now)]
    for document in (
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "Ks"},
        {"do": "draw_loser", "card": "2s"},
        {"do": "draw_winner", "card": "3s"},
        {"do": "void_deal", "reason": "foul"},
        {"do": "start_hand", "dealer": "white"},
        {"do": "lay", "player": "red", "cards": ["7d"]},
        {"do": "void_hand", "reason": "foul"},
    ):
        night.do(document)
        stood.append(where_play_stands(night.now))
    assert stood == [
        "before the first card",
        "deal 1, before the soda",
        "deal 1, before turn 1",
        "deal 1, turn 1",
        "deal 1, before turn 2",
        "after deal 1",
        "hand 1, before turn 1",
        "hand 1, before turn 2",
        "after hand 1",
    ]
    assert (part_of(night.now), turn_of(night.now)) == ("after hand 1", 0)
