from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dealer.game.table import CHUNK, Grown

entries = st.dictionaries(st.text(max_size=4), st.integers(), max_size=3 * CHUNK)


def grown(held: dict[str, int]) -> Grown[int]:
    one = Grown[int]()
    for key, value in held.items():
        one = one.with_one(key, value)
    return one


@given(entries)
def test_it_holds_what_a_dict_holds_that_was_given_the_same_in_the_same_order(held: dict[str, int]) -> None:
    one = grown(held)
    assert list(one) == list(held)
    assert list(one.values()) == list(held.values())
    assert len(one) == len(held)
    assert all(key in one and one.get(key) == value for key, value in held.items())


@given(entries, st.text(min_size=5))
def test_what_it_grew_from_stays_as_it_was(held: dict[str, int], key: str) -> None:
    before = grown(held)
    after = before.with_one(key, 1)
    assert key not in before
    assert before.get(key) is None
    assert list(before) == list(held)
    assert list(after) == [*held, key]
