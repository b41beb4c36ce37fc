"""An event loop of a test's own, whatever loop Playwright has left running on the thread of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from flask.testing import FlaskClient

from web.app.authorization import STREAMS

if TYPE_CHECKING:
    from web.live.answer import Stream

P = ParamSpec("P")
T = TypeVar("T")


def run_alone(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on a thread that has no other loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def on_its_own_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that is a coroutine, run to its end within a minute."""

    @wraps(test)
    def run(*arguments: P.args, **named: P.kwargs) -> None:
        run_alone(asyncio.wait_for(test(*arguments, **named), 60))

    return run


def stream_at(http: FlaskClient, path: str, **headers: str) -> Stream:
    """The stream that an application hands to its server."""
    streams: list[Stream] = []
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = http.get(path, headers=named, environ_overrides={STREAMS: streams})
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "text/event-stream", b"")
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert "Content-Length" not in answer.headers
    (stream,) = streams
    return stream


def parts_of(stream: Stream) -> Iterator[str]:
    """The parts of a stream that runs on a loop of its own, from the first one asked for until this is closed."""
    parts: SimpleQueue[str | None] = SimpleQueue()
    loop = asyncio.new_event_loop()

    async def send(part: bytes) -> None:
        parts.put(part.decode())

    def run() -> None:
        try:
            loop.run_until_complete(running)
        except asyncio.CancelledError:
            pass
        finally:
            parts.put(None)

    running = loop.create_task(stream.run(send))
    thread = Thread(target=run)
    thread.start()
    try:
        while (part := parts.get()) is not None:
            yield part
    finally:
        loop.call_soon_threadsafe(running.cancel)
        thread.join()
        loop.close()
