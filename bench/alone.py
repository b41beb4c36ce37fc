"""Work done by a process of its own, which has loaded and made nothing that other work has."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


def alone(work: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made:
    """What some work gives, done by a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(work, *given, **named).result()
