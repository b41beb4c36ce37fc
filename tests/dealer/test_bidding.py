"""Who speaks next and when a bidding is over, against a plain reading of each kind (rulebook G0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.game.bidding import (
    ANTICLOCKWISE,
    CLOCKWISE,
    CLOSED,
    DEALER_FIRST,
    ONCE,
    OPEN,
    Bidding,
    Turns,
    begun,
    check_higher,
    higher_than,
    with_call,
)
from dealer.game.forecast import value_of
from events.common.play import BidMade, BidPassed, ContractNamed

SEATS = ("red", "blue", "white", "black", "yellow", "green")
SAID = st.lists(st.booleans(), max_size=40)
"""What those whose turn it is say: whether they bid one more than the last, or pass."""
Reading = Callable[[tuple[str, ...], list[tuple[str, bool]]], str]


def after_call(bidding: Bidding, turns: Turns, bids: bool) -> Bidding:
    """The bidding after whoever is asked has bid one more, or passed."""
    call: dict[str, Any] = {"game": "any", "hand": 1, "turn": 1, "player": bidding.turn}
    return with_call(bidding, BidMade(**call, bid=int(bidding.bid or 0) + 1) if bids else BidPassed(**call), turns)


def next_of_once(order: tuple[str, ...], calls: list[tuple[str, bool]]) -> str:
    return order[len(calls)] if len(calls) < len(order) else ""


def next_of_open(order: tuple[str, ...], calls: list[tuple[str, bool]]) -> str:
    passes = next((n for n, (_, bids) in enumerate(reversed(calls)) if bids), None)
    if len(calls) == len(order) and passes is None:
        return ""
    if passes is not None and passes == len(order) - 1:
        return ""
    return order[len(calls) % len(order)]


def next_of_closed(order: tuple[str, ...], calls: list[tuple[str, bool]]) -> str:
    left = [player for player in order if (player, False) not in calls]
    if not left or (len(left) == 1 and (left[0], True) in calls):
        return ""
    last = order.index(calls[-1][0]) if calls else -1
    return next(player for player in (*order[last + 1 :], *order[: last + 1]) if player in left)


KINDS: dict[str, tuple[Turns, Reading]] = {
    "once": (ONCE, next_of_once),
    "open": (OPEN, next_of_open),
    "closed": (CLOSED, next_of_closed),
}


@pytest.mark.parametrize("kind", KINDS)
@given(players=st.integers(2, 6), script=SAID)
def test_the_next_bidder_is_the_one_of_a_plain_reading(kind: str, players: int, script: list[bool]) -> None:
    turns, reading = KINDS[kind]
    bidding, text = begun(SEATS[:players]), list[tuple[str, bool]]()
    for bids in script:
        assert bidding.turn == reading(bidding.order, text)
        if not bidding.turn:
            break
        text.append((bidding.turn, bids))
        bidding = after_call(bidding, turns, bids)
    assert bidding.turn == reading(bidding.order, text)
    assert len(set(bidding.waiting)) == len(bidding.waiting)
    last = next((player for player, bids in reversed(text) if bids), None)
    assert bidding.bidder == last
    assert (bidding.bid is None) == (last is None)


@pytest.mark.parametrize("kind", KINDS)
@given(players=st.integers(2, 6), script=SAID)
def test_the_players_waited_for_speak_in_that_order_if_all_pass(kind: str, players: int, script: list[bool]) -> None:
    turns, _ = KINDS[kind]
    bidding = begun(SEATS[:players])
    for bids in script:
        if bidding.waiting:
            bidding = after_call(bidding, turns, bids)
    expected, spoke = bidding.waiting, list[str]()
    while bidding.waiting:
        spoke.append(bidding.turn)
        bidding = after_call(bidding, turns, bids=False)
    assert tuple(spoke) == expected


def test_the_bidding_begins_at_the_left_with_the_dealer_or_goes_to_the_right() -> None:
    from_the_left = {"players": ["blue", "white", "red"]}
    assert value_of(CLOCKWISE, from_the_left, {}) == from_the_left["players"]
    assert value_of(DEALER_FIRST, from_the_left, {}) == ["red", "blue", "white"]
    assert value_of(ANTICLOCKWISE, from_the_left, {}) == ["red", "white", "blue"]


@given(bids=st.lists(st.integers(0, 99), min_size=1, unique=True), data=st.data())
def test_a_bid_is_refused_exactly_where_it_is_not_among_the_higher_ones(bids: list[int], data: st.DataObject) -> None:
    stands, bid = data.draw(st.sampled_from(bids)), data.draw(st.sampled_from(bids))
    named = ContractNamed(game="any", hand=1, turn=1, player="red", bid=stands)
    bidding = with_call(begun(SEATS[:3]), named, ONCE)
    assert (bidding.waiting, bidding.bidder) == ((), "red")
    if bid in higher_than(bidding, bids):
        check_higher(bidding, bid, bids)
    else:
        with pytest.raises(Refusal, match="Bid more than"):
            check_higher(bidding, bid, bids)
    assert higher_than(begun(SEATS), bids) == tuple(bids)
