"""What is followed is made once for a version, kept in bounds, and never held up by something else."""

from __future__ import annotations

from threading import Barrier, Event, Thread

from events.cache import NewestVersions


def test_a_thing_is_made_once_for_a_version() -> None:
    kept, made = NewestVersions[str](8), iter((1, 2))
    for version in (1, 1, 2, 2):
        assert kept.of("board", version, lambda: next(made)) == version
    assert next(made, None) is None


def test_what_goes_on_is_given_what_it_was_before() -> None:
    kept, given = NewestVersions[str](8), []

    def make(before: int | None) -> int:
        given.append(before)
        return (before or 0) + 1

    made = [kept.going_on("steps", version, make) for version in (None, "a", "a", "b", None, None)]
    assert made == [1, 2, 2, 3, 4, 5], "what has no version is made each time"
    assert given == [None, 1, 2, 3, 4]


def test_those_who_ask_at_once_wait_for_the_first() -> None:
    kept, made, together = NewestVersions[str](8), [], Barrier(8)

    def ask() -> None:
        together.wait()
        kept.of("board", 1, lambda: made.append(1))

    askers = [Thread(target=ask) for _ in range(8)]
    for one in askers:
        one.start()
    for one in askers:
        one.join()
    assert made == [1]


def test_one_thing_does_not_wait_for_another() -> None:
    kept, begun, done = NewestVersions[str](8), Event(), Event()

    def slowly() -> str:
        begun.set()
        done.wait()
        return "slow"

    slow = Thread(target=kept.of, args=("slow", 1, slowly))
    slow.start()
    begun.wait()
    assert kept.of("quick", 1, lambda: "quick") == "quick"
    done.set()
    slow.join()


def test_what_failed_is_made_again() -> None:
    kept = NewestVersions[str](8)
    try:
        kept.of("board", 1, lambda: 1 // 0)
    except ZeroDivisionError:
        assert kept.of("board", 1, lambda: 7) == 7


def test_it_keeps_no_more_than_its_bound() -> None:
    kept = NewestVersions[int](3)
    for what in range(10):
        kept.of(what, 1, lambda: None)
    assert len(kept) == 3
