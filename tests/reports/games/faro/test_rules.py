"""What the sheet of house rules says of limits and of dead cards is what the table does."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dealer.commands.fields import RANKS
from reports.games.faro.rules import faro_rules
from reports.words.house_rules import Sentences
from tests.support.table import Table

LAST_THREE = ("Ah", "Qh", "Jh")


def said(table: Table, setting: str) -> str:
    """The sentence of a setting of the table's house."""
    groups: list[Sentences] = [*faro_rules(table.table.house).values()]
    (sentence,) = (group[setting] for group in groups if setting in group)
    return sentence


def amounts(sentence: str) -> list[int]:
    """The amounts of a sentence, in cents."""
    return [
        int(whole.replace(",", "")) * 100 + int(cents) for whole, cents in re.findall(r"\$([\d,]+)\.(\d\d)", sentence)
    ]


def deal_to_the_last_three(table: Table, first: tuple[str, ...] = ()) -> None:
    """Deal the 24 turns before the last, some cards first."""
    ranked = [rank + suit for rank in RANKS for suit in "shdc"]
    pack = [*first, *(card for card in ranked if card not in {"Ks", *first, *LAST_THREE})]
    for loser, winner in zip(pack[::2], pack[1::2], strict=True):
        table("turn", loser=loser, winner=winner)


def assert_at_most(table: Table, most_cents: int, do: str, **asked: Any) -> None:
    """Assert that this may be so much and no smallest check more; what is tried is not kept."""
    before = table.now
    more = {"bet": "tried", "player": "red", "stake": most_cents + 25}
    assert table.refusal(do, **asked, **more) == "over_limit"
    table(do, **asked, **more | {"stake": most_cents})
    table.night = before


@pytest.mark.parametrize("case_limit", [2_500, 15_000])
def test_a_single_bet_on_a_case_card_is_held_to_its_limit_and_every_other_bet_to_the_other(case_limit: int) -> None:
    table = Table(minimum=500, limit=10_000, case_limit=case_limit)
    least, most = amounts(said(table, "limit"))
    (on_a_case_card,) = amounts(said(table, "case_limit"))
    assert said(table, "case_limit").startswith("A single bet on a case card")
    single: dict[str, Any] = {"kind": "single", "ranks": ["A"]}
    assert_at_most(table, most, "place_bet", **single)
    assert table.refusal("place_bet", bet="tried", player="red", stake=least - 25, **single) == "under_minimum"
    deal_to_the_last_three(table)
    assert_at_most(table, on_a_case_card, "place_bet", **single)
    assert_at_most(table, most, "place_bet", kind="split", ranks=["Q", "J"])
    assert_at_most(table, most, "call_turn", order=["A", "Q", "J"])


@pytest.mark.parametrize("sleepers", ["returned", "dealer"])
@pytest.mark.parametrize("after_hock", ["returned", "dealer"])
def test_what_dies_before_the_last_turn_is_a_sleeper_and_what_dies_in_it_lies_after_the_last_card(
    sleepers: str, after_hock: str
) -> None:
    table = Table(sleepers=sleepers, after_hock=after_hock)
    table.bet("2", 100)
    before = table.held("red")
    deal_to_the_last_three(table, ("3s", "2s", "3h", "2h", "3d", "2d", "3c", "2c"))
    assert "before the last turn is a sleeper" in said(table, "sleepers")
    # Four turns won 100 each; then all of them were out, and the stake went with that turn.
    back = {"returned": "goes back to its owner", "dealer": "is the bank’s"}
    assert back[sleepers] in said(table, "sleepers")
    assert table.held("red") - before == 400 + (100 if sleepers == "returned" else 0)
    assert not [bet for bet in table.table.bets.values() if bet.player == "red"]
    table.bet("A", 300, player="blue")
    before = table.held("blue")
    table("turn", loser="Qh", winner="Ah")
    assert [bet.player for bet in table.table.bets.values()] == ["blue"]
    table("expose_hock", card="Jh")
    gone = {"returned": "goes back to its owners", "dealer": "is the bank’s"}
    assert gone[after_hock] in said(table, "after_hock")
    assert table.held("blue") - before == 300 + (300 if after_hock == "returned" else 0)


def test_what_may_be_taken_down_between_the_last_turn_and_the_hock() -> None:
    for lifted in (True, False):
        table = Table(lift_before_hock=lifted)
        deal_to_the_last_three(table)
        bet = table.bet("A", 300)
        table("bar_bet", bet=bet)
        table("call_turn", bet="call", player="red", order=["A", "J", "Q"], stake=100)
        table("turn", loser="Ah", winner="Jh")
        if lifted:
            assert "a bet, but not a call, may be taken down until the hock" in said(table, "lift_before_hock")
            table("take_down_bet", bet=bet)
            assert table.refusal("take_down_bet", bet="call") == "not_allowed_here"
        else:
            assert "nothing may be taken down before the hock" in said(table, "lift_before_hock")
            assert table.refusal("take_down_bet", bet=bet) == "wrong_phase"
