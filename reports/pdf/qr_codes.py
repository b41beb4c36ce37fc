"""QR codes (ISO/IEC 18004) for paper and screen."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from reports.words.language import gettext as _

if TYPE_CHECKING:
    import segno


MODULE_MM = 0.508
"""Side of a module on paper: a fiftieth of an inch."""

QUIET_MODULES = 4
"""Empty border that ISO/IEC 18004 requires; nothing may be printed in it."""

_LEVEL = "l"
"""Lowest level of error correction; segno raises it if there is room.

On paper of a given size larger modules help more than more correction, and the seal is also printed as text.
"""

_CHEAPER_IN_CAPITALS = re.compile(r"[0-9A-Z $%*+\-./:]{12,}")
"""Text that QR codes store in 5.5 bits a character instead of 8, if long enough to pay for the switch."""


FOOT_MM = 29.0
"""Greatest width of a code at the foot of a sheet, quiet zone included: 49 modules, some 190 letters."""


def code_on_paper(text: str) -> Markup:
    """A text as a QR code in printed size, quiet zone included."""
    return _drawn(text, scale=MODULE_MM, unit="mm")


def code_on_screen(text: str) -> Markup:
    """A text as a QR code that fills its container, quiet zone included."""
    return _drawn(text, omitsize=True)


def code_in_file(text: str) -> bytes:
    """A text as a QR code in an SVG file of its own, in printed size on white, quiet zone included."""
    file = BytesIO()
    size = {"border": QUIET_MODULES, "scale": MODULE_MM, "unit": "mm"}
    _code(text).save(file, kind="svg", dark="#1d1a16", light="#fff", title=_("QR code"), **size)
    return file.getvalue()


def code_in_terminal(text: str) -> str:
    """A text as a QR code of block characters, two modules a character high, light on dark."""
    import segno

    lines = StringIO()
    segno.make(text, micro=False).terminal(lines, border=2, compact=True)
    return lines.getvalue().rstrip("\n")


def fits_foot(text: str) -> bool:
    """Whether a text's code fits at the foot of a sheet."""
    across, _height = _code(text).symbol_size(border=QUIET_MODULES)
    return bool(across * MODULE_MM <= FOOT_MM)


def _drawn(text: str, **size: Any) -> Markup:
    # Screen readers announce what it is.
    return Markup(_code(text).svg_inline(border=QUIET_MODULES, dark="#1d1a16", title=_("QR code"), **size))


@lru_cache(maxsize=64)
def _code(text: str) -> segno.QRCode:
    """A text's code, cached because a page shows the same codes each time."""
    # Imported here because it is large and a server rarely needs it.
    import segno

    # Lists of segments are documented and missing from its annotations.
    return segno.make(_segments(text), error=_LEVEL, micro=False)  # type: ignore[arg-type]


def _segments(text: str) -> list[str]:
    """The text split where a QR code should switch its encoding mode."""
    parts, end = [], 0
    for match in _CHEAPER_IN_CAPITALS.finditer(text):
        parts += [text[end : match.start()], match[0]]
        end = match.end()
    return [part for part in (*parts, text[end:]) if part]
