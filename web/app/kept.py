"""What an application keeps for as long as it runs, each thing under a name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import current_app

T = TypeVar("T")


def kept_under(name: str, make: Callable[[], T]) -> T:
    """What this application keeps under a name; ``make`` makes it, which must be quick, when it is first asked for."""
    extensions = current_app.extensions
    if name not in extensions:
        # Of what two threads make at once the first is kept.
        extensions.setdefault(name, make())
    found: T = extensions[name]
    return found
