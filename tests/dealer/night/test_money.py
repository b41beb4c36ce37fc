"""Money at the table (rulebook 4): markers, pledges, stake money, leaving, the close."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.rules_version import CURRENT, FIRST, NOBODY_LEAVES_A_STAKE
from events.facts import money as facts
from events.facts.night import NightOpened
from ledger.accounts import roll
from ledger.statement import player_line
from tests.support.pure import PureNight
from tests.support.tables import Table


def net(table: Table, player: str) -> int:
    return player_line(table.now.ledger, player).net_cents


def test_markers_are_numbered_through_the_night_without_a_gap() -> None:
    table = Table()
    numbers = []
    for player in ("red", "blue", "red"):
        (fact,) = table("issue_marker", player=player, amount=50_000)
        assert isinstance(fact, facts.MarkerIssued)
        numbers.append(fact.marker)
    table("void")
    (again,) = table("issue_marker", player="blue", amount=50_000)
    assert isinstance(again, facts.MarkerIssued)
    assert [*numbers, again.marker] == [1, 2, 3, 3]
    assert [table.now.slip_of(marker) for marker in (1, 2, 3)] == [1, 2, 4], "a slip is not written twice"


def test_the_number_of_a_slip_is_given_once_however_often_markers_are_taken_back() -> None:
    table = Table()
    given = []
    for taken_back in (2, 0, 1, 0):
        for _ in range(3):
            (fact,) = table("issue_marker", player="red", amount=500)
            assert isinstance(fact, facts.MarkerIssued)
            given.append(table.now.slip_of(fact.marker))
        for _ in range(taken_back):
            table("void")
            assert table.now.slip_of(table.now.markers + 1) in given, "also what was just taken back has its number"
    assert given == list(range(1, 13))
    assert [table.now.slip_of(marker) for marker in range(1, 10)] == [1, 4, 5, 6, 7, 8, 10, 11, 12]


def test_open_markers_may_add_up_to_the_houses_limit_and_no_further() -> None:
    table = Table(marker_limit=200_000)
    table("issue_marker", player="red", amount=150_000)
    with pytest.raises(Refusal) as refused:
        table("issue_marker", player="red", amount=100_000)
    assert refused.value.code == "over_limit"
    assert refused.value.why == "Red's open markers would be $2,500; the house stops at $2,000."
    table("issue_marker", player="red", amount=50_000)
    table("issue_marker", player="blue", amount=200_000)
    assert table.refusal("issue_marker", player="red", amount=25) == "over_limit"


def test_what_is_paid_on_a_marker_may_be_had_on_another() -> None:
    table = Table(marker_limit=10_000)
    table("issue_marker", player="red", amount=10_000)
    table("redeem_marker", player="red", amount=2_500, **{"with": "checks"})
    assert table.refusal("issue_marker", player="red", amount=2_525) == "over_limit"
    table("issue_marker", player="red", amount=2_500)


def test_an_amount_is_looked_at_before_the_limit_on_markers() -> None:
    table = Table(marker_limit=10_000)
    assert table.refusal("issue_marker", player="red", amount=20_001) == "not_a_multiple"
    assert table.refusal("issue_marker", player="nobody", amount=20_000) == "unknown_player"


def test_a_house_without_a_limit_on_markers_gives_any_sum() -> None:
    table = Table()
    table("issue_marker", player="red", amount=10**9)
    assert player_line(table.now.ledger, "red").markers_open_cents == 10**9


@pytest.mark.parametrize("tender", ["cash", "checks"])
def test_a_marker_is_redeemed_in_cash_or_checks_and_the_net_is_the_same(tender: str) -> None:
    table = Table()
    table("issue_marker", player="red", amount=10_000)
    table("redeem_marker", player="red", amount=4_000, **{"with": tender})
    line = player_line(table.now.ledger, "red")
    assert line.markers_open_cents == 6_000
    assert line.checks_cents == (30_000 if tender == "cash" else 26_000)
    assert line.net_cents == 0
    assert table.refusal("redeem_marker", player="red", amount=6_025, **{"with": tender}) == "bad_input"


@pytest.mark.parametrize("tender", ["cash", "checks"])
def test_a_pledge_is_handed_back_for_its_agreed_value(tender: str) -> None:
    table = Table()
    table("take_pledge", player="red", amount=7_500, item="a watch")
    assert table.refusal("take_pledge", player="red", amount=25, item="a watch") == "already_done"
    assert net(table, "red") == 0
    table("return_pledge", player="red", item="a watch", **{"with": tender})
    assert player_line(table.now.ledger, "red").pledges_open_cents == 0
    assert net(table, "red") == 0


def test_at_the_close_checks_redeem_markers_first_and_what_is_not_covered_stays_open_by_name() -> None:
    table = Table()
    table("issue_marker", player="red", amount=10_000)
    table.bet("A", 5_000)
    table("cash_in", player="red", amount=20_000)
    table.turn("Ah", "2h")
    facts_made = table("close_night")
    carried = [fact for fact in facts_made if isinstance(fact, facts.MarkerCarriedOver)]
    assert [(fact.player, fact.amount_cents) for fact in carried] == [("red", 5_000)]
    line = table.result()["players"]["red"]
    assert (line["markers_open"], line["cashed"], line["checks"], line["net"]) == (5_000, 20_000, 0, -5_000)


def test_stake_money_is_repaid_first_and_then_the_profit_is_shared_as_agreed() -> None:
    table = Table()
    table("lend_stake", lender="blue", borrower="red", amount=10_000, profit_share=0.29)
    table.bet("A", 10_000)
    table.turn("2h", "Ah")
    table("close_night")
    players = table.result()["players"]
    assert (players["red"]["net"], players["blue"]["net"]) == (7_100, 2_900)


def test_loans_are_repaid_in_the_order_in_which_they_were_lent_whoever_lent_them() -> None:
    """Of $100 that are left, the first lender's first $30 come first, then the other's, then what they lent later."""
    table = Table()
    table("seat_player", player="white", name="White")
    table("lend_stake", lender="red", borrower="white", amount=3_000)
    table("lend_stake", lender="blue", borrower="white", amount=5_000)
    table("lend_stake", lender="red", borrower="white", amount=4_000)
    table("tip", player="white", amount=2_000)
    made = table("close_night")
    repaid = [(one.lender, one.amount_cents) for one in made if isinstance(one, facts.StakeRepaid)]
    assert repaid == [("red", 3_000), ("blue", 5_000), ("red", 2_000)]


def test_what_somebody_has_back_at_the_close_goes_to_their_oldest_loan_first() -> None:
    table = Table()
    table("seat_player", player="white", name="White")
    table("buy_checks", player="white", amount=10_000)
    table("lend_stake", lender="white", borrower="red", amount=8_000)
    table("lend_stake", lender="red", borrower="blue", amount=9_000)
    table("lend_stake", lender="blue", borrower="red", amount=3_200)
    table("tip", player="red", amount=22_200)
    made = table("close_night")
    repaid = [(one.borrower, one.lender, one.amount_cents) for one in made if isinstance(one, facts.StakeRepaid)]
    assert repaid == [("blue", "red", 9_000), ("red", "white", 8_000), ("red", "blue", 1_000)]


def test_stake_money_comes_after_the_borrowers_markers() -> None:
    table = Table()
    table("lend_stake", lender="blue", borrower="red", amount=10_000, profit_share=0.5)
    table("issue_marker", player="red", amount=20_000)
    table("cash_in", player="red", amount=25_000)
    table("close_night")
    players = table.result()["players"]
    assert (players["red"]["markers_open"], players["blue"]["net"]) == (0, -5_000)


def test_who_leaves_is_settled_and_may_come_back() -> None:
    table = Table()
    bet = table.bet("A", 1_000)
    table("issue_marker", player="red", amount=5_000)
    assert table.refusal("leave_table", player="red") == "wrong_phase"
    table("take_down_bet", bet=bet)
    table("leave_table", player="red")
    assert table.held("red") == 0
    assert table.refusal("buy_checks", player="red", amount=25) == "unknown_player"
    table("seat_player", player="red", name="Red")
    table("buy_checks", player="red", amount=25)


def test_a_roll_is_put_up_by_its_backers_in_their_shares() -> None:
    table = Table(soda=None)
    opened = table.recorded[0].fact
    assert isinstance(opened, NightOpened)
    assert [backer.name for backer in opened.backers] == ["house"]
    assert sum(move.amount_cents for move in opened.moves) == 500_000


def test_a_roll_raised_without_a_backer_is_the_houses() -> None:
    """Under the first rules it was the first-named backer's, and still is in a night that was opened under them."""
    for rules, whose in ((FIRST, "Ada"), (CURRENT, "house")):
        table = PureNight()
        backers = [{"name": "Ada", "share": 0.6}, {"name": "Wm.", "share": 0.4}]
        opening = {"table": "T", "date": "2026-11-21", "game": "faro", "house": "american", "roll": 1_000}
        table("open_night", **opening, backers=backers, dealer="D")
        table.night = replace(table.now, opened=replace(table.now.opened, rules=rules))
        table("raise_roll", amount=500)
        table("raise_roll", amount=300, backer="Wm.")
        put_up = {name: table.now.ledger.balance(roll(name)) for name in table.now.ledger.owners("roll")}
        assert put_up == {"Ada": 600, "Wm.": 700, whose: 500 + 600 * (whose == "Ada")}


