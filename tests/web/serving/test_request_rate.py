"""So many at once, then so many a second."""

from __future__ import annotations

import pytest

from web.serving import request_rate
from web.serving.request_rate import RequestRate


def test_after_what_comes_at_once_the_rest_comes_evenly() -> None:
    rate = RequestRate(rate_s=10, at_once=3, longest_pause_s=1)
    assert [rate.pause_s("a", 100.0) for _ in range(5)] == pytest.approx([0, 0, 0, 0.1, 0.2])
    assert rate.pause_s("b", 100.0) == 0
    assert rate.pause_s("a", 100.5) == pytest.approx(0)


def test_what_would_wait_too_long_counts_for_nothing() -> None:
    rate = RequestRate(rate_s=10, at_once=1, longest_pause_s=0.5)
    pauses = [rate.pause_s("a", 0.0) for _ in range(50)]
    assert pauses[:6] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5])
    assert set(pauses[6:]) == {None}
    assert rate.pause_s("a", 0.1) == pytest.approx(0.5)


def test_something_large_counts_as_several() -> None:
    rate = RequestRate(rate_s=10, at_once=4, longest_pause_s=1)
    assert rate.pause_s("a", 0.0, 4) == 0
    assert rate.pause_s("a", 0.0) == pytest.approx(0.1)


def test_room_is_looked_for_without_being_taken() -> None:
    rate = RequestRate(rate_s=10, at_once=1)
    assert rate.has_room("a", 0.0)
    assert rate.has_room("a", 0.0)
    rate.pause_s("a", 0.0)
    assert not rate.has_room("a", 0.05)
    assert rate.has_room("a", 0.11)


def test_no_crowd_of_callers_is_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_rate, "REMEMBERED", 3)
    rate = RequestRate(rate_s=1, at_once=1)
    for number in range(100):
        rate.pause_s(number, 0.0)
    assert not rate.has_room(99, 0.0)
    assert rate.has_room(0, 0.0)
