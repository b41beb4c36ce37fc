"""PDF workers: the same bytes from a process of its own as from this one, and no order lost with a process."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Collection, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures._base import DoneAndNotDoneFutures
from multiprocessing import active_children, get_context
from time import process_time, sleep
from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from events.book.book import Book
from reports.print_workers import Hangs, Order, PdfWorkers, _processor_s, print_sheet
from reports.render_options import RenderOptions, zone_called
from tests.support.small_nights import small_night


@pytest.fixture
def packed() -> bytes:
    with Book.open() as book:
        night = small_night(book, "Ada Lamb")
        return Order.of(book, night, 4, RenderOptions(zone=zone_called("UTC"))).packed()


def test_a_process_prints_what_this_one_does_and_when_it_is_killed_the_next_one_does(packed: bytes) -> None:
    here = print_sheet(packed, "settlement-1-red")
    before = set(active_children())
    with PdfWorkers(niceness=0) as workers:
        assert workers.print(packed, "settlement-1-red") == here
        (process,) = set(active_children()) - before
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        assert workers.print(packed, "settlement-1-red") == here
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
    monkeypatch.setattr("reports.print_workers.print_sheet", named)
    processes = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    number = processes.submit(os.getpid).result()
    os.kill(number, signal.SIGSTOP)
    pools = iter([processes, ThreadPoolExecutor(1)])
    with PdfWorkers(patience_s=1, executor=lambda: next(pools)) as workers:
        assert workers.print(b"", "table") == b"table"
    assert ended(number)


class SlowClock:
    """Stands in for :func:`wait`: each time the patience is over, and the processes have worked for so many seconds."""

    def __init__(self, worked_s: Sequence[float], over: Future[bytes] | None = None) -> None:
        self._worked_s = deque([0.0, *worked_s])
        self._over = over

    def processor_s(self, _: Executor) -> float:
        return self._worked_s.popleft()

    def wait(self, on: Collection[Future[bytes]], *_: Any) -> DoneAndNotDoneFutures[bytes]:
        if self._over and not self._worked_s:
            self._over.set_result(b"made")
        return wait(on, 0)

    def be_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("reports.print_workers.wait", self.wait)
        monkeypatch.setattr("reports.print_workers._processor_s", self.processor_s)


def test_a_process_that_waits_for_a_processor_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine at work one that stands back needs minutes for what it does in two seconds."""
    workers = PdfWorkers(executor=Hanging)
    begun = workers.begin(b"", "table")
    SlowClock([0.3, 0.6, 0.61, 2.0], begun).be_used(monkeypatch)
    assert workers.finish(begun, b"", "table") == b"made"


@pytest.mark.parametrize("worked_s", [[0.0], [2.0, 2.0], [40.0, 61.0]])
def test_a_process_that_stands_still_or_works_for_ever_hangs(
    monkeypatch: pytest.MonkeyPatch, worked_s: list[float]
) -> None:
    monkeypatch.setattr("reports.print_workers.print_sheet", named)
    pools = iter([Hanging(), ThreadPoolExecutor(1)])
    with PdfWorkers(executor=lambda: next(pools)) as workers:
        begun = workers.begin(b"", "table")
        clock = SlowClock(worked_s)
        with monkeypatch.context() as slowly:
            clock.be_used(slowly)
            with pytest.raises(Hangs):
                workers._wait_for_one({begun}, workers._in_hand[begun].executor)
        assert workers._running is None
        assert workers.print(b"", "table") == b"table"


def test_how_long_a_process_has_worked_is_told() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert _processor_s(processes) == 0
        assert processes.submit(work_for, 0.3).result() <= _processor_s(processes)
    assert _processor_s(Hanging()) == 0


def work_for(seconds: float) -> float:
    """Work for so much of a processor's time; gives how much it was, to a tick of the system's clock."""
    while process_time() < seconds:
        pass
    return process_time() - 0.05


def test_what_hangs_twice_is_given_up_in_a_sentence() -> None:
    begun = 0

    def hanging() -> Executor:
        nonlocal begun
        begun += 1
        return Hanging()

    workers = PdfWorkers(patience_s=0.01, executor=hanging)
    for asked in (lambda: workers.print(b"", "table"), lambda: list(workers.each(b"", ["table", "rules"]))):
        with pytest.raises(Refusal) as refused:
            asked()
        assert refused.value.code == "press_failed"
    assert begun == 4


def test_what_waits_its_turn_behind_others_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its time begins when nothing is ahead of it: until then something has to come of those that are."""
    workers = PdfWorkers(executor=Hanging)
    begun = [workers.begin(b"", name) for name in ("table", "rules", "deal-1")]
    waited = []

    def waiting(on: Collection[Future[bytes]], patience_s: float, *how: Any) -> DoneAndNotDoneFutures[bytes]:
        """Each time one more sheet is ready, in their order."""
        waited.append(len(on))
        begun[len(waited) - 1].set_result(b"made")
        return wait(on, patience_s, FIRST_COMPLETED)

    monkeypatch.setattr("reports.print_workers.wait", waiting)
    assert workers.finish(begun[-1], b"", "deal-1") == b"made"
    assert waited == [2, 1, 1]


def test_a_sheet_that_the_night_has_not_is_an_error_and_the_press_goes_on(packed: bytes) -> None:
    with pytest.raises(LookupError):
        print_sheet(packed, "hand-7")
