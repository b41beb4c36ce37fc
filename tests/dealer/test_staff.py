"""The register of the staff: who is engaged and signed in, and how wrong PINs hold up a name; time is an argument."""

from __future__ import annotations

import doctest
from datetime import UTC, datetime, timedelta
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer import staff as sign_in_delays
from dealer.commands.refusal import Refusal
from dealer.staff import (
    FREE_TRIES,
    LOCKED_FOR,
    MOST_TRUSTED,
    SESSION_LASTS,
    TRUSTED_FOR,
    TRUSTED_TRIES,
    WRONG_PINS,
    Register,
    decide,
    evolve,
    read_staff_command,
    wait_after,
)
from tests.support.pure import refusal_code

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
DEVICE = "tablet-0001"
NAMES = ("M. Earp", "Doc Holliday", "L. Short")


def hour(after: timedelta = timedelta(0)) -> str:
    return (START + after).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def after(register: Register, do: str, name: str, at: str = hour(), sent_by: str = DEVICE, **more: Any) -> Register:
    """The register after a command that is taken."""
    created = decide(register, read_staff_command({"do": do, "name": name, **more}), at)
    return reduce(lambda now, event: evolve(now, event, at, sent_by), created, register)


def refusal(register: Register, do: str, name: str, at: str = hour(), **more: Any) -> str:
    with pytest.raises(Refusal) as refused:
        after(register, do, name, at, **more)
    return refused.value.code


def staffed(*names: str) -> Register:
    register = Register()
    for name in names or NAMES[:1]:
        register = after(register, "engage_staff", name, pin_hash="h")
    return register


@pytest.mark.parametrize("written", ["m. earp", "  M. EARP ", "M. Earp", "M.\u00a0Earp", "M. Earp\u200d"])
def test_names_are_compared_without_case_outer_spaces_and_invisible_characters(written: str) -> None:
    member = staffed().find(written)
    assert member
    assert member.name == "M. Earp"


def test_staff_are_engaged_once_and_only_staff_are_dismissed() -> None:
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


def test_a_new_pin_or_engagement_ends_old_sessions() -> None:
    """A session names the event that set its PIN: neither a new PIN nor a new engagement may revive an old one."""
    register = staffed("M. Earp", "Doc Holliday")
    seen = [register.members["m. earp"].pin_since]
    register = after(register, "change_pin", "M. Earp", pin_hash="other")
    seen.append(register.members["m. earp"].pin_since)
    register = after(after(register, "dismiss_staff", "M. Earp"), "engage_staff", "M. Earp", pin_hash="h")
    seen.append(register.members["m. earp"].pin_since)
    assert len(set(seen)) == 3


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
    assert refusal_code(read_staff_command, document) == "bad_input"


