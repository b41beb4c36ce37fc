"""Refusals: in the contract's order, with its codes, a sentence each, and nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.commands.refusal import CODES, Refusal
from dealer.night.command_parsing import command_type, words
from events.schema import schema_for
from tests.support.pure import PureNight
from tests.support.tables import Table

GOOD: dict[str, Any] = {"bet": "n", "player": "red", "kind": "single", "ranks": ["A"], "stake": 25}


def test_the_first_reason_in_the_contracts_order_is_the_one_given() -> None:
    """Each step mends the first thing wrong; the next one in the order is then named."""
    table = Table(limit=1_000, minimum=50, kinds=["single"])
    table.turn("Ah", "As")
    table.turn("Ad", "Ac")
    table.bet("2", 100)
    wrong: dict[str, Any] = {**GOOD, "player": "nobody", "bet": "b1", "stake": "much"}
    table("draw_loser", card="3h")
    seen = [table.refusal("place_bet", **wrong)]
    wrong["player"] = "red"
    seen.append(table.refusal("place_bet", **wrong))
    table("draw_winner", card="3s")
    seen.append(table.refusal("place_bet", **wrong))
    wrong["bet"] = "n"
    seen.append(table.refusal("place_bet", **wrong))
    wrong |= {"kind": "split", "ranks": ["A", "9"], "stake": 10}
    seen.append(table.refusal("place_bet", **wrong))
    wrong["ranks"] = ["A", "K"]
    seen.append(table.refusal("place_bet", **wrong))
    wrong["stake"] = 25
    seen.append(table.refusal("place_bet", **wrong))
    wrong |= {"kind": "single", "ranks": ["A"]}
    seen.append(table.refusal("place_bet", **wrong))
    wrong["ranks"] = ["4"]
    seen.append(table.refusal("place_bet", **wrong))
    wrong["stake"] = 1_025
    seen.append(table.refusal("place_bet", **wrong))
    table("cash_in", player="red", amount=19_500)
    wrong["stake"] = 1_000
    seen.append(table.refusal("place_bet", **wrong))
    assert seen == [
        "unknown_player",
        "bets_closed",
        "already_done",
        "bad_input",
        "bad_placement",
        "not_a_multiple",
        "not_allowed_here",
        "dead_card",
        "under_minimum",
        "over_limit",
        "not_enough_checks",
    ]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"stake": 12.5}, "bad_input"),
        ({"stake": 25.0}, "bad_input"),
        ({"stake": True}, "bad_input"),
        ({"stake": "25"}, "bad_input"),
        ({"stake": None}, "bad_input"),
        ({"stake": 10**30}, "bad_input"),
        ({"stake": -25}, "not_a_multiple"),
        ({"stake": 0}, "not_a_multiple"),
        ({"stake": 30}, "not_a_multiple"),
        ({"stake": 1_000_000}, "over_limit"),
        ({"ranks": ["1"]}, "bad_input"),
        ({"ranks": [7]}, "bad_input"),
        ({"ranks": "A"}, "bad_input"),
        ({"ranks": None}, "bad_input"),
        ({"kind": "corner pocket"}, "bad_input"),
        ({"row": "high"}, "bad_input"),
        ({"colour": "red"}, "bad_input"),
        ({"coppered": 1}, "bad_input"),
        ({"bet": ""}, "bad_input"),
        ({"bet": "b" * 65}, "bad_input"),
        ({"bet": " b"}, "bad_input"),
        ({"bet": "b\n"}, "bad_input"),
        ({"player": ["red"]}, "bad_input"),
        ({"paroli": True}, "not_allowed_here"),
        ({"form": "gold"}, "bad_input"),
    ],
    ids=str,
)
def test_a_bet_with_one_thing_wrong_is_refused_for_it(change: dict[str, Any], code: str) -> None:
    assert Table().refusal("place_bet", **{**GOOD, **change}) == code


@pytest.mark.parametrize(
    ("do", "arguments", "code"),
    [
        ("turn", {"loser": "1h", "winner": "2h"}, "bad_input"),
        ("turn", {"loser": "Ah"}, "bad_input"),
        ("turn", {"loser": "Ah", "winner": "Ah"}, "odd_card"),
        ("turn", {"loser": "Ks", "winner": "2h"}, "odd_card"),
        ("expose_soda", {"card": "2h"}, "wrong_phase"),
        ("expose_hock", {"card": "2h"}, "wrong_phase"),
        ("end_deal", {}, "wrong_phase"),
        ("start_deal", {}, "wrong_phase"),
        ("draw_winner", {"card": "2h"}, "wrong_phase"),
        ("call_turn", {"bet": "c", "player": "red", "order": ["A", "2", "3"], "stake": 25}, "wrong_phase"),
        ("open_night", {"table": "T"}, "wrong_phase"),
        ("seat_player", {"player": "red", "name": "Red"}, "already_done"),
        ("seat_player", {"player": "bank", "name": "Bank"}, "bad_input"),
        ("seat_player", {"player": "pink", "name": "\x00"}, "bad_input"),
        ("seat_player", {"player": "pink/red", "name": "Pink"}, "bad_input"),
        ("buy_checks", {"player": "red", "amount": 10}, "not_a_multiple"),
        ("cash_in", {"player": "red", "amount": 20_025}, "not_enough_checks"),
        ("redeem_marker", {"player": "red", "amount": 25, "with": "cash"}, "bad_input"),
        ("redeem_marker", {"player": "red", "amount": 25, "with": "gold"}, "bad_input"),
        ("return_pledge", {"player": "red", "item": "a watch", "with": "cash"}, "bad_input"),
        ("lend_stake", {"lender": "red", "borrower": "red", "amount": 25}, "bad_input"),
        ("lend_stake", {"lender": "red", "borrower": "blue", "amount": 25, "profit_share": 2}, "bad_input"),
        ("repay_stake", {"lender": "red", "borrower": "blue", "amount": 25}, "bad_input"),
        ("take_down_bet", {"bet": "never"}, "unknown_bet"),
        ("rule_dispute", {"dispute": "d", "ruling": "stands", "reason": "x"}, "bad_input"),
        ("raise_dispute", {"dispute": "d", "player": "red", "about": "never", "claim": "x"}, "unknown_bet"),
        ("leave_table", {"player": "pink"}, "unknown_player"),
        ("rob_the_bank", {}, "bad_input"),
    ],
)
def test_what_cannot_be_done_now_is_refused(do: str, arguments: dict[str, Any], code: str) -> None:
    assert Table().refusal(do, **arguments) == code


def test_a_closed_night_takes_no_command() -> None:
    table = Table()
    table("close_night")
    for do in ("void", "start_deal", "close_night"):
        assert table.refusal(do) == "wrong_phase"


def test_a_turn_needs_suits_while_a_bet_on_colours_lies() -> None:
    table = Table()
    table.bet("", kind="colors", win="red")
    assert table.refusal("turn", loser="A", winner="2h") == "suit_needed"
    assert table.refusal("turn", loser="Ah", winner="2") == "suit_needed"
    table.turn("Ah", "2h")


def test_a_fifth_card_of_a_rank_is_odd_also_where_suits_were_not_noted() -> None:
    table = Table(soda="A")
    table.turn("A", "A")
    table.turn("A", "2")
    assert table.refusal("turn", loser="3", winner="A") == "odd_card"
    assert table.refusal("turn", loser="As", winner="3") == "odd_card"


@pytest.mark.parametrize(
    "house",
    ["saloon", 7, {"preset": "antes"}, {"limits": 5}, {"limit": 0}, {"limit": 10}, {"turns": 24}, {"kinds": ["bet"]},
     {"marker_limit": 10}, {"marker_limit": 0}, {"marker_limit": "much"},
     {"limit": 99.5}, {"both_ways": "never"}, {"copper": "yes"}, {"check": True}, []],
    ids=str,
)  # fmt: skip
def test_a_house_that_does_not_read_opens_no_night(house: Any) -> None:
    opening = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 0, "dealer": "D"}
    with pytest.raises(Refusal) as refused:
        PureNight().do({**opening, "house": house})
    assert refused.value.code == "bad_input"


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["red", "A", "Qs"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
ARGUMENTS = sorted(
    {
        field.data_key or name
        for word in words()
        if (kind := command_type(word))
        for name, field in schema_for(kind).fields.items()
    }
)


@given(
    st.one_of(
        json_values,
        st.builds(
            lambda do, more: {"do": do, **more},
            st.sampled_from(sorted(words())),
            st.dictionaries(st.sampled_from(ARGUMENTS), json_values, max_size=6),
        ),
    )
)
def test_no_document_whatever_gets_more_than_a_refusal(document: Any) -> None:
    """At an open table and before one: either facts come of it, or one coded sentence, and the night is as it was."""
    for night in (PureNight(), Table()):
        before, facts, refusal = night.night, len(night.recorded), None
        try:
            night.do(json.loads(json.dumps(document)))
        except Refusal as one:
            refusal = one
        if refusal:
            assert refusal.code in CODES
            assert "\n" not in refusal.why
            assert night.night is before
        assert (len(night.recorded) > facts) == (refusal is None)
