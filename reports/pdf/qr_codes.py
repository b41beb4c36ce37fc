"""QR codes (ISO/IEC 18004) for paper and screen, and the choice of their data mask."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from io import StringIO
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from reports.words.language import gettext as _

if TYPE_CHECKING:
    import segno


MASKS = range(8)
_BITS = 8
"""Bits for each module in a number; a dark module is 1, and the first module of the first row is the highest."""
_GAP = bytes(4)
"""Separator before, between and after lines: as many light modules as a finder pattern needs at its ends."""


def with_best_mask(code: segno.QRCode) -> segno.QRCode:
    """Replace mask 0 of a code by the best mask."""
    size = _Size.of(int(code.version))
    along, across = size.judged(code.matrix)
    best = min(MASKS, key=lambda mask: size.penalty(along ^ size.along[mask], across ^ size.across[mask]))
    for row, change in zip(code.matrix, size.changes[best], strict=True):
        row[:] = _xor(row, change)
    code.mask = best
    return code


class _Size:
    """What all codes of a version share.

    ``changes`` are, for each mask, the modules that differ from mask 0, format information included; ``along`` and
    ``across`` the same for the data alone, by row and by column.
    """

    def __init__(self, version: int) -> None:
        import segno

        first, *others = (segno.make("0", version=version, mask=mask).matrix for mask in MASKS)
        self.side = len(first)
        self.changes = [[_xor(*rows) for rows in zip(first, other, strict=True)] for other in (first, *others)]
        self.along, self.across = zip(*map(self.judged, self.changes), strict=True)
        inner = [b"\0" + b"\1" * (self.side - 1)] * self.side
        self._not_first = _number(inner)
        self._everywhere = int.from_bytes(b"\1" * (self.side * (self.side + len(_GAP)) + len(_GAP)))

    @classmethod
    @cache
    def of(cls, version: int) -> _Size:
        """The size of a version from 1 to 40."""
        return cls(version)

    def judged(self, rows: Iterable[bytes | bytearray]) -> tuple[int, int]:
        """The rows and columns of a code for scoring, where format and version information are still light."""
        modules = [bytearray(row) for row in rows]
        for row, column in self._entered_later():
            modules[row][column] = modules[column][row] = 0
        return _number(modules), _number(map(bytes, zip(*modules, strict=True)))

    def _entered_later(self) -> Iterator[tuple[int, int]]:
        timing = 6
        yield from ((8, at) for at in (*range(9), *range(-8, 0)) if at != timing)
        if self.side >= 45:
            yield from ((row, column) for row in range(6) for column in range(-11, -8))

    def penalty(self, along: int, across: int) -> int:
        """The penalty points of 7.8.3.1; fewer are better."""
        alike = self._alike(along)
        blocks = alike & self._above(alike) & ~(along ^ self._above(along))
        dark = along.bit_count() / self.side**2
        lines = sum(_of_runs(self._alike(lines)) + self._of_finders(lines) for lines in (along, across))
        return lines + 3 * blocks.bit_count() + 10 * int(abs(dark * 100 - 50) / 5)

    def _above(self, modules: int) -> int:
        return modules >> _BITS * (self.side + len(_GAP))

    def _alike(self, lines: int) -> int:
        """The modules that equal the module before them in their line."""
        return ~(lines ^ lines >> _BITS) & self._not_first

    def _of_finders(self, lines: int) -> int:
        """40 points for each finder-like pattern (dark 1:1:3:1:1) with four light modules before or after it."""
        light = ~lines & self._everywhere
        starts = _all_of(lines, 0, 2, 3, 4, 6) & _all_of(light, 1, 5)
        four = _all_of(light, 0, 1, 2, 3)
        starts &= four >> 7 * _BITS | four << 4 * _BITS
        count = 0
        while starts:
            # Skip patterns that begin inside a counted pattern.
            count += 1
            starts &= (1 << max(0, starts.bit_length() - 1 - 6 * _BITS)) - 1
        return 40 * count


def _of_runs(alike: int) -> int:
    """3 points for a run of five equal modules in a line, and one for each further module."""
    fifth = _all_of(alike, 0, 1, 2, 3)
    return fifth.bit_count() + 2 * (fifth & ~(fifth >> _BITS)).bit_count()


def _all_of(modules: int, *before: int) -> int:
    """The positions at which all modules at these distances before are set."""
    first, *others = before
    common = modules >> first * _BITS
    for position in others:
        common &= modules >> position * _BITS
    return common


def _number(lines: Iterable[bytes | bytearray]) -> int:
    return int.from_bytes(_GAP + b"".join(line + _GAP for line in lines))


def _xor(left: bytes | bytearray, right: bytes | bytearray) -> bytes:
    return bytes(a ^ b for a, b in zip(left, right, strict=True))


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


def code_in_terminal(text: str) -> str:
    """A text as a QR code of block characters, two modules a character high, light on dark."""
    import segno

    lines = StringIO()
    segno.make(text, micro=False).terminal(lines, border=2, compact=True)
    return lines.getvalue().rstrip("\n")


def fits_foot(text: str) -> bool:
    """Whether a text's code fits at the foot of a sheet."""
    across, _height = _unmasked(text).symbol_size(border=QUIET_MODULES)
    return bool(across * MODULE_MM <= FOOT_MM)


def _drawn(text: str, **size: Any) -> Markup:
    # Screen readers announce what it is.
    title = _("square code")
    code = with_best_mask(_unmasked(text))
    return Markup(code.svg_inline(border=QUIET_MODULES, dark="#1d1a16", title=title, **size))


def _unmasked(text: str) -> segno.QRCode:
    """A text's code with mask 0."""
    # Imported here because it is large and a server rarely needs it.
    import segno

    # Lists of segments are documented and missing from its annotations.
    return segno.make(_segments(text), error=_LEVEL, mask=0, micro=False)  # type: ignore[arg-type]


def _segments(text: str) -> list[str]:
    """The text split where a QR code should switch its encoding mode."""
    parts, end = [], 0
    for match in _CHEAPER_IN_CAPITALS.finditer(text):
        parts += [text[end : match.start()], match[0]]
        end = match.end()
    return [part for part in (*parts, text[end:]) if part]
