"""The ten laws (rulebook 1.9) and the orders a player may give (1.5), one example each and more where it is fine."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.commands.fields import RANKS
from events.games.faro import BankBroken, BetPaid, BetReturned, BetTakenDown
from tests.support.tables import Table


def test_law_1_bets_are_taken_and_paid_as_they_lie() -> None:
    table = Table()
    won, lost = table.bet("A"), table.bet("2")
    rows = table.turn("2h", "Ah")
    assert (rows[won].result, rows[won].paid_cents) == ("won", 100)
    assert (rows[lost].result, rows[lost].taken_cents) == ("lost", 100)
    assert table.held("red") == 20_000 - 200 + 100
    assert table.table.bets[won].stake_cents == 100


def test_law_2_a_bar_holds_until_it_goes() -> None:
    table = Table()
    bet = table.bet("A")
    table("bar_bet", bet=bet)
    assert bet not in table.turn("Ah", "2h")
    table("release_bet", bet=bet)
    assert table.turn("As", "3h")[bet].result == "lost"


def test_law_2_a_bar_for_two_turns_covers_the_next_two() -> None:
    table = Table()
    bet = table.bet("A")
    table("bar_bet", bet=bet, turns=2)
    assert bet not in table.turn("Ah", "2h")
    assert bet not in table.turn("2s", "Ad")
    assert table.turn("Ac", "3s")[bet].result == "lost"


def test_barring_again_replaces_the_bar() -> None:
    table = Table()
    bet = table.bet("A")
    table("bar_bet", bet=bet)
    table("bar_bet", bet=bet, turns=1)
    assert bet not in table.turn("Ah", "2h")
    assert table.turn("As", "3h")[bet].result == "lost"


def test_law_3_half_goes_and_the_rest_lies_on_under_the_same_order() -> None:
    table = Table()
    bet = table.bet("A", 125)
    table("half_goes", bet=bet)
    row = table.turn("Ah", "2h")[bet]
    assert (row.stake_cents, row.taken_cents) == (50, 50)
    assert table.table.bets[bet].stake_cents == 75
    assert table.turn("As", "3h")[bet].taken_cents == 25
    table("whole_goes", bet=bet)
    assert table.turn("Ad", "4h")[bet].taken_cents == 50


def test_law_3_the_smaller_half_of_one_check_is_nothing_and_makes_no_row() -> None:
    table = Table()
    bet = table.bet("A", 25)
    table("half_goes", bet=bet)
    assert table.turn("Ah", "2h") == {}
    assert table.table.bets[bet].stake_cents == 25


def test_law_4_a_correction_moves_checks_to_the_owner_from_whoever_altered_the_bet() -> None:
    table = Table()
    bet = table.bet("A")
    table.turn("Ah", "2h")
    table("raise_dispute", dispute="d1", player="red", about=bet, claim="blue moved it")
    assert table.refusal("close_night") == "wrong_phase"
    corrections = [{"from": "blue", "to": "red", "amount": 100}]
    table("rule_dispute", dispute="d1", ruling="corrected", law=4, reason="they did", corrections=corrections)
    assert (table.held("red"), table.held("blue")) == (20_000, 19_900)


def test_law_5_of_equal_stakes_that_win_in_one_turn_the_coppered_one_is_paid_first() -> None:
    table = Table()
    table.bet("A", player="red")
    coppered = table.bet("2", player="blue", coppered=True)
    facts = table("turn", loser="2h", winner="Ah")
    paid = [fact.bet for fact in facts if isinstance(fact, BetPaid)]
    assert paid[0] == coppered


def test_law_6_bills_are_paid_only_to_the_limit() -> None:
    table = Table(limit=200, running_limit=10_000)
    bet = table.bet("A", 200, paroli=True, form="bills")
    assert table.turn("2h", "Ah")[bet].paid_cents == 200
    assert table.turn("2s", "As")[bet].paid_cents == 200
    assert table.table.bets[bet].stake_cents == 600


def test_law_7_the_dealer_takes_losses_and_splits_before_paying() -> None:
    table = Table()
    table.bet("A")
    table.bet("2")
    results = [type(fact).__name__ for fact in table("turn", loser="2h", winner="Ah")]
    assert results == ["LoserDrawn", "WinnerDrawn", "BetLost", "BetPaid"]


def test_law_8_a_broken_bank_takes_every_loss_pays_the_largest_first_and_returns_the_stakes() -> None:
    table = Table(roll=1_000)
    small, large, lost, other = table.bet("A", 500), table.bet("A", 2_000), table.bet("2", 500), table.bet("9", 300)
    facts = table("turn", loser="2h", winner="Ah")
    paid = {fact.bet: (fact.due_cents, fact.paid_cents) for fact in facts if isinstance(fact, BetPaid)}
    assert paid == {large: (2_000, 1_500), small: (500, 0)}
    assert [fact.unpaid_cents for fact in facts if isinstance(fact, BankBroken)] == [1_000]
    assert [fact.bet for fact in facts if isinstance(fact, BetReturned)] == [small, large, other]
    assert table.result()["bank"]["in_sight"] == 0
    assert lost not in table.table.bets
    assert table.refusal("place_bet", bet="new", player="red", kind="single", ranks=["3"], stake=25) == "bank_broken"
    table("raise_roll", amount=1_000)
    table.bet("3")


def test_law_8_a_bank_that_pays_its_last_cent_is_not_broken() -> None:
    table = Table(roll=500)
    bet = table.bet("A", 500)
    assert table.turn("2h", "Ah")[bet].paid_cents == 500
    assert not table.table.broken
    assert table.result()["bank"]["in_sight"] == 0


def test_law_9_at_the_close_what_still_lies_is_returned() -> None:
    table = Table()
    bet = table.bet("A", 300)
    table("close_night")
    assert [(row["bet"], row["result"], row["stake"]) for row in table.result()["bets"]] == [(bet, "returned", 300)]
    assert table.result()["players"]["red"] == {
        "name": "Red",
        "checks": 0,
        "bought": 20_000,
        "markers_issued": 0,
        "markers_open": 0,
        "pledges_open": 0,
        "stakes_owed": 0,
        "cashed": 20_000,
        "staked": 0,
        "net": 0,
    }


def test_law_10_the_cards_are_counted_for_everybody() -> None:
    table = Table()
    table.turn("Ah", "Kd")
    assert (table.table.box.left("K"), table.table.box.left("A"), table.table.box.cards_left) == (2, 3, 49)


def test_a_true_split_takes_the_bigger_half_and_the_bet_stays_with_the_rest() -> None:
    table = Table()
    bet = table.bet("A", 125)
    row = table.turn("Ah", "As")[bet]
    assert (row.result, row.stake_cents, row.taken_cents) == ("split", 125, 75)
    assert table.table.bets[bet].stake_cents == 50


def test_two_covered_ranks_in_one_turn_stand_off_or_split_as_the_house_has_it() -> None:
    for both_ways, result in (("standoff", "standoff"), ("split", "split")):
        table = Table(both_ways=both_ways)
        bet = table.bet("A-2", kind="split")
        assert table.turn("2h", "Ah")[bet].result == result


def test_paroli_leaves_stake_and_winnings_on_up_to_the_running_limit() -> None:
    table = Table(running_limit=350)
    bet = table.bet("A", 100, paroli=True)
    table.turn("2h", "Ah")
    assert (table.table.bets[bet].stake_cents, table.held("red")) == (200, 19_900)
    table.turn("2s", "As")
    assert (table.table.bets[bet].stake_cents, table.held("red")) == (350, 19_950)


def test_paroli_times_bounds_how_often_a_bet_is_left_on() -> None:
    table = Table(running_limit=10_000, paroli_times=1)
    bet = table.bet("A", 100, paroli=True)
    table.turn("2h", "Ah")
    table.turn("2s", "As")
    assert (table.table.bets[bet].stake_cents, table.held("red")) == (200, 20_100)


def test_a_moved_bet_keeps_its_stake_and_its_orders() -> None:
    table = Table()
    bet = table.bet("A", 125, coppered=True)
    table("half_goes", bet=bet)
    table("move_bet", bet=bet, kind="single", ranks=["2"])
    row = table.turn("2h", "Ah")[bet]
    assert (row.result, row.stake_cents) == ("won", 50)


def test_hockelty_takes_open_bets_on_the_soda_and_leaves_coppered_ones() -> None:
    table = Table(hockelty=True, soda=None)
    open_bet, coppered = table.bet("A"), table.bet("A", coppered=True)
    table("expose_soda", card="Ah")
    assert table.result()["bets"][0] | {"deal": 1} == {
        "bet": open_bet, "deal": 1, "turn": 0, "result": "lost", "stake": 100, "paid": 0, "taken": 100,
    }  # fmt: skip
    assert list(table.table.bets) == [coppered]


def test_a_house_that_locks_bets_lets_them_go_once_they_had_action() -> None:
    table = Table(locked_until_action=True)
    bet = table.bet("A")
    assert table.refusal("take_down_bet", bet=bet) == "not_allowed_here"
    assert table.refusal("move_bet", bet=bet, kind="single", ranks=["2"]) == "not_allowed_here"
    table.turn("2h", "Ah")
    table("take_down_bet", bet=bet)
    assert table.held("red") == 20_100


def test_dealt_from_the_hand_there_are_26_turns_no_soda_no_hock_and_no_call() -> None:
    table = Table(turns=26, soda=None)
    assert table.refusal("expose_soda", card="Ah") == "not_allowed_here"
    table.deal_until(25)
    bet = table.bet("K")
    call = {"bet": "c", "player": "red", "order": ["K", "K", "K"], "stake": 25}
    assert table.refusal("call_turn", **call) == "not_allowed_here"
    table.deal_until(26)
    assert table.result()["bets"][-1]["turn"] == 26
    assert bet not in table.table.bets
    table("end_deal")


def test_a_bet_that_lies_after_the_hock_goes_to_the_dealer_or_back() -> None:
    for setting, cents in (("dealer", 100), ("returned", 0)):
        table = Table(after_hock=setting, soda="2c")
        table.deal_until(24)
        left = table.table.box.ranks_left()
        table.bet(left[2])
        table("bar_bet", bet="b1")
        table.deal_until(25)
        hock = next(rank + suit for rank in left for suit in "shdc" if rank + suit not in table.table.box.exposed
                    and table.table.box.left(rank))  # fmt: skip
        table("expose_hock", card=hock)
        assert table.result()["bank"]["after_hock"] == cents


def at_the_hock(**house: Any) -> tuple[Table, str, str]:
    """A table whose last turn is dealt, with the key of a bet that was barred and lies on, and of a call."""
    table = Table(soda="2c", **house)
    last = ["Ac", "Qc", "Kc"]
    pack = [card for rank in RANKS for suit in "shdc" if (card := rank + suit) not in ("2c", *last)]
    for loser, winner in zip(pack[::2], pack[1::2], strict=True):
        table.turn(loser, winner)
    bet = table.bet("K", 300)
    table("bar_bet", bet=bet)
    table("call_turn", bet="call", player="red", order=["A", "Q", "K"], stake=100)
    table.turn("Ac", "Qc")
    return table, bet, "call"


def test_between_the_last_turn_and_the_hock_a_bet_may_be_taken_down_and_nothing_else_done() -> None:
    table, bet, call = at_the_hock()
    held = table.held("red")
    for word, more in (("press_bet", {"add": 100}), ("copper_bet", {}), ("release_bet", {}), ("half_goes", {})):
        assert table.refusal(word, bet=bet, **more) == "wrong_phase"
    assert table.refusal("take_down_bet", bet=call) == "not_allowed_here"
    table("take_down_bet", bet=bet)
    assert table.held("red") == held + 300
    assert list(table.table.calls) == [call]


@pytest.mark.parametrize("house", [{"lift_before_hock": False}, {"preset": "early_bank"}])
def test_a_house_may_keep_what_lies_until_the_hock(house: dict[str, Any]) -> None:
    table, bet, call = at_the_hock(**house)
    assert table.refusal("take_down_bet", bet=bet) == "wrong_phase"
    assert table.refusal("take_down_bet", bet=call) == "wrong_phase"
    assert table.refusal("take_down_all", player="red") == "wrong_phase"
    table("expose_hock", card="Kc")
    assert [row["result"] for row in table.result()["bets"][-2:]] == ["won", "after_hock"]


def test_all_of_a_players_bets_come_down_by_one_command_and_go_back_by_one() -> None:
    """What may not come down stays: a call before the hock, another's bet, in some houses a bet without action."""
    table, bet, _ = at_the_hock()
    assert table.refusal("take_down_all", player="nobody") == "unknown_player"
    assert table.refusal("take_down_all", player="blue") == "not_allowed_here"
    before = table.table
    facts = table("take_down_all", player="red")
    assert [fact.bet for fact in facts if isinstance(fact, BetTakenDown)] == [bet]
    assert table.refusal("take_down_all", player="red") == "not_allowed_here"
    table("void")
    assert table.table == before
    table = Table(locked_until_action=True)
    first, second = table.bet("A", 100), table.bet("3", 200)
    table.turn("2h", "Ah")
    table.bet("A", 50, player="blue")
    table("take_down_all", player="red")
    assert list(table.table.bets) == [second, "b3"], first
    assert table.held("red") == 20_000 + 100 - 200


