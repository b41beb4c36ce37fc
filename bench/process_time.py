"""Work in a process that has loaded nothing besides it, and the processor's time that it takes."""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time
from typing import Any, ParamSpec, TypeVar

import psutil

Given = ParamSpec("Given")
Made = TypeVar("Made")


def process(begin: Callable[..., None] | None = None, *given: Any) -> ProcessPoolExecutor:
    """One process that has nothing of this one, and stays warm; ``begin`` is the first that it does."""
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=begin, initargs=given)


def alone(work: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made:
    """The result of work that is done by a process of its own."""
    with process() as where:
        return where.submit(work, *given, **named).result()


def time_in(where: ProcessPoolExecutor, work: Callable[..., object], *given: object) -> float:
    """The processor's time, in seconds, that a process takes for something."""
    return where.submit(time_of, work, *given).result()


def time_of(work: Callable[..., object], *given: object) -> float:
    """The processor's time, in seconds, of something; what it gives may not be empty."""
    gc.collect()
    begun = process_time()
    made = work(*given)
    took = process_time() - begun
    assert made
    return took


def time_of_family(pid: int) -> float:
    """The processor's time, in seconds, of a process and of its children, those that have ended included."""
    parent = psutil.Process(pid)
    return sum(sum(one.cpu_times()[:4]) for one in (parent, *parent.children(recursive=True)))
