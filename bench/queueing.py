"""A queueing simulation of servers on one PostgreSQL book: what they would carry on machines that are not here.

A server is one interpreter: its work waits in a queue. Transactions take turns
for the whole book, and one takes all commands that wait in its server. Servers and database share the processors of
their machine evenly. The costs are measured (:mod:`bench.scale`); the rest is chance, from a seed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush
from itertools import count
from operator import itemgetter
from random import Random

UNMEASURED_S, MEASURED_S = 5.0, 30.0
TOUCH_P99_S = 0.25
"""What a dealer takes for at once."""

SCREEN_P99_S = 2.0
"""How old what a screen shows may be."""

GIVES_WAY_S = 0.05
"""How long the making of a board gives way to touches, as in :mod:`web.live.channels`."""

A_BEAT_S = 4
"""How often a stream's session is checked, as in :mod:`web.live.answer`."""

A_STEP = 25
"""Numbers of tables are multiples of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Seconds, of a processor where nothing else is said.

    ``touches`` are measured ones of a server for a touch, turn included, of which ``turn`` is in the book's turn.
    ``database`` is the database's for a command, and ``reading`` for what is read outside the turn; ``flush`` is how
    long a transaction waits for disk and line.
    ``screen`` is for one message to a screen, ``follow`` for what another server wrote of a night, ``stream`` for a
    second of an open stream, and ``client`` for a touch on the machine that measures.
    """

    touches: Sequence[float]
    turn: float
    database: float
    reading: float
    flush: float
    screen: float
    follow: float
    stream: float
    client: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """So many servers on so many processors; the database on them too, unless it has ``database_processors``."""

    servers: int
    processors: float
    database_processors: float = 0.0
    screens: int = 2


@dataclass(slots=True)
class _Machine:
    """Processors that are shared evenly by the queues with work."""

    processors: float
    busy: dict[_Queue, None] = field(default_factory=dict)

    @property
    def speed(self) -> float:
        """The processor's share of each busy queue."""
        return min(1.0, self.processors / len(self.busy)) if self.busy else 1.0


@dataclass(slots=True, eq=False)
class _Queue:
    """Work that is done one piece after the other; a piece that has begun is finished before the next."""

    machine: _Machine
    left_s: float = 0.0
    then: Callable[[], None] | None = None
    waiting: list[tuple[float, int, float, Callable[[], None]]] = field(default_factory=list)
    order: Iterator[int] = field(default_factory=count)

    def add(self, seconds: float, then: Callable[[], None], now: float) -> None:
        """Queue a piece of work; ``then`` is called when it is done. The piece with the earliest ``now`` goes first."""
        heappush(self.waiting, (now, next(self.order), seconds, then))
        if self.then is None:
            self._begin()

    def finish(self) -> None:
        """End the piece that is done."""
        then, self.then = self.then, None
        del self.machine.busy[self]
        if self.waiting:
            self._begin()
        assert then
        then()

    def _begin(self) -> None:
        _, _, self.left_s, self.then = heappop(self.waiting)
        self.machine.busy[self] = None