def test_whoever_notices_a_sleeper_first_may_claim_it() -> None:
    table = Table(soda="Ah")
    bet = table.bet("A", 300)
    table("bar_bet", bet=bet)
    table.turn("As", "2h")
    assert table.refusal("claim_sleeper", bet=bet, player="blue") == "not_allowed_here"
    table.turn("Ad", "Ac")
    table("claim_sleeper", bet=bet, player="blue")
    assert (table.held("red"), table.held("blue")) == (19_700, 20_300)


def test_sleepers_that_are_the_dealers_go_to_a_line_of_their_own() -> None:
    table = Table(soda="Ah", sleepers="dealer")
    bet = table.bet("A", 300)
    table("bar_bet", bet=bet)
    table.turn("As", "2h")
    table.turn("Ad", "Ac")
    assert table.result()["bank"]["sleepers"] == 300
    assert table.result()["bank"]["play"] == 0


def test_a_foul_deal_returns_its_unresolved_bets_and_lets_resolved_ones_stand() -> None:
    table = Table()
    lost, lying = table.bet("A"), table.bet("2")
    table.turn("Ah", "3h")
    table("void_deal", reason="a card was marked")
    assert [(row["bet"], row["result"]) for row in table.result()["bets"]] == [(lost, "lost"), (lying, "returned")]
    table("start_deal")
    assert table.table.deal == 2
