"""A stream that the server takes over: the same words, no thread, and its place given back however it ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Literal

import pytest

from tests.support.event_loop import run_alone
from tests.support.house import House
from web.app import authorization
from web.app.links import board_link
from web.live import answer, channels
from web.live.answer import Stream

PATIENCE_S = 300
Send = Callable[[bytes], Awaitable[None]]


def taken(house: House, night: str) -> Stream:
    """The board's stream, as the server is given it."""
    with house.app.test_request_context():
        path = board_link(night).replace("?", "/stream?")
    takers: list[Stream] = []
    got = house.app.test_client().get(path, environ_overrides={authorization.STREAMS: takers})
    assert (got.status_code, got.mimetype, got.get_data()) == (200, "text/event-stream", b"")
    assert "Content-Length" not in got.headers
    return takers[0]


def places(house: House) -> int:
    return len(house.app.extensions[answer.EXTENSION].places)


async def until(heard: asyncio.Queue[bytes], word: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while word.encode() not in await heard.get():
            pass


def test_it_tells_the_night_and_each_move_until_it_is_cancelled(house: House, night: str) -> None:
    async def follow() -> None:
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        running = asyncio.create_task(taken(house, night).run(heard.put))
        await until(heard, "Bets are open")
        assert places(house) == 1
        await asyncio.to_thread(house.do, night, "draw_loser", card="J")
        await until(heard, "Bets are closed")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert places(house) == 0

    run_alone(follow())


def test_it_begins_while_what_others_are_told_is_being_made(house: House, night: str) -> None:
    held = threading.Event()
    makers = house.app.extensions[answer.EXTENSION].channels.makers

    async def follow() -> None:
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        running = asyncio.create_task(taken(house, night).run(heard.put))
        await until(heard, "Bets are open")
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    for _ in range(channels.MAKERS):
        makers.submit(held.wait, PATIENCE_S)
    try:
        run_alone(follow())
    finally:
        held.set()


def test_sixty_take_no_thread_each(house: House, night: str) -> None:
    """Streams of other boards, too: what is told is another channel for each."""
    boards = [night, *(house.open_night() for _ in range(4))]

    async def follow() -> None:
        heard = [asyncio.Queue[bytes]() for _ in range(60)]
        streams = [taken(house, boards[at % len(boards)]) for at in range(len(heard))]
        running = [asyncio.create_task(stream.run(queue.put)) for stream, queue in zip(streams, heard, strict=True)]
        for queue in heard:
            await until(queue, "\ndata: ")
        assert places(house) == len(heard)
        assert threading.active_count() - before < 16
        for one in running:
            one.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        assert places(house) == 0

    before = threading.active_count()
    run_alone(follow())


def test_what_comes_right_after_a_beats_time_is_not_forgotten() -> None:
    class Moved(asyncio.Event):
        async def wait(self) -> Literal[True]:
            # The time is up already, and says so before this is set.
            asyncio.get_running_loop().call_soon(self.set)
            return await super().wait()

    async def waited() -> tuple[bool, bool]:
        return await answer._set_within(Moved(), 0.0), await answer._set_within(asyncio.Event(), 0.0)

    assert run_alone(waited()) == (True, False)


def test_a_reader_who_takes_nothing_in_is_given_up(house: House, night: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer, "SEND_S", 0.01)

    async def never(_: bytes) -> None:
        await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        run_alone(taken(house, night).run(never))
    assert places(house) == 0


def test_a_line_that_breaks_gives_the_place_back(house: House, night: str) -> None:
    async def broken(_: bytes) -> None:
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        run_alone(taken(house, night).run(broken))
    assert places(house) == 0


def test_one_that_is_never_run_holds_no_place(house: House, night: str) -> None:
    taken(house, night)
    assert places(house) == 0
