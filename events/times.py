"""Times as a book keeps them: ISO 8601 in UTC, to the millisecond or coarser, as ``2026-11-21T20:10:00.000Z``."""

from __future__ import annotations

import re
from datetime import datetime

_FORM = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)


def moment_of(text: str) -> datetime | None:
    """The moment that a text names; ``None`` where it is no time of a book."""
    if not _FORM.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def is_before(one: str, other: str) -> bool:
    """Whether one time is before another; what is no time is neither before nor after anything."""
    first, second = moment_of(one), moment_of(other)
    return first is not None and second is not None and first < second
