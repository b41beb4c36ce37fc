"""How papers are printed: the house's style and addresses, the table's clock, and which printing it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import field

from events.facts.papers import MARKS, PAPER_SIZES, ROLL, SLIP_PLACES, TABS
from events.frozen import Frozen

_LINK = Path("/etc/localtime")
_FOLDER = "zoneinfo/"


class HouseStyle(Frozen):
    """How a house has its papers: language, ISO currency, sheet, marks of a cue-card, and where slips are printed.

    Raises :class:`ValueError` for words that are none of these; see :func:`reports.words.language.assert_known`.
    """

    language: str = "en"
    currency: str = "USD"
    paper: str = "A4"
    marks: str = TABS
    slips: str = ROLL

    def __post_init__(self) -> None:
        if self.paper not in PAPER_SIZES:
            raise ValueError(f"no paper is called {self.paper[:20]!r}; there are {', '.join(PAPER_SIZES)}")
        if self.marks not in MARKS:
            raise ValueError(f"no marks are called {self.marks[:20]!r}; there are {', '.join(MARKS)}")
        if self.slips not in SLIP_PLACES:
            raise ValueError(f"no slips are called {self.slips[:20]!r}; there are {', '.join(SLIP_PLACES)}")


class Printing(Frozen):
    """Which printing of a sheet it is, from 1; when (ISO 8601, UTC) and by whom. From 2 on the sheet says so."""

    number: int
    at: str
    who: str

    @property
    def is_reprint(self) -> bool:
        """Whether the sheet was printed before."""
        return self.number > 1


class RenderOptions(Frozen):
    """All that a sheet's bytes depend on besides the night's facts.

    ``zone`` is the table's clock, without it the machine's own. ``links`` are the addresses of players' own pages by
    seat key, printed on their settlements; ``house`` is the address where this house checks sheets, in the square
    code of all. A ``proof`` says on it that it was only looked at. ``log`` gives facts of the
    night as JSON, which the sheet then carries with it; ``with_log`` says whether sheets are to have any, for they hold
    what others did.
    ``devices`` are the names that staff gave devices, by their ids.
    """

    style: HouseStyle = HouseStyle()
    zone: tzinfo | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    house: str = ""
    printing: Printing | None = None
    proof: bool = False
    with_log: bool = True
    log: Callable[[], bytes] | None = None
    devices: Mapping[str, str] = field(default_factory=dict)

    def device_called(self, device: str) -> str:
        """A device by its name, and without one by its id."""
        return self.devices.get(device, device)


PLAIN = RenderOptions()
"""English and dollars on A4, by the machine's clock."""


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
