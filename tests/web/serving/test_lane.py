"""Threads given out in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event

import pytest

from tests.support.event_loop import run_alone
from web.serving.thread_pool import Crowded, Lane


class Work:
    """Calls that wait until they are let go; ``begun`` are their names in the order in which they began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._go = Event()

    def call(self, name: str) -> Callable[[], str]:
        def run() -> str:
            self.begun.append(name)
            assert self._go.wait(60)
            return name

        return run

    def let_go(self) -> None:
        self._go.set()


def lane(threads: int = 1, behind: Lane | None = None, each: int = 5) -> Lane:
    return Lane("test", threads=threads, waiting=20, waiting_each=each, behind=behind)


async def begun(work: Work, count: int) -> None:
    while len(work.begun) < count:
        await asyncio.sleep(0.01)


def run(test: Awaitable[None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await test

    run_alone(limited())


def test_callers_take_turns() -> None:
    async def test() -> None:
        work, one = Work(), lane()
        tasks = [asyncio.create_task(one.run("flood", work.call(f"flood {number}"))) for number in range(4)]
        await begun(work, 1)
        tasks.append(asyncio.create_task(one.run("other", work.call("other"))))
        await asyncio.sleep(0)
        work.let_go()
        await asyncio.gather(*tasks)
        assert work.begun == ["flood 0", "flood 1", "other", "flood 2", "flood 3"]
        one.close()

    run(test())


def test_a_crowd_is_turned_away_but_for_what_must_be_done() -> None:
    async def test() -> None:
        work, one = Work(), lane(each=2)
        tasks = [asyncio.create_task(one.run("a", work.call(str(number)))) for number in range(3)]
        await begun(work, 1)
        with pytest.raises(Crowded):
            await one.run("a", work.call("too many"))
        tasks.append(asyncio.create_task(one.run("a", work.call("close"), always=True)))
        await asyncio.sleep(0)
        work.let_go()
        assert await asyncio.gather(*tasks) == ["0", "1", "2", "close"]
        one.close()

    run(test())


def test_a_call_that_fails_gives_its_thread_back() -> None:
    def fail() -> None:
        raise LookupError("nothing there")

    async def test() -> None:
        one = lane()
        for _ in range(3):
            with pytest.raises(LookupError):
                await one.run("a", fail)
        one.close()

    run(test())


def test_who_no_longer_waits_takes_nobodys_turn() -> None:
    async def test() -> None:
        work, one = Work(), lane()
        first = asyncio.create_task(one.run("a", work.call("first")))
        await begun(work, 1)
        gone = asyncio.create_task(one.run("a", work.call("gone")))
        last = asyncio.create_task(one.run("b", work.call("last")))
        await asyncio.sleep(0)
        gone.cancel()
        work.let_go()
        assert await asyncio.gather(first, last) == ["first", "last"]
        assert work.begun == ["first", "last"]
        one.close()

    run(test())


def test_strangers_have_one_thread_while_the_staff_are_answered_and_all_afterwards() -> None:
    async def test() -> None:
        staffs, strangers = Work(), Work()
        staff = lane(2)
        others = lane(3, behind=staff)
        at_work = asyncio.create_task(staff.run("M. Earp", staffs.call("touch")))
        await begun(staffs, 1)
        waiting = [asyncio.create_task(others.run(number, strangers.call(str(number)))) for number in range(3)]
        await begun(strangers, 1)
        await asyncio.sleep(0.05)
        assert strangers.begun == ["0"]
        staffs.let_go()
        await at_work
        await begun(strangers, 3)
        strangers.let_go()
        await asyncio.gather(*waiting)
        staff.close()
        others.close()

    run(test())
