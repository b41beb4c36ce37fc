"""The press: the same bytes from a process of its own as from this one, and no order lost with a process."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures._base import DoneAndNotDoneFutures
from multiprocessing import active_children, get_context
from time import sleep
from typing import Any

import pytest

from dealer.refusal import Refusal
from events.book import Book
from reports.edition import Edition
from reports.press import Order, Press, print_sheet
from reports.zones import zone_called
from tests.support.small_nights import small_night


@pytest.fixture
def packed() -> bytes:
    with Book.open() as book:
        night = small_night(book, "Ada Lamb")
        return Order.of(book, night, 4, Edition(zone=zone_called("UTC"))).packed()


def test_a_process_prints_what_this_one_does_and_when_it_is_killed_the_next_one_does(packed: bytes) -> None:
    here = print_sheet(packed, "settlement-1-red")
    before = set(active_children())
    with Press(niceness=0) as press:
        assert press.print(packed, "settlement-1-red") == here
        (process,) = set(active_children()) - before
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        assert press.print(packed, "settlement-1-red") == here
    assert set(active_children()) <= before


class Hanging(Executor):
    """Processes that never end anything."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return Future()


def named(_: bytes, name: str) -> bytes:
    return name.encode()


def ended(number: int) -> bool:
    """Whether a process is gone within half a minute: one that is only stopped would stay."""
    for _ in range(3_000):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        sleep(0.01)
    return False


def test_a_process_that_hangs_is_ended_and_its_sheet_made_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.press.print_sheet", named)
    processes = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    number = processes.submit(os.getpid).result()
    os.kill(number, signal.SIGSTOP)
    pools = iter([processes, ThreadPoolExecutor(1)])
    with Press(patience_s=1, executor=lambda: next(pools)) as press:
        assert press.print(b"", "table") == b"table"
    assert ended(number)


def test_what_hangs_twice_is_given_up_in_a_sentence() -> None:
    begun = 0

    def hanging() -> Executor:
        nonlocal begun
        begun += 1
        return Hanging()

    press = Press(patience_s=0.01, executor=hanging)
    for asked in (lambda: press.print(b"", "table"), lambda: list(press.each(b"", ["table", "rules"]))):
        with pytest.raises(Refusal) as refused:
            asked()
        assert refused.value.code == "press_failed"
    assert begun == 4


def test_what_waits_its_turn_behind_others_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time begins when nothing is ahead of it: until then something has to come of those that are."""
    press = Press(executor=Hanging)
    begun = [press.begin(b"", name) for name in ("table", "rules", "deal-1")]
    waited = []

    def waiting(on: Collection[Future[bytes]], patience_s: float, *how: Any) -> DoneAndNotDoneFutures[bytes]:
        """Each time one more sheet is ready, in their order."""
        waited.append(len(on))
        begun[len(waited) - 1].set_result(b"made")
        return wait(on, patience_s, FIRST_COMPLETED)

    monkeypatch.setattr("reports.press.wait", waiting)
    assert press.finish(begun[-1], b"", "deal-1") == b"made"
    assert waited == [2, 1, 1]


def test_a_sheet_that_the_night_has_not_is_an_error_and_the_press_goes_on(packed: bytes) -> None:
    with pytest.raises(LookupError):
        print_sheet(packed, "hand-7")