def test_a_device_that_the_staff_have_been_on_has_the_name_that_they_give_it() -> None:
    register = after(staffed(), "sign_in", "M. Earp", hour(timedelta(hours=1)), "tablet-7", pin="right")
    assert {device.id: (device.called, device.at) for device in register.devices.values()} == {
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


# By the rules of today.
STRANGE = "tablet-strange"
SESSIONS = tuple(f"{number:064x}" for number in range(1, 4))


def tries(
    register: Register,
    pin: str,
    at: timedelta = timedelta(0),
    *,
    device: str = STRANGE,
    name: str = NAMES[0],
    address: str = "",
    session: str = "",
) -> Register:
    """The register after a sign-in of today's rules that is taken."""
    more = {"rules": 2, "device": device, "address": address, "session": session}
    return after(register, "sign_in", name, hour(at), device, pin=pin, **more)


def is_held_up(register: Register, at: timedelta = timedelta(0), *, device: str = STRANGE) -> bool:
    try:
        tries(register, "right", at, device=device)
    except Refusal as refused:
        return refused.code == "sign_in_locked"
    return False


def guessed(register: Register, times: int, *, device: str = STRANGE) -> tuple[Register, timedelta]:
    """The register after so many wrong PINs, each as early as it is taken, and when the last came."""
    now = timedelta(0)
    for wrong_so_far in range(times):
        if wrong_so_far:
            now += wait_after(wrong_so_far)
        register = tries(register, "wrong", now, device=device)
    return register, now


def test_after_five_wrong_pins_each_further_one_makes_the_next_wait_longer() -> None:
    register, now, waits = staffed(), timedelta(0), []
    for _ in range(14):
        register = tries(register, "wrong", now)
        member = register.members["m. earp"]
        waits.append(int(member.wrong_on(STRANGE, hour(now)).wait_at(hour(now)).total_seconds()))
        now += timedelta(seconds=waits[-1])
        if waits[-1]:
            assert is_held_up(register, now - timedelta(milliseconds=1))
        assert not is_held_up(register, now)
    assert waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


def test_a_day_without_a_wrong_pin_forgets_them() -> None:
    register, last = guessed(staffed(), 12)
    late = last + timedelta(days=1)
    assert tries(register, "wrong", late - timedelta(seconds=1)).members["m. earp"].guessed.count == 13
    assert tries(register, "wrong", late).members["m. earp"].guessed.count == 1


def test_a_lock_never_outlasts_its_own_length_though_the_clock_is_set_back() -> None:
    """The clock of a night stood at 2051, and is put right: nobody waits for 12,960,005 minutes."""
    register, last = guessed(staffed(), 8)
    wait = wait_after(8)
    assert is_held_up(register, last)
    assert not is_held_up(register, last - timedelta(days=9000))
    for back in (timedelta(seconds=1), timedelta(seconds=59)):
        with pytest.raises(Refusal, match=r"Try again in 4 minutes, or ask a dealer to unlock the name\."):
            tries(register, "right", last - back)
    assert wait == timedelta(minutes=4)
    again = tries(register, "wrong", last - timedelta(days=9000))
    assert again.members["m. earp"].guessed.count == 9
    assert is_held_up(again, last - timedelta(days=9000))


def test_guesses_from_strange_devices_do_not_delay_trusted_devices() -> None:
    register = tries(staffed(), "right", device="tablet-7")
    register, last = guessed(register, 12)
    assert is_held_up(register, last)
    assert not is_held_up(register, last, device="tablet-7")
    register = tries(register, "right", last, device="tablet-7")
    assert is_held_up(register, last), "a right PIN on a device of theirs gives strangers no new tries"


def test_a_trusted_device_has_a_count_of_its_own() -> None:
    register = tries(staffed(), "right", device="tablet-7")
    register, last = guessed(register, 6, device="tablet-7")
    with pytest.raises(Refusal, match=r"6 wrong PINs for M\. Earp on this device\. Try again in 1 minute,"):
        tries(register, "right", last, device="tablet-7")
    assert not is_held_up(register, last)
    register = tries(register, "right", last + timedelta(minutes=1), device="tablet-7")
    assert not register.members["m. earp"].trusted["tablet-7"].since_right


def test_a_thief_of_a_trusted_device_has_fifteen_tries_however_slowly_they_come() -> None:
    register, now, taken = tries(staffed(), "right", device="tablet-7"), timedelta(0), 0
    while register.members["m. earp"].trusts("tablet-7", hour(now)):
        now += timedelta(days=1, hours=1)
        register = tries(register, "wrong", now, device="tablet-7")
        taken += 1
    assert taken == TRUSTED_TRIES
    assert not register.members["m. earp"].guessed.count


def test_trust_lapses_with_time_with_another_pin_and_when_other_devices_take_its_place() -> None:
    register = tries(staffed(), "right", device="tablet-7")
    trusted = register.members["m. earp"]
    assert trusted.trusts("tablet-7", hour(TRUSTED_FOR - timedelta(seconds=1)))
    assert not trusted.trusts("tablet-7", hour(TRUSTED_FOR))
    changed = after(register, "change_pin", NAMES[0], sent_by="tablet-8", pin_hash="other", session=SESSIONS[0])
    assert [*changed.members["m. earp"].trusted] == ["tablet-8"]
    assert not after(register, "change_pin", NAMES[0], pin_hash="other").members["m. earp"].trusted
    for number in range(MOST_TRUSTED):
        register = tries(register, "right", timedelta(minutes=number + 1), device=f"tablet-other-{number}")
    assert len(register.members["m. earp"].trusted) == MOST_TRUSTED
    assert not register.members["m. earp"].trusts("tablet-7", hour(timedelta(hours=1)))


def test_unlocking_forgets_strangers_and_devices_but_not_what_a_thief_has_used_up() -> None:
    register = tries(staffed(), "right", device="tablet-7")
    register, last = guessed(guessed(register, 9)[0], 9, device="tablet-7")
    register = after(register, "unlock_staff", NAMES[0], hour(last))
    assert not is_held_up(register, last)
    assert not is_held_up(register, last, device="tablet-7")
    assert register.members["m. earp"].trusted["tablet-7"].since_right == 9


def test_guesses_are_reported_with_number_time_and_addresses() -> None:
    register = staffed()
    for number in range(FREE_TRIES + 1):
        assert not register.members["m. earp"].is_guessed_at(hour()) or number >= FREE_TRIES
        at = timedelta(minutes=number)
        register = tries(register, "wrong", at, address=f"10.0.0.{number}" if number else "")
    member = register.members["m. earp"]
    assert member.is_guessed_at(hour(timedelta(hours=20)))
    assert (member.guessed.count, member.guessed.first_at) == (6, hour())
    assert member.guessed_from == ("10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5")
    assert not member.is_guessed_at(hour(timedelta(hours=25)))
    again = tries(register, "wrong", timedelta(hours=26), address="10.0.0.9")
    assert again.members["m. earp"].guessed_from == ("10.0.0.9",)


def test_a_session_begins_with_a_sign_in_and_is_ended_by_name() -> None:
    register = tries(staffed(), "right", session=SESSIONS[0])
    register = tries(register, "right", device="tablet-8", session=SESSIONS[1])
    register = tries(register, "right", device="tablet-8")
    assert [(session.hash, session.name, session.device) for session in register.sessions.values()] == [
        (SESSIONS[0], "M. Earp", STRANGE),
        (SESSIONS[1], "M. Earp", "tablet-8"),
    ]
    ended = end(register, "end_session", session=SESSIONS[0])
    assert [*ended.sessions] == [SESSIONS[1]]
    for do, more in (("end_session", {"session": SESSIONS[0]}), ("end_other_sessions", {"but": SESSIONS[1]})):
        assert refusal_code(end, ended, do, **more) == "unknown_session"
    assert [*end(register, "end_other_sessions", but=SESSIONS[1]).sessions] == [SESSIONS[1]]
    assert not end(register, "end_other_sessions").sessions


def test_a_new_pin_or_a_dismissal_ends_only_that_members_sessions() -> None:
    register = tries(staffed(*NAMES), "right", session=SESSIONS[0])
    register = tries(register, "right", name=NAMES[1], session=SESSIONS[1])
    assert [*after(register, "dismiss_staff", NAMES[0]).sessions] == [SESSIONS[1]]
    assert [*after(register, "change_pin", NAMES[0], pin_hash="n").sessions] == [SESSIONS[1]]
    changed = after(register, "change_pin", NAMES[0], pin_hash="n", session=SESSIONS[2])
    assert [*changed.sessions] == [SESSIONS[1], SESSIONS[2]]


def test_sessions_that_have_run_out_are_forgotten() -> None:
    register = tries(staffed(), "right", session=SESSIONS[0])
    register = tries(register, "right", SESSION_LASTS, session=SESSIONS[1])
    assert [*register.sessions] == [SESSIONS[1]]


@pytest.mark.parametrize("session", ["x", "0" * 63, "G" * 64, "0" * 64 + "\n"])
def test_a_session_is_named_by_a_hash(session: str) -> None:
    assert refusal_code(read_staff_command, {"do": "end_session", "session": session}) == "bad_input"


def end(register: Register, do: str, **more: str) -> Register:
    created = decide(register, read_staff_command({"do": do, **more}), hour())
    return reduce(lambda now, event: evolve(now, event, hour(), DEVICE), created, register)


def test_the_examples_hold() -> None:
    assert doctest.testmod(sign_in_delays).failed == 0


TRIES = st.lists(st.tuples(st.sampled_from(["right", "wrong"]), st.integers(0, 4000)), max_size=60)


@pytest.mark.parametrize("rules", [1, 2])
@given(attempts=TRIES)
def test_no_try_gets_through_before_its_wait_is_over(rules: int, attempts: list[tuple[str, int]]) -> None:
    """Held against a count of its own: by the first rules five wrong PINs lock a name, by those of today waits grow.

    Each try is on another device: a right PIN makes that one trusted.
    """
    register, now, row, free_again = staffed(), timedelta(0), 0, timedelta(0)
    for number, (pin, pause) in enumerate(attempts):
        now += timedelta(seconds=pause if rules == 2 else pause // 20)
        more: dict[str, Any] = {"rules": 2, "device": f"tablet-{number}"} if rules == 2 else {}
        if now < free_again:
            assert refusal(register, "sign_in", NAMES[0], hour(now), pin="right", **more) == "sign_in_locked"
            continue
        register = after(register, "sign_in", NAMES[0], hour(now), f"tablet-{number}", pin=pin, **more)
        row = row + 1 if pin == "wrong" else 0
        if rules == 2:
            free_again = now + wait_after(row)
        elif row == WRONG_PINS:
            row, free_again = 0, now + LOCKED_FOR


def wrong(register: Register, times: int, at: str = hour(), name: str = NAMES[0]) -> Register:
    for _ in range(times):
        register = after(register, "sign_in", name, at, pin="wrong")
    return register


def test_unlocking_and_a_new_pin_end_the_lock() -> None:
    locked = wrong(staffed(), WRONG_PINS)
    assert after(after(locked, "unlock_staff", NAMES[0]), "sign_in", NAMES[0], pin="right")
    assert after(after(locked, "change_pin", NAMES[0], pin_hash="other"), "sign_in", NAMES[0], pin="right")


def test_a_device_is_trusted_for_the_name_that_signed_in_on_it_and_for_no_other() -> None:
    register = tries(staffed(*NAMES), "right", device="tablet-7", name=NAMES[1])
    register, last = guessed(register, 5)
    assert is_held_up(register, last, device="tablet-7")
