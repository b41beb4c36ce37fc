"""Tries counted by address: waits that grow, a day that forgets, and a table that does not."""

from __future__ import annotations

import pytest

from dealer.commands.refusal import Refusal
from web.app.authentication import FREE_TRIES, MOST_ADDRESSES, AddressLimits

A_DAY_S = 24 * 60 * 60.0


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def is_held_up(limits: AddressLimits, address: str) -> bool:
    try:
        limits.check(address)
    except Refusal as refused:
        return refused.code == "sign_in_locked"
    return False


def test_after_ten_wrong_tries_each_further_one_makes_the_next_wait_longer(clock: Clock) -> None:
    limits, waits = AddressLimits(clock), []
    for _ in range(FREE_TRIES + 9):
        limits.note_wrong("10.0.0.9")
        waits.append(int(limits.held_up()[0].wait.total_seconds()) if limits.held_up() else 0)
        assert is_held_up(limits, "10.0.0.9") == bool(waits[-1])
        assert not is_held_up(limits, "10.0.0.8")
        clock.now_s += waits[-1]
        assert not is_held_up(limits, "10.0.0.9")
    assert waits == [0] * 9 + [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


def test_the_sentence_says_how_many_and_how_long(clock: Clock) -> None:
    limits = AddressLimits(clock)
    for _ in range(FREE_TRIES):
        limits.note_wrong("10.0.0.9")
    with pytest.raises(Refusal, match=r"10 wrong tries from the address of this device: .* in 30 seconds\."):
        limits.check("10.0.0.9")


def test_a_day_without_a_wrong_try_forgets_them(clock: Clock) -> None:
    limits = AddressLimits(clock)
    for _ in range(FREE_TRIES + 5):
        limits.note_wrong("10.0.0.9")
    clock.now_s += A_DAY_S
    limits.note_wrong("10.0.0.9")
    assert not is_held_up(limits, "10.0.0.9")
    assert limits.held_up() == []


def test_the_table_is_bounded_and_keeps_those_who_go_on(clock: Clock) -> None:
    limits = AddressLimits(clock)
    for _ in range(FREE_TRIES):
        limits.note_wrong("10.0.0.9")
    for number in range(2 * MOST_ADDRESSES):
        limits.note_wrong(f"2001:db8:{number:x}::1")
        if number % 1000 == 0:
            limits.note_wrong("10.0.0.9")
    assert len(limits) == MOST_ADDRESSES
    assert is_held_up(limits, "10.0.0.9")


def test_all_are_forgotten_at_a_word(clock: Clock) -> None:
    limits = AddressLimits(clock)
    for _ in range(FREE_TRIES):
        limits.note_wrong("10.0.0.9")
    limits.forget()
    assert not is_held_up(limits, "10.0.0.9")
