"""Starting the children of :mod:`tests.events.children`."""

from __future__ import annotations

import json
from typing import Any

from tests.events import children
from tests.support.forked_program import ForkedProgram


def start(what: str, *arguments: object) -> ForkedProgram:
    """A child at work; what it says is read from its standard output."""
    return ForkedProgram(getattr(children, what), *(str(argument) for argument in arguments))


def lines(text: str) -> list[list[Any]]:
    """The whole lines of what a child said."""
    return [json.loads(line) for line in text.splitlines()]


def finish(child: ForkedProgram, words: str | None = None) -> list[list[Any]]:
    """Wait until a child has done all, and give what it said; it must have ended well and without a traceback."""
    text, complaints = child.communicate(words)
    assert (child.returncode, complaints) == (0, "")
    return lines(text)