class Simulation:
    """A house of so many tables for a minute; ``answered`` and ``heard`` are in seconds from when a touch was due."""

    def __init__(self, costs: Costs, site: Site, tables: int, apart_s: float, seed: int = 1) -> None:
        self._costs, self._site, self._random = costs, site, Random(seed)
        self._now, self._timers, self._order = 0.0, list[tuple[float, int, Callable[[], None]]](), count()
        here = _Machine(site.processors)
        there = _Machine(site.database_processors) if site.database_processors else here
        self._machines = [here] if there is here else [here, there]
        self._servers = [_Queue(here) for _ in range(site.servers)]
        self._databases = [_Queue(there) for _ in range(site.servers)]
        self._client = _Queue(here)
        self._waiting: list[list[Callable[[], None]]] = [[] for _ in range(site.servers)]
        self._turns: deque[int] = deque()
        self._is_taken = False
        self.answered: list[float] = []
        self.heard: list[float] = []
        for _ in range(tables):
            self._open(apart_s)
        while self._timers or any(machine.busy for machine in self._machines):
            self._step()

    def _add(self, queue: _Queue, seconds: float, then: Callable[[], None], *, gives_way: bool = False) -> None:
        queue.add(seconds, then, self._now + (GIVES_WAY_S if gives_way else 0.0))

    def _open(self, apart_s: float) -> None:
        """A table: its server, the servers of its screens, and when its touches are due."""
        servers = range(self._site.servers)
        own, screens = self._random.choice(servers), [self._random.choice(servers) for _ in range(self._site.screens)]
        spans = int((UNMEASURED_S + MEASURED_S) / apart_s)
        for turn in range(spans):
            due = (turn + self._random.random()) * apart_s
            self._at(due, partial(self._touch, own, screens, due))
        for server in screens:
            for at in range(0, int(UNMEASURED_S + MEASURED_S), A_BEAT_S):
                self._at(at + A_BEAT_S * self._random.random(), partial(self._beat, server))

    def _beat(self, server: int) -> None:
        self._add(self._servers[server], self._costs.stream * A_BEAT_S, lambda: None)

    def _touch(self, own: int, screens: Sequence[int], due: float) -> None:
        costs = self._costs
        drawing = max(0.0, self._random.choice(costs.touches) - costs.turn)

        def answer() -> None:
            self._add(self._databases[own], costs.reading, read)

        def read() -> None:
            self._add(self._servers[own], drawing, told)

        def told() -> None:
            self._note(self.answered, due)
            for server in screens:
                seconds = costs.screen + (costs.follow if server != own else 0.0)
                self._add(self._servers[server], seconds, partial(self._note, self.heard, due), gives_way=True)

        self._add(self._client, costs.client, partial(self._ask, own, answer))

    def _note(self, times: list[float], due: float) -> None:
        if due >= UNMEASURED_S:
            times.append(self._now - due)

    def _ask(self, server: int, answer: Callable[[], None]) -> None:
        """Wait for the book's turn."""
        if not self._waiting[server]:
            self._turns.append(server)
        self._waiting[server].append(answer)
        self._next_turn()

    def _next_turn(self) -> None:
        if self._is_taken or not self._turns:
            return
        self._is_taken = True
        server, costs = self._turns.popleft(), self._costs
        group, self._waiting[server] = self._waiting[server], []

        def decided() -> None:
            self._add(self._databases[server], costs.database * len(group), stored)

        def stored() -> None:
            self._at(self._now + costs.flush, committed)

        def committed() -> None:
            self._is_taken = False
            for answer in group:
                answer()
            self._next_turn()

        self._add(self._servers[server], costs.turn * len(group), decided)

    def _at(self, when: float, what: Callable[[], None]) -> None:
        heappush(self._timers, (when, next(self._order), what))

    def _step(self) -> None:
        """Go on to whatever ends or is due next."""
        busy = [(queue, machine.speed) for machine in self._machines for queue in machine.busy]
        first, ending = min(
            ((queue.left_s / speed, queue) for queue, speed in busy), key=itemgetter(0), default=(float("inf"), None)
        )
        is_due = bool(self._timers) and self._timers[0][0] <= self._now + first
        passed = max(0.0, self._timers[0][0] - self._now) if is_due else first
        for queue, speed in busy:
            queue.left_s -= passed * speed
        self._now += passed
        if is_due:
            heappop(self._timers)[2]()
        elif ending:
            ending.finish()


def p99(times: Sequence[float]) -> float:
    """The 99th of a hundred; infinite where there are none."""
    return sorted(times)[-1 - len(times) // 100] if times else float("inf")


def carries(costs: Costs, site: Site, apart_s: float) -> int:
    """The most tables at which touches and screens are as quick as they should be."""
    low, high = 0, 1
    while _is_quick(costs, site, high * A_STEP, apart_s):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _is_quick(costs, site, middle * A_STEP, apart_s) else (low, middle)
    return low * A_STEP


def _is_quick(costs: Costs, site: Site, tables: int, apart_s: float) -> bool:
    seen = Simulation(costs, site, tables, apart_s)
    return p99(seen.answered) < TOUCH_P99_S and p99(seen.heard) < SCREEN_P99_S
