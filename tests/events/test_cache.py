"""Values made once for a version, and caches with a bound."""

from __future__ import annotations

from threading import Barrier, Event, Thread

from events.cache import NewestVersions


def test_a_thing_is_made_once_for_a_version() -> None:
    stored, created = NewestVersions[str](8), iter((1, 2))
    for version in (1, 1, 2, 2):
        assert stored.of("board", version, lambda: next(created)) == version
    assert next(created, None) is None


def test_what_goes_on_is_given_what_it_was_before() -> None:
    stored, given = NewestVersions[str](8), []

    def make(before: int | None) -> int:
        given.append(before)
        return (before or 0) + 1

    created = [stored.going_on("steps", version, make) for version in (None, "a", "a", "b", None, None)]
    assert created == [1, 2, 2, 3, 4, 5], "what has no version is made each time"
    assert given == [None, 1, 2, 3, 4]


def test_those_who_ask_at_once_wait_for_the_first() -> None:
    stored, created, together = NewestVersions[str](8), [], Barrier(8)

    def ask() -> None:
        together.wait()
        stored.of("board", 1, lambda: created.append(1))

    askers = [Thread(target=ask) for _ in range(8)]
    for thread in askers:
        thread.start()
    for thread in askers:
        thread.join()
    assert created == [1]


def test_one_thing_does_not_wait_for_another() -> None:
    stored, begun, done = NewestVersions[str](8), Event(), Event()

    def slowly() -> str:
        begun.set()
        done.wait()
        return "slow"

    slow = Thread(target=stored.of, args=("slow", 1, slowly))
    slow.start()
    begun.wait()
    assert stored.of("quick", 1, lambda: "quick") == "quick"
    done.set()
    slow.join()


def test_what_failed_is_made_again() -> None:
    stored = NewestVersions[str](8)
    try:
        stored.of("board", 1, lambda: 1 // 0)
    except ZeroDivisionError:
        assert stored.of("board", 1, lambda: 7) == 7


def test_it_keeps_no_more_than_its_bound() -> None:
    stored = NewestVersions[int](3)
    for what in range(10):
        stored.of(what, 1, lambda: None)
    assert len(stored) == 3
