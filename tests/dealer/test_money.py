"""Money at the table (rulebook 4): numbers of markers, a raised roll, stakes left behind, and what rulings may take."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.rules_version import BYSTANDERS_LEND, CURRENT, FIRST, NOBODY_LEAVES_A_STAKE
from events.common import night as events
from ledger.accounts import roll
from tests.support.pure import PureNight
from tests.support.tables import Table


def test_markers_are_numbered_through_the_night_without_a_gap() -> None:
    table = Table()
    numbers = []
    for player in ("red", "blue", "red"):
        (event,) = table("issue_marker", player=player, amount=50_000)
        assert isinstance(event, events.MarkerIssued)
        numbers.append(event.marker)
    table("void")
    (again,) = table("issue_marker", player="blue", amount=50_000)
    assert isinstance(again, events.MarkerIssued)
    assert [*numbers, again.marker] == [1, 2, 3, 3]
    assert [table.now.slip_of(marker) for marker in (1, 2, 3)] == [1, 2, 4], "a slip is not written twice"


def test_the_number_of_a_slip_is_given_once_however_often_markers_are_taken_back() -> None:
    table = Table()
    given = []
    for taken_back in (2, 0, 1, 0):
        for _ in range(3):
            (event,) = table("issue_marker", player="red", amount=500)
            assert isinstance(event, events.MarkerIssued)
            given.append(table.now.slip_of(event.marker))
        for _ in range(taken_back):
            table("void")
            assert table.now.slip_of(table.now.markers + 1) in given, "also what was just taken back has its number"
    assert given == list(range(1, 13))
    assert [table.now.slip_of(marker) for marker in range(1, 10)] == [1, 4, 5, 6, 7, 8, 10, 11, 12]


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
        assert refused.value.why == "The bank has $150 in sight, not $150.25. Raise the roll first."
    # Sides are looked at first; what the bank is given may be taken from it.
    assert table.refusal("rule_dispute", **ruling(("bank", "red", 15_025), ("bank", "nobody", 25))) == "unknown_player"
    table("rule_dispute", **ruling(("bank", "red", 15_025), ("blue", "bank", 25)))
    assert table.result()["bank"]["in_sight"] == 0


def by_the_deal() -> PureNight:
    """A deal of a night in which markers are due by the deal: Ada in red has a marker of an earlier deal."""
    night = PureNight()
    house = {"preset": "american", "settle_markers": "deal"}
    night("open_night", table="T", date="2026-11-21", game="faro", house=house, roll=100_000, dealer="D")
    for player, name in (("red", "Ada"), ("blue", "Bo")):
        night("seat_player", player=player, name=name)
    night("issue_marker", player="red", amount=5_000)
    night("start_deal")
    night("expose_soda", card="As")
    night("place_bet", bet="first", player="red", kind="single", ranks=["Q"], stake=500)
    night("void_deal", reason="foul")
    night("issue_marker", player="blue", amount=500)
    night("start_deal")
    night("expose_soda", card="As")
    return night


Q: dict[str, Any] = {"player": "red", "kind": "single", "ranks": ["Q"], "stake": 500}


def test_a_marker_of_an_earlier_deal_is_due_before_the_next_bet() -> None:
    night = by_the_deal()
    with pytest.raises(Refusal) as refused:
        night("place_bet", bet="b", **Q)
    assert refused.value.code == "marker_due"
    assert refused.value.among({"red": "Ada"}) == (
        "Ada has a marker of $50 open from an earlier deal. Redeem it before the next bet."
    )
    assert night.refusal("place_bet", bet="b", **Q, form="cash") == "marker_due"
    # Before what is used or of the wrong form, after who is not there and when it is not the time.
    assert night.refusal("place_bet", bet="first", **{**Q, "stake": "much"}) == "marker_due"
    assert night.refusal("place_bet", bet="b", **{**Q, "player": "nobody"}) == "unknown_player"
    assert night.refusal("call_turn", bet="c", player="red", order=["2", "3", "4"], stake=25) == "wrong_phase"
    # A marker given between two deals is of the later one.
    night("place_bet", bet="blue", **{**Q, "player": "blue"})
    night("redeem_marker", player="red", amount=4_000, **{"with": "checks"})
    assert night.refusal("place_bet", bet="b", **Q) == "marker_due"
    night("redeem_marker", player="red", amount=1_000, **{"with": "cash"})
    night("place_bet", bet="b", **Q, form="marker")
    night("press_bet", bet="b", add=25)
    night("void")
    night("void")
    night("void")
    assert night.refusal("place_bet", bet="b", **Q) == "marker_due"


@pytest.mark.parametrize(("form", "column"), [("cash", "bought"), ("marker", "markers_issued")])
def test_a_call_is_laid_in_cash_or_on_a_marker_by_one_command(form: str, column: str) -> None:
    table = Table()
    table.deal_until(23)
    table("turn", loser="Ad", winner="Kh")
    before = table.result()["players"]["red"]
    table("call_turn", bet="c", player="red", order=["A", "K", "K"], stake=500, form=form)
    after = table.result()["players"]["red"]
    assert (after[column] - before[column], after["staked"], after["checks"]) == (500, 500, before["checks"])
    table("void")
    assert table.result()["players"]["red"] == before


def test_a_bystanders_stake_is_repaid_by_name_and_what_is_left_is_owed() -> None:
    table = Table()
    table("cash_in", player="red", amount=table.result()["players"]["red"]["checks"])
    lent = {"borrower": "red", "profit_share": 0.5}
    table("lend_stake", lender_name="Doc Holliday", amount=2_000, **lent)
    table("lend_stake", lender_name="doc  holliday", amount=1_000, **lent)
    table("lend_stake", lender_name="Kate", amount=1_000, **lent)
    table("repay_stake", borrower="red", lender_name="DOC HOLLIDAY", amount=500)
    with pytest.raises(Refusal) as refused:
        table("repay_stake", borrower="red", lender_name="doc holliday", amount=2_525)
    assert refused.value.why.endswith("owes Doc Holliday $25.")
    both = {"borrower": "red", "amount": 100}
    assert table.refusal("lend_stake", **both) == "bad_input"
    assert table.refusal("lend_stake", **both, lender="blue", lender_name="Kate") == "bad_input"
    assert table.refusal("repay_stake", **both) == "bad_input"
    before = table.result()["players"]["red"]
    table("lend_stake", lender_name="Kate", amount=500, **lent)
    table("void")
    assert table.result()["players"]["red"] == before
    table("place_bet", bet="b", player="red", kind="single", ranks=["Q"], stake=1_000)
    table("turn", loser="Qh", winner="2h")
    table("close_night")
    red = table.result()["players"]["red"]
    # 4,000 lent, 1,000 lost: Doc is repaid first, and Kate is owed the rest.
    assert (red["stakes_owed"], red["checks"]) == (1_000, 0)
    assert sum(player["net"] for player in table.result()["players"].values()) == -1_000


def test_a_bystander_shares_the_profit_in_cash() -> None:
    table = Table()
    table("lend_stake", borrower="red", lender_name="Doc", amount=1_000, profit_share=0.5)
    table("place_bet", bet="b", player="red", kind="single", ranks=["Q"], stake=1_000)
    table("turn", loser="2h", winner="Qh")
    table("close_night")
    shared = [row.event for row in table.recorded if isinstance(row.event, events.ProfitShared)]
    assert [(event.lender, event.lender_name, event.amount_cents) for event in shared] == [("", "Doc", 500)]
    assert table.result()["players"]["red"]["net"] == 1_000


def test_older_nights_refuse_what_they_did_not_know() -> None:
    """A name in place of a lender, and the form of a call, were unknown arguments."""
    table = Table()
    table.night = replace(table.now, opened=replace(table.now.opened, rules=BYSTANDERS_LEND - 1))
    older = {
        "lend_stake: lender: missing data for required field.": {"lender_name": "Doc"},
        "lend_stake: lender_name: unknown field.": {"lender_name": "Doc", "lender": "blue"},
        "lend_stake: amount: not a valid integer.": {"lender_name": "Doc", "lender": "blue", "amount": "much"},
    }
    for why, arguments in older.items():
        with pytest.raises(Refusal) as refused:
            table("lend_stake", **{"borrower": "red", "amount": 100, **arguments})
        assert (refused.value.code, refused.value.why) == ("bad_input", why)
    table("lend_stake", borrower="red", lender="blue", amount=100)
