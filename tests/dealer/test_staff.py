"""The register of the staff: who is engaged, and how wrong PINs lock a name. Pure: time is an argument."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.refusal import Refusal
from dealer.staff import LOCKED_FOR, WRONG_PINS, Register, decide, evolve_all, read_staff_command

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
DEVICE = "tablet-0001"
NAMES = ("M. Earp", "Doc Holliday", "L. Short")


def hour(after: timedelta = timedelta(0)) -> str:
    return (START + after).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def after(register: Register, do: str, name: str, at: str = hour(), sent_by: str = DEVICE, **more: Any) -> Register:
    """The register after a command that is taken."""
    made = decide(register, read_staff_command({"do": do, "name": name, **more}), at)
    return evolve_all(register, made, at, sent_by)


def refusal(register: Register, do: str, name: str, at: str = hour(), **more: Any) -> str:
    with pytest.raises(Refusal) as refused:
        after(register, do, name, at, **more)
    return refused.value.code


def staffed(*names: str) -> Register:
    register = Register()
    for name in names or NAMES[:1]:
        register = after(register, "engage_staff", name, pin_hash="h")
    return register


def wrong(register: Register, times: int, at: str = hour(), name: str = NAMES[0]) -> Register:
    for _ in range(times):
        register = after(register, "sign_in", name, at, pin="wrong")
    return register


@pytest.mark.parametrize("written", ["m. earp", "  M. EARP ", "M. Earp"])
def test_names_are_compared_without_case_and_outer_spaces(written: str) -> None:
    member = staffed().find(written)
    assert member
    assert member.name == "M. Earp"


def test_nobody_is_engaged_twice_nor_dismissed_who_is_not_there() -> None:
    assert refusal(staffed(), "engage_staff", "m. earp", pin_hash="h") == "already_done"
    for do, more in (("dismiss_staff", {}), ("change_pin", {"pin_hash": "h"}), ("unlock_staff", {})):
        assert refusal(staffed(), do, "Nobody", **more) == "unknown_staff"
    assert refusal(staffed(), "sign_in", "Nobody", pin="right") == "unknown_staff"


def test_the_first_is_only_taken_while_there_is_nobody() -> None:
    register = after(Register(), "engage_staff", "M. Earp", pin_hash="h", first=True)
    assert refusal(register, "engage_staff", "Doc Holliday", pin_hash="h", first=True) == "already_done"


def test_the_last_of_the_staff_stays() -> None:
    assert refusal(staffed(), "dismiss_staff", "M. Earp") == "not_allowed_here"
    two = staffed("M. Earp", "Doc Holliday")
    assert set(after(two, "dismiss_staff", "M. Earp").members) == {"doc holliday"}


def test_who_comes_back_after_a_dismissal_has_another_pin_to_name_than_before() -> None:
    """A session names the fact that set its PIN: neither a new PIN nor a new engagement may revive an old one."""
    register = staffed("M. Earp", "Doc Holliday")
    seen = [register.members["m. earp"].pin_since]
    register = after(register, "change_pin", "M. Earp", pin_hash="other")
    seen.append(register.members["m. earp"].pin_since)
    register = after(after(register, "dismiss_staff", "M. Earp"), "engage_staff", "M. Earp", pin_hash="h")
    seen.append(register.members["m. earp"].pin_since)
    assert len(set(seen)) == 3


def test_five_wrong_pins_lock_a_name_for_five_minutes_and_no_other_name() -> None:
    register = wrong(staffed(*NAMES), WRONG_PINS)
    for late in (timedelta(0), LOCKED_FOR - timedelta(milliseconds=1)):
        assert refusal(register, "sign_in", NAMES[0], hour(late), pin="right") == "sign_in_locked"
    assert after(register, "sign_in", NAMES[1], pin="right")
    assert after(register, "sign_in", NAMES[0], hour(LOCKED_FOR), pin="right").members["m. earp"].locked_at is None


def test_four_wrong_pins_lock_nothing_and_a_right_one_begins_the_count_anew() -> None:
    register = after(wrong(staffed(), WRONG_PINS - 1), "sign_in", NAMES[0], pin="right")
    assert after(wrong(register, WRONG_PINS - 1), "sign_in", NAMES[0], pin="right")


def test_unlocking_and_a_new_pin_end_the_lock() -> None:
    locked = wrong(staffed(), WRONG_PINS)
    assert after(after(locked, "unlock_staff", NAMES[0]), "sign_in", NAMES[0], pin="right")
    assert after(after(locked, "change_pin", NAMES[0], pin_hash="other"), "sign_in", NAMES[0], pin="right")


def test_the_sentence_of_a_lock_says_how_long_it_lasts() -> None:
    locked = wrong(staffed(), WRONG_PINS)
    with pytest.raises(Refusal, match="in 4 minutes"):
        after(locked, "sign_in", NAMES[0], hour(timedelta(seconds=90)), pin="right")
    with pytest.raises(Refusal, match="in 1 minute,"):
        after(locked, "sign_in", NAMES[0], hour(timedelta(seconds=270)), pin="right")


@pytest.mark.parametrize(
    "document",
    [
        {},
        [],
        {"do": "seat_player", "name": "Ada"},
        {"do": "engage_staff", "name": "", "pin_hash": "h"},
        {"do": "engage_staff", "name": " Ada", "pin_hash": "h"},
        {"do": "engage_staff", "name": "A" * 61, "pin_hash": "h"},
        {"do": "engage_staff", "name": "A\nB", "pin_hash": "h"},
        {"do": "engage_staff", "name": "Ada"},
        {"do": "engage_staff", "name": "Ada", "pin": "1871"},
        {"do": "sign_in", "name": "Ada", "pin": "1871"},
    ],
)
def test_what_does_not_read_is_refused_and_a_pin_reads_nowhere(document: Any) -> None:
    with pytest.raises(Refusal) as refused:
        read_staff_command(document)
    assert refused.value.code == "bad_input"


@given(st.lists(st.tuples(st.sampled_from(["right", "wrong"]), st.integers(0, 200)), max_size=60))
def test_whatever_is_tried_no_five_wrong_pins_are_followed_by_a_try_within_five_minutes(
    tries: list[tuple[str, int]],
) -> None:
    """Held against a count of its own: of the tries that got through, and when."""
    register, now, row, free_again = staffed(), timedelta(0), 0, timedelta(0)
    for pin, pause in tries:
        now += timedelta(seconds=pause)
        if now < free_again:
            assert refusal(register, "sign_in", NAMES[0], hour(now), pin=pin) == "sign_in_locked"
            continue
        register = after(register, "sign_in", NAMES[0], hour(now), pin=pin)
        row = row + 1 if pin == "wrong" else 0
        if row == WRONG_PINS:
            row, free_again = 0, now + LOCKED_FOR


def test_a_device_that_the_staff_have_been_on_has_the_name_that_they_give_it() -> None:
    register = after(staffed(), "sign_in", "M. Earp", hour(timedelta(hours=1)), "tablet-7", pin="right")
    assert {one.id: (one.called, one.at) for one in register.devices.values()} == {
        DEVICE: (DEVICE, hour()),
        "tablet-7": ("tablet-7", hour(timedelta(hours=1))),
    }
    assert register.device_names == {}
    register = after(register, "name_device", "Behind the bar", device="tablet-7")
    assert register.device_names == {"tablet-7": "Behind the bar"}
    assert register.devices["tablet-7"].at == hour(timedelta(hours=1))
    register = after(register, "sign_in", "M. Earp", sent_by="tablet-7", pin="right")
    assert after(register, "name_device", "The bar", device="tablet-7").device_names == {"tablet-7": "The bar"}


def test_a_device_that_nobody_was_on_and_anothers_name_are_refused() -> None:
    register = after(staffed(), "sign_in", "M. Earp", sent_by="strange", pin="wrong")
    assert refusal(register, "name_device", "Bar", device="strange") == "unknown_device"
    register = after(register, "sign_in", "M. Earp", sent_by="tablet-7", pin="right")
    register = after(register, "name_device", "Bar", device="tablet-7")
    for name in ("bar", "BAR", "tablet-7"):
        assert refusal(register, "name_device", name, device=DEVICE) == "already_done"
    assert after(register, "name_device", "BAR", device="tablet-7").device_names == {"tablet-7": "BAR"}
    for name in ("", " x", "a" * 61, "a\nb"):
        with pytest.raises(Refusal) as refused:
            read_staff_command({"do": "name_device", "name": name, "device": DEVICE})
        assert refused.value.code == "bad_input"
