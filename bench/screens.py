"""The screens of tables, in a process of their own: at each a dealer who touches, and streams that follow.

The streams are those of another tablet, the board and, if asked for, a player's page. A touch is due at a moment of
chance, and is measured from that moment: one that had to wait for the answer to the table's last is late, as it is at a
real table. What this process itself is late by is measured too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from time import perf_counter, process_time
from typing import Any

from bench.evening import SEATED, evening
from bench.served_tables import ServedTables, Table
from bench.tablet import Tablet

PATIENCE_S = 300.0
DEALS = 12
AT_ONCE = 2
"""So many dealers sit down at once: a server checks few PINs at a time."""

SCREENS = ("tablet", "board", "player")
"""The screens that may follow a table: another tablet, the board and a player's page."""

GRACE_S = 10.0
"""After the time is over, dealers are waited for so long; touches that are due and not sent by then are not sent."""

AN_ADDRESS = 32
"""So many tables share an address: a server takes a limited number of boards and pages from one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What screens saw. Seconds for each touch, from when it was due.

    ``answered`` is until its answer was there, and ``heard`` until each of the screens that follow had it, by its name.
    ``due`` counts all touches; where servers are overloaded, some were not sent. ``late`` is how much later than
    possible this process sent a touch, and ``processor_s`` the processor's time that it took for all of it.
    """

    due: int

    answered: list[float]
    heard: dict[str, list[float]]
    late: list[float]
    processor_s: float

    @property
    def heard_by_all(self) -> list[float]:
        """Until the last of the screens had each touch."""
        return list(map(max, *self.heard.values()))


class Screens:
    """The screens of a house, as seen from the process that measures."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def sit_down(self, tables: int, follow: Sequence[str] = SCREENS) -> None:
        """Open the screens of the first so many tables that ``follow`` names, and close all others."""
        self._ask((tables, follow))

    def play(self, seconds: float, apart_s: float) -> Played:
        """Have the dealers who sit there touch once in each ``apart_s``, at a moment of chance."""
        played: Played = self._ask((None, (seconds, apart_s)))
        return played

    def _ask(self, what: object) -> Any:
        self._connection.send(what)
        answer = self._connection.recv()
        if isinstance(answer, BaseException):
            raise answer
        return answer


@contextmanager
def screens(served: ServedTables) -> Iterator[Screens]:
    """The screens of tables, each dealer signed in."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_run, args=(theirs, served.port, served.tables))
    process.start()
    theirs.close()
    try:
        yield Screens(ours)
    finally:
        ours.close()
        process.join()


def _run(connection: Connection, port: int, tables: Sequence[Table]) -> None:
    with asyncio.Runner() as runner:
        dealers = [_Dealer(port, number, table) for number, table in enumerate(tables)]
        sitting: list[_Dealer] = []
        while True:
            try:
                tables_now, how = connection.recv()
            except EOFError:
                return
            try:
                if tables_now is not None:
                    runner.run(_seat(sitting, dealers[:tables_now], how))
                    sitting = dealers[:tables_now]
                    connection.send(None)
                else:
                    connection.send(runner.run(_play(sitting, *how)))
            except Exception as error:
                connection.send(error)


async def _seat(before: Sequence[_Dealer], dealers: Sequence[_Dealer], follow: Sequence[str]) -> None:
    for dealer in before:
        dealer.leave()
    async with asyncio.timeout(PATIENCE_S):
        for at in range(0, len(dealers), AT_ONCE):
            await asyncio.gather(*(dealer.sit_down(follow) for dealer in dealers[at : at + AT_ONCE]))


async def _play(dealers: Sequence[_Dealer], seconds: float, apart_s: float) -> Played:
    used, begun = process_time(), perf_counter() + 0.5
    async with asyncio.timeout(seconds + PATIENCE_S):
        await asyncio.gather(*(dealer.deal(begun, round(seconds / apart_s), apart_s) for dealer in dealers))
        for dealer in dealers:
            await dealer.heard_all()
    used = process_time() - used
    heard = [dealer.heard() for dealer in dealers]
    return Played(
        due=len(dealers) * round(seconds / apart_s),
        answered=[took for dealer in dealers for took in dealer.answered],
        heard={name: [took for of_dealer in heard for took in of_dealer[name]] for name in heard[0]},
        late=[late for dealer in dealers for late in dealer.late],
        processor_s=used,
    )


