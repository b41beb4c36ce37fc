"""Folding: many facts at once make what they make one by one, and what is not kept is folded again as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from typing import Any
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.night import evolve
from dealer.night.evolve import AT_HAND, CHECKPOINT, FAR, LookingBack, fold, night_before
from dealer.night.night import Frame, Night, Slips, opening
from events.facts.night import NightOpened
from events.records import Recorded
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_games import random_night_with_bidding
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight

MAKES = (random_night, random_fan_tan_night, random_night_of_both, random_night_with_bidding)
FEW_KEPT = patch.multiple(evolve, CHECKPOINT=4, AT_HAND=8, FAR=16)
"""Little is kept of a night, so that much is folded again."""

SEEDS = st.tuples(st.sampled_from(MAKES), st.integers(0, 10**6), st.sampled_from((0, 3, AT_HAND)))


def lines(make: Any, seed: int) -> list[dict[str, Any]]:
    """The commands of a random night in which much is taken back and put right; it is not closed."""
    return [one for one in make(seed, amends=0.05, voids=0.08, most_lines=220) if one["do"] != "close_night"]


def one_by_one(facts: Sequence[Recorded]) -> Night:
    """The night that facts make, each folded by itself onto the night before it."""
    first, *rest = facts
    assert isinstance(first.fact, NightOpened)
    night = opening(first.stream, first.fact, first.command)
    for one in rest:
        night = evolve.evolve(night, one.command, one.fact)
    return night


def stack(night: Night) -> Iterator[Frame]:
    """The frames of a night, corrections too, from the top down."""
    frame = night.top
    while frame:
        yield frame
        frame = frame.below


def assert_same(found: Night, expected: Night) -> None:
    """Assert that two nights are the same, and have the same to take back, down to the opening."""
    assert (found, found.slips, found.opened_by) == (expected, expected.slips, expected.opened_by)
    both = list(zip(stack(found), stack(expected), strict=True))
    back, back_too = LookingBack(), LookingBack()
    for one, other in both:
        assert (one.command, one.facts, one.words_of) == (other.command, other.facts, other.words_of)
        before, expected_before = back.before(one), back_too.before(other)
        assert before == night_before(one) == expected_before
        assert before.slips == expected_before.slips
        assert (before.top and before.top.command) == (one.below and one.below.command)


@settings(max_examples=25)
@given(SEEDS)
def test_facts_folded_at_once_make_what_they_make_one_by_one(drawn: tuple[Any, int, int]) -> None:
    make, seed, later = drawn
    facts = PureNight().play(lines(make, seed)).recorded
    expected = one_by_one(facts)
    at = max(len(facts) - later, 1)
    while at < len(facts) and facts[at].command == facts[at - 1].command:
        at += 1
    with FEW_KEPT:
        assert_same(fold(facts), expected)
        assert_same(fold(facts[at:], fold(facts[:at])), expected)


@settings(max_examples=25)
@given(SEEDS)
def test_what_was_let_go_of_is_folded_again_as_it_was(drawn: tuple[Any, int, int]) -> None:
    make, seed, _ = drawn
    night, before_each = PureNight(), dict[str, Night]()
    with FEW_KEPT:
        for line in lines(make, seed):
            before = night.night
            night.play([line])
            if before and night.now.top and night.now.top.below is before.top:
                before_each.setdefault(night.now.top.command, before)
        for frame in stack(night.now):
            found, expected = night_before(frame), before_each[frame.command]
            assert (found, found.slips) == (expected, expected.slips)


def test_of_a_long_night_the_last_nights_are_kept_and_of_the_others_few() -> None:
    night = PureNight()
    opening_line = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "house": "american"}
    night.do({**opening_line, "roll": 500_000, "dealer": "D"})
    night("seat_player", player="red", name="Red")
    for _ in range(1_000):
        night("buy_checks", player="red", amount=500)
    kept, again = ([frame.kept is not None for frame in stack(one)] for one in (night.now, fold(night.recorded)))
    assert all(kept[:AT_HAND])
    for found in (kept, again):
        assert sum(found) <= AT_HAND + CHECKPOINT + 2 * FAR / CHECKPOINT + len(found) / FAR


def test_the_commands_of_a_night_without_end_are_let_go_of_without_a_stack_as_deep() -> None:
    night = Frame(command="c", below=None, slips=Slips(), place=0)
    for number in range(200_000):
        night = Frame(command="c", below=night, slips=night.slips, place=number % FAR)
    del night
    gc.collect()
