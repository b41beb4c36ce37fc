"""Work done by a process of its own, which has loaded and made nothing that other work has."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from bench.process_time import process

Given = ParamSpec("Given")
Made = TypeVar("Made")


def alone(work: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made:
    """What some work gives, done by a process of its own."""
    with process() as where:
        return where.submit(work, *given, **named).result()
