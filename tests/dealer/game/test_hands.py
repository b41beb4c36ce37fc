"""Hands dealt for chips: whose deal it is, antes put in by all or none, what a voided hand and the close give back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.game.hands import HandTable, antes, check_deals, check_number, left_over, with_hand
from dealer.game.house import ChipHouse, divided
from events.facts.fact import Fact
from events.facts.play import AntePut, AnteReturned, PotShared
from events.games.spoil_five import SpoilHandBegun, SpoilHandVoided
from ledger.accounts import POT, checks, move
from ledger.ledger import Ledger

SEATS = ("red", "blue", "white")
BEGUN = SpoilHandBegun(hand=1, dealer="blue", players=("white", "red", "blue"), without_cards=())


def table(**more: Any) -> HandTable:
    return HandTable(house=ChipHouse(chip=10), seats=SEATS, **more)


def after(before: HandTable, *facts: Fact) -> HandTable:
    for fact in facts:
        before = with_hand(before, fact)
    return before


def bought(**cents: int) -> Ledger:
    return Ledger().post(move(f"cash.bought:{player}", checks(player), amount) for player, amount in cents.items())


def test_the_first_dealer_is_free_then_the_deal_goes_to_the_left() -> None:
    assert table().dealer_due(SEATS) == ""
    begun = after(table(), BEGUN)
    assert begun.dealer_due(SEATS) == "white"
    assert begun.dealer_due(("red", "blue")) == "red"


def test_after_a_voided_hand_the_same_player_deals_again_or_the_next_who_plays() -> None:
    voided = after(table(), BEGUN, SpoilHandVoided(hand=1, reason="short"))
    assert voided.dealer_due(SEATS) == "blue"
    assert voided.dealer_due(("red", "white")) == "white"
    again = after(voided, replace(BEGUN, hand=2))
    assert again.dealer_due(SEATS) == "white"


def test_only_the_dealer_who_is_due_deals() -> None:
    check_deals("", "red")
    check_deals("red", "red")
    with pytest.raises(Refusal) as refused:
        check_deals("red", "blue")
    assert refused.value.code == "not_your_turn"


@pytest.mark.parametrize("number", [1, 9])
def test_a_game_is_for_so_many(number: int) -> None:
    check_number("This", 2, 2, 8)
    check_number("This", 8, 2, 8)
    with pytest.raises(Refusal) as refused:
        check_number("This", number, 2, 8)
    assert refused.value.code == "not_allowed_here"


def test_antes_are_put_in_by_everybody_or_by_nobody() -> None:
    paid = antes(table(), bought(red=20, blue=20, white=20), BEGUN, 2, AntePut)
    assert [(one.player, one.chips, one.moves) for one in paid if isinstance(one, AntePut)] == [
        (player, 2, (move(checks(player), POT, 20),)) for player in BEGUN.players
    ]
    with pytest.raises(Refusal) as refused:
        antes(table(), bought(red=20, blue=19, white=20), BEGUN, 2, AntePut)
    assert refused.value.code == "not_enough_checks"
    assert "blue" in refused.value.why
    assert antes(table(), Ledger(), BEGUN, 0, AntePut) == ()


def test_the_close_gives_back_the_antes_of_a_hand_that_is_on_and_divides_what_lay_before() -> None:
    on = table(is_on=True, round=2, dealer="red", put_in={"red": 1, "white": 1}, pot_cents=60)
    facts = left_over(on, AnteReturned, PotShared)
    assert [(one.player, one.chips) for one in facts if isinstance(one, AnteReturned)] == [("red", 1), ("white", 1)]
    assert [(one.player, one.chips) for one in facts if isinstance(one, PotShared)] == [
        ("blue", 2),
        ("white", 1),
        ("red", 1),
    ]


@given(
    chips=st.integers(0, 100),
    dealer=st.sampled_from(("", *SEATS)),
    away=st.frozensets(st.sampled_from(SEATS)),
)
def test_a_pot_left_over_goes_to_who_sits_else_to_all_and_none_of_it_is_lost(
    chips: int, dealer: str, away: frozenset[str]
) -> None:
    facts = left_over(table(dealer=dealer, away=away, pot_cents=chips * 10), AnteReturned, PotShared)
    parts = {one.player: one.chips for one in facts if isinstance(one, PotShared)}
    sharing = [player for player in SEATS if player not in away] or SEATS
    assert sum(parts.values()) == chips
    assert set(parts) <= set(sharing)
    assert max(parts.values(), default=0) - min((parts.get(player, 0) for player in sharing), default=0) <= 1


def test_odd_chips_go_to_the_first() -> None:
    assert divided(5, ("white", "red", "blue")) == {"white": 2, "red": 2, "blue": 1}
    assert divided(1, ("white", "red")) == {"white": 1}
    assert divided(0, ("white", "red")) == {}
