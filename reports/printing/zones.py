"""The table's clock by a name that can be written down, so that hours on a reprint are those of the first printing."""

from __future__ import annotations

import os
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_LINK = Path("/etc/localtime")
_FOLDER = "zoneinfo/"


def machine_zone() -> str:
    """The machine's own clock: its zone by name, or else its offset as it is now, ``+02:00``."""
    named = os.environ.get("TZ", "").removeprefix(":") or str(_LINK.resolve()).rpartition(_FOLDER)[2]
    try:
        return ZoneInfo(named).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return datetime.now().astimezone().isoformat()[-len("+00:00") :]


def zone_called(name: str) -> tzinfo:
    """The clock of a name that :func:`machine_zone` gave; :class:`ValueError` where the machine knows none such."""
    try:
        if name[:1] in ("+", "-"):
            return timezone(datetime.fromisoformat(f"2000-01-01T00:00{name}").utcoffset() or timedelta(0))
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"this machine knows no clock called {name[:64]}") from None
