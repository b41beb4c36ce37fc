"""Taking back: by facts, again and again, and the night is as if it had never been."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.night.night import Night
from events.facts.night import CommandVoided, CommandVoidedForReason
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight
from tests.support.tables import Table

seeds = st.integers(0, 10**6)


def balances_of(night: Night) -> dict[str, int]:
    return {account: cents for account, cents in night.ledger.balances.items() if cents}


def test_a_void_is_a_fact_and_erases_none() -> None:
    table = Table()
    table.bet("A")
    count = len(table.recorded)
    (fact,) = table("void")
    assert isinstance(fact, CommandVoided)
    assert len(table.recorded) == count + 1
    assert table.held("red") == 20_000


def test_a_reason_is_kept_where_one_is_given_and_changes_nothing_else() -> None:
    table = Table()
    table.bet("A")
    (plain,) = table("void")
    table.bet("A")
    (reasoned,) = table("void", reason="laid on the wrong card")
    assert type(plain) is CommandVoided
    assert isinstance(reasoned, CommandVoidedForReason)
    assert reasoned.reason == "laid on the wrong card"
    assert reasoned.moves == plain.moves
    assert table.held("red") == 20_000
    for reason in ("", " ", 7, "two\nlines"):
        assert table.refusal("void", reason=reason) == "bad_input"


def test_again_and_again_back_to_the_opening() -> None:
    table = Table()
    table.turn("Ah", "2h")
    taken_back = 0
    while table.now.top:
        table("void")
        taken_back += 1
    assert taken_back == 7
    assert table.refusal("void") == "nothing_to_void"
    assert table.now.seats == {}


def test_a_bet_taken_back_may_be_placed_again_under_its_key() -> None:
    table = Table()
    arguments: dict[str, Any] = {"bet": "x", "player": "red", "kind": "single", "ranks": ["A"], "stake": 25}
    table("place_bet", **arguments)
    assert table.refusal("place_bet", **arguments) == "already_done"
    table("void")
    table("place_bet", **arguments)


def test_a_command_that_changed_nothing_stands_and_is_taken_back_by_itself() -> None:
    table = Table()
    bet = table.bet("A")
    table("uncopper_bet", bet=bet)
    table("void")
    assert bet in table.table.bets


@settings(max_examples=25)
@given(seed=seeds, data=st.data())
def test_any_command_taken_back_leaves_the_night_as_if_it_had_never_been(seed: int, data: st.DataObject) -> None:
    lines = [line for line in random_night(seed, most_lines=150) if line["do"] != "close_night"]
    stop = data.draw(st.integers(1, len(lines)))
    played = PureNight().play(lines[:stop])
    night, rows = played.now, played.result()["bets"]
    for line in lines[stop:]:
        if line["do"] == "void":
            continue
        try:
            played.do(line, 10_000)
        except Refusal:
            continue
        played.do({"do": "void"}, 10_001)
        assert played.now.seats == night.seats
        assert played.now == night
        assert balances_of(played.now) == balances_of(night)
        assert played.result()["bets"] == rows
        break