class _Screen(asyncio.Protocol):
    """One stream: when it heard of which version."""

    def __init__(self, path: str, cookie: str) -> None:
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n\r\n"
        self._request = head.encode()
        self._end = b""
        self.heard: list[tuple[int, float]] = []
        self.told = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Note the version that a message begins with."""
        now, text = perf_counter(), self._end + data
        at, self._end = text.rfind(b"\nid: "), text[-32:]
        if at >= 0 and (ends := text.find(b"\n", at + 5)) >= 0:
            # The second number is the house's version.
            self.heard.append((int(text[at + 5 : ends].partition(b".")[0]), now))
            self.told.set()

    async def heard_of(self, version: int) -> None:
        """Wait until this version or a later one was told."""
        while not self.heard or self.heard[-1][0] < version:
            self.told.clear()
            await self.told.wait()

    def when(self, versions: Sequence[int]) -> Iterator[float]:
        """When each of some versions was heard of, in order."""
        heard = iter(self.heard)
        version, at = next(heard)
        for one in versions:
            while version < one:
                version, at = next(heard)
            yield at


def _itself(screen: _Screen) -> _Screen:
    return screen


@dataclass
class _Dealer:
    """A dealer with a tablet at their table, and the screens that follow it."""

    port: int
    number: int
    table: Table
    screens: dict[str, _Screen] = field(default_factory=dict)
    answered: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = Random(self.number)
        self._evening = iter(evening(DEALS)[SEATED:])
        self._address = f"127.0.1.{1 + self.number // AN_ADDRESS}"
        self._tablet = Tablet(self.port, self.table, self._address)
        self._due: list[tuple[int, float]] = []

    async def sit_down(self, follow: Sequence[str]) -> None:
        """Open the screens that ``follow`` names; the first time the dealer signs in."""
        if not self._tablet.cookie:
            await self._tablet.sign_in()
        paths = {
            "tablet": f"/nights/{self.table.night}/stream",
            "board": self.table.board.replace("?", "/stream?"),
            "player": f"{self.table.player}/stream",
        }
        loop = asyncio.get_running_loop()
        self.screens = {}
        for name in follow:
            path = paths[name]
            screen = self.screens[name] = _Screen(path, self._tablet.cookie if name == "tablet" else "")
            await loop.create_connection(
                partial(_itself, screen), "127.0.0.1", self.port, local_addr=(self._address, 0)
            )
        for screen in self.screens.values():
            await screen.heard_of(1)
        self._tablet.version = max((screen.heard[-1][0] for screen in self.screens.values()), default=0)

    async def deal(self, begun: float, touches: int, apart_s: float) -> None:
        """Touch once in each of so many spans of time, at a moment of chance."""
        self.answered, self.late, self._due = [], [], []
        free = 0.0
        for turn in range(touches):
            due = begun + (turn + self._random.random()) * apart_s
            await asyncio.sleep(max(0.0, due - perf_counter()))
            if perf_counter() > begun + touches * apart_s + GRACE_S:
                return
            self.late.append(perf_counter() - max(due, free))
            await self._tablet.touch(next(self._evening))
            free = perf_counter()
            self.answered.append(free - due)
            self._due.append((self._tablet.version, due))

    async def heard_all(self) -> None:
        """Wait until every screen has heard of the last touch."""
        for screen in self.screens.values():
            await screen.heard_of(self._tablet.version)

    def heard(self) -> dict[str, list[float]]:
        """For each touch how long it took until each of the screens had heard of it."""
        versions = [version for version, _ in self._due]
        return {
            name: [at - due for at, (_, due) in zip(screen.when(versions), self._due, strict=True)]
            for name, screen in self.screens.items()
        }

    def leave(self) -> None:
        """Close the screens; the dealer's own connection is kept."""
        for screen in self.screens.values():
            screen.transport.abort()
