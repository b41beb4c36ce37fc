"""So many at once, then so many a second; which connections begin, and when."""

from __future__ import annotations

import pytest

from web.app.authorization import Caller
from web.serving.limits import Admission, RequestRate


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
    monkeypatch.setattr("web.serving.limits.REMEMBERED", 3)
    rate = RequestRate(rate_s=1, at_once=1)
    for number in range(100):
        rate.pause_s(number, 0.0)
    assert not rate.has_room(99, 0.0)
    assert rate.has_room(0, 0.0)


ONE, OTHER = Caller("stranger", "10.0.0.7"), Caller("stranger", "10.0.0.8")


def admission(everybody: int = 100, each: int = 2) -> tuple[Admission[str], list[str]]:
    begun: list[str] = []
    made = Admission(
        begun.append,
        everybody=RequestRate(rate_s=everybody, at_once=everybody),
        each=RequestRate(rate_s=each, at_once=each),
    )
    return made, begun


def test_in_peace_each_begins_at_once() -> None:
    made, begun = admission()
    made.ask(ONE, "a", 0.0)
    made.ask(OTHER, "b", 0.0)
    assert begun == ["a", "b"]
    assert not made


def test_in_a_flood_the_newest_begin_first() -> None:
    made, begun = admission()
    for name in "abcdef":
        made.ask(ONE, name, 0.0)
    assert begun == ["a", "b"]
    made.go_on(0.5)
    made.go_on(0.6)
    assert begun == ["a", "b", "f"]
    made.go_on(1.1)
    assert begun == ["a", "b", "f", "e"]


def test_a_flood_from_one_address_is_nothing_to_another() -> None:
    made, begun = admission()
    for number in range(100):
        made.ask(ONE, f"flood {number}", 0.0)
    made.ask(OTHER, "other", 0.0)
    assert begun[-1] == "other"


def test_where_all_of_them_are_too_many_they_have_their_turns() -> None:
    made, begun = admission(everybody=1)
    for number in range(3):
        made.ask(ONE, f"one {number}", 0.0)
        made.ask(OTHER, f"other {number}", 0.0)
    for second in (1.0, 2.0, 3.0, 4.0, 5.0):
        made.go_on(second)
    assert begun == ["one 0", "other 2", "one 2", "other 1", "one 1", "other 0"]
    assert not made


def test_who_is_gone_does_not_begin() -> None:
    made, begun = admission(each=1)
    for name in "abc":
        made.ask(ONE, name, 0.0)
    made.forget(ONE, "c")
    made.forget(ONE, "c")
    made.go_on(1.0)
    assert begun == ["a", "b"]
    assert not made
