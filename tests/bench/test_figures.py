from __future__ import annotations

import pytest

from bench.figures import Figure, in_turn


def figure(
    *ratios: float, at_least: float | None = None, at_most: float | None = None, held: float | None = None
) -> Figure:
    ones = (1.0,) * len(ratios)
    return Figure(
        what="ours", beside="theirs", unit="s", ours=ratios, theirs=ones, at_least=at_least, at_most=at_most, held=held
    )


def test_the_ratio_is_the_median_of_the_rounds_and_each_round_is_ours_over_theirs() -> None:
    one = Figure(what="ours", beside="theirs", unit="s", ours=(2.0, 9.0, 4.0), theirs=(1.0, 3.0, 1.0))
    assert one.ratios == (2.0, 3.0, 4.0)
    assert one.ratio == 3.0


@pytest.mark.parametrize(
    ("one", "reached", "missed"),
    [
        (figure(0.6, 0.5, 0.7, at_least=0.5), True, False),
        (figure(0.4, 0.5, 0.3, at_least=0.5), False, False),
        (figure(0.30, 0.31, 0.32, at_least=0.5), False, True),
        (figure(1.0, 1.4, 1.1, at_most=1.2), True, False),
        (figure(1.4, 1.5, 1.3, at_most=1.2), False, False),
        (figure(1.9, 2.0, 2.1, at_most=1.2), False, True),
    ],
)
def test_a_ratio_is_missed_only_where_it_is_off_by_more_than_the_spread_of_its_rounds(
    one: Figure, reached: bool, missed: bool
) -> None:
    assert (one.is_reached, one.is_missed) == (reached, missed)


def test_a_quick_run_holds_a_ratio_that_is_not_reached_yet_to_what_was() -> None:
    assert not figure(0.30, 0.31, 0.32, at_least=0.5, held=0.25).is_missed
    assert figure(0.20, 0.21, 0.22, at_least=0.5, held=0.25).is_missed
    assert figure(9.0, 9.0, 9.1, at_most=1.5, held=8).is_missed
    assert figure(9.0, at_most=1.5, held=8).held_to == "≤ 8"


def test_a_figure_without_a_goal_is_there_to_be_read() -> None:
    one = figure(100.0)
    assert (one.goal, one.is_reached, one.is_missed) == ("", True, False)


def test_measures_are_taken_in_turn_and_the_first_round_is_not_counted() -> None:
    taken: list[str] = []

    def taking(name: str) -> float:
        taken.append(name)
        return float(len(taken))

    ours, theirs = in_turn(2, lambda: taking("ours"), lambda: taking("theirs"))
    assert taken == ["ours", "theirs"] * 3
    assert (ours, theirs) == ((3.0, 5.0), (4.0, 6.0))
