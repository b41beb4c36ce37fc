"""The simulated world: one thread, one seed, a clock that only the simulation advances, and a trace of what happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from heapq import heappop, heappush
from itertools import count
from random import Random

from greenlet import getcurrent, greenlet

BEGIN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
"""The time at second 0."""


class Wrong(AssertionError):
    """A promise is broken: the name of the check, and what it found."""

    def __init__(self, check: str, what: str) -> None:
        super().__init__(f"{check}: {what}")
        self.check = check
        self.what = what


class Killed(BaseException):
    """Ends the tasks of a process that crashed."""


class Process:
    """Something that can crash: after that, nothing it still does has an effect."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False
        self.tasks: list[Task] = []

    def assert_alive(self) -> None:
        if self.dead:
            raise Killed


class Task(greenlet):  # type: ignore[misc]
    """A task of a process; it runs until it waits for something."""

    def __init__(self, world: World, process: Process, run: Callable[[], object]) -> None:
        super().__init__(self._run, world.hub)
        self.world = world
        self.process = process
        self.call = run
        process.tasks.append(self)

    def _run(self) -> None:
        try:
            self.call()
        except Killed:
            pass
        except BaseException as error:  # whatever it is, it must stop the simulation and not only the task
            if not self.process.dead:
                self.world.failed(error)
        finally:
            self.process.tasks.remove(self)


class World:
    """The clock, the queue of what happens next, the random numbers and the trace."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.now = 0.0
        self.hub = getcurrent()
        self.counts: dict[str, int] = {}
        self._queue: list[tuple[float, int, Callable[[], object]]] = []
        self._order = count()
        self._error: BaseException | None = None
        self._trace = sha256()
        self.watch: Callable[[str], None] | None = None

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def count(self, what: str, by: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + by

    def trace(self, *words: object) -> None:
        """Add to the trace what happens now; equal traces are equal runs."""
        line = f"{self.now:.6f} {' '.join(map(str, words))}"
        self._trace.update(line.encode() + b"\n")
        if self.watch:
            self.watch(line)

    @property
    def traced(self) -> str:
        """The digest of the trace so far."""
        return self._trace.hexdigest()

    def clock(self, ahead_s: float = 0.0) -> str:
        """The time as the product writes it, by a clock that is so many seconds ahead."""
        at = BEGIN + timedelta(seconds=self.now + ahead_s)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def after(self, seconds: float, call: Callable[[], object]) -> None:
        heappush(self._queue, (self.now + seconds, next(self._order), call))

    def start(self, process: Process, run: Callable[[], object], after_s: float = 0.0) -> Task:
        task = Task(self, process, run)
        self.after(after_s, lambda: self.resume(task))
        return task

    def resume(self, task: Task) -> None:
        """Let a task go on; called by the hub only."""
        if not task.dead and not task.process.dead:
            task.switch()

    def sleep(self, seconds: float) -> None:
        """Let this task wait; what does not run in a task does not wait."""
        task = getcurrent()
        if isinstance(task, Task):
            self.after(seconds, lambda: self.resume(task))
            self.hub.switch()
            task.process.assert_alive()

    def kill(self, process: Process) -> None:
        """End all tasks of a process where they stand."""
        process.dead = True
        current = getcurrent()
        while waiting := [task for task in process.tasks if task is not current]:
            # A task that has not begun never begins.
            if waiting[0]:
                waiting[0].throw(Killed)
            else:
                process.tasks.remove(waiting[0])

    def failed(self, error: BaseException) -> None:
        self._error = self._error or error

    def run_until(self, done: Callable[[], bool], limit_s: float) -> bool:
        """Let things happen until something is done; ``False`` if it is not within a time."""
        end = self.now + limit_s
        while not done():
            if not self._queue or self._queue[0][0] > end:
                self.now = end
                return done()
            at, _, call = heappop(self._queue)
            self.now = max(self.now, at)
            call()
            if self._error:
                raise self._error
        return True


class TurnLock:
    """Stands for :class:`threading.Lock` where tasks wait for each other."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: list[Task] = []

    def acquire(self, blocking: bool = True, _: float = -1) -> bool:
        while self._taken:
            if not blocking:
                return False
            task = task_here()
            self._waiting.append(task)
            task.world.hub.switch()
            task.process.assert_alive()
        self._taken = True
        return True

    def release(self) -> None:
        self._taken = False
        if self._waiting:
            task = self._waiting.pop(0)
            task.world.after(0.0, lambda: task.world.resume(task))

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


def task_here() -> Task:
    """The task that is running."""
    task = getcurrent()
    assert isinstance(task, Task)
    return task


_beside: list[bool] = []


@contextmanager
def beside_all_processes() -> Iterator[None]:
    """What runs in the block belongs to no process, and nothing happens meanwhile: for checks."""
    _beside.append(True)
    try:
        yield
    finally:
        _beside.pop()


def process_here() -> Process | None:
    """The process whose task is running."""
    task = getcurrent()
    return task.process if isinstance(task, Task) and not _beside else None
