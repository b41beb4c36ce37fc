"""Options for rendering a paper, and the paths of its fonts, templates, style sheets and catalogs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import field
from msgspec.structs import asdict

from events.common.house import MARKS, PAPER_SIZES, ROLL, SLIP_PLACES, TABS, PaperStyle
from events.frozen import Frozen

_HERE = Path(__file__).parent

FONTS = _HERE / "fonts"
TEMPLATES = _HERE / "templates"
STYLES = _HERE / "css"
CATALOGS = _HERE / "catalogs"


_LINK = Path("/etc/localtime")
_FOLDER = "zoneinfo/"
_OFFSET = re.compile(r"[+-][0-9]{2}:[0-9]{2}$")


class HouseStyle(Frozen):
    """A house's style: language, ISO currency, paper size, marks on cue-cards, and the printer for slips.

    ``name`` is what the house is called; it heads the papers unless it is empty.

    Raises :class:`ValueError` for unknown values; see :func:`reports.words.language.assert_known`.
    """

    language: str = "en"
    currency: str = "USD"
    paper: str = "A4"
    marks: str = TABS
    slips: str = ROLL
    name: str = ""

    def __post_init__(self) -> None:
        if self.paper not in PAPER_SIZES:
            raise ValueError(f"there is no paper {self.paper[:20]!r}; choose from {', '.join(PAPER_SIZES)}")
        if self.marks not in MARKS:
            raise ValueError(f"there are no marks {self.marks[:20]!r}; choose from {', '.join(MARKS)}")
        if self.slips not in SLIP_PLACES:
            raise ValueError(f"there are no slips {self.slips[:20]!r}; choose from {', '.join(SLIP_PLACES)}")


def style_of(chosen: PaperStyle | None) -> HouseStyle:
    """The style that an event records; English and dollars on A4 if the house never chose a style."""
    return HouseStyle() if chosen is None else HouseStyle(**asdict(chosen))


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

    ``zone`` is the table's time zone, by default the machine's; see :func:`zone_of_night`. ``links`` are the addresses
    of players' own pages by seat key, printed on settlements; ``house`` is the address where this house checks sheets,
    for the QR codes. A ``proof`` is marked on the sheet. ``log`` returns events of the night as JSON to
    attach to the sheet; ``with_log`` tells whether sheets carry events at all, because events show what others did.
    ``devices`` are the names of devices by id.
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

    @property
    def has_clock_of_opening(self) -> bool:
        """Whether the hours are not the clock's own in a part of the night, and slips say so too."""
        return isinstance(self.zone, timezone) and not str(self.zone).startswith("UTC")

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
        return _offset(datetime.now().astimezone())


def zone_of_night(zone: str, opened: str, last: str) -> str:
    """The zone for the papers of a night from its first and last time; raises as :func:`zone_called` does.

    If the clock changed in between, hours could run backwards. It is then the zone with its UTC offset at the opening,
    such as ``Europe/Vienna+02:00``.
    """
    before, after = (_offset(datetime.fromisoformat(at).astimezone(zone_called(zone))) for at in (opened, last))
    return zone if before == after else f"{zone}{before}"


def _offset(moment: datetime) -> str:
    return moment.isoformat()[-len("+00:00") :]


def zone_called(name: str) -> tzinfo:
    """The time zone for a name from :func:`machine_zone` or :func:`zone_of_night`.

    Raises :class:`ValueError` if the machine does not know it.
    """
    try:
        offset = _OFFSET.search(name)
        if offset is None:
            return ZoneInfo(name)
        delta = datetime.fromisoformat(f"2000-01-01T00:00{offset[0]}").utcoffset() or timedelta(0)
        return timezone(delta, name) if offset.start() else timezone(delta)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"this machine has no time zone {name[:64]}") from None
