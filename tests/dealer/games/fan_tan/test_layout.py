"""Which cards can be laid (rulebook 3), counted against known numbers and against a brute-force reading."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.commands.fields import RANKS
from dealer.game.cards import PACK
from dealer.games.fan_tan.state import Layout, in_order

WAYS = [4, 20, 112, 680, 4384, 29600, 207232]
WAYS_AFTER_A_SEVEN = [5, 28, 170, 1096, 7400, 51808]
SEVENS = ("7",)
FIVE_OR_NINE = ("5", "9")


def ways(start: Layout, cards: int) -> list[int]:
    """How many ways there are to lay the first 1, 2, ... cards from a layout, whoever holds them."""
    reached: Counter[tuple[tuple[str, tuple[int, int]], ...]] = Counter({_key(start): 1})
    layouts = {_key(start): start}
    counts = []
    for _ in range(cards):
        after: Counter[tuple[tuple[str, tuple[int, int]], ...]] = Counter()
        for key, times in reached.items():
            for card in layouts[key].playable():
                layout = layouts[key].lay(card)
                layouts[_key(layout)] = layout
                after[_key(layout)] += times
        reached = after
        counts.append(sum(after.values()))
    return counts


def _key(layout: Layout) -> tuple[tuple[str, tuple[int, int]], ...]:
    return tuple(sorted(layout.runs.items()))


def could_be_laid(card: str, laid: list[str], openers: tuple[str, ...], first: str = "") -> bool:
    """Playability read off the cards that lie, one by one, with no run kept of anything."""
    if card in laid:
        return False
    if not laid and first:
        return card == first
    rank, suit = card[:-1], card[-1]
    if all(one[-1] != suit for one in laid):
        opening = laid[0][:-1] if laid else None
        return rank in openers and opening in (None, rank)
    at = RANKS.index(rank)
    beside = [RANKS[place] + suit for place in (at - 1, at + 1) if 0 <= place < len(RANKS)]
    return any(one in laid for one in beside)


def test_the_first_seven_cards_can_be_laid_in_as_many_ways_as_are_known() -> None:
    assert ways(Layout(SEVENS), 7) == WAYS


def test_after_a_first_seven_the_next_six_cards_can_be_laid_in_as_many_ways_as_are_known() -> None:
    assert ways(Layout(SEVENS).lay("7d"), 6) == WAYS_AFTER_A_SEVEN


def test_the_ways_are_those_of_a_brute_force_count() -> None:
    """Every order of the first five cards, laid one by one on a bare list."""

    def count(laid: list[str], left: int) -> int:
        able = [card for card in PACK if could_be_laid(card, laid, SEVENS)]
        return len(able) if left == 1 else sum(count([*laid, card], left - 1) for card in able)

    assert [count([], cards) for cards in range(1, 6)] == WAYS[:5]


def test_five_or_nine_opens_with_either_and_then_with_that_one_alone() -> None:
    layout = Layout(FIVE_OR_NINE)
    assert layout.playable() == in_order(rank + suit for rank in FIVE_OR_NINE for suit in "shdc")
    after = layout.lay("9h")
    assert after.playable() == in_order(["9s", "8h", "10h", "9d", "9c"])


def test_where_a_certain_seven_lies_first_no_other_card_does() -> None:
    layout = Layout(SEVENS, first="7d")
    assert layout.playable() == ("7d",)
    assert layout.lay("7d").playable() == in_order(["7s", "7h", "6d", "8d", "7c"])


def test_a_suit_is_full_from_the_ace_to_the_king() -> None:
    layout = Layout(SEVENS).lay("7c")
    for rank in ("6", "5", "4", "3", "2", "A", "8", "9", "10", "J", "Q", "K"):
        assert layout.takes(rank + "c")
        layout = layout.lay(rank + "c")
    assert not [card for card in layout.playable() if card[-1] == "c"]
    assert all(layout.holds(rank + "c") for rank in RANKS)


@pytest.mark.parametrize(("opener", "beside"), [("7h", ("6h", "8h")), ("5s", ("4s", "6s")), ("9d", ("8d", "10d"))])
def test_an_opener_has_a_card_below_and_a_card_above(opener: str, beside: tuple[str, str]) -> None:
    assert Layout.neighbours(opener) == beside


@given(st.data(), st.sampled_from([SEVENS, FIVE_OR_NINE]), st.sampled_from(["", "7d", "7h"]))
def test_what_can_be_laid_is_what_brute_force_says(data: st.DataObject, openers: tuple[str, ...], first: str) -> None:
    if openers == FIVE_OR_NINE:
        first = ""
    layout, laid = Layout(openers, first=first), list[str]()
    while len(laid) < 52:
        able = [card for card in PACK if could_be_laid(card, laid, openers, first)]
        assert list(layout.playable()) == able
        assert [card for card in PACK if layout.holds(card)] == list(in_order(laid))
        if data.draw(st.integers(0, 30)) == 0:
            break
        card = data.draw(st.sampled_from(able))
        layout = layout.lay(card)
        laid.append(card)
