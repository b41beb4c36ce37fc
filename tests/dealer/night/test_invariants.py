"""What holds after every command of any night, legal or not; ``tools/soak`` asks the same of as many as one likes."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.random_nights import random_night
from tests.support.invariants import assert_invariants, assert_order_of_placing_is_all_one, assert_replayed
from tests.support.pure import PureNight

seeds = st.integers(0, 10**6)


@settings(max_examples=12)
@given(seed=seeds, data=st.data())
def test_after_every_command_it_holds_and_the_stored_facts_make_the_live_state(seed: int, data: st.DataObject) -> None:
    played = PureNight().play(random_night(seed, mischief=0.15), assert_invariants)
    assert_replayed(played, data.draw(st.integers(1, len(played.recorded))))


@settings(max_examples=8)
@given(seed=seeds, shuffle=st.integers(0, 10**6))
def test_settlement_does_not_depend_on_the_order_of_placing(seed: int, shuffle: int) -> None:
    assert_order_of_placing_is_all_one(random_night(seed, mischief=0, voids=0, roll=10**9), Random(shuffle))