def test_nobody_leaves_a_stake_behind() -> None:
    """Under older rules that was not allowed here; now it is refused as leaving in mid-hand is."""
    for rules, code in ((NOBODY_LEAVES_A_STAKE - 1, "not_allowed_here"), (NOBODY_LEAVES_A_STAKE, "wrong_phase")):
        table = Table()
        table.bet("A", 100)
        table.night = replace(table.now, opened=replace(table.now.opened, rules=rules))
        assert table.refusal("leave_table", player="red") == code


def test_tokes_are_the_dealers_and_no_part_of_the_banks_result() -> None:
    table = Table()
    table("tip", player="red", amount=500)
    bank = table.result()["bank"]
    assert (bank["tokes"], bank["in_sight"], net(table, "red")) == (500, 500_000, -500)


def test_a_seats_key_is_one_persons_for_the_night() -> None:
    table = Table()
    table("leave_table", player="blue")
    assert table.refusal("seat_player", player="blue", name="Somebody") == "already_done"
    table("seat_player", player="blue", name="Blue")


def test_a_dispute_is_raised_once_and_paid_once() -> None:
    table = Table()
    bet = table.bet("A")
    raised = {"dispute": "d1", "player": "red", "about": bet, "claim": "it was coppered"}
    table("raise_dispute", **raised)
    assert table.refusal("raise_dispute", **raised) == "already_done"
    paid = [{"from": "bank", "to": "red", "amount": 100}]
    ruling = {"dispute": "d1", "ruling": "corrected", "reason": "it was", "corrections": paid}
    table("rule_dispute", **ruling)
    assert table.refusal("rule_dispute", **ruling) == "already_done"
    assert table.refusal("raise_dispute", **raised) == "already_done"


