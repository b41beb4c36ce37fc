"""Options for rendering a paper, and the paths of its fonts, templates, style sheets and catalogs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import field

from events.common.house import MARKS, PAPER_SIZES, ROLL, SLIP_PLACES, TABS
from events.frozen import Frozen

_HERE = Path(__file__).parent

FONTS = _HERE / "fonts"
TEMPLATES = _HERE / "templates"
STYLES = _HERE / "css"
CATALOGS = _HERE / "catalogs"


_LINK = Path("/etc/localtime")
_FOLDER = "zoneinfo/"


class HouseStyle(Frozen):
    """A house's style: language, ISO currency, paper size, marks on cue-cards, and the printer for slips.

    Raises :class:`ValueError` for unknown values; see :func:`reports.words.language.assert_known`.
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
    """A printing of a sheet: number from 1, time (ISO 8601, UTC) and author. From 2 on the sheet shows it."""

    number: int
    at: str
    who: str

    @property
    def is_reprint(self) -> bool:
        """Whether the sheet was printed before."""
        return self.number > 1


class RenderOptions(Frozen):
    """Everything besides the night's events that affects the bytes of a sheet.

    ``zone`` is the table's time zone, by default the machine's. ``links`` are the addresses of players' own pages by
    seat key, printed on settlements; ``house`` is the address where this house checks sheets, for the QR codes. A
    ``proof`` is marked on the sheet. ``log`` returns events of the night as JSON to attach to the sheet; ``with_log``
    tells whether sheets carry events at all, because events show what others did. ``devices`` are the names of devices
    by id.
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
        """The name of a device; without one, its id."""
        return self.devices.get(device, device)


PLAIN = RenderOptions()
"""English and dollars on A4, in the machine's time zone."""


def machine_zone() -> str:
    """The machine's time zone by name, else its current offset, such as ``+02:00``."""
    named = os.environ.get("TZ", "").removeprefix(":") or str(_LINK.resolve()).rpartition(_FOLDER)[2]
    try:
        return ZoneInfo(named).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return datetime.now().astimezone().isoformat()[-len("+00:00") :]


def zone_called(name: str) -> tzinfo:
    """The time zone for a name from :func:`machine_zone`; :class:`ValueError` if the machine does not know it."""
    try:
        if name[:1] in ("+", "-"):
            return timezone(datetime.fromisoformat(f"2000-01-01T00:00{name}").utcoffset() or timedelta(0))
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"this machine knows no clock called {name[:64]}") from None
