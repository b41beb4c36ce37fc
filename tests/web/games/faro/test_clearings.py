"""Crowds on neighbouring spots: none lies on another, whatever lies where, and what has no room is counted."""

from __future__ import annotations

from itertools import combinations
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.games.faro.layout import KINDS
from web.games.faro.tablet.clearings import Crowd, cleared
from web.games.faro.tablet.crowds import LINE_PX, Ground, Lie, lies_of, slim_width
from web.games.faro.tablet.spots import BAR_TOP, LEAST_UNIT_DOWN_PX, LEAST_UNIT_PX, spots

SPOTS = [spot for spot in spots(KINDS) if spot.ground is not Ground.ZONE]
END = BAR_TOP * LEAST_UNIT_DOWN_PX
LARGER = (1, 1.3, 2)
"""So many times larger may a tablet be."""
WIDE = 80.0


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
    )


def _rectangle(crowd: Crowd, lies: list[Lie], larger: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = crowd.alone
    if lies[0].slim:
        half = slim_width(crowd.widths, crowd.room, lies) / 2
        left, top, right, bottom = -half, -LINE_PX / 2, half, LINE_PX / 2
    x, y = crowd.x * larger, crowd.y * larger
    across, down = [lie.dx for lie in lies], [lie.dy for lie in lies]
    return x + min(across) + left, y + min(down) + top, x + max(across) + right, y + max(down) + bottom


@given(
    st.dictionaries(st.sampled_from([spot.id for spot in SPOTS]), st.integers(1, 8), min_size=2, max_size=14),
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


def test_what_is_in_nobodys_way_lies_as_by_itself() -> None:
    crowds = [_crowd("single-K", 6), _crowd("single-5", 3), _crowd("figure-8-9-10", 1)]
    assert cleared(crowds, END) == [lies_of(one.ground, one.widths, inf) for one in crowds]


@pytest.mark.parametrize("beside", ["split-Q-K", "split-A-2"])
def test_what_lies_between_two_cards_moves_up_before_any_is_counted(beside: str) -> None:
    card = "single-K" if beside == "split-Q-K" else "single-A"
    between, on_card = cleared([_crowd(beside, 2), _crowd(card, 3)], END)
    assert not any(lie.hidden for lie in (*between, *on_card))
    assert on_card == lies_of(_crowd(card, 3).ground, (WIDE,) * 3, inf)


def test_of_two_in_each_others_way_the_larger_counts_more() -> None:
    more, fewer = cleared([_crowd("split-A-K", 6), _crowd("square-A-2-Q-K", 2)], END)
    assert sum(lie.hidden for lie in more) > sum(lie.hidden for lie in fewer)


def test_one_that_lies_alone_is_never_counted() -> None:
    lone = [_crowd(spot.id, 1) for spot in SPOTS]
    crowds = [*lone, _crowd("single-K", 6)]
    *alone, crowd = cleared(crowds, END)
    assert not any(lies[0].hidden for lies in alone)
    assert any(lie.hidden for lie in crowd)