def test_a_dispute_is_about_a_bet_that_stands() -> None:
    table = Table()
    taken_back = table.bet("A")
    table("void")
    for about in (taken_back, ""):
        with pytest.raises(Refusal) as refused:
            table("raise_dispute", dispute="d1", player="red", about=about, claim="it was coppered")
        assert refused.value.code == "unknown_bet"


def test_rulings_together_take_no_more_from_the_bank_than_it_has_in_sight() -> None:
    table = Table(roll=10_000)
    table.bet("A", 5_000)
    table.turn("Ah", "2h")
    assert table.result()["bank"]["in_sight"] == 15_000
    table("raise_dispute", dispute="d1", player="red", about=1, claim="it was not mine")

    def ruling(*corrections: tuple[str, str, int]) -> dict[str, Any]:
        moved = [{"from": source, "to": target, "amount": amount} for source, target, amount in corrections]
        return {"dispute": "d1", "ruling": "corrected", "reason": "it was", "corrections": moved}

    for much in ((("bank", "red", 15_025),), (("bank", "red", 15_000), ("bank", "blue", 25))):
        with pytest.raises(Refusal) as refused:
            table("rule_dispute", **ruling(*much))
        assert refused.value.code == "not_enough_checks"
        assert refused.value.why == "The bank has $150 in sight, not $150.25; raise the roll first."
    # Sides are looked at first; what the bank is given may be taken from it.
    assert table.refusal("rule_dispute", **ruling(("bank", "red", 15_025), ("bank", "nobody", 25))) == "unknown_player"
    table("rule_dispute", **ruling(("bank", "red", 15_025), ("blue", "bank", 25)))
    assert table.result()["bank"]["in_sight"] == 0


def test_a_roll_raised_pays_a_ruling_and_a_broken_bank_takes_corrections() -> None:
    table = Table(roll=0)
    table.turn("2h", "3h")
    table("raise_dispute", dispute="d1", player="red", about=1, claim="it was not mine")
    paid = {"dispute": "d1", "ruling": "corrected", "reason": "it was"}
    from_bank = [{"from": "bank", "to": "red", "amount": 100}]
    assert table.refusal("rule_dispute", **paid, corrections=from_bank) == "not_enough_checks"
    table("raise_roll", amount=100)
    table("rule_dispute", **paid, corrections=from_bank)
    table("raise_dispute", dispute="d2", player="red", about=1, claim="that was too much")
    table("rule_dispute", **{**paid, "dispute": "d2"}, corrections=[{"from": "red", "to": "bank", "amount": 25}])


def test_a_house_whose_limits_are_no_whole_checks_pays_in_whole_checks() -> None:
    table = Table(running_limit=1_010)
    bet = table.bet("A", 1_000, paroli=True)
    table.turn("2h", "Ah")
    assert table.table.bets[bet].stake_cents == 1_000
    assert table.held("red") == 20_000
