"""Holm's correction by hand."""

from __future__ import annotations

import pytest

from dealer.statistics import Look, weighed


def look(name: str, chance: float) -> Look:
    return Look(name=name, title=name, observed="", square="", chance=chance, way="exact", means="")


def test_the_rarest_counts_for_all_looks_and_none_is_rarer_than_one_before_it() -> None:
    looks = weighed([look("a", 0.02), look("b", 0.01), look("c", 0.9), look("d", 0.011)])
    assert [one.look.name for one in looks] == ["a", "b", "c", "d"]
    assert [one.corrected for one in looks] == pytest.approx([0.04, 0.04, 0.9, 0.04])
    assert [one.stands_out for one in looks] == [True, True, False, True]


def test_no_corrected_chance_is_over_one() -> None:
    assert [one.corrected for one in weighed([look("a", 0.6), look("b", 0.7)])] == [1.0, 1.0]
    assert weighed([]) == ()
