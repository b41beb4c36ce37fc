"""In how many orders cards come in turns of one rank or of two, against every order of a few cards."""

from __future__ import annotations

from itertools import permutations

import pytest

from dealer.games.faro.percentages import pairings, unmatched


def by_counting(counts: tuple[int, ...], turns: int, matched: int) -> int:
    """The orders in which the first ``matched`` turns are of one rank, and so many after them of two ranks."""
    cards = [(rank, card) for rank, number in enumerate(counts) for card in range(number)]
    return sum(
        all((order[2 * turn][0] == order[2 * turn + 1][0]) == (turn < matched) for turn in range(matched + turns))
        for order in permutations(cards, 2 * (matched + turns))
    )


@pytest.mark.parametrize("counts", [(), (1,), (4,), (2, 2, 2), (3, 2, 1), (4, 3), (1, 1, 1, 1)])
def test_every_order_is_counted(counts: tuple[int, ...]) -> None:
    for turns in range(sum(counts) // 2 + 1):
        of_one_rank = pairings(counts)[turns] if turns < len(pairings(counts)) else 0
        assert of_one_rank == by_counting(counts, 0, turns)
        for matched in range(sum(counts) // 2 - turns + 1):
            assert unmatched(counts, turns, matched) == by_counting(counts, turns, matched)


def test_a_whole_pack_gives_two_of_one_rank_once_in_seventeen_turns() -> None:
    assert pairings((4,) * 13)[1] * 17 == 52 * 51
    assert unmatched((4,) * 13, 1) * 17 == 52 * 51 * 16
