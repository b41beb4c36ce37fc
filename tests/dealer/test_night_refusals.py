"""Refusals: in the contract's order, with its codes, people by name, and nothing changed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.commands.refusal import CODES, Refusal
from dealer.night.command_parsing import command_type, words
from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book
from events.schema import schema_for
from reports.sheets.dossier import stake_story
from tests.support.pure import PureNight, refusal_code
from tests.support.tables import Table

GOOD: dict[str, Any] = {"bet": "n", "player": "red", "kind": "single", "ranks": ["A"], "stake": 25}


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


@pytest.mark.parametrize(
    "house",
    ["saloon", 7, {"preset": "antes"}, {"limits": 5}, {"limit": 0}, {"limit": 10}, {"turns": 24}, {"kinds": ["bet"]},
     {"marker_limit": 10}, {"marker_limit": 0}, {"marker_limit": "much"},
     {"limit": 99.5}, {"both_ways": "never"}, {"copper": "yes"}, {"check": True}, []],
    ids=str,
)  # fmt: skip
def test_a_house_that_does_not_read_opens_no_night(house: Any) -> None:
    opening = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 0, "dealer": "D"}
    assert refusal_code(PureNight().do, {**opening, "house": house}) == "bad_input"


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
def test_any_document_makes_events_or_one_refusal(document: Any) -> None:
    """At an open table and before one: either events come of it, or one coded sentence, and the night is as it was."""
    for night in (PureNight(), Table()):
        before, events, refusal = night.night, len(night.recorded), None
        try:
            night.do(json.loads(json.dumps(document)))
        except Refusal as error:
            refusal = error
        if refusal:
            assert refusal.code in CODES
            assert "\n" not in refusal.why
            assert night.night is before
        assert (len(night.recorded) > events) == (refusal is None)


SENDER = Sender(who="dealer", device="tablet")
ADA, WYATT = "key-of-ada", "key-of-wyatt"
BET = "dd0190ff"
QUEEN: dict[str, Any] = {"do": "place_bet", "bet": BET, "player": ADA, "kind": "single", "ranks": ["Q"], "stake": 500}
FARO: list[dict[str, Any]] = [{"do": "start_deal"}, {"do": "expose_soda", "card": "5h"}, QUEEN]
PHARO: list[dict[str, Any]] = [{"do": "start_deal"}, {"do": "show_bottom", "card": "2c"}, QUEEN]
LOST = {"do": "turn", "loser": "Qs", "winner": "2d"}
DISPUTED = {"do": "raise_dispute", "dispute": "d1", "player": ADA, "about": BET, "claim": "No"}
RULED = {"do": "rule_dispute", "dispute": "d1", "ruling": "stands", "reason": "So it was"}
ANTE = {"do": "start_hand", "dealer": WYATT}
BROKE: list[dict[str, Any]] = [
    *({"do": "cash_in", "player": player, "amount": 2_000} for player in (ADA, WYATT)),
    {"do": "seat_player", "player": "key-of-a-third", "name": "Ada Lamb’s sister"},
]

REFUSED: list[tuple[str, Any, list[dict[str, Any]], dict[str, Any]]] = [
    ("faro", {}, FARO, {**QUEEN, "bet": "other", "stake": 9_000}),
    ("faro", {}, [*FARO, LOST], {"do": "press_bet", "bet": BET, "add": 500}),
    ("faro", {}, [*FARO, LOST, DISPUTED, RULED], RULED),
    ("faro", {}, [*FARO, LOST, DISPUTED], {"do": "close_night"}),
    ("faro", {"preset": "early_bank"}, FARO, {"do": "take_down_bet", "bet": BET}),
    ("faro", {}, FARO, {"do": "claim_sleeper", "bet": BET, "player": ADA}),
    ("faro", {}, FARO, {"do": "leave_table", "player": ADA}),
    ("faro", {}, [], {"do": "seat_player", "player": ADA, "name": "Ada Lamb"}),
    ("faro", {}, [], {"do": "redeem_marker", "player": ADA, "amount": 500, "with": "cash"}),
    ("pharo", {}, PHARO, {"do": "paroli", "bet": BET}),
    ("pharo", {}, PHARO, {"do": "pli", "bet": BET}),
    ("pharo", {}, PHARO, {**QUEEN, "bet": "other"}),
    ("pharo", {}, [*PHARO, {"do": "take_down_bet", "bet": BET}], {"do": "mask_bet", "bet": BET}),
    ("fan_tan", "antes", BROKE, ANTE),
    ("farmer", {}, BROKE, ANTE),
]


@pytest.mark.parametrize(("game", "house", "before", "refused"), REFUSED)
def test_a_refusal_calls_people_by_name_and_bets_by_their_place(
    game: str, house: Any, before: list[dict[str, Any]], refused: dict[str, Any]
) -> None:
    with Book.open() as book:
        service, night = NightService(book), opened(book, game, house)
        for document in before:
            service.execute(document, SENDER, night=night)
        for _sent_twice in range(2):
            with pytest.raises(Refusal) as first:
                service.execute(refused, SENDER, night=night, command_id="the-refused-one")
            assert "Ada Lamb" in first.value.why or "Wyatt Earp" in first.value.why
            assert not [key for key in ("key-of", BET, "d1") if key in first.value.why]


def test_a_dossier_tells_refusals_by_name() -> None:
    with Book.open() as book:
        service, night = NightService(book), opened(book, "faro", {})
        for document in FARO:
            service.execute(document, SENDER, night=night)
        with pytest.raises(Refusal):
            service.execute({"do": "press_bet", "bet": BET, "add": 9_000}, SENDER, night=night)
        lines = stake_story(service.history(night), book.commands(night), BET)
        reasons = [line.reason for line in lines if line.refused]
        assert len(reasons) == 1
        assert "Ada Lamb" in reasons[0]
        assert ADA not in reasons[0]


def opened(book: Book, game: str, house: Any) -> str:
    """A night with two players who hold $20 each."""
    opening = {"do": "open_night", "table": "Tiger", "date": "2026-11-21", "game": game, "roll": 500_000}
    service = NightService(book)
    night = service.execute({**opening, "house": house or {}, "dealer": "M. Earp"}, SENDER).night
    for player, name in ((ADA, "Ada Lamb"), (WYATT, "Wyatt Earp")):
        service.execute({"do": "seat_player", "player": player, "name": name}, SENDER, night=night)
        service.execute({"do": "buy_checks", "player": player, "amount": 2_000}, SENDER, night=night)
    return night


def test_the_first_reason_in_the_contracts_order_is_the_one_given() -> None:
    """Each step mends the first thing wrong; the next one in the order is then named."""
    table = Table(limit=1_000, minimum=50, kinds=["single"])
    table.turn("Ah", "As")
    table.turn("Ad", "Ac")
    table.bet("2", 100)
    table("draw_loser", card="3h")
    wrong: dict[str, Any] = {**GOOD, "player": "nobody", "bet": "b1", "stake": "much"}
    steps: list[tuple[str, dict[str, Any]]] = [
        ("unknown_player", {}),
        ("bets_closed", {"player": "red"}),
        ("already_done", {}),
        ("bad_input", {"bet": "n"}),
        ("bad_placement", {"kind": "split", "ranks": ["A", "9"], "stake": 10}),
        ("not_a_multiple", {"ranks": ["A", "K"]}),
        ("not_allowed_here", {"stake": 25}),
        ("dead_card", {"kind": "single", "ranks": ["A"]}),
        ("under_minimum", {"ranks": ["4"]}),
        ("over_limit", {"stake": 1_025}),
        ("not_enough_checks", {"stake": 1_000}),
    ]
    for code, mended in steps:
        wrong |= mended
        if code == "already_done":
            table("draw_winner", card="3s")
        if code == "not_enough_checks":
            table("cash_in", player="red", amount=19_500)
        assert table.refusal("place_bet", **wrong) == code


def test_a_closed_night_takes_no_command() -> None:
    table = Table()
    table("close_night")
    assert {table.refusal(do) for do in ("void", "start_deal", "close_night")} == {"wrong_phase"}
