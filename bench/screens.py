"""The screens of tables, in a process of their own: at each a dealer who touches, and three streams that follow.

The streams are those of another tablet, the board and a player's page. What is measured is how long a touch waits for
its whole answer, and how long after it was sent the last of the three screens has heard of it.
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
from time import perf_counter

from bench.evening import SEATED, evening
from bench.served_tables import ServedTables, Table
from bench.tablet import Tablet

PATIENCE_S = 300.0
DEALS = 12
Took = tuple[list[float], list[float]]
"""Seconds: of each touch until its answer was there, and until its screens had heard of it."""


class Screens:
    """The screens of a house, as seen from the process that measures."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def play(self, tables: int, seconds: float, apart_s: float) -> Took:
        """Have the dealers of the first so many tables touch once in each ``apart_s``, at a moment of chance."""
        self._connection.send((tables, seconds, apart_s))
        taken: Took | BaseException = self._connection.recv()
        if isinstance(taken, BaseException):
            raise taken
        return taken


@contextmanager
def screens(served: ServedTables) -> Iterator[Screens]:
    """The screens of a server's tables, each dealer signed in."""
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
        players = [_Dealer(port, number, table) for number, table in enumerate(tables)]
        while True:
            try:
                how_many, seconds, apart_s = connection.recv()
            except EOFError:
                return
            try:
                connection.send(runner.run(_play(players[:how_many], seconds, apart_s)))
            except Exception as error:
                connection.send(error)


async def _play(dealers: Sequence[_Dealer], seconds: float, apart_s: float) -> Took:
    async with asyncio.timeout(seconds + PATIENCE_S):
        for one in dealers:
            await one.sit_down()
        begun = perf_counter() + 0.5
        await asyncio.gather(*(one.deal(begun, round(seconds / apart_s), apart_s) for one in dealers))
        for one in dealers:
            await one.heard_all()
        answered = [took for one in dealers for took in one.answered]
        heard = [took for one in dealers for took in one.heard()]
        for one in dealers:
            one.leave()
    return answered, heard


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
            self.heard.append((int(text[at + 5 : ends]), now))
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
    """A dealer with a tablet at their table, and the three screens that follow it."""

    port: int
    number: int
    table: Table
    answered: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = Random(self.number)
        self._evening = iter(evening(DEALS)[SEATED:])
        self._tablet = Tablet(self.port, self.table)

    async def sit_down(self) -> None:
        """Open the screens; the first time the dealer signs in."""
        if not self._tablet.cookie:
            await self._tablet.sign_in()
        tablet = f"/nights/{self.table.night}/stream"
        paths = (tablet, self.table.board.replace("?", "/stream?"), f"{self.table.player}/stream")
        cookies = (self._tablet.cookie, "", "")
        loop = asyncio.get_running_loop()
        self.screens = [_Screen(path, cookie) for path, cookie in zip(paths, cookies, strict=True)]
        for one in self.screens:
            await loop.create_connection(partial(_itself, one), "127.0.0.1", self.port)
        self.answered, self._sent = [], list[tuple[int, float]]()
        for one in self.screens:
            await one.heard_of(1)
        self._tablet.version = max(one.heard[-1][0] for one in self.screens)

    async def deal(self, begun: float, touches: int, apart_s: float) -> None:
        """Touch once in each of so many spans of time, at a moment of chance."""
        for turn in range(touches):
            at = begun + (turn + self._random.random()) * apart_s
            await asyncio.sleep(max(0.0, at - perf_counter()))
            sent = perf_counter()
            await self._tablet.touch(next(self._evening))
            self.answered.append(perf_counter() - sent)
            self._sent.append((self._tablet.version, sent))

    async def heard_all(self) -> None:
        """Wait until every screen has heard of the last touch."""
        for one in self.screens:
            await one.heard_of(self._tablet.version)

    def heard(self) -> list[float]:
        """For each touch how long it took until the last of the screens had heard of it."""
        versions = [version for version, _ in self._sent]
        last = map(max, *(one.when(versions) for one in self.screens))
        return [at - sent for at, (_, sent) in zip(last, self._sent, strict=True)]

    def leave(self) -> None:
        """Close the screens; the dealer's own connection is kept."""
        for one in self.screens:
            one.transport.abort()
