"""Square codes: texts as QR codes (ISO/IEC 18004), large enough to be read off paper that a phone sees from afar.

A module is a whole number of pixels or dots at 100, 150, 200 and 300 dpi and on a slip printer. A code that is smaller,
or whose modules fall between two pixels, is read of most texts and not of a few.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from reports.pdf.data_masks import with_best_mask
from reports.words.language import gettext as _

if TYPE_CHECKING:
    import segno

MODULE_MM = 0.508
"""The side of a module on paper: a fiftieth of an inch."""

QUIET_MODULES = 4
"""The empty border that ISO/IEC 18004 asks for; nothing may be printed in it."""

_LEVEL = "l"
"""The least level of correction; a higher one where there is room for it.

On a given piece of paper larger modules help more than more correction, and beside each seal it stands in letters.
"""

_CHEAPER_IN_CAPITALS = re.compile(r"[0-9A-Z $%*+\-./:]{12,}")
"""What QR codes hold in 5.5 bits a character instead of 8, where there is enough of it to make up for the change."""


FOOT_MM = 29.0
"""How wide a code may be that stands at the foot of a sheet, its quiet zone with it: 49 modules, some 190 letters."""


def code_on_paper(text: str) -> Markup:
    """A text as a QR code of the size in which it is printed, its quiet zone with it."""
    return _drawn(text, scale=MODULE_MM, unit="mm")


def code_on_screen(text: str) -> Markup:
    """A text as a QR code that takes the size of what it stands in, its quiet zone with it."""
    return _drawn(text, omitsize=True)


def code_in_terminal(text: str) -> str:
    """A text as a QR code in lines of block characters, two modules a letter high, light on a dark ground."""
    import segno

    lines = StringIO()
    segno.make(text, micro=False).terminal(lines, border=2, compact=True)
    return lines.getvalue().rstrip("\n")


def fits_foot(text: str) -> bool:
    """Whether a text's code may stand at the foot of a sheet."""
    across, _height = _unmasked(text).symbol_size(border=QUIET_MODULES)
    return bool(across * MODULE_MM <= FOOT_MM)


def _drawn(text: str, **size: Any) -> Markup:
    # Whoever has the page read aloud is told what it is.
    title = _("square code")
    code = with_best_mask(_unmasked(text))
    return Markup(code.svg_inline(border=QUIET_MODULES, dark="#1d1a16", title=title, **size))


def _unmasked(text: str) -> segno.QRCode:
    """A text's code with the first mask, whatever it is like."""
    # Late, as it comes with much that a server does not need until a code is shown.
    import segno

    # Lists of segments are documented and missing from its annotations.
    return segno.make(_segments(text), error=_LEVEL, mask=0, micro=False)  # type: ignore[arg-type]


def _segments(text: str) -> list[str]:
    """The text cut where a QR code changes from one way of holding characters to another."""
    parts, end = [], 0
    for found in _CHEAPER_IN_CAPITALS.finditer(text):
        parts += [text[end : found.start()], found[0]]
        end = found.end()
    return [part for part in (*parts, text[end:]) if part]
