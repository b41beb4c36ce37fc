"""The guard at the door: the one place that decides who may ask for what.

Everything is for the staff who signed in, save what is marked as open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

View = TypeVar("View", bound=Callable[..., Any])


def open_to_all(view: View) -> View:
    """Mark a view that anybody may ask for: it shows nothing of a night, or asks for a signed link itself."""
    view.open_to_all = True  # type: ignore[attr-defined]
    return view
