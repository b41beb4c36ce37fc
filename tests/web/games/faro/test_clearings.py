"""Crowds on neighbouring spots: none lies on another, whatever lies where, and every stack is drawn."""

from __future__ import annotations

from itertools import combinations
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.games.faro.layout import KINDS
from web.games.faro.crowding import (
    HEAPED,
    LINE_PX,
    MINI_PX,
    TOTAL_PX,
    Crowd,
    Ground,
    Lie,
    cleared,
    forms_of,
    lies_of,
    plate_of,
)
from web.games.faro.spots import BAR_TOP, LEAST_UNIT_DOWN_PX, LEAST_UNIT_PX, spots

SPOTS = [spot for spot in spots(KINDS) if spot.ground is not Ground.ZONE]
END = BAR_TOP * LEAST_UNIT_DOWN_PX
LARGER = (1, 1.3, 2)
"""So many times larger may a tablet be."""
WIDE = 80.0
TOTAL = plate_of("$1000")
LEAST_SEEN_PX = 6
"""So much of a mark is seen beside the one that lies on it."""


def _crowd(spot_id: str, stacks: int, width: float = WIDE) -> Crowd:
    spot = next(one for one in SPOTS if one.id == spot_id)
    return Crowd(
        ground=spot.ground,
        x=spot.x * LEAST_UNIT_PX,
        y=spot.y * LEAST_UNIT_DOWN_PX,
        room=inf,
        reach=spot.target.height / 2 * LEAST_UNIT_DOWN_PX,
        widths=(width,) * stacks,
        alone=(-21, -16, 21, 16),
        total=TOTAL,
    )


def _rectangle(crowd: Crowd, lies: list[Lie], larger: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = crowd.alone
    if lies[0].slim:
        half = max(crowd.widths) / 2
        left, top, right, bottom = -half, -LINE_PX / 2, half, LINE_PX / 2
    if lies[0].mini:
        half = max(MINI_PX, crowd.total - max(lie.dx for lie in lies) + min(lie.dx for lie in lies)) / 2
        left, top, right, bottom = -half, -MINI_PX / 2, half, MINI_PX / 2 + TOTAL_PX
    x, y = crowd.x * larger, crowd.y * larger
    across, down = [lie.dx for lie in lies], [lie.dy for lie in lies]
    return x + min(across) + left, y + min(down) + top, x + max(across) + right, y + max(down) + bottom


@given(
    st.dictionaries(st.sampled_from([spot.id for spot in SPOTS]), st.integers(1, 10), min_size=2, max_size=14),
    st.sampled_from((52.0, 75.0, 95.0)),
)
def test_no_crowd_lies_on_another_on_any_tablet(lying: dict[str, int], width: float) -> None:
    crowds = [_crowd(spot, stacks, width) for spot, stacks in lying.items()]
    made = cleared(crowds, END)
    for larger in LARGER:
        taken = [_rectangle(crowd, lies, larger) for crowd, lies in zip(crowds, made, strict=True)]
        for (one, other), (first, second) in zip(combinations(taken, 2), combinations(lying, 2), strict=True):
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across <= 6 or down <= 2, (first, second, larger)
    for lies in made:
        for here, there in combinations(lies, 2):
            assert max(abs(here.dx - there.dx), abs(here.dy - there.dy)) >= LEAST_SEEN_PX


def test_what_is_in_nobodys_way_lies_as_by_itself() -> None:
    crowds = [_crowd("single-K", 6), _crowd("single-5", 3), _crowd("figure-8-9-10", 1)]
    assert cleared(crowds, END) == [lies_of(one.ground, one.widths, inf, one.forms[0]) for one in crowds]


@pytest.mark.parametrize(
    ("moves", "keeps"),
    [
        (("split-Q-K", 2), ("single-K", 3)),
        (("split-A-2", 2), ("single-A", 3)),
        (("figure-A-2-3", 1), ("single-2", 6)),
        (("figure-J-Q-K", 1), ("single-Q", 6)),
    ],
)
def test_what_lies_at_a_card_moves_before_amounts_are_given_up(moves: tuple[str, int], keeps: tuple[str, int]) -> None:
    beside, on_card = _crowd(*moves), _crowd(*keeps)
    moved, kept = cleared([beside, on_card], END)
    assert not any(lie.mini for lie in (*moved, *kept))
    assert kept == lies_of(on_card.ground, on_card.widths, inf, 1)


def test_of_two_in_each_others_way_the_larger_is_heaped() -> None:
    more, fewer = cleared([_crowd("split-A-K", 6, 52.0), _crowd("square-A-2-Q-K", 2, 52.0)], END)
    assert all(lie.mini for lie in more)
    assert all(lie.slim for lie in fewer)


def test_small_amounts_lie_in_two_columns_before_they_are_heaped() -> None:
    crowd = _crowd("single-2", 9, 40.0)
    assert forms_of(crowd.ground, crowd.widths, crowd.room) == (2, HEAPED)
    assert all(lie.slim for lie in cleared([crowd], END)[0])
